"""What a player chooses on the print page: read from anything, written as it was, and obeyed on paper."""

import json
from itertools import product

import pytest
from django.http import QueryDict

from builder.exports.registry import ExportSource
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets.choices import MOST_BLANK, PARTS, PRESETS, SIDES, SIZES, PrintChoices
from builder.sheets.layout import Pages
from builder.sheets.paper import PAPERS
from rules.registry import GAMES
from tests import make
from tests.languages import in_language
from tests.sheets.test_pdf import build_sheet, convoy, judged

EVERYTHING = PrintChoices(
    layout="roster",
    paper="letter",
    parts=("head", "cards", "kit"),
    units=("0", "2.1"),
    size="sleeve",
    sides="double",
    blank=3,
    crowd=True,
    ink_saver=True,
    large_print=True,
    kit=("accident", "flames"),
)


def pages(*units, **chosen):
    roster = convoy(*units)
    return Pages(build_sheet(roster, judged(roster)), PrintChoices(**chosen))


def fronts(laid_out):
    return [slot.side.card for page in laid_out.card_pages for slot in page if not slot.side.back]


@pytest.mark.parametrize("choices", [PrintChoices(), EVERYTHING, PrintChoices(units=(), parts=()), *PRESETS.values()])
def test_choices_come_back_from_an_address_and_from_storage(choices):
    assert PrintChoices.from_data(choices.data) == choices
    query = QueryDict(mutable=True)
    query.update(choices.query)
    assert PrintChoices.from_query(query) == choices


OLD_FORM = "layout={}&crew=all&size={}&sides=single&blank=0&paper=a4&language=fr"


@pytest.mark.parametrize(
    ("query", "choices"),
    [
        ("layout=play&ink_saver=1", PrintChoices(parts=PARTS, ink_saver=True)),
        ("layout=sleeves&sides=double", PrintChoices(parts=("cards",), size="sleeve", sides="double")),
        ("layout=opponent", PrintChoices("opponent")),
        (OLD_FORM.format("cards", "auto"), PrintChoices()),
        (OLD_FORM.format("roster", "sleeve"), PrintChoices("roster", size="sleeve")),
        (
            OLD_FORM.format("mix", "sleeve") + "&part=cards&part=kit",
            PrintChoices(parts=("cards", "kit"), size="sleeve"),
        ),
        ("parts=roster,kit&units=0,2.1&paper=letter", PrintChoices("cards", "letter", ("roster", "kit"), ("0", "2.1"))),
        ("size=sleeve&sides=fold&crowd=1&blank=4", PrintChoices(size="sleeve", sides="fold", crowd=True, blank=4)),
    ],
)
def test_addresses_of_presets_and_of_releases_without_them(query, choices):
    assert PrintChoices.from_query(QueryDict(query)) == choices


def test_an_address_names_the_preset_and_not_what_is_in_it():
    assert [preset.query for preset in PRESETS.values()] == [{"layout": name} for name in PRESETS]
    assert PrintChoices(parts=PARTS, size="sleeve").query["parts"] == ",".join(PARTS)


@pytest.mark.parametrize(
    "query",
    [
        "layout=x&paper=%00&size=9",
        "units=-1,1.2.3,a,,99999&parts=x",
        "blank=-4",
        "blank=²",
        "sides[]=double",
        "units=٣",
    ],
)
def test_what_is_not_offered_is_the_default(query):
    found = PrintChoices.from_query(QueryDict(query))
    assert found.data in ({}, {"units": ()}, {"units": (), "parts": ()})


@pytest.mark.django_db
@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.parametrize("large_print", [False, True])
def test_blank_cards_have_room_however_they_are_printed(game, large_print):
    source = ExportSource(LoadedRoster.from_data(json.loads(example_file(game).read_text("utf-8"))))
    sheet = in_language("fr", source.sheet)
    for paper, size, sides in product(PAPERS, SIZES, SIDES):
        choices = PrintChoices("cards", paper, None, (), size, sides, MOST_BLANK, large_print=large_print)
        laid_out = Pages(sheet, choices)
        sides_of_blanks = [slot.side for page in laid_out.card_pages for slot in page if slot.side.card.blank]
        assert len(sides_of_blanks) >= MOST_BLANK
        assert [one.fitted.rest for one in sides_of_blanks if one.fitted.rest] == []
        lines = min(len(one.fitted.lines) for one in sides_of_blanks if not one.back)
        assert lines >= 5 or size == "sleeve"
        assert all(one.name for one in laid_out.appendix)


def test_blank_cards_have_a_limit():
    assert PrintChoices.from_query(QueryDict("blank=500")).blank == MOST_BLANK
    assert len(fronts(pages(make.fighter(), blank=4))) == 5


def test_units_and_single_copies_are_chosen():
    units = make.fighter(count=3, name="Meute"), make.fighter(name="Seule"), make.fighter(name="Absente")
    found = [(card.unit.name, card.copy) for card in fronts(pages(*units, units=("0.1", "1")))]
    assert found == [("Meute", "2/3"), ("Seule", "")]
    assert [(row.unit.name, row.count) for row in pages(*units, units=("0.1", "1")).table.rows] == [
        ("Meute", 1),
        ("Seule", 1),
    ]


def test_a_crowd_has_one_card_with_a_row_for_each_copy():
    (card,) = fronts(pages(make.fighter(count=40), crowd=True))
    assert sum(bool(getattr(line, "tracks", ())) for line in card.content.lines) == 40
    assert len(fronts(pages(make.fighter(count=4), crowd=True))) == 4
    assert len(fronts(pages(make.fighter(count=40)))) == 40


def boxes(laid_out):
    """Of each page of cards, the rectangles as (left, top, width, height)."""
    printed = laid_out.card_pages
    places = {name: box for box, name in laid_out.places.items()}
    return [[places[slot.place] for slot in page] for page in printed]


@pytest.mark.parametrize("size", ["auto", "sleeve"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_backs_stand_behind_their_fronts(size, paper):
    laid_out = pages(make.fighter(count=4), make.vehicle("lourd"), sides="double", size=size, paper=paper)
    width = laid_out.paper.cards_size[0]
    found = boxes(laid_out)
    for front, back in zip(found[::2], found[1::2], strict=True):
        turned = [(width - box.left - box.width, box.top, box.width, box.height) for box in back]
        assert [pytest.approx(one) for one in turned] == [tuple(box) for box in front]


def test_cards_for_sleeves_are_63_by_88_millimetres_nine_to_a_page():
    laid_out = pages(make.fighter(count=10), size="sleeve")
    assert [len(page) for page in laid_out.card_pages] == [9, 1]
    millimetres = {
        (round(box.width * 25.4 / 72, 3), round(box.height * 25.4 / 72, 3)) for page in boxes(laid_out) for box in page
    }
    assert millimetres == {(63, 88)}
    assert len(laid_out.crop_marks) == 16


def test_what_has_no_room_in_a_sleeve_stands_on_the_back():
    laid_out = pages(make.fighter(*["arc"] * 6), size="sleeve")
    front, back, *others = [slot.side for page in laid_out.card_pages for slot in page]
    assert (front.back, back.back, others) == (False, True, [])
    assert front.fitted.rest[0] in back.fitted.lines
    assert laid_out.appendix == []


@pytest.mark.parametrize("sides", SIDES)
def test_what_has_no_room_on_the_back_of_a_sleeve_stands_on_a_further_card(sides):
    laid_out = pages(make.fighter(*["arc"] * 24, count=2), size="sleeve", sides=sides)
    cards = [slot.side.card for page in laid_out.card_pages for slot in page if not slot.side.back]
    assert [(card.copy, card.part, card.goes_on) for card in cards] == [
        (copy, part, part < 2) for copy in ("1/2", "2/2") for part in (1, 2)
    ]
    sides_of_one = [slot.side for page in laid_out.card_pages for slot in page if slot.side.card.copy == "1/2"]
    printed = [line for side in sides_of_one for line in side.fitted.lines]
    assert sum(line.words.startswith("Arc") for line in printed) == 24
    assert laid_out.appendix == []


@pytest.mark.parametrize(
    ("sides", "numbers"),
    [("single", ["1/4", "2/4", "3/4", "4/4", "0/0"]), ("double", ["1/4", "3/4", "0/0", "2/4", "4/4", "0/0"])],
)
def test_the_sides_of_a_unit_in_sleeves_are_numbered(sides, numbers):
    laid_out = pages(make.fighter(*["arc"] * 24), make.fighter(), size="sleeve", sides=sides)
    printed = [slot.side for page in laid_out.card_pages for slot in page]
    assert [f"{side.number}/{side.of}" for side in printed] == numbers


def test_a_card_higher_than_a_page_takes_its_width():
    small, large = (
        pages(make.vehicle("lourd", "belier", "sono", "blindage"), large_print=one) for one in (False, True)
    )
    assert [fronts(one)[0].wide for one in (small, large)] == [False, True]
    assert large.appendix == []


def test_a_folded_card_has_its_back_beside_it():
    laid_out = pages(make.fighter(), sides="fold")
    ((front, back),) = boxes(laid_out)
    assert (back.left, back.top, back.width) == (front.left + front.width, front.top, front.width)


def test_the_back_carries_the_rules_that_the_card_names():
    laid_out = pages(make.fighter("batte-geante", equipment="corps-gigantesque"), sides="double")
    back = laid_out.card_pages[1][0].side
    assert "Contondant" in [line.head for line in back.fitted.lines]


def test_large_print_has_no_type_under_12_points():
    laid_out = pages(make.fighter("epee", "arc"), large_print=True)
    assert (
        min(size for size, _leading in (*laid_out.metrics.types, *laid_out.metrics.texts, *laid_out.metrics.rows)) == 12
    )


def test_a_back_says_whole_rules_of_what_its_fighter_does():
    laid_out = pages(make.fighter("matraque", T="-"), make.fighter("arc", T=4), size="sleeve", sides="double")
    reference = {one.title: one for one in laid_out.sheet.passages}
    backs = [slot.side for slot in laid_out.card_pages[1]]
    for side in backs:
        said = [line.head for line in side.fitted.lines]
        for title in {"Tir", "Corps à corps"} & set(said):
            assert {left for left, _right in reference[title].rows} <= set(said)
    assert {"Tir" in [line.head for line in side.fitted.lines] for side in backs if side.unit.index == 0} == {False}
    assert {"Tir" in [line.head for line in side.fitted.lines] for side in backs if side.unit.index == 1} == {True}


def test_copies_of_a_unit_say_the_same():
    units = [make.fighter("epee", "bouclier", count=7), make.fighter("arc", T=4), make.fighter("matraque", count=2)]
    laid_out = pages(*units)
    said = {}
    for side in (slot.side for page in laid_out.card_pages for slot in page):
        said.setdefault(side.unit.index, set()).add((side.fitted.type, side.fitted.lines))
    assert [len(one) for one in said.values()] == [1, 1, 1]
