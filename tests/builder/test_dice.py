"""The page that throws dice again."""

import pytest

from rules.play.dice import die

pytestmark = pytest.mark.django_db


def test_a_throw_can_be_checked(client):
    rows = client.get("/dice/", {"seed": "camp", "dice": "2D6,1D20"}).context["rows"]
    assert rows == [(0, 6, die("camp", 0, 6)), (1, 6, die("camp", 1, 6)), (2, 20, die("camp", 2, 20))]


@pytest.mark.parametrize("words", ["2D", "D0", "x", "99D6,99D6,99D6", "1D6 -"])
def test_words_that_name_no_dice_are_refused(client, words):
    response = client.get("/dice/", {"seed": "camp", "dice": words})
    assert (response.status_code, response.context["rows"]) == (400, [])


@pytest.mark.parametrize("query", [{}, {"seed": "camp"}, {"dice": "2D6"}, {"seed": "x" * 500, "dice": "1D6"}])
def test_the_page_opens_with_nothing_to_check(client, query):
    assert client.get("/dice/", query).status_code == 200
