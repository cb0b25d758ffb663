"""Migrations carry the database of each earlier release to the newest state, and are never changed."""

import hashlib

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client

from builder.gatherings.models import Gathering
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster, RosterGrant
from builder.operations import backups, restoring
from builder.web.keys import hash_key
from tests.database.conftest import FIXTURES, described, stored

RELEASED = FIXTURES / "migrations.sha256"
RELEASES = ["release-1"]

pytestmark = pytest.mark.processes


def check_everything(release):
    """Every list, state, gathering and link of a release is in the default database."""
    expected = described(release)
    assert [found(row) for row in expected["rosters"]] == [described_roster(row) for row in expected["rosters"]]
    assert sum(roster.revisions.count() for roster in Roster.objects.all()) == sum(
        len(row["revisions"]) for row in expected["rosters"]
    )
    assert [gathering(row) for row in expected["gatherings"]] == expected["gatherings"]
    held = sum(len(browser["may_edit"]) for browser in expected["browsers"])
    assert RosterGrant.objects.count() == held
    assert {path: Client().get(path).status_code for path in links(expected)} == links(expected)


def read(data):
    return LoadedRoster.from_data(data).document


HEAD = ("pk", "game", "share_key", "revision", "last_revision", "undo_to", "redo_to", "generation")


def described_roster(row):
    states = [(one["number"], one["parent"], one["action"], read(one["document"])) for one in row["revisions"]]
    return [*(row[name] for name in HEAD), hash_key(row["edit_key"]), row["deleted"], read(row["document"]), states]


def found(row):
    """What the database has of a list, as `described_roster` says it."""
    one = Roster.objects.get(pk=row["pk"])
    states = [
        (state.number, state.parent, state.action, history.load_revision(one, state.number).document)
        for state in one.revisions.order_by("number")
    ]
    head = [getattr(one, name) for name in HEAD]
    return [*head, one.edit_key_hash, one.deleted is not None, history.load_roster(one).document, states]


def gathering(row):
    """What the database has of a gathering, as the release's JSON describes it."""
    one = Gathering.objects.get(organiser_key_hash=hash_key(row["organiser_key"]))
    return {
        "pk": one.pk,
        "name": one.name,
        "organiser_key": row["organiser_key"],
        "invite_key": one.invite_key,
        "share_key": one.share_key,
        "deleted": one.deleted is not None,
        "members": [
            [member.roster_id, member.called, member.left is not None, member.expelled]
            for member in one.memberships.select_related("roster")
        ],
        "chapters": [
            [chapter.title, chapter.held, chapter.participations.count(), chapter.revisions.count()]
            for chapter in one.chapters.all()
        ],
        "news": [news.text for news in one.news.all()],
    }


def links(expected):
    """{address: status} of all links that show."""
    shared = {f"/s/{row['share_key']}/": 404 if row["deleted"] else 200 for row in expected["rosters"]}
    return shared | {f"/g/{row['share_key']}/": 404 if row["deleted"] else 200 for row in expected["gatherings"]}


def test_the_database_of_a_release_is_migrated_whole(release_1):
    check_everything("release-1")


@pytest.mark.database
@pytest.mark.parametrize("release", RELEASES)
@pytest.mark.django_db(transaction=True)
def test_a_backup_of_a_release_is_restored_whole(release, tmp_path, settings):
    """Taken before its migrations, as an upgrade does, and restored on a machine with another secret key."""
    key = settings.SECRET_KEY
    with restoring.default_database_in(stored(release, tmp_path / release)):
        settings.SECRET_KEY = described(release)["secret_key"]
        backups.write_backup(tmp_path / "old.zip")
        settings.SECRET_KEY = key
    restoring.restore(tmp_path / "old.zip")
    call_command("books", "load", if_changed=True, verbosity=0)
    check_everything(release)
    backups.write_backup(tmp_path / "new.zip")


def test_released_migrations_are_as_they_were():
    """Whoever makes a release adds its migrations to the file: sha256sum */migrations/0*.py."""
    lines = [line.split("  ") for line in RELEASED.read_text().splitlines()]
    released = {name: checksum for checksum, name in lines}
    here = {name: digest(settings.BASE_DIR / name) for name in released}
    assert here == released
    assert len(here) >= 5


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "missing"
