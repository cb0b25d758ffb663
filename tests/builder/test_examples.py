"""Examples open read-only, speak the reader's language, and are copied on the first change."""

import json

import pytest
from django.apps import apps
from django.utils.translation import override

from builder.lists.examples import example_or_404
from builder.models import Roster
from builder.registry import example_file
from rules.registry import GAMES

pytestmark = [pytest.mark.django_db]
of_every_game = pytest.mark.parametrize("game", sorted(GAMES))


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


def texts(value):
    """The texts of a JSON value, keys left out."""
    if isinstance(value, dict | list):
        return [text for one in (value.values() if isinstance(value, dict) else value) for text in texts(one)]
    return [value] if isinstance(value, str) else []


@of_every_game
def test_an_example_has_the_names_and_notes_of_the_language(game):
    file = example_file(game)
    words = json.loads(file.with_suffix(".en.json").read_bytes())
    assert set(words) <= set(texts(json.loads(file.read_bytes())))
    for language, name in (("fr", next(iter(words))), ("en", next(iter(words.values())))):
        with override(language):
            example = example_or_404(game)
        assert (example.document.name, example.verdict.legal) == (name, True)


def test_a_copy_keeps_the_language_of_its_reader(client):
    page = client.get("/examples/reichbusters/", headers={"accept-language": "en"}).content.decode()
    assert ("Operation Gigote" in page, "Opération" in page) == (True, False)
    client.post("/new/reichbusters/example/", headers={"accept-language": "en"})
    assert Roster.objects.get().name == "Operation Gigote"


@pytest.mark.parametrize("unit", ["", "-1", "99", "x"])
def test_a_unit_that_the_example_has_not_is_not_opened(client, unit):
    assert "?" not in client.post("/new/rbn/example/", {"unit": unit})["Location"]


def test_only_a_game_has_an_example_and_nobody_posts_to_it(client):
    assert client.get("/examples/chess/").status_code == 404
    assert client.post("/examples/rbn/").status_code == 405


def test_the_first_page_leads_to_the_examples(client):
    page = client.get("/").content.decode()
    assert [game for game in GAMES if f'href="/examples/{game}/"' not in page] == []
