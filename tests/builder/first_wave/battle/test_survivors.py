"""Survivors in a battle: what their cards have to tick is there to mark."""

from dataclasses import replace

import pytest

from builder.battles.marked_sheet import marked_sheet
from builder.battles.markers import tracks_of
from builder.games.first_wave.battle.survivors import plan
from builder.games.first_wave.sheet.build import build_sheet
from rules.games.first_wave.play.book import play_of
from rules.games.first_wave.play.state import is_wounded, wounds_on
from rules.play.battle import BOXES
from tests import make as shared
from tests.builder.first_wave.battle import fought
from tests.languages import in_language
from tests.rules.first_wave import make

HEAD = ("wounds", "stunned", "still", "fire", "infection", "melees")
FINDS = (
    "fresh-ammunition",
    "fresh-ammunition-used",
    "amphetamine",
    "found-armour",
    "armour-wound",
    "found-shield",
    "kit",
)
USUAL = ("activated", "out")


def unit(*weapons, **fields):
    return fought.battle(fought.group(make.fighter(*weapons, **fields))).sides[0].units[1]


def keys(*weapons, **fields):
    return tuple(one.key for one in unit(*weapons, **fields).markers)


def wounds(**fields):
    marker = next(one for one in unit(**fields).markers if one.key == "wounds")
    return marker.kind, marker.most, marker.free, marker.ends


@pytest.mark.parametrize(
    ("equipment", "most", "free"), [((), 3, 0), ("armure", 4, 1), ("enfant", 2, 0), (("enfant", "armure"), 3, 1)]
)
def test_wounds_end_a_survivor_and_the_first_of_armour_is_free(equipment, most, free):
    assert wounds(equipment=equipment) == (BOXES, most, free, True)


def test_a_survivor_has_states_finds_and_what_every_unit_has():
    assert keys() == (*HEAD, *FINDS, *USUAL)


def test_worn_armour_leaves_no_box_for_found_armour():
    assert keys(equipment="armure") == (*HEAD, *(one for one in FINDS if one != "armour-wound"), *USUAL)


def test_an_animal_finds_nothing():
    assert keys("machoire", abilities="animal") == (*HEAD, *USUAL)


def test_a_child_may_hide():
    assert "hidden" in keys(equipment="enfant")
    assert "hidden" not in keys()


def test_each_gun_runs_dry_apart_and_rounds_are_used_once():
    weapons = ("pistolet", "pistolet", shared.weapon("grenade", "fumigene"), "lance", "batte")
    found = keys(*weapons, T=4, equipment="grappin")
    assert found[len(HEAD) : -len(FINDS) - len(USUAL)] == (
        "empty-pistolet-1",
        "empty-pistolet-2",
        "empty-grenade-1",
        "used-fumigene-grenade-1",
        "empty-lance-1",
        "picked-up-lance-1",
        "used-grappin",
    )


def test_labels_are_in_both_languages():
    found = {one.key: one.label for one in unit("pistolet", "pistolet", "lance", T=4).markers}
    assert found["empty-pistolet-2"].en == "Pistol ×2: out of ammo"
    assert found["empty-lance-1"].en.endswith(": used")
    assert found["wounds"].fr == "Blessures"


def test_every_box_of_the_card_can_be_marked():
    one = make.fighter("pistolet", shared.weapon("grenade", "fumigene"), T=4, equipment=("armure", "grappin"))
    group = fought.group(one)
    card = in_language("en", build_sheet, group, make.judge(group)).units[1].cards[0]
    boxes = sum(track.boxes.count("◻") + track.boxes.count("⬚") for track in tracks_of(card))
    own = ("melees", "fresh-ammunition-used", *USUAL)  # of battles alone
    units = fought.battle(group).sides[0].units
    assert sum(marker.most for marker in units[1].markers if marker.key not in own) == boxes


def test_facts_are_what_the_rules_of_play_need():
    assert unit("pistolet", T=4, C=3, equipment="bouclier", abilities="eclaireur").facts == {
        "T": 4,
        "C": 3,
        "points": 10 + 8 + 12 + 5 + 8 + 6,
        "score": 10,
        "tags": ("bouclier", "eclaireur"),
        "weapons": ("pistolet",),
    }
    armed = unit("batte", shared.weapon("pistolet", "poison", "carnage"), "pistolet", T=4).facts
    assert (armed["weapons"], armed["rounds-1"]) == (("batte", "pistolet", "pistolet"), ("poison", "carnage"))


def test_each_copy_has_markers_of_its_own():
    battle = fought.battle(fought.group(make.fighter(count=2, name="Ada")))
    marked = fought.marked(battle, "set 0/1.1/wounds 3")
    assert [marked.is_down(path) for path in ("0/1.0", "0/1.1")] == [False, True]


def wounding(battle, number=1):
    return [str(mark) for mark in wounds_on(battle, "0/1.0", number)]


def test_found_armour_takes_the_first_wound():
    battle = fought.battle(fought.group(make.fighter()))
    assert wounding(battle, 2) == ["add 0/1.0/wounds 2"]
    found = fought.marked(battle, "set 0/1.0/found-armour 1")
    assert wounding(found, 2) == ["set 0/1.0/armour-wound 1", "add 0/1.0/wounds 1"]
    assert wounding(found) == ["set 0/1.0/armour-wound 1"]
    assert wounding(fought.marked(found, *wounding(found))) == ["add 0/1.0/wounds 1"]


def test_the_free_wound_is_no_penalty():
    battle = fought.battle(fought.group(make.fighter(equipment="armure")))
    once = fought.marked(battle, "set 0/1.0/wounds 1")
    assert (is_wounded(once, "0/1.0"), is_wounded(fought.marked(once, "add 0/1.0/wounds 1"), "0/1.0")) == (False, True)


def test_the_plan_is_that_of_the_list():
    found = plan(fought.loaded(fought.group(budget=300, scenario="diversion")))
    assert (found.scenario, found.budget, found.role) == ("diversion", 300, None)


@pytest.mark.parametrize("weapons", [("pistolet", "pistolet"), ("lance", shared.weapon("grenade", "fumigene"))])
def test_every_box_of_the_card_is_ticked_by_its_marker(weapons):
    group = fought.group(make.fighter(*weapons, T=4, equipment="grappin"))
    battle = fought.battle(group)
    marks = {f"0/1.0/{one.key}": one.most for one in battle.sides[0].units[1].markers}
    sheet = in_language(
        "en", marked_sheet, in_language("en", build_sheet, group, make.judge(group)), replace(battle, marks=marks), 0
    )
    assert [track.label for track in tracks_of(sheet.units[1].cards[0]) if {"◻", "⬚"} & {*track.boxes}] == []


def test_markers_have_the_boxes_that_rules_count():
    """A survivor and an NPC: three melees in a turn that do damage; infection is lost with four markers (p. 11)."""
    book = shared.catalogue("first-wave")
    rules = book.play.rules
    due = {"stunned": rules["stunned"].most, "melees": rules["melees"].most, "infection": rules["infection"].most}
    rows = [row for rows in play_of(book).marks.values() for row in rows if row.key in due]
    assert len(rows) == 5
    assert [row.most for row in rows] == [due[row.key] for row in rows]


def test_rows_of_tables_mark_what_units_have():
    play = play_of(shared.catalogue("first-wave"))
    keys = {marker.key for markers in play.marks.values() for marker in markers}
    assert {mark.path for marks in play.results.values() for mark in marks} <= keys
    rows = {slug for table in shared.catalogue("first-wave").tables.values() for slug in table.rows}
    assert play.results.keys() <= rows
