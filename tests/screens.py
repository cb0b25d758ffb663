"""make screens: measure how a site meets a phone: taps to a legal list, heights, requests. It asserts nothing.

python -m tests.screens http://localhost:8000 [--pictures FOLDER]; with FOLDER also a picture of every screen at five
widths, light and dark, in French and English.
"""

import argparse
import os
import time
from pathlib import Path

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.conftest import CHROMIUM, CHROMIUM_FLAGS, PHONE, program

GAMES = [file.parent.name for file in sorted((Path(__file__).parent.parent / "fixtures").glob("*/example.json"))]
WIDTHS = {320: 640, 360: 780, 768: 1024, 1024: 768, 1440: 900}
BUTTONS = {
    "start": "main a.button, main button.button",
    "new": "main form button.button[type=submit], main form .submit button, main form button.big",
}
# A legal list of 300 points: what is tapped in the form of a new list, and then added.
JOURNEY_CHOICES = ("faction=esclavagistes", "activity=pillards")
JOURNEY_UNITS = ("add-profile chef-de-convoi", "add-vehicle leger", "add-profile lourd-titan", "add-fighter")


class Counted:
    """A player with a phone who taps on what he sees, and scrolls where he does not see it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = 0
        self.scrolled = 0.0

    def tap(self, at: Locator) -> None:
        before = self.page.evaluate("scrollY")
        at.scroll_into_view_if_needed()
        self.scrolled += abs(self.page.evaluate("scrollY") - before) / PHONE["height"]
        at.tap()
        self.taps += 1

    def choose(self, field: str, value: str) -> None:
        """Tap a radio button of a form, unless it is chosen already."""
        radio = self.page.locator(f'input[name="{field}"][value="{value}"]').first
        if not radio.count():
            radio = self.page.locator(f'input[name="allegiance"][value="{value}"]').first
        if not radio.is_checked():
            self.tap(self.page.locator("label").filter(has=radio).first)

    def add(self, command: str) -> None:
        """Tap the button of an edit; before it what hides it, and the "+" of the bar where it is far away."""
        button = self.page.locator(f'button[value="{command}"]').first
        jump = self.page.locator("#bar .jump")
        if not seen(button) and jump.is_visible() and not any_seen(self.page, "#adding summary, #adding .add"):
            self.tap(jump)
            self.page.wait_for_timeout(500)
        if not button.is_visible():
            self.tap(self.page.locator(f'details:not([open]):has(button[value="{command}"]) > summary').first)
        before = self.page.locator("#revision").input_value()
        self.tap(button)
        expect(self.page.locator("#revision")).not_to_have_value(before)
        self.page.wait_for_timeout(500)


def seen(at: Locator) -> bool:
    """Whether a finger reaches it without scrolling."""
    if not at.is_visible():
        return False
    return at.evaluate(
        """one => { const box = one.getBoundingClientRect();
        return box.top >= 0 && box.bottom <= innerHeight
          && one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) }"""
    )


def any_seen(page: Page, selector: str) -> bool:
    return any(seen(one) for one in page.locator(selector).all())


def taps_to_a_legal_list(browser: Browser, site: str) -> str:
    """From the start page to a legal list of Red Button's Nation."""
    page = visit(browser, site)
    player, started = Counted(page), time.monotonic()
    page.goto("/")
    player.tap(page.locator('a[href="/new/rbn/"]').first)
    for choice in JOURNEY_CHOICES:
        player.choose(*choice.split("="))
    player.tap(page.locator(BUTTONS["new"]).last)
    page.wait_for_selector("#bar")
    for command in JOURNEY_UNITS:
        player.add(command)
    legal = page.locator("#bar .stamp.ok").count() == 1
    took = time.monotonic() - started
    words = f"{player.taps} taps, {player.scrolled:.1f} screens scrolled, {took:.0f} s"
    return words if legal else f"{words}, and the list is not legal: {page.locator('#bar').inner_text()!r}"


def visit(browser: Browser, site: str, viewport: dict | None = None, **options) -> Page:
    viewport = viewport or PHONE
    phone = viewport["width"] < 700
    context = browser.new_context(
        base_url=site, viewport=viewport, has_touch=phone, is_mobile=phone, **{"locale": "fr-FR"} | options
    )
    context.set_default_timeout(15_000)
    return context.new_page()


def height(page: Page) -> float:
    """The height of a page in screens."""
    return page.evaluate("document.documentElement.scrollHeight / innerHeight")


def button_at(page: Page, selector: str) -> str:
    """Where the first such button ends, in screens from the top; one that sticks to the screen counts as seen."""
    button = page.locator(selector).last if selector == BUTTONS["new"] else page.locator(selector).first
    return (
        f"{button.evaluate('one => one.getBoundingClientRect().bottom / innerHeight'):.1f}" if button.count() else "-"
    )


def open_example(page: Page, game: str) -> str:
    """Open the example of a game for editing; returns the path of its list."""
    page.goto("/")
    form = page.locator(f'form[action="/new/{game}/example/"] button, a[href="/examples/{game}/"]').first
    form.click()
    page.wait_for_load_state()
    if not page.locator("#bar").count():
        page.locator("main .button").first.click()
    page.wait_for_selector("#bar")
    return page.url.partition("?")[0]


def share_path(page: Page, home: str) -> str:
    page.goto(f"{home}links/")
    return page.locator('input[value*="/s/"]').first.input_value()


def measure_screens(browser: Browser, site: str) -> None:
    """Print heights, where primary buttons are, and the requests of a first visit."""
    page = visit(browser, site)
    requests: list[str] = []
    page.on("request", lambda one: requests.append(one.url))
    page.goto("/")
    page.wait_for_load_state("networkidle")
    print(
        f"start, 360 px: {height(page):.1f} screens, first button ends at {button_at(page, BUTTONS['start'])}, "
        f"{len(requests)} requests"
    )
    for game in GAMES:
        page.goto(f"/new/{game}/")
        print(f"new {game}, 360 px: {height(page):.1f} screens, button ends at {button_at(page, BUTTONS['new'])}")
    for game in GAMES:
        heights = []
        home = open_example(page, game)
        share = share_path(page, home)
        for width in (360, 768, 1440):
            page.set_viewport_size({"width": width, "height": WIDTHS[width] if width != 360 else 780})
            page.goto(home)
            closed = height(page)
            page.goto(f"{home}?unit=0")
            page.wait_for_selector("#opened-0")
            opened = page.locator("#unit-0").evaluate("one => one.getBoundingClientRect().height / innerHeight")
            heights.append(
                f"{width} px: {closed:.1f} screens, with a unit open {height(page):.1f}, the unit {opened:.1f}"
            )
        print(f"editor {game}: {'; '.join(heights)}")
        page.set_viewport_size(PHONE)
        requests.clear()
        page.goto(f"{home}?unit=0")
        page.wait_for_load_state("networkidle")
        asked = len(requests)
        page.goto(share)
        shared = height(page)
        page.goto(f"/rules/{game}/")
        print(f"{game}, 360 px: editor {asked} requests, shared page {shared:.1f} screens, rules {height(page):.1f}")
    page.goto("/lists/")
    print(
        f"my lists with 5, 360 px: {height(page):.1f} screens, first list at "
        f"{page.locator('.list-row').first.evaluate('one => one.getBoundingClientRect().top / innerHeight'):.1f}"
    )


def take_pictures(browser: Browser, site: str, folder: Path) -> None:
    """A picture of every screen, as width-scheme-language-screen.png."""
    for language in ("fr-FR", "en-GB"):
        for scheme in ("light", "dark"):
            page = visit(browser, site, locale=language, color_scheme=scheme)
            homes = {game: open_example(page, game) for game in GAMES}
            shares = {game: share_path(page, home) for game, home in homes.items()}
            screens = {"start": "/", "lists": "/lists/", "about": "/about/", "sign-in": "/account/login/"}
            for game, home in homes.items():
                screens |= {
                    f"{game}-new": f"/new/{game}/",
                    f"{game}-editor": home,
                    f"{game}-unit": f"{home}?unit=0",
                    f"{game}-head": f"{home}?head",
                    f"{game}-links": f"{home}links/",
                    f"{game}-print": f"{home}print/",
                    f"{game}-shared": shares[game],
                    f"{game}-rules": f"/rules/{game}/",
                }
            for width, tall in WIDTHS.items():
                page.set_viewport_size({"width": width, "height": tall})
                for name, path in screens.items():
                    page.goto(path)
                    page.wait_for_load_state("networkidle")
                    page.screenshot(path=folder / f"{width}-{scheme}-{language[:2]}-{name}.png", full_page=True)
            page.context.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("site", nargs="?", default="http://localhost:8000")
    parser.add_argument("--pictures", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    path = program(*CHROMIUM, package="chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=CHROMIUM_FLAGS)
        print(f"a legal list from the start page, 360 px: {taps_to_a_legal_list(browser, arguments.site)}")
        measure_screens(browser, arguments.site)
        if arguments.pictures:
            arguments.pictures.mkdir(parents=True, exist_ok=True)
            take_pictures(browser, arguments.site, arguments.pictures)


if __name__ == "__main__":
    main()
