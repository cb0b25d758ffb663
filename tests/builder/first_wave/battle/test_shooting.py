"""Shots of First Wave: how many dice with which reasons, what dice say, what may be marked, how likely it is."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from django.utils.translation import override

from rules.games.first_wave.play.shooting import SHOOT
from rules.play.dice import Typed
from tests.builder.first_wave.battle.duels import duel
from tests.builder.rbn.duels import chances, dice, notes, read, reasons, said
from tests.rules.first_wave import make

SHOT, RIFLE = ("+3D6", "shot"), ("+2D6", "Rifle, normal range")
DRY = "more 1s than successes: out of ammo"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def maud(*weapons, T=4, **fields):  # noqa: N803  (the document's own names)
    return make.fighter(*(weapons or ("fusil",)), T=T, name="Maud", **fields)


def ajax(**fields):
    return make.fighter(C=4, name="Ajax", **fields)


def shot(context, unit="0/0.0", **fields):
    return SHOOT.attempt(context, {"unit": unit} | fields)


def effects(attempt, *faces):
    """(what is said after the dice, what may be marked)."""
    lines, proposed = read(attempt, *faces)
    return [text for _value, text in lines[1:]], proposed


@pytest.mark.parametrize(
    ("chosen", "more"),
    [
        ({}, []),
        ({"above": "1"}, [("+1D6", "shooter above the target")]),
        ({"cover": "light-cover"}, [("−1D6", "light cover")]),
        ({"cover": "heavy-cover"}, [("−2D6", "heavy cover")]),
        ({"melee": "1"}, [("−2D6", "shot into a melee")]),
        ({"wounded": "yes"}, [("−1D6", "wounded, only once (A63)")]),
        ({"target": "shielded"}, [("−1D6", "Shield")]),
        ({"target": "plated"}, []),
    ],
)
def test_each_die_has_its_reason(chosen, more):
    attempt = shot(duel(maud()), **chosen)
    number = 5 + sum(int(value.replace("−", "-").removesuffix("D6")) for value, _text in more)
    assert (dice(attempt), reasons(attempt)) == ((f"{number}D6", "4+"), [SHOT, RIFLE, *more])


def test_each_reason_has_its_place_in_the_book():
    attempt = shot(duel(maud(), foes=(ajax(equipment="bouclier"),)), above="1", wounded="yes")
    assert [one.cite for one in attempt.reasons] == [
        "First Wave, «\u202fTir\u202f»",
        "First Wave, p. 8",
        "First Wave, «\u202fMalus et bonus liés à la position\u202f»",
        "First Wave, «\u202fBlessé\u202f»",
        "First Wave, p. 7",
    ]


def test_armour_troubles_no_shooter_and_a_found_shield_does():
    assert reasons(shot(duel(maud(), foes=(ajax(equipment="armure"),)))) == [SHOT, RIFLE]
    found = duel(maud(), marks={"1/0.0/found-shield": 1})
    assert reasons(shot(found)) == [SHOT, RIFLE, ("−1D6", "Shield")]


def test_the_sniper_rifle_has_its_own_bands():
    context = duel(maud("fusil-de-sniper"))
    assert reasons(shot(context))[1] == ("+1D6", "Sniper rifle, normal range")
    assert reasons(shot(context, band="long"))[1] == ("+3D6", "Sniper rifle, long range")


@pytest.mark.parametrize(
    ("target", "fell", "said", "marks"),
    [
        ("1/0.0", (2, 2, 2, 2, 2), ["nothing"], {}),
        ("1/0.0", (4, 2, 2, 2, 2), ["stunned"], {"Ajax: stunned": "add 1/0.0/stunned 1"}),
        ("1/0.0", (6, 2, 2, 2, 2), ["wounded"], {"Ajax: wounded": "add 1/0.0/wounds 1"}),
        ("1/0.0", (6, 6, 2, 2, 2), ["eliminated"], {"Ajax: eliminated": "set 1/0.0/out 1"}),
        ("others/1", (4, 2, 2, 2, 2), ["disoriented"], {"Infected human: disoriented": "add others/1/stunned 1"}),
        ("others/1", (4, 4, 4, 2, 2), ["immobilised"], {"Infected human: immobilised": "set others/1/still 1"}),
        ("others/1", (6, 6, 2, 2, 2), ["eliminated"], {"Infected human: eliminated": "set others/1/out 1"}),
        ("others/2", (4, 4, 2, 2, 2), ["disoriented"], {"Household robot: disoriented": "add others/2/stunned 1"}),
        ("others/2", (6, 6, 2, 2, 2), ["immobilised"], {"Household robot: immobilised": "set others/2/still 1"}),
        ("others/2", (6, 6, 4, 2, 2), ["eliminated"], {"Household robot: eliminated": "set others/2/out 1"}),
    ],
)
def test_each_kind_of_target_has_its_table(target, fell, said, marks):
    context = duel(maud(), npcs=("humain-infecte", "robot-domestique"))
    assert effects(shot(context, target=target), *fell) == (said, marks)


def test_plating_saves_from_being_immobilised_on_4():
    attempt = shot(duel(maud(), npcs=("robot-de-chantier",)), target="others/1")
    assert effects(attempt, 6, 4, 2, 2, 2, 4)[1] == {
        "Construction robot: disoriented (plating)": "add others/1/stunned 1"
    }
    assert effects(attempt, 6, 4, 2, 2, 2, 3)[1] == {"Construction robot: immobilised": "set others/1/still 1"}
    found = chances(attempt)
    assert found["3-4: disoriented (plating)"] == found["3-4: immobilised"]


def test_who_eliminates_an_npc_is_credited_where_the_scenario_counts_it():
    context = duel(maud(), npcs=("humain-infecte",), scenario="pouvoir")
    assert effects(shot(context, target="others/1"), 6, 6, 2, 2, 2)[1] == {
        "Infected human: eliminated": "set others/1/by-0 1"
    }


@pytest.mark.parametrize(
    ("rounds", "fell", "said"),
    [
        ("assommante", (6, 2, 2, 2, 2), ["unconscious"]),
        ("assommante", (6, 6, 2, 2, 2), ["unconscious"]),
        ("assommante", (4, 2, 2, 2, 2), ["stunned"]),
        ("etourdissante", (6, 2, 2, 2, 2), ["wounded", "stunned"]),
        ("etourdissante", (6, 6, 2, 2, 2), ["eliminated"]),
    ],
)
def test_rounds_change_what_successes_do(rounds, fell, said):
    assert effects(shot(duel(maud(make.weapon("fusil", rounds))), rounds=rounds), *fell)[0] == said


def test_who_is_stunned_by_rounds_is_unconscious_and_never_immobilised():
    gun = make.weapon("fusil", "assommante")
    context = duel(maud(gun), npcs=("humain-infecte",))
    fallen = (6, 6, 2, 2, 2)
    infected = effects(shot(context, rounds="assommante", target="others/1"), *fallen)[1]
    assert infected == {"Infected human: unconscious": "set others/1/unconscious 1"}
    assert effects(shot(context, rounds="assommante"), *fallen)[1] == {"Ajax: unconscious": "set 1/0.0/still 1"}
    two = effects(shot(context, rounds="assommante", target="others/1"), 4, 4, 2, 2, 2)[1]
    assert two == {"Infected human: immobilised": "set others/1/still 1"}


def test_stunning_rounds_reach_the_normal_band_only():
    attempt = shot(duel(maud(make.weapon("fusil", "assommante"))), rounds="assommante", band="long")
    assert (attempt.dice, notes(attempt)) == ("", ["Normal range only with this ammo."])


def test_incendiary_rounds_set_the_wounded_on_fire():
    attempt = shot(duel(maud(make.weapon("arc", "incendiaire"))), rounds="incendiaire")
    assert effects(attempt, 6, 2, 2)[1] == {"Ajax: wounded, on fire": "all add 1/0.0/wounds 1 ; set 1/0.0/fire 1"}


def test_poison_may_wound_twice():
    attempt = shot(duel(maud(make.weapon("arc", "poison"))), rounds="poison")
    twice = {"Ajax: wounded, 1 more wound": "add 1/0.0/wounds 2"}
    assert effects(attempt, 6, 2, 2, 5)[1] == twice
    assert effects(attempt, 6, 2, 2, 4)[1] == {"Ajax: wounded": "add 1/0.0/wounds 1"}


def test_a_poisoned_wound_is_one_or_two_never_both():
    attempt = shot(duel(maud(make.weapon("arc", "poison"))), rounds="poison")
    wound = Fraction(
        sum(2 <= sum((face >= 4) + (face == 6) for face in fell) <= 3 for fell in product(range(1, 7), repeat=3)), 216
    )
    found = chances(attempt)
    assert (found["2-3: wounded"], found["2-3: wounded, 1 more wound"]) == (wound * 2 / 3, wound / 3)
    assert sum(chance for words, chance in found.items() if words[0].isdigit()) == 1


def test_carnage_rolls_sixes_again_and_empties_the_weapon():
    attempt = shot(duel(maud(make.weapon("fusil", "carnage"))), rounds="carnage")
    said, proposed = effects(attempt, 6, 2, 2, 2, 2, 4)
    assert said == [
        "6s rolled again (A70)",
        "wounded",
        "carnage, one shot only: out of ammo",
    ]
    assert [*proposed.values()] == [
        "add 1/0.0/wounds 1",
        "set 0/0.0/used-carnage-fusil-1 1",
        "set 0/0.0/empty-fusil-1 1",
    ]


SMOKE = "smoke under the target, sight blocked until the turn ends"


@pytest.mark.parametrize(
    ("target", "fell", "said"),
    [
        ("1/0.0", (2, 2, 2, 2, 2), "nothing"),
        ("1/0.0", (4, 2, 2, 2, 2), "nothing"),
        ("1/0.0", (6, 2, 2, 2, 2), SMOKE),
        ("1/0.0", (6, 6, 2, 2, 2), SMOKE),
        ("others/1", (4, 2, 2, 2, 2), "nothing"),
        ("others/1", (4, 4, 2, 2, 2), SMOKE),
        ("others/1", (6, 6, 2, 2, 2), SMOKE),
        ("others/2", (4, 4, 2, 2, 2), "nothing"),
        ("others/2", (6, 4, 2, 2, 2), SMOKE),
        ("others/2", (6, 6, 4, 2, 2), SMOKE),
    ],
)
def test_smoke_hurts_nobody_and_stands_where_a_wound_would(target, fell, said):
    context = duel(maud(make.weapon("grenade", "fumigene")), npcs=("humain-infecte", "robot-de-chantier"))
    attempt = shot(context, rounds="fumigene", target=target)
    assert effects(attempt, *fell) == (
        [said],
        {"Smoke: used": "set 0/0.0/used-fumigene-grenade-1 1"},
    )
    assert sum(chances(attempt).values()) - chances(attempt)["Out of ammunition"] == 1


def test_two_alike_roll_their_ones_again():
    context = duel(maud("pistolet", "pistolet"))
    said, _proposed = effects(shot(context), 1, 1, 2, 2, 2, 4, 1)
    assert said == ["1s re-rolled", "stunned"]
    assert effects(shot(context, alike="no"), 1, 1, 2, 2, 4)[0] == ["stunned", DRY]
    assert "alike" not in [one.name for one in shot(duel(maud("pistolet", "fusil"))).fields]


def test_a_battle_keeps_weapons_and_rounds_when_its_list_is_erased():
    gun = make.weapon("pistolet", "poison", "carnage")
    context = duel(maud("batte", gun, "pistolet"), npcs=("humain-infecte",))
    kept = replace(context, lists=(None, None))
    for fields in ({}, {"weapon": "1"}, {"weapon": "2"}, {"weapon": "1", "rounds": "carnage"}):
        before, after = shot(context, **fields), shot(kept, **fields)
        assert (after.fields, after.reasons, after.chances) == (before.fields, before.reasons, before.chances)
    assert [one.slug for one in shot(kept).fields[1].options] == ["plain", "poison", "carnage"]


def test_limited_ammunition_rolls_after_each_shot():
    attempt = shot(duel(maud("pistolet-mitrailleur")))
    assert effects(attempt, 4, 2, 2, 2, 2, 2, 2)[0] == ["stunned", "limited ammo: some left"]
    said, proposed = effects(attempt, 4, 2, 2, 2, 2, 2, 1)
    assert said[-1] == "limited ammo: that was the last"
    assert "set 0/0.0/empty-pistolet-mitrailleur-1 1" in proposed.values()


def test_fresh_ammunition_never_runs_dry():
    context = duel(maud("pistolet-mitrailleur"), marks={"0/0.0/fresh-ammunition": 1})
    attempt = shot(context)
    assert effects(attempt, 1, 1, 1, 2, 2, 2)[0] == ["nothing"]
    assert "Out of ammunition" not in chances(attempt)
    assert notes(attempt) == ["Fresh ammo: once per battle, you can re-roll all dice of a shot."]


def test_a_spear_is_thrown_once():
    said, proposed = effects(shot(duel(maud("lance"))), 4, 1, 1, 1)
    assert said == ["stunned", "one shot per battle: weapon used"]
    assert "set 0/0.0/empty-lance-1 1" in proposed.values()


def test_each_one_into_a_melee_wounds_an_ally_whose_found_armour_takes_the_first():
    marks = {"0/1.0/found-armour": 1}
    attempt = shot(duel(maud(), make.fighter(name="Bob"), marks=marks), melee="1", ally="0/1.0")
    _said, proposed = effects(attempt, 1, 1, 6)
    assert proposed["Bob: wounded, wounded"] == "all set 0/1.0/armour-wound 1 ; add 0/1.0/wounds 1"


def test_a_burst_shares_and_an_area_repeats_its_dice():
    foes = (ajax(), make.fighter(C=4, name="Mellal", equipment="bouclier"))
    burst = shot(duel(maud("fusil-d-assaut"), foes=foes), target2="1/1.0", share2="2")
    assert dice(burst)[0] == "4D6 + 1D6"
    area = shot(duel(maud("grenade"), foes=foes), target2="1/1.0")
    assert dice(area)[0] == "5D6 + 4D6"


def test_targets_of_a_burst_fit_into_a_circle():
    context = duel(maud("fusil-d-assaut"), foes=(ajax(), make.fighter(C=4, name="Mellal")))
    words = "Burst: Split the dice among targets in a 10\xa0cm circle"
    assert (words in notes(shot(context, target2="1/1.0")), words in notes(shot(context))) == (True, False)


def test_rounds_that_are_used_up_say_so():
    gun = make.weapon("grenade", "fumigene")
    context = duel(maud(gun), marks={"0/0.0/used-fumigene-grenade-1": 1})
    words = "Ammo already used."
    assert [words in notes(shot(context, rounds=one)) for one in ("fumigene", "plain")] == [True, False]


def test_a_military_robot_fires_its_rifle():
    context = duel(maud(), npcs=("robot-militaire", "robot-domestique"))
    attempt = shot(context, unit="others/1", band="long")
    assert (dice(attempt), reasons(attempt)) == (("4D6", "4+"), [SHOT, ("+1D6", "Assault rifle, long range")])
    assert [SHOOT.suits(context.battle, path) for path in ("0/0.0", "1/0.0", "others/1", "others/2")] == [
        True,
        False,
        True,
        False,
    ]


def test_a_robots_rifle_runs_out_of_ammunition():
    attempt = shot(duel(maud(), npcs=("robot-militaire",)), unit="others/1", band="long")
    said, proposed = effects(attempt, 4, 1, 1, 2)
    assert (said[-1], [*proposed.values()][-1]) == (DRY, "set others/1/empty-fusil-d-assaut-1 1")
    assert effects(attempt, 4, 1, 2, 2)[0][-1] != DRY


def test_who_has_no_t_does_not_shoot():
    attempt = shot(duel(maud(T="-")))
    assert (attempt.dice, notes(attempt)) == ("", ["T –: this figure can’t shoot."])


def test_the_chances_are_those_of_everything_that_can_fall():
    attempt = shot(duel(maud(), npcs=("robot-domestique",)), target="others/1", band="long")
    found = Counter()
    for fell in product(range(1, 7), repeat=4):
        lines = [said(one.text) for one in attempt.reads(Typed(fell)).lines]
        found[lines[1]] += Fraction(1, 6**4)
        found[DRY] += Fraction(lines[-1] == DRY, 6**4)
    assert chances(attempt) == {
        "0: nothing": found["nothing"],
        "1-2: disoriented": found["disoriented"],
        "3-4: immobilised": found["immobilised"],
        "5+: eliminated": found["eliminated"],
        "Out of ammunition": found[DRY],
    }
