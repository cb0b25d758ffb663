"""What shots and melees know of the book beside the catalogue: fixtures/<slug>/dice.yaml."""

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from rules.catalogue import Catalogue, Cite
from rules.play.entries import Effect, EffectRow, Modifier
from rules.text import Text

FIXTURES = Path(__file__).parents[2] / "fixtures"


@cache
def dice_data(game: str) -> dict[str, Any]:
    """The content of the file of a game (its slug), read once per process."""
    file = FIXTURES / game / "dice.yaml"
    return yaml.safe_load(file.read_text("utf-8"))


def cite_of(catalogue: Catalogue, row: dict[str, Any]) -> str:
    """Where a row of the file stands: a page, or a heading where the book's pages are not known."""
    book = catalogue.unit_types["combattant"].cite.book
    return str(Cite(book, row.get("page"), row.get("heading", "")))


def text_of(row: dict[str, Any]) -> Text:
    return Text(row["name"]["fr"], row["name"]["en"])


def modifier(catalogue: Catalogue, slug: str, times: int = 1) -> Modifier:
    """A row of `modifiers`, so many times."""
    row = dice_data(catalogue.game)["modifiers"][slug]
    return Modifier(row["dice"] * times, text_of(row), cite_of(catalogue, row))


def effect(catalogue: Catalogue, slug: str, cite: str = "") -> Effect:
    """A row of `effects`; `cite` where it stands elsewhere for whoever brings it about."""
    row = dice_data(catalogue.game)["effects"][slug]
    marks = tuple(row["mark"].split(" + ")) if "mark" in row else ()
    return Effect(slug, text_of(row), cite or cite_of(catalogue, row), marks)


def effect_rows(catalogue: Catalogue, table: str) -> tuple[EffectRow, ...]:
    """A table of the file."""
    rows = dice_data(catalogue.game)[table]
    return tuple(
        EffectRow(row["successes"][0], row["successes"][1], tuple(effect(catalogue, slug) for slug in row["effects"]))
        for row in rows
    )
