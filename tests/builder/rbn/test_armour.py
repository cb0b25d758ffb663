"""Wounds that ignore armour: what they mark on who wears it (RBN p. 21, 30, 44; ruling A87)."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.battles.marks import SHARED_COMMANDS, MarkContext, apply_changes, perform
from builder.games.rbn.battle.hostile import hostile_unit
from rules.games.rbn.play import hazards
from rules.games.rbn.play.melee import MELEE
from rules.games.rbn.play.shooting import SHOOT
from rules.games.rbn.play.targets import is_wounded
from rules.play.dice import Typed
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.duels import duel

PLAY = make.catalogue().play


MAUD, FOE = "0/0.0", "others/1"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def met(*gear, foe="nuee-de-fourmis", marks=None):
    """Maud, C 4, and a hostile element (C 4, 4D6 in melee)."""
    others = {"1": hostile_unit(PLAY, PLAY.encounters.bestiary[foe])}
    maud, slavers = make.fighter(C=4, name="Maud", equipment=gear), {"faction": "esclavagistes"}
    return duel(maud, make.fighter(), others=others, marks=marks, header=slavers)


def bitten(context, *dice):
    """The battle after Maud, whose 3D6 are all 1s, has lost a melee that the other began; by 1 without dice."""
    found = MELEE.attempt(context, {"unit": FOE, "foe": MAUD}).reads(Typed([*(dice or (4, 1, 1, 1)), 1, 1, 1]))
    return accepted(context, found)


def accepted(context, found):
    battle = context.battle
    for one in found.proposals:
        battle = apply_changes(battle, perform(SHARED_COMMANDS, MarkContext(battle), one.command))
    return replace(context, battle=battle)


def state(context):
    """(wounds, whether a die is lost, whether out)."""
    battle = context.battle
    return battle.number(f"{MAUD}/wounds"), is_wounded(battle, MAUD), battle.is_down(MAUD)


def test_the_first_wound_by_a_swarm_costs_the_die_of_who_wears_armour():
    assert state(bitten(met("armure"))) == (1, True, False)
    assert state(bitten(met("armure", foe="insecte-geant"), 4, 1, 1, 1, 1)) == (1, False, False)
    assert state(bitten(met())) == (1, True, False)


def test_the_third_by_a_swarm_eliminates_and_one_by_others_does_not():
    def third(foe, *dice):
        return state(bitten(met("armure", foe=foe, marks={f"{MAUD}/wounds": 2}), *dice))

    assert third("nuee-de-fourmis") == (3, True, True)
    assert third("insecte-geant", 4, 1, 1, 1, 1) == (3, True, False)
    assert state(bitten(met("armure", foe="insecte-geant", marks={f"{MAUD}/wounds": 3}), 4, 1, 1, 1, 1))[2]


def test_three_swarms_eliminate_armoured_and_unarmoured_alike():
    for gear in ((), ("armure",)):
        seen = [context := met(*gear)]
        for _time in range(3):
            seen.append(context := bitten(replace(context, battle=without_melees(context.battle))))
        assert [state(one) for one in seen] == [(0, False, False), (1, True, False), (2, True, False), (3, True, True)]


def without_melees(battle):
    return replace(battle, marks={path: value for path, value in battle.marks.items() if not path.endswith("melees")})


def test_after_a_swarms_wound_armour_counts_against_others_again():
    once = bitten(met("armure"))
    twice_more = replace(once.battle, marks=dict(once.battle.marks) | {f"{MAUD}/wounds": 3})
    assert not twice_more.is_down(MAUD)


@pytest.mark.parametrize(
    ("weapon", "wounds", "after"),
    [
        ("lance-roquettes", 0, (1, True, False)),
        ("fusil", 0, (1, False, False)),
        ("lance-roquettes", 2, (3, True, True)),
        ("fusil", 2, (3, True, False)),
    ],
)
def test_anti_armour_weapons_ignore_armour_too(weapon, wounds, after):
    target = make.fighter(name="Maud", equipment="armure")
    context = duel(target, make.fighter(weapon, T=4, name="Ajax"), marks={f"{MAUD}/wounds": wounds})
    attempt = SHOOT.attempt(context, {"unit": "1/0.0", "target": MAUD})
    dice = sum(int(part.removesuffix("D6")) for part in attempt.dice.split(" + "))
    assert state(accepted(context, attempt.reads(Typed([4, 4, *[2] * (dice - 2)])))) == after


def test_the_lines_say_it_with_the_page_of_the_ruling():
    found = MELEE.attempt(met("armure"), {"unit": FOE, "foe": MAUD}).reads(Typed([4, 1, 1, 1, 1, 1, 1]))
    told = [(played.said(one.text), one.cite) for one in found.lines]
    assert ("wounded despite the armour: the die is lost at once", "RBN v2, p. 30") in told


def test_who_is_healed_of_the_only_wound_loses_no_die_any_more():
    healer = make.fighter(name="Doc", abilities="soigneur")
    own = make.fighter(name="Maud", equipment="armure"), healer
    context = duel(own, make.fighter(), marks={f"{MAUD}/wounds": 1, f"{MAUD}/pierced": 1})
    assert is_wounded(context.battle, MAUD)
    healed = accepted(context, hazards.ACTIONS["heal"].attempt(context, {"unit": "0/1.0"}))
    assert state(healed) == (0, False, False)
    wounded_again = replace(healed.battle, marks={**healed.battle.marks, f"{MAUD}/wounds": 1})
    assert not is_wounded(wounded_again, MAUD)


def test_a_battle_stored_before_goes_on_without_that_mark():
    context = met("armure")
    sides = tuple(
        replace(
            side,
            units=tuple(
                replace(unit, markers=tuple(one for one in unit.markers if one.key != "pierced")) for unit in side.units
            ),
        )
        for side in context.battle.sides
    )
    old = replace(context, battle=replace(context.battle, sides=sides))
    assert state(bitten(old)) == (1, False, False)
