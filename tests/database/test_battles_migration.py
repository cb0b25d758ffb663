"""The migrations that bring battles add to what is there and change none of it, on every database."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from builder.web.keys import new_key
from tests.database.test_accounts_migration import fill

pytestmark = [pytest.mark.database, pytest.mark.processes, pytest.mark.django_db(transaction=True)]
BEFORE = [("builder", "0011_print_page")]
KEPT = ("Roster", "Gathering", "Membership", "Chapter", "Browser", "BrowserKey", "RosterGrant", "GatheringGrant")


def migrate(targets=None):
    """Migrate; returns how to get a model of the state that it leads to."""
    executor = MigrationExecutor(connection)
    targets = targets or executor.loader.graph.leaf_nodes()
    executor.migrate(targets)
    apps = MigrationExecutor(connection).loader.project_state(targets).apps
    return lambda name: apps.get_model("builder", name)


@pytest.fixture
def model():
    """The models before battles; afterwards all migrations are applied again."""
    yield migrate(BEFORE)
    migrate()


def rows(model, columns):
    return {name: list(model(name).objects.order_by("pk").values_list(*columns[name])) for name in KEPT}


def test_what_is_there_survives_and_an_older_node_still_writes(model):
    columns = {name: [field.attname for field in model(name)._meta.concrete_fields] for name in KEPT}
    _roster, gathering = fill(model, new_key())
    model("Chapter").objects.create(gathering_id=gathering, title="The well")
    before, chapter_of_old = rows(model, columns), model("Chapter")
    assert rows(migrate([("builder", "0016_kept_files")]), columns) == before
    after = migrate()
    chapter_of_old.objects.create(gathering_id=gathering, title="The bridge")
    chapters = list(after("Chapter").objects.order_by("pk").values_list("title", "stage"))
    assert chapters == [("The well", None), ("The bridge", None)]
    assert after("Battle").objects.count() == 0
