"""Who may roll what for whom, and which ids a browser may give."""

import json
import re

import pytest
from django.urls import reverse

from builder.models import Mark
from builder.registry import GAME_UIS
from tests.battles import played

pytestmark = pytest.mark.django_db


def action(battle, slug):
    return reverse("battle-action", args=[battle.pk, slug])


def rolled(client, battle, slug, **fields):
    """Roll; returns the number of the roll."""
    answer = client.post(action(battle, slug), fields)
    return int(re.search(r"[?&]roll=(\d+)", answer["Location"])[1])


def accept(client, battle, slug, roll, **fields):
    return client.post(f"{action(battle, slug)}?roll={roll}", fields | {"accept": "0"}, follow=True)


# --- who acts ---------------------------------------------------------------------------------------------------------


def failed_morale(client, battle, **fields):
    """Roll the morale test of side 0 until the convoy flees (the example's chief has C 3); the number of that roll."""
    while True:
        number = rolled(client, battle, "morale", side="0", sono="no", **fields)
        if Mark.objects.get(battle=battle, number=number).roll["dice"][0] < 3:
            return number


@pytest.mark.parametrize("undeclared", [{}, {"unit": "1/0.0"}, {"unit": "others/1"}])
def test_anothers_failed_morale_test_is_not_for_a_guest_to_accept(undeclared):
    battle = played.battle()
    host, guest = played.player(battle, 0), played.player(battle, 1)
    number = failed_morale(guest, battle, **undeclared)
    accept(guest, battle, "morale", number, side="0", sono="no", **undeclared)
    assert played.state(battle).marks == {}
    accept(host, battle, "morale", number, side="0", sono="no")
    assert all(played.state(battle).number(f"0/{unit.key}/fled") for unit in played.state(battle).sides[0].units)


def test_what_ones_own_unit_does_to_anothers_is_for_oneself_to_accept():
    battle = played.battle()
    guest = played.player(battle, 1)
    fields = {"unit": "1/0.0", "foe": "0/0.0"}
    page = guest.get(action(battle, "melee"), fields)
    fields = page.context["fields"]
    for _try in range(60):
        number = rolled(guest, battle, "melee", **fields)
        shown = guest.get(action(battle, "melee"), fields | {"roll": number}).context["outcome"]
        hits = [n for n, one in enumerate(shown.proposals) if "0/0.0/wounds" in one.command]
        if hits:
            break
    guest.post(f"{action(battle, 'melee')}?roll={number}", fields | {"accept": hits[0]})
    assert played.state(battle).number("0/0.0/wounds") >= 1


def test_a_roll_keeps_no_field_that_its_action_does_not_know():
    battle = played.battle()
    client = played.player(battle)
    rolled(client, battle, "morale", side="0", unit="1/0.0", nonsense="x")
    assert set(Mark.objects.get().roll["fields"]) <= {"side", "sono"}


@pytest.mark.parametrize("game", ["rbn", "first-wave"])
def test_every_action_says_who_acts_by_a_field_that_it_reads(game):
    """A unit's action by its unit, also where the form asks for it; the table's by a field of its form, or nobody."""
    actions = GAME_UIS[game].battle.actions
    assert {slug for slug, one in actions.items() if one.actor == ""} <= {"encounter", "entry"}
    assert {slug for slug, one in actions.items() if one.actor == "side"} <= {"morale"}
    assert all(one.actor in ("", "side", "unit") for one in actions.values())
    assert all(one.actor == "unit" for one in actions.values() if one.kinds)


@pytest.mark.parametrize("game", ["rbn", "first-wave"])
def test_no_action_of_anothers_unit_is_for_a_guest_to_accept_whatever_else_is_sent(game):
    battle = played.battle(game)
    guest, document = played.player(battle, 1), played.state(battle)
    kinds = {unit.kind: f"0/{unit.key}" for unit in document.sides[0].units}
    tried = 0
    for slug, one in GAME_UIS[game].battle.actions.items():
        for path in kinds.values() if one.actor == "unit" else ["0"]:
            fields = {"unit": "1/0.0", "side": "1", "actor": "1", "by": "1/0.0"} | {one.actor or "none": path}
            page = guest.post(action(battle, slug), fields, follow=True).context
            for number, _proposal in enumerate(page["outcome"].proposals if page["outcome"] else ()):
                shown = fields | page["fields"]
                guest.post(f"{action(battle, slug)}?roll={page['roll_number']}", shown | {"accept": number})
                tried += 1
    assert tried >= 3
    assert [path for path in played.state(battle).marks if path.startswith("0/")] == []


# --- ids --------------------------------------------------------------------------------------------------------------


def test_the_ids_of_acceptances_cannot_be_sent():
    battle = played.battle()
    host, guest = played.player(battle, 0), played.player(battle, 1)
    batch = {"marks": [{"id": f"accept-{n}-0-1", "command": "add table/round 0"} for n in range(1, 9)]}
    answer = guest.post(played.url("battle-marks", battle), json.dumps(batch), content_type="application/json")
    assert (answer.status_code, Mark.objects.count()) == (400, 0)
    for n in range(1, 9):
        guest.post(played.url("battle-marks", battle), {"id": f"accept-{n}-0-1", "command": "add table/round 0"})
        guest.post(played.url("battle-paper", battle), {"id": f"accept-{n}-0-1", "table/round=1": f"{n}"})
    assert not Mark.objects.filter(uid__startswith="accept").exists()
    played.send(host, battle, "set 0/0.0/on-fire 1")
    number = rolled(host, battle, "burn", unit="0/0.0")
    accept(host, battle, "burn", number, unit="0/0.0")
    assert Mark.objects.get(number=number + 1).uid == f"accept-{number}-0-1"
