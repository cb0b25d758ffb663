"""What shots and melees know of the book beside the catalogue: fixtures/<slug>/dice.yaml."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import yaml
from django.conf import settings

from builder.sheets.common import signed
from rules.catalogue import Catalogue, Cite
from rules.play.actions import Proposal, Reason, Words
from rules.text import Message, Text, _

UNBOUNDED = 99  # successes: so many or more


@cache
def dice_data(game: str) -> dict[str, Any]:
    """The content of the file of a game (its slug), read once per process."""
    file = settings.BASE_DIR / "fixtures" / game / "dice.yaml"
    return yaml.safe_load(file.read_text("utf-8"))


def cite_of(catalogue: Catalogue, row: dict[str, Any]) -> str:
    """Where a row of the file stands: a page, or a heading where the book's pages are not known."""
    book = catalogue.unit_types["combattant"].cite.book
    return str(Cite(book, row.get("page"), row.get("heading", "")))


def text_of(row: dict[str, Any]) -> Text:
    return Text(row["name"]["fr"], row["name"]["en"])


@dataclass(frozen=True)
class Modifier:
    """Dice more or fewer, for a reason that stands somewhere."""

    dice: int
    text: Text
    cite: str = ""

    def reason(self, target: Text | None = None) -> Reason:
        """As a line; `target` says for whom it counts where a shot has several."""
        text: Words = self.text
        if target:
            text = Message(_("{target}: {reason}"), {"target": target, "reason": self.text})
        return Reason(signed(self.dice, "D6"), text, self.cite)


def modifier(catalogue: Catalogue, slug: str, times: int = 1) -> Modifier:
    """A row of `modifiers`, so many times."""
    row = dice_data(catalogue.game)["modifiers"][slug]
    return Modifier(row["dice"] * times, text_of(row), cite_of(catalogue, row))


@dataclass(frozen=True)
class Effect:
    """Something that befalls a unit.

    marks -- what is marked for it on the unit, such as "add wounds 1"
    """

    slug: str
    text: Text
    cite: str = ""
    marks: Sequence[str] = ()

    def commands(self, path: str, markers: Any) -> Iterator[str]:
        """The marks on the unit at a path, as far as it has those markers."""
        for mark in self.marks:
            name, key, number = mark.split()
            if f"{path}/{key}" in markers:
                yield f"{name} {path}/{key} {number}"


def effect(catalogue: Catalogue, slug: str, cite: str = "") -> Effect:
    """A row of `effects`; `cite` where it stands elsewhere for whoever brings it about."""
    row = dice_data(catalogue.game)["effects"][slug]
    marks = tuple(row["mark"].split(" + ")) if "mark" in row else ()
    return Effect(slug, text_of(row), cite or cite_of(catalogue, row), marks)


@dataclass(frozen=True)
class EffectRow:
    """What so many successes bring: those from `low` to `high`."""

    low: int
    high: int
    effects: tuple[Effect, ...]

    def covers(self, successes: int) -> bool:
        return self.low <= successes <= self.high

    @property
    def span(self) -> str:
        return span(self.low, self.high)


def span(low: int, high: int) -> str:
    """Successes from the fewest to the most, such as "2-3" or "4+"."""
    if high >= UNBOUNDED:
        return f"{low}+"
    return str(low) if low == high else f"{low}-{high}"


def effect_rows(catalogue: Catalogue, table: str) -> tuple[EffectRow, ...]:
    """A table of the file."""
    rows = dice_data(catalogue.game)[table]
    return tuple(
        EffectRow(row["successes"][0], row["successes"][1], tuple(effect(catalogue, slug) for slug in row["effects"]))
        for row in rows
    )


def row_for(rows: Sequence[EffectRow], successes: int) -> EffectRow | None:
    return next((one for one in rows if one.covers(successes)), None)


def marks_proposal(target: Text, path: str, effects: Sequence[Effect], markers: Any) -> Iterator[Proposal]:
    """What befell a unit as marks to accept; nothing where none of it is marked."""
    commands = [command for one in effects for command in one.commands(path, markers)]
    if path and commands:
        texts = tuple(one.text for one in effects)
        yield Proposal(Message(_("{target}: {effects}"), {"target": target, "effects": texts}), commands)
