"""Encounters in a battle: when the table is rolled on, what the dice say, what is in force then (RBN p. 42 to 44)."""

from collections.abc import Iterator, Mapping, Sequence

from builder.battles.document import BattleDocument, BattleSide, BattleUnit, Marker
from builder.battles.markers import bilingual
from builder.battles.spec import BattleContext, Checklist, Step
from builder.games.rbn.battle.hostile import hostile_unit
from rules.catalogue import Catalogue
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.encounters import (
    BOSS_PLACED,
    ROLLED,
    EncounterBook,
    EncounterRoll,
    EncounterRules,
    event_path,
    on_table,
)
from rules.play.actions import Action, Attempt, Chance, Notice, Outcome, Proposal, Reason, Words
from rules.play.battle import ACTIVATED, TABLE
from rules.play.dice import Dice
from rules.text import Message, Text, _

PLAYED = f"{TABLE}/encounters"
AGREED = f"{TABLE}/step-encounters"
DICE = "2D6"


# --- Markers --------------------------------------------------------------------------------------------------------


def encounter_markers(
    catalogue: Catalogue, scenario: str | None, _sides: Sequence[BattleSide] = ()
) -> tuple[Marker, ...]:
    """The table's: whether encounters are played and were rolled for, and what is in force."""
    return tuple(table_markers(catalogue, scenario))


def table_markers(catalogue: Catalogue, scenario: str | None) -> Iterator[Marker]:
    known = play_of(catalogue).encounters
    rules, page = known.rules_in(scenario), known.usual.cite
    yield Marker(key(PLAYED), bilingual(_("Encounters")), start=int(rules.always), cite=when_page(rules, catalogue))
    yield Marker(key(AGREED), bilingual(_("Hostile elements")), cite=page)
    if rules.again:
        yield Marker(key(BOSS_PLACED), known.boss.name, cite=known.boss.cite)
    yield Marker(key(ROLLED), bilingual(_("Encounter rolled")), each_round=True, cite=page)
    for row in known.events():
        yield Marker(key(event_path(row.slug)), row.name, each_round=row.round, cite=page)


def key(path: str) -> str:
    return path.removeprefix(f"{TABLE}/")


# --- What is due ----------------------------------------------------------------------------------------------------


def played(battle: BattleDocument) -> bool:
    """Whether the players use the table of encounters."""
    return bool(battle.number(PLAYED))


def encounter_notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """An encounter that is to be rolled for in this round, and the events in force."""
    return [*due(battle, catalogue), *in_force(battle, catalogue)]


def due(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    """On even rounds (p. 42, A51), every round in scenario 8 (p. 37); after the initiative."""
    rules = play_of(catalogue).encounters.rules_in(battle.scenario)
    if played(battle) and rules.due(battle.round) and not battle.number(ROLLED):
        words = _("After initiative: encounter table.")
        yield Notice(words, when_page(rules, catalogue), dice=DICE, action="encounter")


def when_page(rules: EncounterRules, catalogue: Catalogue) -> str:
    """Where it stands when the table is rolled on: with the table, or in the scenario that is never without it."""
    return rules.cite if rules.always else play_of(catalogue).encounters.usual.cite


def in_force(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    known = play_of(catalogue).encounters
    for row in known.events():
        if battle.number(event_path(row.slug)):
            words = Message(_("{name}: {text}"), {"name": row.name, "text": row.text})
            yield Notice(words, known.usual.cite)


# --- The roll -------------------------------------------------------------------------------------------------------


def encounter_attempt(context: BattleContext, _fields: Mapping[str, str]) -> Attempt:
    """2D6, the first as tens, with the exact chance of each row."""
    catalogue, scenario = context.catalogue, context.battle.scenario
    known = play_of(catalogue).encounters
    rules = known.rules_in(scenario)
    reading = Reason(DICE, _("first die: tens; second die: units"), known.usual.cite)
    return Attempt(
        fields=(),
        dice=DICE,
        reasons=(reading,),
        notes=tuple(rules_in_words(rules, catalogue)),
        chances=tuple(Chance(name_of(known, slug), chance) for slug, chance in known.chances(scenario).items()),
        reads=lambda dice: read_encounter(dice, scenario, catalogue),
    )


def rules_in_words(rules: EncounterRules, catalogue: Catalogue) -> Iterator[Reason]:
    """When the table is rolled on, and what is different in a scenario."""
    known, cite = play_of(catalogue).encounters, rules.cite
    if rules.every > 1:
        yield Reason("", _("On even turns."), f"{known.usual.cite} · A51")
    else:
        yield Reason("", _("Every turn, not optional."), cite)
    if rules.hostile:
        name = known.bestiary[rules.hostile].name
        yield Reason("", Message(_("Every encounter counts as: {name}."), {"name": name}), cite)
    if rules.again:
        yield Reason("", _("Events only: re-roll encounters."), cite)
    if rules.note:
        yield Reason("", rules.note, cite)


def name_of(known: EncounterBook, slug: str) -> Text:
    row = known.row_of_slug(slug)
    return row.name if row else Text(slug)


def read_encounter(dice: Dice, scenario: str | None, catalogue: Catalogue) -> Outcome:
    """What 2D6 bring in a scenario, and the mark for it."""
    known = play_of(catalogue).encounters
    met, cite = known.roll(dice, scenario), known.usual.cite
    lines = list(roll_lines(met, known.rules_in(scenario), cite))
    if met.number_dice:
        lines.append(Reason(met.row.number, Message(_("to place: {number}"), {"number": met.number}), cite))
    lines.append(Reason("", met.row.text, cite))
    return Outcome(lines, [proposal(met, cite)])


def roll_lines(met: EncounterRoll, rules: EncounterRules, cite: str) -> Iterator[Reason]:
    for (tens, units), row in met.rolls:
        if row.slug == met.row.slug:
            yield Reason(f"{tens}{units}", row.name, cite)
            continue
        again = _("{name}: re-roll") if rules.rolled_again(row) else _("{name}: counts as {other}")
        values = {"name": row.name, "other": met.row.name}
        yield Reason(f"{tens}{units}", Message(again, values), rules.cite)


def proposal(met: EncounterRoll, cite: str) -> Proposal:
    row = met.row
    if row.hostile:
        words = Message(_("Place: {number} × {name}"), {"number": met.number, "name": row.name})
        return Proposal(words, [f"met {row.slug} {met.number}"], cite)
    return Proposal(Message(_("Note: {name}"), {"name": row.name}), [f"met {row.slug}"], cite)


ENCOUNTER = Action(_("Encounter"), encounter_attempt, icon="ogre", actor="")
ENCOUNTER_ACTIONS = {"encounter": ENCOUNTER}


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
    known, cite = play_of(catalogue).encounters, when_page(rules, catalogue)
    if rules.always:
        yield Step(AGREED, _("Hostile elements"), _("The encounter table isn’t optional here."), cite)
    else:
        words = Message(_("Optional: agree whether to play encounters. {rest}"), {"rest": known.from_start})
        does = _("Play encounters")
        yield Step(AGREED, _("Hostile elements"), words, cite, mark=f"all set {PLAYED} 1 ; set {AGREED} 1", does=does)
    if not rules.again:
        return
    boss = known.boss
    yield Step(
        BOSS_PLACED,
        boss.name,
        boss.arrives,
        boss.cite,
        mark=f"encounter {boss.slug} 1",
        does=_("Place it"),
    )


def round_steps(rules: EncounterRules, context: BattleContext) -> Iterator[Step]:
    """The encounter of the round, then each hostile element that is to act (phase 3)."""
    catalogue, scenario = context.catalogue, context.battle.scenario
    play = play_of(catalogue)
    yield Step(
        ROLLED,
        _("Encounter"),
        _("After initiative, on even turns.") if rules.every > 1 else _("After initiative, every turn."),
        rules.cite if rules.every == 1 else play.encounters.usual.cite,
        dice=DICE,
        reads=lambda dice: read_encounter(dice, scenario, catalogue),
    )
    for path, unit in on_table(context.battle).items():
        yield Step(f"{path}/{ACTIVATED}", unit.name, play.activation.order, play.activation.cite)


def event_steps(catalogue: Catalogue) -> Iterator[Step]:
    known = play_of(catalogue).encounters
    for row in known.events():
        yield Step(event_path(row.slug), row.name, row.text, known.usual.cite)


def may_be_put_on(context: BattleContext) -> list[tuple[Words, Sequence[BattleUnit]]]:
    """The ten of the bestiary, which players may agree on in any scenario (RBN p. 42); the robot in its own."""
    play = play_of(context.catalogue)
    known = play.encounters
    groups: list[tuple[Words, Sequence[BattleUnit]]] = [
        (_("Hostile elements"), [hostile_unit(play, hostile, cite=known.usual.cite) for hostile in known.hostile])
    ]
    if known.rules_in(context.battle.scenario).again:
        groups.insert(0, (known.boss.name, [hostile_unit(play, known.boss, cite=known.usual.cite)]))
    return groups
