"""A sheet on a screen: units that read alike on one card, nothing that only paper is for."""

import pytest
from django.utils.translation import override

from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets.parts import BOX, Aside, CardLine, Sheet, Track
from builder.sheets.screen import ScreenCard, screen_cards, screen_facts, screen_findings, screen_lines
from builder.sheets.spec import SHEETS
from rules.document import decode
from rules.registry import GAMES
from rules.verdict import BAD, TODO
from tests import make
from tests.languages import in_language

pytestmark = pytest.mark.django_db


def sheet_of(*units, **header) -> Sheet:
    loaded = LoadedRoster(make.convoy(units=units, **header))
    return in_language("en", SHEETS["rbn"].build, loaded.document, loaded.verdict)


def told(card: ScreenCard):
    return card.names, card.numbers, card.count, card.points


def test_units_that_read_alike_share_a_card_with_their_names():
    twin = {"T": 5, "C": 5}
    units = (make.fighter("arc", name="A", **twin), make.fighter(name="B"), make.fighter("arc", name="C", **twin))
    cards = screen_cards(sheet_of(*units, make.fighter("arc", name="A", count=2, **twin)))
    assert [told(card) for card in cards] == [(["A", "C"], "#1, #3, #4", 4, 4 * cards[0].first.cost), told(cards[1])]
    assert told(cards[1])[:3] == (["B"], "#2", 1)


@pytest.mark.parametrize("other", [{"notes": "Limps"}, {"C": 4}, {"force": "reserve"}, {"abilities": "chef"}])
def test_units_that_differ_in_more_than_their_name_stay_apart(other):
    assert len(screen_cards(sheet_of(make.fighter(name="A"), make.fighter(name="B", **other)))) == 2


def test_lines_say_something_and_headings_have_lines():
    lines = [
        CardLine("Weapons", title=True),
        CardLine(tracks=(Track("", "_" * 38),)),
        CardLine("Objects", title=True),
        CardLine("_" * 38, "melee", (Track("", BOX),), asides=(Aside(f"attack {BOX}"), Aside("_" * 16))),
        CardLine("Pocket", tracks=(Track("", "_" * 20),)),
        CardLine("Notes", "cut here ____", splits=True),
    ]
    assert list(screen_lines(lines)) == [
        CardLine("Objects", title=True),
        CardLine("–", "melee", asides=(Aside("attack –"),)),
        CardLine("Notes", "cut here ____", splits=True),
    ]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_no_place_to_fill_in_is_left_of_an_example(game):
    loaded = LoadedRoster.from_data(decode(example_file(game).read_bytes()))
    sheet = in_language("en", SHEETS[game].build, loaded.document, loaded.verdict)
    cards = screen_cards(sheet)
    words = [line.words for card in cards for line in card.lines] + [fact.value for fact in screen_facts(sheet)]
    words += [one.words for card in cards for line in card.lines for one in line.asides]
    words += [stat.value for card in cards for stat in card.stats]
    assert words
    assert [one for one in words if "____" in one or BOX in one or not one.strip()] == []


def test_every_crew_of_several_copies_is_shown():
    crewed = make.vehicle(count=2, crew=((1, 0, "driver"), (2, 0, "driver")))
    sheet = sheet_of(crewed, make.fighter(name="Ann"), make.fighter(name="Bob", C=4))
    with override("en"):
        words = " ".join(line.words for line in screen_cards(sheet)[0].lines)
    assert ("Ann" in words, "Bob" in words, "No. 2" in words) == (True, True, True)


def marks(*units, **header):
    sheet = sheet_of(*units, **header)
    return sheet.state, screen_cards(sheet)[0].state


def test_what_is_missing_is_no_prohibition():
    assert marks(make.fighter()) == (TODO, "")
    assert marks(make.fighter(), make.fighter(abilities=("chef", "chef"))) == (BAD, "")


def test_a_card_is_marked_by_its_gravest_finding_in_the_words_of_the_editor():
    unarmoured, chief = make.fighter("arc", T=5), make.fighter(abilities=("chef", "chef"))
    cards = screen_cards(sheet_of(unarmoured, chief, faction="enfants-du-13"))
    assert [card.state for card in cards] == ["todo", "bad"]
    assert marks(make.fighter("fusil", abilities="chef")) == (TODO, "mind")
    assert marks(make.fighter(abilities=("chef", "chef"))) == (BAD, "bad")


def test_findings_of_one_rule_are_read_as_one():
    sheet = sheet_of(*[make.fighter(name=name, abilities=("chef", "chef")) for name in "AB"], make.fighter("fusil"))
    told = {one.first.rule: one.texts for one in screen_findings(sheet)}
    assert list(told) == list(dict.fromkeys(one.rule for one in sheet.findings))
    assert len(told) < len(sheet.findings)
    for rule, said in told.items():
        every = [(text, one.unit) for text, units in said for one in units]
        assert every == [(one.text, one.unit) for one in sheet.findings if one.rule == rule and one.unit is not None]


def test_the_shared_page_of_an_untouched_example_warns_at_most_five_times(client):
    for game in GAMES:
        assert len(client.get(f"/examples/{game}/", headers={"accept-language": "en"}).context["findings"]) <= 5
