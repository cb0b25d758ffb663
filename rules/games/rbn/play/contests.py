"""Rolls of all players against each other: who begins with the scenery, who deploys first, initiative (RBN p. 34)."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from rules.families.red_button.traits import has_trait
from rules.games.rbn.play.state import STEP
from rules.play.actions import Outcome, Proposal, Reason
from rules.play.battle import TABLE, Battle, Context, figure
from rules.play.dice import Dice
from rules.play.marks import Mark
from rules.play.rolls import SIDES
from rules.text import Message, Text, _

INITIATIVE_GAINS = ("enfants-du-13", "phantom-squad")
MOST_NAME = 60  # letters
TOKENS = ("pillards", "archeologues", "marchands", "chasseurs")  # activities whose mission has tokens

ReadDice = Callable[[Dice], Outcome]


class Contest(NamedTuple):
    """A D6 for each side: what is added to it, the rule that says so, what may be marked for who rolled highest."""

    gains: Callable[[Context], Sequence[int]]
    rule: str
    offers: Callable[[Context, int], Sequence[Proposal]]


def side_name(battle: Battle, side: int) -> Text:
    """What a side is called: by its list, else by its faction, else by its number."""
    name = battle.sides[side].name
    return Text(name, name) if name else battle.sides[side].label or Text(f"liste {side + 1}", f"list {side + 1}")


def cite(context: Context, rule: str) -> str:
    return context.catalogue.play.rules[rule].cite


def roll_of(context: Context, step: str) -> tuple[str, ReadDice | None]:
    """What a step of the set-up or a phase rolls: its dice and what they say; ("", None) for nothing."""
    sides = with_tokens(context.battle)
    if step == "pions" and len(sides) > 1:  # where only one side has tokens nothing is rolled
        return "1D6", partial(first_tokens, context, sides)
    if step not in CONTESTS:
        return "", None
    return f"{len(context.battle.sides)}D6", partial(highest, context, CONTESTS[step])


def highest(context: Context, contest: Contest, dice: Dice) -> Outcome:
    """A D6 for each side in their order, with what is added to it; a tie is rolled again."""
    battle, gains, page = context.battle, contest.gains(context), cite(context, contest.rule)
    totals = [dice.d() + gain for gain in gains]
    lines = [Reason(total_words(total, gains[n]), side_name(battle, n), page) for n, total in enumerate(totals)]
    best = [n for n, total in enumerate(totals) if total == max(totals)]
    if len(best) > 1:
        return Outcome([*lines, Reason("", _("Tie: re-roll"))])
    winner = Message(_("{name} rolled highest"), {"name": side_name(battle, best[0])})
    return Outcome([*lines, Reason("", winner, page)], contest.offers(context, best[0]))


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


# --- what may be marked then ----------------------------------------------------------------------------------------


def scenery_placed(_context: Context, _winner: int) -> list[Proposal]:
    return [Proposal(_("Scenery placed"), [Mark.set(f"{STEP}decors")])]


def first_to_deploy(context: Context, _winner: int) -> list[Proposal]:
    """Each side, for the winner decides."""
    sides = range(len(context.battle.sides))
    return [side_proposal(context, side, _("{name} deploys first"), "first-deploys", "jet", "setup") for side in sides]


def takes_initiative(context: Context, winner: int) -> list[Proposal]:
    return [side_proposal(context, winner, _("{name} has the initiative"), "initiative", "initiative", "initiative")]


def side_proposal(context: Context, side: int, text: str, key: str, step: str, rule: str) -> Proposal:
    """A side is noted under a key of the table, and the step is done."""
    name = side_name(context.battle, side)
    marks = [Mark.say(f"{TABLE}/{key}", name.into(context.language)[:MOST_NAME]), Mark.set(f"{STEP}{step}")]
    return Proposal(Message(text, {"name": name}), marks, cite(context, rule))


CONTESTS = {
    "decors": Contest(no_gains, "setup", scenery_placed),
    "jet": Contest(fewest_vehicles, "setup", first_to_deploy),
    "initiative": Contest(initiative_gains, "initiative", takes_initiative),
}


# --- tokens ---------------------------------------------------------------------------------------------------------


def with_tokens(battle: Battle) -> list[int]:
    """The sides whose secondary mission has tokens."""
    return [number for number, side in enumerate(battle.sides) if side.facts.get("activity") in TOKENS]


def first_tokens(context: Context, sides: Sequence[int], dice: Dice) -> Outcome:
    """The book says that a D6 tells whose come first: its faces are shared out in the order of the lists."""
    fell = dice.d()
    first = sides[(fell - 1) * len(sides) // SIDES]
    words = Message(_("{name}: tokens placed first"), {"name": side_name(context.battle, first)})
    placed = Proposal(_("Mission tokens placed"), [Mark.set(f"{STEP}pions")])
    shared = Reason("", _("Die faces shared out in list order"))
    return Outcome([Reason(str(fell), words, cite(context, "setup")), shared], [placed])
