"""The entry of a book's data files that says what the head of a list does."""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any
from xml.etree.ElementTree import Element

from builder.families.red_button.data_file_elements import (
    hidden_without,
    limit,
)
from builder.families.red_button.data_file_entries import Entries
from builder.texts.selections import LIST, id_within
from builder.wording import local
from rules.catalogue import Faction
from rules.families.red_button.analysis import MERCENARIES

BORROWED = {"advantage": 1, "drawbacks": 2}  # how many traits mercenaries borrow (RBN p. 27)


class Head(Entries):
    """Writes that entry, with a group for each field of the head."""

    def list_entry(self) -> Element:
        limits = [limit(LIST, 1, "min", scope="force"), limit(f"{LIST}-most", 1, scope="force")]
        groups = chain(
            self.head_group("faction", self.label("faction"), self.book.base_factions(), least=1),
            self.head_group("subfaction", self.label("subfaction"), filter(is_below, self.book.factions.values())),
            self.head_group("activity", self.label("activity"), self.book.activities.values()),
            self.head_group("scenario", self.label("scenario"), self.book.scenarios.values()),
            self.group(id_within(LIST, "role"), self.label("role"), self.roles()),
            self.group(id_within(LIST, "bonus"), self.label("bonus"), self.prizes()),
            *(self.borrowed(key, most) for key, most in BORROWED.items()),
        )
        exotic = [self.entry(id_within(LIST, "exotic"), self.label("exotic"))] if self.has_exotic else []
        categories = [self.primary(LIST, LIST)]
        return self.entry(
            LIST, self.label("list"), most=None, limits=limits, categories=categories, entries=exotic, groups=groups
        )

    @property
    def has_exotic(self) -> bool:
        return any(item.exotic for item in chain(self.book.weapons.values(), self.book.ammunition.values()))

    def head_group(self, key: str, name: str, entries: Iterable[Any], least: int = 0) -> list[Element]:
        made = [
            self.entry(
                id_within(LIST, key, entry.slug),
                entry,
                changes=[hidden_without([id_within(LIST, "faction", entry.parent)])] if key == "subfaction" else (),
            )
            for entry in entries
        ]
        return self.group(id_within(LIST, key), name, made, least)

    def roles(self) -> Iterator[Element]:
        roles = {role.slug: role for scenario in self.book.scenarios.values() for role in scenario.roles}
        for slug, role in roles.items():
            scenarios = [s for s in self.book.scenarios.values() if slug in {role.slug for role in s.roles}]
            yield self.entry(
                id_within(LIST, "role", slug), str(local(role.name)), changes=[self.in_scenarios(scenarios)]
            )

    def prizes(self) -> Iterator[Element]:
        for number in sorted({bonus for scenario in self.book.scenarios.values() for bonus in scenario.bonus}):
            scenarios = [s for s in self.book.scenarios.values() if number in s.bonus]
            yield self.entry(id_within(LIST, "bonus", str(number)), str(number), changes=[self.in_scenarios(scenarios)])

    def in_scenarios(self, scenarios: Iterable[Any]) -> Element:
        return hidden_without(id_within(LIST, "scenario", scenario.slug) for scenario in scenarios)

    def borrowed(self, key: str, most: int) -> list[Element]:
        """The traits of others that mercenaries borrow."""
        id, name = id_within(LIST, f"traits.{key}"), self.label(key)
        lenders = [faction for faction in self.book.base_factions() if faction.slug != MERCENARIES]
        hidden = [hidden_without([id_within(LIST, "faction", MERCENARIES)]) for _lender in lenders]
        entries = [
            self.entry(id_within(LIST, f"traits.{key}", lender.slug), str(local(lender.name)), changes=[change])
            for lender, change in zip(lenders, hidden, strict=True)
        ]
        return self.group(id, name, entries, most=most)


def is_below(faction: Faction) -> bool:
    return bool(faction.parent)
