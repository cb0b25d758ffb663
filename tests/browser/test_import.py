"""A list of each game goes from one browser to another, by text, ZIP, code and account, and is the same there."""

import json
import re

import pytest
from playwright.sync_api import expect

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from builder.registry import example_file
from rules.registry import GAMES
from tests import make
from tests.browser.player import let_in
from tests.browser.test_account_journey import sign_in, sign_up
from tests.conftest import PHONE

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def example(game):
    return json.loads(example_file(game).read_text("utf-8"))


def opened(page, document):
    """A page of somebody who opened the edit link of a list: the page of its links."""
    row, key = history.create(LoadedRoster.from_data(document), "test")
    let_in(page, key)
    page.goto(f"/lists/{row.pk}/links/")
    return row


def copied(page, form):
    page.locator(".copy-as summary").click()
    page.locator(f'[data-text][href$="/{form}/"]').click()
    return page.locator(".texts textarea").first.input_value()


def kept(page):
    """Read what was chosen and keep it; the documents that are stored then, by their game."""
    before = set(Roster.objects.values_list("pk", flat=True))
    page.locator("form.head button.big").click()
    page.locator("button[value=keep]").click()
    expect(page).not_to_have_url("/import/")
    return {new.game: new.document for new in Roster.objects.exclude(pk__in=before)}


def by_text(page, other, rows, _folder):
    for game, row in rows.items():
        page.goto(f"/lists/{row.pk}/links/")
        text = copied(page, "full")
        other.goto("/import/")
        other.fill("#text", text)
        assert kept(other) == {game: example(game)}


def by_zip(page, other, rows, folder):
    pks = "-".join(str(row.pk) for row in rows.values())
    (folder / "lists.zip").write_bytes(page.request.get(f"/lists/several/{pks}/zip/").body())
    other.goto("/import/")
    other.set_input_files("#files", folder / "lists.zip")
    assert kept(other) == {game: example(game) for game in rows}


def by_code(page, other, rows, _folder):
    page.goto("/device/")
    page.locator("#handover-code form button").click()
    letters = page.locator(".short-code b").inner_text()
    other.goto("/")
    other.fill("#short-code", letters)
    other.press("#short-code", "Enter")
    page.locator("#handover-code [name=yes]").click()
    other.locator("main form button.big").click()
    assert opened_by(other, rows) == {game: example(game) for game in rows}


def by_account(page, other, rows, _folder):
    sign_in(other, sign_up(page, "Mira"))
    assert opened_by(other, rows) == {game: example(game) for game in rows}


def opened_by(page, rows):
    """The documents of lists that this browser may edit."""
    page.wait_for_url("**/lists/")
    return {game: page.request.get(f"/lists/{row.pk}/json/").json() for game, row in rows.items()}


def test_a_list_of_each_game_is_the_same_in_another_browser_by_every_way(page, visitor, tmp_path):
    rows = {game: opened(page, example(game)) for game in GAMES}
    other = visitor(PHONE)
    for way in (by_text, by_zip, by_code, by_account):
        assert other.request.get(f"/lists/{rows['rbn'].pk}/json/").status == 404
        way(page, other, rows, tmp_path)
        other.context.clear_cookies()


def test_a_text_is_shown_in_the_other_language_and_copied(page):
    opened(page, LoadedRoster(make.convoy(name="Chacals", units=[make.fighter(name="Gordon")])).data)
    assert "Combattant" in copied(page, "full")
    page.locator("[name=text-language][value=en]").check()
    expect(page.locator(".texts textarea")).to_have_value(re.compile("Fighter"))


def test_an_import_works_without_scripts(visitor):
    page = visitor(java_script_enabled=False)
    page.goto("/import/")
    page.fill("#text", "Chacals (Mutants)\n- Gordon: fusil, épée\n")
    assert kept(page)["rbn"]["units"][0]["weapons"] == ["fusil", "epee"]
