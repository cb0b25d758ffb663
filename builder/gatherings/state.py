"""A gathering as its pages show it: one document assembled from its members' rosters, judged like any other list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import cached_property
from textwrap import wrap
from typing import Any

from django.utils.timezone import localdate

from builder.gatherings import services
from builder.gatherings.models import YES, Attendance, Chapter, Gathering, Membership
from builder.gatherings.played import PlayedBattle, battles_of
from builder.gatherings.spec import GATHERINGS, Condition
from builder.lists.history import load_roster
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from rules.catalogue import Catalogue, Entry
from rules.checks import Finding
from rules.document import MOST_UNITS, Document, LogEntry
from rules.shapes import LONGEST_TEXT, Refused
from rules.text import Message, _, folded
from rules.verdict import Verdict

SEPARATOR = " · "
ENDS = (".", "!", "?", "…")
UNREADABLE = _("This list can’t be read: it isn’t counted, printed or exported.")
NO_ROOM = _("Full, maximum units: {most}. This list isn’t counted, printed or exported.")


@dataclass(frozen=True)
class Person:
    """One unit of a member. `index` is its place in the assembled document, `picture` the name of its photo or ""."""

    index: int
    condition: Condition
    findings: tuple[Finding, ...]
    picture: str = ""


@dataclass(frozen=True)
class Member:
    """A current membership with its units.

    own      -- this browser may edit its roster
    left_out -- why the roster is not in the assembled document, or None
    readable -- its document could be read
    """

    membership: Membership
    people: tuple[Person, ...]
    own: bool
    left_out: Message | None = None
    readable: bool = True

    @property
    def roster(self) -> Roster | None:
        return self.membership.roster


class SharedState:
    """A gathering with its members and its chapters, as every game has it.

    memberships -- all there ever were
    mine        -- those memberships whose rosters this browser may edit
    """

    def __init__(self, gathering: Gathering, memberships: Sequence[Membership], mine: Sequence[Membership] = ()):
        self.gathering, self.memberships, self.mine = gathering, memberships, mine
        self.current = [membership for membership in memberships if membership.current]
        self.chapters = chapters_of(gathering, memberships)

    @cached_property
    def held(self) -> list[Chapter]:
        """The chapters that were played, in order."""
        held = [chapter for chapter in self.chapters if chapter.held]
        return sorted(held, key=lambda chapter: (day_of(chapter), chapter.pk))

    @property
    def planned(self) -> list[Chapter]:
        return [chapter for chapter in self.chapters if not chapter.held]

    @property
    def past(self) -> list[Membership]:
        """Memberships that ended or whose roster was removed, latest first."""
        ended = [membership for membership in self.memberships if not membership.current]
        return sorted(ended, key=lambda membership: (ended_at(membership), membership.pk), reverse=True)

    @cached_property
    def returning(self) -> list[Membership]:
        """Past memberships whose end may still be undone, unless the roster has joined again since."""
        joined = {membership.roster_id for membership in self.memberships if membership.left is None}
        ended = filter(services.may_return, self.past)
        return [membership for membership in ended if membership.roster and membership.roster_id not in joined]


class GatheringState(SharedState):
    """A gathering with its assembled document, its members and its chapters.

    memberships -- all there ever were, with their rosters' documents
    book        -- the game's newest, where it was asked for just now

    Sets the names of the rosters in `memberships` to their present names, without saving them.
    """

    def __init__(
        self,
        gathering: Gathering,
        memberships: Sequence[Membership],
        mine: Sequence[Membership] = (),
        book: Catalogue | None = None,
    ):
        super().__init__(gathering, memberships, mine)
        self.spec, self.book = GATHERINGS[gathering.game], book
        self.documents = {}
        for membership in self.current:
            if membership.roster:
                document = self.documents[membership.pk] = document_of(membership.roster)
                membership.roster.name = present_name(membership, document)  # for `Membership.called`

    @cached_property
    def included(self) -> list[tuple[Membership, Any]]:
        """(membership, document) of each member whose document can be read and still fits into the assembled one."""
        included, units = [], 0
        for membership in self.current:
            document = self.documents[membership.pk]
            if document is not None and units + len(document.units) <= MOST_UNITS:
                units += len(document.units)
                included.append((membership, document))
        return included

    @property
    def rosters(self) -> tuple[int, ...]:
        """The pks of the rosters in the assembled document."""
        return tuple(membership.roster_id for membership, _document in self.included if membership.roster_id)

    @cached_property
    def unit_indexes(self) -> dict[int | None, tuple[int, ...]]:
        """The indexes of a roster's units in the assembled document, by the pk of the roster."""
        indexes, first = {}, 0
        for membership, document in self.included:
            indexes[membership.roster_id] = tuple(range(first, first + len(document.units)))
            first += len(document.units)
        return indexes

    @cached_property
    def loaded(self) -> LoadedRoster:
        """The assembled document, loaded."""
        empty = LoadedRoster.empty(self.gathering.game)
        document = self.spec.assemble(empty.document, [document for _membership, document in self.included])
        texts = {"name": self.gathering.name, "notes": self.gathering.notes}
        loaded = LoadedRoster(replace(document, **texts, log=tuple(self.log())))
        if self.book is not None:
            loaded.catalogue = self.book
        return loaded

    def log(self) -> Iterator[LogEntry]:
        """A log entry for each chapter that was played, with what changed for whom; long texts take several entries."""
        for chapter in self.held:
            rosters = [participation.membership.roster_id for participation in chapter.participations.all()]
            units = tuple(sorted(index for roster in rosters for index in self.unit_indexes.get(roster, ())))
            for text in wrap(story(chapter), LONGEST_TEXT) or [""]:
                yield LogEntry(date=day_of(chapter).isoformat(), title=chapter.title, text=text, units=units)

    @property
    def verdict(self) -> Verdict:
        return self.loaded.verdict

    @cached_property
    def members(self) -> list[Member]:
        unit_analyses, findings = self.verdict.analysis.units, self.verdict.by_unit
        people = [
            Person(
                index,
                self.spec.condition(unit_analysis),
                tuple(findings.get(index, ())),
                unit_analysis.unit.picture or "",
            )
            for index, unit_analysis in enumerate(unit_analyses)
        ]
        return [self.member(membership, people) for membership in self.current]

    def member(self, membership: Membership, people: Sequence[Person]) -> Member:
        """A `Member` with its own among all `people` of the assembled document."""
        indexes, readable = self.unit_indexes.get(membership.roster_id), self.documents[membership.pk] is not None
        why = Message(NO_ROOM, {"most": MOST_UNITS}) if readable else Message(UNREADABLE)
        return Member(
            membership,
            tuple(people[index] for index in indexes or ()),
            own=membership in self.mine,
            left_out=why if indexes is None else None,
            readable=readable,
        )

    @cached_property
    def conditions(self) -> list[Condition]:
        return [person.condition for member in self.members for person in member.people]

    @cached_property
    def roles(self) -> list[tuple[Entry, list[str]]]:
        """Each role of the book with the names of those who have it: (entry, names)."""
        names: dict[str | None, list[str]] = {}
        for condition in self.conditions:
            if condition.plays:
                names.setdefault(condition.role, []).append(condition.name)
        return [(entry, names.get(entry.slug, [])) for entry in self.spec.roles(self.loaded.catalogue)]

    @cached_property
    def role_entries(self) -> dict[str, Entry]:
        return {entry.slug: entry for entry, _names in self.roles}

    @property
    def covered(self) -> int:
        """How many roles somebody has."""
        return sum(bool(names) for _entry, names in self.roles)

    @cached_property
    def answers(self) -> dict[int, list[Attendance]]:
        """Who has said whether they come to the planned chapters, by the pk of the chapter; past members left out."""
        current, answers = {membership.pk: membership for membership in self.current}, dict[int, list[Attendance]]()
        for row in Attendance.objects.filter(chapter__in=self.planned, membership__in=current):
            row.membership = current[row.membership_id]
            answers.setdefault(row.chapter_id, []).append(row)
        return answers

    def coming(self, chapter: Chapter) -> list[Membership]:
        """The current members who come to a chapter; all of them where nobody has answered."""
        answers = self.answers.get(chapter.pk)
        if answers is None:
            return self.current
        return [row.membership for row in answers if row.answer == YES]

    @cached_property
    def battles(self) -> dict[int, list[PlayedBattle]]:
        """The battles of the planned chapters, by the pk of the chapter."""
        return battles_of([chapter.pk for chapter in self.planned])

    @cached_property
    def short_of(self) -> dict[int, UnmetRequirements]:
        """What each planned chapter still requires, by the pk of the chapter."""
        return {chapter.pk: UnmetRequirements(chapter, self.conditions) for chapter in self.planned}


class UnmetRequirements:
    """What a planned chapter requires and the members do not meet yet; false where they meet everything.

    members -- how many players more have to take part
    low     -- the conditions of those whose score is too low
    """

    def __init__(self, chapter: Chapter, conditions: Sequence[Condition]):
        least, score = chapter.least_members, chapter.least_score
        playing = [condition for condition in conditions if condition.plays]
        self.members = max(0, least - number_of_players(conditions)) if least else 0
        self.low = [condition for condition in playing if score and (condition.score or 0) < score]

    def __bool__(self) -> bool:
        return bool(self.members or self.low)


def number_of_players(conditions: Sequence[Condition]) -> int:
    """How many players lead these units in games; a unit without a player's name stands for one of its own."""
    names = [folded(condition.player) for condition in conditions if condition.played]
    return len(set(filter(None, names))) + names.count("")


def story(chapter: Chapter) -> str:
    """What happened, then what changed for each member, parted by dots unless a sentence ends there."""
    changes = [
        f"{participation.membership.called}: {participation.text}"
        for participation in chapter.participations.all()
        if participation.text
    ]
    text, changed = chapter.text.strip(), SEPARATOR.join(changes)
    space = " " if not text or not changed or text.endswith(ENDS) else SEPARATOR
    return f"{text}{space}{changed}".strip()


def day_of(chapter: Chapter) -> date:
    """The date of a chapter; one without a date counts from the day when it was created."""
    return chapter.date or localdate(chapter.made)


def document_of(roster: Roster) -> Any:
    """The typed document of a roster, or None where it cannot be read."""
    try:
        return load_roster(roster).document
    except Refused:
        return None


def present_name(membership: Membership, document: Document | None) -> str:
    """The name of a member now: of its only unit, else of its list, else the name with which it joined."""
    name = document.units[0].name if document and len(document.units) == 1 else ""
    return name or membership.called


def ended_at(membership: Membership) -> datetime:
    """When a past membership ended; when it began where its roster's row is gone."""
    return membership.left or (membership.roster and membership.roster.deleted) or membership.joined


def chapters_of(gathering: Gathering, memberships: Sequence[Membership]) -> list[Chapter]:
    """The chapters with their participations, which refer to the given `memberships`."""
    by_pk = {membership.pk: membership for membership in memberships}
    rows = Chapter.objects.filter(gathering=gathering, deleted__isnull=True)
    chapters = list(rows.prefetch_related("participations"))
    for participation in (part for chapter in chapters for part in chapter.participations.all()):
        if participation.membership_id in by_pk:
            participation.membership = by_pk[participation.membership_id]
    return chapters
