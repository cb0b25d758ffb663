"""Red Button's data of play, as its catalogue has it."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, cast

import yaml

from rules.catalogue import Catalogue, Cite
from rules.play.entries import PlayBook
from rules.text import Text

FIXTURES = Path(__file__).parents[4] / "fixtures"


@dataclass(frozen=True)
class NamedTarget:
    """What may be aimed at and is no unit of the battle; `size`: of a vehicle."""

    name: Text
    size: str = ""
    armoured: bool = False


@dataclass(frozen=True, kw_only=True)
class RedButtonPlay(PlayBook):
    targets: dict[str, NamedTarget]


def play_of(catalogue: Catalogue) -> RedButtonPlay:
    return cast(RedButtonPlay, catalogue.play)


@cache
def book_data(name: str) -> dict[str, Any]:
    """The content of a file, read once per process. Texts are {"fr": ..., "en": ...}."""
    return yaml.safe_load((FIXTURES / "rbn" / f"{name}.yaml").read_text("utf-8"))


def kit_data() -> dict[str, Any]:
    return book_data("kit")


def battle_data() -> dict[str, Any]:
    return book_data("battle")


def text(row: dict[str, str]) -> Text:
    """A text of the file."""
    return Text(row["fr"], row["en"])


def cite_page(catalogue: Catalogue, page: int) -> str:
    """A page of the catalogue's book, as printed; "" for page 0."""
    return str(Cite(next(iter(catalogue.victory.values())).cite.book, page)) if page else ""


def kit_text(*path: str) -> Text:
    """A text of fixtures/rbn/kit.yaml."""
    data = kit_data()
    for key in path:
        data = data[key]
    return Text(**data)
