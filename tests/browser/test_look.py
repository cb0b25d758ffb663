"""What every screen owes its reader: no page scrolls sideways on a phone, and what a finger taps is large enough."""

import pytest

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from tests import make

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("browser")]

LONG = "Compagnie-franche-" * 9


@pytest.fixture
def shelved():
    """A list with the longest names, open to whoever has its key."""
    wordy = make.convoy(
        make.fighter("fusil-d-assaut", name="W" * 80),
        name=LONG,
        faction="cultistes",
        subfaction="devoreurs-des-derniers-jours",
        scenario="embuscade",
        role="attacker",
    )
    return history.create(LoadedRoster(wordy), "test")


@pytest.mark.parametrize("language", ["fr-FR", "en-GB"])
def test_no_page_scrolls_sideways_on_a_phone(visitor, shelved, language):
    row, key = shelved
    page = visitor({"width": 360, "height": 780}, language, has_touch=True, is_mobile=True)
    page.goto(f"/e/{key}/")
    base = f"/lists/{row.pk}/"
    pages = ["/", "/new/rbn/", "/lists/", base, f"{base}?unit=0", f"{base}?head", f"{base}links/", f"{base}print/"]
    wide = []
    for url in [*pages, f"/s/{row.share_key}/", "/rules/rbn/", "/about/", "/nowhere/"]:
        page.goto(url)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(url)
    assert wide == []


def test_buttons_are_large_enough_for_a_finger(phone, shelved):
    row, key = shelved
    phone.goto(f"/e/{key}/")
    phone.goto(f"/lists/{row.pk}/?unit=0")
    small = phone.evaluate(
        """[...document.querySelectorAll("main button:not(.words button), main .quiet, main .button, #bar a")]
           .filter((one) => one.checkVisibility() && !one.closest("[popover]:not(:popover-open)"))
           .filter((one) => one.getBoundingClientRect().height < 43)
           .map((one) => one.id || one.className || one.textContent)"""
    )
    assert small == []


def test_the_picker_of_a_phone_covers_the_page_but_not_the_bar(phone, shelved):
    row, key = shelved
    phone.goto(f"/e/{key}/")
    phone.goto(f"/lists/{row.pk}/?unit=0")
    phone.locator(".picker-open").tap()
    picker, bar = phone.locator(".picker").bounding_box(), phone.locator("#bar").bounding_box()
    assert (picker["x"], picker["y"], picker["width"]) == (0, 0, 360)
    assert picker["y"] + picker["height"] <= bar["y"] + 3
