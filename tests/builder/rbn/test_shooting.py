"""Shots: how many dice with which reasons, what dice say, what may be marked, and how likely it all is."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from django.utils.translation import override

from builder.battles.spec import BattleContext
from rules.games.rbn.play.shooting import SHOOT
from rules.play.dice import Typed
from tests import make
from tests.builder.rbn.duels import chances, dice, duel, hostile, ignored, notes, read, reasons, said

FOOT, VEHICLE = ("+3D6", "target on foot"), ("+2D6", "vehicle target")
RIFLE = ("+2D6", "Rifle, normal range")
LOST = "no effect; reaction fire at −1D6 if the target can (normal range)"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def maud(*weapons, T=4, **fields):  # noqa: N803  (the document's own names)
    return make.fighter(*(weapons or ("fusil",)), T=T, name="Maud", **fields)


def ajax(**fields):
    return make.fighter(C=4, name="Ajax", **fields)


def shot(context, unit="0/0.0", **fields):
    return SHOOT.attempt(context, {"unit": unit} | {name.replace("_", "-"): value for name, value in fields.items()})


# --- How many dice ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chosen", "more"),
    [
        ({}, []),
        ({"above": "1"}, [("+1D6", "shooter above the target")]),
        ({"cover": "light-cover"}, [("−1D6", "light cover")]),
        ({"cover": "heavy-cover"}, [("−2D6", "heavy cover")]),
        ({"melee": "1"}, [("−2D6", "shot into a melee")]),
        ({"reaction": "1"}, [("−1D6", "reaction fire")]),
        ({"wounded": "yes"}, [("−1D6", "wounded, however many wounds")]),
        ({"post": "passenger"}, [("−1D6", "passenger in a vehicle")]),
        ({"target": "armoured"}, [("−1D6", "Armour")]),
    ],
)
def test_each_die_has_its_reason(chosen, more):
    attempt = shot(duel(maud(), ajax()), **chosen)
    number = 5 + sum(int(value.replace("−", "-").removesuffix("D6")) for value, _text in more)
    assert (dice(attempt), reasons(attempt)) == ((f"{number}D6", "4+"), [FOOT, RIFLE, *more])


def test_each_reason_has_its_page():
    attempt = shot(duel(maud(), ajax(equipment="armure")), above="1", cover="heavy-cover", reaction="1", melee="1")
    pages = [one.cite.removeprefix("RBN v2, p. ") for one in attempt.reasons]
    assert pages == ["16", "20", "16", "19", "16", "16", "30"]


def test_the_long_band_has_its_own_dice_and_no_reaction_fire():
    attempt = shot(duel(maud(), ajax()), band="long")
    assert reasons(attempt) == [FOOT, ("+1D6", "Rifle, long range")]
    assert "reaction" not in [one.name for one in attempt.fields]


def test_a_vehicle_is_shot_at_with_two_dice_and_three_where_the_weapon_is_anti_armour():
    foe = make.vehicle("moyen")
    assert reasons(shot(duel(maud(), foe))) == [VEHICLE, RIFLE]
    rocket = shot(duel(maud("lance-roquettes"), foe))
    assert reasons(rocket) == [("+3D6", "Anti-armour"), ("+3D6", "Rocket launcher, long range")]


def test_anti_armour_ignores_the_armour_of_those_on_foot():
    attempt = shot(duel(maud("lance-roquettes"), ajax(equipment="armure")))
    assert reasons(attempt) == [FOOT, ("+3D6", "Rocket launcher, long range")]
    assert ignored(attempt) == [("−1D6", "Armour (no effect: Anti-armour)")]


def test_wounds_count_once_and_the_one_that_armour_takes_does_not():
    def lost(shooter, wounds):
        return reasons(shot(duel(shooter, ajax(), marks={"0/0.0/wounds": wounds})))[2:]

    penalty = [("−1D6", "wounded, however many wounds")]
    assert [lost(maud(), wounds) for wounds in (0, 1, 2)] == [[], penalty, penalty]
    assert [lost(maud(equipment="armure"), wounds) for wounds in (1, 2)] == [[], penalty]


def test_a_tiny_target_is_harder_to_hit_from_more_than_ten_centimetres():
    context = duel(maud("fusil", "pistolet"), ajax(), others={"1": hostile("vermine", rules="minuscule")})
    assert reasons(shot(context, target="others/1", far="1"))[2:] == [("−1D6", "tiny target more than 10\u00a0cm away")]
    assert "far" not in [one.name for one in shot(context, weapon="1", target="others/1").fields]


def test_a_seat_of_the_battle_says_where_a_fighter_fires_from():
    rides = make.vehicle("moyen", crew=((0, 0, "driver"),))
    assert ("−1D6", "driving a vehicle") in reasons(shot(duel((maud("pistolet"), rides), ajax())))
    assert "Shooters per activation, driver included: 2." in notes(shot(duel((maud("pistolet"), rides), ajax())))
    left = duel((maud("pistolet"), rides), ajax(), marks={"0/1.0/seat-1": ""})
    assert reasons(shot(left)) == [FOOT, ("+2D6", "Pistol, normal range")]


def test_dice_are_as_the_sheet_prints_them():
    context = duel(maud("fusil", "fusil-de-chasse", "fusil-de-sniper", equipment="corps-gigantesque"), ajax())
    found = [dice(shot(context, weapon=str(key)))[0] for key in range(3)]
    assert found == ["5D6", "6D6", "6D6"]


# --- What stands against a shot ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shooter", "chosen", "why"),
    [
        (maud(T="-"), {}, "T –: this figure can’t shoot."),
        (maud(), {"post": "driver"}, "Can’t be used from that seat."),
        (maud("taser-exotique"), {"target": "leger"}, "No effect on vehicles."),
        (
            maud(make.weapon("fusil", "balles-non-letales")),
            {"rounds": "balles-non-letales", "band": "long"},
            "Normal range only with this ammo.",
        ),
    ],
)
def test_a_shot_that_cannot_be_has_no_dice(shooter, chosen, why):
    attempt = shot(duel(shooter, ajax()), **chosen)
    assert (attempt.dice, attempt.reads, notes(attempt)[0]) == ("", None, why)


def test_a_shot_without_a_die_left_is_none():
    attempt = shot(duel(maud("arc"), ajax()), cover="heavy-cover", melee="1")
    assert (attempt.dice, notes(attempt)) == ("", ["No dice left: no shot."])


def test_marks_of_the_weapon_are_recalled():
    marks = {"0/0.0/dry-fusil": 1, "0/0.0/used-lance": 1, "0/0.0/activated": 1}
    context = duel(maud("fusil", "lance"), ajax(), marks=marks)
    assert notes(shot(context)) == [
        "Weapon out of ammo.",
        "Already activated this turn.",
    ]
    assert notes(shot(context, weapon="1"))[0] == "Weapon already used."


def test_only_who_has_something_to_shoot_with_offers_shots():
    context = duel((maud(), ajax(), maud("batte"), maud(T="-"), make.vehicle("moyen", "mitrailleuse-fixe")), ajax())
    units = [f"0/{index}.0" for index in range(5)]
    assert [SHOOT.suits(context.battle, unit) for unit in units] == [True, False, False, False, True]


# --- What dice say ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fell", "effects", "marks"),
    [
        ((1, 3, 3, 2, 4), ["stunned"], {"Ajax: stunned": "add 1/0.0/stunned 1"}),
        ((2, 3, 3, 4, 5), ["wounded"], {"Ajax: wounded": "add 1/0.0/wounds 1"}),
        ((2, 3, 3, 2, 6), ["wounded"], {"Ajax: wounded": "add 1/0.0/wounds 1"}),
        ((4, 4, 5, 3, 3), ["wounded"], {"Ajax: wounded": "add 1/0.0/wounds 1"}),
        ((6, 6, 1, 2, 3), ["eliminated"], {"Ajax: eliminated": "set 1/0.0/out 1"}),
        ((2, 2, 3, 3, 3), [LOST], {}),
    ],
)
def test_successes_on_foot(fell, effects, marks):
    lines, proposed = read(shot(duel(maud(), ajax())), *fell)
    assert ([text for _value, text in lines[1:]], proposed) == (effects, marks)


def test_who_was_missed_may_fire_back_with_a_weapon_that_reacts():
    def next_steps(foe, *fell, **chosen):
        return [slug for slug, _name in shot(duel(maud(), foe), **chosen).reads(Typed(fell)).onward]

    armed = make.fighter("arc", "pistolet", T=4, C=4, name="Ajax")
    assert next_steps(armed, 2, 2, 2, 2, 2) == ["shoot?unit=1/0.0&target=0/0.0&weapon=1&reaction=1"]
    assert next_steps(armed, 4, 2, 2, 2, 2) == []
    assert next_steps(make.fighter("arc", T=4), 2, 2, 2, 2, 2) == []
    assert next_steps(armed, 2, 2, 2, 2, reaction="1") == []


def test_nobody_fires_back_with_an_empty_weapon_or_without_a_t():
    def onward(foe, marks=None):
        return len(shot(duel(maud(), foe, marks=marks)).reads(Typed((2, 2, 2, 2, 2))).onward)

    armed = make.fighter("pistolet", T=4, name="Ajax")
    assert (onward(armed), onward(armed, {"1/0.0/dry-pistolet": 1})) == (1, 0)
    two = make.fighter("pistolet", "fusil", T=4, name="Ajax")
    assert onward(two, {"1/0.0/dry-pistolet": 1}) == 1
    assert onward(make.fighter("pistolet", name="Ajax")) == 0


def test_the_dice_and_their_successes_stand_first():
    lines, _marks = read(shot(duel(maud(), ajax())), 1, 3, 4, 6, 5)
    assert lines[0] == ("1 3 4 6 5", "successes: 4 (on 4 or more, a 6 counts 2)")


def test_more_ones_than_successes_empty_the_weapon():
    attempt = shot(duel(maud(), ajax()))
    dry = "more 1s than successes: out of ammo"
    assert [text for _value, text in read(attempt, 1, 1, 4, 2, 2)[0]][1:] == ["stunned", dry]
    assert read(attempt, 1, 1, 4, 2, 2)[1]["Rifle: out of ammo"] == "set 0/0.0/dry-fusil 1"
    assert dry not in [text for _value, text in read(attempt, 1, 1, 6, 2, 2)[0]]


def test_who_never_runs_dry_does_not():
    armed = make.fighter("pistolet", T=5, equipment="armure")
    context = duel(armed, ajax(), header={"faction": "enfants-du-13"})
    attempt = shot(context)
    assert "Out of ammunition" not in chances(attempt)
    assert [text for _value, text in read(attempt, 1, 1, 1, 1, 1)[0]][1:] == [LOST]


def test_each_one_into_a_melee_wounds_an_ally():
    context = duel((maud(), make.fighter(name="Bob")), ajax())
    attempt = shot(context, melee="1", ally="0/1.0")
    lines, proposed = read(attempt, 1, 6, 1)
    assert ("2", "wounds to allies in the melee, one per 1; shooter’s choice") in lines
    assert proposed["Bob: wounded, wounded"] == "all add 0/1.0/wounds 1 ; add 0/1.0/wounds 1"
    assert chances(attempt)["Ally in the melee wounded"] == 1 - Fraction(5, 6) ** 3


def test_a_critical_rolls_its_sixes_once_more_on_foot_alone():
    context = duel(maud("fusil-de-sniper"), ajax())
    lines, proposed = read(shot(context, above="1", cover="heavy-cover"), 6, 4, 3, 2, 2, 4)  # the example of p. 21
    assert [*proposed] == ["Ajax: eliminated"]
    assert lines[1] == ("4", "6s rolled again (A70)")
    assert read(shot(context, target="leger"), 6, 3, 3, 3, 3)[1] == {}


@pytest.mark.parametrize(
    ("weapon", "rounds", "fell", "effects"),
    [
        ("taser", "", (4, 4, 2, 2), ["wounded", "stunned"]),  # blunt
        ("taser-exotique", "", (4, 2, 2), ["stunned"]),
        ("taser-exotique", "", (4, 4, 2), ["wounded", "stunned"]),
        ("taser-exotique", "", (4, 4, 4), ["eliminated"]),
        ("fusil", "balles-non-letales", (4, 4, 4, 4, 2), ["wounded", "3 stunned markers"]),
        ("fusil", "balles-non-letales", (4, 4, 2, 2, 2), ["wounded", "stunned"]),
        ("fusil", "munition-assommante", (4, 4, 4, 4, 2), ["wounded", "stunned"]),
        ("fusil", "munition-incendiaire", (4, 4, 2, 2, 2), ["wounded", "on fire"]),
        ("fusil", "munition-incendiaire", (4, 2, 2, 2, 2), ["stunned"]),
    ],
)
def test_weapons_and_rounds_change_what_successes_do(weapon, rounds, fell, effects):
    armed = maud(make.weapon(weapon, rounds) if rounds else weapon)
    lines, _marks = read(shot(duel(armed, ajax()), rounds=rounds or "plain"), *fell)
    assert [text for _value, text in lines[1:] if not text.startswith("one shot")] == effects


def test_incendiary_rounds_burn_the_shooter_whose_weapon_runs_dry():
    armed = maud(make.weapon("fusil", "munition-incendiaire"))
    _lines, proposed = read(shot(duel(armed, ajax()), rounds="munition-incendiaire"), 1, 1, 2, 2, 2)
    assert proposed["Maud: wounded, on fire"] == "all add 0/0.0/wounds 1 ; set 0/0.0/on-fire 1"


def test_a_battle_keeps_weapons_and_rounds_when_its_list_is_erased():
    context = duel(maud("batte", make.weapon("fusil", "munition-incendiaire"), "pistolet"), ajax())
    kept = BattleContext(context.battle, context.catalogue, (None, None), "en")
    for fields in ({}, {"rounds": "munition-incendiaire"}, {"weapon": "1"}):
        before, after = shot(context, **fields), shot(kept, **fields)
        assert (after.fields, after.reasons, after.chances) == (before.fields, before.reasons, before.chances)


def test_a_swarm_is_hurt_by_templates_alone():
    context = duel(maud("fusil", "grenade"), ajax(), others={"1": hostile("nuee-de-fourmis", rules="nuee")})
    swarm = "swarm: only template weapons wound it"
    assert read(shot(context, target="others/1"), 6, 6, 6, 6, 6)[0][1:] == [("", swarm)]
    assert read(shot(context, weapon="1", target="others/1"), 6, 6, 6, 6, 6)[1] == {
        "nuee-de-fourmis: eliminated": "set others/1/out 1"
    }


def test_a_single_shot_is_used_and_a_ballista_reloads():
    lines, proposed = read(shot(duel(maud("lance"), ajax())), 1, 1, 1, 1)
    assert [text for _value, text in lines[1:]] == [LOST, "one shot per battle: weapon used"]
    assert proposed == {"Spear: used": "set 0/0.0/used-lance 1"}
    ballista = (make.vehicle("moyen", "baliste-sur-pivot", crew=((1, 0, "gunner"),)), maud("fusil"))
    _lines, proposed = read(shot(duel(ballista, ajax(), header={"faction": "survivants"})), 4, 2, 2, 2, 2)
    assert proposed["Pivoting ballista: reloading"] == "set 0/0.0/reloading-baliste-sur-pivot 1"


def test_a_boomerang_that_hits_is_gone_and_one_that_misses_may_come_back():
    attempt = shot(duel(maud("boomerang-tranchant", C=3), ajax()))
    gone = {"Bladed boomerang: used": "set 0/0.0/used-boomerang-tranchant 1"}
    assert read(attempt, 4, 2, 2, 2, 2)[1] == {"Ajax: stunned": "add 1/0.0/stunned 1"} | gone
    assert read(attempt, 2, 2, 2, 2, 2, 3)[0][-1] == ("3", "returns on 3 or more")
    assert read(attempt, 2, 2, 2, 2, 2, 2)[1] == gone


def test_a_molotov_rolls_for_its_tank_after_the_shot():
    attempt = shot(duel(maud("cocktail-molotov"), ajax()))
    assert read(attempt, 4, 4, 2, 2, 2)[0][-1] == ("2", "tank not empty")
    lines, proposed = read(attempt, 4, 4, 2, 2, 1)
    assert lines[-1] == ("1", "tank empty for this battle")
    assert proposed["Molotov cocktail: out of ammo"] == "set 0/0.0/dry-cocktail-molotov 1"


# --- Several targets --------------------------------------------------------------------------------------------------


def test_an_area_rolls_for_each_it_covers():
    context = duel(maud("grenade"), ajax(), make.fighter(C=4, name="Mellal", equipment="armure"))
    attempt = shot(context, target2="1/1.0", cover2="light-cover")
    assert dice(attempt)[0] == "5D6 + 3D6"
    _lines, proposed = read(attempt, 4, 4, 2, 2, 2, 6, 6, 2)
    assert proposed == {"Ajax: wounded": "add 1/0.0/wounds 1", "Mellal: eliminated": "set 1/1.0/out 1"}


def test_a_burst_shares_its_dice_out_and_a_target_loses_its_own():
    context = duel(maud("fusil-d-assaut"), ajax(), make.fighter(C=4, name="Mellal", equipment="armure"))
    attempt = shot(context, target2="1/1.0", share2="2")
    assert reasons(attempt) == [
        FOOT,
        ("+3D6", "Assault rifle, normal range"),
        ("+4D6", "Ajax: dice at this target (A71)"),
        ("+2D6", "Mellal: dice at this target (A71)"),
        ("−1D6", "Mellal: Armour"),
    ]
    assert dice(attempt)[0] == "4D6 + 1D6"
    assert notes(attempt) == ["Burst: Split the dice among targets at least partly within a 10\u00a0cm circle"]


def test_the_ones_of_all_targets_are_one_shots():
    attempt = shot(duel(maud("fusil-d-assaut"), ajax(), make.fighter(C=4)), target2="1/1.0", share2="3")
    dry = "more 1s than successes: out of ammo"
    assert dry in [text for _value, text in read(attempt, 1, 1, 4, 1, 2, 2)[0]]
    assert dry not in [text for _value, text in read(attempt, 1, 1, 4, 4, 2, 2)[0]]


# --- Vehicles ---------------------------------------------------------------------------------------------------------


def test_a_vehicle_takes_what_the_table_of_its_side_says():
    foes = (make.vehicle("leger", crew=((1, 0, "driver"),), name="Buggy"), ajax())
    attempt = shot(duel(maud(), *foes), side="side")
    assert read(attempt, 4, 2, 2, 2)[1] == {"Buggy: one more breakdown": "add 1/0.0/breakdowns 1"}
    lines, proposed = read(attempt, 4, 4, 4, 2, 3, 1, 1)
    assert ("3", "Driver wounded, accident") in lines
    assert proposed["Ajax: one wound"] == "add 1/1.0/wounds 1"
    assert read(attempt, 2, 2, 2, 2)[1] == {}


def test_rounds_that_never_kill_wound_the_driver():
    foes = (make.vehicle("leger", crew=((1, 0, "driver"),), name="Buggy"), ajax())
    for rounds, stunned in (
        ("balles-non-letales", "set 1/1.0/stunned 3"),
        ("munition-assommante", "add 1/1.0/stunned 1"),
    ):
        gun = make.weapon("fusil", rounds)
        attempt = shot(duel(maud(gun), *foes), target="1/0.0", side="side", rounds=rounds)
        marks = read(attempt, 4, 4, 4, 4, 1, 1, 1)[1].values()
        assert f"all add 1/1.0/wounds 1 ; {stunned}" in marks
        assert "set 1/1.0/out 1" not in marks


def test_a_lightened_frame_is_damaged_as_a_light_vehicle():
    attempt = shot(duel(maud(), make.vehicle("moyen", "structure-allegee")))
    sides = next(one for one in attempt.fields if one.name == "side")
    assert [one.slug for one in sides.options] == ["side", "front", "rear"]


def test_a_mechanic_may_undo_the_breakdown_of_a_shot():
    foes = (make.vehicle("leger", name="Buggy"), make.fighter(abilities="mecanicien"))
    attempt = shot(duel(maud(), *foes), side="side")
    assert read(attempt, 4, 2, 2, 2, 5)[1] == {}
    assert read(attempt, 4, 2, 2, 2, 4)[1] == {"Buggy: one more breakdown": "add 1/0.0/breakdowns 1"}


def test_a_vehicle_named_by_hand_is_told_its_row():
    lines, proposed = read(shot(duel(maud(), ajax()), target="lourd", side="front"), 4, 4, 4, 2)
    assert lines[1:] == [("3", "1 breakdown, passenger wounded (owner’s choice)")]
    assert proposed == {}


def test_a_gun_is_fired_by_a_passenger_without_what_a_seat_takes():
    gun = make.vehicle("moyen", "mitrailleuse-fixe", crew=((1, 0, "gunner"),))
    context = duel((gun, maud(T=3), make.fighter("fusil", T=5, name="Bob")), ajax())
    attempt = shot(context)
    assert (dice(attempt), reasons(attempt)) == (("6D6", "3+"), [FOOT, ("+3D6", "Fixed machine gun, long range")])
    assert dice(shot(context, gunner="0/2.0"))[1] == "5+"
    driven = make.vehicle("moyen", "mitrailleuse-fixe", crew=((1, 0, "driver"),))
    field = next(one for one in shot(duel((driven, maud(T=3), maud(T=5)), ajax())).fields if one.name == "gunner")
    assert [one.slug for one in field.options] == ["0/2.0"]
    assert "Shooters per activation, driver included: 2." in notes(attempt)


def test_an_artificial_intelligence_fires_on_5():
    tank = make.vehicle("moyen", "mitrailleuse-fixe", "intelligence-artificielle")
    context = duel((tank, make.fighter()), ajax(), header={"faction": "robots"})
    assert dice(shot(context, gunner="ai"))[1] == "5+"
    off = duel((tank, make.fighter()), ajax(), header={"faction": "robots"}, marks={"0/0.0/ai-off": 1})
    assert "ai" not in [one.slug for one in next(f for f in shot(off).fields if f.name == "gunner").options]


def test_a_flame_template_hits_without_a_die():
    context = duel(
        maud("lance-flammes"),
        ajax(),
        make.vehicle("leger", name="Buggy", crew=((2, 0, "driver"),)),
        make.fighter(name="Dax"),
    )
    attempt = shot(context, target2="1/1.0")
    assert (attempt.dice, chances(attempt)) == ("1D6", {"Out of ammunition": Fraction(1, 6)})
    lines, proposed = read(attempt, 3)
    assert lines[-1] == ("3", "tank not empty")
    assert proposed == {
        "Ajax: wounded, on fire": "all add 1/0.0/wounds 1 ; set 1/0.0/on-fire 1",
        "Buggy: one more breakdown": "add 1/1.0/breakdowns 1",
        "Dax: wounded": "add 1/2.0/wounds 1",
    }


def test_who_never_runs_dry_burns_without_any_die_but_a_mechanics():
    fire = make.fighter("lance-flammes", T=5, equipment="armure")
    foes = (make.vehicle("moyen", name="Buggy"), make.fighter(abilities="mecanicien", name="Ajax"))
    context = duel(fire, *foes, header={"faction": "enfants-du-13"})
    bare = shot(context, target="1/1.0")
    assert (bare.dice, [one.command for one in bare.proposals]) == (
        "",
        ["all add 1/1.0/wounds 1 ; set 1/1.0/on-fire 1"],
    )
    assert shot(context).dice == "1D6"
    assert read(shot(context), 5)[1] == {}
    assert read(shot(context), 4)[1] == {"Buggy: one more breakdown": "add 1/0.0/breakdowns 1"}


def test_a_boomerang_that_does_not_come_back_is_gone_once():
    attempt = shot(duel(maud("boomerang-tranchant", C=3), ajax()))
    lines, proposed = read(attempt, 1, 2, 2, 2, 2, 2)
    assert [text for _value, text in lines].count("more 1s than successes: out of ammo") == 0
    assert proposed == {"Bladed boomerang: used": "set 0/0.0/used-boomerang-tranchant 1"}


def test_a_hostile_element_shoots_with_its_own_weapon():
    beast = hostile("homme-bete", T=4)
    attempt = shot(duel(maud(), ajax(), others={"1": beast}), unit="others/1")
    assert reasons(attempt) == [FOOT, ("+1D6", "Spear, long range")]


def test_a_list_that_is_gone_leaves_the_weapons_that_the_battle_remembers():
    context = duel(maud(make.weapon("fusil", "balles-non-letales")), ajax())
    context.lists[0] = None
    assert reasons(shot(context)) == [FOOT, RIFLE]


# --- Chances ----------------------------------------------------------------------------------------------------------


def test_the_chances_are_those_of_everything_that_can_fall():
    attempt = shot(duel(maud(), ajax()), band="long")
    found = Counter()
    for fell in product(range(1, 7), repeat=4):
        lines = [said(one.text) for one in attempt.reads(Typed(fell)).lines]
        found[lines[1]] += Fraction(1, 6**4)
        found["dry"] += Fraction(lines[-1].startswith("more 1s"), 6**4)
    assert chances(attempt) == {
        f"0: {LOST}": found[LOST],
        "1: stunned": found["stunned"],
        "2-3: wounded": found["wounded"],
        "4+: eliminated": found["eliminated"],
        "Out of ammunition": found["dry"],
    }


def test_what_is_chosen_stays_so_that_dice_can_be_read_again():
    """The target may be out by then, after its mark was accepted."""
    context = duel(maud(), ajax(), make.fighter(), marks={"1/0.0/out": 1})
    assert next(one.value for one in shot(context).fields if one.name == "target") == "1/1.0"
    assert next(one.value for one in shot(context, target="1/0.0").fields if one.name == "target") == "1/0.0"


def test_the_marks_of_the_battle_choose_until_a_player_does():
    context = duel(maud(), ajax(), marks={"0/0.0/wounds": 1})
    field = next(one for one in shot(context).fields if one.name == "wounded")
    assert ([(one.slug, said(one.name)) for one in field.options], field.value) == (
        [("no", "unharmed"), ("yes", "wounded")],
        "yes",
    )
    assert reasons(shot(context, wounded="no")) == [FOOT, RIFLE]


def test_a_sandstorm_leaves_what_begins_within_twenty_centimetres():
    context = duel(maud("fusil"), ajax(), marks={"table/step-tempete-de-sable": 1})
    assert notes(shot(context)) == ["Sandstorm: 20\xa0cm maximum range."]
    far = shot(context, band="long")
    assert (far.dice, notes(far)[0]) == ("", "Sandstorm: no shot beyond 20\xa0cm.")


def test_units_of_one_name_are_told_apart_by_their_side():
    context = duel(maud(), maud(), ajax(), header={"name": "Red"}, foe_header={"name": "Blue"})
    assert [said(one.name) for one in shot(context).fields[1].options][:2] == ["Maud (Blue)", "Ajax"]
    assert read(shot(context), 4, 4, 2, 2, 2)[1] == {"Maud (Blue): wounded": "add 1/0.0/wounds 1"}


def test_chances_of_several_targets_take_all_dice_together():
    context = duel(maud("grenade"), ajax(), ajax())
    one, two = shot(context), shot(context, target2="1/1.0", cover="heavy-cover", cover2="heavy-cover", melee="1")
    found = Counter()
    for fell in product(range(1, 7), repeat=2):
        ones, successes = fell.count(1), sum(1 + (face == 6) for face in fell if face >= 4)
        found["dry"] += Fraction(ones > successes, 36)
        found["ally"] += Fraction(ones > 0, 36)
    assert (one.dice, two.dice) == ("5D6", "1D6 + 1D6")
    assert chances(two)["Out of ammunition"] == found["dry"]
    assert chances(two)["Ally in the melee wounded"] == found["ally"]
