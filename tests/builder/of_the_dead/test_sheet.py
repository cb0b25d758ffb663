"""The sheet of a gang: a page for the gang, a card for each character with everything to play it."""

import pytest

from builder.sheets.choices import PrintChoices
from builder.sheets.layout import Pages
from builder.sheets.parts import (
    CIRCLE,
    COMPASS,
    FILLED_CIRCLE,
    LOST_CIRCLE,
    CardLine,
    FigureRow,
    Frame,
    TickLine,
    Writing,
    without_frames,
)
from builder.sheets.rendering import sheet_html as html
from builder.sheets.spec import SHEETS
from rules.document import LogEntry
from rules.games.of_the_dead.document import Follower
from rules.registry import GAMES
from rules.verdict import judge
from tests.languages import in_language
from tests.rules.of_the_dead import make
from tests.sheets.test_heights import card_name, drawn, spills
from tests.sheets.test_pdf import boxes


def build_sheet(roster, language="en"):
    return in_language(
        language, SHEETS["of-the-dead"].build, roster, judge(roster, make.catalogue(make.GAME), GAMES[make.GAME])
    )


def card(**fields):
    return build_sheet(make.alone(**fields)).units[0].card


def of_kind(kind, **fields):
    """The items of this kind on the card."""
    return [item for item in without_frames(card(**fields).lines) if isinstance(item, kind)]


def panels(**fields):
    """What stands below each plate."""
    return {frame.plate.label: frame.items for frame in card(**fields).lines if isinstance(frame, Frame)}


def lines(head, **fields):
    """The lines with this head."""
    return [line for line in of_kind(CardLine, **fields) if line.head == head]


def words(head, **fields):
    return [line.text for line in lines(head, **fields)]


def slots(**fields):
    """(place, object) of every box for an object."""
    rows = [row for row in of_kind(FigureRow, **fields) if row.plain and row.across == 3 and row.lines == 2]
    return [(figure.label, figure.value) for row in rows for figure in row.figures]


def places_to_write(of):
    """The labels of all lines and boxes to write words in on a card."""
    items = list(without_frames(of.lines))
    lines = [label for item in items if isinstance(item, Writing) for label in item.labels]
    boxes_ = [item for item in items if isinstance(item, FigureRow) and item.plain]
    return lines + [figure.label for item in boxes_ for figure in item.figures if not figure.value]


def groups(**fields):
    """The boxes of each marker, below figures or at the foot of the card."""
    above = {line.head: line.ticks for head in ("Panic", "Stunned", "Bleeds") for line in lines(head, **fields)}
    return above | {track.label: track.boxes for track in card(**fields).tracks}


def compasses(**fields):
    """The labels of the compasses."""
    figures = [figure for row in of_kind(FigureRow, **fields) for figure in row.figures]
    return [figure.label for figure in figures if figure.value == COMPASS]


def circles(line):
    return sum(map(line.ticks.count, (CIRCLE, LOST_CIRCLE, FILLED_CIRCLE)))


def test_the_loud_numbers_are_the_attributes_as_they_are_now():
    stats = [(stat.label, stat.value, stat.loud) for stat in card(modifiers=(("combat", -1),)).stats]
    assert stats == [
        ("Physique", "3", True),
        ("Psychique", "2", True),
        ("Réflexes", "2", True),
        ("Combat", "1", True),
        ("Initiative", "12", False),
    ]


def test_life_and_morale_stand_once_around_the_rolls_below_the_attributes_that_give_them():
    """What is counted of them stands in their circles alone (issue 28: one place for each thing)."""
    by_plate = panels()
    assert list(by_plate) == ["Physique", "Psychique", "Réflexes", "Combat", "Initiative"]
    gauges = [line for items in by_plate.values() for line in items if isinstance(line, CardLine)]
    assert [(line.head, line.text, line.gauge) for line in gauges] == [
        ("Life", "6/6", True),
        ("Bleeds", "", True),
        ("Morale", "4/4", True),
        ("Panic", "", True),
        ("Stunned", "", True),
    ]
    assert {"Life", "Morale"}.isdisjoint(figure.label for figure in card().stats)
    assert card().printed_stats == ()


def test_a_circle_for_each_marker_at_the_start_and_for_morale_that_luck_gives():
    assert [lines(head, life=2)[0].ticks for head in ("Life", "Morale")] == ["◯◯⊗⊗⊗⊗", "◯◯◯◯ +\u00a0gained\u00a0◻"]
    assert words("Life", life=2) == ["2/6"]


def test_more_markers_than_at_the_start_have_circles_and_morale_may_still_rise():
    fields = {"life": 8, "morale": 7}
    assert [lines(head, **fields)[0].ticks for head in ("Life", "Morale")] == [
        "◯◯◯◯◯◯ +\u00a0gained\u00a0●●",
        "◯◯◯◯ +\u00a0gained\u00a0●●●◻",
    ]


def test_no_more_circles_are_printed_than_fit():
    assert [circles(*lines(head, life=10**9, morale=10**9)) for head in ("Life", "Morale")] == [24, 24]


def test_lasting_changes_are_worked_out():
    assert words("Lasting changes") == []
    assert words("Lasting changes", modifiers=(("combat", -1), ("physique", 2))) == [
        "Physique 3 +2 = 5\u00a0· Combat 2 −1 = 1"
    ]


def test_an_absurd_number_takes_no_room_among_the_lines():
    fields = {"modifiers": (("physique", 10**3_999),), "life": 10**3_999, "markers": (("panic", 1),)}
    assert words("Lasting changes", **fields) == ["Physique 3 … = …"]
    assert words("Life", **fields) == ["…/…"]
    assert card(**fields).stats[-1].value == "…"


def test_initiative_says_what_it_adds_up_and_what_markers_change():
    notes = [card(**fields).stats[-1].note for fields in ({}, {"markers": (("panic", 2),)})]
    assert notes == ["Réflexes + morale + life", "Réflexes + morale + life −1"]


def test_what_is_counted_at_the_table_stands_with_the_compass_and_what_players_count_in_boxes():
    now, compass = panels()["Initiative"]
    (counts,) = [row for row in of_kind(FigureRow, reputation=4) if row.figures[0].label == "Reputation"]
    assert [(figure.label, figure.value) for row in (now, compass, counts) for figure in row.figures] == [
        ("Initiative now", ""),
        ("Direction, attitude", COMPASS),
        ("Reputation", "4"),
        ("Survival points", ""),
    ]


def test_moves_that_are_the_same_for_all_stand_in_the_reference_only():
    sheet = build_sheet(make.alone())
    assert [(figure.label, figure.value) for figure in panels()["Physique"][-1].figures] == [
        ("Carries alone", "Physique 1 max."),
    ]
    assert not any(isinstance(item, FigureRow) for item in panels(attributes=make.spread(2, 2, 3, 2))["Physique"])
    items = without_frames(sheet.units[0].card.lines)
    assert "12\xa0cm" not in " ".join(item.words for item in items)
    (moves,) = [passage for passage in sheet.passages if passage.title == "Moves"]
    assert ("Walk", "12\u00a0cm") in moves.rows


def test_the_rolls_stand_below_the_attribute_or_gauge_that_gives_their_dice():
    rolls = {
        plate: [(figure.label, figure.value, figure.note) for figure in row.figures]
        for plate, items in panels(morale=1).items()
        for row in items
        if isinstance(row, FigureRow) and row.listed and plate != "Physique"
    }
    assert rolls == {
        "Combat": [
            ("Melee", "2D", "against Combat"),
            ("Shooting", "2D", "against Réflexes"),
            ("Throw 9\xa0cm", "2D", "against paces"),
            ("Escape", "2D", "against Combat"),
            ("Flight", "2D", "against their number"),
        ],
        "Réflexes": [("Shot at", "2D", "against Combat"), ("Stumble", "2D", "against 1, 2 or 3")],
        "Psychique": [("Encouragement", "1D", "against panic")],
    }


def test_what_is_said_against_in_a_roll_stands_on_one_line_of_its_box():
    rows = make.catalogue(make.GAME).tables["pools"].rows.values()
    notes = [row.card.into(language) for row in rows for language in ("fr", "en")]
    assert max(map(len, notes)) <= 20


def test_range_and_cover_stand_in_the_reference_only():
    sheet = build_sheet(make.alone())
    assert [passage.rows[0] for passage in sheet.passages if passage.title == "Range and cover"] == [
        ("Attack: useful range", "+1D")
    ]
    assert "cover" not in " ".join(line.words for line in sheet.units[0].card.lines)


SAID = (  # title of a table, left side, what the right side says
    ("Explosions", "Molotov", "a fire replaces it in the end phase"),
    ("Explosions", "Cover", "Moderate, under a moderate or heavy template: destroyed"),
    ("Explosions", "Cover", "Heavy: never destroyed"),
    ("Moves", "Careful", "passes through a crowd of Trainards (otd-17)"),
    ("Moves", "… to a melee", "free sprint, if character or equipment allows one"),
    ("Moves", "Careful", "−1 Panic (otd-41)"),
    ("Moves", "Compass", "Long hand: direction"),
    ("Moves", "Stand up", "or an action; stunned: movement only (otd-32)"),
    ("Melee and shooting", "Melee", "at most one pace (3\u00a0cm) away (otd-45)"),
    ("Stumble and flight", "Flight", "panicked too, not stunned (otd-40)"),
    ("Prudence and Zèle", "Zèle", "compulsory in melee, optional when shot at (otd-31)"),
    ("Carrying an ally", "In pairs", "normal walk, no running"),
    ("Carrying an ally", "Alone", "2\u00a0points of Physique more"),
    ("Noise", "Shout: free, on top of any action", "+2"),
    ("Operations", "BluePrint", "face down until the materials are there and the action is done"),
    ("Panic, stunned, bleeding", "Panic", "or flee a melee (otd-26)"),
    ("Hanged man’s luck", "Stumble", "If a success is left (otd-43)"),
    ("Hanged man’s luck", "Caught", "If the escape succeeds (otd-40)"),
)


@pytest.mark.parametrize(("title", "left", "right"), SAID)
def test_the_reference_says_what_is_looked_up_at_the_table(title, left, right):
    (table,) = [passage for passage in build_sheet(make.alone()).passages if passage.title == title]
    assert right in dict(table.rows)[left]


def test_the_end_of_a_turn_takes_tokens_first_then_bleeding_and_fire_their_due():
    (turn,) = [passage for passage in build_sheet(make.alone()).passages if passage.title == "Turn order"]
    removed, then = turn.rows[3:5]
    assert ("1 stun" in removed[1], then[1]) == (True, "Bleeding and fire (otd-30)")
    assert "Sprint (otd-31)" in removed[1]


@pytest.mark.parametrize(
    ("state", "has_vocation"), [("alive", True), ("reincarnated", True), ("zombie", False), ("dead", False)]
)
def test_who_is_dead_or_a_zombie_has_no_vocation_on_paper(state, has_vocation):
    sheet = build_sheet(make.alone(state=state))
    (unit,) = sheet.units
    assert ("Meneur" in unit.badges, "Vocation" in [getattr(line, "head", "") for line in unit.card.lines]) == (
        has_vocation,
        has_vocation,
    )
    assert places_to_write(unit.card).count("Functions") == (has_vocation or state == "zombie")
    assert ("Meneur" in unit.row.about) == has_vocation


def test_a_zombie_is_asked_for_nothing_that_is_for_survivors():
    """It has other objectives, and its own card says what hurts it ("Présentation générale", "Devant le joueur")."""
    (unit,) = build_sheet(make.alone(state="zombie", zombie_type="braillard")).units
    labels, items = places_to_write(unit.card), without_frames(unit.card.lines)
    figures = [figure.label for item in items if isinstance(item, FigureRow) for figure in item.figures]
    assert {"Objectives"} < set(labels)
    assert not {"physical", "mental"} & set(labels)
    assert not {"Reputation", "Survival points"} & set(figures)


def row(**fields):
    return build_sheet(make.alone(**fields)).units[0].row


def test_a_row_says_what_changed_for_good_and_its_initiative_now():
    """Réflexes 2 + morale 4 + life 6 − 2 of bleeding − 1 of panic ("Phase d’action")."""
    fields = {"markers": (("bleeding", 2), ("panic", 1)), "modifiers": (("combat", -1),), "survival": 7}
    cells = [
        [cell.value for cell in row(**some).cells if cell.label == "Initiative"] for some in (fields, {"life": 2}, {})
    ]
    assert cells == [["9"], ["8"], ["12"]]
    made = row(**fields).made
    assert "Combat 2 −1 = 1" in made
    assert "Survival points 7" in made.replace("\u00a0", " ")
    assert ("Initiative" in made, "Survival" in row().made) == (False, False)


def test_a_row_has_the_boxes_of_panic_and_of_bleeding():
    tracks = {track.label: track.boxes for track in row(markers=(("bleeding", 1), ("panic", 2))).tracks}
    assert (tracks["Panic"], tracks["Bleeds"]) == ("☑☑◻◻", "☑◻◻")


def test_each_object_is_in_the_box_of_its_place():
    bag = make.thing("container", 2, name="Sac")
    carried = (make.thing(name="Hache"), bag, make.thing("stowed", name="Corde"), make.thing("worn", name="Gilet"))
    assert slots(equipment=carried) == [
        *(("Hand", "Hache"), ("Hand", ""), ("Pocket", "")),
        *(("Container", "Sac (2)"), ("Worn", "Gilet")),
        *(("Stowed", "Corde"), ("Stowed", "")),
    ]


@pytest.mark.parametrize(("trauma", "hand"), [("Amputée de la main gauche", "✕"), ("Sourd", "")])
def test_the_box_of_a_lost_hand_is_struck_out(trauma, hand):
    fields = {"traumas": (make.trauma(name=trauma),), "equipment": (make.thing(name="Hache"),)}
    assert slots(**fields)[:2] == [("Hand", "Hache"), ("Hand", hand)]


def test_a_two_handed_object_takes_both():
    assert slots(equipment=(make.thing("two-hands", name="Masse"),))[:2] == [("Both hands", "Masse"), ("Pocket", "")]


def test_a_name_too_long_for_its_box_stands_below_it_in_full():
    fits, long = "Un nom de dix-sep", "Un nom de dix-huit"
    for name, box, below in ((fits, fits, []), (long, "…", [long])):
        equipment = (make.thing(name=name),)
        assert (slots(equipment=equipment)[0], words("Hand", equipment=equipment)) == (("Hand", box), below)


def test_a_container_of_absurd_size_has_nine_boxes():
    assert len(slots(equipment=(make.thing("container", 10**9),))) == 3 + 2 + 9


def test_objects_without_room_are_listed():
    names = ("A", "B", "C")
    equipment = (*(make.thing(name=name) for name in names), make.thing("mouth", name="D"))
    assert words("No room", equipment=equipment) == ["C (one-handed)", "D (mouth)"]


def test_traumas_have_a_permanent_tick():
    traumas = (
        make.trauma("Sourd"),
        make.trauma("Berserk", domain="mental", permanent=True),
        make.trauma("X", domain="y"),
    )
    assert [(line.text, "permanent" in line.ticks) for line in lines("Sourd", traumas=traumas)] == [("physical", True)]
    assert [(line.text, line.ticks) for line in lines("Berserk", traumas=traumas)] == [("mental\u00a0· permanent", "")]
    assert [line.text for line in lines("X", traumas=traumas)] == ["y"]


def test_each_trauma_to_come_has_a_line_with_a_permanent_tick():
    assert [(one.labels, "permanent" in one.ticks) for one in of_kind(Writing) if one.ticks] == [
        (["physical", "mental"], True)
    ]


def test_each_marker_and_state_is_a_group_of_boxes_at_the_foot():
    assert groups() == {
        "Panic": "◻◻◻◻",
        "Stunned": "◻◻◻",
        "Bleeds": "◻◻◻",
        "On fire": "◻",
        "Prudence": "◻",
        "Zèle": "◻◻◻",
        "Sprint": "◻",
        "Stealth": "◻",
        "Prone": "◻",
        "Surrounded": "◻",
        "Unconscious": "◻",
        "Operation, turns": "◻◻◻",
    }


def test_markers_that_are_on_the_character_are_ticked():
    fields = {"markers": (("panic", 2), ("zele", 9))}
    assert (groups(**fields)["Panic"], groups(**fields)["Zèle"]) == ("☑☑◻◻", "☑☑☑")


def test_boxes_say_what_they_bring():
    """Panic and wounds ("Mécanismes de jeu"): bleeding costs a life, stuns in the next turn, then fells."""
    tracks = {
        track.key: track
        for track in (*card().tracks, *(lines(head)[0].tracks[0] for head in ("Panic", "Stunned", "Bleeds")))
    }
    assert {key: track.note for key, track in tracks.items() if track.note} == {
        "panic": "at the morale left: stunned",
        "stun": "−1 per turn, walk only",
        "bleeding-turns": "−1 life per turn; stunned, unconscious",
        "fire": "−2 life, −1 team morale per turn",
        "zele": "discard: re-roll one die",
    }
    bleeding = tracks["bleeding-turns"]
    assert (bleeding.names, bleeding.fatal) == (("1", "knocked-out-stars", "sleepy"), 3)


def test_panic_has_as_many_boxes_as_morale():
    assert [groups(morale=n)["Panic"].count("◻") for n in (0, 1, 7, 99)] == [1, 1, 7, 12]


def test_followers_have_gauges_and_a_compass():
    fields = {"followers": (make.follower("drone", "Œil"), make.follower("libre"))}
    assert (words("Œil", **fields), words("Other", **fields)) == (["Drone"], [""])
    gauges = [line.tracks for line in of_kind(TickLine, **fields)]
    assert [[(one.label, one.boxes.count(CIRCLE)) for one in both] for both in gauges] == [
        [("Life", 6), ("Morale", 6)]
    ] * 2
    assert (compasses(), compasses(**fields)) == (
        ["Direction, attitude"],
        ["Direction, attitude", "Œil", "Other"],
    )


def test_the_vocation_has_boxes_to_write_in():
    assert [places_to_write(card()).count(head) for head in ("Objectives", "Functions")] == [1, 1]


def test_a_character_alone_has_lines_for_what_is_written_down():
    """A gang's chapters stand on its own page; further free modules have tables (issue 28)."""
    alone = card()
    assert [line.head for line in alone.lines if line.title][-3:] == ["Vocation", "Critical damage", "Chapters"]
    assert len([line for line in alone.lines if line == Writing()]) == 3 + 3


def test_a_member_of_a_gang_has_lines_for_notes_where_there_is_room():
    lines = [line for line in build_sheet(three()).units[0].card.lines if isinstance(line, Writing)]
    assert [(one.labels[0], one.spare) for one in lines if not one.ticks] == [("Notes", False), ("", True)]


def test_the_badges_are_state_zombie_type_and_player():
    assert build_sheet(make.alone(player="A. B.", state="zombie", zombie_type="mastard")).units[0].badges == (
        "Zombie",
        "Mastard",
        "A. B.",
    )


def test_a_player_of_the_same_name_is_not_named_twice():
    assert build_sheet(make.alone(player=" Ana ")).units[0].badges == ("Meneur",)


def three(**head):
    return make.gang(make.character(), make.character("Bob", "guetteur", state="dead"), make.character("Cy"), **head)


def passages(roster):
    return {passage.title: passage for passage in build_sheet(roster).brief}


def test_the_page_of_a_gang_shows_which_vocations_nobody_has():
    free = passages(three())["Free vocations"]
    assert ("Guetteur" in free.text, free.rows) == (True, ())


def test_who_has_no_vocation_yet_is_named():
    roster = make.gang(make.character(), make.character("Bob", None), make.character("Cy", None, state="dead"))
    assert passages(roster)["Free vocations"].rows[0] == ("Without a vocation", "Bob")


def test_members_are_listed_once():
    for layout in ("cards", "roster"):
        page = in_language("en", html, build_sheet(three()), PrintChoices(layout))
        assert page.count('class="whole"') == (layout == "roster") * 3


def test_an_empty_gang_has_no_heading_over_nothing():
    sheet = build_sheet(make.gang())
    assert sheet.brief == ()
    assert [
        "Ini.</th>" in in_language("en", html, one, PrintChoices("roster")) for one in (sheet, build_sheet(three()))
    ] == [
        False,
        True,
    ]


def test_the_chapters_name_who_took_part():
    log = (LogEntry("2026-10-03", "Le dépôt", "Sortis vivants.", (0, 2, 9)), LogEntry(title="La suite"))
    assert passages(three(log=log))["Chapters"].rows == (
        ("3 Oct 2026 Le dépôt", "Sortis vivants.\u00a0· Ana, Cy"),
        ("La suite", ""),
    )
    assert [track.boxes for track in build_sheet(three(log=log)).tracks] == ["☑☑◻"]


def test_one_character_needs_no_page_of_members():
    alone = build_sheet(make.alone(life=2, survival=7))
    assert (alone.name, alone.brief) == ("Ana", ())
    figures = {figure.label: figure.value for figure in alone.figures}
    assert (figures["Life"], figures["Survival points"], figures["Reputation"]) == ("2/6", "7", "–")


def test_authors_and_licence_are_named():
    credit = "of the dead by Stephan IRO Pelayo and Gregoire Corneil, licence CC BY-NC-SA 4.0."
    credit += " Names printed on its components stay French."
    assert build_sheet(make.alone()).credit == credit
    assert "CC BY-NC-SA 4.0" in in_language("fr", html, build_sheet(make.alone(), "fr"), PrintChoices("cards"))
    assert "CC BY-NC-SA 4.0" in in_language("fr", html, build_sheet(make.alone(), "fr"), PrintChoices("roster"))


def test_a_gang_has_no_points():
    sheet = build_sheet(three())
    assert (sheet.spent, sheet.budget, sheet.score) == (None, None, "3 characters")
    assert [unit.cost for unit in sheet.units] == [None] * 3


def test_huge_numbers_have_dots_and_no_more_circles_than_fit():
    page = card(attributes=make.spread(10**3_999, 1, 1, 1))
    assert [stat.value for stat in page.stats][:2] == ["…", "1"]
    assert [circles(line) for line in without_frames(page.lines) if getattr(line, "head", "") == "Life"] == [24]


def full_of(words, number=40):
    """A character with as much on the page as a document allows."""
    return make.alone(
        name=words[:200],
        player=words[:200],
        notes=(words + "\n") * 20,
        equipment=tuple(make.thing("stowed", name=words[:200]) for _one in range(number)),
        traumas=tuple(make.trauma(words[:200]) for _one in range(number)),
        followers=tuple(make.follower("drone", words[:200]) for _one in range(number)),
    )


@pytest.mark.paper
@pytest.mark.parametrize("words", ["W" * 200, "日本語の名前 " * 25, "a b " * 50])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_of_a_character_spills(words, paper):
    """What has no room on its half of a page goes on on further modules."""
    choices = PrintChoices("cards", paper)
    for roster, least in ((full_of(words), 2), (make.alone(name=words[:200]), 1)):
        sheet = build_sheet(roster, "fr")
        faces = [slot.face for page in Pages(sheet, choices).card_pages for slot in page if slot.face]
        assert len(faces) >= least
        cards = [drawn(box) for _page, box in boxes(in_language("fr", html, sheet, choices), "card")]
        assert [card_name(card) for card in cards if spills(card)] == []


def test_followers_have_cards_of_their_own_where_that_is_chosen():
    sheet = build_sheet(make.alone(name="Mira", followers=(Follower("Rex", "animal", life=4),)))

    def ticked(beside):
        pages = in_language("en", Pages, sheet, PrintChoices("cards", beside=beside)).card_pages
        faces = [slot.face for page in pages for slot in page if slot.face and slot.face.part == 1]
        return [(face.unit.name, sum(isinstance(line, TickLine) for line in face.fitted.lines)) for face in faces]

    assert ticked(False) == [("Mira", 1)]
    assert ticked(True) == [("Mira", 0), ("Rex", 2)]
