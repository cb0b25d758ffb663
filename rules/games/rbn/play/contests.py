"""Rolls of all players against each other: who begins with the scenery, who deploys first, initiative (RBN p. 34)."""

from collections.abc import Callable, Sequence

from rules.families.red_button.traits import has_trait
from rules.play.actions import Outcome, Proposal, Reason
from rules.play.battle import Battle, Context, figure
from rules.play.dice import Dice
from rules.text import Message, Text, _

INITIATIVE_GAINS = ("enfants-du-13", "phantom-squad")

Offer = Callable[[int], Sequence[Proposal]]  # (number of the side that rolled highest) -> what may be marked then


def name_of(battle: Battle, side: int) -> Text:
    """What a side is called: by its list, else by its faction, else by its number."""
    one = battle.sides[side]
    if one.name:
        return Text(one.name, one.name)
    return one.label or Text(f"liste {side + 1}", f"list {side + 1}")


def in_command(context: Context, side: int) -> str:
    """The name of a side within a command, which takes no " ; "."""
    return name_of(context.battle, side).into(context.language).replace(";", ",")[:60]


def highest(context: Context, gains: Sequence[int], page: str, offers: Offer, dice: Dice) -> Outcome:
    """A D6 for each side in their order, with what is added to it; a tie is rolled again."""
    battle = context.battle
    totals = [dice.d() + gain for gain in gains]
    lines = [Reason(total_words(total, gains[n]), name_of(battle, n), page) for n, total in enumerate(totals)]
    best = [n for n, total in enumerate(totals) if total == max(totals)]
    if len(best) > 1:
        return Outcome([*lines, Reason("", _("Tie: re-roll"))])
    winner = Message(_("{name} rolled highest"), {"name": name_of(battle, best[0])})
    return Outcome([*lines, Reason("", winner, page)], offers(best[0]))


def total_words(total: int, gain: int) -> str:
    return f"{total - gain}+{gain} = {total}" if gain else str(total)


def no_gains(context: Context) -> list[int]:
    return [0] * len(context.battle.sides)


def fewest_vehicles(context: Context) -> list[int]:
    """2 for the side with the fewest vehicles; nothing where several have as few (RBN p. 34)."""
    numbers = [figure(side.facts, "vehicles") for side in context.battle.sides]
    alone = numbers.count(min(numbers, default=0)) == 1 and len(numbers) > 1
    gain = context.catalogue.play.rules["fewest-vehicles"].gain
    return [gain if alone and number == min(numbers) else 0 for number in numbers]


def initiative_gains(context: Context) -> list[int]:
    """What the advantages of two factions add (First Wave p. 13); one that holds both has the higher."""
    return [initiative_gain(context, side) for side in range(len(context.battle.sides))]


def initiative_gain(context: Context, side: int) -> int:
    rules = context.catalogue.play.rules
    own = [slug for slug in INITIATIVE_GAINS if has_trait(context.battle, side, "advantages", slug)]
    return max((rules[slug].gain for slug in own), default=0)
