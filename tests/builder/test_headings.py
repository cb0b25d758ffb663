"""Headings: every page has one h1, and none skips a level."""

import json
import re
from itertools import pairwise

import pytest

from builder.gatherings import services
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from builder.pages.spec import PAGES
from builder.registry import example_file
from builder.web import errors
from rules.registry import GAMES
from tests import make
from tests.builder import gathered, members

pytestmark = pytest.mark.django_db


def levels(page):
    """The levels of a page's headings: "123323"."""
    return "".join(re.findall(r"<h([1-6])\b", page))


def jumps(page):
    """What is wrong with a page's headings, in words; nothing where they are in order."""
    found = levels(page)
    steps = pairwise(found)
    return [f"h{a} then h{b}" for a, b in steps if int(b) > int(a) + 1] + ([found] if found.count("1") != 1 else [])


def bad_pages(client, pages):
    answers = {page: client.get(page, follow=True) for page in pages}
    assert {answer.status_code for answer in answers.values()} <= {200, 404}
    return {page: wrong for page, answer in answers.items() if (wrong := jumps(answer.text))}


def test_what_is_wrong_is_found():
    assert jumps("<h1>a</h1><h2>b</h2><h4>c</h4>") == ["h2 then h4"]
    assert jumps("<h2>b</h2>") == ["2"]
    assert jumps("<h1>a</h1><h3 class=x>b</h3><h1>") == ["h1 then h3", "131"]
    assert jumps("<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>") == []


def pages_of(row):
    """The pages of a list with its first and its last unit open."""
    base, pages = f"/lists/{row.pk}/", PAGES[row.game]
    yield from (f"{base}{end}" for end in ("", "?unit=0", f"?unit={row.units - 1}", "?head", "links/", "print/"))
    yield from (f"{base}{page}/" for page in pages.list_pages)
    yield from (f"/s/{row.share_key}/", f"/new/{row.game}/", f"/rules/{row.game}/")
    yield from (f"/rules/{row.game}/{page}/" for page in pages.game_pages)


@pytest.mark.parametrize("game", GAMES)
def test_no_page_of_a_list_skips_a_level(client, game):
    document = json.loads(example_file(game).read_text("utf-8"))
    rows = [history.create(one, "new")[0] for one in (LoadedRoster.from_data(document), LoadedRoster.empty(game))]
    for row in rows:
        make.grant(client, row)
    assert bad_pages(client, [page for row in rows for page in pages_of(row)]) == {}
    assert levels(client.get(f"/lists/{rows[0].pk}/?unit=0").text)[:2] == "12"


def test_no_page_without_a_game_skips_a_level(client):
    pages = ["/", "/about/", "/rules/", "/lists/", "/lists/?archive=1", "/gatherings/", "/device/", "/nowhere/"]
    pages += [f"/account/{page}/" for page in ("login", "signup", "recover")]
    assert bad_pages(client, [*pages, f"/d/{'A' * 22}/", "/account/signup/?name=Maud"]) == {}
    client.post("/new/rbn/example/")
    row = Roster.objects.get()
    client.post(f"/lists/{row.pk}/remove/")
    assert bad_pages(client, ["/", "/lists/", "/lists/?removed=1", f"/lists/{row.pk}/erase/"]) == {}


def test_no_page_of_a_gathering_skips_a_level(client):
    gang, memberships = gathered.gang("Mira", "Otto")
    gathered.organiser(gang, client)
    gathered.player(*memberships, client=client)
    base, lists = f"/gatherings/{gang.pk}/", f"/lists/{memberships[0].roster.pk}/"
    chapter = services.plan(gang, {"title": "Le pont"}, {memberships[0]: ""})
    pages = [base, *(f"{base}{page}/" for page in ("edit", "erase", "links", "statistics", "roles"))]
    pages += [f"{base}chapters/new/", f"{base}chapters/{chapter.pk}/", f"{lists}career/", "/gatherings/"]
    pages += [f"/g/{gang.share_key}/", f"/j/{gang.invite_key}/", "/gatherings/new/of-the-dead/"]
    assert bad_pages(client, pages) == {}


ACCOUNT = ("", "recovery-codes", "password/change", "logout", "delete", "data", "passkeys/add", "app/on", "email")


def test_no_page_of_an_account_skips_a_level():
    client = members.member()
    assert bad_pages(client, [f"/account/{page}/".replace("//", "/") for page in ACCOUNT]) == {}
    members.confirm(client)
    assert bad_pages(client, [f"/account/{page}/".replace("//", "/") for page in ACCOUNT]) == {}


@pytest.mark.parametrize("status", [400, 403, 404, 413, 415, 429, 503, 507])
def test_no_error_page_skips_a_level(rf, status):
    request = rf.get("/")
    request.user = None
    assert jumps(errors.error_page(request, status, text="", toasts=[], user=None).text) == []
