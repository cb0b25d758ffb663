"""On a phone every field and button of every page is where a finger expects it; the languages take turns by page."""

import re
from pathlib import Path

import pytest
from django.test import Client

from tests import one_of_everything
from tests.one_of_everything import pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

# The languages take turns by page, those of a kind one after the other; the narrowest screen is in both.
WIDTHS = {"fr-FR": {320: 640, 390: 844}, "en-GB": {320: 640, 360: 780}}
LOOK = Path(__file__).with_name("reached.js").read_text()
OPEN_POPOVER = """() => {
  const one = document.querySelector("main [popover]:not(:popover-open):has(input, select, textarea, .button)")
  one?.showPopover()
  return Boolean(one)
}"""


def test_fields_and_buttons_are_reached_on_every_page_and_every_address_is_met(visitor, live_server, sheet_queue):
    wrong, done, met = {}, set(), set()
    for client, begins in (one_of_everything.stranger(), one_of_everything.owner()):
        reached = pages(client, begins)
        forms = {kind: address for kind, (address, html) in reached.items() if kind not in done and "<form" in html}
        for turn, (language, widths) in enumerate(WIDTHS.items()):
            page = visitor({"width": 320, "height": 640}, language, has_touch=True, is_mobile=True)
            page.context.add_cookies(
                [{"name": one.key, "value": one.value, "url": live_server.url} for one in client.cookies.values()]
            )
            for _kind, address in sorted(forms.items(), key=lambda form: form[0][0])[turn :: len(WIDTHS)]:
                found = looked_at(page, address, widths)
                wrong |= {(language, address, *where): what for where, what in found.items()}
        done |= forms.keys()
        met |= {kind[0] for kind in reached}
    assert len(done) > 100
    assert not wrong, "\n".join(f"{where}: {what}" for where, what in wrong.items())
    assert not_met(met) == []


def looked_at(page, address, widths):
    """What is wrong with a page: {(width, whether a popover is shown): what}."""
    wrong, more, popover = {}, True, False
    page.goto(address)
    while more:
        # The width that stays from before is the first: each change costs half of what the page did.
        for width, height in sorted(widths.items(), reverse=page.viewport_size["width"] > 320):
            page.set_viewport_size({"width": width, "height": height})
            if found := page.evaluate(LOOK):
                wrong[width, popover] = found
        more = popover = page.evaluate(OPEN_POPOVER)
    return wrong


# What no link leads to: addresses that lead on at once, parts of pages, what a mail brings, and keys of a real device.
NOT_SHOWN = {
    *("mfa_index", "mfa_list_webauthn", "edit-link", "organiser-link", "news-add"),
    *("roster-offers", "battle-state", "battle-side", "battle-watch-side", "battle-table", "battle-watch-table"),
    *("account_confirm_email", "account_reset_password_from_key"),
    *("mfa_edit_webauthn", "mfa_remove_webauthn", "api-token-end"),
}


def not_met(met):
    """The names of addresses that show something and are not among these."""
    rest = [route for route in one_of_everything.routes() if route.name not in met | NOT_SHOWN]
    shown = [one for one in rest if not one_of_everything.is_file(one) and Client().get(filled(one)).status_code != 405]
    return [one.name for one in shown]


def filled(route):
    """The address of a route, with something for each argument."""
    return "/" + re.sub(
        r"<(\w+):\w+>", lambda part: {"key": "k" * 22, "str": "x"}.get(part[1], "1"), str(route.pattern)
    )
