"""The report of an evening as text and picture: the same of every game."""

import io

import pytest
from django.test import Client
from PIL import Image

from rules.registry import GAMES
from tests.battles import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def row():
    return played.battle()


@pytest.mark.parametrize("form", ["text", "markdown", "discord", "bbcode"])
def test_the_report_names_the_lists(row, form):
    client = played.player(row)
    text = client.get(f"/battles/{row.pk}/report/{form}/?language=en").content.decode()
    names = {roster.name for roster in row.rosters.all()}
    assert names
    assert all(name in text for name in names)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_report(game):
    row = played.battle(game=game)
    response = played.player(row).get(f"/battles/{row.pk}/report/text/")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "text/plain; charset=utf-8")
    assert len(response.content.decode().splitlines()) > 2


def test_the_notes_of_the_result_are_in_the_report(row):
    client = played.player(row)
    client.post(f"/battles/{row.pk}/end/", {"outcome-0": "won", "points-0": "12", "notes": "Rain."})
    text = client.get(f"/battles/{row.pk}/report/text/?language=en").content.decode()
    assert "> Rain." in text


def test_a_stranger_gets_none(row):
    for page in ("report/text", "picture"):
        assert Client().get(f"/battles/{row.pk}/{page}/").status_code == 404


def test_an_unknown_form_is_none(row):
    assert played.player(row).get(f"/battles/{row.pk}/report/word/").status_code == 404


def test_the_picture_has_the_size_that_messengers_show(row):
    response = played.player(row).get(f"/battles/{row.pk}/picture/")
    assert (response.status_code, response.headers["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)


@pytest.mark.parametrize("page", ["", "end/"])
def test_the_pages_of_a_battle_offer_it(row, page):
    page = played.player(row).get(f"/battles/{row.pk}/{page}").content.decode()
    assert f'href="/battles/{row.pk}/report/discord/"' in page
    assert f'href="/battles/{row.pk}/picture/"' in page
