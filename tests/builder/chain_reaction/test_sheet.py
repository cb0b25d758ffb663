"""What a group's sheet says: thresholds, moves, weapons and attributes worked out, and boxes to tick."""

from dataclasses import replace

import pytest

from builder.games.chain_reaction.sheet.build import build_sheet
from builder.sheets.choices import PrintChoices
from builder.sheets.parts import BOX
from builder.sheets.rendering import sheet_html
from rules.document import LogEntry, Roll
from rules.games.chain_reaction.document import Draw, Weapon
from tests.rules.chain_reaction import make


def sheet_of(*npcs, language="en", **head):
    document = make.group(*npcs, **head)
    return build_sheet(document, make.make.judge(document), language)


def card(language="en", **fields):
    return sheet_of(make.npc(**fields), language=language).units[-1].card


def plain(words):
    return words.replace("\u00a0", " ")


def line(card, head):
    return next(one for one in card.lines if one.head == head)


def heads(card):
    return [one.head for one in card.lines]


def figures(card, name):
    return [plain(aside.value) for aside in line(card, name).asides]


def stats(card):
    return {one.label: one.value for one in card.stats}


def facts(sheet):
    return {one.label: one.value for one in sheet.facts}


def tracks(sheet_or_card):
    return {one.label: one.boxes for one in sheet_or_card.tracks}


def test_rep_activation_and_thresholds_are_in_the_boxes():
    assert stats(card(rep=5)) == {
        "REP": "5",
        "acts on": "1-5",
        "for 8": "3+",
        "for 9": "4+",
        "for 10": "5+",
        "move": '8"',
    }
    assert stats(card(rep=3)) == {
        "REP": "3",
        "acts on": "1-3",
        "for 8": "5+",
        "for 9": "6+",
        "for 10": "–",
        "move": '8"',
    }
    assert list(stats(card(rep=1)).values()) == ["1", "1", "–", "–", "–", '8"']


def test_a_weakened_figure_plays_with_one_less():
    figure_card = sheet_of(make.npc(4, next_game_rep=-1), campaign=True).units[-1].card
    assert (stats(figure_card)["REP"], stats(figure_card)["for 8"]) == ("3", "5+")
    assert line(figure_card, "REP 4").text == "−1 in the next game only; caps go by the full REP"


def test_shots_at_rep_less_one_and_the_desperate_shot():
    figure_card = card(rep=4)
    assert (
        plain(line(figure_card, "Hits at REP −1").text)
        == "8: 5+ · 9: 6+ · 10: – · reflex, two weapons, wounded carried (cr-32)"
    )
    assert line(figure_card, "Desperate shot").text == "a 6 that cover alone stops: 1D6, hits on 1-4"


@pytest.mark.parametrize(
    "fields",
    [
        {"weapons": (make.weapon("grenade"),)},
        {"weapons": (Weapon("black-powder", "epee"),)},
        {"figure": "attack-dog", "weapons": ()},
        {"figure": "pet-dog", "rep": 3, "weapons": ()},
        {"figure": "zombie", "weapons": (make.weapon("revolver"),)},
    ],
)
def test_who_cannot_shoot_has_no_thresholds(fields):
    unit = sheet_of(make.npc(**fields)).units[-1]
    assert not {"for 8", "for 9", "for 10"} & stats(unit.card).keys()
    assert "Hits at REP −1" not in heads(unit.card)
    assert "hits" not in unit.summary


def test_who_only_strikes_has_no_line_of_shots():
    assert "Hits at REP −1" not in heads(card(weapons=(Weapon("black-powder", "epee"),)))


@pytest.mark.parametrize(
    ("language", "words"), [("en", '6" (15 cm) · Ø 5" (12.5 cm) · 2'), ("fr", '6" (15 cm) · Ø 5" (12,5 cm) · 2')]
)
def test_inches_centimetres_and_blast(language, words):
    figure_card = card(language, weapons=(make.weapon("grenade"),))
    assert figures(figure_card, "Grenade") == [words]
    assert BOX in line(figure_card, "Grenade").ticks


def test_range_class_impact_and_a_box_for_an_empty_weapon():
    figure_card = card()
    assert figures(figure_card, "Assault rifle") == ['48" (120 cm) · 3 · 3']
    assert plain(line(figure_card, "Assault rifle").ticks) == "◻ empty"


def test_a_thrower_reaches_farther():
    figure_card = card(weapons=(make.weapon("grenade"),), attributes=("lanceur",))
    assert figures(figure_card, "Grenade") == ['9" (22.5 cm) · Ø 5" (12.5 cm) · 2']


def test_weapons_of_ones_own_are_marked():
    sheet = sheet_of(make.npc(weapons=(make.own(range=None, rate=None, impact=2),)))
    assert (line(sheet.units[-1].card, "Sarbacane").text, figures(sheet.units[-1].card, "Sarbacane")) == (
        "your own figures",
        ["melee · – · 2"],
    )
    assert "Sarbacane (melee; –; 2; your own figures)" in plain(sheet.units[-1].summary)


def test_what_the_book_lacks_is_named_and_said_so():
    figure_card = card(weapons=(make.weapon("laser"),), attributes=("immortel",))
    assert [line(figure_card, slug).text for slug in ("laser", "immortel")] == ["not in this book"] * 2
    assert line(card(figure="pet-dog", rep=3, weapons=()), "Unarmed").text == "the book prints no figures for it"


def test_dogs_and_zombies_have_natural_weapons():
    dog = card(figure="attack-dog", weapons=())
    zombie = card(figure="zombie", weapons=())
    assert figures(dog, "Improvised two-handed melee weapon") == ["melee · 1 · 2"]
    assert figures(zombie, "Improvised one-handed melee weapon") == ["melee · 1 · 1"]
    assert (stats(zombie)["move"], plain(line(zombie, "On foot").text)) == ('6"', '6" (15 cm) · never fast')


def test_moves_on_foot_and_mounted():
    rider = card(mounted=True)
    assert stats(rider)["move"] == '16"'
    assert plain(line(rider, "Mounted").text) == ('16" (40 cm) · fast 16/24/32" (40/60/80 cm)')
    assert plain(line(rider, "Hit while mounted").ticks) == "◻ mount lost"
    assert '8/12/12" (20/30/30 cm)' in line(card(attributes=("lent",)), "On foot").text


def test_attributes_change_what_is_rolled():
    figure_card = card(rep=4, attributes=("bagarreur", "bons-reflexes"))
    assert line(figure_card, "Melee").text == "3D6 against REP 4"
    assert line(figure_card, "Enemy in sight").text == "passes on 1-5"
    assert line(card(rep=4, attributes=("avorton",)), "Melee").text == "1D6 against REP 4"


def test_effects_and_boxes_of_attributes_that_work_once():
    figure_card = card(attributes=("chanceux", "dur-a-cuire", "agile"))
    ticks = [plain(line(figure_card, name).ticks) for name in ("Lucky", "Tough as nails", "Agile")]
    assert ticks == [
        "◻ used",
        "◻ used",
        "",
    ]
    assert line(figure_card, "Agile").text == "No shooting penalty after a fast move"


def test_a_phobia_is_written_in():
    assert line(card(attributes=("phobie",), phobia="Spiders"), "Phobia").text == "Spiders"
    assert set(line(card(attributes=("phobie",)), "Phobia").text) == {"_"}


def test_a_vest_has_its_test():
    assert line(card(vest=True), "Bullet-proof vest").text.startswith("2D6 when shot")


def test_chances_of_a_test_out_of_36():
    assert plain(line(card(rep=5), "2D6 tests, by passes").text) == "2: 25/36 · 1: 10/36 · 0: 1/36"


def test_a_drawn_figure_has_its_draw_and_a_chosen_one_a_badge():
    sheet = sheet_of(make.npc(4, draw=Draw("military", (3, 4))), make.npc(3))
    assert plain(line(sheet.units[-2].card, "Drawn").text) == "Military · 3 + 4 · Soldier"
    assert [unit.badges for unit in sheet.units[-2:]] == [(), ("chosen, not rolled",)]
    assert [unit.name for unit in sheet.units[-2:]] == ["Soldier", "Human"]


def test_the_star_has_its_power_and_what_a_game_asks():
    sheet = sheet_of()
    star = sheet.units[0].card
    assert line(star, "Star Power").ticks == "◻◻◻◻◻"
    assert plain(line(star, "After the game").ticks) == "◻ took somebody out ◻ removed from play ◻ Star Power used"
    assert plain(line(sheet.units[1].card, "After the game").ticks) == "◻ took somebody out ◻ removed from play"
    assert sheet.units[0].badges == ("Star", "Leader")


@pytest.mark.parametrize(("leader", "name"), [(0, "Star"), (3, "Human #4")])
def test_the_leader_is_named_on_the_sheet(leader, name):
    assert facts(sheet_of(leader=leader))["Leader"] == name


def test_a_6_fails_at_sight_whatever_the_reflexes():
    assert line(card(rep=5, attributes=("bons-reflexes",)), "Enemy in sight").text == "passes on 1-5"


def test_at_rep_1_there_is_no_desperate_shot():
    assert "Desperate shot" in heads(card(rep=2))
    assert "Desperate shot" not in heads(card(rep=1))


@pytest.mark.parametrize(
    ("language", "head", "words"),
    [("fr", "Se rallier ★", "à couvert ou dans un bâtiment"), ("en", "Rally ★", "in cover or a building")],
)
def test_one_pass_rallies_in_a_building_too(language, head, words):
    rows = {left: right for one in sheet_of(language=language).reference for left, right in one.rows}
    assert words in rows[head]


def test_every_figure_has_boxes_for_what_may_happen():
    labels = ["Stunned", "Out", "Dead", "Fled", "Prone", "Heads down", "Captured"]
    assert list(tracks(card()).items()) == [(label, "◻") for label in labels]


def test_the_head_counts_figures_and_has_no_points():
    sheet = sheet_of()
    assert (sheet.spent, sheet.budget, sheet.score) == (None, None, "6 figures")
    assert {one.label: one.value for one in sheet.figures} == {
        "REP of the Star": "5",
        "Star Power dice": "5",
        "NPCs": "5/5",
        "Open places": "0",
    }


def test_a_campaign_has_boxes_for_its_steps():
    assert list(tracks(sheet_of(campaign=True))) == [
        "Star Power",
        "Leader lost",
        "Game lost",
        "Recovery",
        "REP down",
        "REP up",
        "Departures",
        "Recruiting",
    ]
    assert list(tracks(sheet_of())) == ["Star Power", "Leader lost"]


def test_day_and_weather_of_the_session_or_blanks_for_them():
    assert set(facts(sheet_of())["Weather"]) == {"_"}
    entries = [LogEntry(rolls=(Roll("s", (2, 3), slug),)) for slug in ("matin-5", "degage", "mauvais", "nonsense", 7)]
    rolled = facts(sheet_of(log=tuple(entries)))
    assert (rolled["Time of day"], rolled["Weather"]) == ("Morning", "Bad weather")


def titles(sheet):
    return [one.title for one in sheet.reference]


def test_the_reference_holds_what_the_list_uses():
    bare, full = (
        sheet_of(),
        sheet_of(make.npc(vest=True, mounted=True, weapons=(make.weapon("grenade"),)), campaign=True),
    )
    assert set(titles(bare)) < set(titles(full))
    assert len(titles(full)) - len(titles(bare)) == 5  # vest, grenades, blasts, riders, after the game


def test_a_list_without_cards_says_what_attributes_do():
    sheet = sheet_of(make.npc(attributes=("agile", "peureux")), make.npc(attributes=("agile",)))
    assert [one.title for one in sheet.tables] == ["Agile", "Fearful"]


@pytest.mark.parametrize("layout", ["cards", "roster"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_monstrous_groups_print(layout, language):
    huge = 10**3_999
    npc = make.npc(
        huge,
        name="N" * 200,
        notes="x" * 5_000,
        phobia="p" * 200,
        draw=Draw("generic", (huge,), huge),
        weapons=(make.own(name="W" * 200, range=huge, rate=huge, impact=huge),) * 40,
        attributes=("phobie",) * 40,
    )
    sheet = sheet_of(npc, replace(npc, rep=-huge, figure="unknown"), language=language, leader=99)
    assert "N" * 20 in sheet_html(sheet, PrintChoices(layout), language)
