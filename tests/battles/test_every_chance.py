"""The chances of every attempt of every action, over random lists, targets and situations: each table adds up to 1."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from builder.battles.markers import side_of
from builder.battles.spec import BATTLES, BattleContext, BattleSpec
from builder.wording import local, say
from rules.play.dice import TooFewDice, Typed
from rules.text import Text
from tests import make
from tests.builder.first_wave.battle import duels as first_wave
from tests.builder.rbn import played
from tests.builder.test_options import load_roster

LISTS = 15  # battles of each game
CHOICES = 3  # forms filled in for each unit and each of its actions
KINDS = ("leger", "moyen", "lourd")


def armed(rng, book, most=3):
    """Random weapons, some with rounds of their own."""
    items = rng.choices(list(book.weapons), k=rng.randint(1, most))
    rounds = list(book.ammunition)
    return [make.weapon(item, *rng.sample(rounds, rng.randint(0, min(2, len(rounds))))) for item in items]


def fighter(rng, book, chief=False):
    abilities = rng.sample(list(book.abilities), rng.randint(0, 3))
    return make.fighter(
        *armed(rng, book),
        T=rng.choice(("-", 3, 4, 5, 6)),
        C=rng.randint(3, 6),
        equipment=rng.sample(list(book.equipment), rng.randint(0, 2)),
        abilities=("chef", *abilities) if chief else abilities,
        count=rng.randint(1, 2),
    )


def vehicle(rng, book, riders):
    options = rng.sample(list(book.options), rng.randint(0, 3))
    posts = [(unit, 0, "driver" if number == 0 else "passenger") for number, unit in enumerate(riders)]
    return make.vehicle(rng.choice(KINDS), *options, crew=posts)


def convoys(rng):
    """Two convoys and some of the bestiary."""
    book = make.catalogue()
    lists = [load_roster(convoy(rng, book)) for _side in range(2)]
    scenario = rng.choice([None, *book.scenarios])
    context = BattleContext(played.battle(*map(side_of, lists), scenario=scenario), book, lists, "en")
    groups = BATTLES["rbn"].others(context)
    units = rng.sample([one for _title, group in groups for one in group], 3)
    others = {str(number): replace(unit, key=str(number)) for number, unit in enumerate(units)}
    return replace(context, battle=replace(context.battle, others=others))


def convoy(rng, book):
    faction = rng.choice([slug for slug, one in book.factions.items() if not one.parent])
    subfaction = rng.choice([None, *(slug for slug, one in book.factions.items() if one.parent == faction)])
    activity = rng.choice(list(book.activities))
    people = [fighter(rng, book, chief=number == 0) for number in range(rng.randint(3, 5))]
    riders = rng.sample(range(len(people)), rng.randint(0, 2))
    units = (*people, vehicle(rng, book, riders), vehicle(rng, book, ()))
    return make.convoy(units=units, faction=faction, subfaction=subfaction, activity=activity)


def survivors(rng):
    """Two groups and some of the bestiary."""
    book = make.catalogue("first-wave")
    own, foes = ([fighter(rng, book, chief=number == 0) for number in range(3)] for _side in range(2))
    npcs = rng.sample(list(book.tables["bestiaire"].rows), 3)
    return first_wave.duel(*own, foes=foes, npcs=npcs, scenario=rng.choice([None, *book.scenarios]))


GAMES = {"rbn": convoys, "first-wave": survivors}


def marked(rng, context):
    """The battle with some of its markers at random."""
    battle = context.battle
    counted = [path for path, one in battle.markers_by_path.items() if one.kind != "words" and not one.ends]
    paths = rng.sample(counted, len(counted) // 4)
    marks = {path: rng.randint(0, battle.markers_by_path[path].most) for path in paths}
    return replace(context, battle=replace(battle, marks=battle.marks | marks))


def acts(spec, context):
    """(slug, action, path of the unit or None) of all that may be done."""
    battle = context.battle
    for slug, action in spec.actions.items():
        if not action.kinds:
            yield slug, action, None
        for path, unit in battle.units_by_path.items():
            if unit.kind in action.kinds and (action.suits is None or action.suits(battle, path)):
                yield slug, action, path


def filled_in(rng, field):
    """A value that a form may send for a field."""
    if field.options:
        return rng.choice(field.options).slug
    return str(rng.randint(field.least, min(field.most, 12))) if field.kind == "number" else rng.choice(("", "1"))


def attempts(rng, context, action, path):
    """The attempt as it first stands, then with its fields filled in at random, those that come up on the way too."""
    start = {} if path is None else {"unit": path}
    yield start, action.attempt(context, start)
    for _time in range(CHOICES):
        sent = dict(start)
        for _step in range(3):
            fields = action.attempt(context, sent).fields
            sent = {one.name: filled_in(rng, one) for one in fields if one.name not in sent} | sent
        yield sent, action.attempt(context, sent)


def sums(attempt):
    """{table: what the chances of its rows add up to}; and of what may come beside, each chance."""
    found = defaultdict(Fraction)
    for row in attempt.chances:
        assert 0 <= row.chance <= 1
        if row.table is not None:
            found[row.table] += row.chance
    return found


def said(attempt):
    return [(local(one.text) if isinstance(one.text, Text) else say(one.text), one.chance) for one in attempt.chances]


@pytest.mark.parametrize("game", GAMES)
def test_rows_that_exclude_each_other_add_up_to_one(game):
    rng, spec = Random(24), BATTLES[game]
    seen = set()
    for _list in range(LISTS):
        context = marked(rng, GAMES[game](rng))
        for slug, action, path in acts(spec, context):
            for sent, attempt in attempts(rng, context, action, path):
                wrong = {table: total for table, total in sums(attempt).items() if total != 1}
                assert not wrong, (slug, sent, said(attempt))
                seen |= {slug} if attempt.chances else set()
    assert seen >= set(WITH_CHANCES[game])


WITH_CHANCES = {
    "rbn": ("shoot", "melee", "run-over", "collision", "breakdowns", "off-road", "burn", "fall", "infection", "net"),
    "first-wave": ("shoot", "melee", "infection", "fire", "fall", "plating"),
}


# --- What is said of a shot is what its dice do -----------------------------------------------------------------------

FEW = 2  # dice of a shot of which everything that can fall is read
SHOTS = 60
ENDS = ("dry-", "empty-", "used-boomerang")  # keys of markers of a weapon that is of no more use
BESIDE = {
    "burnt": "incendiary ammo: shooter wounded and on fire",
    "ally": "wounds to allies in the melee, one per 1; shooter’s choice",
}
SAID = {
    "Out of ammunition": "gone",
    "Weapon lost": "gone",
    "Shooter wounded and on fire": "burnt",
    "Ally in the melee wounded": "ally",
}


def everything(reads):
    """(chance, outcome) of all dice that can fall."""
    waiting = [()]
    while waiting:
        faces = waiting.pop()
        try:
            yield Fraction(1, 6 ** len(faces)), reads(Typed(faces))
        except TooFewDice:
            waiting += [(*faces, face) for face in range(1, 7)]


def happens(outcome, unit):
    """What of `SAID` the lines and the marks of an outcome bring."""
    commands = [one for proposal in outcome.proposals for one in proposal.commands]
    if any(one.startswith(f"set {unit}/{key}") for one in commands for key in ENDS):
        yield "gone"
    texts = [one.text for one in outcome.lines]
    yield from (what for what, text in BESIDE.items() if text in texts)


def few_dice(attempt):
    numbers = [int(one.removesuffix("D6")) for one in attempt.dice.split(" + ") if one]
    return attempt.reads is not None and 0 < sum(numbers) <= FEW


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_of_a_shot_is_what_its_dice_do(game):
    rng, shoot = Random(24), BATTLES[game].actions["shoot"]
    seen, shots = set(), 0
    for _list in range(SHOTS):
        if shots >= SHOTS and seen >= BESIDE_SHOTS[game]:
            break
        context = marked(rng, GAMES[game](rng))
        for _slug, action, path in acts(BattleSpec(actions={"shoot": shoot}), context):
            for sent, attempt in attempts(rng, context, action, path):
                if not few_dice(attempt):
                    continue
                found, shots = defaultdict(Fraction), shots + 1
                for chance, outcome in everything(attempt.reads):
                    for what in happens(outcome, path):
                        found[what] += chance
                told = {SAID[one.text]: one.chance for one in attempt.chances if one.table is None}
                once = {"gone"} if found["gone"] == 1 and "gone" not in told else set()  # used up whatever falls
                assert {what: one for what, one in found.items() if one and what not in once} == told, sent
                seen |= {one.text for one in attempt.chances if one.table is None}
    assert shots >= SHOTS
    assert seen == BESIDE_SHOTS[game]


BESIDE_SHOTS = {"rbn": set(SAID), "first-wave": {"Out of ammunition", "Ally in the melee wounded"}}
