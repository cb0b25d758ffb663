"""The rules page of a game: titles, chapters, rulings with their questions, and all that its book's data have."""

import re
from collections import Counter
from html import unescape
from itertools import pairwise

import pytest

from builder import wording
from rules.catalogue import Cite
from rules.registry import GAMES
from tests import make

pytestmark = pytest.mark.django_db
of_every_game = pytest.mark.parametrize("game", sorted(GAMES))
LARGEST = 184_320  # bytes of a page


def page_of(client, game, language="en"):
    return client.get(f"/rules/{game}/", headers={"accept-language": language}).content.decode()


def words(text):
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", text)).split())


def cited(catalogue):
    """Every entry of a book that cites it, the rows of its tables included."""
    for name in catalogue.__dataclass_fields__:
        entries = getattr(catalogue, name)
        if isinstance(entries, dict):
            for entry in entries.values():
                yield entry
                yield from getattr(entry, "rows", {}).values() if name == "tables" else ()


@of_every_game
def test_all_that_the_book_has_is_on_the_page(client, game):
    page, entries = words(page_of(client, game)), list(cited(make.catalogue(game)))
    assert all(isinstance(entry.cite, Cite) for entry in entries)
    names = {" ".join(entry.name.en.split()) for entry in entries if not entry.retired and entry.name}
    assert sorted(name for name in names if name not in page) == []
    cites = {words(wording.cited(entry.cite, "en")) for entry in entries}
    assert sorted(cite for cite in cites if cite not in page) == []


def test_factions_show_both_traits_scenarios_their_missions_and_profiles_what_they_carry(client):
    page, book = words(page_of(client, "rbn")), make.catalogue("rbn")
    texts = [trait.text.en for faction in book.factions.values() for trait in (faction.advantage, faction.drawback)]
    texts += [mission.text.en for scenario in book.scenarios.values() for mission in scenario.missions]
    texts += [row.right.en for reminder in book.reminders.values() for row in reminder.rows]
    texts += [one.text.en for one in (*book.victory.values(), *book.special_rules.values())]
    assert [text for text in texts if words(text) not in page] == []
    assert re.search(r"Convoy chief RBN v2, p. 50 .{0,20}T 3\+ · C 3\+ .* Assault rifle .* Sword .* Armour .* 74", page)


def test_a_thing_of_red_buttons_nation_stands_with_all_its_names(client):
    page = words(page_of(client, "rbn"))
    assert all(name in page for name in ("Sword katana, axe", "Pistol revolver, zip gun", "Truncheon crowbar"))


@of_every_game
def test_rules_have_titles_and_small_ids_that_links_lead_to(client, game):
    page = page_of(client, game)
    for rule in GAMES[game].register.rules.values():
        start = page.index(f'<li id="{rule.id}"')
        assert page[start:].split(">", 1)[1].lstrip().startswith("<h4>")
    assert page.count('class="rule ') == page.count("<h4>")


@of_every_game
def test_a_ruling_prints_its_question_with_the_answer_at_each_rule(client, game):
    page, book = words(page_of(client, game)), make.catalogue(game)
    for rule in GAMES[game].register.rules.values():
        for slug in rule.rulings:
            ruling = book.rulings[slug]
            assert words(f"{ruling.name.en} {slug}") in page


@of_every_game
def test_no_table_stands_twice(client, game):
    tables = page_of(client, game).partition('id="tables"')[2].partition('id="rulings"')[0]
    content = [words(one) for one in re.findall(r"<table.*?</table>", tables, re.DOTALL)]
    assert sorted(one for one, times in Counter(content).items() if times > 1) == []


@of_every_game
def test_headings_do_not_jump(client, game):
    for path in (f"/rules/{game}/", f"/examples/{game}/"):
        levels = [int(level) for level in re.findall(r"<h(\d)", client.get(path).content.decode())]
        assert levels[0] == 1
        assert [pair for pair in pairwise(levels) if pair[1] > pair[0] + 1] == []


@of_every_game
@pytest.mark.parametrize("language", ["fr", "en"])
def test_the_page_weighs_little_and_asks_the_database_the_same_each_time(
    client, game, language, django_assert_max_num_queries
):
    page_of(client, game, language)
    with django_assert_max_num_queries(3):
        assert len(page_of(client, game, language).encode()) < LARGEST


def row_of(page, name):
    """The words of the row of a table that begins with a name."""
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    return next(words(row) for row in rows if words(row).startswith(name))


WEAPONS = [  # RBN p. 20
    ("Bow", "long range 0-40 cm +0 · driver no · passenger −2D6 · no reaction fire"),
    ("Crossbow", "normal range 0-15 cm +1D6 · long range 15-30 cm +0 · driver −2D6 · passenger −1D6"),
    ("Shotgun", "normal range 0-10 cm +3D6 · long range 10-20 cm +1D6 · driver −1D6 · passenger +0"),
]


@pytest.mark.parametrize(("name", "says"), WEAPONS)
def test_a_weapon_names_its_bands_and_what_riders_roll(client, name, says):
    row = row_of(page_of(client, "rbn"), name)
    assert says in row
    assert ("no reaction fire" in row) == ("normal range" not in row)


OPTIONS = [  # RBN p. 28 and 29
    ("Pivoting ballista", ("1 slot ", "Medium vehicle Heavy vehicle", "Survivors", "arc 180°")),
    ("Pivoting flamethrower", ("2 slots", "Heavy vehicle", "arc 180°")),
    ("Rocket launcher", ("1 slot ", "straight ahead")),
]


@pytest.mark.parametrize(("name", "says"), OPTIONS)
def test_an_option_says_its_slots_types_faction_and_arc(client, name, says):
    rows = re.findall(r"<tr>(.*?)</tr>", page_of(client, "rbn"), re.DOTALL)
    found = [words(row) for row in rows if words(row).startswith(name) and "slot" in words(row)]
    assert len(found) == 1
    assert all(one in found[0] for one in says)


SAYS = ("Line of sight True", "No scenario From 60 × 80 cm", "3-5 No actions")


@pytest.mark.parametrize("says", SAYS)
def test_sight_what_to_bring_and_the_net_are_on_the_page_of_red_buttons_nation(client, says):
    assert says in words(page_of(client, "rbn"))
