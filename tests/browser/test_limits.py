"""What a player sees who is too quick, in a real Chromium: nothing that was typed is lost."""

import pytest
from playwright.sync_api import expect

from builder.models import Roster, TokenBucket
from tests.browser.player import Player

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def limit(settings):
    """Set limits: limit(edit="2/h"); buckets begin full again."""

    def change(**rates):
        TokenBucket.objects.all().delete()
        settings.RATE_LIMITS = settings.RATE_LIMITS | rates

    return change


def new_player(page):
    return Player(page).new_list("Les Chacals", "mutants", "pillards").do("add-profile guerrier").open(0)


def test_a_refused_edit_says_when_it_works_again_and_keeps_what_was_typed(page, limit):
    new_player(page)
    limit(edit="0/h")
    page.fill("#name-0", "La Grêle")
    page.locator("#name-0").press("Enter")
    expect(page.locator("#toast")).to_contain_text("60 minutes")
    expect(page.locator("#name-0")).to_have_value("La Grêle")
    limit(edit="9/h")
    page.locator("#name-0").press("Enter")
    expect(page.locator("#unit-0 .name").first).to_have_text("La Grêle")
    expect(page.locator("#revision")).to_have_value("3")


def test_an_entry_of_the_log_that_is_refused_stays_in_its_form(page, limit):
    new_player(page)
    limit(edit="0/h")
    page.locator("#log summary").first.click()
    form = page.locator("form.log-form").first
    form.locator("[name=title]").fill("Le pont")
    form.locator("button").last.click()
    expect(page.locator("#toast")).to_contain_text("60 minutes")
    expect(form.locator("[name=title]")).to_have_value("Le pont")


def test_without_javascript_a_refused_form_can_be_sent_again(visitor, limit):
    page = visitor(java_script_enabled=False)
    limit(create="0/h")
    page.goto("/new/rbn/")
    page.fill("#name", "Les Chacals")
    page.locator("main form button").last.click()
    expect(page.locator("h1")).to_be_visible()
    assert Roster.objects.count() == 0
    limit(create="1/h")
    page.locator("main form button").click()
    expect(page.locator("#bar")).to_be_visible()
    assert Roster.objects.get().name == "Les Chacals"


def test_a_double_click_makes_one_list(page):
    page.goto("/new/rbn/")
    page.fill("#name", "Les Chacals")
    page.locator("main form button").last.dblclick()
    expect(page.locator("#bar")).to_be_visible()
    page.goto("/lists/")
    expect(page.locator(".list-row")).to_have_count(1)
