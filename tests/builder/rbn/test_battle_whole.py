"""All that battles of Red Button's Nation offer, on the example list in every scenario: it rolls and is marked."""

import json
import re
from dataclasses import replace

import pytest
from django.urls import reverse
from django.utils.html import escape

from builder.battles.markers import side_of
from builder.battles.marks import MarkContext, apply_changes, perform
from builder.games.rbn.battle.build import ACTIONS, BATTLE
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from rules.games.rbn.play import collisions, driving, hazards, trials
from rules.games.rbn.play.morale import MORALE_TEST
from rules.play.battle import SWITCH
from rules.play.dice import Thrown
from tests import make
from tests.battles import played as stored
from tests.builder.rbn import played

OWN = driving.ACTIONS | collisions.ACTIONS | hazards.ACTIONS | trials.ACTIONS | {"morale": MORALE_TEST}


def example():
    loaded = LoadedRoster.from_data(json.loads(example_file("rbn").read_text("utf-8")))
    loaded.catalogue = make.catalogue()
    return side_of(loaded)


def battle(slug):
    """The example list against itself, with roles, and much that is the matter with vehicles and fighters."""
    roles = [one.slug for one in BATTLE.roles(make.catalogue(), slug)] or [None, None]
    sides = [replace(example(), role=role) for role in roles]
    fight = played.battle(*sides, scenario=slug)
    matters = ("on-fire", "immobilised")
    marks = {path: 1 for path in fight.markers_by_path if path.rpartition("/")[2] in matters}
    marks |= {path: 4 for path in fight.markers_by_path if path.endswith("/breakdowns")}
    return played.battle(*sides, scenario=slug, marks=marks | {"table/round": 2})


def rolls(fight):
    """(slug of the action, what a throw of its dice says) for every action of every unit, by two seeds."""
    context = played.context(fight)
    for slug, action in OWN.items():
        paths = [path for path, unit in fight.units_by_path.items() if unit.kind in action.kinds] or [""]
        for path in paths:
            if action.suits is None or action.suits(fight, path):
                attempt = action.attempt(context, {"unit": path})
                for seed in ("one", "two"):
                    yield slug, attempt.reads(Thrown(seed)) if attempt.reads else attempt


@pytest.mark.parametrize("slug", [None, *make.catalogue().scenarios])
def test_what_any_roll_proposes_can_be_marked(slug):
    fight = battle(slug)
    seen = set()
    for name, outcome in rolls(fight):
        seen.add(name)
        for proposal in outcome.proposals:
            changes = perform(BATTLE.all_commands, MarkContext(fight, book=make.catalogue()), proposal.command)
            assert set(changes) <= fight.markers_by_path.keys(), (name, proposal.command)
            apply_changes(fight, changes)
    assert {"breakdowns", "off-road", "free", "damage", "accident", "run-over", "collision", "burn", "fall"} <= seen


@pytest.mark.parametrize("slug", [None, *make.catalogue().scenarios])
def test_what_any_step_rolls_can_be_marked(slug):
    fight = battle(slug)
    for checklist in BATTLE.checklists(played.context(fight)):
        for step in checklist.steps:
            assert fight.markers_by_path[step.path].kind == SWITCH
            for seed in ("one", "two", "three") if step.reads and checklist.slug in ("setup", "round") else ():
                for proposal in step.reads(Thrown(seed)).proposals:
                    perform(BATTLE.all_commands, MarkContext(fight, book=make.catalogue()), proposal.command)


def test_every_notice_leads_to_an_action():
    for slug in (None, *make.catalogue().scenarios):
        for notice in BATTLE.notices(battle(slug), make.catalogue()):
            assert not notice.action or notice.action.partition("?")[0] in ACTIONS, notice


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_battle_is_set_up_rolled_and_ended_on_its_pages(language):
    row = stored.battle(scenario="bataille-rangee")
    client = stored.player(row)
    client.cookies.load({"django_language": language})
    for address in (
        reverse("battle", args=[row.pk]),
        reverse("battle-step", args=[row.pk, "setup", 1]),
        reverse("battle-action", args=[row.pk, "morale"]),
    ):
        assert client.get(address).status_code == 200, address
    rolled = client.post(reverse("battle-step", args=[row.pk, "round", 0]), follow=True)
    assert rolled.status_code == 200
    stored.send(client, row, "set 0/0.0/out 1", "next-round")
    assert stored.state(row).is_down("0/0.0")


@pytest.mark.django_db
def test_seats_and_initiative_suggest_names():
    row = stored.battle()
    parts = stored.url("battle-side", row, 0), stored.url("battle-table", row)
    page = "".join(stored.player(row).get(part).content.decode() for part in parts)
    names = {unit.name.fr for unit in stored.state(row).sides[0].units}
    options = page.partition('<datalist id="names-0">')[2].partition("</datalist>")[0]
    assert all(f'value="{escape(name)}"' in options for name in names)
    seat = re.search(r'<input id="words-[^>]*data-path="0/[^"]*/seat-1"[^>]*>', page)[0]
    initiative = re.search(r'<input id="words-[^>]*data-path="table/initiative"[^>]*>', page)[0]
    assert ('list="names-0"' in seat, 'list="names-table"' in initiative) == (True, True)
    assert '<option value="List 2">' in page
