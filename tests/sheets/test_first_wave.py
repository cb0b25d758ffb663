"""What a group's sheet says: dice worked out, wounds, conditions, what rounds do, and the tables in short."""

import pytest

from builder.games.first_wave.sheet.build import build_sheet
from builder.sheets.choices import PrintChoices
from builder.sheets.crowd import crowd_content
from builder.sheets.layout import Pages
from builder.sheets.parts import BoxTable
from tests.languages import in_language
from tests.make import vehicle
from tests.rules.first_wave import make
from tests.sheets.test_rbn import asides, figures, line, tracks


def printed_sheet(*units, language="en", **header):
    group = make.group(*units, **header)
    return in_language(language, build_sheet, group, make.judge(group))


def card(unit, **header):
    return printed_sheet(unit, **header).units[1].card


FOUND = ["Found:", "fresh ammunition", "amphetamine", "armour", "shield", "kit"]


def plain(text):
    return text.replace("\u00a0", " ")


def test_shots_start_from_3d6():
    assert asides(card(make.fighter("fusil-de-sniper", T=3)), "Sniper rifle") == [
        ("0-30\xa0cm", "4D6"),
        ("30-80\xa0cm", "6D6"),
    ]


def test_melee_dice():
    assert asides(card(make.fighter("tronconneuse")), "Chainsaw") == [("melee", "6D6")]
    assert asides(card(make.fighter()), "Unarmed") == [("melee", "3D6")]


def test_a_weapon_has_a_cell_for_each_of_its_bands():
    printed = card(make.fighter("fusil", "arc", "epee", T=5))
    found = {one.head: [cell.value for cell in one.asides] for one in printed.lines if getattr(one, "asides", ())}
    assert found == {"Rifle": ["5D6", "4D6"], "Bow": ["3D6"], "Sword": ["4D6"]}


def test_every_weapon_has_its_icon():
    printed = card(make.fighter("fusil", "epee", T=5))
    assert [line(printed, name).icon for name in ("Rifle", "Sword")] == ["winchester-rifle", "katana"]
    assert line(card(make.fighter()), "Unarmed").icon == "punch"


@pytest.mark.parametrize(
    ("equipment", "boxes"), [((), "◻◻◻"), ("armure", "⬚◻◻◻"), ("enfant", "◻◻"), (("enfant", "armure"), "⬚◻◻")]
)
def test_wound_boxes(equipment, boxes):
    assert tracks(card(make.fighter(equipment=equipment)))["Wounds"] == boxes


def test_conditions_of_this_game():
    found = {label: boxes for label, boxes in tracks(card(make.fighter())).items() if label not in FOUND}
    assert found == {
        "Wounds": "◻◻◻",
        "Stunned, disoriented": "◻◻◻",
        "Infection": "◻◻◻◻",
        "Unconscious, immobilised": "◻",
        "On fire": "◻",
    }


def test_rounds_tell_their_effect_and_have_a_box_where_they_are_fired_once():
    printed = card(make.fighter(make.weapon("grenade", "fumigene", "poison"), T=5))
    grenade = line(printed, "Grenade")
    for words in (grenade.text, grenade.short):
        assert plain(words).endswith(" · Poison: for each wound, 1D6: 5-6, one more")
    assert plain(line(printed, "Smoke").ticks) == "used ◻"


@pytest.mark.parametrize(
    ("slug", "name", "words"),
    [
        ("pistolet", "Pistol ×2", "Gunfight, re-roll 1s"),
        ("epee", "Sword ×2", "parry: opponent −1D6, re-roll 1s"),
    ],
)
def test_twins_say_what_they_gain(slug, name, words):
    assert plain(line(card(make.fighter(slug, slug, T=5)), name).text) == words
    assert not any(one.words.startswith(name) for one in card(make.fighter(slug, T=5)).lines)


def test_alike_guns_with_different_rounds_keep_their_rows():
    printed = card(make.fighter("pistolet", make.weapon("pistolet", "poison"), T=5))
    poison = "Poison: for each wound, 1D6: 5-6, one more"
    words = [plain(one.text) for one in printed.lines if one.words.startswith("Pistol")]
    assert words == ["Gunfight, re-roll 1s", f"Gunfight, re-roll 1s · {poison}"]


def test_each_of_two_guns_may_run_dry():
    assert (
        plain(line(card(make.fighter("pistolet", "pistolet", T=5)), "Pistol ×2").ticks) == "out of ammo ◻ out of ammo ◻"
    )


def test_there_is_no_reaction_fire_and_no_vehicle_on_a_card():
    words = plain(" ".join(one.words for one in card(make.fighter("fusil", T=5)).lines))
    assert not {"reaction", "board", "seats", "passenger"} & set(words.split())


def test_what_may_be_found_has_boxes_but_for_animals():
    """Each box has its word in it, behind the heading of all."""
    heading, *things = [track for track in card(make.fighter()).tracks if track.label in FOUND]
    assert (heading.boxes, [track.label for track in things]) == ("", FOUND[1:])
    assert {(track.boxes, track.is_word) for track in things} == {("◻", True)}
    animal = card(make.fighter("machoire", abilities="animal"))
    assert not [track for track in animal.tracks if track.label in FOUND]


@pytest.mark.parametrize(
    ("fighter", "points"),
    [
        (make.fighter(), 5),
        (make.fighter(C=4, equipment="armure", abilities="eclaireur"), 0),
        (make.fighter(T=3, C=3), 10),
    ],
)
def test_power_is_scored_under_the_name(fighter, points):
    words = str(points) if points else "exactly 30\xa0points score nothing (A46)"
    assert zone_scores(fighter, "pouvoir") == [f"In their zone: {words}"]
    assert zone_scores(fighter, "diversion") == []


def zone_scores(fighter, scenario):
    return [
        words for words in printed_sheet(fighter, scenario=scenario).units[1].badges if words.startswith("In their")
    ]


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
    labels = [one.label for one in printed_sheet(make.fighter(T=3, C=3), scenario=scenario).tracks]
    assert labels == ["Turns", "Fighters left", *scores]


@pytest.mark.parametrize(
    ("units", "boxes"),
    [
        ((), {"Under 30 in the zone (5)": 1, "Resources (5)": 10, "NPCs eliminated (1)": 10}),
        (
            (make.fighter(T=3, C=3, count=3),),
            {
                "Under 30 in the zone (5)": 1,
                "Over 30 in the zone (10)": 3,
                "Resources (5)": 10,
                "NPCs eliminated (1)": 10,
            },
        ),
    ],
)
def test_a_score_for_fighters_has_as_many_boxes_as_there_are(units, boxes):
    found = {one.label: one.boxes.count("◻") for one in printed_sheet(*units, scenario="pouvoir").tracks[2:]}
    assert found == boxes


def test_the_mission_stands_below_its_scenario_for_the_opponent_too():
    for scenario, length, rows in (("pouvoir", "6 turns", []), ("assassinat-de-la-ligne", "", ["Special"])):
        printed = printed_sheet(scenario=scenario)
        (setting,) = printed.brief
        assert length in plain(setting.text)
        assert "Table: 60 × 60 cm" in plain(setting.text)
        assert "Deployment: " in setting.text
        assert [left for left, _right in setting.rows] == ["Mission", *rows]
        assert Pages(printed, PrintChoices("opponent")).brief == printed.brief


def test_copies_of_a_crowd_have_a_row_of_boxes_each():
    unit = printed_sheet(make.fighter(count=2)).units[1]
    [boxes] = [item for item in crowd_content(unit, [0, 1], 1).lines if isinstance(item, BoxTable)]
    assert [name for name, _tracks in boxes.rows] == ["A", "B"]
    for _name, found in boxes.rows:
        assert [plain(track.label) for track in found if track.boxes] == [
            "Wounds",
            "Infection",
            "Stunned, disoriented",
            "Unconscious, immobilised",
            "On fire",
            *(f"Found: {thing}" for thing in FOUND[1:]),
        ]


def test_turns_are_those_of_the_scenario():
    assert [printed_sheet(scenario=one).tracks[0].boxes for one in (None, "pouvoir")] == ["◻◻◻◻◻◻"] * 2


def test_the_tables_are_there_in_short():
    rows = {one.title: one.rows for one in printed_sheet().passages}
    shots = next(one for one in printed_sheet().passages if one.title == "Shooting effect")
    assert shots.matrix == (
        ("", "Shooting at an infected", "Shooting at a machine", "Shooting at a survivor"),
        ("1", "disoriented", "disoriented", "stunned"),
        ("2", "immobilised", "disoriented", "wounded"),
        ("3", "immobilised", "immobilised", "wounded"),
        ("4", "eliminated", "immobilised", "eliminated"),
        ("5+", "eliminated", "eliminated", "eliminated"),
    )
    melee = next(one for one in printed_sheet().passages if one.title == "Melee")
    assert melee.rows[-1][0] == "Effect"
    assert melee.rows[-1][1].endswith("wins by 1")
    assert melee.results == (
        ("1-2", "a survivor is wounded, anything else immobilised"),
        ("3+", "eliminated"),
    )
    assert rows["NPCs enter (2D6)"][1] == ("6-7", "1D3 infected humans")
    bestiary = next(one for one in printed_sheet().passages if one.title == "Bestiary")
    assert bestiary.matrix[0] == ("", "move, cm", "T", "C", "dice")
    assert bestiary.matrix[2] == ("Infected dog", "15", "–", "5+", "4D6")
    assert bestiary.matrix[4] == ("Construction robot", "15", "–", "4+", "5D6")
    more = "Infected dog: C 4+ in a pack\xa0· Military robot: 0-30\xa0cm 6D6, 30-50\xa0cm 4D6"
    assert bestiary.text == more
    assert "Picking up a resource (1D6)" in rows
    assert [title for title, lines in rows.items() for left, right in lines if not left or not right] == []


def test_infection_fire_plating_and_what_npcs_do_are_there_in_short():
    """First Wave p. 11, 9, 11, 10."""
    found = {one.title: one for one in printed_sheet().passages}
    infection, fire, plating = (found[f"{title} (1D6)"] for title in ("Infection", "On fire", "Robot plating"))
    assert infection.text.startswith("Wounded by an infected: 1 marker. Start of activation: 1D6, +1 per")
    assert infection.matrix == (("Markers", "1", "2", "3", "4+"), ("Lost on", "4+", "3+", "2+", "always"))
    assert fire.rows == (("1-4", "remove the marker, no wound"), ("5-6", "wounded, the marker stays"))
    assert plating.rows == (("1-3", "Immobilised"), ("4-6", "Only disoriented"))
    chart = found["What an NPC does"]
    assert [(question[0], yes, no) for question, yes, no in chart.matrix[1:]] == [
        ("1", "6", "2"),
        ("2", "3", "5"),
        ("3", "4", "5"),
        ("4", "3", "7"),
        ("5", "6", "7"),
        ("6", "6", "7"),
        ("7", "", ""),
    ]
    assert chart.matrix[0] == ("", "yes", "no")
    assert chart.matrix[7][0].endswith("Next one.")
    assert [one.cite for one in (infection, fire, plating, chart)] == [
        f"First Wave, p. {page}" for page in (11, 9, 11, 10)
    ]


def test_special_rules_are_those_of_the_list():
    def titles(*units):
        return {one.title for one in printed_sheet(*units).passages}

    assert {"Burst", "Gunfight", "Limited ammunition"} <= titles(make.fighter("pistolet-mitrailleur", T=5))
    assert "Burst" not in titles(make.fighter("arc", T=5))


def test_gear_is_explained_where_there_are_no_cards():
    printed = printed_sheet(make.fighter(make.weapon("arc", "poison"), T=5, equipment="bouclier"))
    assert [(one.title, one.cite) for one in printed.gear] == [
        ("Shield", "First Wave, p. 7"),
        ("Chief", "First Wave, p. 7"),
        ("Poison", "First Wave, p. 9"),
    ]


def test_agreed_prices_stand_in_the_head():
    facts = {one.label: one.value for one in printed_sheet(prices=(("arme-de-jet", 4), ("sidecar", 9))).facts}
    assert facts == {"Budget": "150", "Agreed price": "Thrown weapon: 4"}


def test_a_vehicle_has_a_card_that_says_so():
    unit = printed_sheet(vehicle("moyen", flying=True)).units[1]
    assert (unit.name, unit.cost, unit.row.summary) == ("moyen", 0, "Groups have no vehicles.")


def test_a_slave_and_unknown_things_are_drawn():
    printed = printed_sheet(
        make.fighter("bazooka", make.weapon("fusil", "dum-dum"), slave=True, equipment="banniere")
    ).units[1]
    assert printed.badges == ("slave",)
    assert [one.head for one in printed.card.lines if one.words.endswith("not in this book")] == [
        "bazooka",
        "dum-dum",
        "banniere",
    ]


def test_thresholds_stand_on_shields_and_places_on_no_card():
    printed = card(make.fighter("epee", T=4, C=3, equipment="bouclier"))
    assert [shield.value for shield in printed.shields] == ["4+", "3+"]
    assert printed.stats == ()
    assert [shield.value for shield in card(make.fighter("epee")).shields] == ["–", "5+"]


def test_each_way_to_move_cites_its_own_heading():
    [moves] = [one for one in printed_sheet().passages if one.title == "Actions"]
    assert [left for left, _right in moves.rows] == ["Activation", "Per move", "Climb", "Fall test", "Swim"]
    headings = ("Activation", "Mouvements", "Escalader", "Test de chute", "Nage")
    assert moves.cite == ", ".join(["First Wave", *(f"«\u202f{one}\u202f»" for one in headings)])


def test_what_the_reference_says_for_everybody_is_on_no_card():
    lines = card(make.fighter("fusil", T=5)).lines
    words = [plain(one.words) for one in lines if not getattr(one, "spare", False)]
    assert words == ["Rifle out of ammo ◻", "Unarmed"]


def test_what_the_rules_of_a_weapon_do_stands_with_it_where_there_is_room():
    """First Wave p. 8: burst, and ammunition that runs out."""
    printed = card(make.fighter("pistolet-mitrailleur", "fusil-d-assaut", T=5))
    first, second = (line(printed, name) for name in ("Submachine gun", "Assault rifle"))
    assert plain(first.text).startswith("Burst: ")
    assert plain(first.short).split(" · ")[0] == "Burst"
    assert "Burst" in plain(second.text).split(" · ")  # once a card
    assert [one.words for one in printed.lines if getattr(one, "spare", False)] == ["", ""]  # to write on


def test_a_rule_of_the_other_book_cites_it():
    cites = {one.title: one.cite for one in printed_sheet(make.fighter("lance", T=5)).passages}
    assert (cites["Single shot"], cites["Thrown"]) == ("RBN v2, p. 21", "First Wave, p. 9")


def test_resources_whose_number_is_a_ruling_name_it():
    rows = {one.title: dict(one.rows) for one in printed_sheet().passages}["Picking up a resource (1D6)"]
    assert [number for number, words in rows.items() if words.endswith("(A57)")] == ["3", "4"]


def test_passages_name_the_rulings_they_rest_on():
    rows = {one.title: dict(one.rows) for one in printed_sheet().passages}
    assert rows["Shooting"]["Dice"].endswith("no reaction fire (A62)")
    assert rows["Conditions"]["Wounded"].endswith("(A63)")
