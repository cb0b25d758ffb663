"""Hostile elements as units of a battle, and the commands that put them on the table."""

from collections.abc import Iterator
from dataclasses import replace

from builder.battles.marks import Changes, Command, MarkContext, put_on, whole_number
from builder.battles.spec import BattleContext
from builder.games.rbn.hostile_cards import hostile_card, sheet_card
from builder.lists.edits import BadEdit
from builder.sheets.parts import SEPARATOR, SheetCard
from rules.games.rbn.play.book import RedButtonPlay, play_of
from rules.games.rbn.play.encounters import (
    BOSS_PLACED,
    CLOUD,
    KIND,
    ROLLED,
    STORM,
    ZOMBIE,
    Encounter,
    Hostile,
    event_path,
)
from rules.games.rbn.play.state import INFECTION
from rules.play.battle import OUT, BattleDocument, BattleUnit, Fact, Marker, Value, figure
from rules.text import Text, _

MOST_AT_ONCE = 20


def hostile_unit(play: RedButtonPlay, hostile: Hostile, number: int = 1, cite: str = "") -> BattleUnit:
    """A hostile element; `number`: the how many'th of its kind it is."""
    return BattleUnit(
        key=hostile.slug,
        name=hostile.name.followed_by(f" {number}" if number > 1 else ""),
        kind=KIND,
        line=line(play, hostile),
        markers=tuple(markers(play, hostile, cite)),
        facts=facts(play, hostile, number),
    )


def markers(play: RedButtonPlay, hostile: Hostile, cite: str) -> Iterator[Marker]:
    """Its wounds, those without effect first (RBN p. 30, 42), what shots and melees mark on any fighter (p. 16, 19,
    21, 22), and what every unit has that cannot flee."""
    wounds, pierced, *states = play.marks["hostile"]
    yield replace(wounds, most=hostile.wounds, free=hostile.free, cite=cite)
    if hostile.free:
        yield pierced
    yield from states
    if hostile.bands:
        yield Marker(f"dry-{hostile.slug}", play.item_marks["dry"].name)
    yield from play.marks["hostile-end"]


def facts(play: RedButtonPlay, hostile: Hostile, number: int) -> dict[str, Fact]:
    """What its rules of play need: figures, all dice in melee, whether it shoots, which of its kind it is."""
    return {
        "hostile": hostile.slug,
        "number": number,
        "move": hostile.move,
        "T": hostile.T or 0,
        "C": hostile.C,
        "melee": play.melee_dice(hostile),
        "shoots": int(bool(hostile.bands)),
        "rules": hostile.rules,
    }


def line(play: RedButtonPlay, hostile: Hostile) -> Text:
    """Its figures in short: move, T, C, dice in melee, shots at somebody on foot and at a vehicle."""
    french, english = (SEPARATOR.join(figures(play, hostile, language)) for language in ("fr", "en"))
    return Text(french, english)


def figures(play: RedButtonPlay, hostile: Hostile, language: str) -> Iterator[str]:
    yield f"{hostile.move} cm"
    yield f"C {hostile.C}+"
    yield Text("corps à corps", "melee").into(language) + f" {play.melee_dice(hostile)}D6"
    if hostile.bands:
        yield play.shots_in_words(hostile, language)


def card(context: BattleContext, unit: BattleUnit) -> SheetCard | None:
    """The card of a hostile element on the table, for `BattleSpec.card`."""
    hostile = play_of(context.catalogue).encounters.hostile_of_unit(unit)
    return None if hostile is None else sheet_card(hostile_card(hostile, context.catalogue))


# --- Commands -------------------------------------------------------------------------------------------------------


def encounter(context: MarkContext, slug: str, number: str = "1") -> Changes:
    """`encounter SLUG NUMBER`: so many of a hostile element come on the table; the robot does so at set-up."""
    play = play_of(context.catalogue)
    hostile, many = play.encounters.hostile_of(slug), whole_number(number)
    if hostile is None or not 1 <= many <= MOST_AT_ONCE:
        raise BadEdit(_("Unknown marker."))
    first = 1 + highest(context.battle, slug)
    units = [hostile_unit(play, hostile, number) for number in range(first, first + many)]
    placed: dict[str, Value] = {BOSS_PLACED: 1} if hostile == play.encounters.boss else {}
    return {**only_known(context.battle, placed), **put_on(context.battle, *units)}


def met(context: MarkContext, slug: str, number: str = "0") -> Changes:
    """`met SLUG NUMBER`: what the table of encounters gave, who comes or what happens; it was rolled on this round."""
    row = play_of(context.catalogue).encounters.row_of_slug(slug)
    if row is None:
        raise BadEdit(_("Unknown marker."))
    come = encounter(context, slug, number) if row.hostile else {}
    return {**only_known(context.battle, event_marks(row)), **come}


def event_marks(row: Encounter) -> dict[str, Value]:
    """The markers of the table that a row sets: a sandstorm clears the cloud (RBN p. 42)."""
    marks: dict[str, Value] = {ROLLED: 1}
    if not row.hostile:  # a dead calm has no marker: `only_known` leaves it out
        marks[event_path(row.slug)] = 1
    if row.slug == STORM:
        marks[event_path(CLOUD)] = 0
    return marks


def only_known(battle: BattleDocument, marks: dict[str, Value]) -> dict[str, Value]:
    return {path: value for path, value in marks.items() if path in battle.markers_by_path}


def turn(context: MarkContext, path: str) -> Changes:
    """`turn PATH`: a zombie takes the place of the infected fighter there (RBN p. 44)."""
    battle = context.battle
    if path not in battle.units_by_path or f"{path}/{INFECTION}" not in battle.markers_by_path:
        raise BadEdit(_("That unit isn’t in this battle."))
    zombie = encounter(context, ZOMBIE)
    return {**only_known(battle, {f"{path}/{OUT}": 1, f"{path}/{INFECTION}": 0}), **zombie}


def highest(battle: BattleDocument, slug: str) -> int:
    """The highest number of those of its kind that are on the table; 0 if there is none."""
    facts = [unit.facts for unit in battle.others.values()]
    return max((figure(known, "number", 1) for known in facts if known.get("hostile") == slug), default=0)


HOSTILE_COMMANDS: dict[str, Command] = {"put-on": encounter, "encounter": encounter, "met": met, "turn": turn}
