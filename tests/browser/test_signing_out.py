"""Signing out leaves nothing of a battle in the browser: marks that wait are sent, or said to be lost first."""

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import expect

from builder.models import Mark
from tests.battles import played
from tests.browser.test_battle_page import KEPT, SMALL, WITHIN, box
from tests.builder import accounted

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LEFT = """async () => {
    const names = (await caches.keys()).filter((name) => name.includes(" pages "));
    const copies = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    const waiting = Object.keys(localStorage).filter((key) => key.startsWith("battle ")).length;
    return [waiting, copies.flat().filter(({ url }) => url.includes("/battles/")).length];
}"""


@pytest.fixture
def battle():
    return played.battle()


@pytest.fixture
def player(visitor, live_server, battle):
    """The page of somebody with an account who plays side 0, two of whose marks could not be sent."""
    page = visitor(SMALL, has_touch=True, is_mobile=True, service_workers="allow")
    sit(page, live_server, accounted.account(), battle)
    page.goto(played.url("battle", battle) + "?unit=0/0.0")
    assert page.evaluate(KEPT)
    page.route("**/marks/", lambda route: route.abort())
    box(page, 1).tap()
    box(page, 2).tap()
    page.goto("/account/logout/")
    return page


def sit(page, live_server, account, battle):
    cookies = accounted.give(account, battle.rosters.get(number=0).roster).cookies.values()
    page.context.add_cookies([{"name": one.key, "value": one.value, "url": live_server.url} for one in cookies])


def marks(battle):
    return list(Mark.objects.filter(battle=battle).order_by("number").values_list("command", flat=True))


def test_what_waits_is_sent_and_nothing_stays(player, battle):
    player.unroute("**/marks/")
    player.locator("[data-sign-out] button").tap()
    expect(player.locator(".whoami")).to_have_attribute("href", "/account/login/")
    assert marks(battle) == ["set 0/0.0/wounds 1", "set 0/0.0/wounds 2"]
    assert player.evaluate(LEFT) == [0, 0]


def test_what_cannot_be_sent_is_said_to_be_lost_before(player, battle):
    player.locator("[data-sign-out] button").tap()
    expect(player.locator("[data-sign-out] [role=alert] b")).to_have_text("2")
    assert User.objects.count() == 1
    player.locator("[data-sign-out] button").tap()
    expect(player.locator(".whoami")).to_have_attribute("href", "/account/login/")
    assert (marks(battle), player.evaluate(LEFT)) == ([], [0, 0])


def test_what_is_refused_keeps_nothing_else_back_and_edits_are_still_there(player, battle):
    player.unroute("**/marks/")
    key = f"battle {battle.pk} mark 000000000000001 refused"
    player.evaluate(
        "(key) => localStorage.setItem(key, JSON.stringify({ id: 'refused-0001', command: 'set 9/9.9/x 1' }))", key
    )
    edit = "{ id: 'refused-0002', command: 'remove 0', words: 'Ana removed', fields: [['command', 'remove 0']] }"
    player.evaluate(f"localStorage.setItem('list 999999 edit 000000000000001 refused', JSON.stringify({edit}))")
    player.locator("[data-sign-out] button").tap()
    expect(player.locator("[data-sign-out] [role=alert] b")).to_have_text("2")
    assert marks(battle) == ["set 0/0.0/wounds 1", "set 0/0.0/wounds 2"]
    player.goto("/lists/")  # who stays finds the edit
    expect(player.locator("[data-part=refused] li")).to_contain_text("Ana removed")


def test_what_another_account_marked_is_neither_seen_nor_sent(player, live_server, battle):
    """The session ended elsewhere, so that this browser could not clear itself."""
    player.unroute("**/marks/")
    sit(player, live_server, accounted.account("Tom", 1000), battle)
    player.goto("/lists/")
    assert player.evaluate(WITHIN % f"(await ({LEFT})())[1] === 0")  # copies are written and deleted in turn
    with player.expect_response("**/state/"):
        player.goto(played.url("battle", battle) + "?unit=0/0.0")
    expect(box(player, 1)).to_have_attribute("aria-pressed", "false")
    assert (marks(battle), player.evaluate(LEFT)[0] >= 2) == ([], True)
