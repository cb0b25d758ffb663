"""What shared code may ask of a game's workshop: its edits, its pages and its sheet, beside the `Game`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from rules.game import Game

PARTS = ("card", "opened", "head", "glance", "scenario", "bar")


@dataclass(frozen=True)
class Desk:
    """A game on screen and paper.

    game      -- the `Game` it belongs to
    edits     -- name -> `Edit`: those that every game has and its own
    read_head -- (bench, fields of a form) -> the typed head of a list (faction, budget ...); raises `BadEdit`
    head      -- (catalogue, list or None) -> what the form of the head shows
    opened    -- (bench, unit index) -> what the open unit's picker shows
    new_units -- (bench) -> groups of offers of what may be added to the list
    sheet     -- (list, verdict, language) -> the printed sheet as dataclasses
    label     -- (bench) -> the faction or the like, as an index page shows it
    templates -- the folder of its templates
    """

    game: Game
    edits: dict
    read_head: Callable[..., Any]
    head: Callable[..., Any]
    opened: Callable[..., Any]
    new_units: Callable[..., Any]
    sheet: Callable[..., Any]
    label: Callable[..., Any]
    templates: str

    @property
    def parts(self):
        """The game's own templates by what they show."""
        return {part: f"{self.templates}/_{part}.html" for part in PARTS}
