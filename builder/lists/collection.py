"""The lists of one player as light values: what a page says about each, and which of them its address asks for."""

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple, Self
from urllib.parse import urlencode

from django.core.paginator import Page

from builder.web.forms import number_or_none
from builder.wording import clean
from rules.text import folded
from rules.verdict import BAD, OK, TODO, state_of

ON_A_PAGE = 50
LONGEST_LABEL = 40  # characters
MOST_LABELS = 10  # of one list
LONGEST_SEARCH = 200  # characters; the rest is not looked for
SORTS = ("changed", "name", "points", "created")
STATES = {"legal": OK, "todo": TODO, "illegal": BAD}  # as addresses write them
LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "’": "'"})


class ListedRoster(NamedTuple):
    """A list among those of its player; the first fields are columns of `Roster`.

    pinned, archived, labels -- as the player set them
    due                      -- that it is in use is to be recorded today
    prohibitions             -- None where they were not counted (see `placing.count_prohibitions`)
    """

    pk: int
    game: str
    name: str
    label_fr: str
    label_en: str
    points: int | None
    budget: int | None
    units: int
    errors: int
    prohibitions: int | None
    changed: datetime
    deleted: datetime | None
    pinned: bool
    archived: bool
    labels: tuple[str, ...]
    due: bool

    @property
    def state(self) -> str:
        """As `Verdict.state`."""
        return state_of(self.errors, self.prohibitions)


COLUMNS = ListedRoster._fields[:12]


def merged(rows: Iterable[ListedRoster]) -> list[ListedRoster]:
    """Each list once, where several grants of a player lead to it.

    It is pinned where one of them says so, archived where all do, and has the labels of all.
    """
    by_pk: dict[int, ListedRoster] = {}
    for row in rows:
        other = by_pk.get(row.pk)
        by_pk[row.pk] = row if other is None else merge(other, row)
    return list(by_pk.values())


def merge(row: ListedRoster, other: ListedRoster) -> ListedRoster:
    return row._replace(
        pinned=row.pinned or other.pinned,
        archived=row.archived and other.archived,
        labels=distinct((*row.labels, *other.labels)),
        due=row.due or other.due,
    )


# --- Labels ---------------------------------------------------------------------------------------------------------


def labels_of(lines: str) -> tuple[str, ...]:
    """The labels in the column `labels` of a grant."""
    return tuple(line for line in lines.split("\n") if line)


def clean_label(text: str) -> str:
    """A label in one line, without control characters; "" where nothing is left."""
    return " ".join(clean(text).split())


def distinct(labels: Iterable[str]) -> tuple[str, ...]:
    """Each label once, in its first spelling."""
    by_spelling: dict[str, str] = {}
    for label in labels:
        by_spelling.setdefault(folded(label), label)
    return tuple(by_spelling.values())


def with_label(labels: Sequence[str], label: str) -> tuple[str, ...]:
    return distinct((*labels, label))


def without_label(labels: Sequence[str], label: str) -> tuple[str, ...]:
    return tuple(other for other in labels if folded(other) != folded(label))


def all_labels(columns: Iterable[str]) -> list[str]:
    """The labels in some columns `labels`, each once, in the order of the alphabet."""
    return sorted(
        distinct(label for lines in columns for label in labels_of(lines)), key=lambda label: (plain(label), label)
    )


# --- What is shown --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Choice:
    """Which lists are shown, as the address of the page says it.

    q       -- words that all have to be found
    game    -- a slug, or "" for all
    verdict -- one of `STATES`, or "" for all
    label   -- one that they have, or "" for any
    sort    -- one of `SORTS`
    archive -- those that are out of sight, instead of the others
    page    -- from 1; of lists
    removed -- from 1; of removed lists. 0: these are folded
    """

    q: str = ""
    game: str = ""
    verdict: str = ""
    label: str = ""
    sort: str = "changed"
    archive: bool = False
    page: int = 1
    removed: int = 0

    @classmethod
    def read(cls, address: Mapping[str, Any]) -> Self:
        """From the fields of an address, of which those that say nothing are left out."""
        verdict, sort = address.get("verdict", ""), address.get("sort", "")
        return cls(
            q=" ".join(address.get("q", "").split())[:LONGEST_SEARCH],
            game=address.get("game", "")[:30],
            verdict=verdict if verdict in STATES else "",
            label=clean_label(address.get("label", ""))[:LONGEST_LABEL],
            sort=sort if sort in SORTS else cls.sort,
            archive=bool(address.get("archive")),
            page=number_or_none(address.get("page")) or 1,
            removed=number_or_none(address.get("removed")) or 0,
        )

    def query(self, more: Mapping[str, str] | None = None, **changes: Any) -> str:
        """The part of the address after its path, with some fields changed: "?q=mira&page=2", or "".

        more -- further fields, which say nothing about the choice
        """
        chosen = vars(replace(self, **changes)).items()
        values = {name: 1 if value is True else value for name, value in chosen if value != getattr(Choice, name)}
        words = urlencode(values | dict(more or {}), errors="replace")
        return f"?{words}" if words else ""

    @property
    def states(self) -> Mapping[str, str]:
        """What `verdict` may be, and which state each is."""
        return STATES

    @property
    def filters(self) -> int:
        """How many of the folded filters are in use."""
        return sum(map(bool, (self.game, self.verdict, self.label)))

    @property
    def narrows(self) -> bool:
        """Whether some lists may be left out."""
        return bool(self.q or self.filters)


def plain(text: str) -> str:
    """A text without case and accents."""
    if text.isascii():
        return text.casefold()
    letters = unicodedata.normalize("NFKD", text.casefold().translate(LIGATURES))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def page_numbers(page: Page) -> list[Any]:
    """What a pager names: the first and the last page, those around this one, and an ellipsis for the others."""
    return list(page.paginator.get_elided_page_range(page.number, on_each_side=1, on_ends=1))
