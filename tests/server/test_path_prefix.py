"""A site below a path: every address that a page names begins with it, and cookies stay below it."""

import re

import pytest
from django.test import Client
from django.urls import set_script_prefix

from builder.templatetags import bivouac, components, editing, gatherings
from builder.web.fragment_cache import fragment_cache

PREFIX = "/camp"
NAMED = re.compile(r'(?:href|src|action|hx-get|hx-post|value)="(/[^"]*)"')
pytestmark = pytest.mark.django_db


@pytest.fixture
def below(settings):
    """A browser of a site below `PREFIX`; a proxy or the server takes the prefix off before the application."""
    settings.FORCE_SCRIPT_NAME = PREFIX
    settings.STATIC_URL = f"{PREFIX}/static/"
    settings.SESSION_COOKIE_PATH = settings.CSRF_COOKIE_PATH = settings.LANGUAGE_COOKIE_PATH = PREFIX
    set_script_prefix(PREFIX)  # as Django's handler of WSGI does, unlike that of its test client
    forget_addresses()
    yield Client()
    set_script_prefix("/")
    forget_addresses()


def forget_addresses():
    """Empty what remembers addresses or pieces of pages, which no process has for two prefixes."""
    fragment_cache.clear()
    for module in (bivouac, components, editing, gatherings):
        for remembered in vars(module).values():
            getattr(remembered, "cache_clear", lambda: None)()


def inside(address):
    """What the application sees of an address."""
    assert address.startswith(f"{PREFIX}/"), address
    return address.removeprefix(PREFIX)


def test_a_player_never_leaves_the_prefix(below):
    answer = below.post("/new/rbn/example/")
    editor = inside(answer.headers["Location"])
    cookies = {name: morsel["path"] for name, morsel in below.cookies.items()}
    assert {path.rstrip("/") for path in cookies.values()} <= {PREFIX, PREFIX + editor.rstrip("/")}
    pages = [editor, f"{editor}links/", f"{editor}print/", "/", "/lists/", "/about/", "/rules/rbn/", "/new/rbn/"]
    for page in pages:
        html = below.get(page).content.decode()
        named = NAMED.findall(html)
        assert len(named) > 5, page
        assert [one for one in named if not one.startswith(f"{PREFIX}/")] == [], page


def test_links_for_others_have_the_prefix(below):
    editor = inside(below.post("/new/rbn/example/").headers["Location"])
    context = below.get(f"{editor}links/").context
    assert context["share_link"].startswith(f"http://testserver{PREFIX}/s/")
    shared = context["share_link"].removeprefix(f"http://testserver{PREFIX}")
    assert Client().get(shared).status_code == 200


def test_an_edit_and_a_change_of_language_stay_below(below):
    editor = inside(below.post("/new/rbn/example/").headers["Location"])
    edited = below.post(f"{editor}edit/", {"command": "rename", "name": "Y", "revision": "1"})
    assert inside(edited.headers["Location"]).startswith(editor)
    chosen = below.post("/i18n/setlang/", {"language": "en", "next": PREFIX + editor})
    assert (inside(chosen.headers["Location"]), chosen.cookies["django_language"]["path"]) == (editor, PREFIX)


def test_refusals_and_failures_lead_home(below):
    assert f'href="{PREFIX}/"' in below.get("/nowhere/").content.decode()
    assert below.get("/lists/1/", headers={"HX-Request": "true"}).headers["HX-Redirect"] == f"{PREFIX}/lists/"
