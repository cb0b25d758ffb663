"""Encounters in a battle: when the table is rolled on, what the dice say, what is in force then (RBN p. 42 to 44)."""

from collections.abc import Iterator, Sequence

from builder.battles.markers import bilingual
from builder.battles.spec import BattleContext, Checklist, Step
from builder.games.rbn.battle.hostile import hostile_unit
from rules.catalogue import Catalogue
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.encounter_roll import DICE, read_encounter
from rules.games.rbn.play.encounters import BOSS_PLACED, ROLLED, EncounterRules, Hostile, event_path, on_table
from rules.games.rbn.play.state import STEP
from rules.play.actions import Notice, Words
from rules.play.battle import ACTIVATED, TABLE, BattleDocument, BattleUnit, Marker
from rules.play.marks import Mark, command
from rules.text import Message, _

PLAYED = f"{TABLE}/encounters"
AGREED = f"{STEP}encounters"


# --- Markers --------------------------------------------------------------------------------------------------------


def table_markers(catalogue: Catalogue, scenario: str | None) -> Iterator[Marker]:
    """The table's: whether encounters are played and were rolled for, and what is in force."""
    encounters = play_of(catalogue).encounters
    rules, page = encounters.rules_in(scenario), encounters.usual.cite
    yield Marker(key(PLAYED), bilingual(_("Encounters")), start=int(rules.always), cite=when_page(rules, catalogue))
    yield Marker(key(AGREED), bilingual(_("Hostile elements")), cite=page)
    if rules.again:
        yield Marker(key(BOSS_PLACED), encounters.boss.name, cite=encounters.boss.cite)
    yield Marker(key(ROLLED), bilingual(_("Encounter rolled")), each_round=True, cite=page)
    for row in encounters.events():
        yield Marker(key(event_path(row.slug)), row.name, each_round=row.round, cite=page)


def key(path: str) -> str:
    return path.removeprefix(f"{TABLE}/")


# --- What is due ----------------------------------------------------------------------------------------------------


def encounter_notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """An encounter that is to be rolled for in this round, and the events in force."""
    return [*due(battle, catalogue), *in_force(battle, catalogue)]


def due(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    """On even rounds (p. 42, A51), every round in scenario 8 (p. 37); after the initiative."""
    rules = play_of(catalogue).encounters.rules_in(battle.scenario)
    if battle.number(PLAYED) and rules.due(battle.round) and not battle.number(ROLLED):
        words = _("After initiative: encounter table.")
        yield Notice(words, when_page(rules, catalogue), dice=DICE, action="encounter")


def when_page(rules: EncounterRules, catalogue: Catalogue) -> str:
    """Where it stands when the table is rolled on: with the table, or in the scenario that is never without it."""
    return rules.cite if rules.always else play_of(catalogue).encounters.usual.cite


def in_force(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    encounters = play_of(catalogue).encounters
    for row in encounters.events():
        if battle.number(event_path(row.slug)):
            words = Message(_("{name}: {text}"), {"name": row.name, "text": row.text})
            yield Notice(words, encounters.usual.cite)


# --- Checklists and who may come ------------------------------------------------------------------------------------


def encounter_checklists(context: BattleContext) -> list[Checklist]:
    """Agreed at the set-up; rolled and activated in each round; events in force."""
    rules = play_of(context.catalogue).encounters.rules_in(context.battle.scenario)
    return [
        Checklist("hostile-setup", _("Hostile elements"), [*setup_steps(rules, context.catalogue)], where="setup"),
        Checklist("hostile", _("Hostile elements"), [*round_steps(rules, context)], where="others"),
        Checklist("events", _("Events in force"), [*event_steps(context.catalogue)], where="others"),
    ]


def setup_steps(rules: EncounterRules, catalogue: Catalogue) -> Iterator[Step]:
    """What players agree on: nothing in scenario 8, where the table is not optional; scenario 10 has its robot."""
    encounters, cite = play_of(catalogue).encounters, when_page(rules, catalogue)
    if rules.always:
        yield Step(AGREED, _("Hostile elements"), _("The encounter table isn’t optional here."), cite)
    else:
        words = Message(_("Optional: agree whether to play encounters. {rest}"), {"rest": encounters.from_start})
        does = _("Play encounters")
        yield Step(
            AGREED, _("Hostile elements"), words, cite, mark=command([Mark.set(PLAYED), Mark.set(AGREED)]), does=does
        )
    if not rules.again:
        return
    boss, does = encounters.boss, _("Place it")
    yield Step(BOSS_PLACED, boss.name, boss.arrives, boss.cite, mark=str(Mark("encounter", boss.slug, 1)), does=does)


def round_steps(rules: EncounterRules, context: BattleContext) -> Iterator[Step]:
    """The encounter of the round, then each hostile element that is to act (phase 3)."""
    catalogue, scenario = context.catalogue, context.battle.scenario
    play = play_of(catalogue)
    yield Step(
        ROLLED,
        _("Encounter"),
        _("After initiative, on even turns.") if rules.every > 1 else _("After initiative, every turn."),
        when_page(rules, catalogue),
        dice=DICE,
        reads=lambda dice: read_encounter(dice, scenario, catalogue),
    )
    for path, unit in on_table(context.battle).items():
        yield Step(f"{path}/{ACTIVATED}", unit.name, play.activation.order, play.activation.cite)


def event_steps(catalogue: Catalogue) -> Iterator[Step]:
    encounters = play_of(catalogue).encounters
    for row in encounters.events():
        yield Step(event_path(row.slug), row.name, row.text, encounters.usual.cite)


def may_be_put_on(context: BattleContext) -> list[tuple[Words, Sequence[BattleUnit]]]:
    """The ten of the bestiary, which players may agree on in any scenario (RBN p. 42); the robot in its own."""
    play = play_of(context.catalogue)
    encounters = play.encounters
    groups: list[tuple[Words, Sequence[Hostile]]] = [(_("Hostile elements"), encounters.hostile)]
    if encounters.rules_in(context.battle.scenario).again:
        groups.insert(0, (encounters.boss.name, [encounters.boss]))
    cite = encounters.usual.cite
    return [(title, [hostile_unit(play, hostile, cite=cite) for hostile in group]) for title, group in groups]
