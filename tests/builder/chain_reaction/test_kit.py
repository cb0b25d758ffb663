"""The table kit of a group: what it has pages for, what figures throw, and that what is drawn is as long as it says."""

import io

import pytest
from pypdf import PdfReader

from builder.games.chain_reaction.kit import table_kit
from builder.games.chain_reaction.sheet.build import build_sheet
from builder.sheets import pdf
from builder.sheets.choices import PrintChoices
from builder.sheets.parts import SEPARATOR
from builder.sheets.rendering import sheet_html
from tests.languages import in_language
from tests.rules.chain_reaction import make
from tests.sheets import drawn

REFLEX = "reflex shots can’t hit (cr-52)"
GENERIC_PAGES = ["reactions", "mortar", "markers", "opponents", "cars", "activation", "blast"]


def kit(*npcs, language="en", **head):
    document = make.group(*npcs, **head)
    return in_language(language, table_kit, document, make.make.judge(document))


def kit_page(slug, *npcs, **head):
    return next(page for page in kit(*npcs, **head) if page.slug == slug)


def slugs(*npcs, **head):
    return [page.slug for page in kit(*npcs, **head)]


def throws(test, *npcs, **head):
    """What figures throw on a test: names, dice, faces, what attributes change."""
    context = kit_page("reactions", *npcs, **head).context
    notes, column = {letter: note for note, letter in context["notes"].items()}, context["heads"].index(test)
    for names, plain, _chances, cells in context["rows"]:
        dice, faces, letters = cells[column]
        yield names, dice, faces or plain, tuple(notes[letter] for letter in letters.split())


def throw(test, **fields):
    """What an NPC named X throws on a test: dice, faces, what its attributes change."""
    return next(row[1:] for row in throws(test, make.npc(name="X", **fields)) if "X" in row[0])


def paths(test):
    """What so many passes lead to on a test: its rows of conditions and results."""
    return next(dict(rows) for name, _when, _depth, rows in kit_page("reactions").context["tests"] if name == test)


@pytest.mark.parametrize(
    ("period", "pages"),
    [
        ("generic", GENERIC_PAGES),
        ("prohibition", ["reactions", "markers", "opponents", "cars", "activation"]),
        ("old-west", ["reactions", "markers", "opponents", "activation"]),
    ],
)
def test_the_period_says_which_pages_there_are(period, pages):
    swords = make.npc(weapons=())
    assert slugs(*[swords] * 5, star=make.star(weapons=()), period=period) == pages


def test_who_brings_a_grenade_to_the_west_brings_its_disc():
    page = kit_page("blast", make.npc(name="X", weapons=(make.weapon("grenade"),)), period="old-west")
    assert page.context["disc"].inches == 5
    assert page.context["bearers"] == (("X", "Grenade", "6″", 2),)


@pytest.mark.parametrize(
    ("test", "fields", "thrown"),
    [
        ("Enemy in sight", {}, ("2D6", "1-4", (REFLEX,))),
        ("Enemy in sight", {"rep": 5}, ("2D6", "1-5", ())),
        ("Enemy in sight", {"weapons": ()}, ("2D6", "1-4", ("can’t shoot",))),
        ("Enemy in sight", {"rep": 5, "next_game_rep": -1}, ("2D6", "1-4", (REFLEX,))),
        ("Enemy in sight", {"rep": 5, "attributes": ("bons-reflexes",)}, ("2D6", "1-5", ())),
        ("Enemy in sight", {"attributes": ("lent-a-reagir",)}, ("2D6", "1-3", (REFLEX,))),
        ("Enemy in sight", {"attributes": ("stoique",)}, ("2D6", "1-4", (REFLEX,))),
        ("Shot at ★ (cr-51)", {"attributes": ("stoique",)}, ("3D6", "1-4", ())),
        ("Shot at ★ (cr-51)", {"attributes": ("peureux",)}, ("1D6", "1-4", ())),
        ("Shot at ★ (cr-51)", {"attributes": ("peureux", "stoique")}, ("2D6", "1-4", ())),
        ("Shot at ★ (cr-51)", {"attributes": ("tire-au-flanc",)}, ("2D6", "1-4", ("always outgunned",))),
        ("Being charged ★ (cr-51)", {"attributes": ("mauviette",)}, ("1D6", "1-4", ())),
        ("Being charged ★ (cr-51)", {"attributes": ("tire-au-flanc",)}, ("2D6", "1-4", ())),
        ("Shot at ★ (cr-51)", {"attributes": ("maladroit",)}, ("2D6", "1-4", ())),
        ("Leader lost ★", {"attributes": ("courageux",)}, ("2D6", "1-4", ("takes cover instead of fleeing",))),
        ("Leader lost ★", {"attributes": ("courageux", "lache")}, ("2D6", "1-4", ())),
        ("Shot at ★ (cr-51)", {"attributes": ("courageux", "lache")}, ("2D6", "1-4", ())),
        ("Shot at ★ (cr-51)", {"rep": 3, "next_game_rep": -1}, ("2D6", "1-2", ())),
    ],
)
def test_each_figure_throws_with_its_own_rep_and_attributes(test, fields, thrown):
    assert throw(test, **fields) == thrown


def test_figures_that_throw_alike_share_a_line_and_a_star_chooses():
    assert [(names, notes) for names, _dice, _faces, notes in throws("Shot at ★ (cr-51)", make.npc(3, name="X"))] == [
        ("Star", ("Star: chooses its reaction",)),
        ("4 × Human", ()),
        ("X", ()),
    ]


def test_how_likely_passes_are_is_said_of_the_dice_that_a_figure_throws():
    """In percent: of 36 throws of 2D6 against REP 4 16, 16 and 4 pass twice, once and not; of 216 of 3D6 160, 48, 8."""
    npcs = make.npc(2, name="X"), make.npc(name="Y", attributes=("stoique",))
    rows = kit_page("reactions", *npcs).context["rows"]
    assert {names: chances for names, _plain, chances, _cells in rows} == {
        "Star": "69·28·3",
        "3 × Human": "44·44·11",
        "X": "11·44·44",
        "Y": "74·22·4",
    }


def test_dice_that_are_added_make_no_double_of_the_clumsy():
    """Ruling cr-61."""
    note = "double on its own two dice: moves 1D6″ and falls"
    assert throw("Fast move (LD)", attributes=("maladroit", "stoique")) == ("3D6", "1-4", (note,))
    assert throw("Fast move (LD)", figure="zombie", weapons=()) == ("–", "1-4", ())


def test_the_stunned_take_no_test_when_shot_at():
    whens = {name: when for name, when, _depth, _rows in kit_page("reactions").context["tests"]}
    assert (
        whens["Shot at ★ (cr-51)"] == f"Shot at, active or not, not killed or stunned (cr-64){SEPARATOR}a Star chooses"
    )


def test_a_rally_has_its_building():
    assert paths("Rally ★")[1] == [
        ([("in cover or in a building", 1, 1)], "back to the fight"),
        ([("else", 1, 1)], "removed from play"),
    ]


def test_equal_conditions_below_each_other_are_one_cell():
    """(condition, columns, rows) before what it leads to."""
    two, _one, zero = paths("Being charged ★ (cr-51)").values()
    assert two[:3] == [
        ([("from flank or rear", 2, 1)], "turns to face, fights its first turn at REP −1"),
        ([("in cover", 2, 1)], "stays, shoots normally, then fights"),
        ([("in the open", 1, 3), ("outgunned, moving fast, cover within 3″", 1, 1)], "dives"),
    ]
    assert two[3:] == [
        ([("outgunned, not moving fast", 1, 1)], "dives"),
        ([("else", 1, 1)], "finishes its move and shoots"),
    ]
    assert zero == [([], "flees")]


def test_a_turn_starts_as_the_table_of_activation_says_that_the_page_replaces():
    """Rulings cr-47 and cr-65."""
    context = kit_page("activation").context
    assert context["turn"][0] == ("Start of a turn", "Clear noise, clock, arrivals, activation (cr-65)")
    assert context["text"] == "Each turn: 1D6 per player, and one for the side the game runs (cr-47). Re-roll ties."


def test_who_may_act_on_which_die():
    rows = dict(kit_page("activation", make.npc(2, name="X")).context["rows"])
    assert rows["X"] == (True, True, False, False, False, False)
    assert rows["Star"] == (True,) * 5 + (False,)


def test_zombies_strike_and_insurgents_shoot():
    cards = [card for _place, card in kit_page("opponents").context["cards"]]
    assert [tuple(card[key] for key in ("name", "rep", "move", "rate", "impact")) for card in cards] == [
        ("Zombies", 4, "6″", "1", "1"),
        ("Insurgent, 1-3", 4, "8″", "3", "3"),
        ("Insurgent, 4", 4, "8″", "4", "3"),
        ("Insurgent, 5", 4, "8″", "Ø 5″", "5"),
        ("Insurgent, 6", 4, "8″", "1", "3"),
    ]
    assert [card["thresholds"] for card in cards[:2]] == [(), ((8, "4+"), (9, "5+"), (10, "6+"))]
    assert cards[1]["hasty"] == ("5+", "6+", "–")


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_test_of_a_car_has_its_three_results(language):
    for _name, results in kit_page("cars", language=language).context["tests"]:
        assert [passes for passes, words in results if words] == [2, 1, 0]


def test_a_driver_has_a_die_more_where_a_car_may_get_out_of_hand():
    """Ruling cr-62: on fast turns and crashes, not for starting and going fast."""
    page = kit_page("cars", make.npc(name="X", attributes=("conducteur",)), make.npc(name="Y"))
    throws = {name: [(line.dice, line.names) for line in lines] for name, lines in page.context["throws"]}
    assert list(throws) == ["Starting, Fast, In an overturned car", "Fast turn, Crash"]
    assert throws["Starting, Fast, In an overturned car"] == [("2D6", "Star"), ("2D6", "3 × Human, X, Y")]
    assert throws["Fast turn, Crash"] == [("2D6", "Star"), ("2D6", "3 × Human, Y"), ("3D6", "X")]
    assert [name for name, _lines in kit_page("cars").context["throws"]] == [""]


def printed(paper="a4", language="en", **head):
    document = make.group(**head)
    verdict = make.make.judge(document)
    pages = [page for page in in_language(language, table_kit, document, verdict) if page.slug != "activation"]
    html = in_language(
        language,
        sheet_html,
        in_language(language, build_sheet, document, verdict),
        PrintChoices("roster", paper),
        kit=pages,
    )
    return dict(
        zip([page.slug for page in pages], PdfReader(io.BytesIO(pdf.render(html))).pages[-len(pages) :], strict=True)
    )


@pytest.mark.paper
@pytest.mark.parametrize(("paper", "language"), [("a4", "fr"), ("letter", "en")])
def test_what_is_drawn_has_its_true_size(paper, language):
    pages = printed(paper, language)
    sizes = {slug: drawn.sizes(page) for slug, page in pages.items()}
    assert (127.0, 127.0) in sizes["blast"]
    assert {(127.0, 127.0), (76.2, 76.2)} <= set(sizes["mortar"])
    assert sizes["markers"].count((76.2, 76.2)) == 5
    assert sizes["markers"].count((25.4, 25.4)) == 5 + 8
    assert sizes["opponents"].count((63.0, 88.0)) == 5
    assert (15.0, 203.2) in sizes["cars"]


def test_monstrous_groups_have_a_kit():
    strange = [make.npc(10**50, name="N" * 200, attributes=(slug,)) for slug in ("courageux", "lache", "lent")] * 12
    lost = make.npc(-5, figure="unknown", attributes=("x",) * 40)
    assert len(kit_page("reactions", *strange, lost, leader=99).context["rows"]) <= 7
    assert slugs(star=None, fill=False) == GENERIC_PAGES
