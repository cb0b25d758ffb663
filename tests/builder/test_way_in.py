"""The way into the site: first page, new list, the link to the rules on every page, icons at the root."""

import json
import re
from io import BytesIO

import pytest
from PIL import Image

from builder.lists import history
from builder.lists.loaded import LoadedRoster
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


def test_the_manifest_names_icons_of_the_sizes_that_home_screens_want(settings):
    icons = json.loads((settings.BASE_DIR / "static/manifest.webmanifest").read_text())["icons"]
    sizes = {one["sizes"]: picture((settings.BASE_DIR / "static" / one["src"]).read_bytes()).size for one in icons[1:]}
    assert sizes == {"192x192": (192, 192), "512x512": (512, 512)}
