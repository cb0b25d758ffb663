"""Two people with two browsers: one founds a gang and invites, the other joins, plays, votes and leaves."""

import re

import pytest

from builder.gatherings import services
from builder.models import Chapter, Gathering
from builder.web.keys import hash_key
from tests.builder import gathered

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
LONG = "Compagnie-franche-" * 9


def test_a_gang_of_two_people(page, phone):
    page.goto("/gatherings/new/of-the-dead/")
    page.fill("#id_name", "Les Rescapés")
    page.click("main form.head button.big")
    assert "/o/" in page.locator("#organiser-link").input_value()
    page.click("a[href$='/links/']")
    invitation = page.locator("#invite-link").input_value()

    phone.goto(invitation)
    phone.fill("#id_name", "Mira")
    phone.fill("#id_player", "Ada")
    phone.click("main form.head button.button")
    phone.wait_for_url(re.compile(r"/lists/\d+/"))
    phone.goto("/gatherings/")
    phone.click("text=Les Rescapés")
    assert phone.locator(".person.own .name").inner_text() == "Mira"
    assert [phone.locator(part).count() for part in (".chapter-tools", "#news form")] == [0, 1]

    page.goto(f"/gatherings/{Gathering.objects.get().pk}/")
    page.click("a[href$='/chapters/new/']")
    page.fill("#id_title", "Le pont")
    page.fill("#id_date", "2026-03-14")
    page.click("button[value=plan]")
    phone.reload()
    phone.click("button[form=vote]")
    assert phone.locator("button[form=vote]").get_attribute("aria-pressed") == "true"

    page.reload()
    assert page.locator(".voice-count b").inner_text() == "1"
    page.click(".chapter-tools a")
    page.fill("input[name^=text-]", "Bras cassé")
    page.click("button[value=hold]")
    phone.reload()
    assert "Bras cassé" in phone.locator(".chapter.held").inner_text()

    phone.click(".person.own .person-tools button")
    phone.wait_for_url("**/gatherings/")
    assert phone.goto(f"/gatherings/{Gathering.objects.get().pk}/").status == 404


def test_no_page_of_a_gang_scrolls_sideways_on_a_phone(visitor):
    """The languages take turns: what is long here are names."""
    gang, (mira, tom) = gathered.gang(LONG, "W" * 80, name=LONG, notes=LONG)
    services.plan(gang, {"title": LONG, "text": LONG, "conditions": LONG, "least_members": 9}, {mira: LONG})
    services.plan(gang, {"title": LONG, "text": LONG, "held": True}, {mira: LONG, tom: ""})
    services.announce(gang, LONG)
    key = "k" * 22
    Gathering.objects.update(organiser_key_hash=hash_key(key))
    base, chapter = f"/gatherings/{gang.pk}/", Chapter.objects.first().pk
    own = [base, *(f"{base}{part}/" for part in ("edit", "links", "roles", "statistics", "chapters/new"))]
    others = [f"/g/{gang.share_key}/", f"/g/{gang.share_key}/print/", f"/j/{gang.invite_key}/", "/gatherings/"]
    wide, small = [], []
    pages = [*own, f"{base}chapters/{chapter}/", *others, "/gatherings/new/of-the-dead/"]
    for turn, language in enumerate(("fr-FR", "en-GB")):
        page = visitor({"width": 360, "height": 780}, language, has_touch=True, is_mobile=True)
        page.goto(f"/o/{key}/")
        for url in pages[turn::2]:
            page.goto(url)
            if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
                wide.append(url)
            small += page.evaluate(
                """[...document.querySelectorAll("main button, main .quiet, main .button")]
                   .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43)
                   .map((one) => one.outerHTML)"""
            )
    assert (wide, small) == ([], [])
