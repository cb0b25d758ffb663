"""A shared list elsewhere: its picture, the tags that lead to it, oEmbed, and the page that others may frame."""

import io
import json

import pytest
from django.test import Client
from PIL import Image

from builder.lists.models import Roster
from tests import make
from tests.builder.test_views import owned

pytestmark = pytest.mark.django_db
ROBOT = {"User-Agent": "Mozilla/5.0 (compatible; Discordbot/2.0)"}


@pytest.fixture
def roster(client):
    return owned(client, make.convoy(name="Les Chacals", units=[make.fighter(name="Gordon", count=2)]))


def test_a_messenger_gets_the_picture_of_a_link(roster):
    robot = Client(headers=ROBOT)
    page = robot.get(f"/s/{roster.share_key}/").content.decode()
    address = f"/s/{roster.share_key}/png/"
    assert f'<meta property="og:image" content="http://testserver{address}?language=' in page
    assert '<meta name="twitter:card" content="summary_large_image">' in page
    response = robot.get(address)
    assert (response.status_code, response.headers["Content-Type"]) == (200, "image/png")
    assert Image.open(io.BytesIO(response.content)).size == (1200, 630)


def test_a_messenger_is_made_no_sheet(roster):
    assert Client(headers=ROBOT).get(f"/s/{roster.share_key}/pdf/").status_code == 202


def test_there_is_no_picture_where_the_player_wants_none(client, roster):
    client.post(f"/lists/{roster.pk}/links/", {"action": "picture"})
    assert Roster.objects.get().pictured is False
    robot = Client(headers=ROBOT)
    assert "og:image" not in robot.get(f"/s/{roster.share_key}/").content.decode()
    assert robot.get(f"/s/{roster.share_key}/png/").status_code == 404
    assert "thumbnail_url" not in oembed(roster).json()


def oembed(roster, **fields):
    return Client().get("/oembed/", {"url": f"http://testserver/s/{roster.share_key}/"} | fields)


def test_oembed_says_what_to_frame(roster):
    answer = oembed(roster, maxwidth="300").json()
    assert (answer["type"], answer["version"], answer["title"]) == ("rich", "1.0", "Les Chacals")
    assert (answer["width"], answer["height"]) == (300, 360)
    assert [oembed(roster, maxwidth=odd).json()["width"] for odd in ("²", "-1", "9" * 99, "x")] == [480] * 4
    assert f'src="http://testserver/s/{roster.share_key}/frame/"' in answer["html"]
    assert answer["thumbnail_url"].startswith(f"http://testserver/s/{roster.share_key}/png/")


@pytest.mark.parametrize(
    ("query", "status"),
    [({"url": "http://testserver/about/"}, 404), ({"url": "x"}, 404), ({}, 404), ({"url": "[", "format": "xml"}, 501)],
)
def test_oembed_answers_for_share_links_only(query, status):
    assert Client().get("/oembed/", query).status_code == status


def test_the_frame_alone_may_be_framed(roster):
    frame = Client().get(f"/s/{roster.share_key}/frame/")
    assert "2 × Gordon" in frame.content.decode()
    assert "frame-ancestors *" in frame.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in frame.headers
    assert "<form" not in frame.content.decode()
    page = Client().get(f"/s/{roster.share_key}/")
    assert "frame-ancestors 'none'" in page.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"


def test_a_name_is_no_markup_in_the_frame_that_is_handed_on(client):
    row = owned(client, make.convoy(name='"><script>alert(1)</script>'))
    assert "<script>" not in json.loads(oembed(row).content)["html"]
