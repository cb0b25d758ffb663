"""A sixth game is added without touching shared code: an invented one is built, judged, shared and printed."""

import io
import json
import re
from pathlib import Path

import pypdf
import pytest

import builder.registry
import rules.registry
from builder.battles.spec import BATTLES
from builder.gatherings.spec import GATHERINGS
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.models import Battle, Roster
from builder.pages.spec import PAGES, PageSpec
from builder.sheets.spec import SHEETS
from rules import storing
from rules.books import read_book
from rules.document import read, schema, write
from rules.registry import GAMES
from rules.verdict import judge
from tests import make
from tests.battles import played
from tests.sixth.rules.paper_boats.game import GAME

ROOT = Path(__file__).parents[1]
SIXTH = ROOT / "tests" / "sixth"
BOOK = SIXTH / "fixtures" / "paper-boats"


@pytest.fixture(autouse=True)
def _registered(settings):
    """What the application does with each game when it starts: its packages are found, and its static files."""
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, SIXTH / "static"]
    kept = [(registry, dict(registry)) for registry in (GAMES, LISTS, SHEETS, BATTLES)]
    rules.registry.load_games("tests.sixth.rules")
    builder.registry.load_games("tests.sixth.builder")
    yield
    for registry, games in kept:
        registry.clear()
        registry.update(games)


@pytest.fixture
def _loaded(db):
    storing.store(read_book(BOOK, GAME))


def test_no_shared_file_knows_it():
    folders = [ROOT / name for name in ("rules", "builder", "config", "templates", "static", "fixtures")]
    files = [path for folder in folders for path in folder.rglob("*") if path.suffix in {".py", ".html", ".css", ".js"}]
    assert [path for path in files if re.search(r"(?i)paper.boats", path.read_text(encoding="utf-8"))] == []


def test_what_it_lacks_is_said():
    assert PAGES["paper-boats"] == PageSpec()
    with pytest.raises(KeyError, match="paper-boats brings no GatheringSpec"):
        GATHERINGS["paper-boats"]


def fleet(*units):
    return {"format": "bivouac-roster/1", "game": "paper-boats", "units": [{"kind": "boat", **unit} for unit in units]}


def broken(document):
    roster = read(document, GAMES)
    return [finding.rule.id for finding in judge(roster, read_book(BOOK, GAME), GAME).findings]


def test_its_lists_are_read_written_and_described():
    document = fleet({"hull": "barge", "crew": 3})
    assert write(read(document, GAMES), GAMES) == document
    assert "paper-boats" in json.dumps(schema(GAMES))


def test_its_lists_are_judged():
    assert broken(fleet(*[{}] * 3)) == []
    assert broken(fleet(*[{}] * 4)) == ["pb.fleet"]
    assert broken(fleet({"hull": "barge", "crew": 5})) == ["pb.crew"]


@pytest.mark.usefixtures("_loaded")
def test_its_pages_load_its_own_styles(client):
    def loaded(url):
        return re.findall(r"/static/games/([a-z-]+)\.(css|js)", client.get(url).content.decode())

    assert loaded("/new/paper-boats/") == [("paper-boats", "css")]
    assert loaded("/rules/rbn/") == [("rbn", "css")]
    assert loaded("/about/") == []
    assert ("paper-boats", "css") in loaded("/")  # every game's tint


@pytest.mark.paper
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
    assert "Paper Boats, p.\u00a03" in page
    do("launch dinghy")
    assert "Boats: 4; 3 are the most." in client.get(at, headers={"accept-language": "en"}).content.decode()
    do("undo")

    shared = f"/s/{row.share_key}/"
    assert "The Puddle" in client.get(shared).content.decode()
    assert client.get(f"{shared}json/").json()["notes"] == "Mind the puddles."
    for layout in ("cards", "roster"):
        sheet = client.get(f"{shared}pdf/", {"layout": layout, "language": "en"})
        words = "\n".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(sheet.content)).pages)
        assert "The Puddle" in words
        assert "Barge" in words


@pytest.mark.paper
@pytest.mark.usefixtures("_loaded")
def test_two_fleets_from_their_first_battle_to_its_result(client):
    fleets = [history.create(LoadedRoster.from_data(fleet({}, {"hull": "barge"})), "new")[0] for _fleet in range(2)]
    for one in fleets:
        make.grant(client, one)
    form = {"scenario": "rain", "player": "Mira", "others": fleets[1].pk}
    at = client.post(f"/lists/{fleets[0].pk}/play/", form)["Location"]
    battle = Battle.objects.get()

    def page(address):
        return client.get(address, headers={"accept-language": "en"}).content.decode()

    assert "Puddles" in page(f"{at}table/")
    assert "It rains" not in page(at)
    most = played.state(battle).markers_by_path["0/0.0/hull"].most
    played.send(client, battle, "next-round", *["soak 0/0.0"] * most, "set table/puddles 3")
    assert "It rains: each boat tests its hull." in page(at)
    assert "<b>1 : 2</b>" in page(f"{at}end/")
    client.post(f"{at}end/", {"outcome-0": "lost", "points-0": "1", "outcome-1": "won", "points-1": "2"})
    assert list(battle.rosters.values_list("outcome", "fielded", "survived")) == [("lost", 2, 1), ("won", 2, 2)]
    paper = client.get(f"{at}pdf/", {"language": "en"}).content
    assert "Puddles\u00a03" in "".join(page.extract_text() for page in pypdf.PdfReader(io.BytesIO(paper)).pages)
