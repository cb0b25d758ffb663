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
        return Proposal(words, [Mark("met", row.slug, met.number)], cite)
    return Proposal(Message(_("Note: {name}"), {"name": row.name}), [Mark("met", row.slug)], cite)


ACTIONS = {"encounter": Action(_("Encounter"), encounter_attempt, icon="ogre", actor="")}
