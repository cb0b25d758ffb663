"""The migration that stores photos once: all stay, equal ones share what is stored."""

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from builder.lists.models import Picture, PictureContent
from tests import make
from tests.builder.test_views import owned

pytestmark = [pytest.mark.database, pytest.mark.processes, pytest.mark.django_db(transaction=True)]
BEFORE = [("builder", "0032_error_reports")]


def newest():
    MigrationExecutor(connection).migrate(MigrationExecutor(connection).loader.graph.leaf_nodes())


@pytest.fixture
def before():
    """The model of the state before; afterwards all migrations are applied again."""
    MigrationExecutor(connection).migrate(BEFORE)
    yield MigrationExecutor(connection).loader.project_state(BEFORE).apps.get_model("builder", "Picture")
    newest()


def test_equal_photos_are_stored_once(before):
    first, second = (owned(Client(), make.convoy()) for _time in range(2))
    for roster, name, content in ((first, "a", b"1"), (first, "b", b"2"), (second, "a", b"1")):
        before.objects.create(roster_id=roster.pk, name=name, content=content)
    newest()
    pictures = Picture.objects.values_list("roster", "name", "stored__content")
    assert [(pk, name, bytes(content)) for pk, name, content in pictures] == [
        (first.pk, "a", b"1"),
        (first.pk, "b", b"2"),
        (second.pk, "a", b"1"),
    ]
    assert PictureContent.objects.count() == 2
    MigrationExecutor(connection).migrate(BEFORE)
    assert [bytes(content) for content in before.objects.values_list("content", flat=True)] == [b"1", b"2", b"1"]
