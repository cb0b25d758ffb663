"""What a player chooses on the print page: read from anything, written as it was, and obeyed on paper."""

import json
from itertools import product

import pytest
from django.http import QueryDict

from builder.exports.registry import ExportSource
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets.choices import MOST_BLANK, PARTS, PRESETS, SIDES, SIZES, PrintChoices
from builder.sheets.fit import is_spare
from builder.sheets.layout import Pages
from builder.sheets.paper import PAPERS
from builder.sheets.parts import BOX, BoxTable, CardLine, Writing, copy_letters, without_frames
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


ARMS = ("arc", "arbalete", "fusil", "pistolet", "fusil-d-assaut", "lance-roquettes")
WEAPONS = ["Arc", "Arbalète", "Fusil", "Pistolet", "Fusil d’assaut", "Lance-roquettes", "Sans arme"]


def heads(printed):
    """The heads of all lines with dice, in the order of print."""
    return [line.head for face in printed for line in face.fitted.lines if isinstance(line, CardLine) and line.asides]


def pages(*units, **chosen):
    roster = convoy(*units)
    return Pages(build_sheet(roster, judged(roster)), PrintChoices(**chosen))


def faces(laid_out):
    return [slot.face for page in laid_out.card_pages for slot in page if slot.face]


def fronts(laid_out):
    """The card of each first front."""
    return [face.card for face in faces(laid_out) if face.is_first]


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
        blanks = [face for face in faces(Pages(sheet, choices)) if face.card.blank]
        assert [face.part for face in blanks if not face.back] == [1] * MOST_BLANK
        least = 2 if large_print else 3
        assert min(len(face.fitted.lines) for face in blanks if not face.back) >= least


def test_blank_cards_have_a_limit():
    assert PrintChoices.from_query(QueryDict("blank=500")).blank == MOST_BLANK
    assert len(fronts(pages(make.fighter(), blank=4))) == 5


def test_units_and_single_copies_are_chosen():
    units = make.fighter(count=3, name="Meute"), make.fighter(name="Seule"), make.fighter(name="Absente")
    found = [(card.unit.name, card.tag) for card in fronts(pages(*units, units=("0.1", "1")))]
    assert found == [("Meute", "1B"), ("Seule", "2")]
    assert [(row.unit.name, row.count) for row in pages(*units, units=("0.1", "1")).tables.units.rows] == [
        ("Meute", 1),
        ("Seule", 1),
    ]


def rows(card):
    """The rows of a crowd card: names of the copies with their boxes by label."""
    tables = [line for line in card.content.lines if isinstance(line, BoxTable)]
    return [(name, {track.label: track.boxes for track in boxes}) for table in tables for name, boxes in table.rows]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("large_print", [False, True])
def test_a_crowd_has_a_row_for_each_copy_in_even_parts(size, large_print):
    cards = fronts(pages(make.fighter(count=40), crowd=True, size=size, large_print=large_print))
    assert [name for card in cards for name, _boxes in rows(card)] == [copy_letters(copy) for copy in range(1, 41)]
    assert max(map(len, map(rows, cards))) - min(map(len, map(rows, cards))) <= 1
    assert [card.copies for card in cards] == [f"×{len(rows(card))}" for card in cards]


def test_a_crowd_card_takes_fewer_modules_than_its_copies():
    five, four = (fronts(pages(make.fighter(count=count), crowd=True)) for count in (5, 4))
    assert (len(five), len(four)) == (1, 4)
    assert five[0].format.across * five[0].format.down < 5
    assert len(fronts(pages(make.fighter(count=40)))) == 40


def test_every_box_of_a_crowd_is_a_column():
    (card,) = fronts(pages(make.fighter("lance-roquettes", "arc", count=5, T=4), crowd=True))
    boxes = dict(rows(card))
    assert list(boxes) == ["A", "B", "C", "D", "E"]
    assert [label for label, box in boxes["E"].items() if box == BOX] == ["En feu", "utilisé", "à sec"]
    assert {label: box for label, box in boxes["A"].items() if len(box) == 3} == {
        "Blessures": BOX * 3,
        "Sonné": BOX * 3,
    }
    assert [line.ticks for line in card.content.lines if isinstance(line, CardLine) and line.ticks] == []


def test_copies_that_differ_have_cards_of_their_own():
    trucks = make.vehicle("leger", count=5, crew=[(0, 0, "pilote")])
    assert len(fronts(pages(make.fighter(), trucks, crowd=True))) == 6


def boxes(laid_out):
    """Of each page of cards, the rectangles of faces as (left, top, width, height)."""
    printed = laid_out.card_pages
    return [[slot.box for slot in page if slot.face] for page in printed]


@pytest.mark.parametrize("size", ["auto", "sleeve"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_backs_stand_behind_their_fronts(size, paper):
    laid_out = pages(make.fighter(count=4), make.vehicle("lourd"), sides="double", size=size, paper=paper)
    width = laid_out.paper.cards_size[0]
    found = boxes(laid_out)
    for front, back in zip(found[::2], found[1::2], strict=True):
        turned = [(width - box.left - box.width, box.top, box.width, box.height) for box in back]
        assert [pytest.approx(one) for one in sorted(turned)] == [tuple(box) for box in sorted(front)]


def test_cards_for_sleeves_are_63_by_88_millimetres_nine_to_a_page():
    laid_out = pages(make.fighter(count=10), size="sleeve")
    assert [len(page) for page in boxes(laid_out)] == [9, 1]
    millimetres = {
        (round(box.width * 25.4 / 72, 3), round(box.height * 25.4 / 72, 3)) for page in boxes(laid_out) for box in page
    }
    assert millimetres == {(63, 88)}
    assert len(laid_out.crop_marks) == 16


def test_the_last_sheet_of_sleeves_is_filled_with_rules():
    laid_out = pages(make.fighter(count=10), parts=("cards",), size="sleeve")
    cards = [slot.tables for slot in laid_out.card_pages[1] if slot.tables]
    titles = {table.title for tables in cards for table in tables}
    assert titles >= {"Blessé, sonné, en feu", *(table.title for table in laid_out.sheet.play)}
    assert not any(len(tables) == 1 and tables[0].title == "Munitions" for tables in cards)  # a sentence


def test_what_has_no_room_in_a_sleeve_stands_beside_it_to_be_folded():
    laid_out = pages(make.fighter(*ARMS[:3], abilities="chef"), size="sleeve")
    assert [(face.part, face.of) for face in faces(laid_out)] == [(1, 2), (2, 2)]
    ((front, back),) = boxes(laid_out)
    assert (back.left, back.top) == (front.left + front.width, front.top)
    assert heads(faces(laid_out)) == [*WEAPONS[:3], WEAPONS[-1]]


def test_large_print_has_modules_for_12_points_have_no_room_in_a_sleeve():
    sleeves, modules = (pages(make.fighter(count=3), size=size, large_print=True) for size in ("sleeve", "auto"))
    assert boxes(sleeves) == boxes(modules)


@pytest.mark.parametrize("game", sorted(GAMES))
@pytest.mark.django_db
def test_a_sleeve_has_whatever_a_card_has(game):
    source = ExportSource(LoadedRoster.from_data(json.loads(example_file(game).read_text("utf-8"))))
    sheet = in_language("fr", source.sheet)
    laid_out = Pages(sheet, PrintChoices(parts=("cards",), size="sleeve"))
    for unit in sheet.units:
        printed = [face for face in faces(laid_out) if face.unit.index == unit.index and face.card.number in (0, 1)]
        words = " ".join(item.words for face in printed for item in face.fitted.lines).replace("\xa0", " ").lower()
        items = list(without_frames(unit.card.lines))
        needed = [item for item in items if not is_spare(item) and not isinstance(item, Writing)]
        lacking = [item.words for item in needed for word in said(item) if word.lower() not in words]
        assert lacking == []
        lines = sum(map(lines_to_write_on, items))
        assert lines == sum(lines_to_write_on(item) for face in printed for item in face.fitted.lines)


def said(item):
    """The words that an item cannot do without: beside dice, what a rule does stands where it has room.

    The boxes of a gauge say its numbers.
    """
    if isinstance(item, CardLine) and item.gauge:
        return [item.head, *" ".join(track.boxes for track in item.tracks).split()]
    if isinstance(item, CardLine) and item.asides:
        return [
            *item.head.split(),
            *item.ticks.split(),
            *(aside.value for aside in item.asides if aside.words in item.words),
        ]
    return item.words.split()


def lines_to_write_on(item):
    if isinstance(item, BoxTable):
        return len(item.rows)
    return len(item.labels) if isinstance(item, Writing) and not item.spare else 0


@pytest.mark.parametrize("sides", SIDES)
def test_what_has_no_room_on_the_back_of_a_sleeve_stands_on_a_further_card(sides):
    laid_out = pages(make.fighter(*ARMS, *ARMS, *ARMS, count=2), size="sleeve", sides=sides)
    own = [face for face in faces(laid_out) if face.card.tag == "1A" and not face.tables]
    assert sorted(face.part for face in own if not face.back) == list(range(1, own[0].of + 1))
    assert own[0].of > 2


@pytest.mark.parametrize("large_print", [False, True])
def test_what_a_module_has_no_room_for_goes_on_on_the_next(large_print):
    laid_out = pages(make.fighter(*ARMS), large_print=large_print)
    own = faces(laid_out)
    assert [face.part for face in own] == list(range(1, own[0].of + 1))
    assert heads(own) == WEAPONS


def test_a_vehicle_in_sleeves_is_a_double_card():
    laid_out = pages(make.vehicle("lourd", "belier", "sono", "blindage"), size="sleeve")
    ((front, back),) = boxes(laid_out)
    assert (back.left, back.top) == (front.left + front.width, front.top)


def test_a_folded_card_has_its_back_beside_it():
    laid_out = pages(make.fighter(), sides="fold")
    ((front, back),) = boxes(laid_out)
    assert (back.left, back.top, back.width) == (front.left + front.width, front.top, front.width)


def titles_of(back):
    return [table.title for column in back.tables.columns for table in column]


def test_the_back_carries_the_rules_that_the_card_names():
    laid_out = pages(make.fighter("batte-geante", equipment="corps-gigantesque"), make.vehicle("lourd"), sides="double")
    first = {slot.face.unit.name: titles_of(slot.face)[0] for slot in laid_out.card_pages[1]}
    assert sorted(first.values()) == ["Accident", "Corps à corps"]


def test_a_back_without_rules_has_a_table_of_the_game():
    laid_out = pages(make.fighter(*ARMS * 2, count=2), size="sleeve", sides="double")
    titles = [titles_of(face) for face in faces(laid_out) if face.back and face.tables and face.part > 1]
    assert titles
    assert list(dict.fromkeys(title for (title,) in titles)) == [
        table.title for table in laid_out.sheet.play[: len({title for (title,) in titles})]
    ]


def test_large_print_has_no_type_under_12_points():
    metrics = pages(make.fighter("epee", "arc"), large_print=True).metrics
    sizes = (*metrics.types, *metrics.tables, *metrics.rows, metrics.caption, metrics.cite)
    assert min(size for size, _leading in sizes) == 12
    assert min(size for size, _leading, _most in metrics.names) >= 12


def test_a_back_says_whole_rules_of_what_its_fighter_does():
    laid_out = pages(make.fighter("matraque", T="-"), make.fighter("arc", T=4), size="sleeve", sides="double")
    reference = {passage.title: passage for passage in laid_out.sheet.passages}
    backs = [slot.face for slot in laid_out.card_pages[1] if slot.face]
    for face in backs:
        for table in (table for column in face.tables.columns for table in column):
            assert table == reference[table.title]
    first = {face.unit.index: titles_of(face)[0] for face in backs}
    assert first == {0: "Corps à corps", 1: "Tir"}


def test_copies_of_a_unit_say_the_same():
    units = [make.fighter("epee", "bouclier", count=7), make.fighter("arc", T=4), make.fighter("matraque", count=2)]
    by_unit = {}
    for face in faces(pages(*units)):
        by_unit.setdefault((face.unit.index, face.part), set()).add((face.fitted.type, face.fitted.lines))
    assert {len(contents) for contents in by_unit.values()} == {1}
    assert {index for index, _part in by_unit} == {0, 1, 2}


def test_sizes_differ_by_one_step_at_most_and_those_of_vehicles_not():
    laden = make.vehicle("lourd", "mitrailleuse-fixe", "lance-roquettes", "belier", "pointes-et-eperons", "sono")
    units = [make.fighter(*ARMS * 2), make.fighter("arc", T=4), make.vehicle("leger"), laden]
    types = {face.unit.index: face.fitted.type for face in faces(pages(*units))}
    assert max(types.values()) - min(types.values()) == 1
    assert types[2] == types[3]
