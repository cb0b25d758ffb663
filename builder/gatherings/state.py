"""The document of a gathering, assembled from its members' rosters and judged like any other list."""

from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import wrap

from django.utils.timezone import localdate

from builder.gatherings import services
from builder.gatherings.models import Chapter
from builder.lists.history import load_roster
from builder.lists.loaded import LoadedRoster
from rules.document import MOST_UNITS, LogEntry
from rules.shapes import LONGEST_TEXT, Refused
from rules.text import Message, _

UNREADABLE = _("This list cannot be read. It is left out of what is counted, printed and exported.")
NO_ROOM = _(
    "There is no room for this list: {most} units are the most. "
    "It is left out of what is counted, printed and exported."
)


@dataclass(frozen=True)
class Person:
    """One unit of a member: its index in the assembled list, how it is, and what is found about it."""

    index: int
    condition: object
    findings: tuple


@dataclass(frozen=True)
class Member:
    """A membership in force with the units that it brings; `own`: they may be edited by whoever looks.

    `left_out` is the sentence that says why its list is not in the assembled one, or None; `readable`: it was read.
    """

    membership: object
    people: tuple
    own: bool
    left_out: Message | None = None
    readable: bool = True

    @property
    def roster(self):
        return self.membership.roster


class GatheringState:
    """A gathering as it stands: its assembled list, loaded, its members, its chapters.

    `memberships` are all there ever were, with their rosters' documents; `mine` those of whoever looks. Members are
    called by their present names from here on.
    """

    def __init__(self, gathering, game_ui, memberships, chapters=None, mine=()):
        self.gathering, self.game_ui, self.spec = gathering, game_ui, game_ui.gathering
        self.memberships, self.mine = memberships, mine
        self.current = [one for one in memberships if one.current]
        self.typed = {one.pk: list_of(one.roster) for one in self.current}
        for one in self.current:
            one.roster.name = present_name(one, self.typed[one.pk])  # never saved: what `Membership.called` says
        self.chapters = chapters_of(gathering, memberships) if chapters is None else chapters

    @cached_property
    def lists(self):
        """(membership, typed list) of each member whose list can be read and still fits into one document."""
        kept, units = [], 0
        for membership in self.current:
            document = self.typed[membership.pk]
            if document is not None and units + len(document.units) <= MOST_UNITS:
                units += len(document.units)
                kept.append((membership, document))
        return kept

    @cached_property
    def places(self):
        """The indexes of a roster's units in the assembled list, by the roster's pk."""
        found, first = {}, 0
        for membership, document in self.lists:
            found[membership.roster_id] = tuple(range(first, first + len(document.units)))
            first += len(document.units)
        return found

    @cached_property
    def loaded(self):
        empty = LoadedRoster.empty(self.gathering.game)
        document = self.spec.assemble(empty.document, [document for _membership, document in self.lists])
        return LoadedRoster(
            replace(document, name=self.gathering.name, notes=self.gathering.notes, log=tuple(self.log()))
        )

    def log(self):
        """An entry for each chapter that was held, with what changed for whom; long texts go on in further entries."""
        for chapter in self.held:
            came = chapter.participations.all()
            units = tuple(sorted(index for one in came for index in self.places_of(one)))
            texts = [chapter.text, *(f"{one.membership.called}: {one.text}" for one in came if one.text)]
            for text in wrap(" ".join(texts).strip(), LONGEST_TEXT) or [""]:
                yield LogEntry(date=day_of(chapter).isoformat(), title=chapter.title, text=text, units=units)

    def places_of(self, participation):
        return self.places.get(participation.membership.roster_id, ())

    @cached_property
    def held(self):
        """The chapters that were held, in their order."""
        return sorted((one for one in self.chapters if one.held), key=lambda one: (day_of(one), one.pk))

    @property
    def planned(self):
        return [one for one in self.chapters if not one.held]

    @property
    def verdict(self):
        return self.loaded.verdict

    @cached_property
    def members(self):
        unit_analyses, found = self.verdict.analysis.units, self.verdict.by_unit
        people = [
            Person(index, self.spec.condition(unit_analysis), tuple(found.get(index, ())))
            for index, unit_analysis in enumerate(unit_analyses)
        ]
        return [self.member(one, people) for one in self.current]

    def member(self, membership, people):
        """A `Member` with its share of the `people` in the assembled list."""
        places, readable = self.places.get(membership.roster_id), self.typed[membership.pk] is not None
        return Member(
            membership,
            tuple(people[index] for index in places or ()),
            own=membership in self.mine,
            left_out=why_left_out(readable) if places is None else None,
            readable=readable,
        )

    @cached_property
    def conditions(self):
        return [person.condition for member in self.members for person in member.people]

    @property
    def past(self):
        """Memberships that ended, and those whose roster was removed, the latest first."""
        ended = [one for one in self.memberships if not one.current]
        return sorted(ended, key=lambda one: (ended_at(one), one.pk), reverse=True)

    @cached_property
    def returning(self):
        """Past memberships that ended so lately that it may be undone, unless the roster has come back since."""
        here = {one.roster_id for one in self.memberships if one.left is None}
        return [one for one in self.past if services.may_return(one) and one.roster and one.roster_id not in here]

    @cached_property
    def roles(self):
        """Each role of the book with the names of those who have it now: (entry, names)."""
        held = {}
        for one in self.conditions:
            if one.plays:
                held.setdefault(one.role, []).append(one.name)
        return [(entry, held.get(entry.slug, [])) for entry in self.spec.roles(self.loaded.catalogue)]

    @cached_property
    def role_entries(self):
        return {entry.slug: entry for entry, _names in self.roles}

    @property
    def covered(self):
        return sum(bool(names) for _entry, names in self.roles)

    @cached_property
    def short_of(self):
        """What each planned chapter still lacks, by its pk: how many have to come, and who has too low a score."""
        return {one.pk: Lack(one, self.conditions) for one in self.planned}


class Lack:
    """What is missing before a chapter can be played."""

    def __init__(self, chapter, conditions):
        least, score = chapter.least_members, chapter.least_score
        ready = [one for one in conditions if one.plays]
        self.members = max(0, least - len(ready)) if least else 0
        self.low = [one for one in ready if score and (one.score or 0) < score]

    def __bool__(self):
        return bool(self.members or self.low)


def day_of(chapter):
    return chapter.date or localdate(chapter.made)


def list_of(roster):
    """The typed list of a roster, or None where its document cannot be read."""
    try:
        return load_roster(roster).document
    except Refused:
        return None


def present_name(membership, document):
    """What a member is called now: as its only unit, else as its list, else as it was when it joined."""
    only = document.units[0].name if document and len(document.units) == 1 else ""
    return only or membership.called


def why_left_out(readable):
    return Message(NO_ROOM, {"most": MOST_UNITS}) if readable else Message(UNREADABLE)


def ended_at(membership):
    """When a past membership ended; one whose roster's row is gone says no more than when it began."""
    return membership.left or (membership.roster.deleted if membership.roster else membership.joined)


def chapters_of(gathering, memberships):
    """The chapters, with those who took part among the `memberships`."""
    known = {one.pk: one for one in memberships}
    rows = Chapter.objects.filter(gathering=gathering, deleted__isnull=True)
    chapters = list(rows.prefetch_related("participations"))
    for came in (one for chapter in chapters for one in chapter.participations.all()):
        if came.membership_id in known:
            came.membership = known[came.membership_id]
    return chapters
