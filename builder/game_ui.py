"""`GameUI`: what a game defines for pages and sheets. Shared code asks this object, never which game it is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from django.conf import settings
from django.http.response import HttpResponseBase
from django.template.loader import select_template

from builder.gatherings.campaign_spec import CampaignSpec
from builder.gatherings.spec import GatheringSpec
from builder.lists.edits import Edit
from builder.lists.findings import Remedy
from builder.lists.gathering_summary import GatheringSummary
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferGroup
from builder.sheets.kit import KitPage
from builder.sheets.parts import Sheet
from rules.catalogue import Catalogue, Entry
from rules.game import Game
from rules.text import Text, _
from rules.verdict import Verdict

PARTS = (
    "head",  # the form of the list's head
    "allegiance",  # the line under the list's name
    "gauges",  # beside the verdict in the bar
    "card_title",  # the top line of a unit's card
    "summary",  # the content of a closed card
    "opened",  # the content of an open card
    "picker_title",  # whose picker it is, and what room is left
    "glance",  # sums over the whole list
    "scenario",  # the scenario that the list is built for
    "face",  # an entry of the book in a picker
    "tables",  # the book's tables, on the rules page
    "ticket",  # the description of the game on the first page
    "effect",  # the effects of the choices in the head
)


@dataclass(frozen=True)
class ListLabels:
    """What a game calls its list, as marked texts.

    adding   -- the heading of the units that may be added
    empty    -- shown in a list without units
    """

    adding: str = _("Add to the list")
    empty: str = _("No units yet. Add one.")


class HeadContext(Protocol):
    """(catalogue, document or None) -> the context of the template `head`."""

    def __call__(self, catalogue: Catalogue, document: Any = None, /) -> dict[str, Any]: ...


class GamePage(NamedTuple):
    """A page of one game: its title (a marked text), its view, its icon in static/ui.svg."""

    title: str
    view: Callable[..., HttpResponseBase]
    icon: str = "book"


class Term(NamedTuple):
    """What a label on cards means.

    short   -- the label where it is an abbreviation, else ""
    entries -- the entries of the book that explain it
    """

    short: str
    entries: tuple[Entry, ...]


def no_terms(_catalogue: Catalogue) -> dict[str, Term]:
    """`GameUI.terms` for a game whose labels explain themselves."""
    return {}


def unchanged(document: Any, _catalogue: Catalogue) -> Any:
    """`GameUI.start_list` for a game whose new lists are empty."""
    return document


@dataclass(frozen=True)
class GameUI:
    """A game on pages and sheets.

    game        -- the `Game` it belongs to
    edits       -- name -> `Edit`: those that every game has and its own
    read_head   -- (loaded roster, fields of a form) -> the fields of the list's head; raises `BadEdit`
    head        -- (catalogue, document or None) -> the context of the template `head`
    opened      -- (loaded roster, unit index) -> the context of the open unit's card beside its picker
    picker      -- (loaded roster, unit index) -> `OfferGroup`s of what that unit may take; None: no picker
    new_units   -- (loaded roster) -> `OfferGroup`s of units that may be added
    remedies    -- rule id -> `Remedy`, for each requirement
    build_sheet -- (document, verdict) -> the printed sheet
    label       -- (loaded roster) -> the faction or the like, for index pages
    templates   -- the folder of its templates, which may have one for each of `PARTS`
    labels      -- what it calls its list
    count_label -- (number of units) -> "3 figures", the size of a list without points
    start_list  -- (empty document, catalogue) -> the document of a new list
    list_pages  -- slug -> page of a list: view(request, roster)
    game_pages  -- slug -> page of the game itself: view(request, game_ui, catalogue)
    credit      -- a marked text under every page and sheet of the game, if its licence requires one
    terms       -- (catalogue) -> the `Term`s that labels on cards open, by the word that `lists/_term.html` is given
    table_kit   -- (document, verdict) -> the pages of its table kit; None: it has none
    gathering   -- how its lists gather: assembled into one (`GatheringSpec`), or in a campaign; None: not at all
    gathering_sheet -- (sheet, summary of the gathering that the list is in, catalogue) -> the sheet with it
    """

    game: Game
    edits: Mapping[str, Edit]
    read_head: Callable[[LoadedRoster, Mapping[str, str]], dict[str, Any]]
    head: HeadContext
    opened: Callable[[LoadedRoster, int], dict[str, Any]]
    new_units: Callable[[LoadedRoster], Sequence[OfferGroup]]
    build_sheet: Callable[[Any, Verdict], Sheet]
    label: Callable[[LoadedRoster], Text]
    templates: str
    labels: ListLabels = ListLabels()
    count_label: Callable[[int], str] = str
    start_list: Callable[[Any, Catalogue], Any] = unchanged
    list_pages: Mapping[str, GamePage] = field(default_factory=dict)
    game_pages: Mapping[str, GamePage] = field(default_factory=dict)
    credit: str = ""
    gathering: GatheringSpec[Any, Any] | CampaignSpec | None = None
    gathering_sheet: Callable[[Sheet, GatheringSummary, Catalogue], Sheet] | None = None
    picker: Callable[[LoadedRoster, int], Iterable[OfferGroup]] | None = None
    remedies: Mapping[str, Remedy] = field(default_factory=dict)
    terms: Callable[[Catalogue], Mapping[str, Term]] = no_terms
    table_kit: Callable[[Any, Verdict], tuple[KitPage, ...]] | None = None

    @cached_property
    def parts(self) -> dict[str, str]:
        """The name of the template for each of `PARTS`: in the game's folder, else in templates/game/."""
        return {
            part: select_template([f"{self.templates}/_{part}.html", f"game/_{part}.html"]).template.name
            for part in PARTS
        }

    @property
    def example_file(self) -> Path:
        """The path of the example list, a document beside the game's book; the file may be missing."""
        return settings.BASE_DIR / "fixtures" / self.game.slug / "example.json"
