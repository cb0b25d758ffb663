"""Edits of a group: figures, weapons, attributes, leader; and dice, thrown by a seed or typed, with their history."""

from dataclasses import replace

import pytest

from builder.lists.edits import BadEdit
from builder.lists.offers import refused_together
from builder.lists.spec import LISTS
from rules.document import Roll
from rules.games.chain_reaction.document import Car, Draw, Figure, Mortar, OwnWeapon, Weapon
from rules.play.dice import Thrown
from tests.builder.chain_reaction.editing import after, load_roster
from tests.rules.chain_reaction import make


def last(document):
    return document.units[-1]


def refusal(document, command, **fields):
    """The message of an edit that is refused."""
    with pytest.raises(BadEdit) as bad:
        after(document, command, **fields)
    return str(bad.value.message)


def rolls(document):
    return [(roll.dice, roll.result) for entry in document.log for roll in entry.rolls]


EMPTY = make.group(star=None, fill=False, leader=None)


# --- figures --------------------------------------------------------------------------------------------------------


def test_a_new_group_begins_with_its_star_who_leads():
    new = LISTS["chain-reaction"].start_list(EMPTY, make.BOOK)
    assert (new.units, new.leader) == ((Figure(kind="star", rep=5),), 0)
    assert "cr.no-leader" not in make.broken(new)
    assert LISTS["chain-reaction"].start_list(make.group(), make.BOOK) == make.group()


def test_a_star_starts_with_rep_5():
    assert last(after(EMPTY, "add-star")) == Figure(kind="star", rep=5)


@pytest.mark.parametrize(("figure", "rep"), [("human", 4), ("attack-dog", 4), ("pet-dog", 3), ("zombie", 4)])
def test_a_chosen_figure_has_the_rep_of_the_book_and_no_draw(figure, rep):
    assert last(after(EMPTY, f"add-npc {figure}")) == Figure(figure=figure, rep=rep)


def test_the_copy_of_a_drawn_figure_has_no_dice():
    drawn = Draw("military", (3, 4), "ab")
    document = after(make.group(make.npc(4, draw=drawn, vest=True), fill=False, leader=1), "duplicate 1")
    assert [(unit.draw, unit.rep, unit.vest) for unit in document.units[1:]] == [(drawn, 4, True), (None, 4, True)]
    assert document.leader == 1


def test_there_are_no_other_kinds_of_figures():
    assert refusal(EMPTY, "add-npc cat") == "Choose a human, a dog or a zombie."
    assert refusal(make.group(), "set-figure 1 cat") == "Choose a human, a dog or a zombie."


def test_rep_is_set_from_1_to_6():
    assert last(after(make.group(), "set-rep 5 3")).rep == 3
    for word in ("0", "7", "x", "-1"):
        assert refusal(make.group(), f"set-rep 5 {word}") == "Choose a REP from 1 to 6."


def test_a_drawn_human_who_becomes_a_dog_leaves_the_draw_in_the_log():
    document = after(make.alone(rep=5, draw=Draw("military", (1, 2), "aa")), "set-figure 5 pet-dog")
    assert (last(document).figure, last(document).rep, last(document).draw) == ("pet-dog", 3, None)
    assert [entry.rolls for entry in document.log] == [(Roll("aa", (1, 2), 5),)]
    assert after(document, "set-figure 5 pet-dog") == document


def test_switches_go_on_and_off():
    document = make.group()
    for verb in ("toggle-vest", "toggle-mounted", "toggle-next-game", "set-leader"):
        assert after(after(document, f"{verb} 2"), f"{verb} 2") == replace(
            document, leader=None if verb == "set-leader" else 0
        )
    assert after(document, "toggle-next-game 2").units[2].next_game_rep == -1


def test_the_leader_stays_the_same_figure():
    document = after(make.group(), "set-leader 2")
    assert document.leader == 2
    assert after(document, "move 2 up").leader == 1
    assert after(document, "remove 0").leader == 1
    assert after(document, "remove 2").leader is None


# --- weapons and attributes -----------------------------------------------------------------------------------------


def test_a_weapon_of_the_book_names_its_period():
    document = after(make.group(), "add-weapon 5 old-west pistolet")
    assert last(document).weapons[-1] == Weapon("old-west", "pistolet")
    assert after(document, "remove-weapon 5 1") == make.group()


def test_a_weapon_of_ones_own_has_a_name_and_figures():
    fields = {"weapon-name": "Sarbacane", "weapon-range": "4", "weapon-class": "1", "weapon-impact": "0"}
    assert last(after(make.group(), "add-own-weapon 5", **fields)).weapons[-1] == OwnWeapon("Sarbacane", 4, 1, 0)
    empty = fields | {"weapon-range": "", "weapon-class": " "}
    assert last(after(make.group(), "add-own-weapon 5", **empty)).weapons[-1] == OwnWeapon("Sarbacane", None, None, 0)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"weapon-name": " "}, "A custom weapon needs a name and an impact."),
        ({"weapon-impact": ""}, "A custom weapon needs a name and an impact."),
        ({"weapon-range": "0"}, "Leave range or class empty if the weapon has none."),
        ({"weapon-class": "-1"}, "Enter whole numbers for range, class and impact."),
        ({"weapon-impact": "9" * 5}, "Enter whole numbers for range, class and impact."),
        ({"weapon-name": "x" * 201}, "Text length: 200 maximum."),
    ],
)
def test_a_weapon_of_ones_own_needs_name_and_whole_numbers(wrong, message):
    fields = {"weapon-name": "Sarbacane", "weapon-impact": "1"} | wrong
    assert refusal(make.group(), "add-own-weapon 5", **fields) == message


def test_attributes_are_added_and_removed():
    document = after(make.group(), "add-attribute 5 phobie")
    document = after(document, "set-phobia 5", phobia="  Les araignées ")
    assert (last(document).attributes, last(document).phobia) == (("phobie",), "Les araignées")
    assert last(after(document, "remove-attribute 5 0")).attributes == ()
    assert refusal(document, "remove-attribute 5 1") == "That’s no longer there."


# --- dice -----------------------------------------------------------------------------------------------------------


def test_typed_dice_draw_an_npc():
    drawn = last(after(EMPTY, "draw-npc military", dice="3 4"))
    assert drawn == Figure(rep=4, draw=Draw("military", (3, 4), None))


def test_the_server_throws_by_a_seed_that_gives_the_same_dice_again():
    draw = last(after(EMPTY, "draw-npc gang")).draw
    assert Thrown(draw.seed).several(2) == draw.dice


def test_two_throws_have_two_seeds():
    assert last(after(EMPTY, "draw-npc gang")).draw.seed != last(after(EMPTY, "draw-npc gang")).draw.seed


@pytest.mark.parametrize(
    ("dice", "message"),
    [
        ("3", "One more die needed: a D6."),
        ("3 7", "A D6 can’t show 7."),
        ("3 4 5", "Too many dice: 3 instead of 2."),
        ("three", "Enter whole numbers, such as 3 5."),
        ("1 " * 101, "Too many dice."),
    ],
)
def test_typed_dice_that_do_not_fit_are_refused(dice, message):
    assert refusal(EMPTY, "draw-npc military", dice=dice) == message


def test_there_are_five_tables_to_draw_on():
    assert refusal(EMPTY, "draw-npc pirates") == "This table doesn’t exist."
    assert refusal(make.group(), "redraw 5") == "This table doesn’t exist."


def test_a_redraw_keeps_the_earlier_draw_in_the_log():
    document = after(make.alone(rep=5, draw=Draw("military", (1, 2))), "redraw 5", table="police", dice="6 5")
    assert last(document) == make.npc(3, draw=Draw("police", (6, 5)))
    assert rolls(document) == [((1, 2), 5)]
    assert document.log[-1].units == (5,)


def test_a_figure_that_was_chosen_can_be_drawn_and_chosen_again():
    drawn = after(make.group(), "redraw 5", table="generic", dice="6")
    assert (last(drawn).rep, drawn.log) == (3, ())
    chosen = after(drawn, "forget-draw 5")
    assert (last(chosen).rep, last(chosen).draw, rolls(chosen)) == (3, None, [((6,), 3)])


def test_the_star_is_never_drawn():
    assert refusal(make.group(), "redraw 0", table="generic") == "The Star is never rolled."


def test_in_a_campaign_a_draw_above_the_star_is_made_again_and_logged():
    document = make.group(star=make.star(rep=4), fill=False, campaign=True)
    drawn = after(document, "draw-npc generic", dice="1 3")
    assert last(drawn) == Figure(rep=4, draw=Draw("generic", (3,)))
    assert rolls(drawn) == [((1,), "rep-5")]
    at_the_cap = after(replace(document, campaign=False), "draw-npc generic", dice="1")
    assert (last(at_the_cap).rep, at_the_cap.log) == (5, ())


def test_each_draw_above_the_star_has_a_seed_of_its_own():
    document = make.group(star=make.star(rep=3), fill=False, campaign=True)
    for _one in range(20):
        drawn = after(document, "draw-npc generic")
        thrown = [roll for entry in drawn.log for roll in entry.rolls]
        assert all(Thrown(roll.seed).several(1) == roll.dice and roll.dice != (6,) for roll in thrown)
        assert (Thrown(last(drawn).draw.seed).several(1), last(drawn).rep) == ((6,), 3)


def test_an_attribute_by_dice_is_on_the_figure_and_in_the_log():
    document = after(make.group(), "roll-attribute 5", dice="2 5")
    assert last(document).attributes == ("tireur-d-elite",)
    assert rolls(document) == [((2, 5), "tireur-d-elite")]


def test_a_19_rolls_twice_and_a_20_gives_nothing():
    assert last(after(make.group(), "roll-attribute 5", dice="1 19 3 19 4 20")).attributes == ("bagarreur", "athlete")
    assert last(after(make.group(), "roll-attribute 5", dice="4 20")).attributes == ()
    assert last(after(make.group(), "roll-attribute 5", dice="5 12")).attributes == ("phobie",)


def test_more_attributes_than_a_figure_holds_are_refused():
    full = make.alone(attributes=("fort",) * 40)
    assert refusal(full, "roll-attribute 5", dice="1 1") == "At most 40 of these per unit."


def test_time_of_day_and_weather_are_in_the_log():
    document = after(after(EMPTY, "roll-time", dice="1 1 5"), "roll-weather", dice="4 4")
    assert rolls(document) == [((1, 1, 5), "nuit-2"), ((4, 4), "variable")]


# --- what is offered ------------------------------------------------------------------------------------------------


def offered(document, index=5):
    opened = LISTS["chain-reaction"].opened(load_roster(document), index)
    return {offer.command: offer for key in ("reps", "figures", "switches") for offer in opened[key]} | {
        offer.command: offer
        for group in LISTS["chain-reaction"].picker(load_roster(document), index)
        for offer in group.offers
    }


def test_a_full_group_takes_nobody_and_gives_the_rules():
    offers = [offer for group in LISTS["chain-reaction"].new_units(load_roster(make.group())) for offer in group.offers]
    assert [(offer.command, [reason.rule.id for reason in offer.refusal]) for offer in offers] == [
        ("add-star", ["cr.star-too-many"]),
        *[(f"draw-npc {word}", ["cr.npc-too-many"]) for word in ("generic", "military", "insurgent", "police", "gang")],
        *[(f"add-npc {kind}", ["cr.npc-too-many"]) for kind in ("human", "attack-dog", "pet-dog", "zombie")],
        *[(f"add-mortar {size}-mortier", []) for size in ("petit", "gros", "enorme")],
        ("add-car", []),
    ]


def test_a_mortar_is_added_served_and_removed():
    served = after(after(make.group(), "add-mortar gros-mortier"), "toggle-crew 2 0")
    assert served.mortars == (Mortar("gros-mortier", (2,)),)
    assert after(served, "toggle-crew 2 0").mortars == (Mortar("gros-mortier"),)
    assert after(served, "remove-mortar 0").mortars == ()
    with pytest.raises(BadEdit):
        after(served, "add-mortar mortier-moyen")


def test_a_car_has_one_driver_and_any_passengers():
    car = after(after(after(make.group(), "add-car"), "toggle-driver 1 0"), "toggle-driver 2 0")
    assert after(car, "toggle-passenger 3 0").cars == (Car("", 2, (3,)),)
    assert after(car, "name-car 0", **{"car-name": " Jeep "}).cars == (Car("Jeep", 2),)
    assert after(car, "toggle-driver 2 0").cars == (Car(),)
    assert after(car, "remove-car 0").cars == ()


def test_the_driver_is_not_offered_a_second_post():
    document = make.group(mortars=(Mortar("gros-mortier"),), cars=(Car(driver=5),))
    offers = offered(document)
    assert offers["toggle-driver 5 0"].taken
    assert [reason.rule.id for reason in offers["toggle-crew 5 0"].refusal] == ["cr.crew-twice"]
    assert offered(document, 4)["toggle-crew 4 0"].open


def test_a_refusal_counts_nobody_who_is_not_there():
    groups = LISTS["chain-reaction"].new_units(load_roster(make.group()))
    messages = {str(reason.message) for group in groups for offer in group.offers for reason in offer.refusal}
    assert messages == {"1 Star per group, not 2.", "A Star of REP 5 leads 5 NPCs at most, not 6."}


def test_one_place_left_takes_anybody():
    document = after(make.group(), "remove 5")
    offers = [offer for group in LISTS["chain-reaction"].new_units(load_roster(document)) for offer in group.offers]
    assert [offer.command for offer in offers if not offer.open] == ["add-star"]


def test_a_drawn_figure_keeps_its_rep_in_a_new_group():
    offers = offered(make.alone(rep=4, draw=Draw("military", (3, 4))))
    assert [reason.rule.id for reason in offers["set-rep 5 5"].refusal] == ["cr.draw-mismatch"]
    assert offers["set-rep 5 4"].taken


def test_nobody_rises_above_the_star():
    offers = offered(make.group(star=make.star(rep=4), campaign=True), 4)
    assert [reason.rule.id for reason in offers["set-rep 4 5"].refusal] == ["cr.npc-rep-above-star"]
    assert offers["set-rep 4 3"].open


def test_all_weapons_are_offered_by_period_and_those_of_the_list_first():
    groups = LISTS["chain-reaction"].picker(load_roster(make.group(period="old-west")), 5)
    counts = [(group.key, len(group.offers)) for group in groups]
    assert counts == [
        ("old-west", 11),
        ("generic", 15),
        ("black-powder", 9),
        ("prohibition", 5),
        ("advantages", 18),
        ("disadvantages", 12),
    ]


def test_only_humans_ride():
    offers = offered(make.alone(figure="attack-dog", weapons=()))
    assert "toggle-mounted 5" not in offers
    assert offered(make.group())["toggle-mounted 5"].open


def test_a_reason_is_given_once_for_each_rule():
    opened = LISTS["chain-reaction"].opened(load_roster(make.alone(rep=4, draw=Draw("military", (3, 4)))), 5)
    assert refused(opened["reps"], 5) == [([5, 3, 2, 1], {"cr.draw-mismatch"})]


def test_of_many_reasons_the_one_about_the_figure_is_given():
    opened = LISTS["chain-reaction"].opened(load_roster(make.group()), 0)
    assert refused(opened["reps"], 0) == [([4, 3], {"cr.star-rep"})]
    ((rows, rules),) = refused(opened["figures"], 0)
    assert ([row.slug for row in rows], rules) == (["attack-dog", "pet-dog", "zombie"], {"cr.star-kind"})


def refused(choices, index):
    """Which choices are refused together, and by which rule."""
    return [(entries, {one.rule.id for one in found}) for entries, found in refused_together(choices, index)]
