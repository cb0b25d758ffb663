"""A team on paper: what its head and its dashboards say, and that blanks stay blank."""

from dataclasses import replace

import pytest
from django.utils.translation import override

from builder.sheets.choices import PrintChoices
from builder.sheets.layout import Pages
from builder.sheets.parts import (
    BOX,
    FREE_BOX,
    NUMBER,
    TICKED,
    BoxTable,
    CardLine,
    FigureRow,
    Frame,
    NotedTrack,
    TickLine,
    Writing,
    without_frames,
)
from builder.sheets.rendering import sheet_html as html
from builder.sheets.screen import screen_cards
from builder.sheets.spec import SHEETS
from rules.document import LogEntry
from rules.games.reichbusters.document import Hero, Track
from tests.builder.reichbusters.editing import load_roster
from tests.languages import in_language
from tests.rules.reichbusters import make


def build_sheet(document, language="en"):
    loaded = load_roster(document)
    return in_language(language, SHEETS["reichbusters"].build, document, loaded.verdict)


def card(**fields):
    return build_sheet(make.party(**fields)).units[0].card


def places(card):
    """The places of weapon tokens: what stands in each frame."""
    return [item.items for item in card.lines if isinstance(item, Frame)]


def place_words(items):
    """(head, text) of the lines of text in the place of a weapon."""
    return [(line.head, line.text.replace("\u00a0", " ")) for line in items if isinstance(line, CardLine)]


def faces(pages):
    return [slot.face for page in pages.card_pages for slot in page if slot.face]


def is_title(line):
    return isinstance(line, CardLine) and line.title


def lines(card, title):
    """What stands on a card under one title."""
    current, under_title = None, []
    for line in card.lines:
        if line.title:
            current = line.head
        elif current == title:
            under_title.append(line)
    return under_title


def words(card, title):
    """(head, text) of the lines of text under one title."""
    return [(line.head, line.text.replace("\u00a0", " ")) for line in lines(card, title) if isinstance(line, CardLine)]


def sides(items):
    """The dice of a weapon's sides: {label: value} of each."""
    lines = [item for item in items if getattr(item, "asides", ())]
    labels = ([aside.label for aside in line.asides] for line in lines)
    dice = ([value.strip() for value in line.dice[0].dice] for line in lines)
    return [dict(zip(*both, strict=True)) for both in zip(labels, dice, strict=True)]


def objects(card):
    """(name, {label: box}) of each row of the table of objects."""
    (table,) = [item for item in card.lines if isinstance(item, BoxTable)]
    return [(name, {track.label: track.boxes for track in boxes}) for name, boxes in table.rows]


def noted(card):
    """Wounds, with the shield before them."""
    (item,) = [item for item in card.lines if isinstance(item, NotedTrack)]
    return item


def boxes(item):
    return {track.label: track.boxes for track in item.tracks}


def figures(card):
    return {stat.label: stat.value.strip() for stat in card.stats}


def track(document):
    return {track.label: track.boxes for track in build_sheet(document).tracks}


# --- The head -------------------------------------------------------------------------------------------------------


def test_the_round_track_has_a_box_for_every_round_and_the_alarm():
    assert track(make.team(track=Track(5, 4))) == {
        "Before the alarm": BOX * 5,
        "ALARM": BOX,
        "After the alarm": BOX * 4,
    }


@pytest.mark.parametrize("written", [None, Track(), Track(9, 1)])
def test_without_a_track_the_longest_is_printed_with_open_boxes(written):
    assert track(make.team(track=written)) == {
        "Before the alarm": BOX * 4 + FREE_BOX * 3,
        "ALARM": BOX,
        "After the alarm": BOX * 3 + FREE_BOX * 3,
    }


def test_the_head_names_mission_mode_faction_and_team_card():
    sheet = build_sheet(make.team(mode="raid", mission="Le pont", faction="Saturés", team="Deux héros"))
    assert {fact.label: fact.value for fact in sheet.facts} == {
        "Mode": "RAID",
        "Mission": "Le pont",
        "Enemy faction": "Saturés",
        "Team card": "Deux héros",
    }
    assert sheet.subtitle == "Reichbusters: Projekt Vril\u00a0· RAID\u00a0· Le pont"


def test_a_blank_of_the_head_is_a_box_to_write_in():
    sheet = build_sheet(make.team(faction="Saturés"))
    assert [(fact.label, fact.value) for fact in sheet.facts] == [("Mode", "Campaign"), ("Enemy faction", "Saturés")]
    assert [[figure.label for figure in row.figures] for row in sheet.writing] == [["Mission", "Team card"]]
    assert build_sheet(make.team(mission="Le pont", faction="Saturés", team="Deux héros")).writing == ()


def test_the_figures_of_the_head_are_sums():
    sheet = build_sheet(make.team(make.hero(wounds=3, heroism=(("joker", 2),)), make.hero("sarge"), track=Track(5, 4)))
    assert {figure.label: figure.value for figure in sheet.figures} == {
        "Heroes": "2/4",
        "Enemy turns": "2",
        "Rounds": "9",
        "Wound cards": "3/20",
        "Attack": "0/8",
        "Defence": "0/8",
        "Joker": "2/8",
        "Globes": "0",
    }


def test_the_seven_base_actions_and_the_end_of_the_round_are_at_hand():
    passages = {passage.title: passage for passage in build_sheet(make.team()).play}
    assert [name for name, _noise, _effect in passages["Base actions"].matrix[1:]] == [
        "1. Move",
        "2. Attack",
        "3. Search",
        "4. Reload equipment",
        "5. Draw 2 cards",
        "6. Unlock or open a door",
        "7. Recover",
    ]
    assert len(passages["End of the round"].rows) == 4


def test_the_noise_of_a_base_action_is_a_number_to_write_where_the_book_lost_it():
    """Ruling rb-8: that of Move is 0; that of an attack is its weapon's (p. 12), that of a door is printed on it."""
    passages = {passage.title: passage for passage in build_sheet(make.team()).play}
    noises = [noise for _name, noise, _effect in passages["Base actions"].matrix[1:]]
    assert noises == ["0", "weapon", NUMBER, NUMBER, NUMBER, "door", NUMBER]


def test_the_last_six_missions_are_listed_the_latest_last():
    log = tuple(LogEntry(date=f"2026-01-0{n}", title=f"Mission {n}", text="Won") for n in range(1, 9))
    passages = {passage.title: passage for passage in build_sheet(make.team(log=log)).brief}
    assert passages["Missions played"].rows[0] == ("3 Jan 2026 Mission 3", "Won")
    assert len(passages["Missions played"].rows) == 6
    assert "Missions played" not in {passage.title for passage in build_sheet(make.team()).brief}


def test_a_game_without_points_counts_its_heroes():
    sheet = build_sheet(make.party())
    assert (sheet.spent, sheet.budget, sheet.score, sheet.units[0].points) == (None, None, "2 heroes", None)


def test_what_the_table_kit_draws_stands_in_the_reference_of_prints_without_it():
    titles = {passage.title for passage in build_sheet(make.team()).passages}
    assert titles >= {"Vigilance", "Line of sight", "The alarm"}


SAID = (  # title of a table, left side, what the right side says
    ("Noise", "Modifiers", "their dice join this test; no extra test"),
    ("Noise", "After the alarm", "not a special face, can be re-rolled before the card (rb-41)"),
    ("Action cards", "Attack test", "each other hero in the same zone may play just one card from hand"),
    ("Action cards", "Empty deck", "when you need to draw"),
    ("Cleared token", "Placed", "entering a room or corridor without enemy units, or ending a turn there"),
    ("Cleared token", "Removed", "when an enemy unit enters"),
    (
        "Patrols",
        "Never",
        "through the exit, from a cleared room or corridor, or through a door with a hero on each side",
    ),
    ("Patrols", "No door left", "the nearest barracks"),
    ("Captured", "The captors", "counts as a guard post. Enemies in the zone have the guard keyword"),
    ("Captured", "Then", "play the enemy turn that follows"),
    ("Captured", "When", "at least 4 enemy units (rb-37)"),
    ("Vril", "Overload", "still counts 2 and gives no die (rb-30, rb-38)"),
)


@pytest.mark.parametrize(("title", "left", "right"), SAID)
def test_the_reference_says_what_is_looked_up_at_the_table(title, left, right):
    (table,) = [passage for passage in build_sheet(make.team()).passages if passage.title == title]
    assert right in dict(table.rows)[left]


def test_what_every_round_needs_stands_on_the_first_page():
    """Actions, the enemies' turn, noise, wounds and the end of the round: at most 500 words (issue 28)."""
    sheet = build_sheet(make.team(*(Hero(hero=slug) for slug in make.FIVE[:4])), "fr")
    page, rest = Pages(sheet, PrintChoices("roster", "a4")).tables.first_tables
    titles = [passage.title for column in page.columns for passage in column]
    assert titles[:1] == ["Actions de base"]
    assert {"Tour des ennemis", "Bruit", "Défense et blessures"} < set(titles)
    assert "Fin du round" in (*titles, rest[0].title)  # at most first on the next page
    words = [row for passage in sheet.play[:5] for row in ((passage.title, passage.text), *passage.rows)]
    assert len(" ".join(f"{left} {right}" for left, right in words).split()) <= 500


def test_the_steps_of_the_enemies_turn_stand_in_their_order():
    (turn,) = [passage for passage in build_sheet(make.team()).play if passage.title == "Enemy turn"]
    assert turn.is_flow
    assert [number for number, _lines in turn.matrix] == ["", "1", "2", "3", "4"]
    assert turn.matrix[2][1].replace("\u00a0", " ").split("\n") == [
        "Move, alerted ▸ one zone towards the nearest hero",
        "In a hero’s zone ▸ no move",
        "At a door ▸ unlock or open it instead of moving",
        "Shooter in range and sight of a standing hero ▸ stops",
        "Guard keyword, guard post token and at most 4 enemy units in the zone ▸ no move",
        "Type listed several times ▸ acts in 2 and 3 at its yellow name only",
    ]
    assert turn.matrix[3][1].replace("\u00a0", " ").split("\n")[1] == (
        "Tie ▸ who played most recently this round, else you choose (rb-44)"
    )


def test_objects_begin_the_second_column():
    things = (make.thing("Globe", globe=True), make.thing("Plan"))
    pages = Pages(build_sheet(make.party(objects=things, notes="Garde la clé.")), PrintChoices())
    for face in faces(pages):
        assert face.fitted.columns[1][0].head == "Objects"


def said(item):
    """The words of an item; of a weapon without its boxes, which stand below its dice."""
    return f"{item.head} {item.text}".strip() if isinstance(item, CardLine) and item.tracks else item.words


@pytest.mark.parametrize("sides", ["single", "double", "fold"])
def test_a_sleeve_loses_nothing(sides):
    """What has no room on its two sides goes on on further cards."""
    sheet = build_sheet(make.party())
    pages = Pages(sheet, PrintChoices("cards", size="sleeve", sides=sides))
    items = [item for face in faces(pages) for item in face.fitted.lines]
    printed = {words for item in items for words in (item.words, said(item))}
    lines = [line for unit in sheet.units for line in without_frames(unit.card.lines)]
    assert [line for line in lines if not isinstance(line, Writing) and said(line) not in printed] == []
    boxes = [TickLine(line.tracks).words for line in lines if isinstance(line, CardLine) and line.tracks]
    assert boxes
    assert printed.issuperset(boxes)


@pytest.mark.parametrize("count", [0, 4])
def test_a_hero_takes_two_sleeves_and_no_title_stands_without_its_lines(count):
    """With all objects on them."""
    sheet = build_sheet(make.party(objects=tuple(make.thing(f"Corde {number}") for number in range(count))))
    printed = faces(Pages(sheet, PrintChoices("cards", size="sleeve")))
    assert [face.part for face in printed] == [1, 2] * len(sheet.units)
    assert [face for face in printed if any(map(is_title, face.fitted.lines[-1:]))] == []


def test_rows_and_tables_are_large_enough():
    """No table of page 1 under 8.5 points (issue 28)."""
    gun = make.weapon("Vickers", "ranged", 3, 4, 2, keywords=("Peu fiable",))
    sheet = build_sheet(make.team(*(make.hero(slug, weapons=(gun, gun)) for slug in make.FIVE[:3])))
    pages = Pages(sheet, PrintChoices("roster", "a4"))
    assert pages.tables.units.size >= 9
    page, _rest = pages.tables.first_tables
    assert pages.metrics.tables[page.type][0] >= 8.5


def test_a_screen_shows_the_figures_of_a_weapon_on_one_line():
    gun = make.weapon("Vickers", "ranged", 3, 4, None, keywords=("Peu fiable",))
    (shown, *_others) = screen_cards(build_sheet(make.party(weapons=(gun,))))
    vickers = shown.lines[0]
    assert (vickers.head, vickers.text.replace("\u00a0", " ")) == ("Vickers", "ranged · peu fiable")
    assert [aside.words for aside in vickers.asides] == ["Range 3", "Attack 4", "Noise –", "Vril –"]


def test_a_screen_lists_the_objects_with_their_tokens():
    things = (make.thing("Corde"), make.thing("Sphère", globe=True, token="discharged"))
    (shown, *_others) = screen_cards(build_sheet(make.party(objects=things)))
    at = [line.head for line in shown.lines].index("Objects")
    listed = [
        (line.head.replace("\u00a0", " "), line.text.replace("\u00a0", " ")) for line in shown.lines[at + 1 : at + 3]
    ]
    assert listed == [("Corde", ""), ("Sphère · globe of vril", "discharged")]


# --- A dashboard ----------------------------------------------------------------------------------------------------


TITLES = ("Skills", "Objects")
SPLIT = make.weapon("Scie", improved=make.side(keywords=("Brasier",)))
HEROES = {
    "blank": Hero(hero="brick"),
    "complete": make.hero("brick", objects=(make.thing("Corde"),) * 4, wounds=3, notes="Garde la clé."),
    "two sides": make.hero("brick", weapons=(SPLIT, SPLIT)),
}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", HEROES)
def test_four_dashboards_stand_on_a_page_and_nothing_goes_on_beside(name, language, paper):
    pages = Pages(build_sheet(make.team(*[HEROES[name]] * 4), language), PrintChoices("cards", paper))
    assert [[face.of for face in faces(pages)], len(pages.card_pages)] == [[1] * 4, 1]
    smallest = max(face.fitted.type for face in faces(pages))
    assert pages.metrics.types[smallest][0] >= 8


@pytest.mark.parametrize("name", HEROES)
def test_large_print_has_two_dashboards_on_each_page(name):
    sheet = build_sheet(make.team(HEROES[name], HEROES[name]), "fr")
    pages = Pages(sheet, PrintChoices("cards", large_print=True))
    assert [[face.of for face in faces(pages)], len(pages.card_pages)] == [[1, 1], 1]


def test_blank_figures_are_empty_boxes():
    blank = build_sheet(make.team(Hero(hero="brick"))).units[0].card
    assert not any(figure.on_paper for figure in blank.stats)  # on paper they stand among the lines
    assert noted(blank).figure.is_blank
    assert [track.label for track in blank.tracks if track.boxes == NUMBER] == [
        *("attack", "defence", "joker"),
        *("Hand", "Removed"),
    ]
    assert figures(blank) == {
        "Defence": "",
        "Wounds": "",
        "Hand": "",
        "Cards in the game": "12",
        "Removed": "",
        "Globes": "",
        "Upgrades": "",
    }
    (place,), (other,) = places(blank)
    assert (place.head, place.text) == ("Weapon 1", "Melee or ranged, keywords:")
    assert sides([place]) == [{"Range": "", "Attack": "", "Noise": "", "Vril": ""}]
    assert boxes(place) == {"upgraded": BOX, "jammed": BOX, "discharged": BOX}
    assert other == replace(place, head="Weapon 2")
    assert objects(blank) == [("", {"jammed": BOX, "discharged": BOX})] * 4


def test_a_dashboard_has_a_frame_for_each_place_of_a_weapon_token():
    """Two (« Tableaux de bord des héros »), whether weapons are there or not."""
    assert [len(places(card(weapons=(make.weapon(),) * number))) for number in (0, 1, 2)] == [2, 2, 2]


def test_figures_that_were_copied_are_printed():
    things = (make.thing("Globe", globe=True), make.thing("Globe", globe=True))
    dashboard = card(defense=3, wounds=2, hand=4, removed_cards=1, objects=things)
    assert list(figures(dashboard).values()) == ["3", "2", "4", "11", "1", "2", "1"]


def test_a_weapon_has_its_kind_keywords_and_state():
    gun = make.weapon(
        "Vickers", "ranged", 3, 4, 2, vril_dice=1, keywords=("Peu fiable",), upgraded=True, token="jammed"
    )
    dashboard = card(weapons=(gun, make.weapon()))
    place, _other = places(dashboard)
    assert place_words(place)[0] == ("Vickers", "ranged · peu fiable · upgraded · jammed")
    assert sides(place) == [{"Range": "3", "Attack": "4", "Noise": "2", "Vril": "1"}]
    assert boxes(place[0]) == {"upgraded": TICKED, "jammed": TICKED, "discharged": BOX}


def test_weapons_have_the_icon_of_their_kind():
    dashboard = card(weapons=(make.weapon(), make.weapon(type="ranged", range=2)))
    assert [place[0].icon for place in places(dashboard)] == ["bowie-knife", "crosshair"]


def test_dice_stand_in_columns_that_line_up():
    dice = [item for place in places(card()) for item in place if isinstance(item, CardLine)]
    assert {tuple(aside.label for aside in line.asides) for line in dice} == {("Range", "Attack", "Noise", "Vril")}


def test_a_nameless_weapon_says_its_kind():
    (first, *_others), _place = places(card(weapons=(make.weapon(name=""), make.weapon())))
    assert (first.head, first.text) == ("Weapon", "melee")


def test_dice_that_are_too_long_for_a_box_stand_below_in_full():
    dashboard = card(weapons=(make.weapon(attack_dice=10**20), make.weapon()))
    assert place_words(places(dashboard)[0])[1] == ("Attack", str(10**20))


def test_melee_has_range_0_where_none_is_written():
    place, _other = places(card(weapons=(make.weapon(range=None), make.weapon())))
    assert sides(place) == [{"Range": "0", "Attack": "2", "Noise": "0", "Vril": ""}]


def skills(card):
    (row,) = [item for item in card.lines if isinstance(item, FigureRow)]
    return row


def test_every_place_has_a_box_for_the_name_and_the_effect():
    """Hero cards say what a skill does; four places (« Tableaux de bord des héros »)."""
    dashboard = card(skills=("Agile", "Furtif"), objects=(make.thing("Corde"),))
    assert [(figure.label, figure.value.strip()) for figure in skills(dashboard).figures] == [
        ("Skill 1", "Agile"),
        ("Skill 2", "Furtif"),
        ("Skill 3", ""),
        ("Skill 4", ""),
    ]
    assert [name for name, _boxes in objects(dashboard)] == ["Corde", "", "", ""]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_mat_has_room_for_all_effects(language):
    pages = Pages(build_sheet(make.team(Hero(hero="brick"), make.hero()), language), PrintChoices("cards"))
    assert [face.fitted.columns[0][0].lines for face in faces(pages)] == [2, 2]


def test_too_many_things_leave_no_line():
    dashboard = card(skills=tuple("ABCDE"), objects=(make.thing(),) * 5)
    assert [figure.value for figure in skills(dashboard).figures] == list("ABCDE")
    assert all(name for name, _boxes in objects(dashboard))


def test_a_globe_says_so_behind_another_name():
    things = (make.thing("Sphère", globe=True), make.thing("", globe=True), make.thing("Corde"))
    names = [name.replace("\u00a0", " ") for name, _boxes in objects(card(objects=things))]
    assert names == ["Sphère · globe of vril", "globe of vril", "Corde", ""]


def test_a_token_that_nobody_knows_has_a_column():
    rows = objects(card(objects=(make.thing("Corde", token="molle"), make.thing("Plan"))))
    assert [boxes["molle"] for _name, boxes in rows] == [TICKED, BOX, BOX, BOX]


@pytest.mark.parametrize(
    ("wounds", "first", "more"),
    [
        (0, BOX * 4, ""),
        (2, TICKED * 2 + BOX * 2, ""),
        (5, TICKED * 4, TICKED),
        (9, TICKED * 4, TICKED * 4),
    ],
)
def test_wounds_are_one_track_whose_fourth_box_is_black(wounds, first, more):
    """Four lasting wounds put a hero down (p. 26, ruling rb-11)."""
    item = noted(card(wounds=wounds))
    track = item.track
    assert (track.label, track.boxes) == ("Lasting wounds", first + more)
    assert (track.names, track.fatal) == (tuple("12345678"[: len(first + more)]), 4)
    assert "".join(box.boxes for box in item.boxes) == first
    assert [box.fatal for box in item.boxes] == [0, 0, 0, 1]
    assert item.further.boxes == more


@pytest.mark.parametrize(("number", "written"), [(0, NUMBER), (3, "3"), (9, "9")])
def test_heroism_is_a_number_of_each_kind(number, written):
    """A place to write it in where there are no tokens."""
    heading, *kinds = card(heroism=(("joker", number),)).tracks[:4]
    assert (heading.label, heading.boxes) == ("Heroism", "")
    assert [(track.key, track.label, track.boxes) for track in kinds] == [
        ("heroism-attack", "attack", NUMBER),
        ("heroism-defense", "defence", NUMBER),
        ("heroism-joker", "joker", written),
    ]


def test_a_back_says_the_rules_of_a_hero_in_full():
    rules = build_sheet(make.party()).units[0].card.rules
    assert rules == ("Special face", "Heroism", "Noise", "Defence and wounds", "Captured", "Vril")


def test_a_card_repeats_nothing_of_the_reference():
    sheet = build_sheet(make.party())
    said = " ".join(line.words for line in sheet.units[0].card.lines)
    rows = [text for passage in sheet.passages for text in (passage.text, *(right for _left, right in passage.rows))]
    assert [text for text in rows if text and text in said] == []


@pytest.mark.parametrize(
    ("hero", "ticked"),
    [(make.hero(), [BOX, BOX]), (make.hero(wounds=4, captured=True), [TICKED, TICKED])],
)
def test_down_and_captured_have_a_box_each(hero, ticked):
    tracks = {track.label: track.boxes for track in build_sheet(make.team(hero)).units[0].card.tracks}
    assert [tracks["down"], tracks["captured"]] == ticked


def test_notes_have_a_line_where_there_is_room():
    assert Writing("Notes:", spare=True) in card().lines
    (noted_down,) = (line for line in card(notes="Garde la clé.").lines if getattr(line, "head", "") == "Notes:")
    assert noted_down.text == "Garde la clé."


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("is_large", [False, True])
def test_each_mat_has_its_wounds_over_all_else(paper, is_large):
    """As many as put a hero down (p. 26), also with two weapons of two sides on Letter."""
    team = make.team(HEROES["two sides"], make.hero("sarge"))
    for face in faces(Pages(build_sheet(team, "fr"), PrintChoices("cards", paper, large_print=is_large))):
        assert face.part > 1 or len(face.band[0][0][0].boxes) == 4


def test_the_badges_are_card_player_and_state():
    hero = make.hero(name="Le gros", player="Anne", wounds=4, captured=True)
    unarmed = "Bare hands: range 0, attack 1, noise 0"  # page 16
    assert build_sheet(make.team(hero)).units[0].badges == ("Brick", "Anne", "down", "captured", unarmed)
    other = build_sheet(make.team(make.hero("other", name="Nadja")))
    assert other.units[0].badges == ("Hero from another box", unarmed)
    assert build_sheet(make.team(make.hero(name="Brick"))).units[0].badges == (unarmed,)


@pytest.mark.parametrize(
    ("hero", "name"),
    [
        (Hero(hero="red-hawk"), "Red Hawk"),
        (Hero(hero="other"), "Hero from another box"),
        (Hero(hero="wolff"), "wolff"),
        (Hero(), "–"),
    ],
)
def test_a_nameless_hero_has_the_name_of_the_card(hero, name):
    assert build_sheet(make.team(hero)).units[0].name == name


def test_the_summary_of_a_hero():
    gun = make.weapon("Vickers", "ranged", 3, 4, 2, keywords=("Peu fiable",))
    hero = make.hero(weapons=(gun,), skills=("Agile",), objects=(make.thing("Corde"),), wounds=1)
    assert build_sheet(make.team(hero)).units[0].row.summary.replace("\u00a0", " ") == (
        "Defence 2 · Vickers (range 3, attack 4, noise 2, ranged, peu fiable) · Skills: Agile · Corde"
    )


def test_the_summary_ends_with_the_state_of_a_hero():
    gun = make.weapon("Vickers", "ranged", 3, 4, 2, vril_dice=2, upgraded=True, token="jammed")
    hero = make.hero(
        player="Ana",
        weapons=(gun,),
        skills=(),
        objects=(),
        wounds=4,
        captured=True,
        hand=5,
        removed_cards=2,
        heroism=(("joker", 2),),
    )
    assert build_sheet(make.team(hero)).units[0].row.summary.replace("\u00a0", " ") == (
        "Defence 2 · Ana · heroism: Joker 2 · Vickers (range 3, attack 4, noise 2, vril 2, ranged, upgraded, jammed)"
        " · captured"
    )


def test_a_figure_too_long_for_its_box_is_printed_in_full_below():
    dashboard = card(defense=10**3999)
    assert (dashboard.stats[0].value, dashboard.lines[0].head, dashboard.lines[0].text) == (
        "…",
        "Defence",
        str(10**3999),
    )


@pytest.mark.parametrize("layout", ["cards", "roster"])
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_sheet_prints_in_every_layout(layout, language):
    hero = replace(make.hero(), name="Brick " * 30)
    sheet = build_sheet(make.team(*[hero] * 5), language)
    with override(language):
        assert in_language(language, html, sheet, PrintChoices(layout)).count("Brick") >= 5


FIRST_SIDE = {"Range": "0", "Attack": "2", "Noise": "0", "Vril": ""}
OTHER_SIDE = {"Range": "0", "Attack": "3", "Noise": "0", "Vril": "1"}


@pytest.mark.parametrize(
    ("upgraded", "dice", "down"),
    [
        (False, FIRST_SIDE, ("upgraded side", "range 0 · attack 3 · noise 0 · vril 1 · melee · brasier")),
        (True, OTHER_SIDE, ("first side", "range 0 · attack 2 · noise 0 · melee")),
    ],
)
def test_a_weapon_shows_the_side_that_is_up_and_then_the_other_in_words(upgraded, dice, down):
    saw = make.weapon("Scie", upgraded=upgraded, improved=make.side(keywords=("Brasier",)))
    place, _other = places(card(weapons=(saw, make.weapon())))
    assert (sides(place), place_words(place)[1]) == ([dice], down)


def test_the_summary_has_the_side_that_is_up():
    saw = make.weapon("Scie", upgraded=True, improved=make.side(keywords=("Brasier",)))
    summary = build_sheet(make.party(weapons=(saw,))).units[0].row.summary.replace("\u00a0", " ")
    assert "Scie (range 0, attack 3, noise 0, vril 1, melee, brasier, upgraded)" in summary


def test_an_overload_discharges_and_a_corridor_is_pacified():
    passages = {passage.title: dict(passage.rows) for passage in build_sheet(make.team()).passages}
    assert "discharges the weapon or object (rb-19)" in passages["Vril"]["Overload"]
    assert "every enemy in a room or corridor" in passages["Heroism"]["Gain 1"]


@pytest.mark.parametrize("sides", ["single", "double"])
def test_the_front_of_a_sleeve_says_the_weapons(sides):
    """Counters and heroism make room for what is looked up most, and are not lost."""
    weapons = tuple(make.weapon(name, "melee", 0, 2, 0) for name in ("Couteau", "Matraque"))
    sheet = build_sheet(make.team(make.hero(weapons=weapons)))
    parts = {face.part: face for face in faces(Pages(sheet, PrintChoices("cards", size="sleeve", sides=sides)))}
    front, other = parts[1], parts[2]
    words = [line.words for line in front.fitted.lines]
    assert words[0].startswith("Bare hands")
    assert words[1].startswith("Defence")
    assert words[2] == "Couteau melee"
    assert "Matraque melee" in words
    assert len(parts) == 2
    assert (front.tracks, other.tracks) == ((), front.card.content.tracks)
