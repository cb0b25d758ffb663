"""What can be done with a battle: start it, join it, mark, take back, end it. Each is stored in one transaction.

The row of the battle is locked while something is stored, so that of many players' marks none is lost.
"""

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone

from builder.battles import marks
from builder.battles.document import LONGEST_LOG, write_state
from builder.battles.loading import columns_of, document_of
from builder.battles.markers import bilingual, side_of
from builder.battles.marks import MarkContext
from builder.battles.models import Battle, Mark, Seat
from builder.battles.spec import BATTLES
from builder.gatherings.models import Chapter
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from builder.web.keys import new_key
from rules.play.battle import COUNTER, HELP, MOST_SIDES, BattleDocument, BattleSide, Marker, Result, SideResult
from rules.play.battle_shapes import MOST
from rules.text import Message, _

ROW_BYTES = 100  # of a mark, beside what is marked
MOST_AT_ONCE = 100  # marks that one request brings
ACCEPTED = "accept-"  # so begin the ids of marks that accept what a roll proposes, which the site alone gives
UID = re.compile(rf"(?!{ACCEPTED})[A-Za-z0-9_-]{{8,40}}").fullmatch  # the id of a mark as a browser may choose it
ROLL_ENDED = _("That roll was for an earlier turn.")
END, RESULT, REOPEN = "end", "result", "reopen"  # what the log says of a battle as a whole
ROLL = "roll"


class BattleOver(BadEdit):
    """A change of a battle that is over."""

    def __init__(self) -> None:
        super().__init__(_("This battle is over. Reopen it to make changes."))


class Participant(NamedTuple):
    """A list that is to be played: its row, its present state, who plays it in which role, with whom."""

    roster: Roster
    loaded: LoadedRoster
    player: str = ""
    role: str | None = None
    team: int = 0


@dataclass(frozen=True)
class WantedMark:
    """A mark as it was sent: `uid` is chosen by the sender.

    roll     -- dice to be kept with it: {seed, dice, sides, path, fields, by: who acts, words: {language: text}}
    proposed -- dice that the battle keeps propose it: it may be on another's side
    of_round -- the round of those dice, with which they end; None: whenever
    of_page  -- a page of the game makes it: it may be on what is for such pages alone
    """

    uid: str
    command: str
    fields: Mapping[str, str] = field(default_factory=dict)
    roll: dict[str, Any] | None = None
    proposed: bool = False
    of_round: int | None = None
    of_page: bool = False


# --- starting and joining -------------------------------------------------------------------------------------------


def start(
    participants: Sequence[Participant],
    scenario: str | None,
    name: str = "",
    facts: Mapping[str, int | str] | None = None,
    chapter: Chapter | None = None,
    against: str = "",
    help_level: str = "",
    companions: bool = False,
) -> Battle:
    """Store a new battle of these lists; the first is the host's. Raises `BadEdit`.

    facts   -- what the game keeps of it from the start
    chapter -- of the campaign that it belongs to
    against -- whom the game plays itself, a word of `BattleSpec.against`; "" for nobody
    companions -- the lists play together, as they always do in some games
    help_level -- a slug of `BattleSpec.helps`; "": as much as is usual
    """
    first = participants[0].loaded
    sides = [*map(new_side, participants), *sides_of_game(first, against)]
    battle = new_battle(sides, scenario, first, name[:200], facts, companions)
    battle = replace(battle, marks={HELP: int(help_level)}) if help_level else battle
    with transaction.atomic():
        row = Battle.objects.create(
            game=battle.game,
            name=battle.name,
            scenario=scenario or "",
            **columns_of(battle),
            chapter=chapter,
            join_key=new_key(),
            watch_key=new_key(),
            changed=timezone.now(),
        )
        for number, participant in enumerate(participants):
            add_roster(row, number, participant)
        for number, side in enumerate(battle.sides[len(participants) :], len(participants)):
            row.rosters.create(number=number, revision=0, name=side.name)
    return row


def sides_of_game(loaded: LoadedRoster, against: str) -> list[BattleSide]:
    """The side that the game plays itself, or none. Raises `BadEdit` for a word that the game has not."""
    sides = BATTLES[loaded.document.game].against(loaded.catalogue)
    if against and against not in sides:
        raise BadEdit(_("There is no opponent {given}. There is: {offered}"), given=against, offered=(*sides,) or "–")
    return [sides[against]] if against else []


def new_battle(
    sides: Sequence[BattleSide],
    scenario: str | None,
    first: LoadedRoster,
    name: str = "",
    facts: Mapping[str, int | str] | None = None,
    companions: bool = False,
) -> BattleDocument:
    """A battle of these sides, by the book of the first list. Raises `BadEdit`."""
    document = first.document
    together = companions or BATTLES[document.game].companions
    battle = BattleDocument(document.game, name, document.edition, facts=facts or {}, companions=together)
    return with_scenario(with_sides(battle, sides), scenario, first)


def with_sides(battle: BattleDocument, sides: Iterable[BattleSide]) -> BattleDocument:
    """The battle with these sides. Raises `BadEdit` where they have too many units."""
    after = replace(battle, sides=tuple(with_distinct_names(sides)))
    marks.require_room(len(after.units_by_path))
    return after


def with_distinct_names(sides: Iterable[BattleSide]) -> Iterator[BattleSide]:
    """The sides; a later one of the same name with its player, or numbered where that does not help."""
    taken = {""}
    for number, side in enumerate(sides, 1):
        if side.name and side.name in taken:
            ends = [f" ({end})" for end in (side.player[:100], number) if end]
            names = [side.name[:90] + end for end in ends]
            side = replace(side, name=next((name for name in names if name not in taken), side.name))
        taken.add(side.name)
        yield side


def new_side(participant: Participant) -> BattleSide:
    roster, loaded, player, role, team = participant
    return side_in_role(loaded, role, revision=roster.revision, player=player[:200], team=team)


def side_in_role(loaded: LoadedRoster, role: str | None, **values: object) -> BattleSide:
    """A list as a side; in the role that it was built for where that is None, in none where it is ""."""
    if role is None:
        role = BATTLES[loaded.document.game].plan(loaded).role
    return side_of(loaded, role=role or None, **values)


def add_roster(row: Battle, number: int, participant: Participant) -> None:
    roster = participant.roster
    row.rosters.create(roster=roster, number=number, revision=roster.revision, name=roster.name)


def with_scenario(battle: BattleDocument, scenario: str | None, loaded: LoadedRoster) -> BattleDocument:
    """The battle with the markers of a scenario, which is a slug of the book; marks are kept."""
    spec, book = BATTLES[battle.game], loaded.catalogue
    battle = replace(battle, sides=spec.fit_scenario(book, scenario, battle.sides))
    rounds = spec.rounds(book, scenario, battle.sides)
    round_marker = Marker("round", bilingual(spec.turn), COUNTER, 1, rounds or MOST, start=1)
    markers = (round_marker, *spec.table(book, scenario, battle.sides))
    return replace(battle, scenario=scenario or None, markers=markers)


def join(pk: int, participant: Participant) -> int:
    """Add a list to a battle, on a side that a list has left or on a new one. Returns its number. Raises `BadEdit`."""
    side, roster = new_side(participant), participant.roster
    with transaction.atomic():
        row = locked_open(pk)
        battle = document_of(row)
        if row.game != roster.game:
            raise BadEdit(_("This list is for another game."))
        if row.rosters.filter(roster=roster).exists():
            raise BadEdit(_("This list is already in the battle."))
        erased = [number for number, other in enumerate(battle.sides) if other.erased]
        number = erased[0] if erased else len(battle.sides)
        if number >= MOST_SIDES:
            raise BadEdit(_("Lists per battle: {most} maximum."), most=MOST_SIDES)
        battle = with_sides(battle, (*battle.sides[:number], side, *battle.sides[number + 1 :]))
        battle = with_scenario(battle, battle.scenario, participant.loaded)
        row.rosters.filter(number=number).delete()
        add_roster(row, number, participant)
        save(row, battle)
    return number


def take_seat(pk: int, side: int, units: Iterable[str], player: str = "") -> Seat:
    """Give somebody without a list of one's own units of a side, by their keys. Raises `BadEdit`."""
    with transaction.atomic():
        row = locked_open(pk)
        battle, taken = document_of(row), {path for seat in row.seats.all() for path in seat.paths}
        free = [unit.key for unit in battle.sides[side].units if f"{side}/{unit.key}" not in taken]
        keys = [key for key in free if key in set(units)]
        if not (battle.companions and keys):
            raise BadEdit(_("Choose who you play. Someone else may have just taken them."))
        return row.seats.create(side=side, units=keys, player=player[:100])


def change_scenario(pk: int, scenario: str | None, loaded: LoadedRoster) -> None:
    """Play another scenario. Raises `BattleOver`."""
    with transaction.atomic():
        row = locked_open(pk)
        battle = with_scenario(document_of(row), scenario, loaded)
        row.scenario = scenario or ""
        save(row, battle)


def locked(pk: int) -> Battle:
    """The row, which nobody else changes until the transaction ends. `setup` is read where it is asked for."""
    return Battle.objects.select_for_update().defer("setup").get(pk=pk)


def locked_open(pk: int) -> Battle:
    """As `locked`. Raises `BattleOver`."""
    row = locked(pk)
    if row.ended:
        raise BattleOver
    return row


def save(row: Battle, battle: BattleDocument) -> None:
    """Store a battle whose setup has changed in its locked row."""
    for name, value in columns_of(battle, row.state.get("logged", 0)).items():
        setattr(row, name, value)
    row.changed = timezone.now()
    row.structure += 1
    row.save()


# --- marking --------------------------------------------------------------------------------------------------------


def mark(pk: int, sides: Sequence[int], wanted: Sequence[WantedMark], seats: Sequence[Seat] = ()) -> "Marking":
    """Make marks in their order, each once, however often it is sent.

    sides -- the numbers of the sides of who marks; seats: where those are none
    """
    try:
        return mark_once(pk, sides, seats, wanted, {})
    except IntegrityError:  # some of them are stored already
        return mark_once(pk, sides, seats, wanted, numbers_of(pk, [mark.uid for mark in wanted]))


def numbers_of(pk: int, uids: Collection[str]) -> dict[str, int]:
    """{id: number} of those marks that are stored."""
    return dict(Mark.objects.filter(battle=pk, uid__in=uids).values_list("uid", "number"))


@transaction.atomic
def mark_once(
    pk: int, sides: Sequence[int], seats: Sequence[Seat], wanted: Sequence[WantedMark], numbers: dict[str, int]
) -> "Marking":
    marking = Marking(locked(pk), sides, seats, numbers)
    for mark in wanted:
        marking.add(mark)
    marking.store()
    refused = marking.refused
    for uid in numbers_of(pk, refused) if refused else ():  # sent again, and could not be made any more
        marking.done.append(uid)
        del refused[uid]
    return marking


def changes_of(context: MarkContext, command: str, of_page: bool = False) -> marks.Changes:
    """What a command changes, with what the game marks along. Raises `BadEdit`.

    of_page -- a page of the game makes it
    """
    spec = BATTLES[context.battle.game]
    changes = marks.perform(spec.all_commands, context, command)
    if spec.is_of_pages(changes) and not of_page:
        raise BadEdit(_("Use its own page for that."))
    return {**changes, **spec.along(context.battle, changes)}


class Marking:
    """Makes the marks of one request on a locked battle.

    row, battle -- the battle as the marks leave it
    done        -- the ids of the marks that are stored
    refused     -- {id: why not} of the others
    numbers     -- {id: number} of those that are stored
    """

    def __init__(self, row: Battle, sides: Sequence[int], seats: Sequence[Seat], numbers: dict[str, int]) -> None:
        self.row, self.sides, self.seats, self.numbers = row, sides, seats, numbers
        self.as_side = sides[0] if sides else seats[0].side
        self.as_seat = None if sides else seats[0].pk
        self.battle = self.before = document_of(row)
        self.logged = row.state.get("logged", 0)
        self.spec = BATTLES[row.game]
        self.made: list[Mark] = []
        self.done: list[str] = []
        self.refused: dict[str, Message] = {}

    def add(self, wanted: WantedMark) -> None:
        """Make a mark, unless it is stored already or refused."""
        try:
            if wanted.uid not in self.numbers:
                if wanted.command.startswith(f"{marks.UNDO_AFTER} "):
                    self.undo_after(wanted)
                else:
                    self.make(wanted)
                    self.undo_chain(wanted)
            self.done.append(wanted.uid)
        except BadEdit as bad:
            self.refused[wanted.uid] = bad.message

    def make(self, wanted: WantedMark, undone: Mark | None = None) -> None:
        """Make a mark; undone: the one that it takes back, where that is known. Raises `BadEdit`."""
        if self.row.ended:
            raise BattleOver
        if wanted.of_round not in (None, self.battle.round):
            raise BadEdit(ROLL_ENDED)
        if wanted.command.split()[:1] == [marks.UNDO]:
            undone = undone or self.mark_to_undo(wanted.command.split()[1:])
            changes = marks.undo_changes(self.battle, undone.changes)
        elif wanted.roll is not None:
            wanted, changes = replace(wanted, roll=self.numbered_roll(wanted.roll)), {}
        else:
            units = tuple(path for seat in self.seats for path in seat.paths)
            host = self.row.host in self.sides or wanted.proposed
            context = MarkContext(self.battle, tuple(self.sides), units, host, wanted.fields)
            changes = changes_of(context, wanted.command, wanted.of_page)
        changed = marks.logged_changes(self.battle, changes)
        if changed or undone or wanted.roll or wanted.uid.startswith(ACCEPTED):  # else it changes nothing
            self.log(wanted, changed, undone)
            self.battle = marks.apply_changes(self.battle, changes)

    def undo_chain(self, wanted: WantedMark) -> None:
        """After `undo chain`: what the player marked before, as long as that leaves links of the chain due."""
        while wanted.command == marks.UNDO_CHAIN and self.spec.in_chain(self.battle):
            try:
                self.make(replace(wanted, uid=new_key(), command=marks.UNDO))
            except BadEdit:
                return

    def undo_after(self, wanted: WantedMark) -> None:
        """`undo after N`: take back whatever was marked since the mark N, the newest first. Raises `BadEdit`."""
        after = marks.whole_number(wanted.command.split()[-1])
        later = list(self.standing().filter(number__gt=after).order_by("-number")[: MOST_AT_ONCE + 1])
        if not later:
            raise BadEdit(_("Nothing to undo."))
        if len(later) > MOST_AT_ONCE:
            raise BadEdit(_("Too many marks at once, maximum {most}."), most=MOST_AT_ONCE)
        if any(self.spec.is_of_pages(mark.changes) for mark in later):
            raise BadEdit(_("That can’t be undone alone."))
        for mark in later:
            uid = wanted.uid if mark is later[-1] else new_key()
            self.make(replace(wanted, uid=uid, command=f"{marks.UNDO} {mark.number}"), mark)

    def mark_to_undo(self, words: Sequence[str]) -> Mark:
        """The mark that `undo` takes back: that of the number behind it, else the player's last. Raises `BadEdit`."""
        if not (words and words[0].isdigit()):
            return self.last_mark()
        mark = self.standing().filter(number=marks.whole_number(words[0])).first()
        if mark is None or self.spec.is_of_pages(mark.changes):
            raise BadEdit(_("That can’t be undone alone."))
        if not marks.still_stands(self.battle, mark.changes):
            raise BadEdit(_("Later marks stand on this one."))
        return mark

    def standing(self) -> QuerySet[Mark]:
        """The stored marks that this player may take back: their own, the host all."""
        mine = {} if self.row.host in self.sides else {"side": self.as_side, "seat": self.as_seat}
        return self.row.marks.filter(**mine, undone=False, undoes=None).exclude(changes={})

    def numbered_roll(self, roll: dict[str, Any]) -> dict[str, Any]:
        """A roll with its round and, as `nth`, which roll of who acts it is in that round by that action."""
        same = self.row.marks.filter(roll__path=roll["path"], roll__by=roll["by"], roll__round=self.battle.round)
        return roll | {"round": self.battle.round, "nth": same.count() + 1}

    def log(self, wanted: WantedMark, changed: marks.LoggedChanges, undone: Mark | None) -> None:
        """Note a mark in the log. Raises `BadEdit` where that is full."""
        texts = wanted.command, json.dumps(changed), json.dumps(wanted.roll) if wanted.roll else ""
        logged = self.logged + ROW_BYTES + sum(map(len, texts))
        if logged > LONGEST_LOG:
            raise BadEdit(_("This battle’s log is full. End it and start a new one."))
        self.logged = logged
        self.row.revision += 1
        self.numbers[wanted.uid] = self.row.revision
        if undone:
            undone.undone = True
            if undone.pk:
                undone.save(update_fields=["undone"])
        self.made.append(
            Mark(
                battle=self.row,
                number=self.row.revision,
                uid=wanted.uid,
                side=self.as_side,
                seat=self.as_seat,
                command=wanted.command[:300],
                changes=changed,
                roll=wanted.roll,
                made=timezone.now(),
                undoes=undone.number if undone else None,
            )
        )

    def last_mark(self) -> Mark:
        """The player's last mark that is not taken back. Raises `BadEdit`."""
        for mark in reversed(self.made):
            if mark.changes and not mark.undone and mark.undoes is None and not self.spec.is_of_pages(mark.changes):
                return mark
        mine = self.standing().filter(side=self.as_side, seat=self.as_seat)
        rows = mine.exclude(number__in=[mark.number for mark in self.made]).order_by("-number")
        for mark in rows.iterator(chunk_size=20):
            if not self.spec.is_of_pages(mark.changes):
                return mark
        raise BadEdit(_("Nothing to undo."))

    def store(self) -> None:
        """Store the marks, and the battle where something is marked otherwise than before."""
        if not self.made:
            return
        Mark.objects.bulk_create(self.made)
        row, now = self.row, timezone.now()
        row.structure += self.battle.others.keys() != self.before.others.keys()
        row.state, row.changed = write_state(self.battle, self.logged), now
        values = {"state": row.state, "revision": row.revision, "structure": row.structure, "changed": now}
        Battle.objects.filter(pk=row.pk).update(**values)


# --- ending ---------------------------------------------------------------------------------------------------------


def end(pk: int, result: Result) -> None:
    """Store how a battle ended, and for each list how it fared."""
    with transaction.atomic():
        row = locked(pk)
        battle = replace(document_of(row), result=result)
        announce(row, RESULT if row.ended else END)
        row.ended = row.ended or timezone.now()
        save(row, battle)
        for number, fared in enumerate(result.sides[: len(battle.sides)]):
            standing = len(battle.standing(number))
            fielded = len(battle.paths_of(number))
            row.rosters.filter(number=number).update(outcome=fared.outcome, fielded=fielded, survived=standing)


def reopen(pk: int) -> None:
    """Go on with a battle that was ended; feats and notes are kept for its end."""
    with transaction.atomic():
        row = locked(pk)
        battle, row.ended = document_of(row), None
        announce(row, REOPEN)
        save(row, replace(battle, result=without_outcomes(battle.result) if battle.result else None))
        row.rosters.update(outcome="", fielded=None, survived=None)


def announce(row: Battle, command: str) -> None:
    """Write into the log of a locked battle, which is saved thereafter, what its host did with the whole of it."""
    row.revision += 1
    number, now = row.revision, timezone.now()
    Mark.objects.create(battle=row, number=number, uid=new_key(), side=row.host, command=command, made=now)


def without_outcomes(result: Result) -> Result:
    """What was written of a result, without who won."""
    return Result(tuple(SideResult(feats=side.feats) for side in result.sides), result.notes)
