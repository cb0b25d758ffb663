"""Backups: consistent while players edit, read back, restored into either database, refused where they are broken."""

import errno
import gc
import io
import json
import os
import resource
import shutil
import stat
import subprocess
import sys
import threading
import zipfile
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from multiprocessing import SimpleQueue
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, connections

from builder.gatherings.models import Membership
from builder.lists import history
from builder.lists.models import Revision, Roster
from builder.models import Battle, Mark
from builder.operations import backups, restoring, tables
from builder.operations.archive import MANIFEST, ArchiveReader, BadArchive, Manifest, Table
from builder.operations.files import write_file
from tests.battles import played
from tests.builder.gathered import gang, roster
from tests.processes import Forked

pytestmark = pytest.mark.django_db
stored = pytest.mark.django_db(transaction=True)  # other connections see what the test stores


@pytest.fixture(autouse=True)
def own_folder(settings, tmp_path):
    """Keys and backups of these tests go into a folder of theirs."""
    settings.DATA_DIR, settings.BACKUP_DIR = tmp_path, tmp_path / "backups"


@pytest.fixture(autouse=True)
def _tables_are_there(migrated, monkeypatch):
    """Restoring into SQLite begins with a copy that has its tables; only the test of another machine makes them."""
    fill = restoring.fill

    def fill_copy(archive, into):
        if into.vendor == "sqlite":
            into.close()
            shutil.copyfile(migrated, into.settings_dict["NAME"])
        fill(archive, into)

    monkeypatch.setattr(restoring, "fill", fill_copy)


@pytest.fixture
def players():
    """A gathering, lists with several states and an undone one."""
    _gathering, members = gang("Mira", "Jonas", "Cleo")
    for member in members:
        for name in ("Une", "Deux", "Trois"):
            history.apply(member.roster, "rename", {"name": name}, member.roster.revision)
        history.undo(member.roster, member.roster.revision)
    return members


def contents(path):
    """{model: (columns, rows)} of an archive; texts that are JSON are decoded, as PostgreSQL orders their keys anew."""
    archive = ArchiveReader(path)
    found = {table.model: (table.columns, [parsed(row) for row in archive.rows(table)]) for table in read(archive)}
    archive.close()
    return found


def read(archive):
    return archive.manifest.tables


def parsed(row):
    return [
        json.loads(value) if isinstance(value, str) and value[:2] in {'{"', '["', "{}", "[]"} else value
        for value in row
    ]


@contextmanager
def restored_beside(path):
    """The default database is one that was restored from an archive, in SQLite."""
    beside = path.with_suffix(".sqlite3")
    with (
        restoring.opened(path) as archive,
        restoring.filled_beside(archive, beside) as file,
        restoring.default_database_in(file),
    ):
        yield


def rewritten(path, change):
    """An archive whose parts went through `change(name, bytes)`."""
    other = path.with_name(f"changed-{path.name}")
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(other, "w") as target:
        for name in source.namelist():
            target.writestr(name, change(name, source.read(name)))
    return other


# --- what is in it --------------------------------------------------------------------------------------------------


@pytest.mark.database
@stored
def test_every_row_is_found_again(players, tmp_path):
    backups.write_backup(tmp_path / "one.zip")
    before = list(Revision.objects.order_by("pk").values())
    documents = {roster.pk: roster.document for roster in Roster.objects.all()}
    assert (len(before), len(documents)) == (12, 3)
    Membership.objects.all().delete()
    Roster.objects.all().delete()
    restoring.restore(tmp_path / "one.zip", replace=True)
    assert list(Revision.objects.order_by("pk").values()) == before
    assert {roster.pk: roster.document for roster in Roster.objects.all()} == documents
    assert [membership.roster.name for membership in Membership.objects.order_by("pk")] == ["Deux"] * 3
    backups.write_backup(tmp_path / "two.zip")
    assert contents(tmp_path / "two.zip") == contents(tmp_path / "one.zip")


@stored
def test_a_battle_is_found_again_with_its_marks(tmp_path):
    battle = played.battle()
    client = played.player(battle)
    played.send(client, battle, "set 0/0.0/out 1", "next-round", "undo")
    before, marks = played.state(battle), list(Mark.objects.order_by("pk").values())
    backups.write_backup(tmp_path / "one.zip")
    Battle.objects.all().delete()
    restoring.restore(tmp_path / "one.zip", replace=True)
    assert (played.state(battle), list(Mark.objects.order_by("pk").values())) == (before, marks)
    assert played.send(client, battle, "undo")["marks"] == {}


@pytest.mark.database
@stored
def test_through_the_other_database_and_back_every_row_is_the_same(players, tmp_path):
    """From the database of this run into SQLite, and from there into the database of this run."""
    one, two, three = (tmp_path / f"{name}.zip" for name in ("one", "two", "three"))
    assert backups.write_backup(one).database == connection.vendor
    with restored_beside(one):
        assert backups.write_backup(two).database == "sqlite"
    restoring.restore(two, replace=True)
    assert backups.write_backup(three).database == connection.vendor
    assert contents(two) == contents(one)
    assert contents(three) == contents(one)


@pytest.mark.database
@stored
def test_new_rows_get_keys_that_no_row_ever_had(tmp_path):
    for _time in range(2):
        erased = roster().pk
    Roster.objects.all().delete()
    backups.write_backup(tmp_path / "one.zip")
    roster()
    restoring.restore(tmp_path / "one.zip", replace=True)
    assert roster().pk == erased + 1


def test_the_archive_is_private_and_nothing_else_is_left(tmp_path):
    manifest = backups.write_backup(tmp_path / "one.zip")
    assert stat.S_IMODE((tmp_path / "one.zip").stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == ["one.zip"]
    assert backups.check(tmp_path / "one.zip") == manifest


def test_what_can_be_made_anew_is_left_out(tmp_path):
    manifest = backups.write_backup(tmp_path / "one.zip")
    kept = {table.model for table in manifest.tables}
    here = {model._meta.label_lower for model in tables.models_at(connection, manifest.migrations)}
    assert {"builder.roster", "builder.revision", "rules.edition", "auth.user"} <= kept
    assert here - kept == tables.LEFT_OUT & here


@stored
def test_the_secret_key_goes_to_its_file(tmp_path, monkeypatch):
    backups.write_backup(tmp_path / "one.zip")
    restoring.restore(tmp_path / "one.zip")
    assert not (tmp_path / "secret-key").exists()  # the environment gives one
    monkeypatch.delenv("SECRET_KEY")
    restoring.restore(tmp_path / "one.zip")
    assert (tmp_path / "secret-key").read_text() == settings.SECRET_KEY
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


@stored
def test_media_files_are_restored(tmp_path, settings):
    settings.MEDIA_ROOT = tmp_path / "media"
    (settings.MEDIA_ROOT / "a").mkdir(parents=True)
    (settings.MEDIA_ROOT / "a" / "é.bin").write_bytes(bytes(range(256)) * 9_000)
    backups.write_backup(tmp_path / "one.zip")
    settings.MEDIA_ROOT = tmp_path / "elsewhere"
    restoring.restore(tmp_path / "one.zip")
    assert (tmp_path / "elsewhere" / "a" / "é.bin").read_bytes() == bytes(range(256)) * 9_000


@stored
def test_a_secret_key_that_cannot_be_written_is_told_after_the_database_is_restored(tmp_path, monkeypatch, settings):
    roster("Mira")
    backups.write_backup(tmp_path / "one.zip")
    monkeypatch.delenv("SECRET_KEY")
    settings.DATA_DIR = tmp_path / "file" / "folder"
    (tmp_path / "file").touch()
    roster("Nadia")
    with pytest.raises(restoring.RestoreFailed, match=r"^The database is restored, but \S+/secret-key was not written"):
        restoring.restore(tmp_path / "one.zip", replace=True)
    assert [roster.name for roster in Roster.objects.all()] == ["Mira"]


def test_a_file_is_replaced_whole_or_stays(tmp_path, monkeypatch):
    file, synced = tmp_path / "folder" / "key", []
    fsync = os.fsync

    def full(number):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", lambda number: synced.append(os.fstat(number).st_size) or fsync(number))
    write_file(file, b"old")
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode), synced[0], len(synced)) == (b"old", 0o600, 3, 2)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_file(file, b"new")
    assert (file.read_bytes(), list(file.parent.iterdir())) == (b"old", [file])


def test_a_media_file_is_not_written_elsewhere(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"
    with pytest.raises(BadArchive, match="outside"):
        restoring.media_path("media/../secret-key")


# --- while players edit ---------------------------------------------------------------------------------------------


@pytest.mark.database
@pytest.mark.processes
@stored
def test_a_backup_is_consistent_while_players_edit(players, tmp_path):
    """Every list of each archive has the state that it is in, and every state before it."""
    stop, edits = threading.Event(), []

    def edit(pk):
        number = 0
        while not stop.is_set():
            number += 1
            one = Roster.objects.get(pk=pk)
            history.apply(one, "rename", {"name": f"n{number}"}, one.revision)
            edits.append(pk)
        connections.close_all()

    threads = [threading.Thread(target=edit, args=[member.roster.pk]) for member in players]
    for thread in threads:
        thread.start()
    taken = []
    for number in range(3):
        before = len(edits)
        backups.write_backup(tmp_path / f"{number}.zip")
        taken.append((tmp_path / f"{number}.zip", len(edits) - before))
    stop.set()
    for thread in threads:
        thread.join()
    for path, meanwhile in taken:
        assert meanwhile > 0
        with restored_beside(path):
            assert [inconsistency(roster) for roster in Roster.objects.all()] == [None] * 3


def inconsistency(one):
    """What a list lacks; None for nothing."""
    numbers = list(one.revisions.order_by("number").values_list("number", flat=True))
    if numbers != list(range(1, one.last_revision + 1)):
        return f"states {numbers[-3:]} of {one.last_revision}"
    if history.load_revision(one, one.revision).document != history.load_roster(one).document:
        return "the state differs"
    return None


# --- what goes wrong ------------------------------------------------------------------------------------------------


def test_a_name_that_is_taken_is_not_overwritten(tmp_path):
    (tmp_path / "one.zip").write_text("precious")
    with pytest.raises(CommandError, match=r"one\.zip already exists"):
        call_command("backup", str(tmp_path / "one.zip"))
    assert (tmp_path / "one.zip").read_text() == "precious"


def test_a_full_disk_is_said_and_leaves_nothing(tmp_path, monkeypatch):
    def full(_descriptor):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CommandError, match=r"one\.zip was not written: the disk is full"):
        call_command("backup", str(tmp_path / "one.zip"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("room", [0, 100, 5_000])
def test_a_disk_that_fills_up_is_said_once(room, monkeypatch):
    class Full(io.BytesIO):
        def write(self, content):
            if self.tell() + len(content) > room:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            return super().write(content)

    said = []
    monkeypatch.setattr(sys, "unraisablehook", lambda error: said.append(error.exc_value))
    with pytest.raises(OSError, match="No space"):
        backups.write_archive(Full())
    gc.collect()
    assert said == []


def test_a_missing_folder_is_said(tmp_path):
    with pytest.raises(CommandError, match="No such file or directory"):
        call_command("backup", str(tmp_path / "nowhere" / "one.zip"))


def test_an_archive_that_reads_back_otherwise_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", lambda descriptor: os.pwrite(descriptor, b"\0" * 8, 200))
    with pytest.raises(CommandError, match="was not written"):
        call_command("backup", str(tmp_path / "one.zip"))
    assert list(tmp_path.iterdir()) == []


@stored
def test_a_broken_archive_is_refused_and_the_database_stays(players, tmp_path):
    path = tmp_path / "one.zip"
    backups.write_backup(path)
    whole = path.read_bytes()
    inside = whole.index(b"tables/builder_roster.jsonl.zst") + 200
    broken = {
        "short": whole[:-100],
        "byte": whole[:inside] + bytes([whole[inside] ^ 1]) + whole[inside + 1 :],
        "other": b"SQLite format 3\0",
        "empty": b"",
    }
    for name, content in broken.items():
        (tmp_path / f"{name}.zip").write_bytes(content)
    changed = {
        "rows": lambda name, data: data.replace(b'"rows": 3,', b'"rows": 4,') if name == MANIFEST else data,
        "format": lambda name, data: data.replace(b"backup/1", b"backup/2") if name == MANIFEST else data,
        "key": lambda name, data: b"another" if name == "secret-key" else data,
        "manifest": lambda name, data: b"{}" if name == MANIFEST else data,
    }
    for name, change in changed.items():
        rewritten(path, change).rename(tmp_path / f"{name}.zip")
    changed_columns = rewritten(
        path, lambda name, data: data.replace(b'"sha', b'"hsa').replace(b'"points"', b'"pints"')
    )
    with pytest.raises(CommandError, match="builder_roster has other columns"):
        call_command("restore", str(changed_columns), replace=True)
    for name in broken | changed:
        with pytest.raises(CommandError, match=rf"/{name}\.zip"):
            call_command("restore", str(tmp_path / f"{name}.zip"), replace=True)
        assert (Roster.objects.count(), Revision.objects.count()) == (3, 12)
    call_command("restore", str(path), check=True)


@pytest.mark.database
@stored
def test_a_database_with_lists_is_not_given_up_unasked(players, tmp_path):
    backups.write_backup(tmp_path / "one.zip")
    with pytest.raises(CommandError, match="--replace overwrites them"):
        call_command("restore", str(tmp_path / "one.zip"))
    assert Roster.objects.count() == 3


def test_a_backup_of_a_newer_release_is_refused(tmp_path):
    backups.write_backup(tmp_path / "one.zip")

    def newer(name, data):
        manifest = json.loads(data) if name == MANIFEST else {}
        manifest.get("migrations", []).append(["builder", "9999_of_tomorrow"])
        return json.dumps(manifest) if manifest else data

    with pytest.raises(CommandError, match=r"newer release: this code has no migration builder\.9999_of_tomorrow"):
        call_command("restore", str(rewritten(tmp_path / "one.zip", newer)))


@pytest.mark.database
@stored
def test_a_restore_that_fails_on_the_way_changes_nothing(players, tmp_path, monkeypatch):
    backups.write_backup(tmp_path / "one.zip")
    roster("Nadia")
    fill_table, filled = restoring.fill_table, []

    def fails_late(archive, table, model, connection):
        filled.append(table.model)
        if table.model == "django.session" or len(filled) > 20:
            raise restoring.RestoreFailed("as a test wants it")
        fill_table(archive, table, model, connection)

    monkeypatch.setattr(restoring, "fill_table", fails_late)
    with pytest.raises(restoring.RestoreFailed, match="as a test wants it"):
        restoring.restore(tmp_path / "one.zip", replace=True)
    assert (Roster.objects.count(), "builder.roster" in filled) == (4, True)
    assert [path.name for path in tmp_path.iterdir()] == ["one.zip"]


@stored
def test_a_rehearsal_changes_nothing(players, tmp_path, capsys):
    backups.write_backup(tmp_path / "one.zip")
    roster("Nadia")
    call_command("restore", str(tmp_path / "one.zip"), check=True)
    assert "can be restored: 3 lists with 12 versions." in capsys.readouterr().out
    assert Roster.objects.count() == 4


# --- the nightly ones -----------------------------------------------------------------------------------------------


def test_backups_of_the_last_days_are_kept(tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    days = [date(2026, 11, 1) + timedelta(days=number) for number in range(5)]
    names = [f"bivouac-{day:%Y%m%d}T{hour}0000Z.zip" for day in days for hour in ("02", "15")]
    for name in [*names, "bivouac.zip", "bivouac-20200101T020000Z.zip.old"]:
        (folder / name).write_bytes(b"")
    path, _manifest, removed = backups.nightly_backup(folder, keep=3)
    assert sorted(old.name for old in removed) == names[:6]
    assert {left.name for left in folder.iterdir()} == {
        *names[6:], path.name, "bivouac.zip", "bivouac-20200101T020000Z.zip.old"
    }  # fmt: skip


def test_the_last_backup_is_never_removed(tmp_path):
    path, _manifest, removed = backups.nightly_backup(tmp_path / "backups", keep=0)
    assert (path.exists(), removed) == (True, [])


def test_nothing_is_removed_after_a_failure(tmp_path, monkeypatch):
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "bivouac-20200101T020000Z.zip").write_bytes(b"")
    monkeypatch.setattr(backups, "check", lambda *_arguments: (_ for _ in ()).throw(BadArchive("broken")))
    with pytest.raises(backups.BackupFailed):
        backups.nightly_backup(folder, keep=1)
    assert [path.name for path in folder.iterdir()] == ["bivouac-20200101T020000Z.zip"]


@pytest.mark.parametrize(("lists_now", "left"), [(2, ["04"]), (1, ["02", "04"])])
def test_the_last_old_backup_with_far_more_lists_stays_and_no_other(tmp_path, lists_now, left):
    def manifest(lists):
        return Manifest("", "", "", [], [Table("builder.roster", "builder_roster", [], lists, None)])

    for day, lists in (("01", 4), ("02", 4), ("03", lists_now), ("04", lists_now)):
        with zipfile.ZipFile(tmp_path / f"bivouac-202611{day}T020000Z.zip", "w") as target:
            data = {"format": "bivouac-backup/1", "made": "", "version": "", "database": "", "migrations": []}
            table = {
                "model": "builder.roster",
                "name": "builder_roster",
                "columns": [],
                "rows": lists,
                "sequence": None,
            }
            target.writestr("manifest.json", json.dumps(data | {"tables": [table]}))
    backups.prune(tmp_path, 1, manifest(lists_now))
    assert sorted(path.name[14:16] for path in tmp_path.iterdir()) == left


def test_what_a_killed_backup_left_is_removed_when_it_is_old(tmp_path):
    old, fresh = tmp_path / ".a.zip.1.unfinished", tmp_path / ".b.zip.2.unfinished"
    for path in (old, fresh):
        path.write_bytes(b"half")
    long_ago = datetime.now().timestamp() - backups.ABANDONED - 1
    os.utime(old, (long_ago, long_ago))
    backups.nightly_backup(tmp_path, keep=1)
    assert (old.exists(), fresh.exists()) == (False, True)


# --- as an operator runs it -----------------------------------------------------------------------------------------


def manage(folder, *arguments):
    """What manage.py says in a process and on a site of its own."""
    return subprocess.run(
        [sys.executable, "-W", "ignore", "manage.py", *arguments],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(folder)},
        check=True,
    ).stdout


def refused_backup(database, file, limit, messages):
    """A backup in a process that writes no more bytes of a file."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))
    with restoring.default_database_in(database), pytest.raises(CommandError) as refused:
        call_command("backup", file)
    messages.put(str(refused.value))


@pytest.mark.processes
def test_a_site_is_restored_on_another_machine(tmp_path, migrated, capsys):
    here, there, file = tmp_path / "here", tmp_path / "there", tmp_path / "site.zip"
    here.mkdir()
    shutil.copyfile(migrated, here / "bivouac.sqlite3")
    assert "0 lists with 0 versions" in manage(here, "backup", str(file))
    assert "is restored" in manage(there, "restore", str(file))
    assert (there / "secret-key").read_bytes() == (here / "secret-key").read_bytes()
    with restoring.default_database_in(there / "bivouac.sqlite3"):
        call_command("books", "check", "of-the-dead")
        call_command("migrate", check_unapplied=True, verbosity=0)
    assert "Files and database match." in capsys.readouterr().out
    limit = file.stat().st_size - 100
    assert limit > 32_768  # the file that SQLite shares between processes has so many bytes
    messages = SimpleQueue()
    assert Forked(refused_backup, here / "bivouac.sqlite3", tmp_path / "short.zip", limit, messages).wait() == 0
    assert "short.zip was not written: File too large" in messages.get()
    assert sorted(Path(tmp_path).iterdir()) == [here, file, there]
