"""Shots with an exception of the book: discs, flames, boomerangs, shares, rounds that burn or stun, an AI’s gun."""

from dataclasses import replace
from fractions import Fraction

import pytest
from django.utils.translation import override

from rules.games.rbn.play.shooting import SHOOT
from rules.play.dice import Typed
from tests import make
from tests.builder.rbn.duels import chances, dice, duel, hostile, notes, read, reasons, said

GONE = {"Bladed boomerang: used": "set 0/0.0/used-boomerang-tranchant 1"}
DRY = "more 1s than successes: out of ammo"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def maud(*weapons, T=4, **fields):  # noqa: N803  (the document's own names)
    return make.fighter(*weapons, T=T, name="Maud", **fields)


def ajax(**fields):
    return make.fighter(C=4, name="Ajax", **fields)


def shot(context, unit="0/0.0", **fields):
    return SHOOT.attempt(context, {"unit": unit} | {name.replace("_", "-"): value for name, value in fields.items()})


def options(attempt, name):
    return [one.slug for field in attempt.fields if field.name == name for one in field.options]


def texts(lines):
    return [text for _value, text in lines]


# --- Discs and flames -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("model", "frame", "wounds"), [("leger", (), 1), ("moyen", ("structure-allegee",), 0)])
def test_flames_wound_those_aboard_a_light_vehicle_alone(model, frame, wounds):
    """L621; a lightened frame is light for its moves and its damage table alone (L1013)."""
    buggy = make.vehicle(model, *frame, name="Buggy", crew=((1, 0, "driver"),))
    _lines, proposed = read(shot(duel(maud("lance-flammes"), buggy, ajax()), target="1/0.0"), 3)
    assert proposed.pop("Buggy: one more breakdown")
    assert [*proposed.values()] == ["add 1/1.0/wounds 1"] * wounds


@pytest.mark.parametrize("weapon", ["grenade", "lance-roquettes", "cocktail-molotov", "lance-explosive"])
def test_a_disc_covers_fighters_beside_its_target(weapon):
    """L617: a vehicle takes such a shot as its target, never as one more under the disc."""
    foes = (make.vehicle("moyen"), ajax(), ajax(equipment="corps-gigantesque"))
    attempt = shot(duel(maud(weapon), *foes, others={"1": hostile("zombie")}), target="1/0.0")
    assert "1/0.0" in options(attempt, "target")
    found = options(attempt, "target2")
    assert {"1/1.0", "1/2.0", "others/1", "on-foot"} <= set(found)
    assert not {"1/0.0", "leger", "moyen", "lourd"} & set(found)
    assert "+" not in dice(shot(duel(maud(weapon), ajax(), foes[0]), target="1/0.0", target2="1/1.0"))[0]


def test_a_burst_and_flames_may_meet_several_vehicles():
    foes = (make.vehicle("moyen"), make.vehicle("leger"))
    for weapon in ("fusil-d-assaut", "lance-flammes"):
        assert "1/1.0" in options(shot(duel(maud(weapon), *foes), target="1/0.0"), "target2")


# --- Boomerangs -------------------------------------------------------------------------------------------------------


def test_how_likely_a_boomerang_is_gone():
    """T 4, C 5, 5 dice: it stays where no die hits and none is a 1 (each 2/6), and it comes back (2/6)."""
    found = chances(shot(duel(maud("boomerang-tranchant", C=5), ajax())))
    assert found["Weapon lost"] == 1 - Fraction(1, 3) ** 6
    assert "Out of ammunition" not in found


def test_a_boomerang_of_who_never_runs_dry_has_a_mark_too():
    """Their ammunition never ends (First Wave p. 13); a weapon that hit or does not come back is gone all the same."""
    for faction in ({"faction": "enfants-du-13"}, {"faction": "enfants-du-13", "subfaction": "phantom-squad"}):
        attempt = shot(duel(maud("boomerang-tranchant", C=5), ajax(), header=faction))
        assert chances(attempt)["Weapon lost"] == 1 - Fraction(1, 2) ** 5 * Fraction(1, 3)
        assert read(attempt, 4, 3, 3, 3, 3)[1] == {"Ajax: stunned": "add 1/0.0/stunned 1"} | GONE
        assert read(attempt, 1, 3, 3, 3, 3, 4)[1] == GONE
        assert read(attempt, 1, 3, 3, 3, 3, 5)[1] == {}


def test_a_boomerang_that_hurts_nobody_may_come_back():
    """L633-635: it is gone where its target is stunned, wounded or killed; a swarm is hurt by templates alone."""
    context = duel(maud("boomerang-tranchant", C=5), ajax(), others={"1": hostile("nuee-de-fourmis", rules="nuee")})
    attempt = shot(context, target="others/1")
    assert read(attempt, 6, 6, 6, 6, 6, 5)[1] == {}
    assert read(attempt, 6, 6, 6, 6, 6, 4)[1] == GONE
    came_back = sum(chance for lead, chance in leads(5) if lead >= 0) * Fraction(1, 3)
    assert chances(attempt)["Weapon lost"] == 1 - came_back


def leads(number):
    """Successes of T 4 less 1s of so many dice, with their chances."""
    found = {0: Fraction(1)}
    for _die in range(number):
        more = {}
        for lead, chance in found.items():
            for gain in (-1, 0, 0, 1, 1, 2):
                more[lead + gain] = more.get(lead + gain, 0) + chance / 6
        found = more
    return found.items()


def test_a_boomerang_of_a_battle_of_before_keeps_its_mark():
    context = duel(maud("boomerang-tranchant", C=5), ajax())
    side = context.battle.sides[0]
    marks = [
        replace(one, key=one.key.replace("used-boomerang", "dry-boomerang")) if "boomerang" in one.key else one
        for one in side.units[0].markers
    ]
    sides = (replace(side, units=(replace(side.units[0], markers=tuple(marks)),)), context.battle.sides[1])
    before = replace(context, battle=replace(context.battle, sides=sides))
    assert [*read(shot(before), 2, 2, 2, 2, 2, 4)[1].values()] == ["set 0/0.0/dry-boomerang-tranchant 1"]


# --- Rounds -----------------------------------------------------------------------------------------------------------


def test_incendiary_rounds_burn_who_never_runs_dry():
    """L1640 burns the shooter for more 1s than successes; the advantage of the Children covers ammunition alone."""
    armed = maud(make.weapon("fusil", "munition-incendiaire"), T=4, equipment="armure")
    attempt = shot(duel(armed, ajax(), header={"faction": "enfants-du-13"}), rounds="munition-incendiaire")
    lines, proposed = read(attempt, 1, 1, 4, 2, 2)
    assert DRY not in texts(lines)
    assert proposed["Maud: wounded, on fire"] == "all add 0/0.0/wounds 1 ; set 0/0.0/on-fire 1"
    assert "Maud: wounded, on fire" not in read(attempt, 1, 4, 2, 2, 2)[1]
    own = shot(duel(armed, ajax()), rounds="munition-incendiaire")
    burnt = chances(own)["Out of ammunition"]
    assert (chances(own)["Shooter wounded and on fire"], burnt > 0) == (burnt, True)
    assert chances(attempt)["Shooter wounded and on fire"] == burnt
    assert "Shooter wounded and on fire" not in chances(shot(duel(armed, ajax())))


def test_who_a_blunt_shot_wounds_aboard_is_stunned():
    """L613: whoever it wounds, a driver too; an accident stuns besides (L535)."""
    stun = maud(make.weapon("fusil", "munition-assommante"))
    car = make.vehicle("moyen", name="Car", crew=((1, 0, "driver"), (2, 0, "passenger")))
    foes = (car, ajax(), make.fighter(name="Nox"))
    attempt = shot(duel(stun, *foes), target="1/0.0", side="driver-side", rounds="munition-assommante")
    _lines, proposed = read(attempt, 4, 4, 4, 2)
    assert proposed == {"Ajax: one wound, stunned": "all add 1/1.0/wounds 1 ; add 1/1.0/stunned 1"}
    passenger = shot(duel(stun, *foes), target="1/0.0", side="passenger-side", rounds="munition-assommante")
    assert read(passenger, 4, 4, 4, 2)[1] == {"Nox: one wound, stunned": "all add 1/2.0/wounds 1 ; add 1/2.0/stunned 1"}
    plain = shot(duel(stun, *foes), target="1/0.0", side="driver-side")
    assert read(plain, 4, 4, 4, 2)[1] == {"Ajax: one wound": "add 1/1.0/wounds 1"}


# --- Shares and reactions ---------------------------------------------------------------------------------------------


def test_no_die_at_a_target_is_no_shot_at_it():
    """L565: what has no successes is shot at; who gets none of the dice is not."""
    foes = (ajax(), make.fighter("pistolet", T=4, C=4, name="Nox"))
    attempt = shot(duel(maud("fusil-d-assaut"), *foes), target2="1/1.0", share2="0")
    assert dice(attempt)[0] == "6D6"
    assert "Nox: no dice, no shot." in notes(attempt)
    lines, _proposed = read(attempt, 2, 2, 2, 2, 2, 2)
    assert not any("Nox" in text for text in texts(lines))
    assert attempt.reads(Typed((2, 2, 2, 2, 2, 2))).onward == []
    assert not any("Nox" in text for text in chances(attempt))
    one = shot(duel(maud("fusil-d-assaut"), *foes), target2="1/1.0", share2="1")
    assert (dice(one)[0], len(one.reads(Typed((2,) * 6)).onward)) == ("5D6 + 1D6", 1)


def test_cover_that_takes_every_die_of_a_target_spares_it():
    foes = (ajax(), make.fighter("pistolet", T=4, C=4, name="Nox"))
    attempt = shot(duel(maud("fusil-d-assaut"), *foes), target2="1/1.0", share2="2", cover2="heavy-cover")
    assert (dice(attempt)[0], attempt.reads(Typed((2,) * 4)).onward) == ("4D6", [])


def test_nobody_reacts_to_a_reaction():
    """Ruling A91."""
    foe = make.fighter("pistolet", T=4, C=4, name="Ajax")
    lines, _proposed = read(shot(duel(maud("fusil"), foe), reaction="1"), 2, 2, 2, 2)
    assert texts(lines)[1:] == ["nothing"]
    assert not any("reaction" in text for text in chances(shot(duel(maud("fusil"), foe), reaction="1")))
    assert any("reaction fire" in text for text in chances(shot(duel(maud("fusil"), foe))))


def test_a_burst_at_mixed_targets_shares_the_smaller_pool():
    """Ruling A90: 3D6 at a figure, 2D6 at a vehicle; 3 of the weapon."""
    foes = (ajax(), make.vehicle("moyen", name="Car"))
    for first, second in (("1/0.0", "1/1.0"), ("1/1.0", "1/0.0")):
        attempt = shot(duel(maud("fusil-d-assaut"), *foes), target=first, target2=second, share2="2")
        assert reasons(attempt)[:2] == [("+2D6", "vehicle target"), ("+3D6", "Assault rifle, normal range")]
        assert dice(attempt)[0] == "3D6 + 2D6"
    spared = shot(duel(maud("fusil-d-assaut"), *foes), target="1/0.0", target2="1/1.0", share2="0")
    assert dice(spared)[0] == "6D6"  # no die at the vehicle: its base counts for nobody
    alike = (ajax(), make.fighter(name="Nox"))
    assert dice(shot(duel(maud("fusil-d-assaut"), *alike), target2="1/1.0", share2="2"))[0] == "4D6 + 2D6"


# --- The gun of an AI -------------------------------------------------------------------------------------------------


def test_an_ai_fires_the_gun_that_it_was_bought_for():
    """L1021, ruling A93."""
    tank = make.vehicle("moyen", "mitrailleuse-fixe", "canon-a-chevrotine", "intelligence-artificielle")

    def fires(weapon, **marks):
        at = {f"0/0.0/{key.replace('_', '-')}": 1 for key in marks}
        context = duel((tank, make.fighter(T=4)), ajax(), header={"faction": "robots"}, marks=at)
        return "ai" in options(shot(context, weapon=weapon), "gunner"), notes(shot(context, weapon=weapon, gunner="ai"))

    choose = "The AI uses one gun all battle: tick which (A93)."
    assert [fires(key)[0] for key in "01"] == [True, True]
    assert [choose in fires(key)[1] for key in "01"] == [True, True]
    assert [fires(key, ai_mitrailleuse_fixe=1)[0] for key in "01"] == [True, False]
    assert [fires(key, ai_canon_a_chevrotine=1)[0] for key in "01"] == [False, True]
    assert choose not in fires("0", ai_mitrailleuse_fixe=1)[1]


def test_an_ai_with_one_gun_has_nothing_to_mark():
    tank = make.vehicle("moyen", "mitrailleuse-fixe", "intelligence-artificielle")
    context = duel((tank, make.fighter(T=4)), ajax(), header={"faction": "robots"})
    assert "ai-mitrailleuse-fixe" not in [one.key for one in context.battle.units_by_path["0/0.0"].markers]
    assert "ai" in options(shot(context), "gunner")


def test_marks_of_guns_have_names():
    tank = make.vehicle("moyen", "mitrailleuse-fixe", "canon-a-chevrotine", "intelligence-artificielle")
    battle = duel((tank, make.fighter()), ajax(), header={"faction": "robots"}).battle
    label = battle.markers_by_path["0/0.0/ai-mitrailleuse-fixe"].label
    assert (said(label), label.fr) == ("Fixed machine gun: shoots by itself", "Mitrailleuse fixe\u202f: tire seule")
