"""The migration that makes revisions small, and its reverse, on every database."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from builder.lists.compression import decompressed, unpacked

pytestmark = [pytest.mark.database, pytest.mark.processes, pytest.mark.django_db(transaction=True)]
BEFORE, AFTER = [("builder", "0003_chapter_revisions")], [("builder", "0004_small_revisions")]
NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)


def migrated(targets):
    """The models after a migration forwards or backwards."""
    executor = MigrationExecutor(connection)
    executor.migrate(targets)
    apps = MigrationExecutor(connection).loader.project_state(targets).apps
    return apps.get_model("builder", "Roster"), apps.get_model("builder", "Revision")


@pytest.fixture
def before():
    """The models of the release before; afterwards all migrations are applied again."""
    yield migrated(BEFORE)
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def document(step):
    units = [{"kind": "fighter", "name": f"Numéro {number}", "notes": "é" * number} for number in range(20)]
    units[step % 20]["notes"] = f"Étape {step}, “ici”"
    return {"format": "bivouac-roster/1", "game": "rbn", "name": "x" * (step % 7), "units": units}


def stored(roster_model, revision_model, name, documents):
    """A roster with these states, made in turn."""
    row = roster_model.objects.create(
        game="rbn",
        document=documents[-1],
        revision=len(documents),
        last_revision=len(documents),
        share_key=name,
        edit_key_hash=name,
        changed=NOON,
    )
    for number, one in enumerate(documents, start=1):
        revision_model.objects.create(roster=row, number=number, parent=number - 1 or None, document=one, made=NOON)
    return row


def test_every_document_is_the_same_after_the_migration_and_its_reverse(before):
    documents = {"long": [*map(document, range(130))], "short": [document(1)], "jumps": [document(1), {}, [], "x"]}
    pks = {name: stored(*before, name, several).pk for name, several in documents.items()}
    rosters, revisions = migrated(AFTER)
    for name, pk in pks.items():
        rows = {one.number: one for one in revisions.objects.filter(roster=pk).order_by("number")}
        raws = [
            decompressed(row.content, decompressed(rows[row.base].content) if row.base else None)
            for row in rows.values()
        ]
        assert [unpacked(raw) for raw in raws] == documents[name]
        roster = rosters.objects.get(pk=pk)
        assert (roster.document, rows[roster.base].base) == (documents[name][-1], None)
    assert revisions.objects.filter(roster=pks["long"], base=None).count() < 20
    rosters, revisions = migrated(BEFORE)
    for name, pk in pks.items():
        again = list(revisions.objects.filter(roster=pk).order_by("number").values_list("document", flat=True))
        assert (again, rosters.objects.get(pk=pk).document) == (documents[name], documents[name][-1])
