"""A battle on phones: marks of others appear, those made without reception go out once and in order, none scrolls."""

import re

import pytest
from playwright.sync_api import expect

from builder.battles import services
from builder.models import Mark
from rules.play.battle import Result
from tests.battles import played
from tests.browser.player import lose_net
from tests.browser.test_axe import findings_everywhere
from tests.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL = {"width": 360, "height": 640}
WOUNDS = "0/0.0/wounds"
TOO_SMALL = """() => [...document.querySelectorAll("#battle :is(a, button, summary, input:not([type=hidden]))")]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])
    .filter(([, box]) => box.width < 44 || box.height < 44).map(([html]) => html)"""
BELOW = """(unit) => {
    const { top } = document.querySelector(".battle-bar").getBoundingClientRect();
    return [...unit.querySelectorAll("button, .word-field input")].filter((one) => one.checkVisibility())
        .filter((one) => one.getBoundingClientRect().bottom > top).length
}"""
# Forty seconds: where no event says that the network is back, a page asks again after thirty.
WITHIN = """async () => {
    for (let tries = 0; tries < 400; tries++) {
        if (%s) return true;
        await new Promise((done) => setTimeout(done, 100));
    }
}"""
# The page and what it runs on.
KEPT = (
    WITHIN
    % """(await Promise.all([location.pathname, ...[...document.scripts].flatMap((one) => one.src || [])]
        .map((address) => caches.match(address)))).every(Boolean)"""
)
SAVED = WITHIN % "Object.keys(localStorage).every((key) => !key.includes(' mark '))"


@pytest.fixture
def battle():
    """A battle of two lists."""
    return played.battle()


@pytest.fixture
def seat(visitor, live_server, battle):
    """Sit down at the battle's page: seat(side) plays that side, with a phone."""

    def sit(side=0, path="", **options):
        page = visitor(SMALL, has_touch=True, is_mobile=True, **options)
        cookies = played.player(battle, side).cookies
        page.context.add_cookies(
            [{"name": cookie.key, "value": cookie.value, "url": live_server.url} for cookie in cookies.values()]
        )
        page.goto(played.url("battle", battle) + path)
        return page

    return sit


def box(page, number, path=WOUNDS):
    return page.locator(f'[data-path="{path}"][data-n="{number}"]')


def stored(battle):
    """The commands of the battle's marks, in their order."""
    return list(Mark.objects.filter(battle=battle).order_by("number").values_list("command", flat=True))


def saved(page):
    """Wait until nothing waits in this browser any more."""
    assert page.evaluate(SAVED)


def test_a_mark_is_seen_by_the_others_within_three_seconds_and_by_watchers(seat, visitor, battle):
    mine, theirs, watcher = seat(0, "?unit=0/0.0"), seat(1, "?unit=0/0.0&view=side-0"), visitor(SMALL)
    watcher.goto(f"/w/{battle.watch_key}/?unit=0/0.0")
    expect(watcher.locator("#battle button")).to_have_count(0)
    box(mine, 2).tap()
    expect(box(mine, 2)).to_have_attribute("aria-pressed", "true")
    for page in (theirs, watcher):
        expect(box(page, 2)).to_have_class(re.compile(r"\bon\b"), timeout=10_000)
    theirs.locator('[data-show="side-1"]').tap()
    theirs.locator('.activation[data-path="1/0.0/activated"]').tap()
    expect(mine.locator("#unit-1-0-0")).to_have_class(re.compile("activated"), timeout=10_000)
    assert state(battle) == {WOUNDS: 2, "1/0.0/activated": 1}


def state(battle):
    return dict(played.state(battle).marks)


def test_marks_made_without_reception_outlive_the_closed_page_and_go_out_once_in_order(seat, battle):
    page = seat(0, "?unit=0/0.0", service_workers="allow")
    assert page.evaluate(KEPT)
    context = page.context
    lose_net(page)
    box(page, 1).tap()
    box(page, 2).tap()
    expect(page.locator("#battle-sync")).to_contain_text("2")
    page.close()
    page = context.new_page()
    page.goto(played.url("battle", battle) + "?unit=0/0.0")
    expect(box(page, 2)).to_have_attribute("aria-pressed", "true")
    box(page, 3).tap()
    page.locator("#undo").tap()
    expect(box(page, 3)).to_have_attribute("aria-pressed", "false")
    page.locator('button[value="set 0/0.0/out 1"]').tap()
    context.set_offline(False)
    saved(page)
    expect(page.locator("#battle-sync")).to_be_hidden()
    made = [one for one in stored(battle) if one not in (f"set {WOUNDS} 3", "undo")]
    assert made == [f"set {WOUNDS} 1", f"set {WOUNDS} 2", "set 0/0.0/out 1"]
    assert {path: value for path, value in state(battle).items() if value} == {WOUNDS: 2, "0/0.0/out": 1}


def test_the_other_side_comes_by_itself_and_is_there_without_reception(seat, battle):
    page = seat(service_workers="allow")
    expect(page.locator("#side-1 .battle-unit")).to_have_count(9)
    assert page.evaluate(KEPT)
    assert page.evaluate(WITHIN % "await caches.match(location.pathname + 'sides/1/')")
    lose_net(page)
    page.reload()
    expect(page.locator("#side-1 .battle-unit")).to_have_count(9)
    page.locator('[data-show="side-1"]').tap()
    page.locator('.activation[data-path="1/0.0/activated"]').tap()
    expect(page.locator("#unit-1-0-0")).to_have_class(re.compile("activated"))
    page.context.set_offline(False)
    saved(page)
    assert state(battle) == {"1/0.0/activated": 1}


def test_without_javascript_each_side_is_a_link_away(visitor, battle):
    page = visitor(SMALL, java_script_enabled=False)
    page.goto(f"/w/{battle.watch_key}/")
    expect(page.locator(".battle-unit")).to_have_count(9)
    page.locator('[data-show="side-1"]').click()
    expect(page.locator("#side-1 .battle-unit")).to_have_count(9)
    expect(page.locator("#side-0 .battle-unit")).to_have_count(0)


def test_two_tabs_of_a_browser_send_what_waits_once(seat, battle):
    page = seat(0, "?unit=0/0.0")
    other = page.context.new_page()
    other.goto(page.url)
    lose_net(page)
    for number in (1, 2, 3, 2, 1):
        box(page, number).tap()
    expect(box(other, 1)).to_have_attribute("aria-pressed", "true")
    expect(box(other, 2)).to_have_attribute("aria-pressed", "false")
    page.context.set_offline(False)
    saved(page)
    assert stored(battle) == [f"set {WOUNDS} {number}" for number in (1, 2, 3, 2, 1)]


def test_what_two_tabs_mark_by_turns_without_reception_goes_out_once_and_in_order(seat, battle):
    page = seat(0, "?unit=0/0.0")
    other = page.context.new_page()
    other.goto(page.url)
    lose_net(page)
    for tab, number in ((page, 1), (other, 2), (page, 3), (other, 1), (other, 2), (page, 1)):
        box(tab, number).tap()
        for one in (page, other):
            expect(box(one, number)).to_have_attribute("aria-pressed", "true")
            if number < 3:
                expect(box(one, number + 1)).to_have_attribute("aria-pressed", "false")
    other.locator("#undo").tap()
    expect(box(page, 2)).to_have_attribute("aria-pressed", "true")
    page.context.set_offline(False)
    saved(page)
    made = [one for one in stored(battle) if one != "undo"]
    assert made[:5] == [f"set {WOUNDS} {number}" for number in (1, 2, 3, 1, 2)]
    assert state(battle) == {WOUNDS: 2}
    for one in (page, other):
        expect(box(one, 2)).to_have_attribute("aria-pressed", "true")


def test_a_phone_whose_clock_jumps_while_it_marks_sends_all_in_order(seat, battle):
    page = seat(0, "?unit=0/0.0")
    lose_net(page)
    page.evaluate("window.realNow = Date.now")
    numbers = []
    for years in (9, 0, -9, 0, -70, 9, -9, 40):
        page.evaluate("years => (Date.now = () => realNow() + years * 31_557_600_000)", years)
        for number in (1, 2, 3) if len(numbers) % 2 else (2, 1):
            box(page, number).tap()
            expect(box(page, number)).to_have_attribute("aria-pressed", "true")
            numbers.append(number)
    page.context.set_offline(False)
    saved(page)
    assert stored(battle) == [f"set {WOUNDS} {number}" for number in numbers]
    assert state(battle) == {WOUNDS: numbers[-1]}


def test_a_mark_goes_out_though_the_token_of_the_page_is_out_of_date(seat, battle):
    page = seat(0, "?unit=0/0.0")
    page.evaluate(
        "document.querySelectorAll('[name=csrfmiddlewaretoken]').forEach((one) => (one.value = 'x'.repeat(64)))"
    )
    box(page, 1).tap()
    saved(page)
    assert state(battle) == {WOUNDS: 1}
    expect(page.locator("#card-unit-0-0-0")).to_have_attribute("open", "")


def test_undo_takes_back_what_one_marked_oneself(seat, battle):
    mine, theirs = seat(0, "?unit=0/0.0"), seat(1, "?unit=1/0.0")
    box(mine, 2).tap()
    box(theirs, 1, "1/0.0/wounds").tap()
    saved(mine)
    saved(theirs)
    mine.locator("#undo").tap()
    expect(box(mine, 1)).to_have_attribute("aria-pressed", "false")
    saved(mine)
    assert state(battle) == {"1/0.0/wounds": 1}


def test_the_bar_goes_on_to_the_next_round_and_the_fallen_sink(seat, battle):
    page = seat()
    page.locator('.activation[data-path="0/0.0/activated"]').tap()
    page.locator("#unit-0-0-0 summary").first.tap()
    page.locator('button[value="set 0/0.0/out 1"]').tap()
    page.locator("#unit-0-0-0 summary").first.tap()
    expect(page.locator("#side-0 .battle-unit").last).to_have_id("unit-0-0-0")
    expect(page.locator('.battle-bar [data-standing="side-0"]')).to_have_text("8")
    page.locator("#next-step").tap()
    while page.locator("#next").is_visible():
        page.locator("#next-done").tap()
    page.locator("#next-round").tap()
    expect(page.locator('.battle-bar [data-path="table/round"]')).to_have_text("2")
    expect(page.locator('.activation[data-path="0/0.0/activated"]')).to_have_attribute("aria-pressed", "false")
    saved(page)
    assert state(battle)["table/round"] == 2


@pytest.mark.parametrize("game", ["rbn", "first-wave", "chain-reaction", "reichbusters"])
def test_a_mark_needs_no_scrolling_within_an_opened_unit(visitor, live_server, game):
    row = played.battle(game)
    page = visitor(SMALL, has_touch=True, is_mobile=True, color_scheme="dark")
    cookies = played.player(row).cookies
    page.context.add_cookies(
        [{"name": cookie.key, "value": cookie.value, "url": live_server.url} for cookie in cookies.values()]
    )
    page.goto(played.url("battle", row))
    expect(page.locator("#side-0[data-src]")).to_have_count(0)  # a tap would meet the strip that its card replaces
    for unit in page.locator("#side-0 .battle-unit").all():
        unit.locator("summary").first.tap()
        page.wait_for_function(f"id => ({BELOW})(document.getElementById(id)) === 0", arg=unit.get_attribute("id"))
        assert page.evaluate(TOO_SMALL) == []
    page.locator('[data-show="table"]').first.tap()
    assert page.evaluate(TOO_SMALL) == []


LOCKS = """window.asked = [];
Object.defineProperty(navigator, "wakeLock", { value: { request: async (kind) => asked.push(kind) } });"""
SEEN = """(hidden) => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
    return asked;
}"""


@pytest.mark.own_window
@pytest.mark.parametrize("path", ["", "actions/shoot/?unit=0/0.0"])
def test_the_screen_stays_on_and_is_asked_to_again_when_the_page_is_seen_again(seat, battle, path):
    page = seat()
    page.context.add_init_script(LOCKS)
    page.goto(played.url("battle", battle) + path)
    assert page.evaluate("asked") == ["screen"]
    assert page.evaluate(SEEN, True) == ["screen"]
    assert page.evaluate(SEEN, False) == ["screen", "screen"]


@pytest.mark.own_window
def test_a_screen_may_go_off_when_the_battle_is_over(seat, battle):
    services.end(battle.pk, Result())
    page = seat()
    page.context.add_init_script(LOCKS)
    page.reload()
    assert page.evaluate("asked") == []


@pytest.mark.parametrize(
    ("game", "path"),
    [
        ("rbn", "actions/shoot/?unit=0/2.0"),
        ("rbn", "actions/melee/?unit=0/0.0"),
        ("first-wave", "actions/shoot/?unit=0/0.0"),
        ("first-wave", "actions/melee/?unit=0/0.0"),
    ],
)
def test_the_button_that_rolls_is_in_view_as_the_page_opens(visitor, live_server, game, path):
    row = played.battle(game)
    page = visitor(SMALL, has_touch=True, is_mobile=True)
    cookies = played.player(row).cookies.values()
    page.context.add_cookies([{"name": one.key, "value": one.value, "url": live_server.url} for one in cookies])
    page.goto(played.url("battle", row) + path)
    expect(page.locator(".roll-now")).to_be_in_viewport(ratio=1)
    expect(page.locator("#usual .field").first).not_to_be_visible()
    page.locator("#usual > summary").tap()
    page.locator("#usual select").last.select_option(index=1)
    expect(page).to_have_url(re.compile("="))
    expect(page.locator("#usual .field").first).to_be_visible()
    page.locator(".roll-now").tap()
    expect(page.locator("#outcome")).to_be_in_viewport()


def test_a_step_is_ticked_after_the_bar_said_what_it_asks(seat, battle):
    page = seat()
    expect(page.locator(".next-asks")).not_to_be_visible()
    page.locator("#next-step").tap()
    expect(page.locator(".next-asks")).to_contain_text("2D6")
    assert stored(battle) == []
    first, command = page.locator("#next-step").inner_text(), page.locator("#next-done").get_attribute("value")
    page.locator("#next-done").tap()
    expect(page.locator("#next-step")).not_to_have_text(first)
    expect(page.locator(".next-asks")).to_be_visible()
    saved(page)
    assert stored(battle) == [command]


@pytest.mark.parametrize(
    ("game", "scenario"),
    [("rbn", None), ("rbn", "la-source-du-mal"), ("first-wave", "ressources"), ("chain-reaction", None)],
)
def test_the_table_takes_two_screens_of_a_phone_at_most(visitor, live_server, game, scenario):
    row = played.battle(game, scenario=scenario)
    page = visitor(PHONE, has_touch=True, is_mobile=True)
    cookies = played.player(row).cookies.values()
    page.context.add_cookies([{"name": one.key, "value": one.value, "url": live_server.url} for one in cookies])
    for _round in range(2):
        page.goto(played.url("battle", row) + "?view=table")
        assert page.evaluate("document.documentElement.scrollHeight") <= 2 * PHONE["height"]
        played.send(played.player(row), row, "next-round")
    page.locator('[data-show="more"]').tap()
    expect(page.locator('.battle-links a[href$="/end/"]')).to_be_in_viewport()
    expect(page.locator('.battle-links a[href$="/log/"]')).to_be_in_viewport()


def test_axe_finds_nothing(seat):
    page = seat(0, "?unit=0/0.0", bypass_csp=True)
    assert findings_everywhere(page) == {}
    page.locator('[data-show="table"]').first.tap()
    assert findings_everywhere(page, turn=1) == {}


def test_marks_that_come_after_the_end_are_shown_as_not_taken_until_the_battle_goes_on(seat, battle):
    page = seat(0, "?unit=0/0.0")
    lose_net(page)
    box(page, 1).tap()
    box(page, 2).tap()
    services.end(battle.pk, Result())
    page.context.set_offline(False)
    saved(page)
    told = page.locator("#battle-sync")
    expect(told).to_contain_text(re.compile(r"Changements non enregistrés.: 2"))
    expect(page.locator('[name="command"]')).to_have_count(0)
    assert state(battle) == {}
    page.reload()
    expect(told).to_contain_text("2")
    services.reopen(battle.pk)
    expect(told).to_be_hidden()
    expect(page.locator("#latest")).to_contain_text("Partie rouverte.")
    page.locator(f'button[data-path="{WOUNDS}"][data-n="1"]').tap()  # the boxes of a battle that is over are none
    saved(page)
    assert state(battle) == {WOUNDS: 1}


def test_a_roll_is_seen_by_all_at_the_table_as_it_falls(seat, battle):
    played.send(played.player(battle), battle, "set 0/0.0/on-fire 1")
    page = seat(1)
    expect(page.locator("#latest")).to_be_hidden()
    played.player(battle).post(f"{played.url('battle', battle)}actions/burn/", {"unit": "0/0.0"})
    latest = page.locator("#latest summary")
    expect(latest).to_contain_text("En feu")
    height = latest.bounding_box()["height"]
    fields = {"unit": "0/2.0", "target": "1/0.0"}
    played.player(battle).post(f"{played.url('battle', battle)}actions/shoot/", fields)
    expect(latest).to_contain_text("Tirer")
    assert latest.bounding_box()["height"] == height == 52
    fell = Mark.objects.filter(roll__isnull=False).last().roll["dice"]
    assert latest.locator(".die").all_inner_texts() == [str(one) for one in fell]
    assert page.evaluate(TOO_SMALL) == []


def test_an_activated_fighter_has_a_row_of_actions_and_what_it_lost_is_ticked(seat, battle):
    page = seat(path="?unit=0/3.0")
    actions, lost = (page.locator(f'.marker[data-marker="0/3.0/{key}"]') for key in ("actions", "lost-actions"))
    expect(page.locator('[data-marker="0/3.0/wounds"]')).to_be_visible()
    expect(actions).to_be_hidden()
    box(page, 2, "0/3.0/stunned").tap()
    page.locator('.activation[data-path="0/3.0/activated"]').tap()
    expect(actions.locator(".box.on")).to_have_count(2)
    expect(lost.locator(".box.on")).to_have_count(2)
    expect(page.locator('[data-marker="0/3.0/stunned"] .box.on')).to_have_count(0)
    box(page, 3, "0/3.0/actions").tap()
    expect(actions.locator(".box.on")).to_have_count(3)
    page.locator('.activation[data-path="0/3.0/activated"]').tap()
    expect(actions).to_be_hidden()
    expect(page.locator('[data-marker="0/3.0/stunned"] .box.on')).to_have_count(2)
