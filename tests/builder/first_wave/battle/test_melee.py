"""Melees of First Wave: the dice of both, who wins, what befalls the loser, how likely it is."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from django.utils.translation import override

from rules.games.first_wave.play.melee import MELEE
from rules.play.dice import Typed
from tests.builder.first_wave.battle.duels import duel
from tests.builder.rbn.duels import chances, dice, notes, read, reasons, said
from tests.rules.first_wave import make

COUNTED = "Melee counted for this turn"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def maud(*weapons, **fields):
    return make.fighter(*weapons, name="Maud", **{"C": 4} | fields)


def fought(context, unit="0/0.0", **fields):
    return MELEE.attempt(context, {"unit": unit} | {name.replace("_", "-"): value for name, value in fields.items()})


def own(attempt, name="Maud"):
    return [(value, text.removeprefix(f"{name}: ")) for value, text in reasons(attempt) if text.startswith(f"{name}: ")]


def effects(attempt, *faces):
    """(what befalls the loser, what may be marked but for the count of melees)."""
    lines, proposed = read(attempt, *faces)
    proposed.pop(COUNTED, None)
    return [text for value, text in lines if not value], proposed


@pytest.mark.parametrize(
    ("fighter", "marks", "chosen", "more"),
    [
        (maud(), {}, {}, []),
        (maud("epee"), {}, {}, [("+1D6", "Sword")]),
        (maud("epee"), {}, {"weapon": "fists"}, []),
        (maud(), {"0/0.0/amphetamine": 1}, {}, [("+1D6", "amphetamine")]),
        (maud(), {"0/0.0/wounds": 1}, {}, [("−1D6", "wounded, only once (A63)")]),
        (maud(equipment="armure"), {"0/0.0/wounds": 1}, {}, []),
        (maud(), {}, {"enemies": "3"}, [("−2D6", "enemy in contact beyond the first")]),
        (maud(abilities="combattant-emerite"), {}, {"enemies": "3"}, []),
        (maud(), {"1/0.0/found-shield": 1}, {}, [("−1D6", "Shield")]),
    ],
)
def test_each_die_has_its_reason(fighter, marks, chosen, more):
    assert own(fought(duel(fighter, marks=marks), **chosen)) == [("+3D6", "melee"), *more]


def test_a_parry_and_a_shield_take_a_die_each():
    foe = make.fighter("epee", C=4, name="Ajax", equipment="bouclier")
    assert own(fought(duel(maud(), foes=(foe,))))[1:] == [("−1D6", "Shield"), ("−1D6", "Parry")]


def test_two_weapons_that_parry_roll_their_ones_again():
    attempt = fought(duel(maud("epee", "epee")))
    lines, _proposed = read(attempt, 1, 2, 2, 2, 6, 1, 1)
    assert lines[1] == ("6", "re-rolled, second roll counts")
    assert "re-rolled" not in str(read(fought(duel(maud("epee"))), 1, 2, 2, 2, 1, 1))


def test_a_battle_keeps_weapons_when_its_list_is_erased():
    context = duel(maud("epee", "pistolet", "epee"))
    before, after = fought(context), fought(replace(context, lists=(None, None)))
    assert own(after) == [("+3D6", "melee"), ("+1D6", "Sword")]
    assert (after.fields, after.chances) == (before.fields, before.chances)


def test_npcs_have_their_power_and_dogs_their_pack():
    context = duel(maud(), npcs=("chien-infecte", "robot-de-chantier"))
    assert dice(fought(context, foe="others/1")) == ("3D6 + 4D6", "4+, 5+")
    assert dice(fought(context, foe="others/1", foe_pack="1"))[1] == "4+, 4+"
    assert own(fought(context, foe="others/2"), "Construction robot") == [("+3D6", "melee"), ("+2D6", "melee power")]


def test_who_is_no_unit_of_the_battle_is_typed_in():
    attempt = fought(duel(maud("epee")), foe="survivor", foe_dice="5", foe_c="3")
    assert dice(attempt) == ("4D6 + 4D6", "4+, 3+")


@pytest.mark.parametrize(
    ("faces", "found"),
    [
        ((4, 4, 1, 4, 2, 2), (["wounded"], {"Ajax: wounded": "add 1/0.0/wounds 1"})),
        ((6, 4, 4, 4, 2, 2), (["eliminated"], {"Ajax: eliminated": "set 1/0.0/out 1"})),
        ((4, 2, 2, 4, 2, 2), (["wounded"], {"Ajax: wounded": "add 1/0.0/wounds 1"})),
        ((4, 2, 2, 6, 2, 2), (["wounded"], {"Maud: wounded": "add 0/0.0/wounds 1"})),
    ],
)
def test_the_difference_befalls_the_loser(faces, found):
    assert effects(fought(duel(maud())), *faces) == found


def test_infected_and_machines_are_immobilised_where_survivors_are_wounded():
    context = duel(maud("batte"), npcs=("humain-infecte", "robot-de-chantier"))
    still = {"Infected human: immobilised": "set others/1/still 1"}
    assert effects(fought(context, foe="others/1"), 4, 1, 1, 1, 1, 1, 1, 1) == (["immobilised"], still)
    attempt = fought(context, foe="others/2")
    assert effects(attempt, 4, 1, 1, 1, 1, 1, 1, 1, 1, 4)[1] == {
        "Construction robot: disoriented (plating)": "add others/2/stunned 1"
    }
    assert effects(attempt, 4, 1, 1, 1, 1, 1, 1, 1, 1, 3)[1] == {
        "Construction robot: immobilised": "set others/2/still 1"
    }


def test_who_is_immobilised_is_eliminated_without_dice():
    context = duel(maud(), npcs=("humain-infecte",), marks={"others/1/still": 1})
    attempt = fought(context, foe="others/1")
    assert (attempt.dice, notes(attempt)) == ("", ["Immobilised: eliminated in this melee, no roll."])
    counted = "all add 0/0.0/melees 1 ; add others/1/melees 1"
    assert [one.command for one in attempt.proposals] == ["set others/1/out 1", counted]
    assert fought(context, foe="others/1", foe_still="no").dice == "3D6 + 4D6"


def test_who_is_unconscious_is_fought_with_dice():
    context = duel(maud(), npcs=("humain-infecte",), marks={"others/1/unconscious": 1})
    assert fought(context, foe="others/1").dice == "3D6 + 4D6"


def test_an_infected_that_wounds_infects():
    attempt = fought(duel(maud(), npcs=("humain-infecte",)), foe="others/1")
    assert effects(attempt, 1, 1, 1, 5, 1, 1, 1)[1] == {
        "Maud: wounded, 1 infection marker": "all add 0/0.0/wounds 1 ; add 0/0.0/infection 1"
    }


def test_an_infected_named_by_hand_infects_as_well():
    attempt = fought(duel(maud()), foe="infected")
    assert effects(attempt, 1, 1, 1, 5, 1, 1)[1] == {
        "Maud: wounded, 1 infection marker": "all add 0/0.0/wounds 1 ; add 0/0.0/infection 1"
    }


@pytest.mark.parametrize(("foe", "key"), [("machine", "eaten"), ("infected", "eaten"), ("survivor", "out")])
def test_whom_an_npc_named_by_hand_eliminates_counts_as_eliminated_by_an_npc(foe, key):
    attempt = fought(duel(maud(), scenario="diversion"), foe=foe)
    assert effects(attempt, 1, 1, 1, 6, 6, 1)[1] == {"Maud: eliminated": f"set 0/0.0/{key} 1"}


def test_the_melees_of_npcs_are_counted():
    attempt = fought(duel(maud(), npcs=("humain-infecte",), marks={"others/1/melees": 3}), foe="others/1")
    assert effects(attempt, 1, 1, 1, 6, 6, 6, 6) == (["at least the winner’s 4th melee this turn: no damage"], {})


def test_a_blunt_weapon_stuns_whom_it_wounds_and_carnage_rolls_sixes_again():
    blunt = effects(fought(duel(maud("batte"))), 4, 1, 1, 1, 1, 1, 1)[1]
    assert blunt == {"Ajax: wounded, stunned": "all add 1/0.0/wounds 1 ; add 1/0.0/stunned 1"}
    assert effects(fought(duel(maud("tronconneuse"))), 6, 1, 1, 1, 1, 1, 4, 1, 1, 1)[0] == ["eliminated"]


def test_the_fourth_melee_of_a_turn_deals_no_damage():
    attempt = fought(duel(maud(), marks={"0/0.0/melees": 3}))
    assert effects(attempt, 6, 6, 6, 1, 1, 1) == (["at least the winner’s 4th melee this turn: no damage"], {})
    assert effects(fought(duel(maud(), marks={"0/0.0/melees": 2})), 6, 6, 6, 1, 1, 1)[0] == ["eliminated"]


def test_allies_are_not_struck():
    context = duel(maud(), make.fighter(), npcs=("humain-infecte",))
    foe = next(one for one in fought(context).fields if one.name == "foe")
    assert [one.slug for one in foe.options][:2] == ["1/0.0", "others/1"]
    assert "0/1.0" not in [one.slug for one in foe.options]
    assert MELEE.suits(context.battle, "others/1")


def test_the_chances_are_those_of_everything_that_can_fall():
    attempt = fought(duel(maud(), npcs=("robot-de-chantier",)), foe="others/1", enemies="2", foe_enemies="4")
    found = Counter()
    for fell in product(range(1, 7), repeat=5):
        first, second = (sum(1 + (face == 6) for face in faces if face >= 4) for faces in (fell[:2], fell[2:4]))
        plated = 1 <= (first - second or 1) <= 2
        if not plated and fell[4] > 1:
            continue
        used = 5 if plated else 4
        lines = [(one.value, said(one.text)) for one in attempt.reads(Typed(fell[:used])).lines]
        robot_lost = any(text.startswith(("Maud wins", "tie: Maud")) for _value, text in lines)
        saved = lines[-1][1] == "disoriented (plating)"
        words = "disoriented (plating)" if saved else next(text for value, text in reversed(lines) if not value)
        span = "3+" if words == "eliminated" else "1-2"
        found[f"{'Construction robot' if robot_lost else 'Maud'} loses by {span}: {words}"] += Fraction(1, 6**used)
    assert {text: chance for text, chance in chances(attempt).items() if chance} == found


def test_a_thrown_spear_is_no_weapon_until_it_is_picked_up():
    """L581, 697; ruling A95."""

    def weapons(*spears, **marks):
        at = {f"0/0.0/{key.replace('_', '-')}": 1 for key in marks}
        fields = fought(duel(maud(*spears), marks=at)).fields
        return [one.slug for field in fields if field.name == "weapon" for one in field.options]

    assert weapons("lance") == ["lance", "fists"]
    assert weapons("lance", empty_lance_1=1) == []
    assert weapons("lance", "epee", empty_lance_1=1) == ["epee", "fists"]
    assert weapons("lance", empty_lance_1=1, picked_up_lance_1=1) == ["lance", "fists"]
    assert weapons("lance", "lance", empty_lance_1=1) == ["lance", "fists"]
