"""What was marked in a battle, in words."""

import re
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import Q
from django.utils.translation import get_language

from builder.battles.marks import LoggedChanges, is_unit, still_stands
from builder.battles.models import Battle, Mark
from builder.battles.services import ACCEPTED, END, REOPEN, RESULT
from builder.battles.spec import BATTLES
from builder.wording import isolated, local, say
from rules.play.battle import SWITCH, BattleDocument, BattleUnit, Marker
from rules.play.battle_shapes import TEXT
from rules.play.recalling import SILENT
from rules.text import Message, _

MOST_SHOWN = 50
MOST_LATEST, LOOKED_AT = 4, 200  # the newest lines that a board shows, of so many marks
ACCEPTANCE = re.compile(rf"{ACCEPTED}(\d{{1,9}})-\d+-\d+").fullmatch
OF_ACTIVATION = _("from roll {number}, {rank} of this activation")
OF_ROUND = _("from roll {number}, {rank} of this turn")
RANKS = (
    _("first"),
    _("second"),
    _("third"),
    _("fourth"),
    _("fifth"),
    _("sixth"),
    _("seventh"),
    _("eighth"),
    _("ninth"),
    _("tenth"),
)
RULE_HIDDEN = _("Rule hidden")
EVENT_WORDS = {END: _("Battle over."), RESULT: _("Result changed."), REOPEN: _("Battle reopened.")}


class LogLine(NamedTuple):
    """A mark as a line of the log: who made it (the name of a list), when, what changed, and the dice if any fell.

    stands -- all that it did is as it left it, so that it can be taken back alone
    side   -- whose it is
    """

    number: int
    who: str
    made: datetime
    words: list[str]
    undone: bool
    undoes: int | None
    roll: dict[str, Any] | None
    stands: bool
    side: int


def log_of(row: Battle, battle: BattleDocument, before: int | None = None) -> list[LogLine]:
    """The last marks of a battle, newest first; before: the last ones with a smaller number than this."""
    older = {} if before is None else {"number__lt": before}
    marks = row.marks.filter(**older).order_by("-number")[:MOST_SHOWN]
    accepted = {number for mark in marks if (number := accepted_roll(mark))}
    rolls = dict(row.marks.filter(number__in=accepted, roll__isnull=False).values_list("number", "roll"))
    return [line_of(mark, battle, rolls) for mark in marks]


def accepted_roll(mark: Mark) -> int | None:
    """The number of the roll of which a mark accepts a proposal."""
    match = ACCEPTANCE(mark.uid)
    return int(match[1]) if match else None


def latest_of(row: Battle, battle: BattleDocument) -> list[LogLine]:
    """The newest rolls, and that the battle goes on, newest first: what all at a table see."""
    of_all = Q(roll__isnull=False) | Q(command__in=(RESULT, REOPEN))
    marks = row.marks.filter(of_all, number__gt=row.revision - LOOKED_AT).order_by("-number")[:MOST_LATEST]
    return [line_of(mark, battle) for mark in marks]


def line_of(mark: Mark, battle: BattleDocument, rolls: Mapping[int, Any] | None = None) -> LogLine:
    """A mark in words; rolls: by their numbers those that marks accept."""
    words = list(words_of(mark.changes, battle))
    if mark.command in EVENT_WORDS:
        words = [say(EVENT_WORDS[mark.command])]
    elif mark.roll:
        number = say(Message(_("Roll {number}"), {"number": mark.number}))
        words = [" · ".join(filter(None, [number, mark.roll.get("words", {}).get(get_language())]))]
    elif roll := (rolls or {}).get(accepted := accepted_roll(mark) or 0):
        words.append(acceptance(accepted, roll))
    who = battle.sides[mark.side].name if mark.side < len(battle.sides) else ""
    stands = bool(mark.changes) and not (mark.undone or mark.undoes or BATTLES[battle.game].is_of_pages(mark.changes))
    stands = stands and still_stands(battle, mark.changes)
    return LogLine(mark.number, who, mark.made, words, mark.undone, mark.undoes, mark.roll, stands, mark.side)


def acceptance(number: int, roll: dict[str, Any]) -> str:
    """From which roll a mark was accepted, and which one that was of who acts, in that round by that action."""
    nth = roll.get("nth")
    if not nth:  # kept before rolls were counted
        return say(Message(_("from roll {number}"), {"number": number}))
    words = OF_ACTIVATION if "/" in roll.get("by", "") else OF_ROUND
    rank = say(RANKS[nth - 1]) if nth <= len(RANKS) else say(Message(_("no. {number}"), {"number": nth}))
    return say(Message(words, {"number": number, "rank": rank}))


def words_of(done: LoggedChanges, battle: BattleDocument) -> Iterator[str]:
    """What changed, such as "Gordon · Wounds: 1 → 2"."""
    for path, (before, after) in done.items():
        if is_unit(path):
            name = TEXT.read((after or before)["name"])
            yield f"{'+' if after else '−'} {local(name)}"
        else:
            yield change_in_words(path, before, after, battle)


def change_in_words(path: str, before: Any, after: Any, battle: BattleDocument) -> str:
    marker = battle.markers_by_path.get(path)
    unit = battle.units_by_path.get(path.rpartition("/")[0])
    label = " · ".join(label_parts(path, unit, marker, battle))
    start = marker.nothing if marker else 0
    if is_silenced(path):
        return say(Message(_("{label}: {text}"), {"label": label, "text": after or before}))
    was, now = (start if value is None else value for value in (before, after))
    text = now if not isinstance(now, int) else f"{was or 0} → {now}"
    if marker and marker.kind == SWITCH:
        text = "✓" if now else "–"
    return say(Message(_("{label}: {text}"), {"label": label, "text": text}))


def label_parts(path: str, unit: BattleUnit | None, marker: Marker | None, battle: BattleDocument) -> Iterator[str]:
    owner = path.split("/")[0]
    if unit:
        yield isolated(local(battle.called(path.rpartition("/")[0])))
    elif owner.isdigit() and int(owner) < len(battle.sides):
        yield isolated(battle.sides[int(owner)].name)
    yield local(battle.label(path)) if marker else say(RULE_HIDDEN) if is_silenced(path) else path


def is_silenced(path: str) -> bool:
    """Whether it is where a mark says that a rule is recalled no more."""
    return path.partition("/")[2].startswith(SILENT)
