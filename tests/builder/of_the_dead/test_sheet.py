"""The sheet of a gang: a page for the gang, a page for each character with everything to play it."""

import pytest

from builder.registry import GAME_UIS
from builder.sheets.choices import PrintChoices
from builder.sheets.parts import CIRCLE, COMPASS
from builder.sheets.rendering import sheet_html as html
from rules.document import LogEntry
from rules.registry import GAMES
from rules.verdict import judge
from tests.rules.of_the_dead import make
from tests.sheets.test_pdf import boxes, parts_of

GAME_UI = GAME_UIS["of-the-dead"]


def build_sheet(roster, language="en"):
    return GAME_UI.build_sheet(roster, judge(roster, make.catalogue(make.GAME), GAMES[make.GAME]), language)


def card(**fields):
    return build_sheet(make.alone(**fields)).units[0].card


def lines(head, **fields):
    """The lines with this head."""
    return [line for line in card(**fields).lines if line.head == head]


def words(head, **fields):
    return [line.text for line in lines(head, **fields)]


def circles(line):
    return line.ticks.count(CIRCLE)


def test_the_loud_numbers_are_the_attributes_as_they_are_now():
    stats = [(one.label, one.value, one.loud) for one in card(modifiers=(("combat", -1),)).stats]
    assert stats == [
        ("Physique", "3", True),
        ("Psychique", "2", True),
        ("Réflexes", "2", True),
        ("Combat", "1", True),
        ("Life", "6", False),
        ("Morale", "4", False),
        ("Initiative", "12", False),
    ]


def test_a_circle_for_each_marker_at_the_start_and_for_morale_that_luck_gives():
    assert [lines(head, life=2)[0].ticks for head in ("Life", "Morale")] == ["◯◯◯◯◯◯", "◯◯◯◯ + ◯◯◯◯◯◯"]
    assert words("Life", life=2) == ["2/6"]


def test_more_markers_than_at_the_start_have_circles_and_morale_may_still_rise():
    fields = {"life": 8, "morale": 7}
    assert [lines(head, **fields)[0].ticks for head in ("Life", "Morale")] == ["◯◯◯◯◯◯ + ◯◯", "◯◯◯◯ + ◯◯◯◯◯◯ ◯◯◯"]


def test_no_more_circles_are_printed_than_fit():
    assert [circles(*lines(head, life=10**9, morale=10**9)) for head in ("Life", "Morale")] == [24, 24]


def test_lasting_changes_are_worked_out():
    assert words("Lasting changes") == []
    assert words("Lasting changes", modifiers=(("combat", -1), ("physique", 2))) == [
        "Physique 3 +2 = 5\u00a0· Combat 2 −1 = 1"
    ]


def test_initiative_is_a_sum():
    assert words("Initiative", markers=(("panic", 2),)) == ["11 = 2 + morale 4 + life 6, markers −1"]


def test_initiative_leaves_a_line_for_what_else_changes_it_and_names_markers_once():
    (line,) = [line for line in card(markers=(("panic", 2),)).lines if line.head == "Initiative"]
    assert line.ticks == f"Other changes: {'_' * 12}"
    assert line.words.casefold().count("markers") == 1


def test_moves_in_centimetres():
    (moves, reach) = [line.text for line in card().lines if "cm" in line.text][:2]
    assert moves.split("\u00a0· ") == ["Careful walk 6 cm", "Walk 12 cm", "Run 18 cm", "Sprint 24 cm"]
    assert reach == "throws up to 9 cm\u00a0· carries somebody alone up to Physique 1"


def test_dice_of_the_rolls():
    rolls = {line.head: line.asides[0].value for line in card(morale=1).lines if line.asides and not line.title}
    assert rolls == {
        "Melee": "2D",
        "Shooting": "2D",
        "Shot at": "2D",
        "Throw": "2D",
        "Stumble": "2D",
        "Escape": "2D",
        "Encouragement": "1D",
    }


def test_range_and_cover_are_on_the_page():
    (line,) = lines("Range and cover")
    assert "Shooter at useful range: attack +1" in line.ticks
    assert "More than half of the body in cover: defence +2" in line.ticks


def test_each_object_is_on_the_line_of_its_place():
    bag = make.thing("container", 2, name="Sac")
    carried = (make.thing(name="Hache"), bag, make.thing("stowed", name="Corde"), make.thing("worn", name="Gilet"))
    fields = {"equipment": carried}
    assert (words("Left hand", **fields), words("Right hand", **fields)) == (["Hache"], [""])
    assert words("Container", **fields) == ["Sac (2)", ""]
    assert (words("Stowed", **fields), words("Worn", **fields)) == (["Corde", ""], ["Gilet"])


def test_a_two_handed_object_takes_both():
    fields = {"equipment": (make.thing("two-hands", name="Masse"),)}
    assert (words("Both hands", **fields), words("Left hand", **fields)) == (["Masse"], [])


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
    assert [(one.text, "permanent" in one.ticks) for one in lines("Sourd", traumas=traumas)] == [("physical", True)]
    assert [(one.text, one.ticks) for one in lines("Berserk", traumas=traumas)] == [("mental\u00a0· permanent", "")]
    assert [one.text for one in lines("X", traumas=traumas)] == ["y"]


@pytest.mark.parametrize(
    ("head", "boxes", "does"),
    [
        ("Panic", 4, "No action"),
        ("Stun", 3, "walk only"),
        ("Bleeding", 3, "−1 life a turn"),
        ("Fire", 3, "−2 life"),
        ("Prudence", 1, "one die becomes a success"),
        ("Zèle", 2, "Roll one die again"),
    ],
)
def test_markers_have_boxes_and_say_what_they_do(head, boxes, does):
    (line,) = lines(head)
    assert (line.ticks.count("◻"), does in line.ticks) == (boxes, True)


def test_panic_has_as_many_boxes_as_morale():
    assert [lines("Panic", morale=n)[0].ticks.count("◻") for n in (0, 1, 7, 99)] == [1, 1, 7, 12]


def test_followers_have_gauges_and_a_compass():
    fields = {"followers": (make.follower("drone", "Œil"),)}
    assert [(line.text, COMPASS in line.ticks) for line in lines("Œil", **fields)] == [("Drone", True)]
    assert [circles(line) for line in lines("Life", **fields)] == [6, 12]
    assert [circles(line) for line in lines("Morale", **fields)] == [4 + 6, 12]


def test_the_vocation_has_lines_to_write_on():
    for head in ("Objectives", "Starting equipment", "Functions"):
        (line,) = lines(head)
        assert (line.text, line.ticks.strip("_")) == ("", "")


def test_a_full_page_has_no_blank_lines_at_its_end():
    assert len(lines("More notes")) == 1
    assert lines("More notes", equipment=(make.thing("stowed"),) * 40) == []


def test_the_badges_are_vocation_state_zombie_type_and_player():
    assert build_sheet(make.alone(player="A. B.", state="zombie", zombie_type="mastard")).units[0].badges == (
        "Meneur",
        "zombie",
        "Mastard",
        "A. B.",
    )


def test_a_player_of_the_same_name_is_not_named_twice():
    assert build_sheet(make.alone(player=" Ana ")).units[0].badges == ("Meneur",)


def three(**head):
    return make.gang(make.character(), make.character("Bob", "guetteur", state="dead"), make.character("Cy"), **head)


def passages(roster):
    return {one.title: one for one in build_sheet(roster).brief}


def test_the_page_of_a_gang_shows_who_has_which_vocation():
    vocations = passages(three())["Vocations"]
    assert vocations.rows[0] == ("Meneur", "Ana, Cy")
    assert vocations.rows[1][0] == "Nobody has"
    assert "Guetteur" in vocations.rows[1][1]


def test_who_has_no_vocation_yet_is_named():
    roster = make.gang(make.character(), make.character("Bob", None), make.character("Cy", None, state="dead"))
    assert passages(roster)["Vocations"].rows[1] == ("Without a vocation", "Bob")


def test_members_are_listed_once():
    for layout in ("cards", "roster"):
        page = html(build_sheet(three()), PrintChoices(layout), "en")
        assert page.count("Physique\u00a03") == (layout == "roster") * 3


def test_an_empty_gang_has_no_heading_over_nothing():
    assert build_sheet(make.gang()).brief == ()


def test_the_chapters_name_who_took_part():
    log = (LogEntry("2026-10-03", "Le dépôt", "Sortis vivants.", (0, 2, 9)), LogEntry(title="La suite"))
    assert passages(three(log=log))["Chapters"].rows == (
        ("2026-10-03 Le dépôt", "Sortis vivants.\u00a0· Ana, Cy"),
        ("La suite", ""),
    )


def test_one_character_needs_no_page_of_members():
    alone = build_sheet(make.alone(life=2, survival=7))
    assert (alone.name, alone.brief) == ("Ana", ())
    figures = {one.label: one.value for one in alone.figures}
    assert (figures["Life"], figures["Survival points"], figures["Reputation"]) == ("2/6", "7", "–")


def test_authors_and_licence_are_named():
    credit = "of the dead by Stephan IRO Pelayo and Gregoire Corneil, licence CC BY-NC-SA 4.0."
    assert build_sheet(make.alone()).credit == credit
    assert "CC BY-NC-SA 4.0" in html(build_sheet(make.alone(), "fr"), PrintChoices("cards"), "fr")
    assert "CC BY-NC-SA 4.0" in html(build_sheet(make.alone(), "fr"), PrintChoices("roster"), "fr")


def test_a_gang_has_no_points():
    sheet = build_sheet(three())
    assert (sheet.spent, sheet.budget, sheet.score) == (None, None, "3 characters")
    assert [unit.cost for unit in sheet.units] == [None] * 3


def test_huge_numbers_have_dots_and_no_more_circles_than_fit():
    page = card(attributes=make.spread(10**3_999, 1, 1, 1))
    assert [one.value for one in page.stats][:2] == ["…", "1"]
    assert [line.ticks.count(CIRCLE) for line in page.lines if line.head == "Life"] == [24]


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


@pytest.mark.parametrize("words", ["W" * 200, "日本語の名前 " * 25, "a b " * 50])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_page_of_a_character_splits_or_spills(words, paper):
    for roster in (full_of(words), make.alone(name=words[:200])):
        ((_page, card),) = boxes(html(build_sheet(roster, "fr"), PrintChoices("cards", paper), "fr"), "card")
        lines, foot = parts_of(card)
        assert lines <= foot
