"""What a group's sheet says: dice worked out, wounds, conditions, what rounds do, and the tables in short."""

import pytest

from builder.games.first_wave.sheet.build import build_sheet
from tests.make import vehicle
from tests.rules.first_wave import make
from tests.sheets.test_rbn import asides, figures, line, stats, tracks


def printed_sheet(*units, language="en", **header):
    group = make.group(*units, **header)
    return build_sheet(group, make.judge(group), language)


def card(unit, **header):
    return printed_sheet(unit, **header).units[1].card


def plain(text):
    return text.replace("\u00a0", " ")


def test_shots_start_from_3d6():
    assert asides(card(make.fighter("fusil-de-sniper", T=3)), "Sniper rifle") == [
        ("0-30 cm: +1D6", "4D6"),
        ("30-80 cm: +3D6", "6D6"),
    ]


def test_melee_dice():
    assert asides(card(make.fighter("tronconneuse")), "Chainsaw") == [("melee", "6D6")]
    assert asides(card(make.fighter()), "Unarmed") == [("melee", "3D6")]


@pytest.mark.parametrize(
    ("equipment", "boxes"), [((), "◻◻◻"), ("armure", "⬚◻◻◻"), ("enfant", "◻◻"), (("enfant", "armure"), "⬚◻◻")]
)
def test_wound_boxes(equipment, boxes):
    assert tracks(card(make.fighter(equipment=equipment)))["Wounds"] == boxes


def test_conditions_of_this_game():
    assert tracks(card(make.fighter())) == {
        "Wounds": "◻◻◻",
        "Stunned, disoriented": "◻◻◻",
        "Unconscious, immobilised": "◻",
        "On fire": "◻",
        "Infection": "◻◻◻",
    }


def test_rounds_tell_their_effect_and_have_a_box_where_they_are_fired_once():
    printed = card(make.fighter(make.weapon("grenade", "fumigene", "poison"), T=5))
    assert line(printed, "Poison").text == "For each wound, 1D6: 5-6, one more"
    assert plain(line(printed, "Smoke").ticks) == "used ◻"
    assert line(printed, "Poison").ticks == ""


@pytest.mark.parametrize(
    ("slug", "name", "words"),
    [("pistolet", "Pistol ×2", "to shoot"), ("epee", "Sword ×2", "in melee")],
)
def test_twins_say_what_they_gain(slug, name, words):
    assert words in line(card(make.fighter(slug, slug, T=5)), name).text
    heads = [one.head for one in card(make.fighter(slug, T=5)).lines]
    assert name not in heads


def test_there_is_no_reaction_fire_and_no_vehicle_on_a_card():
    words = plain(" ".join(one.words for one in card(make.fighter("fusil", T=5)).lines))
    assert not {"reaction", "board", "seats", "passenger"} & set(words.split())


def test_what_may_be_found_has_boxes_but_for_animals():
    found = plain(line(card(make.fighter()), "Found").ticks)
    assert found == "fresh ammunition ◻ amphetamine ◻ armour ◻ shield ◻ kit ◻"
    animal = card(make.fighter("machoire", abilities="animal"))
    assert "Found" not in [one.head for one in animal.lines]


@pytest.mark.parametrize(
    ("fighter", "points"),
    [
        (make.fighter(), 5),
        (make.fighter(C=4, equipment="armure", abilities="eclaireur"), 0),
        (make.fighter(T=3, C=3), 10),
    ],
)
def test_power_is_scored_on_the_card(fighter, points):
    assert line(card(fighter, scenario="pouvoir"), "Power").text == f"in the enemy’s zone: {points} victory points"
    assert "Power" not in [one.head for one in card(fighter, scenario="diversion").lines]


def test_the_head_counts():
    printed = printed_sheet(
        make.fighter("fusil", T=5, equipment="enfant"), make.fighter(abilities="eclaireur", count=2)
    )
    assert figures(printed) == {
        "Points": ("65/150", ""),
        "Left": ("85", ""),
        "Fighters": ("4", ""),
        "Shooters": ("1", ""),
        "Children": ("1", ""),
        "Scouts": ("2", ""),
        "Resources": ("3", "tokens to place"),
    }


@pytest.mark.parametrize(
    ("scenario", "scores"),
    [
        (None, []),
        ("pouvoir", ["Under 30 in the zone (5)", "Over 30 in the zone (10)", "Resources (5)", "NPCs eliminated (1)"]),
        ("grand-nettoyage", ["Infected (1)", "Civil robots (3)", "Military robots (6)"]),
        ("assassinat-de-la-ligne", []),
        ("diversion", ["Across (1)", "Enemies eaten (2)"]),
    ],
)
def test_a_scenario_brings_its_scores(scenario, scores):
    assert [one.label for one in printed_sheet(scenario=scenario).tracks] == ["Turns", "Fighters left", *scores]


def test_turns_are_those_of_the_scenario():
    assert [printed_sheet(scenario=one).tracks[0].boxes for one in (None, "pouvoir")] == ["◻◻◻◻◻ ◻"] * 2


def test_the_tables_are_there_in_short():
    rows = {one.title: one.rows for one in printed_sheet().reference}
    assert rows["Shooting at a machine"] == (
        ("0", "nothing"),
        ("1-2", "disoriented"),
        ("3-4", "immobilised"),
        ("5+", "eliminated"),
    )
    assert rows["NPCs enter (2D6)"][1] == ("6-7", "1D3 infected humans")
    assert plain(dict(rows["Bestiary"])["Construction robot"]) == "15 cm · T - · C 4 · melee 5D6"
    assert {
        "Shooting at an infected",
        "Shooting at a survivor",
        "Effect of a melee",
        "Picking up a resource (1D6)",
    } <= set(rows)
    assert [title for title, lines in rows.items() for left, right in lines if not left or not right] == []


def test_special_rules_are_those_of_the_list():
    def titles(*units):
        return {one.title for one in printed_sheet(*units).reference}

    assert {"Burst", "Gunfight", "Limited ammunition"} <= titles(make.fighter("pistolet-mitrailleur", T=5))
    assert "Burst" not in titles(make.fighter("arc", T=5))


def test_gear_is_explained_where_there_are_no_cards():
    printed = printed_sheet(make.fighter(make.weapon("arc", "poison"), T=5, equipment="bouclier"))
    assert [one.title for one in printed.tables] == ["Shield", "Chief", "Poison"]


def test_agreed_prices_stand_in_the_head():
    facts = {one.label: one.value for one in printed_sheet(prices=(("arme-de-jet", 4), ("sidecar", 9))).facts}
    assert facts == {"Budget": "150", "Agreed price": "Thrown weapon: 4"}


def test_a_vehicle_has_a_card_that_says_so():
    unit = printed_sheet(vehicle("moyen", flying=True)).units[1]
    assert (unit.name, unit.cost, unit.summary) == ("moyen", 0, "Groups have no vehicles.")


def test_a_slave_and_unknown_things_are_drawn():
    printed = printed_sheet(
        make.fighter("bazooka", make.weapon("fusil", "dum-dum"), slave=True, equipment="banniere")
    ).units[1]
    assert printed.badges == ("slave",)
    assert [one.head for one in printed.card.lines if one.text == "not in this book"] == [
        "bazooka",
        "dum-dum",
        "banniere",
    ]


def test_characteristics_and_places_stand_in_boxes():
    found = stats(card(make.fighter("epee", T=4, C=3, equipment="bouclier")))
    assert found == {"T": "4", "C": "3", "Road": "15", "Clear": "10", "Difficult": "5", "Places": "3/3"}


def test_each_way_to_move_has_a_passage_with_its_own_heading():
    cites = {one.title: one.cite for one in printed_sheet().reference}
    assert [cites[title] for title in ("Actions", "Moves", "Climbing", "Fall test", "Swim")] == [
        f"First Wave, « {heading} »" for heading in ("Activation", "Mouvements", "Escalader", "Test de chute", "Nage")
    ]


def test_passages_name_the_rulings_they_rest_on():
    rows = {one.title: dict(one.rows) for one in printed_sheet().reference}
    assert rows["Shooting"]["Dice"].endswith("no reaction fire (A62)")
    assert rows["Conditions"]["Wounded"].endswith("(A63)")
