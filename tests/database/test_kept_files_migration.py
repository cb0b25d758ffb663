"""The migrations that leave the queue to the library: finished files stay, unfinished ones are made anew."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from builder.exports import storing
from builder.exports.tidying import tidy_files
from builder.models import KeptFile
from tests import make
from tests.builder.test_views import owned

pytestmark = [pytest.mark.database, pytest.mark.processes, pytest.mark.django_db(transaction=True)]
BEFORE = [("builder", "0015_prohibitions_counted")]
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
PDF = b"%PDF-1.7 small"


def migrated(targets):
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    return MigrationExecutor(connection).loader.project_state(targets).apps


def newest():
    migrated(MigrationExecutor(connection).loader.graph.leaf_nodes())


@pytest.fixture
def before():
    """The model of the release before; afterwards all migrations are applied again."""
    yield migrated(BEFORE).get_model("builder", "KeptSheet")
    newest()


@pytest.mark.usefixtures("sheet_queue")
def test_finished_files_stay_unfinished_ones_are_made_anew_and_nodes_of_before_go_on(before):
    about = {"made": NOON, "used": NOON.date(), "file_name": "chacals"}
    done = {"state": "done", "content": PDF, "finished": NOON, "request": {"parts": {"roster 2": True}}}
    before.objects.create(key="done", subject="roster 1", **about, **done, **storing.facts(PDF))
    for state in ("waiting", "running"):
        before.objects.create(key=state, subject="roster 1", client=state, state=state, request={"a": 1}, **about)
    newest()
    kept = KeptFile.objects.get(key="done")
    assert (kept.outcome, kept.task, storing.content_of(kept)) == ("done", None, PDF)
    row = owned(Client(), make.convoy(name="Les Chacals"))
    page = Client(REMOTE_ADDR="192.0.2.1").get(f"/s/{row.share_key}/pdf/")
    assert (page.status_code, page.context["before"]) == (202, 0)
    KeptFile.objects.filter(key="waiting").update(subject=f"roster {row.pk}")
    again = Client(REMOTE_ADDR="192.0.2.2").get(f"/s/{row.share_key}/pdf/?sheet=waiting")
    assert (again.status_code, KeptFile.objects.filter(key="waiting").count()) == (202, 0)
    assert storing.forget("roster 2") == 1
    assert tidy_files(datetime.now(UTC)) == 1  # what was running
    assert KeptFile.objects.get().subject == f"roster {row.pk}"
    nodes_of_the_release_before_go_on(before)


def nodes_of_the_release_before_go_on(before):
    """While nodes are replaced one after the other, theirs write and read all columns that they know."""
    KeptFile.objects.all().delete()
    about = {"made": NOON, "used": NOON.date(), "file_name": "chacals", "client": "192.0.2.1"}
    old = before.objects.create(key="old", subject="roster 1", state="waiting", **about)
    before.objects.filter(pk=old.pk).update(state="running", attempts=1, alive=NOON, started=NOON)
    row = owned(Client(), make.convoy(name="Les Chacals"))
    assert Client(REMOTE_ADDR="192.0.2.1").get(f"/s/{row.share_key}/pdf/").status_code == 202
    assert before.objects.filter(state__in=["waiting", "running"]).count() == 1
    assert {sheet.attempts for sheet in before.objects.all()} == {0, 1}
