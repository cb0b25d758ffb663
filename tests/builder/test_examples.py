"""Examples open read-only, and are copied on the first change."""

import pytest
from django.apps import apps

from builder.models import Roster
from builder.registry import GAME_UIS

pytestmark = [pytest.mark.django_db]
of_every_game = pytest.mark.parametrize("game", sorted(GAME_UIS))


def rows():
    return {model.__name__: model.objects.count() for model in apps.get_app_config("builder").get_models()}


@of_every_game
def test_looking_at_an_example_stores_nothing(client, game):
    before = rows()
    answer = client.get(f"/examples/{game}/")
    assert (answer.status_code, rows(), set(client.cookies) - {"csrftoken"}) == (200, before, set())


@of_every_game
def test_the_first_change_copies_it_and_opens_the_editor(client, game):
    page = client.get(f"/examples/{game}/").content.decode()
    assert f'id="change" method="post" action="/new/{game}/example/"' in page
    answer = client.post(f"/new/{game}/example/")
    assert answer["Location"] == f"/lists/{Roster.objects.get().pk}/"
    assert client.get(answer["Location"]).status_code == 200


def test_a_unit_is_changed_where_it_stands(client):
    assert 'form="change" name="unit" value="2"' in client.get("/examples/rbn/").content.decode()
    answer = client.post("/new/rbn/example/", {"unit": "2"})
    assert answer["Location"] == f"/lists/{Roster.objects.get().pk}/?unit=2#unit-2"


@pytest.mark.parametrize("unit", ["", "-1", "99", "x"])
def test_a_unit_that_the_example_has_not_is_not_opened(client, unit):
    assert "?" not in client.post("/new/rbn/example/", {"unit": unit})["Location"]


def test_only_a_game_has_an_example_and_nobody_posts_to_it(client):
    assert client.get("/examples/chess/").status_code == 404
    assert client.post("/examples/rbn/").status_code == 405


def test_the_first_page_leads_to_the_examples(client):
    page = client.get("/").content.decode()
    assert [game for game in GAME_UIS if f'href="/examples/{game}/"' not in page] == []
