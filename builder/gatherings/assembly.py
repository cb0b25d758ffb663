"""The document of a gathering, assembled from its members' rosters and judged like any other list."""

from dataclasses import dataclass, replace
from functools import cached_property
from textwrap import wrap

from django.utils.timezone import localdate

from builder import history
from builder.models import Chapter
from builder.workbench import Bench
from rules.games import GAMES
from rules.roster import FORMAT, MOST_UNITS, LogEntry, read
from rules.shapes import LONGEST_TEXT


@dataclass(frozen=True)
class Person:
    """One unit of a member: its index in the assembled list, how it is, and what is found about it."""

    index: int
    condition: object
    findings: tuple


@dataclass(frozen=True)
class Member:
    """A membership in force with the units that it brings; `own`: they may be edited by whoever looks."""

    membership: object
    people: tuple
    own: bool

    @property
    def roster(self):
        return self.membership.roster


class Company:
    """A gathering as it stands: the bench of its assembled list, its members, its chapters.

    `memberships` are all there ever were, with their rosters' documents; `mine` those of whoever looks.
    """

    def __init__(self, gathering, desk, memberships, chapters=None, mine=()):
        self.gathering, self.desk, self.together = gathering, desk, desk.gathering
        self.memberships, self.mine = memberships, mine
        self.chapters = chapters_of(gathering) if chapters is None else chapters

    @cached_property
    def lists(self):
        """(membership, typed list) of each member, as long as the units fit into one document."""
        kept, units = [], 0
        for membership in self.memberships:
            if membership.current:
                list_ = history.bench_of(membership.roster).list
                units += len(list_.units)
                if units <= MOST_UNITS:
                    kept.append((membership, list_))
        return kept

    @cached_property
    def places(self):
        """The indexes of a roster's units in the assembled list, by the roster's pk."""
        found, first = {}, 0
        for membership, list_ in self.lists:
            found[membership.roster_id] = tuple(range(first, first + len(list_.units)))
            first += len(list_.units)
        return found

    @cached_property
    def bench(self):
        empty = read({"format": FORMAT, "game": self.gathering.game, "units": []}, GAMES)
        list_ = self.together.assemble(empty, [list_ for _membership, list_ in self.lists])
        return Bench(replace(list_, name=self.gathering.name, notes=self.gathering.notes, log=tuple(self.log())))

    def log(self):
        """An entry for each chapter that was held, with what changed for whom; long texts go on in further entries."""
        for chapter in self.held:
            came = chapter.participations.all()
            units = tuple(sorted(index for one in came for index in self.places_of(one)))
            told = [chapter.text, *(f"{one.membership.called}: {one.text}" for one in came if one.text)]
            for text in wrap(" ".join(told).strip(), LONGEST_TEXT) or [""]:
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
        return self.bench.verdict

    @cached_property
    def members(self):
        views, found = self.verdict.survey.units, self.verdict.by_unit
        people = [
            Person(index, self.together.condition(view), tuple(found.get(index, ())))
            for index, view in enumerate(views)
        ]
        return [
            Member(one, tuple(people[index] for index in self.places[one.roster_id]), one in self.mine)
            for one, _list in self.lists
        ]

    @cached_property
    def conditions(self):
        return [person.condition for member in self.members for person in member.people]

    @property
    def past(self):
        """Memberships that ended, and those whose roster was removed, the latest first."""
        ended = [one for one in self.memberships if not one.current]
        return sorted(ended, key=lambda one: (one.left or one.roster.deleted, one.pk), reverse=True)

    @cached_property
    def roles(self):
        """Each role of the book with the names of those who have it now: (entry, names)."""
        held = {}
        for one in self.conditions:
            if one.plays:
                held.setdefault(one.role, []).append(one.name)
        return [(entry, held.get(entry.slug, [])) for entry in self.together.roles(self.bench.catalogue)]

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


def chapters_of(gathering):
    rows = Chapter.objects.filter(gathering=gathering, deleted__isnull=True)
    return list(rows.prefetch_related("participations__membership__roster"))
