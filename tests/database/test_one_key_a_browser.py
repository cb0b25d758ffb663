"""The migration that gives each browser one key: every key that a player may still have opens what it opened."""

from datetime import UTC, datetime, timedelta
from importlib import import_module

import pytest
from django.test import Client
from django.utils import timezone

from builder.models import Browser, RosterGrant
from builder.web.keys import hash_key
from tests.builder import gathered
from tests.database.test_battles_migration import migrate

pytestmark = [pytest.mark.database, pytest.mark.processes, pytest.mark.django_db(transaction=True)]
BEFORE = [("builder", "0016_kept_files")]
NOW = datetime.now(UTC)


class Before:
    """Rows as they were stored before."""

    def __init__(self, model):
        self.model = model

    def browser(self, **values):
        return self.model("Browser").objects.create(**values)

    def key(self, browser, word, turn=1, **values):
        """A key, which is `word` and filled up to the length of keys."""
        values = {"made": NOW, "used": NOW.date()} | values
        hashed = hash_key(word.ljust(22, "-"))
        return self.model("BrowserKey").objects.create(browser=browser, key_hash=hashed, turn=turn, **values)

    def grant(self, browser, name, turn=1, **values):
        row = self.model("Roster").objects.filter(name=name).values_list("pk", flat=True)[0]
        values = {"generation": 1, "granted": NOW, "used": NOW.date()} | values
        self.model("RosterGrant").objects.create(browser=browser, roster_id=row, turn=turn, **values)


def lists(*words):
    """The names of the lists that a browser sees with some keys."""
    client = Client()
    for number, word in enumerate(words):
        client.cookies[f"browser-{number:016x}"] = word.ljust(22, "-")
    return sorted(row.name for row in client.get("/lists/").context["rosters"])


@pytest.fixture
def old(transactional_db):
    for name in ("Ada", "Mira", "Tom"):
        gathered.roster(name)
    yield Before(migrate(BEFORE))
    migrate()


def test_each_key_opens_what_it_opened(old):
    browser, other, merged = old.browser(turn=3), old.browser(), old.browser()
    newest = old.key(browser, "newest", 3, settles=NOW + timedelta(days=1))
    old.key(browser, "replaced", 2, replaced_by=newest)
    old.key(browser, "goes-on", 1)
    for turn, name in enumerate(("Ada", "Mira", "Tom"), 1):
        old.grant(browser, name, turn, pinned=name == "Ada", labels="club")
    old.grant(other, "Tom")
    of_both = old.key(merged, "merged", settles=NOW)
    old.key(other, "other", replaced_by=of_both)
    old.grant(merged, "Tom")
    migrate()
    assert [lists(word) for word in ("newest", "replaced", "goes-on", "other", "unknown")] == [
        ["Ada", "Mira", "Tom"], ["Ada", "Mira"], ["Ada"], ["Tom"], [],
    ]  # fmt: skip
    assert set(RosterGrant.objects.values_list("roster__name", "pinned", "labels")) == {
        ("Ada", True, "club"), ("Mira", False, "club"), ("Tom", False, "club"), ("Tom", False, ""),
    }  # fmt: skip
    replaced = {row.key_hash: row.replaced_by for row in Browser.objects.select_related("replaced_by")}
    of_word = {word: replaced[hash_key(word.ljust(22, "-"))] for word in ("newest", "replaced", "goes-on", "other")}
    assert of_word == {"newest": None, "replaced": Browser.objects.get(pk=browser.pk), "goes-on": None,
                       "other": Browser.objects.get(pk=merged.pk)}  # fmt: skip


def test_a_replaced_key_still_ends_with_the_first_use_of_the_new_one(old):
    browser = old.browser(turn=2)
    newest = old.key(browser, "newest", 2, settles=NOW - timedelta(minutes=1))
    old.key(browser, "replaced", 1, replaced_by=newest)
    old.grant(browser, "Ada")
    migrate()
    assert [lists(word) for word in ("replaced", "newest", "replaced")] == [["Ada"], ["Ada"], []]


def test_grants_that_no_key_sees_any_more_stay_unseen(old):
    browser = old.browser(turn=2)
    old.key(browser, "first", 1)
    old.grant(browser, "Ada", 1)
    old.grant(browser, "Mira", 2)  # came with a key whose answer was lost, and which was tidied away
    migrate()
    assert (lists("first"), RosterGrant.objects.count()) == (["Ada"], 1)


def test_what_waits_for_another_device_is_still_handed_over(old):
    key = "handed-over".ljust(22, "-")
    copy = old.browser()
    old.grant(copy, "Ada")
    old.model("Handover").objects.create(key_hash=hash_key(key), browser=copy, made=timezone.now())
    migrate()
    client = Client()
    assert client.post(f"/d/{key}/").status_code == 302
    assert [row.name for row in client.get("/lists/").context["rosters"]] == ["Ada"]


def test_many_browsers_are_migrated_in_several_steps(old, monkeypatch):
    monkeypatch.setattr(import_module("builder.migrations.0018_keys_become_browsers"), "AT_ONCE", 2)
    for number in range(5):
        browser = old.browser(turn=2)
        old.key(browser, f"first-{number}", 1)
        old.key(browser, f"second-{number}", 2)
        old.grant(browser, "Ada")
        old.grant(browser, "Mira", 2)
    migrate()
    assert [lists(f"first-{number}") for number in range(5)] == [["Ada"]] * 5
    assert [lists(f"second-{number}") for number in range(5)] == [["Ada", "Mira"]] * 5
