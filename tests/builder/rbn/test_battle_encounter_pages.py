"""Hostile elements on the pages of a battle: rolled for, put on the table, walked through their chart, marked."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from builder.models import Mark
from rules.play.dice import Thrown
from tests import make
from tests.battles import played
from tests.battles.played import url

KNOWN = make.catalogue().play.encounters


pytestmark = pytest.mark.django_db
EXTRACTION, VERMIN = "extraction", "escale-sans-lendemain"


def action(row, slug, **query):
    return f"{url('battle-action', row, slug)}?{'&'.join(f'{key}={value}' for key, value in query.items())}"


def page(client, address):
    answer = client.get(address, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def offered(html):
    """The commands that buttons of a page send."""
    return re.findall(r'name="command" value="([^"]+)"', html)


def ways(html):
    return re.findall(r'name="way" value="([^"]+)"', html)


def accept(client, row, html):
    """Tap the first thing that is offered."""
    client.post(url("battle-marks", row), {"id": "accepted-1", "command": offered(html)[0]})


def test_a_roll_is_kept_with_its_seed_and_its_encounter_is_put_on_the_table():
    row = played.battle(scenario=VERMIN)
    client = played.player(row)
    answer = client.post(action(row, "encounter"))
    (mark,) = Mark.objects.filter(battle=row)
    met = KNOWN.roll(Thrown(mark.roll["seed"]), VERMIN)
    assert 'name="accept" value="0"' in page(client, answer["Location"])
    client.post(answer["Location"], {"accept": "0"})
    state = played.state(row)
    assert (len(state.others), state.number("table/step-encounter")) == (met.number, 1)
    assert {unit.facts["hostile"] for unit in state.others.values()} <= {"vermine"}


def test_dice_of_the_table_bring_who_the_book_says():
    row = played.battle(scenario=EXTRACTION)
    client = played.player(row)
    html = page(client, action(row, "encounter", dice="5+4+3"))
    assert offered(html) == ["met zombie 3"]
    accept(client, row, html)
    assert [unit.name.en for unit in played.state(row).others.values()] == ["Zombie", "Zombie 2", "Zombie 3"]
    html = page(client, url("battle-table", row))
    assert ("Zombie 3" in html, html.count(KNOWN.rules["horde"].text.en)) == (True, 3)


def test_dice_that_cannot_have_fallen_are_said():
    row = played.battle()
    answer = played.player(row).get(action(row, "encounter", dice="7+1"))
    assert (answer.status_code, 'role="alert"' in answer.content.decode()) == (422, True)


def test_the_step_of_the_round_rolls_too():
    row = played.battle()
    client = played.player(row)
    step = reverse("battle-step", args=[row.pk, "hostile", 0])
    html = page(client, f"{step}?dice=2+3+5")
    assert offered(html) == ["met chien-sauvage 3"]


def test_the_chart_is_walked_tap_by_tap_to_the_end():
    row = played.battle()
    client = played.player(row)
    played.send(client, row, "encounter zombie")
    assert action(row, "act", unit="others/1") in page(client, url("battle", row) + "?unit=others/1")
    way, seen = "", []
    while answers := ways(page(client, action(row, "act", unit="others/1", way=way))):
        seen.append(answers)
        way = answers[-1]
    assert seen == [["y", "n"], ["ny", "nn"]]
    client.post(action(row, "act", unit="others/1"), {"way": way, "unit": "others/1", "id": "a", "accept": "0"})
    assert played.state(row).number("others/1/activated") == 1


def test_the_chart_leads_to_the_dice_of_a_melee():
    row = played.battle()
    client = played.player(row)
    played.send(client, row, "encounter abomination")
    html = page(client, action(row, "act", unit="others/1", way="e"))
    link = next(one for one in re.findall(r'href="([^"]+)"', html) if "/actions/melee/" in one)
    assert parse_qs(urlsplit(link).query) == {"unit": ["others/1"]}
    assert "Abomination" in page(client, link)


def test_an_infected_fighter_turns():
    row = played.battle()
    client = played.player(row)
    played.send(client, row, "set 0/0.0/infection 2")
    html = page(client, action(row, "infection", unit="0/0.0", dice="3"))
    assert offered(html) == ["turn 0/0.0"]
    accept(client, row, html)
    state = played.state(row)
    assert (state.is_down("0/0.0"), [unit.name.fr for unit in state.others.values()]) == (True, ["Zombie"])


@pytest.mark.parametrize("slug", ["encounter", "act", "act-alone", "infection"])
def test_strangers_have_no_dice_and_what_makes_no_sense_is_borne(slug):
    row = played.battle()
    assert Client().get(action(row, slug)).status_code == 404
    for unit in ("", "others/9", "0/0.0", "1", "x/y"):
        page(played.player(row), action(row, slug, unit=unit, way="q"))
