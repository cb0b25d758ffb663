"""The page of a shot: what is chosen stays chosen, dice are rolled once, read again, and marks are accepted."""

import json
import re
from html import unescape
from urllib.parse import parse_qsl

import pytest

from tests.battles import played
from tests.builder.first_wave.battle import fought

pytestmark = pytest.mark.django_db


def shooter(game):
    """(battle, client of its host, path of the first unit of the first side that offers shots)."""
    row = played.battle(game)
    document = played.state(row)
    suits = fought.BATTLES[game].actions["shoot"].suits
    return row, played.player(row), next(path for path in document.units_by_path if suits(document, path))


def proposed(page):
    """(those that a page offers for acceptance, those that stand accepted), as it says them."""
    offered = re.findall(r'name="accept" value="(\d+)"', page.text)
    return offered, page.text.count('class="proposal accepted"')


def roll(client, address, **fields):
    """Roll as a phone does, with all that the form holds; the address of what fell."""
    page = client.get(address, fields)
    sent = re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', page.text)
    return client.post(address, fields | {key: unescape(value) for key, value in sent}).url


def accept(client, address, number):
    """Tap a proposal of what fell."""
    query = dict(parse_qsl(address.partition("?")[2].partition("#")[0], keep_blank_values=True))
    number_of_roll = query.pop("roll")
    return client.post(f"{address.partition('?')[0]}?roll={number_of_roll}", query | {"accept": number})


def fell(page):
    """The dice that a page shows."""
    return re.findall(r'<span class="die[^>]*>(\d)', page.text)


@pytest.mark.parametrize("game", ["rbn", "first-wave"])
@pytest.mark.parametrize("slug", ["shoot", "melee"])
def test_dice_are_rolled_once_and_read_again_after_their_marks(game, slug):
    row, client, path = shooter(game)
    address = roll(client, played.url("battle-action", row, slug), unit=path)
    first = client.get(address)
    offered, _accepted = proposed(first)
    for number in offered:
        accept(client, address, number)
    again = client.get(address)
    assert fell(first) == fell(again) != []
    assert proposed(again) == ([], len(offered))


def fighter_of(row, side):
    """The path of the first fighter of a side."""
    units = played.state(row).units_by_path
    return next(path for path, unit in units.items() if path[0] == side and unit.kind == "fighter")


def melee_of_guest():
    """(battle, client of the guest, the address of a melee that the guest's first fighter has fought)."""
    row = played.battle("rbn")
    guest = played.player(row, 1)
    path = next(
        one for one, unit in played.state(row).units_by_path.items() if one[0] == "1" and unit.kind == "fighter"
    )
    return row, guest, roll(guest, played.url("battle-action", row, "melee"), unit=path)


def test_what_a_players_own_dice_did_to_another_is_marked_once():
    row, guest, address = melee_of_guest()
    counted = proposed(guest.get(address))[0][-1]  # a melee more for both, on units of both sides
    for _tap in range(2):
        accept(guest, address, counted)
    found = played.state(row).marks
    assert sorted(path.split("/")[0] for path in found if path.endswith("/melees")) == ["0", "1"]
    assert {value for path, value in found.items() if path.endswith("/melees")} == {1}


def test_what_was_taken_back_may_be_accepted_again():
    row, guest, address = melee_of_guest()
    counted = proposed(guest.get(address))[0][-1]
    accept(guest, address, counted)
    played.send(guest, row, "undo")
    assert counted in proposed(guest.get(address))[0]
    accept(guest, address, counted)
    assert counted not in proposed(guest.get(address))[0]


def test_nobody_accepts_what_no_dice_propose():
    row, guest, address = melee_of_guest()
    assert accept(guest, address, 99).status_code == 404
    forged = address.replace("enemies=1", "enemies=2")
    assert accept(guest, forged, 0).status_code == 404
    assert accept(played.player(row, 0), re.sub(r"roll=\d+", "roll=999", address), 0).status_code == 404
    before = played.state(row).marks
    played.send(guest, row, "add 0/0.0/wounds 1")
    assert played.state(row).marks == before


def test_dice_of_anothers_unit_do_not_mark_that_side():
    row, _guest, _address = melee_of_guest()
    host_unit = next(
        one for one, unit in played.state(row).units_by_path.items() if one[0] == "0" and unit.kind == "fighter"
    )
    guest = played.player(row, 1)
    forced = roll(guest, played.url("battle-action", row, "melee"), unit=host_unit)
    before = played.state(row).marks
    for number in proposed(guest.get(forced))[0][-1:]:
        accept(guest, forced, number)
    assert played.state(row).marks == before


def test_ids_that_look_like_an_acceptance_do_no_harm():
    row, guest, address = melee_of_guest()
    number = re.search(r"roll=(\d+)", address)[1]
    batch = {"marks": [{"id": f"accept-{number}-x-y", "command": "add table/round 1"}]}
    guest.post(played.url("battle-marks", row), json.dumps(batch), content_type="application/json")
    assert guest.get(address).status_code == 200


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
