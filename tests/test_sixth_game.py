"""A sixth game is added without touching shared code: an invented one is built, judged, shared and printed."""

import io
import json
from pathlib import Path

import pypdf
import pytest

from builder.models import Roster
from builder.registry import GAME_UIS
from rules import storing
from rules.books import read_book
from rules.document import read, schema, write
from rules.registry import GAMES
from rules.verdict import judge
from tests.sixth.game_ui import GAME_UI
from tests.sixth.rules import GAME

BOOK = Path(__file__).parent / "sixth" / "book"


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    """What the application does with each game when it starts."""
    monkeypatch.setitem(GAMES, GAME.slug, GAME)
    monkeypatch.setitem(GAME_UIS, GAME.slug, GAME_UI)


@pytest.fixture
def _loaded(db):
    storing.store(read_book(BOOK, GAME))


def fleet(*units):
    return {"format": "bivouac-roster/1", "game": "paper-boats", "units": [{"kind": "boat", **one} for one in units]}


def broken(document):
    roster = read(document, GAMES)
    return [one.rule.id for one in judge(roster, read_book(BOOK, GAME), GAME).findings]


def test_its_lists_are_read_written_and_described():
    document = fleet({"hull": "barge", "crew": 3})
    assert write(read(document, GAMES), GAMES) == document
    assert "paper-boats" in json.dumps(schema(GAMES))


def test_its_lists_are_judged():
    assert broken(fleet(*[{}] * 3)) == []
    assert broken(fleet(*[{}] * 4)) == ["pb.fleet"]
    assert broken(fleet({"hull": "barge", "crew": 5})) == ["pb.crew"]


@pytest.mark.usefixtures("_loaded")
def test_a_fleet_from_the_first_page_to_paper(client):
    assert "Paper Boats" in client.get("/", headers={"accept-language": "en"}).content.decode()
    assert client.get("/rules/paper-boats/").status_code == 200
    assert client.post("/new/paper-boats/", {"name": "The Puddle"}, follow=True).status_code == 200
    row = Roster.objects.get(game="paper-boats")
    at = f"/lists/{row.pk}/"

    def do(line):
        row.refresh_from_db()
        return client.post(f"{at}edit/", {"command": line, "revision": row.revision}, follow=True).content.decode()

    for line in ("launch dinghy", "launch barge", "board 0"):
        do(line)
    page = client.get(f"{at}?unit=0", headers={"accept-language": "en"}).content.decode()
    assert "Crew: 2; this hull holds 1." in page  # why nobody more may board
    assert "Paper Boats, p. 3" in page
    do("launch dinghy")
    assert "Boats: 4; 3 are the most." in client.get(at, headers={"accept-language": "en"}).content.decode()
    do("undo")

    shared = f"/s/{row.share_key}/"
    assert "The Puddle" in client.get(shared).content.decode()
    assert client.get(f"{shared}json/").json()["notes"] == "Mind the puddles."
    for layout in ("cards", "roster"):
        sheet = client.get(f"{shared}pdf/", {"layout": layout, "language": "en"})
        words = "\n".join(one.extract_text() for one in pypdf.PdfReader(io.BytesIO(sheet.content)).pages)
        assert "The Puddle" in words
        assert "Barge" in words
