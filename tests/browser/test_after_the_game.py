"""The end of a battle of Chain Reaction leads to the page after the game, which knows what was marked."""

import pytest
from playwright.sync_api import expect

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from tests.battles import played
from tests.browser.player import let_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 640}


def test_the_end_of_a_battle_leads_to_a_report_that_is_filled_in(visitor):
    phone = visitor(PHONE, locale="fr-FR", color_scheme="dark")
    campaign = played.example("chain-reaction") | {"campaign": True}
    row, key = history.create(LoadedRoster.from_data(campaign), "new")
    let_in(phone, key)
    battle = played.of(row)
    played.send(played.player(battle), battle, "set 0/1.0/dead 1", "set 0/2.0/took-somebody-out 1")

    phone.goto(played.url("battle-end", battle))
    phone.locator('label:has(input[value="lost"])').first.click()
    phone.locator("main form .submit button").click()
    onward = phone.locator('main a[href*="/aftermath/"]')
    expect(onward).to_be_in_viewport(ratio=1)
    onward.click()

    expect(phone.locator("#fate-1")).to_have_value("dead")
    expect(phone.locator('[name="kill-2"]')).to_be_checked()
    expect(phone.locator('[name="lost"]')).to_be_checked()
    phone.locator("#fate-1").select_option("out")
    phone.locator("#walk").click()
    phone.locator("#take-over").click()
    expect(phone.locator("#bar")).to_be_visible()
    assert Roster.objects.get(pk=row.pk).revision == 2
