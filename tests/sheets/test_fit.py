"""The type of a card, its columns, and that what has no room goes on without losing a word."""

from hypothesis import given
from hypothesis import strategies as st

from builder.sheets.fit import fit, fit_name, needed
from builder.sheets.measure import TICK_RISE, height
from builder.sheets.paper import LARGE, NORMAL
from builder.sheets.parts import Aside, CardLine, FigureRow, LabelledFigure, Plan, Region, TickLine, Track, Writing
from builder.wording import clean

WIDTH, HEIGHT = 260.0, 150.0
LEADING = [leading for _size, leading in NORMAL.types]
LINES = st.lists(
    st.builds(
        CardLine,
        head=st.text("abc mW", max_size=60).map(clean),
        text=st.text("abc mW", max_size=400).map(clean),
        asides=st.sampled_from([(), (Aside("0-30 cm", "6D6 · 5D6"),) * 2]),
        title=st.booleans(),
        splits=st.booleans(),
    ),
    max_size=30,
)


def fitted(lines, columns=1, metrics=NORMAL):
    return fit(tuple(lines), WIDTH * columns, HEIGHT, columns, metrics)


def words(*lines):
    return "".join(line.words.replace("…", "") for line in lines).replace(" ", "")


def test_what_fits_is_set_in_the_largest_type():
    line = CardLine("Armure", "Tirs subis : −1D6")
    assert (fitted([line]).type, fitted([line]).rest) == (0, ())


def test_more_lines_make_smaller_type():
    assert fitted([CardLine("Armure")] * int(HEIGHT / LEADING[1])).type == 1


def test_large_print_has_nothing_under_12_points():
    assert min(size for size, _leading in LARGE.types) == 12
    assert fitted([CardLine("Armure")] * 9, metrics=LARGE).type == len(LARGE.types) - 2


def test_what_has_no_room_goes_on():
    lines = tuple(CardLine(f"Arme {number}") for number in range(40))
    found = fitted(lines)
    assert found.lines + found.rest == lines
    assert len(found.lines) == int(HEIGHT / LEADING[-1]) - 1


def test_two_columns_are_of_about_the_same_height():
    assert [len(column) for column in fitted([CardLine("Arme")] * 9, columns=2).columns] == [5, 4]


def test_the_second_column_is_filled_before_anything_goes_on():
    lines = tuple(CardLine(f"Arme {number}") for number in range(60))
    first, second = fitted(lines, columns=2).columns
    assert (len(first), len(second)) == (int(HEIGHT / LEADING[-1]), int(HEIGHT / LEADING[-1]) - 1)


def test_a_long_note_is_split_between_words():
    found = fitted([CardLine("Notes", "un mot après l’autre " * 300, splits=True)])
    assert found.lines[0].text.endswith(("un…", "mot…", "après…", "l’autre…"))
    assert words(*found.lines) + words(*found.rest).removeprefix("Notes") == "Notes" + "unmotaprèsl’autre" * 300


def test_a_group_is_not_parted_from_its_title():
    lines = [*[CardLine("Arme")] * (int(HEIGHT / LEADING[-1]) - 2), CardLine("Notes", title=True), *[CardLine("a")] * 9]
    found = fitted(lines)
    assert found.rest[0].title
    assert not found.lines[-1].title


@given(LINES, st.sampled_from([1, 2]))
def test_no_word_is_lost(lines, columns):
    found = fitted(lines, columns)
    if found.rest and found.lines and found.lines[-1].text.endswith("…"):
        assert words(*found.lines, replaced_head(found.rest[0], found.lines[-1]), *found.rest[1:]) == words(*lines)
    else:
        assert (*found.lines, *found.rest) == tuple(lines)


def replaced_head(rest, before):
    """The rest of a split line without the head that it repeats."""
    return CardLine(text=rest.text) if rest.head == before.head else rest


@given(LINES)
def test_what_is_counted_as_needed_fits(lines):
    room = needed(lines, WIDTH, 1, 3, NORMAL)
    assert fit(tuple(lines), WIDTH, room, 1, NORMAL).type <= 3 or not lines


def test_every_kind_of_item_has_a_height():
    region = Region("Avant", (("1-2", "1 avarie"), ("4+", "accident")))
    items = (
        CardLine("Arc", "réaction", (Track("à sec", "◻"),), (Aside("0-40 cm", "3D6"),)),
        FigureRow((LabelledFigure("Vie", "4"),) * 7),
        Writing("Objectifs", 3),
        TickLine((Track("Panique", "◻◻◻"),)),
        Plan("jeep", region, region, region, region),
    )
    heights = [height(item, WIDTH, *NORMAL.types[3], NORMAL) for item in items]
    assert (heights[0], heights[1], heights[2], heights[3]) == (
        NORMAL.cell,
        2 * (NORMAL.figure + 2),
        3 * NORMAL.write,
        NORMAL.tick_line + TICK_RISE,
    )
    assert heights[4] > 6 * NORMAL.types[3][1]


def test_a_name_is_as_large_as_its_room_and_then_takes_lines():
    assert [fit_name("x" * length, 150, NORMAL).size for length in (8, 21, 30, 90)] == [0, 1, 2, 3]
    assert fit_name("x" * 90, 150, NORMAL).height > NORMAL.names[0][1]


def test_a_name_is_cut_only_where_no_line_is_free():
    cut = fit_name("Les Dévoreurs des derniers jours " * 30, 150, NORMAL)
    assert cut.cut
    assert cut.text.endswith("…")
    assert not fit_name("Les Dévoreurs des derniers jours " * 6, 150, NORMAL).cut


def test_what_is_spare_stands_where_there_is_room_and_asks_for_none():
    line, rule = CardLine("Épée", "parade"), CardLine("Carnage", "Au corps à corps.", spare=True)
    assert fitted([line, rule, rule]).lines == (line, rule, rule)
    full = [line] * int(HEIGHT / LEADING[0])
    assert (fitted([*full, rule]).lines, fitted([*full, rule]).type) == ((*full, rule), 1)
    many = [line] * int(HEIGHT / LEADING[NORMAL.reading])
    assert (fitted([*many, rule]).lines, fitted([*many, rule]).rest) == (tuple(many), ())
    assert needed([line, rule], WIDTH, 1, 3, NORMAL) == needed([line], WIDTH, 1, 3, NORMAL)


def test_the_last_spare_lines_are_left_out_first():
    line, first, last = CardLine("Épée"), CardLine("Parade", spare=True), CardLine("Carnage", spare=True)
    lines = [line] * (int(HEIGHT / LEADING[NORMAL.reading]) - 1)
    assert fitted([*lines, first, last]).lines == (*lines, first)


def test_lines_to_write_on_fill_what_is_left_and_make_no_type_smaller():
    line, rule = CardLine("Épée"), Writing(spare=True)
    assert fitted([line, *[rule] * 3]).lines == (line, rule, rule, rule)
    full = [line] * int(HEIGHT / LEADING[0])
    assert (fitted([*full, rule]).lines, fitted([*full, rule]).type) == (tuple(full), 0)
    assert fitted([*[line] * 40, rule]).rest == (line,) * len(fitted([*[line] * 40, rule]).rest)


def test_lines_to_write_on_stand_in_the_column_with_most_room():
    line, rule = CardLine("Épée"), Writing(spare=True)
    columns = fit([*[line] * 5, *[rule] * 3], 2 * WIDTH, HEIGHT, 2, NORMAL).columns
    assert [column.count(rule) for column in columns] == [1, 2]


def test_the_lines_before_one_without_room_are_as_large_as_they_can_be():
    tall = FigureRow((LabelledFigure("Avant", "1"),) * 40, across=4)
    found = fitted([CardLine("Bélier", "+1D6"), tall])
    assert (found.type, found.columns, found.rest) == (0, ((CardLine("Bélier", "+1D6"),),), (tall,))
