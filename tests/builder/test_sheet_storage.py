"""Kept sheets in S3-compatible storage: real django-storages and boto3 against a small server of our own."""

from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, transaction
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from builder.exports import storing, tidying
from builder.models import KeptFile
from config import environment

pytestmark = pytest.mark.django_db(transaction=True)
PDF = b"%PDF-1.7 " + bytes(range(256)) * 2000


class Bucket(BaseHTTPRequestHandler):
    """PUT, GET, HEAD and DELETE of objects; `down` makes it answer 503."""

    objects: dict
    down = False

    def answer(self, status, body=b""):
        self.send_response(503 if self.down else status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", '"x"')
        self.send_header("Last-Modified", "Sun, 22 Nov 2026 08:00:00 GMT")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.down:
            self.objects[self.path] = body
        self.answer(200)

    def do_GET(self):
        found = self.objects.get(self.path)
        self.answer(200 if found is not None else 404, found or b"")

    def do_HEAD(self):
        self.do_GET()

    def do_DELETE(self):
        if not self.down:
            self.objects.pop(self.path, None)
        self.answer(204)

    def log_message(self, *_line):
        pass


@contextmanager
def bucket():
    """(the class of a running server's handler, its address)"""
    handler = type("OwnBucket", (Bucket,), {"objects": {}})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield handler, f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def s3(settings, monkeypatch):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.setenv(name, "tests")
    with bucket() as (handler, address):
        storage = environment.sheet_storage(f"s3://camp/kept/sheets?endpoint={address}&region=eu-west-1")
        settings.STORAGES = settings.STORAGES | {"sheets": storage}
        yield handler


def begun():
    """A sheet that a worker has begun."""
    now = timezone.now()
    about = {"made": now, "used": now.date(), "file_name": "x", "subject": "roster 1"}
    task = DBTaskResult.objects.create(queue_name="files", status="RUNNING", run_after=now, args_kwargs={})
    return KeptFile.objects.create(key="abc", task_id=task.pk, client="192.0.2.1", **about)


def kept():
    storing.keep(begun(), PDF)
    return KeptFile.objects.get()


@pytest.mark.database
def test_a_sheet_is_kept_read_and_removed(s3):
    sheet = kept()
    address = f"/camp/kept/sheets/{sheet.stored_at}"
    assert s3.objects == {address: PDF}
    assert (sheet.content, sheet.stored_at[:4], storing.content_of(sheet)) == (None, "abc-", PDF)
    s3.objects[address] = PDF[:1000]
    assert storing.content_of(sheet) is None
    assert storing.remove([sheet]) == 1
    assert s3.objects == {}


def test_an_object_that_is_gone_is_made_anew(s3):
    sheet = kept()
    s3.objects.clear()
    assert storing.content_of(sheet) is None


def test_a_storage_that_is_down_leaves_the_sheet_in_its_row(s3):
    s3.down = True
    sheet = kept()
    assert (bytes(sheet.content), sheet.stored_at, storing.content_of(sheet)) == (PDF, "", PDF)


def test_a_storage_that_is_down_gives_nothing_back_and_nothing_is_lost(s3):
    sheet = kept()
    s3.down = True
    with pytest.raises(storing.StorageFails):
        storing.content_of(sheet)
    s3.down = False
    assert storing.content_of(sheet) == PDF


def test_a_file_that_the_storage_does_not_erase_loses_its_row_and_is_erased_by_the_next_tidying(s3):
    name = kept().stored_at
    s3.down = True
    assert storing.forget("roster 1") == 1
    leftover = KeptFile.objects.get()
    assert (leftover.subject, leftover.file_name, leftover.stored_at, len(s3.objects)) == ("", "", name, 1)
    assert tidying.tidy_files(timezone.now()) == 1
    assert KeptFile.objects.get().stored_at == name
    s3.down = False
    assert tidying.tidy_files(timezone.now()) == 1
    assert (s3.objects, KeptFile.objects.count()) == ({}, 0)


@pytest.mark.database
def test_a_worker_that_finishes_after_the_erasing_leaves_no_file(s3):
    sheet = begun()
    storing.forget("roster 1")
    storing.keep(sheet, PDF)
    assert (s3.objects, KeptFile.objects.count()) == ({}, 0)


@pytest.mark.database
def test_a_worker_that_another_has_overtaken_removes_its_own_file_alone(s3):
    slow = begun()
    storing.keep(KeptFile.objects.get(), PDF)
    storing.keep(slow, b"late")
    assert list(s3.objects.values()) == [PDF]
    assert storing.content_of(KeptFile.objects.get()) == PDF


@pytest.mark.database
def test_a_sheet_that_the_database_does_not_take_leaves_no_file_in_the_storage(s3, settings, tmp_path, monkeypatch):
    def full(*_row, **_columns):
        raise DatabaseError("disk full")

    settings.SHEET_SPOOL = tmp_path
    monkeypatch.setattr(storing, "finish", full)
    with pytest.raises(DatabaseError):  # of which the task dies, to be taken up again
        kept()
    assert (storing.spooled(KeptFile.objects.get()), s3.objects) == (PDF, {})


@pytest.mark.database
def test_the_storage_is_asked_after_the_erasing_is_committed(s3):
    sheet = kept()
    with transaction.atomic():
        storing.forget("roster 1")
        transaction.set_rollback(True)
    assert storing.content_of(sheet) == PDF
    with transaction.atomic():
        storing.forget("roster 1")
        assert len(s3.objects) == 1
    assert s3.objects == {}


def test_the_address_of_a_storage():
    assert environment.sheet_storage("") == {}
    assert environment.sheet_storage("file:////srv/a%20b") == {
        "BACKEND": "django.core.files.storage.FileSystemStorage",
        "OPTIONS": {"location": "/srv/a b"},
    }
    with pytest.raises(ImproperlyConfigured, match="begins with ftp"):
        environment.sheet_storage("ftp://camp")


def test_missing_packages_are_named(monkeypatch):
    def missing(name):
        raise ImportError(name)

    monkeypatch.setattr(environment, "import_module", missing)
    with pytest.raises(ImproperlyConfigured, match=r"requirements-s3\.lock"):
        environment.sheet_storage("s3://camp")
