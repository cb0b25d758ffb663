"""The way into the site: first page, new list, the link to the rules on every page, icons at the root."""

import json
import re
from io import BytesIO
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.test.utils import override_script_prefix
from PIL import Image

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from builder.pages.spec import PAGES
from rules.registry import GAMES
from tests import make
from tests.builder import gathered, members

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
of_every_game = pytest.mark.parametrize("game", GAMES)


def lists_of(client, *names):
    rows = [history.create(LoadedRoster(make.convoy(name=name)), "new")[0] for name in names]
    for row in rows:
        make.grant(client, row)
    return rows


# --- the first page -------------------------------------------------------------------------------------------------


def test_a_stranger_chooses_a_game_and_has_nothing_to_continue(client):
    page = client.get("/", headers=ENGLISH)
    assert re.findall(r'href="/lists/(\d+)/"', page.text) == []
    assert 'class="continue"' not in page.text
    assert re.findall(r'class="button" href="/new/(.*?)/"', page.text) == list(GAMES)


def test_who_has_lists_continues_the_last_one_before_choosing_a_game(client):
    rows = lists_of(client, "a", "b", "c", "d", "e")
    page = client.get("/", headers=ENGLISH).text
    assert re.findall(r'href="/lists/(\d+)/"', page) == [str(row.pk) for row in rows[:0:-1]]
    assert page.index('class="continue"') < page.index('class="tickets"')
    assert re.search(r'class="continue" data-game="rbn" href="/lists/\d+/"', page)


# --- my lists -------------------------------------------------------------------------------------------------------


def test_one_menu_of_my_lists_begins_a_list_of_any_game_in_its_tint(client):
    page = client.get("/lists/").text
    menu = re.search(r'<details class="menu">.*?</details>', page, re.DOTALL)[0]
    assert re.findall(r'data-game="(.*?)" href="/new/(.*?)/"', menu) == [(game, game) for game in GAMES]
    assert re.findall(r'href="/new/(.*?)/"', page) == list(GAMES)
    assert set(re.findall(r"games/([\w-]+)\.css", page)) == set(GAMES)


def test_a_list_without_units_is_to_do(client):
    row, _key = history.create(LoadedRoster.empty("rbn"), "new")
    make.grant(client, row)
    page = client.get("/lists/", headers=ENGLISH).text
    assert re.findall(r'class="stamp (\w+)">(.*?)<', page) == [("todo", "To do")]


# --- a new list -----------------------------------------------------------------------------------------------------

FIELDS = {
    "rbn": {"budget", "other_budget", "faction", "activity", "scenario", "role", "bonus", "exotic"},
    "first-wave": {"budget", "other_budget", "scenario"},
    "chain-reaction": {"period", "campaign"},
    "of-the-dead": {"first-character", "character", "player"},
    "reichbusters": {"mode", "mission", "faction", "team", "track", "pre", "post"},
}


@of_every_game
def test_each_field_of_a_new_list_can_be_led_to(client, game):
    ids = re.findall(r'id="([\w-]+)"', client.get(f"/new/{game}/").text)
    assert FIELDS[game] - set(ids) == set()
    assert len(ids) == len(set(ids))


@of_every_game
def test_a_new_list_is_made_of_what_is_chosen_before_anybody_chooses(client, game):
    """What the form sends as it opens is enough."""
    form = re.search(r'<form class="head".*?</form>', client.get(f"/new/{game}/").text, re.DOTALL)[0]
    chosen = re.findall(r'name="(\w+)" value="([^"]*)"[^>]*?checked', form)
    assert client.post(f"/new/{game}/", dict(chosen)).status_code == 302


def test_a_faction_and_an_activity_are_marked_as_due_and_nothing_else_is(client):
    page = client.get("/new/rbn/", headers=ENGLISH).text
    assert re.findall(r'<legend>([^<]*?) <span class="due">', page) == ["Faction", "Activity and mission"]


# --- the link to the rules ------------------------------------------------------------------------------------------


def rules_link(client, path):
    """Where the header's link to the rules leads."""
    header = re.search(r'<header class="top">.*?</header>', client.get(path).text, re.DOTALL)[0]
    return re.findall(r'href="(/rules/[^"]*)"', header)


@of_every_game
def test_the_rules_in_the_header_are_those_of_the_game_at_hand(client, game):
    client.post(f"/new/{game}/example/")
    row = history.Roster.objects.get()
    pages = [f"/new/{game}/", f"/lists/{row.pk}/", f"/lists/{row.pk}/?head", f"/lists/{row.pk}/links/"]
    pages += [f"/lists/{row.pk}/print/", f"/s/{row.share_key}/", f"/rules/{game}/"]
    pages += [f"/rules/{game}/{page}/" for page in PAGES[game].game_pages]
    assert {page: rules_link(client, page) for page in pages} == {page: [f"/rules/{game}/"] for page in pages}


def test_the_rules_in_the_header_of_a_gathering_are_those_of_its_game(client):
    gang, _members = gathered.gang("Mira")
    gathered.organiser(gang, client)
    pages = [f"/gatherings/{gang.pk}/", f"/gatherings/{gang.pk}/edit/", "/gatherings/new/of-the-dead/"]
    assert {page: rules_link(client, page) for page in pages} == {page: ["/rules/of-the-dead/"] for page in pages}


def test_pages_without_a_game_lead_to_the_rules_of_all_games():
    client = members.member()
    pages = ["/", "/lists/", "/gatherings/", "/about/", "/rules/", "/nowhere/", "/device/", "/account/"]
    pages += ["/account/logout/", "/account/password/change/"]
    assert {page: rules_link(client, page) for page in pages} == {page: ["/rules/"] for page in pages}


def test_the_rules_of_all_games_are_listed_with_their_numbers(client):
    page = client.get("/rules/", headers=ENGLISH)
    main = re.search(r"<main.*</main>", page.text, re.DOTALL)[0]
    assert [game["slug"] for game in page.context["games"]] == list(GAMES)
    assert re.findall(r'<a href="/rules/([\w-]+)/">', main) == list(GAMES)
    for game in page.context["games"]:
        rules, rulings = len(GAMES[game["slug"]].register.rules), len(game["catalogue"].rulings)
        assert f"{rules} rules · {rulings} rulings" in " ".join(main.split())


# --- icons ----------------------------------------------------------------------------------------------------------

ICONS = {
    "/favicon.ico": ("ICO", {(16, 16), (32, 32)}),
    "/apple-touch-icon.png": ("PNG", {(180, 180)}),
    "/apple-touch-icon-precomposed.png": ("PNG", {(180, 180)}),
}


def picture(content):
    return Image.open(BytesIO(content))


@pytest.mark.parametrize("path", ICONS)
def test_browsers_find_the_icons_they_ask_for_without_being_told(client, path):
    answer = client.get(path)
    image = picture(b"".join(answer.streaming_content))
    assert (answer.status_code, answer["Cache-Control"]) == (200, "max-age=604800, public")
    assert (image.format, set(image.info.get("sizes", [image.size]))) == ICONS[path]


def test_the_manifest_names_pictures_of_the_sizes_that_it_says(client):
    manifest = client.get("/manifest-en.webmanifest").json()
    named = [*manifest["icons"][1:], *manifest["screenshots"]]
    sizes = [picture(Path(finders.find(entry["src"].removeprefix("/static/"))).read_bytes()).size for entry in named]
    assert [entry["sizes"] for entry in named] == ["x".join(map(str, size)) for size in sizes]
    assert {entry["purpose"] for entry in manifest["icons"][1:]} == {"any", "maskable", "monochrome"}


@pytest.mark.parametrize("prefix", ["/", "/camp/"])
def test_every_address_of_the_manifest_lies_below_the_prefix(client, prefix):
    with override_script_prefix(prefix):
        manifest = client.get("/manifest-fr.webmanifest").json()
    assert [manifest[name] for name in ("id", "start_url", "scope")] == [prefix] * 3
    shortcuts = [shortcut["url"] for shortcut in manifest["shortcuts"]]
    assert shortcuts == [f"{prefix}#games", f"{prefix}lists/", f"{prefix}import/"]
    assert manifest["share_target"]["action"] == f"{prefix}import/shared/"


def test_there_is_a_manifest_for_each_language_and_no_other(client):
    answers = [client.get(f"/manifest-{language}.webmanifest") for language in ("fr", "en", "xx")]
    assert [answer.status_code for answer in answers] == [200, 200, 404]
    assert [answer.json()["shortcuts"][1]["name"] for answer in answers[:2]] == ["Mes listes", "My lists"]


def test_what_another_program_shares_is_read_without_a_token_and_nothing_is_kept():
    phone = Client(enforce_csrf_checks=True)
    files = SimpleUploadedFile("list.json", json.dumps({"format": "bivouac-roster/1", "game": "rbn"}).encode())
    answer = phone.post("/import/shared/", {"files": files, "action": "keep"}, MULTIPART_CONTENT)
    assert (answer.status_code, Roster.objects.count()) == (200, 0)
    assert [len(file.lists) for file in answer.context["files"]] == [1]
    assert 'action="/import/"' in answer.text
    assert phone.post("/import/", {"text": "x"}).status_code == 403
