"""The table kit of First Wave: a page of who enters and what they do, a page of cards with all dice worked out."""

import io

import pytest
from pypdf import PdfReader

from builder.games.first_wave.kit import table_kit
from builder.games.first_wave.sheet.build import build_sheet
from builder.sheets import pdf
from builder.sheets.choices import PrintChoices
from builder.sheets.rendering import sheet_html
from tests.languages import in_language
from tests.rules.first_wave import make
from tests.sheets import drawn

pytestmark = pytest.mark.paper

GROUP = make.group(make.fighter())


def kit(language="en"):
    return in_language(language, table_kit, GROUP, make.judge(GROUP))


def encounters():
    return kit()[0].context


def profile(name):
    return next(one for one in kit()[1].context["profiles"] if one.name == name)


def figures(name):
    return {one.label: one.value for one in profile(name).figures}


def plain(text):
    return text.replace("\u00a0", " ")


def test_the_chart_leads_from_step_to_step():
    chart = [(number, yes, no) for number, _question, yes, no in encounters()["steps"]]
    assert chart == [(1, 6, 2), (2, 3, 5), (3, 4, 5), (4, 3, 7), (5, 6, 7), (6, 6, 7), (7, None, None)]


def test_every_total_of_2d6_says_who_enters():
    assert [(totals, who, bool(icon)) for totals, icon, who in encounters()["entry"]] == [
        ("2-5", "nobody", False),
        ("6-7", "1D3 infected humans", True),
        ("8", "1D3 infected dogs", True),
        ("9", "1 household robot", True),
        ("10", "1 construction robot", True),
        ("11-12", "1D3 military robots", True),
    ]


def test_the_page_of_who_enters_has_the_five_profiles_and_the_resources():
    assert [(name, plain(figures)) for _icon, name, figures, _text in encounters()["ways"]] == [
        ("Infected human", "10 cm · T – · C 5+ · melee 4D6"),
        ("Infected dog", "15 cm · T – · C 5+ · melee 4D6"),
        ("Household robot", "15 cm · T 4+ · C 4+ · melee 4D6"),
        ("Construction robot", "15 cm · T – · C 4+ · melee 5D6"),
        ("Military robot", "15 cm · T 4+ · C 4+ · melee 4D6"),
    ]
    assert encounters()["places"].rows[-1] == (
        "Resources",
        "3 tokens per player, more than 15\xa0cm from their own zone",
    )


def test_infection_says_what_the_die_must_show():
    assert encounters()["infection"].rows == (("1", "4+"), ("2", "3+"), ("3", "2+"), ("4+", "always"))


def test_the_robots_rifle_has_its_dice_worked_out():
    [(name, shots)] = encounters()["rifles"]
    assert (plain(name), [(one.label, one.value) for one in shots]) == (
        "Military robot · assault rifle",
        [("T", "4+"), ("0-30 cm", "6D6"), ("30-50 cm", "4D6")],
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Infected human", {"Move": "10 cm", "T": "–", "C": "5+", "Melee": "4D6"}),
        ("Infected dog", {"Move": "15 cm", "T": "–", "C": "5+", "C, pack": "4+", "Melee": "4D6"}),
        ("Household robot", {"Move": "15 cm", "T": "4+", "C": "4+", "Melee": "4D6"}),
        ("Construction robot", {"Move": "15 cm", "T": "–", "C": "4+", "Melee": "5D6"}),
        (
            "Military robot",
            {"Move": "15 cm", "T": "4+", "C": "4+", "Melee": "4D6", "0-30 cm": "6D6", "30-50 cm": "4D6"},
        ),
    ],
)
def test_profiles(name, expected):
    assert figures(name) == expected


def test_a_profile_says_what_successes_against_it_do():
    effects = {
        name: [plain(words) for _label, words in profile(name).effects] for name in ("Infected dog", "Military robot")
    }
    assert effects == {
        "Infected dog": ["1 disoriented · 2-3 immobilised · 4+ eliminated", "1-2 immobilised · 3+ eliminated"],
        "Military robot": ["1-2 disoriented · 3-4 immobilised · 5+ eliminated", "1-2 immobilised · 3+ eliminated"],
    }


def test_a_profile_has_boxes_for_as_many_as_enter_together():
    assert [[one.boxes for one in tracks] for tracks in profile("Infected dog").copies] == [["", "◻◻◻", "◻"]] * 3


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_kit_takes_two_pages_with_their_scale_bars(paper):
    sheet = in_language("fr", build_sheet, GROUP, make.judge(GROUP))
    html = in_language("fr", sheet_html, sheet, PrintChoices("opponent", paper), kit=kit("fr"))
    pages = PdfReader(io.BytesIO(pdf.render(html))).pages[1:]
    assert [(50.0, 2.4) in drawn.sizes(page) for page in pages] == [True, True]
    assert "Robot militaire" in pages[1].extract_text()
