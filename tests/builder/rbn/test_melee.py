"""Melees: the dice of both with their reasons, who wins, what befalls the loser, and how likely it all is."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from django.utils.translation import override

from builder.families.red_button.sheet.fighter import melee_dice
from rules.games.rbn.play.melee import MELEE
from rules.play.dice import Typed
from tests import make
from tests.builder.rbn.duels import chances, dice, duel, hostile, notes, read, reasons, said

BASE = ("+3D6", "melee")
PLAIN = {"faction": "esclavagistes"}  # nothing of theirs counts in a melee
COUNTED = "Melee counted for this turn"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def fought(own, *foes, unit="0/0.0", header=PLAIN, foe_header=PLAIN, others=None, marks=None, **chosen):
    """The melee of the first unit against the first foe."""
    context = duel(own, *foes, header=header, foe_header=foe_header, others=others, marks=marks)
    return MELEE.attempt(context, {"unit": unit} | {name.replace("_", "-"): value for name, value in chosen.items()})


def maud(*weapons, **fields):
    return make.fighter(*weapons, name="Maud", **{"C": 4} | fields)


def ajax(*weapons, **fields):
    return make.fighter(*weapons, name="Ajax", **{"C": 4} | fields)


def own(attempt, name="Maud"):
    """The reasons for the dice of one of the two."""
    return [(value, text.removeprefix(f"{name}: ")) for value, text in reasons(attempt) if text.startswith(f"{name}: ")]


def effects(attempt, *faces):
    """(what befalls the loser, what may be marked but for the count of melees)."""
    lines, proposed = read(attempt, *faces)
    proposed.pop(COUNTED, None)
    return [text for value, text in lines if not value], proposed


# --- How many dice ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fighter", "header", "chosen", "more"),
    [
        (maud(), PLAIN, {}, []),
        (maud("epee"), PLAIN, {}, [("+1D6", "Sword")]),
        (maud("epee"), PLAIN, {"weapon": "fists"}, []),
        (maud("tronconneuse"), PLAIN, {}, [("+3D6", "Chainsaw")]),
        (maud(equipment="corps-gigantesque"), PLAIN, {}, [("+1D6", "Giant body")]),
        (maud("epee", "matraque", abilities="ambidextre"), PLAIN, {}, [("+1D6", "Sword"), ("+1D6", "Ambidextrous")]),
        (maud("epee", "batte", abilities="ambidextre"), PLAIN, {}, [("+1D6", "Sword")]),
        (maud(), {"faction": "mutants"}, {}, [("+1D6", "Advantage of the Mutants")]),
        (maud(abilities="cavalier"), PLAIN, {"charge": "1"}, [("+1D6", "Rider")]),
        (maud(), PLAIN, {"wounded": "yes"}, [("−1D6", "wounded, however many wounds")]),
        (maud(), PLAIN, {"enemies": "3"}, [("−2D6", "enemy in contact beyond the first")]),
        (maud(abilities="combattant-emerite"), PLAIN, {"enemies": "3"}, []),
    ],
)
def test_each_die_has_its_reason(fighter, header, chosen, more):
    attempt = fought(fighter, ajax(), header=header, **chosen)
    found = [(value, text) for value, text in own(attempt)]
    assert [value for value, _text in found] == ["+3D6", *(value for value, _text in more)]
    assert [text for _value, text in found][1:] == [text for _value, text in more] or header != PLAIN


@pytest.mark.parametrize(
    ("weapons", "fields", "faction"),
    [
        (("epee",), {}, "mutants"),
        (("epee", "matraque"), {"abilities": "ambidextre"}, "esclavagistes"),
        (("batte-geante", "batte"), {"equipment": "corps-gigantesque", "abilities": "ambidextre"}, "mutants"),
        ((), {"equipment": "corps-gigantesque"}, "mercenaires"),
        (("crocs-et-griffes",), {"abilities": "animal"}, "mutants"),
    ],
)
def test_all_dice_are_those_of_the_sheet(weapons, fields, faction):
    context = duel(maud(*weapons, **fields), ajax(), header={"faction": faction}, foe_header=PLAIN)
    analysis = context.lists[0].analysis.units[0]
    for item in analysis.melee or [None]:
        attempt = MELEE.attempt(context, {"unit": "0/0.0", "weapon": item.slug if item else "fists"})
        first = attempt.dice.split(" + ")[0]
        assert first == f"{melee_dice(analysis, item)}D6"


def test_the_sss_strike_mutants_harder():
    sss = {"faction": "survivants", "subfaction": "sss"}
    assert len(own(fought(maud(), ajax(), header=sss, foe_header={"faction": "mutants"}))) == 2
    assert own(fought(maud(), ajax(), header=sss)) == [BASE]


def test_cultists_rage_when_their_chief_is_out():
    cult = {"faction": "cultistes"}
    units = (maud(), make.fighter(abilities="chef"))
    assert own(fought(units, ajax(), header=cult)) == [BASE]
    raging = fought(units, ajax(), header=cult, marks={"0/1.0/out": 1})
    assert [value for value, _text in own(raging)] == ["+3D6", "+1D6"]
    assert own(fought(units, ajax(), header=cult, unit="0/1.0", marks={"0/1.0/out": 1}), "#2") == []


def test_a_parry_takes_a_die_and_two_from_an_ambidextrous_one_with_two():
    once, twice = ajax("epee", "matraque", abilities="ambidextre"), ajax("epee", "epee", abilities="ambidextre")
    assert own(fought(maud(), once))[1:] == [("−1D6", "Parry")]
    assert own(fought(maud(), twice))[1:] == [("−2D6", "Parry")]
    assert own(fought(maud(), once, foe_weapon="fists")) == [BASE]


def test_both_have_their_own_figures():
    attempt = fought(maud("epee", C=3), ajax(C=5))
    assert dice(attempt) == ("4D6 + 2D6", "3+, 5+")


def test_a_hostile_element_has_its_dice_and_a_dog_its_pack():
    others = {"1": hostile("chien-sauvage", C=5, melee=4, rules="meute")}
    attempt = fought(maud(), ajax(), foe="others/1", others=others)
    assert dice(attempt) == ("3D6 + 4D6", "4+, 5+")
    assert dice(fought(maud(), ajax(), foe="others/1", others=others, foe_pack="1"))[1] == "4+, 4+"


def test_who_is_no_unit_of_the_battle_is_typed_in():
    attempt = fought(maud("epee"), ajax(), foe="by-hand", foe_c="5", foe_dice="4")
    assert dice(attempt) == ("4D6 + 3D6", "4+, 5+")
    assert own(attempt, "Another enemy") == [("+4D6", "dice entered"), ("−1D6", "Parry")]


def test_vehicles_and_friends_are_not_struck():
    context = duel((maud(), make.fighter()), ajax(), make.vehicle("moyen"))
    foe = next(one for one in MELEE.attempt(context, {"unit": "0/0.0"}).fields if one.name == "foe")
    assert [one.slug for one in foe.options] == ["1/0.0", "by-hand"]
    assert [MELEE.suits(context.battle, path) for path in ("0/0.0", "1/0.0")] == [True, True]


# --- Who wins ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("faces", "found"),
    [
        ((4, 4, 1, 4, 2, 2), (["wounded"], {"Ajax: wounded": "add 1/0.0/wounds 1"})),
        ((4, 4, 4, 4, 2, 2), (["wounded"], {"Ajax: wounded": "add 1/0.0/wounds 1"})),
        ((6, 4, 4, 4, 2, 2), (["killed"], {"Ajax: killed": "set 1/0.0/out 1"})),  # a 6 counts twice
        ((4, 2, 2, 4, 2, 2), (["wounded"], {"Ajax: wounded": "add 1/0.0/wounds 1"})),  # a tie is the attacker's by 1
        ((1, 1, 1, 1, 1, 1), (["wounded"], {"Ajax: wounded": "add 1/0.0/wounds 1"})),
        ((4, 2, 2, 4, 4, 2), (["wounded"], {"Maud: wounded": "add 0/0.0/wounds 1"})),
        ((2, 2, 2, 4, 6, 2), (["killed"], {"Maud: killed": "set 0/0.0/out 1"})),
    ],
)
def test_the_difference_befalls_the_loser(faces, found):
    assert effects(fought(maud(), ajax()), *faces) == found


def test_the_fourth_melee_of_a_turn_deals_no_damage():
    attempt = fought(maud(), ajax(), marks={"0/0.0/melees": 3})
    assert effects(attempt, 6, 6, 6, 1, 1, 1) == (["at least the winner’s 4th melee this turn: no damage"], {})
    assert effects(attempt, 1, 1, 1, 6, 6, 6) == (["killed"], {"Maud: killed": "set 0/0.0/out 1"})
    third = fought(maud(), ajax(), marks={"0/0.0/melees": 2})
    assert effects(third, 6, 6, 6, 1, 1, 1)[0] == ["killed"]


def test_a_melee_counts_for_both():
    _lines, proposed = read(fought(maud(), ajax()), 4, 1, 1, 1, 1, 1)
    assert proposed[COUNTED] == "all add 0/0.0/melees 1 ; add 1/0.0/melees 1"


def test_a_blunt_weapon_stuns_whom_it_wounds():
    attempt = fought(maud("batte"), ajax())
    assert effects(attempt, 4, 2, 2, 2, 1, 1, 1)[1] == {
        "Ajax: wounded, stunned": "all add 1/0.0/wounds 1 ; add 1/0.0/stunned 1"
    }
    assert effects(attempt, 4, 4, 6, 2, 1, 1, 1)[1] == {"Ajax: killed": "set 1/0.0/out 1"}


def test_fangs_may_wound_twice():
    attempt = fought(maud("crocs-et-griffes"), ajax())
    twice = {"Ajax: wounded, 1 more wound": "all add 1/0.0/wounds 1 ; add 1/0.0/wounds 1"}
    assert effects(attempt, 4, 2, 2, 2, 1, 1, 1, 6)[1] == twice
    assert effects(attempt, 4, 2, 2, 2, 1, 1, 1, 5)[1] == {"Ajax: wounded": "add 1/0.0/wounds 1"}
    found = chances(attempt)
    assert found["Ajax loses by 1-2: wounded, 1 more wound"] == found["Ajax loses by 1-2: wounded"] / 5
    assert sum(found.values()) == 1
    assert "Ajax loses by 3+: killed, 1 more wound" not in found


def test_carnage_rolls_sixes_once_more():
    attempt = fought(maud("tronconneuse"), ajax())
    assert effects(attempt, 6, 2, 2, 2, 2, 2, 1, 1, 1, 1)[0] == ["wounded"]
    assert effects(attempt, 6, 2, 2, 2, 2, 2, 4, 1, 1, 1)[0] == ["killed"]


def test_a_shield_undoes_successes_of_the_other():
    attempt = fought(maud(), ajax(equipment="bouclier"))
    assert notes(attempt) == ["Shield of Ajax: 1D6 per enemy success; 5 or 6 cancels one."]
    assert effects(attempt, 4, 4, 4, 1, 1, 1, 5, 4, 4)[1] == {"Ajax: wounded": "add 1/0.0/wounds 1"}
    assert effects(attempt, 4, 4, 4, 4, 1, 1, 5, 6, 5)[1] == {"Maud: wounded": "add 0/0.0/wounds 1"}


def test_a_cultist_in_rage_who_loses_is_out():
    units = (maud(), make.fighter(abilities="chef"))
    attempt = fought(units, ajax(), header={"faction": "cultistes"}, marks={"0/1.0/out": 1})
    enraged = "enraged cultist beaten: eliminated"
    assert effects(attempt, 1, 1, 1, 1, 4, 1, 1) == ([enraged], {f"Maud: {enraged}": "set 0/0.0/out 1"})


@pytest.mark.parametrize("who", ["0/0.0", "1/0.0"])
def test_a_cultist_in_rage_who_loses_a_fourth_melee_is_out_too(who):
    units = (maud(C=4), make.fighter(name="Guru", abilities="chef"))
    marks = {"0/1.0/out": 1, f"{who}/melees": 3}
    attempt = fought(units, ajax(), header={"faction": "cultistes"}, marks=marks)
    assert effects(attempt, 1, 1, 1, 1, 4, 1, 1)[0] == ["enraged cultist beaten: eliminated"]
    found = chances(attempt)
    assert [words for words in found if words.startswith("Maud loses")] == [
        "Maud loses by 1+: enraged cultist beaten: eliminated"
    ]


def test_a_banner_and_the_wounds_of_a_devourers_foe_roll_misses_again():
    cult = {"faction": "cultistes", "subfaction": "devoreurs-des-derniers-jours"}
    units = (maud(), make.fighter(equipment="banniere"))
    attempt = fought(units, ajax(), header=cult, marks={"1/0.0/wounds": 1}, banner="1")
    lines, _proposed = read(attempt, 1, 2, 4, 6, 3, 1, 1)  # two misses again: 6 and 3; Ajax is wounded: two dice
    assert ("6 3", "re-rolled, second roll counts") in lines
    assert "prey" in [one.name for one in attempt.fields]
    assert "banner" not in [one.name for one in fought((maud(equipment="banniere"),), ajax(), header=cult).fields]


def test_a_devourer_who_kills_stops_to_eat():
    cult = {"faction": "cultistes", "subfaction": "devoreurs-des-derniers-jours"}
    _effects, proposed = effects(fought(maud(), ajax(), header=cult), 6, 6, 6, 1, 1, 1)
    ends = "all add 0/0.0/stunned 1 ; set 0/0.0/activated 1 ; set 0/0.0/actions 3"
    assert proposed["Maud: its activation ends, stunned"] == ends
    assert [*effects(fought(maud(), ajax(), header=cult), 4, 1, 1, 1, 1, 1)[1]] == ["Ajax: wounded"]


def test_a_devourer_also_eats_whom_a_last_wound_kills():
    cult = {"faction": "cultistes", "subfaction": "devoreurs-des-derniers-jours"}
    for wounds, eats in ((1, False), (2, True)):
        attempt = fought(maud(), ajax(), header=cult, marks={"1/0.0/wounds": wounds}, prey="0")
        proposed = read(attempt, 4, 1, 1, *[1] * (int(attempt.dice.rpartition(" ")[2][0])))[1]
        assert ("Maud: its activation ends, stunned" in proposed) is eats


def test_a_devourer_who_is_attacked_and_kills_is_stunned_and_still_to_be_activated():
    cult = {"faction": "cultistes", "subfaction": "devoreurs-des-derniers-jours"}
    _effects, proposed = effects(fought(maud(), ajax(), foe_header=cult), 1, 1, 1, 6, 6, 6)
    assert proposed["Ajax: stunned"] == "add 1/0.0/stunned 1"


def test_a_zombie_infects_whom_it_wounds():
    others = {"1": hostile("zombie", C=5, melee=4, rules="infection horde")}
    attempt = fought(maud(), ajax(), foe="others/1", others=others)
    assert effects(attempt, 1, 1, 1, 5, 1, 1, 1)[1] == {
        "Maud: wounded, 1 infection marker": "all add 0/0.0/wounds 1 ; add 0/0.0/infection 1"
    }


def test_a_lizards_poison_rolls_for_successes_but_sixes():
    others = {"1": hostile("lezard-geant", C=4, melee=4, rules="poison")}
    attempt = fought(maud(), ajax(), foe="others/1", others=others)
    lines, _proposed = read(attempt, 1, 1, 1, 4, 6, 2, 2, 5)
    assert ("5", "rolls for poisoned successes") in lines
    assert ("4", "lezard-geant wins by 4") in lines


# --- Chances ----------------------------------------------------------------------------------------------------------


def test_the_chances_are_those_of_everything_that_can_fall():
    attempt = fought(maud(), ajax(equipment="bouclier"), enemies="2", foe_enemies="3")
    found = Counter()
    for fell in product(range(1, 7), repeat=7):
        if any(face > 1 for face in fell[3 + successes(fell[:2]) :]):
            continue  # dice that are not rolled: counted once, by the power of 6 below
        used = 3 + successes(fell[:2])
        lines = [(one.value, said(one.text)) for one in attempt.reads(Typed(fell[:used])).lines]
        words = next(text for value, text in reversed(lines) if not value)
        who = "Ajax" if any("Maud" in text and "wins" in text for _value, text in lines) else "Maud"
        found[who, words] += Fraction(1, 6**used)
    assert {text: chance for text, chance in chances(attempt).items() if chance} == {
        f"{who} loses by {'1-2' if words == 'wounded' else '3+'}: {words}": chance
        for (who, words), chance in found.items()
    }


def successes(faces):
    return sum(1 + (face == 6) for face in faces if face >= 4)


def test_two_of_one_name_are_told_apart_by_their_lists():
    red, blue = PLAIN | {"name": "Red"}, PLAIN | {"name": "Blue"}
    attempt = fought(maud(), maud(), header=red, foe_header=blue)
    assert reasons(attempt) == [("+3D6", "Maud (Red): melee"), ("+3D6", "Maud (Blue): melee")]
    assert effects(attempt, 4, 1, 1, 1, 1, 1)[1] == {"Maud (Blue): wounded": "add 1/0.0/wounds 1"}


def test_a_thrown_spear_is_no_weapon_until_it_is_picked_up():
    """L598, 683; ruling A94."""

    def weapons(*spears, **marks):
        at = {f"0/0.0/{key.replace('_', '-')}": 1 for key in marks}
        fields = fought(maud(*spears), ajax(), marks=at).fields
        return [one.slug for field in fields if field.name == "weapon" for one in field.options]

    assert weapons("lance") == ["lance", "fists"]
    assert weapons("lance", used_lance=1) == []
    assert weapons("lance", "epee", used_lance=1) == ["epee", "fists"]
    assert weapons("lance", used_lance=1, picked_up_lance=1) == ["lance", "fists"]
    assert weapons("lance", "lance", used_lance=1) == ["lance", "fists"]
    assert weapons("lance", "lance", used_lance=1, used_lance_2=1) == []
    assert own(fought(maud("lance"), ajax(), marks={"0/0.0/used-lance": 1})) == [BASE]
