"""Two battles of a campaign in a row: planned, played from two phones, recorded, and the next one with what was won."""

import re

import pytest
from playwright.sync_api import expect

from builder.models import Battle, Gathering
from builder.web.keys import hash_key
from tests.browser.player import let_in
from tests.builder import campaigned
from tests.builder.campaigned import FIRST, SECOND, SEVENTH, SIXTH

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
ORGANISER, LOUPS, RATS = ("k" * 22), ("l" * 22), ("r" * 22)
LONG = "Convoi-franc-" * 9


def campaign():
    """A campaign of two lists, with links that tests know."""
    gathering, members = campaigned.campaign("Loups", "Rats")
    Gathering.objects.update(organiser_key_hash=hash_key(ORGANISER))
    for member, key in zip(members, (LOUPS, RATS), strict=True):
        member.roster.edit_key_hash = hash_key(key)
        member.roster.save()
    return gathering, members


def play(page, phone, gathering, rats):
    """Start the battle that is planned, end it with a victory of the rats, and record it; rats: their number there."""
    page.goto(f"/gatherings/{gathering.pk}/")
    page.click("form[action$='/play/'] button")
    page.wait_for_url(re.compile(r"/battles/\d+/$"))
    battle = Battle.objects.latest("pk").pk
    assert phone.goto(f"/battles/{battle}/").status == 200
    page.goto(f"/battles/{battle}/end/")
    page.locator("[name=winner][value='1']").check(force=True)
    page.click("main form button.big")
    page.click(f"a[href^='/gatherings/{gathering.pk}/']")
    page.click(".chapter:not(.held) a.button[href*='/chapters/']")
    assert [page.is_checked(f"[name='reached-{side}-main']") for side in (rats, 1 - rats)] == [True, False]
    page.click("button[value=hold]")
    expect(page.locator(".chapter.held .badge").first).to_be_visible()


def test_two_battles_of_a_campaign_in_a_row(page, phone):
    gathering, (loups, rats) = campaign()
    page.goto(f"/o/{ORGANISER}/")
    let_in(page, LOUPS)
    let_in(phone, RATS)

    page.goto(f"/gatherings/{gathering.pk}/")
    page.click(f"a[href$='?scenario={FIRST}']")
    page.select_option("#member-0", str(loups.pk))
    page.select_option("#member-1", str(rats.pk))
    page.click("button[value=plan]")
    play(page, phone, gathering, rats=1)

    page.click(".strand form button")
    assert [page.input_value(f"#member-{number}") for number in (0, 1)] == [str(rats.pk), str(loups.pk)]
    assert page.is_checked("[name=accepted-initiative]")
    page.click("button[value=plan]")
    play(page, phone, gathering, rats=0)

    phone.goto(f"/gatherings/{gathering.pk}/")
    assert phone.locator(".chapter.held").count() == 2
    assert phone.locator(".casting dd").all_inner_texts() == ["Rats", "Loups"]
    assert Battle.objects.values_list("scenario", flat=True).distinct().count() == len({FIRST, SECOND})


def test_no_page_of_a_campaign_scrolls_sideways_on_a_phone(visitor):
    """In French, whose words are longer."""
    gathering, (loups, rats) = campaign()
    client = campaigned.organiser(gathering)
    sides = (loups, "main", LONG), (rats, "secondary", LONG)
    held = campaigned.enter(client, gathering, SIXTH, *sides, action="hold", title=LONG, text=LONG)
    campaigned.enter(client, gathering, SEVENTH, *sides, after=held.pk, title=LONG, **{"accepted-deployment": "on"})
    page = visitor({"width": 360, "height": 780}, has_touch=True, is_mobile=True)
    page.goto(f"/o/{ORGANISER}/")
    let_in(page, LOUPS)
    base = f"/gatherings/{gathering.pk}/"
    wide, small = [], []
    for url in [base, f"{base}chapters/new/", f"{base}chapters/{held.pk}/", f"/g/{gathering.share_key}/"]:
        assert page.goto(url).status == 200
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wide.append(url)
        heights = page.locator("main :is(button, a.button, a.quiet, select)").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect().height).filter(high => high && high < 44)"
        )
        small += [(url, high) for high in heights]
    assert (wide, small) == ([], [])
