"""Dice in a battle: how many and why, rolled with a seed that is kept or typed in, and what may be marked then."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from django.urls import reverse

from builder.battles.spec import BATTLES, Checklist, Step
from builder.models import Mark
from rules.play.actions import Action, Attempt, Chance, Choice, Field, Outcome, Proposal, Reason
from tests.battles import played

pytestmark = pytest.mark.django_db
WOUNDS = "1/0.0/wounds"


def reads(number):
    def read(dice):
        hits = sum(value >= 4 for value in dice.several(number, worth=lambda face: (face >= 4) + (face == 6)))
        proposals = (Proposal("Mark them", (f"add {WOUNDS} {hits}", "set 0/0.0/activated 1")),)
        return Outcome((Reason(str(hits), "hits"),), proposals)

    return read


def attempt(_context, fields):
    number = 3 if fields.get("range") == "near" else 2
    options = (Choice("near", "Near"), Choice("far", "Far"))
    return Attempt(
        fields=(Field("range", "Range", options, fields.get("range", "far")),),
        dice=f"{number}D6",
        against="4+",
        reasons=(Reason(str(number), "for the range", "p. 16"),),
        chances=(Chance("nothing", Fraction(1, 2**number)),),
        reads=reads(number),
    )


@pytest.fixture
def battle(monkeypatch):
    steps = Checklist("setup", "Set-up", (Step("table/step-terrain", "Terrain", dice="1D6", reads=reads(1)),))
    spec = replace(
        BATTLES["rbn"],
        actions={"shoot": Action("Shoot", attempt, kinds=("fighter",))},
        checklists=lambda _context: (steps,),
    )
    monkeypatch.setitem(BATTLES, "rbn", spec)
    return played.battle()


def page(battle, query=""):
    return reverse("battle-action", args=[battle.pk, "shoot"]) + query


def test_each_die_has_its_reason_and_the_choice_changes_them(battle):
    client = played.player(battle)
    far, near = (client.get(page(battle, f"?unit=0/0.0&range={one}")).content.decode() for one in ("far", "near"))
    assert "<b>2D6</b>" in far
    assert "<b>3D6</b>" in near
    assert "p.\u00a016" in near
    assert "12%" in near


def test_a_roll_keeps_its_seed_and_is_read_again_the_same(battle):
    client = played.player(battle)
    rolled = client.post(page(battle), {"unit": "0/0.0", "range": "near"})
    mark = Mark.objects.get()
    assert (len(mark.roll["dice"]), mark.changes) == (3, {})
    pages = [client.get(rolled["Location"]).context for _time in range(2)]
    fell = tuple((value, (value >= 4) + (value == 6)) for value in mark.roll["dice"])
    assert pages[0]["faces"] == pages[1]["faces"] == fell
    check = reverse("dice") + f"?seed={mark.roll['seed']}&dice=1D6%2C1D6%2C1D6"
    assert check.replace("&", "&amp;") in client.get(rolled["Location"]).content.decode()


def test_a_roll_of_other_choices_is_not_shown_for_these(battle):
    client = played.player(battle)
    rolled = client.post(page(battle), {"unit": "0/0.0", "range": "near"})["Location"]
    assert client.get(rolled.replace("near", "far")).context["outcome"] is None


def test_the_dice_of_the_table_are_read_and_not_kept(battle):
    client = played.player(battle)
    shown = client.get(page(battle, "?unit=0/0.0&range=far&dice=4+1"))
    assert (shown.context["outcome"].lines[0].value, Mark.objects.count()) == ("1", 0)


def test_each_success_is_highlighted_and_a_6_that_counts_twice_twice(battle):
    shown = played.player(battle).get(page(battle, "?unit=0/0.0&range=near&dice=3+4+6")).content.decode()
    dice = re.findall(r'<span class="(die[^"]*)">(\d)(?:\s*<i aria-hidden="true">(•+)</i>)?', shown)
    assert dice == [("die", "3", ""), ("die hit", "4", "•"), ("die hit", "6", "••")]


@pytest.mark.parametrize("dice", ["4", "4 5 6", "7 1", "four"])
def test_dice_that_cannot_have_fallen_are_refused(battle, dice):
    shown = played.player(battle).get(page(battle), {"dice": dice})
    assert (shown.status_code, shown.context["outcome"]) == (422, None)


def test_nothing_is_marked_before_the_outcome_is_accepted_and_then_all_at_once(battle):
    client = played.player(battle)
    shown = client.get(page(battle, "?unit=0/0.0&dice=4+5"))
    command = shown.context["outcome"].proposals[0].command
    assert played.state(battle).marks == {}
    client.post(played.url("battle-marks", battle), {"command": command})
    assert played.state(battle).marks == {WOUNDS: 2, "0/0.0/activated": 1}
    played.send(client, battle, "undo")
    assert played.state(battle).number(WOUNDS) == 0


def test_a_step_of_a_checklist_rolls_too(battle):
    client = played.player(battle)
    step = reverse("battle-step", args=[battle.pk, "setup", 0])
    assert len(client.get(client.post(step)["Location"]).context["faces"]) == 1
    assert client.get(reverse("battle-step", args=[battle.pk, "setup", 1])).status_code == 404


def test_an_unknown_action_is_not_found(battle):
    assert played.player(battle).get(reverse("battle-action", args=[battle.pk, "fly"])).status_code == 404
