"""Who may roll what for whom, and which ids a browser may give."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from builder.battles.spec import BATTLES
from builder.models import Mark
from rules.play.form import FREE_FIELDS
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
    assert set(Mark.objects.get().roll["fields"]) <= {"side", "sono", *FREE_FIELDS}


@pytest.mark.parametrize("game", ["rbn", "first-wave"])
def test_every_action_says_who_acts_by_a_field_that_it_reads(game):
    """A unit's action by its unit, also where the form asks for it; the table's by a field of its form, or nobody."""
    actions = BATTLES[game].actions
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
    for slug, one in BATTLES[game].actions.items():
        for path in [*(kinds.values() if one.actor == "unit" else ["0"])] * 4:
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


# --- what is rolled ---------------------------------------------------------------------------------------------------


def log(client, battle, language="en"):
    """The lines of the log, newest first, without their markup."""
    page = client.get(played.url("battle-log", battle), headers={"accept-language": language}).content.decode()
    lines = re.findall(r"<li[^>]*>(.*?)</li>", page.partition('class="battle-log"')[2], re.DOTALL)
    return [re.sub("[ \n]+", " ", re.sub("<[^>]*>", " ", one)) for one in lines]


def burning():
    """A battle of two in which the host's first fighter is on fire."""
    battle = played.battle()
    host = played.player(battle, 0)
    played.send(host, battle, "set 0/0.0/on-fire 1")
    return battle, host, played.player(battle, 1)


def test_a_roll_says_who_with_what_and_at_whom_in_both_languages():
    battle = played.battle()
    host, document = played.player(battle), played.state(battle)
    who, whom = document.units_by_path["0/2.0"].name, document.units_by_path["1/0.0"].name
    shown = host.get(action(battle, "shoot"), {"unit": "0/2.0", "target": "1/0.0"}).context
    weapon = next(one for one in shown["attempt"].fields if one.name == "weapon").options[0].name
    rolled(host, battle, "shoot", **shown["fields"])
    assert f"{who.en}: Shoot · {weapon.en} · {whom.en}" in log(host, battle)[0]
    assert f"{who.fr}\u202f: Tirer · {weapon.fr} · {whom.fr}" in log(host, battle, "fr")[0]
    number = rolled(host, battle, "morale", side="1")
    assert "List 2: Morale test" in log(host, battle)[0]
    assert f"Roll {number} · List 2: Morale test" in log(host, battle)[0]


def test_the_log_says_of_which_roll_an_acceptance_is_and_which_of_the_activation_that_was():
    battle, host, _guest = burning()
    numbers = [rolled(host, battle, "burn", unit="0/0.0") for _time in range(3)]
    accept(host, battle, "burn", numbers[2], unit="0/0.0")
    assert f"from roll {numbers[2]}, third of this activation" in log(host, battle)[0]
    assert f"d’après le jet {numbers[2]}, troisième de cette activation" in log(host, battle, "fr")[0]
    assert sum(": On fire" in one for one in log(host, battle)) == 3


def test_rolls_of_others_and_of_another_round_or_action_are_counted_apart():
    battle, host, _guest = burning()
    played.send(host, battle, "set 0/1.0/on-fire 1")
    for unit, slug in (("0/1.0", "burn"), ("0/0.0", "fall"), ("0/0.0", "burn"), ("0/0.0", "burn")):
        rolled(host, battle, slug, unit=unit)
    played.send(host, battle, "next-round")
    rolled(host, battle, "burn", unit="0/0.0")
    assert [one.roll["nth"] for one in Mark.objects.filter(roll__isnull=False).order_by("number")] == [1, 1, 1, 2, 1]


def test_a_roll_ends_with_its_round_and_lives_again_when_the_round_is_taken_back():
    battle, host, _guest = burning()
    number = rolled(host, battle, "burn", unit="0/0.0")
    address = f"{action(battle, 'burn')}?roll={number}"
    played.send(host, battle, "next-round")
    before = played.state(battle).marks
    answer = host.post(address, {"unit": "0/0.0", "accept": "0"})
    assert (answer.status_code, "That roll was for an earlier turn." in answer.content.decode()) == (422, True)
    assert played.state(battle).marks == before
    page = host.get(f"{address}&unit=0/0.0").content.decode()
    assert ("That roll was for an earlier turn." in page, 'name="accept"' in page) == (True, False)
    played.send(host, battle, "undo")
    assert 'name="accept"' in host.get(f"{address}&unit=0/0.0").content.decode()
    assert host.post(address, {"unit": "0/0.0", "accept": "0"}).status_code == 302
    assert played.state(battle).marks != before


def test_a_roll_that_was_kept_before_rounds_were_is_still_accepted():
    battle, host, _guest = burning()
    number = rolled(host, battle, "burn", unit="0/0.0")
    mark = Mark.objects.get(number=number)
    mark.roll = {name: mark.roll[name] for name in ("seed", "dice", "sides", "path", "fields")}
    mark.save()
    played.send(host, battle, "next-round")
    assert host.get(played.url("battle-log", battle)).status_code == 200
    accept(host, battle, "burn", number, unit="0/0.0")
    assert played.state(battle).marks.get("0/0.0/wounds", 0) or not played.state(battle).marks["0/0.0/on-fire"]
    assert f"from roll {number}" in log(host, battle)[0]


def test_all_at_the_table_see_a_roll_as_it_falls():
    battle, host, guest = burning()
    number = rolled(host, battle, "burn", unit="0/0.0")
    dice = Mark.objects.get(number=number).roll["dice"]
    said = f"{played.state(battle).units_by_path['0/0.0'].name.en}: On fire"
    watch = reverse("battle-watch", args=[battle.watch_key])
    english = {"accept-language": "en"}
    seen = [
        Client(headers=english).get(played.state_url(battle)).json()["html"]["latest"],
        guest.get(played.url("battle", battle)).content.decode(),
        Client(headers=english).get(watch).content.decode(),
    ]
    assert [(said in one, f'<span class="die">{dice[0]}</span>' in one) for one in seen] == [(True, True)] * 3


def test_an_erased_list_leaves_its_rolls_without_words():
    battle, host, guest = burning()
    rolled(host, battle, "burn", unit="0/0.0")
    rolled(guest, battle, "morale", side="1")
    battle.rosters.get(number=0).roster.delete()
    kept = [set(one.roll) for one in Mark.objects.filter(roll__isnull=False).order_by("number")]
    assert (kept[0], "words" in kept[1]) == ({"seed", "dice", "sides"}, True)
    assert "List 2: Morale test" in log(guest, battle)[0]
