"""The page of a shot: what is chosen stays chosen, dice are rolled once, read again, and marks are accepted."""

import re
from html import unescape

import pytest

from tests.battles import played
from tests.builder.first_wave.battle import fought

pytestmark = pytest.mark.django_db


def shooter(game):
    """(battle, client of its host, path of the first unit of the first side that offers shots)."""
    row = played.battle(game)
    document = played.state(row)
    suits = fought.GAME_UIS[game].battle.actions["shoot"].suits
    return row, played.player(row), next(path for path in document.units_by_path if suits(document, path))


def commands(page):
    """The commands that a page offers for acceptance."""
    return [unescape(one) for one in re.findall(r'name="command" value="([^"]*)"', page)]


def fell(page):
    """The dice that a page shows."""
    return re.findall(r'<span class="die[^>]*>(\d)</span>', page.text)


@pytest.mark.parametrize("game", ["rbn", "first-wave"])
@pytest.mark.parametrize("slug", ["shoot", "melee"])
def test_dice_are_rolled_once_and_read_again_after_their_marks(game, slug):
    row, client, path = shooter(game)
    address = played.url("battle-action", row, slug)
    page = client.get(address, {"unit": path})
    assert (page.status_code, "D6" in page.text) == (200, True)
    sent = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page.text))
    rolled = client.post(address, {"unit": path} | {key: unescape(value) for key, value in sent.items()})
    first = client.get(rolled.url)
    offered = [one for one in commands(first.text) if not one.startswith("undo")]
    played.send(client, row, *offered)
    again = client.get(rolled.url)
    assert fell(first) == fell(again) != []
    assert [one for one in commands(again.text) if not one.startswith("undo")] == offered


@pytest.mark.parametrize("game", ["rbn", "first-wave"])
def test_dice_of_the_table_are_read_and_wrong_ones_refused(game):
    row, client, path = shooter(game)
    address = played.url("battle-action", row, "shoot")
    wrong = client.get(address, {"unit": path, "dice": "7"})
    few = client.get(address, {"unit": path, "dice": "1"})
    assert (wrong.status_code, few.status_code) == (422, 422)


@pytest.mark.parametrize("game", ["rbn", "first-wave"])
@pytest.mark.parametrize("slug", ["shoot", "melee"])
@pytest.mark.parametrize("unit", ["", "9/9.9", "others/7", "table/round"])
def test_a_unit_that_is_not_there_has_no_dice(game, slug, unit):
    row = played.battle(game)
    page = played.player(row).get(played.url("battle-action", row, slug), {"unit": unit})
    assert (page.status_code, 'id="dice"' in page.text) == (200, False)


@pytest.mark.parametrize("game", ["rbn", "first-wave"])
def test_fields_that_make_no_sense_are_as_if_unsaid(game):
    row, client, path = shooter(game)
    nonsense = {
        "weapon": "99",
        "band": "far",
        "target": "9/9.9",
        "target2": "x",
        "share2": "-1",
        "cover": "sky",
        "gunner": "me",
    }
    page = client.get(played.url("battle-action", row, "shoot"), {"unit": path} | nonsense)
    assert page.status_code == 200
