"""An installed app without reception: lists open and are edited, nothing is lost, nobody sees what is another's."""

import re

import pytest
from playwright.sync_api import expect

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from tests import make
from tests.browser.player import lose_net
from tests.browser.test_battle_page import WITHIN
from tests.builder import accounted

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

INSTALLED = """const media = matchMedia;
window.matchMedia = (query) => query.includes("standalone") ? new (class extends EventTarget { matches = true })()
    : media.call(window, query);"""
COPIES = """async () => {
    const names = (await caches.keys()).filter((name) => name.includes(" pages "));
    const keys = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return keys.flat().map(({ url }) => url.replace(location.origin, ""));
}"""


@pytest.fixture
def app(visitor):
    """A page of the installed app on a phone."""
    page = visitor({"width": 360, "height": 780}, has_touch=True, is_mobile=True, service_workers="allow")
    page.add_init_script(INSTALLED)
    return page


def owned(name, *units):
    made, _key = history.create(
        LoadedRoster(make.convoy(name=name, units=[make.fighter(name=unit) for unit in units])), "new"
    )
    return made


def sign_in(page, live_server, account, *rows):
    cookies = accounted.give(account, *rows).cookies.values()
    page.context.add_cookies([{"name": one.key, "value": one.value, "url": live_server.url} for one in cookies])


def kept(page, *paths):
    """Wait until there are copies at these addresses."""
    for path in paths:
        assert page.evaluate(WITHIN % f"await caches.match({path!r})"), path


def names(row):
    return [unit.name for unit in history.load_roster(Roster.objects.get(pk=row.pk)).document.units]


def test_lists_open_and_are_edited_and_nothing_is_lost(app, live_server):
    row, other = owned("Les Chacals", "Ana", "Bo", "Cy"), owned("Les Lynx", "Dan")
    sign_in(app, live_server, accounted.account(), row, other)
    home, elsewhere = f"/lists/{row.pk}/", f"/lists/{other.pk}/"
    for path in ("/lists/", "/rules/rbn/", elsewhere, home):
        app.goto(path)
        kept(app, path)
    kept(app, f"{home}?card=2", "/device/pages/")

    lose_net(app)
    app.goto(elsewhere)
    expect(app.locator("#units")).to_contain_text("Dan")
    expect(app.locator("[data-part=copy]")).to_contain_text(re.compile(r"\d\d:\d\d"))
    app.goto(f"{home}links/")
    expect(app.locator("#on-this-device li a")).to_have_count(4)
    app.locator("#on-this-device li a", has_text="Les Chacals").tap()

    waiting = app.locator("[data-part=waiting] b")
    app.locator("#head-2").tap()
    app.locator("#opened-2 [name=name]").fill("Cleo")
    app.locator("#opened-2 [name=name]").blur()
    expect(waiting).to_have_text("1")
    app.locator("#head-0").tap()
    app.locator("#remove-0").tap()
    expect(waiting).to_have_text("2")
    app.locator("#copy-0").tap()
    expect(waiting).to_have_text("3")  # two taps at once would be one edit
    app.locator("#undo").evaluate("button => { button.disabled = false; button.click() }")
    expect(waiting).to_have_text("2")
    app.reload()
    expect(waiting).to_have_text("2")
    expect(app.locator("[data-part=untotalled]")).to_be_visible()
    history.apply(Roster.objects.get(pk=row.pk), "describe 1", {"name": "Theirs"}, 1)
    app.locator("#head-1").tap()
    app.locator("#opened-1 [name=name]").fill("Mine")
    app.locator("#opened-1 [name=name]").blur()
    expect(waiting).to_have_text("3")

    app.context.set_offline(False)
    refused = app.locator("[data-part=refused] li")
    expect(refused).to_contain_text("Mine")
    expect(refused.locator("button")).to_have_count(1)  # the units may have moved: it is not sent again as it is
    expect(app.locator("[data-part=waiting]")).to_be_hidden()
    expect(app.locator("#units")).to_contain_text("Theirs")
    assert names(row) == ["Theirs", "Cleo"]

    # An answer that is lost: the edit counts once.
    app.route("**/edit/", lambda route: (route.fetch(), route.abort()), times=1)
    app.locator('button[value="add-fighter"]').first.evaluate("button => button.click()")
    expect(app.locator("#units > .card")).to_have_count(3)
    assert len(names(row)) == 3
    refused.locator("button").last.tap()
    expect(app.locator("#offline")).to_be_hidden()


def test_signing_out_leaves_nothing_and_another_account_sees_nothing(app, live_server):
    row = owned("Les Chacals", "Ana")
    sign_in(app, live_server, accounted.account(), row)
    app.goto(f"/lists/{row.pk}/")
    kept(app, f"/lists/{row.pk}/")
    app.goto("/account/logout/")
    app.locator("[data-sign-out] button").tap()
    expect(app.locator(".whoami")).to_have_attribute("href", "/account/login/")
    assert [path for path in app.evaluate(COPIES) if path.startswith("/lists/")] == []

    sign_in(app, live_server, accounted.account("Ada", 1000), row)
    app.goto(f"/lists/{row.pk}/")
    kept(app, f"/lists/{row.pk}/")
    sign_in(app, live_server, accounted.account("Tom", 1000))  # the session ended elsewhere
    app.goto("/rules/")
    kept(app, "/rules/", "/device/pages/")
    lose_net(app)
    app.goto(f"/lists/{row.pk}/")
    expect(app.locator("#on-this-device")).to_be_visible()
    expect(app.locator("#on-this-device li a").first).to_be_visible()
    assert [path for path in app.evaluate(COPIES) if path.startswith("/lists/")] == []
