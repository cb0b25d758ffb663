"""Draws that a document records: tables, dice, and the REP that they give."""

import pytest

from tests.rules.chain_reaction import make

GIVES = {  # table -> total -> REP, as the compendium prints them
    "generic": {1: 5, 2: 4, 3: 4, 4: 4, 5: 4, 6: 3},
    "military": {2: 5, 3: 5, 4: 5, 5: 5, 6: 5, 7: 4, 8: 4, 9: 3, 10: 3, 11: 3, 12: 3},
    "insurgent": {2: 5, 3: 4, 4: 4, 5: 3, 6: 3, 7: 3, 8: 3, 9: 2, 10: 2, 11: 2, 12: 2},
    "police": {2: 5, 3: 5, 4: 5, 5: 4, 6: 4, 7: 4, 8: 4, 9: 3, 10: 3, 11: 3, 12: 3},
    "gang": {2: 5, 3: 5, 4: 5, 5: 4, 6: 4, 7: 4, 8: 4, 9: 3, 10: 3, 11: 2, 12: 2},
}
CASES = [(table, total, rep) for table, totals in GIVES.items() for total, rep in totals.items()]


def recorded(table, *dice, rep=4, **head):
    return make.broken(make.group(make.npc(rep=rep, draw=make.draw(table, *dice)), **head))


def dice_for(table, total):
    return (total,) if table == "generic" else (min(6, total - 1), total - min(6, total - 1))


@pytest.mark.parametrize(("table", "total", "rep"), CASES)
def test_a_draw_gives_the_rep_of_its_table(table, total, rep):
    dice = dice_for(table, total)
    assert recorded(table, *dice, rep=rep) == []
    assert recorded(table, *dice, rep=rep - 1) == ["cr.draw-mismatch"]


def test_in_a_campaign_rep_has_moved_on():
    assert recorded("generic", 6, rep=5, campaign=True) == []


@pytest.mark.parametrize("dice", [(), (1, 1), (0,), (7,), (-3,), (10**3999,)])
def test_the_generic_table_takes_one_die(dice):
    assert recorded("generic", *dice) == ["cr.draw-dice"]


@pytest.mark.parametrize("dice", [(), (4,), (1, 2, 3), (0, 6), (7, 1), (3, -1)])
@pytest.mark.parametrize("table", ["military", "insurgent", "police", "gang"])
def test_the_other_tables_take_two(table, dice):
    assert recorded(table, *dice) == ["cr.draw-dice"]


@pytest.mark.parametrize("table", ["swat", "draw-generic", "generic-2"])
def test_an_unknown_table(table):
    assert recorded(table, 3) == ["cr.draw-table-unknown"]


def test_an_unknown_table_says_nothing_about_its_dice():
    assert recorded("swat", 9, 9, 9, rep=1) == ["cr.draw-table-unknown"]


def test_the_star_is_never_drawn():
    drawn = make.group(star=make.star(draw=make.draw("generic", 1)))
    assert make.found(drawn) == [("cr.star-drawn", 0)]


def test_one_table_is_usual():
    first, second = make.npc(5, draw=make.draw("generic", 1)), make.npc(4, draw=make.draw("generic", 2))
    assert make.broken(make.group(first, second)) == []


def test_two_tables_are_pointed_out():
    mixed = make.group(make.npc(5, draw=make.draw("generic", 1)), make.npc(3, draw=make.draw("gang", 4, 5)))
    assert make.found(mixed) == [("cr.table-mix", None)]
    assert make.messages(mixed)["cr.table-mix"] == "NPCs rolled on 2 tables: Generic roll, Gang."


def test_who_was_chosen_is_known():
    assert make.figure(make.npc()).chosen
    assert not make.figure(make.npc(draw=make.draw("generic", 2))).chosen
    assert not make.figure(make.star()).chosen


def test_the_name_falls_back_to_what_was_drawn():
    names = [
        make.figure(figure).name
        for figure in (
            make.npc(name="Ana", draw=make.draw("gang", 1, 1)),
            make.npc(draw=make.draw("gang", 1, 1)),
            make.npc(draw=make.draw("generic", 1)),
            make.npc(figure="cat"),
        )
    ]
    assert [str(name) for name in names] == ["Ana", "Chef", "Humain", ""]


@pytest.mark.parametrize(
    ("figure", "name"),
    [
        (make.star(), "Star"),
        (make.star(name="Ana"), "Ana"),
        (make.npc(name="Bo"), "Bo"),
        (make.npc(), "Humain #3"),
        (make.npc(draw=make.draw("gang", 1, 1)), "Chef #3"),
        (make.npc(figure="cat"), "cat #3"),
    ],
)
def test_who_has_no_name_has_a_number_unless_it_is_the_star(figure, name):
    assert str(make.figure(figure).numbered(2)) == name


@pytest.mark.parametrize(("figure", "rep"), [("attack-dog", 4), ("pet-dog", 3), ("zombie", 4)])
@pytest.mark.parametrize("campaign", [False, True])
def test_no_dice_give_the_rep_of_a_dog_or_a_zombie(figure, rep, campaign):
    drawn = make.npc(figure=figure, rep=rep, weapons=(), draw=make.draw("generic", 2 if rep == 4 else 6))
    group = make.group(drawn, campaign=campaign)
    assert [found for found in make.found(group) if ".draw-" in found[0]] == [("cr.draw-figure", 5)]
    assert not make.make.judge(group).legal
    assert "cr.draw-figure" not in make.broken(make.group(make.npc(figure=figure, rep=rep, weapons=())))
