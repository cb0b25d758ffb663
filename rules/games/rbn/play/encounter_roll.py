"""The roll on the table of encounters in a battle: what the dice say and what is marked for it (RBN p. 42, 43)."""

from collections.abc import Iterator, Mapping

from rules.catalogue import Catalogue
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.encounters import EncounterBook, EncounterRoll, EncounterRules
from rules.play.actions import Action, Attempt, Chance, Outcome, Proposal, Reason
from rules.play.battle import Context
from rules.play.dice import Dice
from rules.play.marks import Mark
from rules.text import Message, Text, _

DICE = "2D6"


def encounter_attempt(context: Context, _fields: Mapping[str, str]) -> Attempt:
    """2D6, the first as tens, with the exact chance of each row."""
    catalogue, scenario = context.catalogue, context.battle.scenario
    encounters = play_of(catalogue).encounters
    rules = encounters.rules_in(scenario)
    likely = encounters.chances(scenario).items()
    reading = Reason(DICE, _("first die: tens; second die: units"), encounters.usual.cite)
    return Attempt(
        fields=(),
        dice=DICE,
        reasons=(reading,),
        notes=tuple(rules_in_words(rules, catalogue)),
        chances=tuple(Chance(row_name(encounters, slug), chance) for slug, chance in likely),
        reads=lambda dice: read_encounter(dice, scenario, catalogue),
    )


def rules_in_words(rules: EncounterRules, catalogue: Catalogue) -> Iterator[Reason]:
    """When the table is rolled on, and what is different in a scenario."""
    encounters, cite = play_of(catalogue).encounters, rules.cite
    if rules.every > 1:
        yield Reason("", _("On even turns."), f"{encounters.usual.cite} · A51")
    else:
        yield Reason("", _("Every turn, not optional."), cite)
    if rules.hostile:
        name = encounters.bestiary[rules.hostile].name
        yield Reason("", Message(_("Every encounter counts as: {name}."), {"name": name}), cite)
    if rules.again:
        yield Reason("", _("Events only: re-roll encounters."), cite)
    if rules.note:
        yield Reason("", rules.note, cite)


def row_name(encounters: EncounterBook, slug: str) -> Text:
    row = encounters.row_of_slug(slug)
    return row.name if row else Text(slug)


def read_encounter(dice: Dice, scenario: str | None, catalogue: Catalogue) -> Outcome:
    """What 2D6 bring in a scenario, and the mark for it."""
    encounters = play_of(catalogue).encounters
    rolled, cite = encounters.roll(dice, scenario), encounters.usual.cite
    lines = list(roll_lines(rolled, encounters.rules_in(scenario), cite))
    if rolled.number_dice:
        lines.append(Reason(rolled.row.number, Message(_("to place: {number}"), {"number": rolled.number}), cite))
    lines.append(Reason("", rolled.row.text, cite))
    return Outcome(lines, [proposal(rolled, cite)])


def roll_lines(rolled: EncounterRoll, rules: EncounterRules, cite: str) -> Iterator[Reason]:
    for (tens, units), row in rolled.rolls:
        if row.slug == rolled.row.slug:
            yield Reason(f"{tens}{units}", row.name, cite)
            continue
        again = _("{name}: re-roll") if rules.rolled_again(row) else _("{name}: counts as {other}")
        values = {"name": row.name, "other": rolled.row.name}
        yield Reason(f"{tens}{units}", Message(again, values), rules.cite)


def proposal(rolled: EncounterRoll, cite: str) -> Proposal:
    row = rolled.row
    if row.hostile:
        words = Message(_("Place: {number} × {name}"), {"number": rolled.number, "name": row.name})
        return Proposal(words, [Mark("met", row.slug, rolled.number)], cite)
    return Proposal(Message(_("Note: {name}"), {"name": row.name}), [Mark("met", row.slug)], cite)


ACTIONS = {"encounter": Action(_("Encounter"), encounter_attempt, icon="ogre", actor="")}
