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

pytestmark = [pytest.mark.database, pytest.mark.processes]
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


def grants(*names):
    """(list, whether it is pinned, its labels) of the grants of these lists."""
    rows = RosterGrant.objects.filter(roster__name__in=names)
    return sorted(rows.values_list("roster__name", "pinned", "labels"))


def test_every_key_opens_what_it_opened(transactional_db, monkeypatch):
    """All are migrated at once, in several steps: each case stores rows of before, and looks at them afterwards."""
    monkeypatch.setattr(import_module("builder.migrations.0018_keys_become_browsers"), "AT_ONCE", 2)
    for name in ("Ada", "Mira", "Tom", "Bea", "Cem", "Dag", "Eve", "Fay", "Gus"):
        gathered.roster(name)
    try:
        old = Before(migrate(BEFORE))
        cases = [case(old) for case in (several_keys, first_use, unseen_grants, handed_over, many_browsers)]
        for case in cases:
            next(case)
    finally:
        migrate()
    for case in cases:
        assert next(case, None) is None


def several_keys(old):
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
    yield
    assert [lists(word) for word in ("newest", "replaced", "goes-on", "other", "unknown")] == [
        ["Ada", "Mira", "Tom"], ["Ada", "Mira"], ["Ada"], ["Tom"], [],
    ]  # fmt: skip
    assert set(grants("Ada", "Mira", "Tom")) == {
        ("Ada", True, "club"), ("Mira", False, "club"), ("Tom", False, "club"), ("Tom", False, ""),
    }  # fmt: skip
    replaced = {row.key_hash: row.replaced_by for row in Browser.objects.select_related("replaced_by")}
    of_word = {word: replaced[hash_key(word.ljust(22, "-"))] for word in ("newest", "replaced", "goes-on", "other")}
    assert of_word == {"newest": None, "replaced": Browser.objects.get(pk=browser.pk), "goes-on": None,
                       "other": Browser.objects.get(pk=merged.pk)}  # fmt: skip


def first_use(old):
    """A replaced key still ends with the first use of the new one."""
    browser = old.browser(turn=2)
    newest = old.key(browser, "newer", 2, settles=NOW - timedelta(minutes=1))
    old.key(browser, "older", 1, replaced_by=newest)
    old.grant(browser, "Bea")
    yield
    assert [lists(word) for word in ("older", "newer", "older")] == [["Bea"], ["Bea"], []]


def unseen_grants(old):
    """Grants that no key sees any more stay unseen."""
    browser = old.browser(turn=2)
    old.key(browser, "first", 1)
    old.grant(browser, "Cem", 1)
    old.grant(browser, "Dag", 2)  # came with a key whose answer was lost, and which was tidied away
    yield
    assert (lists("first"), grants("Cem", "Dag")) == (["Cem"], [("Cem", False, "")])


def handed_over(old):
    """What waits for another device is still handed over."""
    key = "handed-over".ljust(22, "-")
    copy = old.browser()
    old.grant(copy, "Eve")
    old.model("Handover").objects.create(key_hash=hash_key(key), browser=copy, made=timezone.now())
    yield
    client = Client()
    assert client.post(f"/d/{key}/").status_code == 302
    assert [row.name for row in client.get("/lists/").context["rosters"]] == ["Eve"]


def many_browsers(old):
    """More than are migrated in a step."""
    for number in range(5):
        browser = old.browser(turn=2)
        old.key(browser, f"first-{number}", 1)
        old.key(browser, f"second-{number}", 2)
        old.grant(browser, "Fay")
        old.grant(browser, "Gus", 2)
    yield
    assert [lists(f"first-{number}") for number in range(5)] == [["Fay"]] * 5
    assert [lists(f"second-{number}") for number in range(5)] == [["Fay", "Gus"]] * 5
