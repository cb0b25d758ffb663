"""What the dice of a melee say, how likely it is, and what may be marked for it (RBN p. 22, 26, 44)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from builder.battles.document import BattleDocument
from builder.battles.spec import BattleContext
from builder.games.rbn.battle import melees
from builder.games.rbn.battle.melees import Cites, Combatant, Fight
from rules.catalogue import Catalogue
from rules.games.rbn.play.state import MELEES, WOUNDS
from rules.games.rbn.play.targets import past_armour
from rules.play.actions import Chance, Outcome, Proposal, Reason, together
from rules.play.dice import Dice
from rules.play.dice_book import effect, effect_rows, modifier
from rules.play.entries import UNBOUNDED, Effect, EffectRow, marks_proposal, row_for
from rules.text import Message, _

BLUNT, BACTERIAL, INFECTION, SLY, DEVOURERS = (
    "contondant",
    "bacteriel",
    "infection",
    "sournois",
    "devoreurs-des-derniers-jours",
)
BITTEN = 6  # on which a bacterial wound is two (RBN p. 22)


def cites(catalogue: Catalogue, fighters: Sequence[Combatant]) -> Cites:
    """Where what the dice do stands."""
    banner, rules = catalogue.equipment["banniere"], catalogue.special_rules
    devours = any(DEVOURERS in one.rules for one in fighters)
    again = catalogue.factions[DEVOURERS].advantage.cite if devours else banner.cite
    venom = effect(catalogue, "infected").cite
    shield = str(catalogue.equipment["bouclier"].cite)
    return Cites(modifier(catalogue, "base").cite, shield, str(again), str(rules["carnage"].cite), venom)


def rows(catalogue: Catalogue, fight: tuple[Combatant, Combatant]) -> Sequence[EffectRow]:
    """What befalls the loser, by the difference; `fight`: (winner, loser). Rage comes first (ruling A100)."""
    winner, loser = fight
    if loser.raging:
        return [EffectRow(1, UNBOUNDED, (effect(catalogue, "rage"),))]
    if winner.spent:
        return [EffectRow(1, UNBOUNDED, (effect(catalogue, "dodge"),))]
    return [
        EffectRow(row.low, row.high, (*row.effects, *brought(catalogue, winner, row)))
        for row in effect_rows(catalogue, "melee")
    ]


def brought(catalogue: Catalogue, winner: Combatant, row: EffectRow) -> Iterator[Effect]:
    """What a wound brings along: stunned by a blunt weapon, infected by a zombie."""
    if row.effects[0].slug == "blow" and BLUNT in winner.rules:
        yield effect(catalogue, "stunned", str(catalogue.special_rules[BLUNT].cite))
    if row.effects[0].slug == "blow" and INFECTION in winner.rules:
        yield effect(catalogue, "infected")


def chances_of(context: BattleContext, first: Combatant, second: Combatant) -> list[Chance]:
    """Who wins, and what befalls the loser."""
    both = melees.spread(first, second)
    return [
        one
        for attackers, pair in ((True, (first, second)), (False, (second, first)))
        for row in rows(context.catalogue, pair)
        for one in row_chances(context.catalogue, pair, row, melees.won_by(both, attackers, row.low, row.high))
    ]


def row_chances(
    catalogue: Catalogue, pair: tuple[Combatant, Combatant], row: EffectRow, likely: Fraction
) -> Iterator[Chance]:
    """The chance of a row; parted in two where a bacterial wound may be two; `pair`: (winner, loser)."""
    winner, loser = pair
    if BACTERIAL in winner.rules and is_blow(row.effects):
        bitten = likely * Fraction(7 - BITTEN, 6)
        yield Chance(loses(loser, row, (*row.effects, effect(catalogue, "bitten"))), bitten)
        likely -= bitten
    yield Chance(loses(loser, row, row.effects), likely)


def is_blow(effects: Sequence[Effect]) -> bool:
    return any(one.slug == "blow" for one in effects)


def loses(loser: Combatant, row: EffectRow, effects: Sequence[Effect]) -> Message:
    values = {"loser": loser.name, "effects": tuple(one.text for one in effects), "span": row.span}
    return Message(_("{loser} loses by {span}: {effects}"), values)


def read(context: BattleContext, first: Combatant, second: Combatant, dice: Dice) -> Outcome:
    """The outcome: the dice of both, what befalls the loser, and a melee more for both in this turn."""
    catalogue = context.catalogue
    fight = melees.fight(first, second, dice, cites(catalogue, (first, second)))
    row = row_for(rows(catalogue, (fight.winner, fight.loser)), fight.difference)
    effects = [*row.effects] if row else []
    if SLY in fight.winner.rules:
        effects += past_armour(context, fight.loser.path, effects)
    told = [
        Outcome(fight.lines),
        Outcome([result(context, fight), *(Reason("", one.text, one.cite) for one in effects)]),
    ]
    if is_blow(effects) and BACTERIAL in fight.winner.rules:
        bitten, line = bite(catalogue, dice)
        effects += bitten
        told.append(Outcome([line]))
    return together(*told, marks(context, fight, effects), counted(context, fight))


def result(context: BattleContext, fight: Fight) -> Reason:
    cite = modifier(context.catalogue, "base").cite
    values = {"winner": fight.winner.name, "difference": fight.difference}
    if fight.successes[0] == fight.successes[1]:
        return Reason("=", Message(_("tie: {winner} spent the action and wins by 1"), values), cite)
    return Reason(str(fight.difference), Message(_("{winner} wins by {difference}"), values), cite)


def bite(catalogue: Catalogue, dice: Dice) -> tuple[list[Effect], Reason]:
    """A bacterial wound is two on a 6 (RBN p. 22)."""
    die, cite = dice.d(), str(catalogue.special_rules[BACTERIAL].cite)
    if die == BITTEN:
        more = effect(catalogue, "bitten")
        return [more], Reason(str(die), more.text, cite)
    return [], Reason(str(die), _("bacteria: no extra wound"), cite)


def marks(context: BattleContext, fight: Fight, effects: Sequence[Effect]) -> Outcome:
    """The loser's marks, and those of a Devourer who has killed: only an attacker's activation ends (RBN p. 26)."""
    markers, loser, winner = context.battle.markers_by_path, fight.loser, fight.winner
    found: list[Proposal] = [*marks_proposal(loser.name, loser.path, effects, markers)]
    if not (kills(context.battle, loser.path, effects) and DEVOURERS in winner.rules):
        return Outcome([], found)
    fed = effect(context.catalogue, "devoured")
    if winner is fight.defender:
        fed = effect(context.catalogue, "stunned", fed.cite)
    line = Reason("", Message(_("{target}: {effects}"), {"target": winner.name, "effects": fed.text}), fed.cite)
    return Outcome([line], [*found, *marks_proposal(winner.name, winner.path, [fed], markers)])


def kills(battle: BattleDocument, loser: str, effects: Sequence[Effect]) -> bool:
    """Whether the loser is killed: outright, or by the last wound that it can take (RBN p. 14, 22)."""
    slugs = [one.slug for one in effects]
    if {"death", "rage"}.intersection(slugs):
        return True
    marker = battle.markers_by_path.get(f"{loser}/{WOUNDS}")
    more = sum(slug in ("blow", "bitten") for slug in slugs)
    return marker is not None and more > 0 and battle.number(f"{loser}/{WOUNDS}") + more >= marker.most


def counted(context: BattleContext, fight: Fight) -> Outcome:
    """A melee more in this turn for both: from the fourth on nobody deals damage (RBN p. 22)."""
    return Outcome([], [*one_more(context, (fight.attacker.path, fight.defender.path))])


def one_more(context: BattleContext, fought: Sequence[str]) -> Iterator[Proposal]:
    """A melee more in this turn for the units at these paths, as far as it is counted for them."""
    paths = [f"{path}/{MELEES}" for path in fought]
    commands = [f"add {path} 1" for path in paths if path in context.battle.markers_by_path]
    if commands:
        cite = effect(context.catalogue, "dodge").cite
        yield Proposal(_("Melee counted for this turn"), commands, cite)


def reminders(context: BattleContext, first: Combatant, second: Combatant) -> Iterator[Reason]:
    """What is not counted in dice."""
    for one, other in ((first, second), (second, first)):
        if SLY in one.rules:
            text = Message(_("Armour doesn’t work against {name}."), {"name": one.name})
            yield Reason("", text, effect(context.catalogue, "infected").cite)
        if other.shield and one.path:
            yield Reason("", Message(SHIELD, {"name": other.name}), str(context.catalogue.equipment["bouclier"].cite))


SHIELD = _("Shield of {name}: 1D6 per enemy success; 5 or 6 cancels one.")
