"""The type of a card, its columns, and that what has no room goes on beside without losing a word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from builder.sheets.fit import Room, fit, fit_name
from builder.sheets.measure import ROW_RULE, height, narrowed
from builder.sheets.paper import LARGE, NORMAL, SLEEVED
from builder.sheets.parts import (
    Aside,
    CardLine,
    DiceRow,
    FigureRow,
    LabelledFigure,
    Plan,
    Region,
    Strip,
    Strips,
    TickLine,
    Track,
    Writing,
)
from builder.wording import clean

WIDTH, HEIGHT = 210.0, 105.0
LEADING = [leading for _size, leading in NORMAL.types]
BANDS = (Aside("0-15 cm", "4D6"), Aside("15-30 cm", "3D6"))
TARGETS = (DiceRow("à pied", ("4D6", "3D6"), "person"), DiceRow("véhicule", ("3D6", "2D6"), "jeep"))
LINES = st.lists(
    st.builds(
        CardLine,
        head=st.text("abc mW", max_size=60).map(clean),
        text=st.text("abc mW", max_size=400).map(clean),
        asides=st.sampled_from([(), BANDS]),
        title=st.booleans(),
    ),
    max_size=20,
)


def fitted(lines, columns=1, metrics=NORMAL):
    return fit(tuple(lines), [Room(WIDTH, HEIGHT, columns), Room(WIDTH, HEIGHT)], metrics)


def words(lines):
    return "".join(line.words.replace("…", "") for line in lines).replace(" ", "")


def test_what_fits_is_set_in_the_largest_type():
    assert [part.type for part in fitted([CardLine("Armure", "Tirs subis : −1D6")])] == [0]


def test_more_lines_make_smaller_type():
    assert [part.type for part in fitted([CardLine("Armure")] * int(HEIGHT / LEADING[1]))] == [1]


def test_nothing_is_smaller_than_8_points_nor_12_in_large_print():
    assert min(size for metrics in (NORMAL, SLEEVED) for size, _leading in metrics.types) == 8
    assert min(size for size, _leading in LARGE.types) == 12


def test_what_has_no_room_goes_on():
    lines = [CardLine(f"Arme {number}") for number in range(30)]
    parts = fitted(lines)
    assert [line for part in parts for line in part.lines] == lines
    assert len(parts) == -(-30 // int(HEIGHT / LEADING[-1]))


def test_what_goes_on_has_the_largest_type_that_needs_no_further_part():
    """21 lines of the smallest type have room on two; one more than a part holds is set larger on both."""
    most = int(HEIGHT / LEADING[-1])
    assert [part.type for part in fitted([CardLine("Arme")] * (most + 1))] == [0, 0]


def test_two_columns_are_of_about_the_same_height():
    (part,) = fitted([CardLine("Arme")] * 9, columns=2)
    assert [len(column) for column in part.columns] == [5, 4]


def test_a_long_note_is_split_between_words():
    note = CardLine("Notes", "un mot après l’autre " * 60)
    parts = fitted([note])
    assert len(parts) > 1
    assert parts[0].lines[0].text.endswith(("un…", "mot…", "après…", "l’autre…"))
    told = "".join(line.text.replace("…", "") for part in parts for line in part.lines).replace(" ", "")
    assert told == "unmotaprèsl’autre" * 60


def test_no_part_ends_with_a_title():
    most = int(HEIGHT / LEADING[-1])
    lines = [*[CardLine("Arme")] * (most - 1), CardLine("Notes", title=True), *[CardLine("a")] * most]
    assert not any(part.lines[-1].title for part in fitted(lines))


@given(LINES, st.sampled_from([1, 2]))
def test_no_word_is_lost(lines, columns):
    whole = words(lines)
    found = words(line for part in fitted(lines, columns) for line in part.lines)
    assert found.replace("…", "") == whole or len(found) > len(whole)  # a head stands again where its text goes on


@given(LINES)
def test_no_column_is_higher_than_its_room(lines):
    for part in fitted(lines):
        size, leading = NORMAL.types[part.type]
        heights = [height(line, WIDTH, size, leading, NORMAL) for line in part.lines]
        assert sum(heights) <= HEIGHT or len(heights) == 1


def test_no_line_to_write_on_is_nearer_than_6_mm_to_the_states():
    """Between the lines and the rule of the states are 3 points more."""
    for number in range(1, 8):
        (part,) = fitted([CardLine("Arme", icon="katana")] * number + [Writing(spare=True)] * 2)
        if isinstance(part.lines[-1], Writing):
            size, leading = NORMAL.types[part.type]
            high = sum(height(line, WIDTH, size, leading, NORMAL) for line in part.lines)
            assert HEIGHT + 3 - high - part.air * (number - 1) >= 6 * 72 / 25.4


def test_spare_lines_are_left_out_before_anything_goes_on():
    lines = [*[CardLine("Arme")] * 8, *[Writing(spare=True)] * 6]
    (part,) = fitted(lines)
    assert [line for line in part.lines if isinstance(line, CardLine)] == lines[:8]
    assert sum(isinstance(line, Writing) for line in part.lines) < 6


def test_boxes_are_lower_in_the_column_that_has_no_room():
    left = (FigureRow((LabelledFigure(label, ""),), plain=True, lines=3) for label in "abcd")
    right = CardLine("Vocation", title=True, breaks=True), FigureRow((LabelledFigure("e", ""),), plain=True, lines=3)
    (part,) = fitted([*left, *right], columns=2)
    columns = [[item.lines for item in column if isinstance(item, FigureRow)] for column in part.columns]
    assert sum(columns[0]) < 12
    assert columns[1] == [3]


def test_dice_by_target_take_a_row_each():
    one, two = (
        narrowed(CardLine("Arc", asides=BANDS, rows=rows), WIDTH, 10, NORMAL) for rows in (TARGETS[:1], TARGETS)
    )
    heights = [height(line, WIDTH, 10, 12.2, NORMAL) for line in (one, two)]
    assert heights[1] - heights[0] == pytest.approx(NORMAL.dice + ROW_RULE)


def test_a_text_has_few_words_before_a_card_goes_on():
    lines = [CardLine("Arc", "mot " * 150, short="mot"), CardLine("Arme"), *[Writing(spare=True)] * 2]
    (part,) = fitted(lines)
    assert [line.text for line in part.lines if isinstance(line, CardLine)] == ["mot", ""]
    (whole,) = fitted([CardLine("Arc", "mot mot", short="mot")])
    assert [line.text for line in whole.lines] == ["mot mot"]


def test_every_item_has_a_height():
    region = Region("Avant", (("1-3", "1 avarie"), ("4+", "accident")))
    items = [
        FigureRow((LabelledFigure("Route", "30"),) * 3),
        Plan("rbn/_plan_heavy.html", region, region, region, region),
        Strips((Strip("Collision", (("léger", "6 / 0"),)),)),
        TickLine((Track("Utilisé", "◻"),)),
        Writing("Notes"),
    ]
    assert all(height(item, WIDTH, 10, 12.2, NORMAL) > 10 for item in items)


def test_a_name_is_set_as_large_as_its_bar_allows():
    assert fit_name("Griffus", 180, NORMAL).size == 0
    assert fit_name("La Très Longue Compagnie du Nord", 180, NORMAL).size > 0
    cut = fit_name("Nom sans fin " * 20, 180, NORMAL)
    assert cut.cut
    assert cut.text.endswith("…")
