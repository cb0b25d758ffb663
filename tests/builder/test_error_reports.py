"""A mistake that a player reports: a row, which the operator makes a test of, erased with its list."""

import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from builder.error_reports.models import ErrorReport, tidy_reports
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from rules.document import read
from rules.registry import GAMES
from tests import make
from tests.battles import played

pytestmark = pytest.mark.django_db
EXPECTED = "Ana may have two rifles.\nPage 12."


@pytest.fixture
def row():
    document = make.convoy(name="Les Chacals", notes="Secret", units=[make.fighter(name="Ana", notes="Mine")])
    return history.create(LoadedRoster(document), "new")[0]


def report(row, expected=EXPECTED, query=""):
    return Client().post(f"/s/{row.share_key}/mistake/{query}", {"expected": expected})


def test_the_report_of_whoever_sees_a_list_keeps_what_they_saw_and_no_notes(row):
    assert report(row)["Location"] == f"/s/{row.share_key}/"
    stored, verdict = ErrorReport.objects.get(), history.load_roster(row).verdict
    assert (stored.roster, stored.revision, stored.expected) == (row, 1, EXPECTED)
    assert (stored.verdict["legal"], stored.verdict["total"]) == (verdict.legal, verdict.total)
    assert [rule for rule, _unit in stored.verdict["findings"]] == sorted(one.rule.id for one in verdict.findings)
    text = json.dumps(stored.document)
    assert ("Ana" in text, "Secret" in text, "Mine" in text) == (True, False, False)


@pytest.mark.parametrize("expected", ["", " \n", "x" * 2001])
def test_a_report_says_something_and_no_book(row, expected):
    answer = report(row, expected)
    assert (answer.status_code, ErrorReport.objects.count()) == (422, 0)
    assert 'class="field-error"' in answer.text


def test_a_state_that_is_not_shared_cannot_be_reported_and_strangers_find_no_form(row):
    history.apply(row, "add-fighter", {}, 1)
    assert report(row, query="?revision=1").status_code == 404
    assert [Client().get(f"/{kind}/{'A' * 22}/mistake/").status_code for kind in "sw"] == [404, 404]


def test_so_many_may_be_reported_and_no_more(row, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"report": "2/h"}
    assert [report(row, f"{n}").status_code for n in range(3)] == [302, 302, 429]


def test_of_a_battle_it_keeps_the_list_of_its_player_and_the_mark(client):
    battle = played.battle()
    player, joined = played.player(battle, 1), battle.rosters.get(number=1)
    played.send(player, battle, "set 1/0.0/wounds 1")
    home = played.url("battle", battle)
    pages = [home, f"{home}log/", f"{home}end/", f"{home}invite/", f"/w/{battle.watch_key}/"]
    assert [page for page in pages if f"/w/{battle.watch_key}/mistake/" not in player.get(page).text] == []
    answer = player.post(f"/w/{battle.watch_key}/mistake/", {"expected": "Two wounds"})
    stored = ErrorReport.objects.get()
    assert answer["Location"] == home
    assert (stored.battle, stored.mark, stored.roster, stored.revision) == (battle, 1, joined.roster, joined.revision)


def test_pages_of_a_list_lead_to_it(client, row):
    make.grant(client, row)
    pages = [f"/lists/{row.pk}/", f"/lists/{row.pk}/links/", f"/lists/{row.pk}/print/", f"/s/{row.share_key}/"]
    assert [page for page in pages if f"/s/{row.share_key}/mistake/" not in client.get(page).text] == []


def test_the_operator_reads_it_and_makes_a_test_of_it_without_names(admin_client, row, tmp_path):
    report(row)
    stored, out = ErrorReport.objects.get(), StringIO()
    page = admin_client.get(f"/admin/builder/errorreport/{stored.pk}/change/").text
    assert ("two rifles" in page, row.share_key in page) == (True, False)
    call_command("rosters", "report", str(stored.pk), "--folder", str(tmp_path), stdout=out)
    file = tmp_path / f"rbn/report-{stored.pk}.json"
    document = read(json.loads(file.read_text("utf-8")), GAMES)
    verdict = json.loads(file.with_suffix(".expected.json").read_text("utf-8"))
    assert (document.name, [unit.name for unit in document.units]) == ("", [""])
    assert verdict == stored.verdict
    assert EXPECTED in out.getvalue()


def test_it_goes_with_its_list_and_after_its_time(row):
    now = timezone.now()
    for _time in range(3):
        report(row, str(_time))
    used, old, _new = ErrorReport.objects.order_by("pk")
    ErrorReport.objects.filter(pk=used.pk).update(used=now - timedelta(days=31))
    ErrorReport.objects.filter(pk=old.pk).update(made=now - timedelta(days=366))
    assert (tidy_reports(now, dry_run=True), tidy_reports(now), ErrorReport.objects.count()) == (2, 2, 1)
    Roster.objects.get(pk=row.pk).delete()
    assert ErrorReport.objects.count() == 0
