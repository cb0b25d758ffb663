"""An evening: a battle from the lists to the result, on three phones, one of them in the cellar for a while."""

import io
import re

import pypdf
import pytest
from playwright.sync_api import expect

from builder.models import Battle, Mark
from rules.registry import GAMES
from tests.battles import played
from tests.browser.player import lose_net

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 640}
WOUNDS = {"rbn": "wounds", "first-wave": "wounds"}


def own_example(page, game):
    """Copy a game's example list; the page is its editor then."""
    page.goto(f"/examples/{game}/")
    page.locator(f'form[action="/new/{game}/example/"] button').first.click()
    expect(page.locator("#bar")).to_be_visible()


def begin(page, game):
    """Start a battle of the example list."""
    own_example(page, game)
    page.locator('a[href$="/play/"]').first.click()
    page.locator("main form .submit button").click()
    expect(page.locator("#battle")).to_be_visible()


def links(page):
    """The links that the host's screen shows as QR codes: to play, and to watch."""
    page.locator('[data-show="more"]').first.click()
    page.locator('a[href$="/invite/"]').first.click()
    found = [page.locator(f"#{kind}-link").input_value() for kind in ("join", "watch")]
    assert page.locator(".qr svg").count() == 2
    page.go_back()
    return [re.sub(r"https?://[^/]+", "", one) for one in found]


def box(page, path, number=1):
    return page.locator(f'[data-path="{path}"][data-role="box"][data-n="{number}"]')


def unfold(page, path):
    """Open a unit's card, in the view where it stands."""
    side = path.split("/")[0]
    tab = page.locator(f'[data-show="side-{side}"]').first
    if tab.is_visible():
        tab.click()
    card = page.locator(f'[data-unit="{path}"] > details')
    if card.get_attribute("open") is None:
        card.locator("> summary").click()


def tap(page, path, number=1):
    unfold(page, path.rpartition("/")[0])
    box(page, path, number).click()


def ticked(page, path, number=1):
    """Whether the box shows as ticked, within the three seconds of the next poll and a little."""
    expect(box(page, path, number)).to_have_class(re.compile(r"\bon\b"))


@pytest.mark.paper
@pytest.mark.parametrize("game", ["rbn", "first-wave"])
def test_an_evening_with_two_players_and_a_watcher(visitor, game):
    host, guest, watcher = (visitor(PHONE, locale=one, color_scheme="dark") for one in ("fr-FR", "en-GB", "fr-FR"))
    begin(host, game)
    play, watch = links(host)

    guest.goto(play)
    guest.locator("main form .submit button").click()
    expect(guest.locator("#battle")).to_be_visible()
    watcher.goto(watch)

    tap(host, "0/0.0/wounds")
    ticked(watcher, "0/0.0/wounds")
    ticked(guest, "0/0.0/wounds")

    lose_net(guest)
    tap(guest, "1/0.0/wounds", 2)
    ticked(guest, "1/0.0/wounds", 2)
    expect(guest.locator("#battle-sync")).to_be_visible()
    guest.context.set_offline(False)
    ticked(host, "1/0.0/wounds", 2)
    expect(guest.locator("#battle-sync")).to_be_hidden()

    host.locator("#undo").click()
    expect(box(watcher, "0/0.0/wounds")).not_to_have_class(re.compile(r"\bon\b"))
    ticked(watcher, "1/0.0/wounds", 2)
    battle = Battle.objects.get()
    assert {path: value for path, value in played.state(battle).marks.items() if value} == {"1/0.0/wounds": 2}

    host.goto(played.url("battle-end", battle))
    expect(host.locator("main form .submit button")).to_be_in_viewport(ratio=1)
    host.locator('input[name="winner"][value="0"]').check()
    host.locator(".end-details summary").click()
    host.fill('[name="feats-0"]', "Tenu le pont.")
    host.locator("main form .submit button").click()
    expect(host.locator("h1")).to_contain_text("gagne")
    assert [roster.outcome for roster in Battle.objects.get().rosters.order_by("number")] == ["won", "lost"]
    sheet = pypdf.PdfReader(io.BytesIO(host.request.get(f"{played.url('battle', battle)}pdf/").body()))
    assert "Tenu le pont." in "".join(page.extract_text() for page in sheet.pages).replace("\xa0", " ")

    host.goto("/battles/")
    expect(host.locator("main")).to_contain_text(re.compile("gagn", re.IGNORECASE))


@pytest.mark.parametrize("game", [game for game in GAMES if game not in WOUNDS])
def test_every_other_game_starts_marks_and_ends_a_battle(visitor, game):
    page = visitor(PHONE)
    begin(page, game)
    battle = Battle.objects.get()
    path = page.locator("[data-unit]").first.get_attribute("data-unit")
    unfold(page, path)
    with page.expect_response("**/marks/") as answered:
        page.locator(f'[data-unit="{path}"] button[data-role]').first.click()
    assert answered.value.ok
    assert Mark.objects.filter(battle=battle).count() == 1
    page.goto(played.url("battle-end", battle))
    page.locator("main form .submit button").click()
    expect(page.locator("main")).to_contain_text("Rouvrir la partie")
    assert Battle.objects.get().ended
