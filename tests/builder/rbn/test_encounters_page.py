"""The page of hostile elements: the table with dice that anybody can check, the chart, the bestiary."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest

from tests import make

KNOWN = make.catalogue().play.encounters


pytestmark = pytest.mark.django_db
PAGE = "/rules/rbn/encounters/"
VERMIN, ROBOT = "escale-sans-lendemain", "retour-compromis"


def page(client, language="en", **query):
    answer = client.get(PAGE, query, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def words(html):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def fell(html):
    """The words of what was rolled."""
    return [words(one) for one in re.findall(r'<p class="fell".*?</p>', html, re.DOTALL)]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_has_all_rows_all_steps_and_all_who_come(client, language):
    found = words(page(client, language))
    rows = [f"{row.rolls} {row.name.into(language)} × {row.number}" for row in KNOWN.table if row.hostile]
    rows += [f"{row.rolls} {row.name.into(language)}" for row in KNOWN.table if not row.hostile]
    texts = [row.text.into(language) for row in KNOWN.table]
    texts += [rule.text.into(language) for rule in KNOWN.rules.values()]
    assert [one for one in rows + texts if " ".join(one.split()) not in found] == []


def test_every_one_who_comes_is_linked_to_its_figures(client):
    html = page(client)
    linked = re.findall(r'<a href="#([a-z-]+)">', html)
    ids = re.findall(r'<section class="panel" id="([a-z-]+)">', html)
    assert ids == [*KNOWN.bestiary, "robot"]
    assert [one for one in KNOWN.bestiary if one not in linked] == []


def test_a_roll_gets_a_seed_of_its_own_and_keeps_the_scenario(client):
    answer = client.get(PAGE, {"roll": "rencontres", "scenario": VERMIN, "dice": ""})
    where = urlsplit(answer["Location"])
    query = parse_qs(where.query)
    assert (answer.status_code, where.path, where.fragment) == (302, PAGE, "table-rencontres")
    assert (query["scenario"], query["roll"], len(query["seed"][0])) == ([VERMIN], ["rencontres"], 16)


def test_the_same_seed_shows_the_same_and_leads_to_its_proof(client):
    first, again = (page(client, roll="rencontres", seed="camp") for _time in range(2))
    assert fell(first) == fell(again) != []
    assert "/dice/?seed=camp&amp;dice=1D6%2C1D6" in first


@pytest.mark.parametrize(
    ("dice", "scenario", "shown"),
    [
        ("1 2 5", "", ["1 2 Vermin 3 × 3"]),
        ("6 6", "", ["6 6 Acid rain"]),
        ("1 1 3", VERMIN, ["1 1 Abomination counts as Vermin 2 × 2"]),
        ("1 1 6 6", ROBOT, ["1 1 Abomination re-roll", "6 6 Acid rain"]),
        ("6 6", "extraction", ["6 6 Acid rain"]),
    ],
)
def test_dice_of_the_table_are_read(client, dice, scenario, shown):
    html = page(client, roll="rencontres", dice=dice, scenario=scenario)
    assert fell(html) == shown


@pytest.mark.parametrize("dice", ["7 1", "1", "1 2", "1 1 1", "x"])
def test_dice_that_cannot_have_fallen_are_refused(client, dice):
    html = page(client, roll="rencontres", dice=dice)
    assert ('role="alert"' in html, fell(html)) == (True, [])


def test_the_rules_page_leads_there(client):
    assert PAGE in client.get("/rules/rbn/").content.decode()
