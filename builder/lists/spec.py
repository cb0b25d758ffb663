"""What a game brings to its lists: `ListSpec`, registered in `LISTS`."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from builder.lists.edits import Edit
from builder.lists.findings import Remedy
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferGroup
from builder.registry import Registry
from rules.catalogue import Catalogue, Entry
from rules.text import Text, _


@dataclass(frozen=True)
class ListLabels:
    """What a game calls its list, as marked texts.

    adding   -- the heading of the units that may be added
    empty    -- shown in a list without units
    """

    adding: str = _("Add to the list")
    empty: str = _("No units yet. Add one.")


class Term(NamedTuple):
    """What a label on cards means.

    short   -- the label where it is an abbreviation, else ""
    entries -- the entries of the book that explain it
    """

    short: str
    entries: tuple[Entry, ...]


class Wish(NamedTuple):
    """What a player may want more of in a list that is completed for them.

    label  -- a marked text
    groups -- the keys of the `OfferGroup`s that bring it
    """

    label: str
    groups: tuple[str, ...]


@dataclass(frozen=True)
class ListSpec:
    """How lists of a game are edited.

    edits       -- name -> `Edit`: those that every game has and its own
    read_head   -- (loaded roster, fields of a form) -> the fields of the list's head; raises `BadEdit`
    head_values -- (document, or None for a new list) -> the values of the head's form, by the names of its fields
    settings    -- (loaded roster) -> `OfferGroup`s of what the fields of the head may be; their keys are the fields
    opened      -- (loaded roster, unit index) -> the context of the open unit's card beside its picker
    new_units   -- (loaded roster) -> `OfferGroup`s of units that may be added
    library     -- (loaded roster, documents of its player's other lists of the game, newest first) -> `OfferGroup`s of
                   units that are copied from them; None: the game offers none
    label       -- (loaded roster) -> the faction or the like, for index pages
    picker      -- (loaded roster, unit index) -> `OfferGroup`s of what that unit may take; None: no picker
    values      -- (loaded roster, unit index) -> `OfferGroup`s of what else that unit may be: steps, switches, crews
    remedies    -- rule id -> `Remedy`, for each requirement
    terms       -- (catalogue) -> the `Term`s that labels on cards open, by the word that `lists/_term.html` is given
    labels      -- what it calls its list
    count_label -- (number of units) -> "3 figures", the size of a list without points
    start_list  -- (empty document, catalogue) -> the document of a new list
    agreed      -- fields of the head that players agree on: no search changes them
    drawn       -- fields of the head that chance chooses for a list that it makes, the faction first
    unit_points -- what a unit usually costs with all it has; 0 in a game without points
    wishes      -- slug -> `Wish`
    modelled    -- fields of a unit that hold what is seen on its model
    """

    edits: Mapping[str, Edit]
    read_head: Callable[[LoadedRoster, Mapping[str, str]], dict[str, Any]]
    opened: Callable[[LoadedRoster, int], dict[str, Any]]
    new_units: Callable[[LoadedRoster], Sequence[OfferGroup]]
    label: Callable[[LoadedRoster], Text]
    head_values: Callable[[Any], dict[str, Any]] = lambda _document: {}
    settings: Callable[[LoadedRoster], Iterable[OfferGroup]] = lambda _loaded: ()
    values: Callable[[LoadedRoster, int], Iterable[OfferGroup]] = lambda _loaded, _index: ()
    picker: Callable[[LoadedRoster, int], Iterable[OfferGroup]] | None = None
    library: Callable[[LoadedRoster, Sequence[Any]], Sequence[OfferGroup]] | None = None
    remedies: Mapping[str, Remedy] = field(default_factory=dict)
    terms: Callable[[Catalogue], Mapping[str, Term]] = lambda _catalogue: {}
    labels: ListLabels = ListLabels()
    count_label: Callable[[int], str] = str
    start_list: Callable[[Any, Catalogue], Any] = lambda document, _catalogue: document
    agreed: tuple[str, ...] = ()
    drawn: tuple[str, ...] = ()
    unit_points: int = 0
    wishes: Mapping[str, Wish] = field(default_factory=dict)
    modelled: tuple[str, ...] = ()

    @property
    def makes_lists(self) -> bool:
        """Whether chance can make a list of nothing: it knows what to draw, or what to spend."""
        return bool(self.drawn or self.unit_points)


LISTS: Registry[ListSpec] = Registry("ListSpec")
