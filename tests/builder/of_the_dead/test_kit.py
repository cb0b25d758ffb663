"""The table kit of a gang: procedures with the dice of its own characters, drawn true to scale."""

import io

import pytest
from pypdf import PdfReader

from builder.sheets import pdf
from builder.sheets.choices import PrintChoices
from builder.sheets.kit import is_printed
from builder.sheets.rendering import sheet_html
from builder.sheets.spec import SHEETS
from rules.registry import GAMES
from rules.verdict import judge
from tests.languages import in_language
from tests.rules.of_the_dead import make
from tests.sheets import drawn
from tests.sheets.test_pdf import boxes

SLUGS = ["scatter", "panic", "surrounded", "tokens", "stumble", "cancelling", "fire"]


def verdict(roster):
    return judge(roster, make.catalogue(make.GAME), GAMES[make.GAME])


def kit(roster, language="en"):
    return in_language(language, SHEETS["of-the-dead"].table_kit, roster, verdict(roster))


def rows(slug, **fields):
    """The rows of a page of the kit of a single character with these fields."""
    return next(page for page in kit(make.alone(**fields)) if page.slug == slug).context["rows"]


def figures(slug, **fields):
    return [row.figures for row in rows(slug, **fields)]


def laid_out(roster, paper="a4", language="fr", slugs=SLUGS, parts=("kit",), **choices):
    """The kit as HTML, or some parts of it."""
    sheet = in_language(language, SHEETS["of-the-dead"].build, roster, verdict(roster))
    pages = [page for page in kit(roster, language) if page.slug in slugs]
    choices = PrintChoices("cards", paper, parts=parts, **choices)
    return in_language(language, sheet_html, sheet, choices, kit=pages)


def test_the_kit_has_a_page_for_each_procedure():
    assert [page.slug for page in kit(make.alone())] == SLUGS


def test_a_gang_of_the_dead_has_none_and_a_zombie_all():
    """Ruling otd-47: it rolls like any other."""
    assert kit(make.gang()) == ()
    pages = kit(make.gang(make.character(state="dead"), make.character("Bob", state="zombie")))
    assert [page.slug for page in pages] == SLUGS


def test_what_criticals_do_is_a_part_of_their_cancelling_since():
    (page,) = [page for page in kit(make.alone()) if is_printed(page, ["critical-damage"])]
    assert page.slug == "cancelling"


def test_the_dead_have_no_row():
    roster = make.gang(make.character(), make.character("Bob", state="dead"), make.character("Cy"))
    pages = [page for page in kit(roster) if "rows" in page.context]
    assert [(page.slug, [row.name for row in page.context["rows"]]) for page in pages] == [
        ("surrounded", ["Ana", "Cy"]),
        ("fire", ["Ana", "Cy"]),
    ]


def test_ten_characters_stand_on_a_page_and_the_eleventh_on_another():
    ten, eleven = (make.gang(*[make.character(str(one)) for one in range(number)]) for number in (10, 11))
    assert [page.slug for page in kit(ten)] == SLUGS
    assert [page.slug for page in kit(eleven)][:4] == ["scatter", "panic", "surrounded", "surrounded"]


def test_who_throws_no_pace_far_needs_no_page_for_throws():
    page = "scatter"
    assert page not in [one.slug for one in kit(make.alone(attributes=make.spread(0, 3, 3, 3)))]


def test_fire_takes_two_lives_a_turn_and_a_morale_from_everybody():
    assert figures("fire", life=5, morale=2) == [("3\u00a0· 1\u00a0· 0", "1\u00a0· 0")]


def test_three_foes_take_a_die_in_a_duel_and_each_of_them_one_against_a_shot():
    assert figures("surrounded", attributes=make.attributes(1, 1, 5, 2)) == [("1D", "2D", "1D")]


def test_nobody_has_fewer_dice_than_none():
    assert figures("surrounded", attributes=make.attributes(6, 1, 1, 1)) == [("–", "–", "–")]


def test_huge_numbers_have_dots():
    assert figures("surrounded", attributes=make.spread(1, 1, 1, 10**3_999)) == [("…D", "–", "–")]
    assert figures("fire", life=10**3_999)[0][0] == "\u00a0· ".join("…" * 6)


@pytest.mark.parametrize(
    ("page", "row", "kept"),
    [
        ("panic", "3 boxes, −1 per turn; walk only", "−1 die per duel"),
        ("surrounded", "−1 die per duel", "3 boxes, −1 per turn; walk only"),
        ("stumble", "Combat against the number of attackers", "Physique, in paces"),
        ("scatter", "Physique, in paces", "Combat against the number of attackers"),
        ("cancelling", "Discard in melee, shooting or throw", "Combat against Réflexes"),
        ("fire", "Immediate damage, critical damage card", "3 boxes, −1 per turn; walk only"),
    ],
)
def test_what_a_page_says_leaves_the_tables(page, row, kept):
    printed, without = (
        laid_out(make.alone(), language="en", slugs=slugs, parts=("kit", "cards", "reference"))
        for slugs in ([page], [])
    )
    assert [row in printed, kept in printed, row in without, kept in without] == [False, True, True, True]


@pytest.mark.paper
@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_no_part_of_the_kit_is_broken_by_a_page(paper, language):
    roster = make.gang(*[make.character("W" * 200, morale=12, life=12) for _one in range(10)])
    assert len(list(boxes(laid_out(roster, paper, language), "kit"))) == len(SLUGS)


@pytest.mark.paper
def test_parts_share_pages():
    document = laid_out(make.gang(make.character(), make.character("Bob")))
    pages = [number for number, _box in boxes(document, "kit")]
    assert len(set(pages)) <= len(pages) - 3


@pytest.mark.paper
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_drawings_are_true_to_scale(paper):
    def sizes(slug):
        (page,) = PdfReader(io.BytesIO(pdf.render(laid_out(make.alone(morale=5), paper, slugs=[slug])))).pages
        return [shape.size for shape in set(drawn.shapes(page))]

    scatter = sizes("scatter")
    assert scatter.count((90, 90)) == 1  # the whole disc
    assert scatter.count((90, 45)) == 1  # half of it
    assert scatter.count((30, 10)) == 6  # paces of 3 cm
    assert sizes("tokens").count((20, 20)) == 3 * 9  # to cut out
    assert sizes("cancelling").count((20, 20)) == 16  # room for a die


def test_a_disc_has_six_directions():
    (page,) = [page for page in kit(make.alone()) if page.slug == "scatter"]
    half, whole = page.context["half"], page.context["whole"]
    assert [sector.number for sector in half] == [sector.number for sector in whole] == [1, 2, 3, 4, 5, 6]
    assert (half[0].edge, half[3].edge, whole[3].edge) == (("-45", "-0"), ("0", "-45"), ("0", "-45"))


def test_tokens_of_fire_are_for_who_may_burn():
    burning = make.alone(markers=(("fire", 1),))
    pages = [page for roster in (make.alone(), burning) for page in kit(roster) if page.slug == "tokens"]
    groups = [page.context["groups"] for page in pages]
    labels = [list(dict.fromkeys(disc.label for disc in group.discs)) for (group,) in groups]
    assert labels == [["Panic", "Stunned", "Zèle"], ["Panic", "Stunned", "Zèle", "On fire", "Noise"]]


@pytest.mark.paper
def test_the_figures_of_a_character_stand_in_its_row_in_large_print_too():
    page = laid_out(make.gang(make.character(), make.character("Bob")), large_print=True)
    cells = [pair for one in ("who", "dice") for pair in boxes(page, one) if "Cell" in type(pair[1]).__name__]
    rows = [(number, box.position_y) for number, box in cells if box.element.get("class") == "dice"]
    assert len(set(rows)) == 2 * 2
    assert set(rows) == {(number, box.position_y) for number, box in cells if box.element.get("class") == "who"}
