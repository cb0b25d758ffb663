"""The pages of a team, by plain forms and by htmx: created, written in, cleared, shared."""

import json
import re
from dataclasses import replace

import pytest
from django.urls import reverse

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from rules.games.reichbusters.document import Hero, Track
from tests.make import grant
from tests.rules.reichbusters import make

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
HEAD = {"name": "Opération Gigote", "mode": "campaign", "mission": "Le pont", "pre": "5", "post": "4"}


@pytest.fixture
def roster(client):
    """A team that this client may edit."""
    roster, _key = history.create(LoadedRoster(make.team(Hero(hero="brick", name="Brick"), make.hero("sarge"))), "new")
    grant(client, roster)
    return roster


def edit(client, roster, command, headers=None, **fields):
    data = {"command": command, "revision": Roster.objects.get(pk=roster.pk).revision, "opened": "0"} | fields
    return client.post(reverse("roster-edit", args=[roster.pk]), data, headers=headers or {})


def team_of(roster):
    return history.load_roster(Roster.objects.get(pk=roster.pk)).document


def test_a_hero_of_another_team_of_ones_own_is_taken_from_the_panel(client, roster):
    skilled = Hero(hero="quentin", name="Quentin", defense=3, skills=("Silence",))
    for owned, hero in ((True, skilled), (False, replace(skilled, hero="red-hawk", name="Red Hawk"))):
        other, _key = history.create(LoadedRoster(make.team(hero)), "new")
        if owned:
            grant(client, other)
    page = client.get(reverse("roster", args=[roster.pk])).content.decode()
    (command,) = re.findall(r'value="(take-hero [^"]+)"', page)
    assert edit(client, roster, command).status_code == 302
    assert team_of(roster).units[-1] == skilled


def test_a_new_team_is_empty_and_has_its_mission(client):
    client.post("/new/reichbusters/", HEAD)
    team = team_of(Roster.objects.get())
    assert (team.name, team.mission, team.track, team.units) == ("Opération Gigote", "Le pont", Track(5, 4), ())
    assert Roster.objects.get().label_fr == "Le pont"


@pytest.mark.parametrize("bad", [{"pre": "cinq"}, {"mode": "Duel !"}, {"mission": "x" * 201}, {"name": "x" * 201}])
def test_a_head_that_cannot_be_read_is_shown_again(client, bad):
    response = client.post("/new/reichbusters/", HEAD | bad)
    assert (response.status_code, Roster.objects.count()) == (422, 0)


def test_a_weapon_is_written_in_by_a_plain_form(client, roster):
    answer = edit(client, roster, "set-weapon 0 0", name="Couteau", type="melee", attack_dice="2", noise_dice="0")
    assert (answer.status_code, answer["Location"]) == (302, f"/lists/{roster.pk}/?unit=0#unit-0")
    assert team_of(roster).units[0].weapons == (make.weapon("Couteau", range=None),)


def test_htmx_gets_the_card_with_what_was_written(client, roster):
    answer = edit(client, roster, "set-weapon 0 0", HTMX, name="Couteau", type="melee")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'value="Couteau"' in page
    assert 'id="weapon-0-1"' in page


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_figure_that_is_no_number_is_refused(client, roster, headers):
    answer = edit(client, roster, "set-hero 0", headers, defense="deux")
    assert answer.status_code == (422 if headers else 302)
    assert team_of(roster).units[0].defense is None


def test_the_open_dashboard_has_a_form_for_every_place(client, roster):
    page = client.get(f"/lists/{roster.pk}/?unit=0").content.decode()
    forms = ["hero-0", "weapon-0-0", "weapon-0-1", "skills-0", "objects-0", "state-0", "describe-0"]
    assert [form for form in forms if f'<form id="{form}"' not in page] == []
    assert page.count('name="skill-') == page.count('name="object-') == 4


def test_a_full_dashboard_says_why_there_is_no_third_weapon(client, roster):
    english = {"accept-language": "en"}
    page = client.get(f"/lists/{roster.pk}/?unit=1", headers=english).content.decode()
    assert "Weapons: 3, maximum 2." in page
    assert "3 weapons" not in client.get(f"/lists/{roster.pk}/?unit=0", headers=english).content.decode()


def test_a_mission_is_logged_with_who_took_part(client, roster):
    edit(client, roster, "log-add", date="2026-03-01", title="Mission 1", text="Gagnée", **{"unit-0": "on"})
    (entry,) = team_of(roster).log
    assert (entry.date, entry.title, entry.text, entry.units) == ("2026-03-01", "Mission 1", "Gagnée", (0,))


@pytest.mark.database
def test_a_new_mission_can_be_undone(client, roster):
    edit(client, roster, "tally 0 wounds more")
    edit(client, roster, "new-mission")
    assert team_of(roster).units[0].wounds == 0
    edit(client, roster, "undo")
    assert team_of(roster).units[0].wounds == 1


@pytest.mark.database
def test_strange_documents_are_shown(client):
    hero = {"kind": "hero", "hero": "x" * 200, "name": "y" * 200, "wounds": 10**3999, "heroism": {"z" * 200: -1}}
    hero |= {"weapons": [{"name": "w" * 200, "range": 10**3999, "keywords": ["k" * 200] * 40}] * 40}
    document = {"format": "bivouac-roster/1", "game": "reichbusters", "track": {"pre": 10**3999}, "units": [hero]}
    roster, key = history.create(LoadedRoster.from_data(json.loads(json.dumps(document))), "test")
    client.get(f"/e/{key}/")
    for address, text in (
        (f"/lists/{roster.pk}/?unit=0", "y" * 200),
        (f"/lists/{roster.pk}/?head", "1" + "0" * 3999),
        (f"/s/{roster.share_key}/", "y" * 200),
    ):
        answer = client.get(address, follow=True)
        assert (answer.status_code, text in answer.content.decode()) == (200, True)


def test_both_sides_of_a_weapon_have_their_fields(client, roster):
    edit(client, roster, "set-weapon 0 0", name="Scie", **{"improved-attack_dice": "4", "upgraded": "on"})
    page = client.get(f"/lists/{roster.pk}/?unit=0").content.decode()
    assert 'id="improved-attack-0-0" name="improved-attack_dice" inputmode="numeric"\n      value="4"' in page
    assert 'id="attack-0-0" name="attack_dice" inputmode="numeric"\n      value=""' in page
    assert page.count('<details class="upgraded-side" open>') == 1
    edit(client, roster, "new-mission")
    assert team_of(roster).units[0].weapons[0].side.attack_dice is None


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_fifth_hero_is_refused_with_the_reason(client, headers):
    four = make.team(*[make.hero("other", name=f"Nadja {n}") for n in range(4)])
    roster, _key = history.create(LoadedRoster(four), "new")
    grant(client, roster)
    answer = edit(client, roster, "duplicate 0", headers)
    assert (answer.status_code, len(team_of(roster).units)) == (422 if headers else 302, 4)


def test_tokens_are_counted_at_a_glance(client):
    roster, _key = history.create(LoadedRoster(make.party(objects=(make.thing(token="jammed"),) * 2)), "new")
    grant(client, roster)
    page = client.get(f"/lists/{roster.pk}/", headers={"accept-language": "en"}).content.decode()
    assert "<dt>jammed/discharged</dt>\n        <dd>2<i>/12</i></dd>" in page
