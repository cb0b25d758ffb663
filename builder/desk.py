"""What shared code may ask of a game's workshop: its edits, its pages and its sheet, beside the `Game`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from django.template.loader import select_template

from builder.together import Together
from rules.game import Game
from rules.text import _

PARTS = (
    "head",  # the form of the list's head
    "allegiance",  # the line under the list's name
    "gauges",  # what the bar shows beside the verdict
    "card_title",  # a unit's card: its head, what a closed one says, what an open one offers
    "summary",
    "opened",
    "glance",  # sums over the whole list
    "scenario",  # what the list is built for
    "face",  # an entry of the book on the shelf
    "tables",  # the book's tables, on the rules page
    "ticket",  # what the game builds, on the first page
    "effect",  # what the head's choices come to
)


@dataclass(frozen=True)
class Words:
    """What a game calls its list, as marked texts: over what may be added, in an empty one, for a nameless one."""

    adding: str = _("Add to the list")
    empty: str = _("Nothing here yet. Add a unit.")
    nameless: str = _("A list without a name")


class Page(NamedTuple):
    """A page that only one game has: its title (a marked text), its view and its icon in static/ui.svg."""

    title: str
    view: Callable[..., Any]
    icon: str = "book"


def as_it_is(list_, _catalogue):
    """A new list begins with nothing in it."""
    return list_


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
    templates -- the folder of its templates: one for each of `PARTS` that it draws in its own way
    words     -- what it calls its list
    counted   -- (number) -> "3 figures", for a game without points
    begin     -- (list, catalogue) -> the list that a new one begins as
    pages     -- slug -> `Page` of a list: view(request, row)
    reference -- slug -> `Page` of the game itself: view(request, desk, catalogue)
    credit    -- a marked text that stands under every page and sheet of the game, where its licence asks for one
    gathering -- how several people's lists are brought together, a `Together`; None where they are not
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
    words: Words = Words()
    counted: Callable[[int], str] = str
    begin: Callable[..., Any] = as_it_is
    pages: dict = field(default_factory=dict)
    reference: dict = field(default_factory=dict)
    credit: str = ""
    gathering: Together | None = None

    @cached_property
    def parts(self):
        """The templates by what they show: the game's own, or those in templates/game/ where it brings none."""
        return {
            part: select_template([f"{self.templates}/_{part}.html", f"game/_{part}.html"]).template.name
            for part in PARTS
        }
