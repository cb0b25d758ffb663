"""What the entries of a book's data files have in common: names, citations, costs, reminders, groups."""

from collections.abc import Iterable, Iterator
from typing import Any
from xml.etree.ElementTree import Element

from builder.exports.data_files import POINTS
from builder.families.red_button.data_file_elements import (
    element,
    limit,
    lists,
    profiles,
    text_element,
)
from builder.texts.words import words_of
from builder.wording import local
from rules.catalogue import Catalogue, Cite

PLACES, SLOTS = "places", "slots"  # ids of types of costs, as items and unit types call them


class Entries:
    """Writes entries of one book in the active language."""

    def __init__(self, book: Catalogue) -> None:
        self.book, self.words = book, words_of(book)
        self.name = str(local(book.name))

    def label(self, key: str) -> str:
        return str(local(self.words.text(key)))

    def publications(self) -> Iterator[Element]:
        cited = (*self.words.entries.values(), self.book.special_rules)
        for title in dict.fromkeys(entry.cite.book for entries in cited for entry in entries.values()):
            yield element("publication", id=title, name=title)

    def cited(self, cite: Cite) -> dict[str, Any]:
        return {"publicationId": cite.book, "page": cite.page or cite.heading}

    def category(self, id: str, name: str, inner: Iterable[Element] = ()) -> Element:
        return element("categoryEntry", inner, id=id, name=name, hidden=False)

    def entry(
        self,
        id: str,
        about: Any,
        cost: int = 0,
        most: int | None = 1,
        changes: Iterable[Element] = (),
        limits: Iterable[Element] = (),
        categories: Iterable[Element] = (),
        entries: Iterable[Element] = (),
        groups: Iterable[Element] = (),
        kind: str = "upgrade",
    ) -> Element:
        """A selection entry: `about` is the book's entry, or a name. most: in what it lies in."""
        costs = {POINTS: cost, **{key: getattr(about, key, 0) for key in (PLACES, SLOTS) if kind == "upgrade"}}
        names = {POINTS: "pts", PLACES: PLACES, SLOTS: SLOTS}
        inner = lists(
            modifiers=changes,
            constraints=[*([limit(id, most)] if most else []), *limits],
            profiles=profiles(id, about),
            rules=self.reminder(id, about),
            infoLinks=(
                element("infoLink", id=f"{id}:{rule}", name=local(self.book.special_rules[rule].name), hidden=False,
                        targetId=f"rule.{rule}", type="rule")
                for rule in getattr(about, "rules", ()) if rule in self.book.special_rules
            ),
            categoryLinks=categories,
            selectionEntries=entries,
            selectionEntryGroups=groups,
            costs=[element("cost", name=names[key], typeId=key, value=value) for key, value in costs.items() if value],
        )  # fmt: skip
        cite = self.cited(about.cite) if hasattr(about, "cite") else {}
        name = about if isinstance(about, str) else local(about.name)
        shared = {"collective": False, "import": True, "type": kind}
        return element("selectionEntry", inner, id=id, name=name, **cite, hidden=False, **shared)

    def reminder(self, id: str, about: Any) -> Iterator[Element]:
        if text := local(getattr(about, "text", "")):
            yield element(
                "rule", [text_element("description", text)], id=f"{id}:text", name=local(about.name), hidden=False
            )

    def group(
        self, id: str, name: str, entries: Iterable[Element], least: int = 0, most: int | None = 1
    ) -> list[Element]:
        """A group of entries; none where it would be empty. The first entry without cost is chosen where one is due."""
        entries = [*entries]
        if not entries:
            return []
        first = next((entry for entry in entries if entry.find("costs") is None), entries[0])
        limits = [limit(id, least, "min")] if least else []
        limits += [limit(id, most)] if most else []
        about = {"hidden": False, "collective": False, "import": True}
        default = {"defaultSelectionEntryId": first.get("id") if least else None}
        inner = lists(constraints=limits, selectionEntries=entries)
        return [element("selectionEntryGroup", inner, id=id, name=name, **about, **default)]

    def primary(self, kind: str, entry: str) -> Element:
        return self.category_link(category_of(kind), entry, primary=True)

    def category_link(self, category: str, entry: str, primary: bool = False) -> Element:
        about = {"name": category, "hidden": False, "targetId": category, "primary": primary}
        return element("categoryLink", id=f"{entry}:{category}", **about)

    def special_rules(self) -> Iterator[Element]:
        for slug, rule in self.book.special_rules.items():
            description = text_element("description", local(rule.text))
            about = {"name": local(rule.name), **self.cited(rule.cite), "hidden": False}
            yield element("rule", [description], id=f"rule.{slug}", **about)


def category_of(kind: str) -> str:
    return f"category.{kind}"
