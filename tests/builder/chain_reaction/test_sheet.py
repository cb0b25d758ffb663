"""What a group's sheet says: thresholds, moves, weapons and attributes worked out, and boxes to tick."""

from dataclasses import replace

import pytest

from builder.games.chain_reaction.kit import table_kit
from builder.games.chain_reaction.sheet.build import build_sheet
from builder.sheets.choices import PrintChoices
from builder.sheets.icons import icon_letter
from builder.sheets.layout import Pages
from builder.sheets.measure import foot_of
from builder.sheets.paper import NORMAL, POINTS, SLEEVE, SLEEVED
from builder.sheets.parts import BOX, CardLine, Strips, TickLine, Writing
from builder.sheets.rendering import sheet_html
from builder.sheets.screen import screen_cards
from rules.document import LogEntry, Roll
from rules.games.chain_reaction.document import Car, Draw, Mortar, Weapon
from tests.languages import in_language
from tests.rules.chain_reaction import make


def sheet_of(*npcs, language="en", **head):
    document = make.group(*npcs, **head)
    return in_language(language, build_sheet, document, make.make.judge(document))


def card(language="en", **fields):
    return sheet_of(make.npc(**fields), language=language).units[-1].card


def plain(words):
    return words.replace("\u00a0", " ")


def line(card, head):
    return next(line for line in card_lines(card) if line.head == head)


def card_lines(card):
    return [line for line in card.lines if isinstance(line, CardLine)]


def heads(card):
    return [line.head for line in card_lines(card)]


def ticks(card):
    """The states among the lines of a card, with their boxes."""
    found = [track for line in card.lines if isinstance(line, TickLine) for track in line.tracks]
    return {track.label: track.boxes for track in found}


def figures(card, name):
    return [plain(aside.value) for aside in line(card, name).asides]


def shields(card):
    return {shield.label: shield.value for shield in card.shields}


def strip(card, heading=""):
    """{small line: those below it} of the strip with this heading: hits, or moves and melee."""
    strips = [strip for row in card.lines if isinstance(row, Strips) for strip in row.strips]
    return {
        cell[0]: tuple(map(plain, cell[1:])) for strip in strips if strip.heading == heading for cell in strip.cells
    }


def facts(sheet):
    return {fact.label: fact.value for fact in sheet.facts}


def tracks(sheet_or_card):
    return {track.label: track.boxes for track in sheet_or_card.tracks}


def test_rep_and_activation_are_on_shields_moves_and_melee_in_boxes():
    assert shields(card(rep=5)) == {"REP": "5", "acts, passes": "1-5"}
    assert shields(card(rep=6)) == {"REP": "6", "acts": "1-6", "passes": "1-5"}
    assert strip(card()) == {
        "move": ("8″", "20 cm"),
        "fast 0·1·2": ("8·12·16″", "20·30·40 cm"),
        "melee": ("2D6",),
        "its impact": ("2",),
    }


@pytest.mark.parametrize(
    ("rep", "hits"),
    [
        (5, {"8": ("3+", "4+"), "9": ("4+", "5+"), "10": ("5+", "6+")}),
        (3, {"8": ("5+", "6+"), "9": ("6+", "–"), "10": ("–", "–")}),
        (1, {"8": ("–", "–"), "9": ("–", "–"), "10": ("–", "–")}),
    ],
)
def test_what_a_die_must_show_for_8_9_and_10_and_at_rep_less_one(rep, hits):
    aimed, hasty = (strip(card(rep=rep), heading) for heading in ("hits at", "REP −1"))
    assert {total: aimed[total] + hasty[total] for total in aimed} == hits


def test_hits_at_rep_less_one_are_named():
    (row, *_others) = card().lines
    words = [plain(strip.words) for strip in row.strips]
    assert words == ["hits at · 8 4+ · 9 5+ · 10 6+", "REP −1 · 8 5+ · 9 6+ · 10 –"]


def test_a_weakened_figure_plays_with_one_less():
    figure_card = sheet_of(make.npc(4, next_game_rep=-1), campaign=True).units[-1].card
    assert (shields(figure_card)["REP"], strip(figure_card, "hits at")["8"][0]) == ("3", "5+")
    assert line(figure_card, "REP 4").text == "−1 in the next battle only; caps use the full REP (cr-41)"


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
    assert strip(unit.card, "hits at") == {}
    assert "hits" not in unit.row.summary


@pytest.mark.parametrize(("language", "label"), [("en", "22.5 cm"), ("fr", "22,5 cm")])
def test_a_blast_has_its_diameter_for_a_class(language, label):
    grenade = line(card(language, attributes=("lanceur",), weapons=(make.weapon("grenade"),)), "Grenade")
    assert [plain(cell.value) for cell in grenade.asides] == ["9″", "Ø 5″", "2"]
    assert plain(grenade.asides[0].on_screen) == label  # paper has one length, in inches
    assert not grenade.ticks
    assert (
        plain(grenade.text)
        == {
            "en": "throw: 2D6 · outguns all",
            "fr": "lancer\u202f: 2D6 · surclasse tout",
        }[language]
    )


def test_range_dice_and_impact_stand_in_cells_beside_an_icon_and_a_box_for_an_empty_weapon():
    rifle = line(card(), "Assault rifle")
    assert [(cell.label, cell.value, cell.on_screen) for cell in rifle.asides] == [
        ("range", "48″", "120\xa0cm"),
        ("class", "3D6", "class"),
        ("impact", "3", "impact"),
    ]
    assert (rifle.icon, plain(rifle.ticks)) == ("ak47", "empty ◻")


def test_who_cannot_hit_at_10_has_it_on_the_card():
    """REP 3 and a 6 are 9: only a second die up to the REP hits in cover; below REP 5 no reflex shot hits (cr-52)."""
    lines = {figure.head: figure.text for figure in card_lines(card(rep=3))}
    assert lines["At 10"] == "a 6 stopped by cover still hits on 1-3 (cr-52)"
    assert "At 10" not in {figure.head for figure in card_lines(card(rep=4))}


def test_headings_stand_over_the_first_weapon_alone_and_a_class_before_a_disc():
    armed = card(weapons=(make.weapon("grenade"), make.weapon("fusil-d-assaut")))
    labels = [[cell.label for cell in line(armed, name).asides] for name in ("Grenade", "Assault rifle")]
    assert labels == [["range", "class", "impact"], [""] * 3]
    assert [cell.on_screen for cell in line(armed, "Grenade").asides] == ["15\xa0cm", "disc", "impact"]


def test_a_weapon_shot_with_one_die_is_never_empty_but_for_a_crack_shot():
    single = {"weapons": (make.weapon("fusil-simple-action"),)}
    boxes = [
        line(card(**one), "Single-action rifle").ticks
        for one in (single, {**single, "attributes": ("tireur-d-elite",)})
    ]
    assert [plain(box) for box in boxes] == ["", "empty ◻"]


def test_a_thrower_reaches_farther():
    figure_card = card(weapons=(make.weapon("grenade"),), attributes=("lanceur",))
    assert figures(figure_card, "Grenade") == ["9″", "Ø 5″", "2"]


def test_weapons_of_ones_own_are_marked():
    sheet = sheet_of(make.npc(weapons=(make.own(range=None, rate=None, impact=2),)))
    assert (plain(line(sheet.units[-1].card, "Sarbacane").text), figures(sheet.units[-1].card, "Sarbacane")) == (
        "melee · your own values",
        ["–", "–", "2"],
    )
    assert "Sarbacane (impact 2, melee, your own values)" in plain(sheet.units[-1].row.summary)


def test_what_the_book_lacks_is_named_and_said_so():
    figure_card = card(weapons=(make.weapon("laser"),), attributes=("immortel",))
    assert [line(figure_card, slug).text for slug in ("laser", "immortel")] == ["not in this book"] * 2
    assert (
        line(card(figure="pet-dog", rep=3, weapons=()), "Unarmed").text
        == "no impact: only a 1 kills, the rest stuns (cr-49)"
    )


def test_dogs_and_zombies_have_natural_weapons():
    dog = card(figure="attack-dog", weapons=())
    zombie = card(figure="zombie", weapons=())
    assert figures(dog, "Natural weapons") == ["–", "1", "2"]
    assert figures(zombie, "Natural weapons") == ["–", "1", "1"]
    assert strip(zombie) == {"move": ("6″", "15 cm"), "fast 0·1·2": ("–",), "melee": ("2D6",), "its impact": ("1",)}


def test_melee_has_the_highest_impact_a_firearm_that_of_an_improvised_weapon():
    """Ruling cr-49; a grenade is none."""
    arms = {
        "2": ("fusil-d-assaut", "pistolet-automatique"),
        "1": ("pistolet-automatique", "grenade"),
        "–": ("grenade",),
    }
    for words, slugs in arms.items():
        assert strip(card(weapons=tuple(map(make.weapon, slugs))))["its impact"] == (words,)


def test_moves_on_foot_and_mounted():
    rider = card(mounted=True)
    assert strip(rider)["move"] == ("16″", "40 cm")
    assert strip(rider)["fast 0·1·2"] == ("16·24·32″", "40·60·80 cm")
    assert plain(line(rider, "On foot").text) == "8″ (20 cm) · fast 8/12/16″"
    assert line(rider, "Hit while mounted").ticks == ""
    assert plain(line(rider, "On foot").ticks) == "mount lost ◻"
    assert "fast 3D6 0·1·2" in strip(card(attributes=("athlete",)))
    assert strip(card(attributes=("lent",)))["fast 0·1·2"] == ("8·12·12″", "20·30·30 cm")


def own_tests(card):
    """[(tests, faces that pass, dice)] of those that are not 2D6 against REP."""
    lines = [line for line in card_lines(card) if len(line.asides) == 1]
    return [(line.head, line.asides[0].label, line.asides[0].value) for line in lines]


@pytest.mark.parametrize(
    ("attributes", "melee", "tests"),
    [
        ((), "2D6", []),
        (("bagarreur", "bons-reflexes"), "3D6", [("Enemy in sight", "on 1-5", "2D6")]),
        (("avorton", "athlete"), "1D6", []),
        (("mauviette",), "2D6", [("Charge, Being charged, Rally", "on 1-4", "1D6")]),
        (
            ("stoique",),
            "2D6",
            [("Shot at, Charge, Being charged, Rally, Focus, Leader lost", "on 1-4", "3D6")],
        ),
    ],
)
def test_attributes_change_what_is_rolled(attributes, melee, tests):
    figure_card = card(rep=4, attributes=attributes)
    assert (strip(figure_card)["melee"], own_tests(figure_card)) == ((melee,), tests)


def test_a_star_chooses_and_rolls_its_fast_move():
    star = sheet_of(star=make.star(attributes=("stoique",))).units[0].card
    assert own_tests(star) == []
    assert strip(star)["fast 3D6 0·1·2"] == ("8·12·16″", "20·30·40 cm")


def test_effects_and_boxes_of_attributes_that_work_once():
    figure_card = card(attributes=("chanceux", "dur-a-cuire", "agile"))
    used = [plain(line(figure_card, name).ticks) for name in ("Lucky", "Tough as nails", "Agile")]
    assert used == ["used ◻", "used ◻", ""]
    assert line(figure_card, "Lucky").icon == "clover"
    assert line(figure_card, "Agile").text == "No shooting penalty after a fast move"


@pytest.mark.parametrize(
    ("attributes", "name", "words"),
    [
        (("bagarreur",), "Brawler", "+1D6 in melee (counted)."),
        (("athlete",), "Athlete", "(counted)."),
        (("bons-reflexes",), "Good reflexes", "tests (counted); a 6 still fails."),
        (("conducteur",), "Driver", "crashes (cr-62)."),  # the card has no dice of cars
        (("bon-au-couteau",), "Good with a knife", "throw it 4″."),  # nor of knives
    ],
)
def test_an_attribute_that_the_dice_contain_says_so(attributes, name, words):
    assert plain(line(card(attributes=attributes), name).text).endswith(words)


def test_a_phobia_is_written_in():
    assert line(card(attributes=("phobie",), phobia="Spiders"), "Phobia").text == "Spiders"
    assert Writing("Phobia") in card(attributes=("phobie",)).lines


def test_a_vest_has_its_test():
    vests = [line(card(vest=True, **more), "Bullet-proof vest").text for more in ({}, {"attributes": ("stoique",)})]
    assert [text.split(";")[0] for text in vests] == [
        f"Shots, not blasts: {dice} for the wound die" for dice in ("2D6", "3D6")
    ]


def passage(sheet, title):
    return {
        plain(left): plain(right)
        for passage in sheet.passages
        if passage.title == title
        for left, right in passage.rows
    }


def test_the_reference_has_the_other_distances():
    sheet = sheet_of(make.npc(2))
    distances = passage(sheet, "Other distances")
    assert (distances["Crawling"], distances["Obstacle"]) == ("4″", "−1″")
    assert distances["Fleeing"].startswith("12″ · Away from danger, to the nearest cover. Without cover: prone")
    assert distances["Diving for cover"].startswith("6″ · To the nearest. Without cover in reach: prone")
    assert distances["Heads down"].startswith("12″ · Stays in cover or goes to another. Without cover: prone")


@pytest.mark.parametrize(
    ("title", "row", "words"),
    [
        ("Shooting: special cases", "Outgunned", "Shot at by a higher class than its own, or by a blast"),
        ("Shooting", "Sight", "180° to the front; seeing part of the target is enough"),
        ("Shooting: special cases", "Targets", "Split the dice; the others within [class] inches of the first"),
        (
            "Blasts",
            "Grenade and rocket launchers",
            "1D6 + REP (cr-42), never empty (cr-50); a miss doesn’t go off (cr-58)",
        ),
    ],
)
def test_the_reference_has_what_a_group_looks_up_at_the_table(title, row, words):
    assert passage(sheet_of(make.npc(weapons=(make.weapon("lance-roquettes"),))), title)[row] == words


def test_a_shot_has_a_column_for_each_total():
    table = next(table for table in sheet_of().play if table.title == "Shooting")
    assert table.matrix == (
        ("hits at", "8", "9", "10+"),
        ("target hidden, prone, moving fast, charging", "–", "yes", "yes"),
        ("target in cover", "–", "–", "yes"),
        ("shooter moving fast", "–", "–", "yes"),
        ("reflex shot", "–", "–", "yes"),
        ("second target", "–", "yes", "yes"),
        ("third target or later", "–", "–", "yes"),
        ("else", "yes", "yes", "yes"),
    )
    assert [left for left, _right in table.rows] == ["Sight", "7 or less"]


def test_a_card_with_little_on_it_has_a_line_to_write_on_where_there_is_room():
    labelled = [
        [item for item in card(**fields).lines if item == Writing("Notes", spare=True)]
        for fields in ({}, {"vest": True, "mounted": True})
    ]
    assert list(map(len, labelled)) == [1, 0]


def test_what_the_reference_says_of_everybody_is_on_no_card():
    assert heads(card()) == ["Assault rifle"]


def test_a_drawn_figure_has_its_draw_and_a_chosen_one_says_so():
    sheet = sheet_of(make.npc(4, draw=Draw("military", (3, 4))), make.npc(3))
    assert [unit.badges for unit in sheet.units[-2:]] == [(), ()]  # it is of no use in play
    assert [card.badges for card in screen_cards(sheet)[-2:]] == [("Military 3+4",), ("chosen, not rolled",)]
    assert "rolled: Military 3+4" in sheet.units[-2].row.summary
    assert [unit.row.about for unit in sheet.units[-2:]] == ["", ""]
    assert sheet.units[-1].row.made == "chosen, not rolled"  # ruling cr-26
    assert [unit.name for unit in sheet.units[-2:]] == ["Soldier", "Human"]


def test_the_star_has_its_power_and_a_campaign_asks_what_happened():
    once, campaign = sheet_of(), sheet_of(campaign=True)
    asked = {"Took somebody out": BOX, "Removed from play": BOX}
    assert [ticks(unit.card) for unit in once.units[:2]] == [{"Star Power": BOX * 5}, {}]
    assert [ticks(unit.card) for unit in campaign.units[:2]] == [
        {"Star Power": BOX * 5, "Star Power used": BOX, **asked},
        asked,
    ]
    assert once.units[0].badges == ("Star", "Leader")


@pytest.mark.parametrize(("leader", "name"), [(0, "Star"), (3, "Human #4")])
def test_the_leader_is_named_on_the_sheet(leader, name):
    assert facts(sheet_of(leader=leader))["Leader"] == name


def test_a_6_fails_at_sight_whatever_the_reflexes():
    assert own_tests(card(rep=5, attributes=("bons-reflexes",))) == []


def test_the_desperate_shot_stands_in_the_reference_alone_and_not_for_rep_1():
    sheet = sheet_of(make.npc(1))
    assert "Desperate shot" not in heads(sheet.units[-1].card)
    assert passage(sheet, "Shooting: special cases")["Natural 6"] == (
        "Stopped by cover: hits on 1D6 ≤ the REP of the shot; never at REP 1"
    )


def results_of_tests(language):
    """{test: (what 2, 1 and 0 passes bring)} of the table of tests over the whole page."""
    (table,) = [passage for passage in sheet_of(language=language).brief if passage.matrix]
    (_corner, *passes), *rows = table.matrix
    assert (
        passes
        == {"en": ["2 passes", "1 pass", "0 passes"], "fr": ["2 réussites", "1 réussite", "0 réussite"]}[language]
    )
    return {test: tuple(results) for test, *results in rows}


@pytest.mark.parametrize(
    ("language", "test", "words"),
    [
        ("fr", "Se rallier ★, ami à 4″", "à couvert ou dans un bâtiment ▸ repart au combat\nsinon ▸ retiré du jeu"),
        ("en", "Rally ★, friend within 4″", "in cover or in a building ▸ back to the fight\nelse ▸ removed from play"),
    ],
)
def test_one_pass_rallies_in_a_building_too(language, test, words):
    assert results_of_tests(language)[test][1] == words


def test_tests_have_a_column_for_each_number_of_passes():
    tests = results_of_tests("en")
    assert tests["Fast move (LD)"] == ("moves 16″", "moves 12″", "moves 8″, no shooting")
    assert tests["Leader lost ★"] == ("carries on", "stops and loses focus", "flees")
    assert len(tests) == 9


def test_tests_are_tables_as_narrow_as_a_card_too_reactions_first():
    cards = sheet_of().brief_cards
    assert [table.title for table in cards][:3] == ["Enemy in sight", "Shot at ★ (cr-51)", "Being charged ★ (cr-51)"]
    assert len(cards) == 10  # nine, and how they are rolled
    assert cards[2].matrix[2] == ("1", "as for “Shot at”")
    assert cards[0].matrix == (
        ("", "Inactive; an active enemy crosses its line of sight"),
        ("2", "shoots"),
        ("1", "in cover ▸ reflex shot at REP −1\nin the open ▸ dives"),
        ("0", "does nothing"),
    )


def test_the_dense_sheet_says_which_weapon_has_which_rule():
    sheet = sheet_of(
        make.npc(3, attributes=("stoique",), weapons=(make.weapon("grenade"), make.weapon("lance-roquettes")))
    )
    assert plain(sheet.units[-1].row.summary) == (
        "REP 3 · hits at 8 5+ · hits at 9 6+ · hits at 10 – · chosen, not rolled"
        " · Grenade (range 6″, class Ø 5″, impact 2, throw: 3D6)"
        " · Rocket launcher (range 48″, class Ø 5″, impact 5) · Stoic"
    )
    assert (
        plain(sheet.units[0].row.summary) == "REP 5 · hits at 8 3+ · hits at 9 4+ · hits at 10 5+ · Star Power 5D6"
        " · Assault rifle (range 48″, class 3D6, impact 3)"
    )


def test_every_figure_has_boxes_for_what_may_happen():
    labels = ["Stunned", "Out", "Dead", "Fled", "Prone", "Heads down", "Captured"]
    assert list(tracks(card()).items()) == [(label, "◻") for label in labels]
    assert all(icon_letter(track.sign) for track in card().tracks)


def test_states_stand_in_one_row_above_their_names():
    names = {}
    for language, width, metrics in (("fr", 97, NORMAL), ("fr", SLEEVE[0], SLEEVED), ("en", SLEEVE[0], SLEEVED)):
        foot = foot_of(card(language).tracks, width * POINTS - 2 * metrics.padding, metrics)
        assert foot.is_row
        assert len({state.top for state in foot.states}) == 1
        names[language, width] = [state.note for state in foot.states[:2]]
    assert names == {
        ("fr", 97): [("Sonné",), ("Hors de combat",)],
        ("fr", SLEEVE[0]): [("Sonné",), ("Hors de", "combat")],
        ("en", SLEEVE[0]): [("Stunned",), ("Out",)],
    }


def test_the_head_counts_figures_and_has_no_points():
    sheet = sheet_of()
    assert (sheet.spent, sheet.budget, sheet.score) == (None, None, "6 figures")
    assert {figure.label: figure.value for figure in sheet.figures} == {
        "REP of the Star": "5",
        "Star Power dice": "5",
        "NPCs": "5/5",
        "Free places": "0",
    }


def test_a_campaign_has_boxes_for_its_steps():
    assert list(tracks(sheet_of(campaign=True))) == [
        "Star Power",
        "Leader lost",
        "Turns",
        "Game lost",
        "Recovery",
        "REP down",
        "REP up",
        "Departures",
        "Recruiting",
    ]
    assert list(tracks(sheet_of())) == ["Star Power", "Leader lost", "Turns"]


def test_day_and_weather_of_the_session_or_blanks_for_them():
    assert facts(sheet_of())["Weather"] == ""
    boxes = {figure.label: figure.is_blank for figure in sheet_of().writing[0].figures}
    assert boxes == {"Leader": False, "Time of day": True, "Weather": True}
    entries = [LogEntry(rolls=(Roll("s", (2, 3), slug),)) for slug in ("matin-5", "degage", "mauvais", "nonsense", 7)]
    rolled = facts(sheet_of(log=tuple(entries)))
    assert (rolled["Time of day"], rolled["Weather"]) == ("Morning, then afternoon", "Bad weather")


def test_the_session_that_was_rolled_says_how_far_one_sees():
    rolls = [LogEntry(rolls=(Roll("s", (1, 1, 3), "nuit-2"),)), LogEntry(rolls=(Roll("s", (5, 6), "mauvais"),))]
    sheet = sheet_of(log=tuple(rolls))
    assert facts(sheet)["Sight"] == "8″ (20 cm)"
    assert "Bad weather" in titles(sheet)
    assert tracks(sheet)["Turns"].replace(" ", "") == BOX * 5  # 3 and half a die of 3
    clear = replace(rolls[1], rolls=(Roll("s", (1, 1), "degage"),))
    assert facts(sheet_of(log=(rolls[0], clear)))["Sight"] == "12″ (30 cm) in the open"


def titles(sheet):
    return [passage.title for passage in sheet.passages]


def test_the_reference_holds_what_the_list_uses():
    bare, full = (
        sheet_of(),
        sheet_of(make.npc(vest=True, mounted=True, weapons=(make.weapon("grenade"),)), campaign=True),
    )
    assert set(titles(bare)) < set(titles(full))
    assert len(titles(full)) - len(titles(bare)) == 3  # grenades, blasts, after the game
    of_arms = [table.title for table in full.rules]  # an opponent has them too, and the tables of the game
    assert (of_arms, bare.rules) == (["Blasts"], ())
    assert [table.title for table in full.gear] == ["Bullet-proof vest", "Hit while mounted", "Mounted"]


def test_a_list_without_cards_says_what_attributes_do():
    sheet = sheet_of(make.npc(attributes=("agile", "peureux")), make.npc(attributes=("agile",)))
    assert [table.title for table in sheet.gear] == ["Agile", "Fearful"]


@pytest.mark.paper
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
    assert "N" * 20 in in_language(language, sheet_html, sheet, PrintChoices(layout))


def backs(language, **fields):
    """The titles of the rules on the back of a card."""
    sheet = sheet_of(make.npc(name="X", **fields), language=language)
    maker = Pages(sheet, PrintChoices(sides="double")).maker
    printed = next(card for card in maker.cards if card.unit.name == "X")
    return [passage.title for passage in maker.rules_of(printed)]


def test_backs_of_cards_have_the_rules_of_their_weapons():
    assert backs("en") == ["Shooting"]
    for language, thrown, struck in (("en", "Grenade", "Melee"), ("fr", "Grenade", "Corps à corps")):
        assert backs(language, weapons=(make.weapon("grenade"),)) == [struck, thrown]
        assert backs(language, figure="attack-dog", weapons=()) == [struck]


# --- mortars and cars -----------------------------------------------------------------------------------------------


def test_the_sheet_says_who_serves_a_mortar_and_who_is_in_a_car():
    npcs = [make.npc(rep, name=name) for rep, name in ((4, "Bo"), (3, "Cy"), (4, "Di"), (4, "Ed"), (4, "Flo"))]
    mortars = (Mortar("gros-mortier", (1, 2)), Mortar("petit-mortier", (3,)), Mortar("enorme-mortier"))
    sheet = sheet_of(*npcs, fill=False, mortars=mortars, cars=(Car("Jeep", 4, (5,)), Car()))
    rows = dict(sheet.brief[0].rows)
    # two serve a large one at every activation, one a small one at every second; the lowest REP aims (cr-57)
    assert rows["Large mortar"] == "Bo, Cy\xa0· REP 3\xa0· every activation"
    assert rows["Small mortar"] == "Di\xa0· REP 4\xa0· one activation in 2"
    assert (rows["Huge mortar"], rows["Jeep"], rows["Car"]) == ("–", "Ed, Flo", "–")
    assert [badge for unit in sheet.units for badge in unit.badges if badge in rows] == [
        "Large mortar",
        "Large mortar",
        "Small mortar",
        "Jeep",
        "Jeep",
    ]


def test_the_kit_has_the_pages_of_mortars_and_cars_where_the_group_has_some():
    def needed(**head):
        pages = table_kit(make.group(**head), make.make.judge(make.group(**head)))
        return {page.slug for page in pages if page.needed} & {"mortar", "cars", "blast"}

    assert needed() == set()
    assert needed(mortars=(Mortar("petit-mortier", (1,)),)) == {"mortar", "blast"}
    assert needed(cars=(Car(driver=1),)) == {"cars"}
