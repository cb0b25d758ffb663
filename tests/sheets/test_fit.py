"""What has no room on a card goes on in the appendix, and no word is lost."""

from hypothesis import given
from hypothesis import strategies as st

from builder.sheets.fit import fit, fit_name
from builder.sheets.paper import LAYOUTS, PAPERS, SMALL, TYPES
from builder.sheets.parts import Aside, CardLine
from builder.wording import clean

WIDTH, HEIGHT = LAYOUTS["cards"].formats["sixth"].lines_size(PAPERS["letter"])
LINES = st.lists(
    st.builds(
        CardLine,
        head=st.text("abc mW", max_size=60).map(clean),
        text=st.text("abc mW", max_size=400).map(clean),
        asides=st.sampled_from([(), (Aside("0-30 cm: +3D6", "6D6 · 5D6"),) * 2]),
        title=st.booleans(),
        splits=st.booleans(),
    ),
    max_size=30,
)


def words(*lines):
    return "".join(line.words.replace("…", "") for line in lines).replace(" ", "")


def test_what_fits_is_set_in_the_largest_type():
    line = CardLine("Armure", "Tirs subis : −1D6")
    assert (fit((line,), WIDTH, HEIGHT).type, fit((line,), WIDTH, HEIGHT).rest) == (SMALL, ())


def test_more_lines_make_smaller_type():
    assert fit((CardLine("Armure"),) * int(HEIGHT / TYPES[SMALL + 1][1]), WIDTH, HEIGHT).type == SMALL + 1


def test_large_cards_take_larger_type():
    form = LAYOUTS["cards"].formats["full"]
    assert fit((CardLine("Armure"),), *form.lines_size(PAPERS["a4"]), form.largest).type == 0


def test_what_has_no_room_goes_on():
    lines = tuple(CardLine(f"Arme {number}") for number in range(40))
    fitted = fit(lines, WIDTH, HEIGHT)
    assert fitted.lines + fitted.rest == lines
    assert len(fitted.lines) == int(HEIGHT / TYPES[-1][1]) - 1


def test_a_long_note_is_split_between_words():
    fitted = fit((CardLine("Notes", "un mot après l’autre " * 200, splits=True),), WIDTH, HEIGHT)
    assert fitted.lines[0].text.endswith(("un…", "mot…", "après…", "l’autre…"))
    assert words(*fitted.lines) + words(*fitted.rest).removeprefix("Notes") == "Notes" + "unmotaprèsl’autre" * 200


def test_a_group_is_not_parted_from_its_title():
    lines = (
        *(CardLine("Arme") for _ in range(int(HEIGHT / TYPES[-1][1]) - 2)),
        CardLine("Notes", title=True),
        *[CardLine("a")] * 9,
    )
    assert fit(lines, WIDTH, HEIGHT).rest[0].title


@given(LINES)
def test_no_word_is_ever_lost(lines):
    fitted = fit(tuple(lines), WIDTH, HEIGHT)
    rest = words(*fitted.rest)
    if fitted.rest and fitted.rest[0] not in lines:
        rest = rest.removeprefix(fitted.rest[0].head.replace(" ", ""))
    assert words(*fitted.lines) + rest == words(*lines)


def test_a_title_is_never_split():
    asides = (Aside("0-30 cm: +3D6", "6D6 · 5D6"),) * 2
    long_title = CardLine("W" * 6, "W" * 17 + " W", asides=asides, title=True, splits=True)
    lines = (*[CardLine()] * 3, *[CardLine(asides=asides)] * 5, long_title, CardLine())
    fitted = fit(lines, WIDTH, HEIGHT)
    assert fitted.lines + fitted.rest == lines


def test_a_long_name_is_smaller():
    names = (
        "Gordon",
        "Les Dévoreurs des derniers jours",
        "Les Dévoreurs des tout derniers jours du monde",
        "mot " * 20,
    )
    assert [fit_name(name, 200).size for name in names] == [0, 1, 2, 3]


def test_an_endless_name_is_cut():
    name = fit_name("W" * 200, 200)
    assert (name.cut, name.text[-2:]) == (True, "W…")


def test_a_clean_text_is_one_line():
    assert clean("Gor\x00don\u2028le\u202e chef\n") == "Gor don le chef"
