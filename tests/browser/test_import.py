"""A list of each game goes from one browser to another, as text and as a ZIP file, and is the same there."""

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
    """Read what was chosen and keep it; the document that is stored then."""
    before = set(Roster.objects.values_list("pk", flat=True))
    page.locator("form.head button.big").click()
    page.locator("button[value=keep]").click()
    expect(page).not_to_have_url("/import/")
    (new,) = Roster.objects.exclude(pk__in=before)
    return new.document


@pytest.mark.parametrize("game", GAMES)
def test_a_copied_text_is_the_same_list_in_another_browser(page, visitor, game):
    opened(page, example(game))
    text = copied(page, "full")
    other = visitor(PHONE)
    other.goto("/import/")
    other.fill("#text", text)
    assert kept(other) == example(game)


def test_a_zip_file_is_the_same_lists_in_another_browser(page, visitor, tmp_path):
    row = opened(page, example("rbn"))
    content = page.request.get(f"/lists/several/{row.pk}/zip/").body()
    (tmp_path / "lists.zip").write_bytes(content)
    other = visitor()
    other.goto("/import/")
    other.set_input_files("#files", tmp_path / "lists.zip")
    assert kept(other) == example("rbn")


def test_a_text_is_shown_in_the_other_language_and_copied(page):
    opened(page, LoadedRoster(make.convoy(name="Chacals", units=[make.fighter(name="Gordon")])).data)
    assert "Combattant" in copied(page, "full")
    page.locator("[name=text-language][value=en]").check()
    expect(page.locator(".texts textarea")).to_have_value(re.compile("Fighter"))


def test_an_import_works_without_scripts(visitor):
    page = visitor(java_script_enabled=False)
    page.goto("/import/")
    page.fill("#text", "Chacals (Mutants)\n- Gordon: fusil, épée\n")
    assert kept(page)["units"][0]["weapons"] == ["fusil", "epee"]
