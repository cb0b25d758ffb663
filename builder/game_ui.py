"""What a game brings to screen and paper, beside its `Game`; shared code asks this object, never which game it is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.http.response import HttpResponseBase
from django.template.loader import select_template

from builder.gatherings.spec import GatheringSpec
from builder.lists.edits import Edit
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferGroup
from builder.sheets.parts import Sheet
from rules.catalogue import Catalogue
from rules.game import Game
from rules.text import Text, _
from rules.verdict import Verdict

PARTS = (
    "head",  # the form of the list's head
    "allegiance",  # the line under the list's name
    "gauges",  # what the bar shows beside the verdict
    "card_title",  # the top line of a unit's card
    "summary",  # what a closed card says
    "opened",  # what an open card offers
    "glance",  # sums over the whole list
    "scenario",  # what the list is built for
    "face",  # an entry of the book in a picker
    "tables",  # the book's tables, on the rules page
    "ticket",  # what the game builds, on the first page
    "effect",  # what the head's choices come to
)


@dataclass(frozen=True)
class ListLabels:
    """What a game calls its list, as marked texts: over what may be added, in an empty one, for a nameless one."""

    adding: str = _("Add to the list")
    empty: str = _("Nothing here yet. Add a unit.")
    nameless: str = _("A list without a name")


class GamePage(NamedTuple):
    """A page that only one game has: its title (a marked text), its view and its icon in static/ui.svg."""

    title: str
    view: Callable[..., HttpResponseBase]
    icon: str = "book"


def unchanged(document: Any, _catalogue: Catalogue) -> Any:
    """The start of a new list that begins with nothing in it."""
    return document


@dataclass(frozen=True)
class GameUI:
    """A game on screen and paper.

    game        -- the `Game` it belongs to
    edits       -- name -> `Edit`: those that every game has and its own
    read_head   -- (loaded roster, fields of a form) -> the fields of the list's head; raises `BadEdit`
    head        -- (catalogue, document or None) -> what the form of the head shows
    opened      -- (loaded roster, unit index) -> what the open unit's card shows beside its picker
    picker      -- (loaded roster, unit index) -> `OfferGroup`s of what that unit may take; None without a picker
    new_units   -- (loaded roster) -> `OfferGroup`s of what may be added to the list
    build_sheet -- (document, verdict, language) -> the printed sheet
    label       -- (loaded roster) -> the faction or the like, as an index page shows it
    templates   -- the folder of its templates: one for each of `PARTS` that it draws in its own way
    labels      -- what it calls its list
    count_label -- (number) -> "3 figures", for a game without points
    start_list  -- (document, catalogue) -> the document that a new list begins with
    list_pages  -- slug -> page of a list: view(request, roster)
    game_pages  -- slug -> page of the game itself: view(request, game_ui, catalogue)
    credit      -- a marked text that stands under every page and sheet of the game, where its licence asks for one
    gathering   -- how several people's lists are brought together; None where they are not
    """

    game: Game
    edits: Mapping[str, Edit]
    read_head: Callable[[LoadedRoster, Mapping[str, str]], dict[str, Any]]
    head: Callable[..., dict[str, Any]]
    opened: Callable[[LoadedRoster, int], dict[str, Any]]
    new_units: Callable[[LoadedRoster], Sequence[OfferGroup]]
    build_sheet: Callable[[Any, Verdict, str], Sheet]
    label: Callable[[LoadedRoster], Text]
    templates: str
    labels: ListLabels = ListLabels()
    count_label: Callable[[int], str] = str
    start_list: Callable[[Any, Catalogue], Any] = unchanged
    list_pages: Mapping[str, GamePage] = field(default_factory=dict)
    game_pages: Mapping[str, GamePage] = field(default_factory=dict)
    credit: str = ""
    gathering: GatheringSpec | None = None
    picker: Callable[[LoadedRoster, int], Iterable[OfferGroup]] | None = None

    @cached_property
    def parts(self) -> dict[str, str]:
        """The name of the template for each of `PARTS`: the game's own, or the one in templates/game/."""
        return {
            part: select_template([f"{self.templates}/_{part}.html", f"game/_{part}.html"]).template.name
            for part in PARTS
        }

    @property
    def example_file(self) -> Path:
        """The example list: a document beside the game's book; the file may be missing."""
        return settings.BASE_DIR / "fixtures" / self.game.slug / "example.json"
