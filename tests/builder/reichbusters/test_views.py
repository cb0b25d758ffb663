"""A team in the browser without one: created, written in, cleared and printed by plain forms and by htmx."""

import json

import pytest
from django.urls import reverse

from builder.lists import history
from builder.lists.access import GRANTS
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from rules.games.reichbusters.document import Hero, Track
from tests.rules.reichbusters import make

pytestmark = [pytest.mark.django_db, pytest.mark.database]
HTMX = {"HX-Request": "true"}
HEAD = {"name": "Opération Gigote", "mode": "campaign", "mission": "Le pont", "pre": "5", "post": "4"}


@pytest.fixture
def row(client):
    """A team that this client may edit."""
    made, _key = history.create(LoadedRoster(make.team(Hero(hero="brick", name="Brick"), make.hero("sarge"))), "new")
    session = client.session
    session[GRANTS] = {str(made.pk): made.generation}
    session.save()
    return made


def do(client, row, line, headers=None, **fields):
    data = {"command": line, "revision": Roster.objects.get(pk=row.pk).revision, "opened": "0"} | fields
    return client.post(reverse("roster-edit", args=[row.pk]), data, headers=headers or {})


def team_of(row):
    return history.load_roster(Roster.objects.get(pk=row.pk)).document


def test_a_new_team_is_empty_and_has_its_mission(client):
    client.post("/new/reichbusters/", HEAD)
    team = team_of(Roster.objects.get())
    assert (team.name, team.mission, team.track, team.units) == ("Opération Gigote", "Le pont", Track(5, 4), ())
    assert Roster.objects.get().label_fr == "Le pont"


@pytest.mark.parametrize("bad", [{"pre": "cinq"}, {"mode": "Duel !"}, {"mission": "x" * 201}, {"name": "x" * 201}])
def test_a_head_that_cannot_be_read_is_shown_again(client, bad):
    response = client.post("/new/reichbusters/", HEAD | bad)
    assert (response.status_code, Roster.objects.count()) == (422, 0)


def test_a_weapon_is_written_in_by_a_plain_form(client, row):
    answer = do(client, row, "set-weapon 0 0", name="Couteau", type="melee", attack_dice="2", noise_dice="0")
    assert (answer.status_code, answer["Location"]) == (302, f"/lists/{row.pk}/?unit=0#unit-0")
    assert team_of(row).units[0].weapons == (make.weapon("Couteau", range=None),)


def test_htmx_gets_the_card_with_what_was_written(client, row):
    answer = do(client, row, "set-weapon 0 0", HTMX, name="Couteau", type="melee")
    assert answer.status_code == 200
    page = answer.content.decode()
    assert 'value="Couteau"' in page
    assert 'id="weapon-0-1"' in page


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_figure_that_is_none_is_refused_and_nothing_is_lost(client, row, headers):
    answer = do(client, row, "set-hero 0", headers, defense="deux")
    assert answer.status_code == (422 if headers else 302)
    assert team_of(row).units[0].defense is None


def test_the_open_dashboard_has_a_form_for_every_place(client, row):
    page = client.get(f"/lists/{row.pk}/?unit=0").content.decode()
    forms = ["hero-0", "weapon-0-0", "weapon-0-1", "skills-0", "objects-0", "state-0", "describe-0"]
    assert [form for form in forms if f'<form id="{form}"' not in page] == []
    assert page.count('name="skill-') == page.count('name="object-') == 4


def test_a_full_dashboard_says_why_there_is_no_third_weapon(client, row):
    english = {"accept-language": "en"}
    page = client.get(f"/lists/{row.pk}/?unit=1", headers=english).content.decode()
    assert "3 weapons; the dashboard has places for 2." in page
    assert "3 weapons" not in client.get(f"/lists/{row.pk}/?unit=0", headers=english).content.decode()


def test_a_mission_is_logged_with_who_took_part(client, row):
    do(client, row, "log-add", date="2026-03-01", title="Mission 1", text="Gagnée", **{"unit-0": "on"})
    (entry,) = team_of(row).log
    assert (entry.date, entry.title, entry.text, entry.units) == ("2026-03-01", "Mission 1", "Gagnée", (0,))


def test_a_new_mission_can_be_undone(client, row):
    do(client, row, "tally 0 wounds more")
    do(client, row, "new-mission")
    assert team_of(row).units[0].wounds == 0
    do(client, row, "undo")
    assert team_of(row).units[0].wounds == 1


def test_strange_documents_open_and_print(client):
    hero = {"kind": "hero", "hero": "x" * 200, "name": "y" * 200, "wounds": 10**3999, "heroism": {"z" * 200: -1}}
    hero |= {"weapons": [{"name": "w" * 200, "range": 10**3999, "keywords": ["k" * 200] * 40}] * 40}
    document = {"format": "bivouac-roster/1", "game": "reichbusters", "track": {"pre": 10**3999}, "units": [hero] * 3}
    row, key = history.create(LoadedRoster.from_data(json.loads(json.dumps(document))), "test")
    client.get(f"/e/{key}/")
    for address in (f"/lists/{row.pk}/?unit=0", f"/lists/{row.pk}/?head", f"/s/{row.share_key}/"):
        assert client.get(address, follow=True).status_code == 200
