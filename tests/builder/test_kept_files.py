"""Kept sheets: asked for, waited for, made, kept, lost and found again."""

import os
import subprocess
import sys
from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings
from django.db import DatabaseError
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from builder.exports import making, responses, storing
from builder.exports.forked import Failed, OverLimit
from builder.exports.registry import EXPORTS
from builder.exports.tidying import remove_above_cap, tidy_files
from builder.models import KeptFile
from tests import make
from tests.builder import gathered
from tests.builder.test_views import HTMX, do, owned
from tests.client import make_file, make_files

pytestmark = pytest.mark.django_db
PDF = b"%PDF-1.7 small"
Outcome = KeptFile.Outcome


@pytest.fixture(autouse=True)
def rendered(monkeypatch):
    """The documents' names that were rendered, in order; quickly."""
    done = []

    def counted(source):
        done.append((source.loaded.document.name, source.revision, source.choices.layout))
        return PDF

    monkeypatch.setitem(EXPORTS, "pdf", replace(EXPORTS["pdf"], render=counted))
    monkeypatch.setattr(making, "run_forked", lambda function, *_limits: function())
    return done


@pytest.fixture
def row(client):
    return owned(client, make.convoy(name="Les Chacals", units=[make.fighter(name="Gordon")]))


@pytest.fixture
def at(row):
    return f"/s/{row.share_key}/pdf/"


def from_address(address):
    return Client(REMOTE_ADDR=address)


# --- waiting --------------------------------------------------------------------------------------------------------


def test_a_sheet_is_waited_for_and_then_there(client, at, rendered, sheet_queue):
    page = client.get(at)
    assert (page.status_code, page["Retry-After"], page["X-Robots-Tag"]) == (202, "1", "noindex, nofollow")
    assert "no-store" in page["Cache-Control"]
    kept = KeptFile.objects.get()
    assert f'http-equiv="refresh" content="1;url={at}?sheet={kept.key}"' in page.content.decode()
    assert client.get(at).status_code == 202
    assert (rendered, DBTaskResult.objects.count()) == ([], 1)
    make_files()
    assert client.get(at).content == PDF
    assert rendered == [("Les Chacals", 1, "cards")]


def test_a_finished_sheet_forgets_who_asked_and_what_it_was_made_of(client, at):
    client.get(at)
    kept = KeptFile.objects.get()
    assert (kept.outcome, kept.client, kept.shows, bytes(kept.content)) == ("done", "", {}, PDF)
    assert (kept.task, DBTaskResult.objects.count()) == (None, 0)
    assert kept.subject.startswith("roster ")


def test_the_page_waits_for_the_state_it_asked_for(client, row, at, rendered, sheet_queue):
    client.get(at)
    waited = f"{at}?sheet={KeptFile.objects.get().key}"
    do(client, row, "add-fighter")
    assert client.get(waited).status_code == 202
    assert KeptFile.objects.count() == 1
    make_files()
    assert client.get(waited).content == PDF
    assert [revision for _name, revision, _layout in rendered] == [1]


def test_nobody_waits_for_the_sheet_of_another_list(client, at, sheet_queue):
    client.get(at)
    key = KeptFile.objects.get().key
    make_files()
    other = owned(client, make.convoy(name="Les Autres"))
    assert client.get(f"/s/{other.share_key}/pdf/?sheet={key}").status_code == 202
    assert KeptFile.objects.get(task__status="READY").subject == f"roster {other.pk}"


def test_a_page_that_polls_gets_a_fragment_and_is_told_to_load_the_file(client, at, sheet_queue):
    first = client.get(at, headers=HTMX)
    waited = f"{at}?sheet={KeptFile.objects.get().key}"
    assert (first.status_code, first["HX-Replace-Url"]) == (202, waited)
    assert "<html" not in first.content.decode()
    assert 'hx-trigger="load delay:400ms"' in first.content.decode()
    make_files()
    last = client.get(waited, headers=HTMX)
    assert (last["HX-Refresh"], last.content) == ("true", b"")


@pytest.mark.database
def test_the_page_says_how_many_are_before_it(at, row, sheet_queue):
    for number in range(3):
        page = from_address(f"192.0.2.{number}").get(f"{at}?paper={['a4', 'letter'][number % 2]}&language=en")
    page = from_address("192.0.2.9").get(f"{at}?layout=roster&language=en")
    assert [page.context["before"], page.context["poll"]] == [2, 1000]
    assert "2" in page.content.decode().split('id="progress"')[1].split("</span>")[0]


@pytest.mark.database
def test_a_client_has_one_unfinished_sheet_at_a_time(client, at, rendered, sheet_queue):
    client.get(at)
    second = client.get(f"{at}?layout=roster")
    assert (second.status_code, second.context["kept"]) == (202, None)
    assert KeptFile.objects.count() == 1
    assert from_address("192.0.2.7").get(f"{at}?paper=letter").context["before"] == 1
    make_files()
    assert client.get(f"{at}?layout=roster").context["kept"].task.status == "READY"
    make_files()
    assert [layout for _name, _revision, layout in rendered] == ["cards", "cards", "roster"]


def queued(client):
    """A sheet that another client waits for."""
    now = timezone.now()
    about = {"subject": "roster 0", "file_name": "a.pdf", "made": now, "used": timezone.localdate(now)}
    about["task_id"] = making.make_file.enqueue({}).id
    return KeptFile.objects.create(key=client, client=client, **about)


@pytest.mark.database
@pytest.mark.parametrize(
    ("clients", "inside", "outside"),
    [
        ([f"2001:db8:1:{n:x}::/64" for n in range(20)], "2001:db8:1:ffff::7", "2001:db8:2::7"),
        ([f"192.0.2.{n}" for n in range(20)], "192.0.2.255", "192.0.3.1"),
    ],
)
def test_twenty_sheets_of_a_network_wait_and_its_next_client_waits_too(at, clients, inside, outside, sheet_queue):
    sheets = [queued(name) for name in [*clients, "unknown", "198.51.100.1", "2001:db8:ffff::/64"]]
    late = from_address(inside).get(at)
    assert (late.status_code, late.context["kept"], KeptFile.objects.count()) == (202, None, len(sheets))
    assert from_address(outside).get(f"{at}?paper=letter").context["kept"].task.status == "READY"
    sheets[0].delete()
    assert from_address(inside).get(at).context["kept"].task.status == "READY"


@pytest.mark.database
def test_the_database_holds_that_a_client_has_one_unfinished_sheet(client, at, monkeypatch, sheet_queue):
    monkeypatch.setattr(responses, "check_room", lambda _client: None)
    client.get(at)
    assert client.get(f"{at}?layout=roster").context["kept"] is None
    assert KeptFile.objects.count() == DBTaskResult.objects.count() == 1


@pytest.mark.database
def test_the_queue_is_bounded_and_what_is_refused_is_not_counted(at, settings, sheet_queue):
    settings.SHEET_QUEUE, settings.RATE_LIMITS = 1, settings.RATE_LIMITS | {"pdf": "1/h"}
    from_address("192.0.2.1").get(at)
    late = from_address("192.0.2.2")
    refused = late.get(f"{at}?layout=roster")
    assert (refused.status_code, refused["Retry-After"], KeptFile.objects.count()) == (503, "60", 1)
    assert late.get(f"{at}?layout=roster", headers=HTMX)["HX-Refresh"] == "true"
    make_files()
    assert late.get(f"{at}?layout=roster").status_code == 202


@pytest.mark.database
def test_a_database_that_takes_nothing_is_said_kindly(client, at, monkeypatch, sheet_queue):
    def full(*_arguments, **_options):
        raise DatabaseError("disk full")

    monkeypatch.setattr(DBTaskResult, "save", full)
    page = client.get(at)
    assert (page.status_code, page["Retry-After"], KeptFile.objects.count()) == (503, "60", 0)


@pytest.mark.parametrize("agent", ["Googlebot/2.1", "facebookexternalhit/1.1", "Mozilla/5.0 (compatible; Bingbot)"])
def test_a_robot_makes_nothing_and_gets_what_is_there(client, at, agent, rendered, sheet_queue):
    robot = Client(headers={"User-Agent": agent})
    assert (robot.get(at).status_code, KeptFile.objects.count()) == (202, 0)
    client.get(at)
    make_files()
    assert robot.get(at).content == PDF


def test_nothing_is_made_for_a_head_request_or_a_page_loaded_early(client, at, rendered, sheet_queue):
    early = client.get(at, headers={"Sec-Purpose": "prefetch;prerender"})
    assert (client.head(at).status_code, early.status_code, KeptFile.objects.count()) == (202, 202, 0)
    client.get(at)
    make_files()
    head = client.head(at)
    assert (head.status_code, head["Content-Type"], head["Content-Length"]) == (200, "application/pdf", str(len(PDF)))


@pytest.mark.processes
def test_a_web_process_does_not_even_load_what_renders():
    code = "import sys, config.wsgi; print({'weasyprint', 'builder.sheets.pdf'} & set(sys.modules))"
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(settings.DATA_DIR)}
    found = subprocess.check_output([sys.executable, "-c", code], cwd=settings.BASE_DIR, env=environment, text=True)
    assert found == "set()\n"


def test_a_client_of_any_length_is_taken(at, settings):
    settings.BEHIND_PROXY = True
    assert Client(headers={"X-Forwarded-For": "x" * 100}).get(at).content == PDF


# --- what goes wrong ------------------------------------------------------------------------------------------------


def raising(error):
    def run(*_limits):
        raise error

    return run


def test_a_sheet_too_large_says_what_would_help_and_is_remembered_for_a_day(client, at, monkeypatch, rendered):
    monkeypatch.setattr(making, "run_forked", raising(OverLimit("cpu")))
    page = client.get(f"{at}?language=en")
    assert page.status_code == 422
    assert f"{at}?language=en&amp;layout=roster" in page.content.decode()
    monkeypatch.setattr(making, "run_forked", lambda function, *_limits: function())
    assert client.get(f"{at}?language=en").status_code == 422
    assert "layout=roster" not in client.get(f"{at}?layout=roster").content.decode("latin-1")
    KeptFile.objects.filter(outcome=Outcome.TOO_LARGE).update(finished=timezone.now() - timedelta(hours=25))
    assert client.get(f"{at}?language=en").content == PDF


def test_a_failed_sheet_offers_another_try(client, at, monkeypatch, rendered):
    monkeypatch.setattr(making, "run_forked", raising(Failed("Traceback ...")))
    page = client.get(at)
    assert page.status_code == 503
    assert f'href="{at}?again=1"' in page.content.decode()
    monkeypatch.setattr(making, "run_forked", lambda function, *_limits: function())
    assert client.get(at).status_code == 503
    assert client.head(f"{at}?again=1").status_code == 503
    assert client.get(f"{at}?again=1").content == PDF
    assert client.get(f"{at}?again=1").content == PDF
    assert len(rendered) == 1


def test_a_failed_sheet_is_forgotten_after_ten_minutes(client, at, monkeypatch):
    monkeypatch.setattr(making, "run_forked", raising(Failed("Traceback ...")))
    client.get(at)
    monkeypatch.setattr(making, "run_forked", lambda function, *_limits: function())
    KeptFile.objects.update(finished=timezone.now() - timedelta(minutes=11))
    assert client.get(at).content == PDF


@pytest.mark.parametrize("damage", [PDF[:5], PDF + b"x", PDF[:-1] + b"X", b"", None])
def test_a_damaged_sheet_is_made_anew(client, at, damage, rendered):
    client.get(at)
    KeptFile.objects.update(content=damage)
    assert client.get(at).content == PDF
    assert len(rendered) == 2
    assert bytes(KeptFile.objects.get().content) == PDF


@pytest.mark.database
def test_a_sheet_that_the_database_does_not_take_is_delivered_all_the_same(client, at, monkeypatch, settings, tmp_path):
    settings.SHEET_SPOOL = tmp_path / "spool"

    def full(*_row, **_columns):
        raise DatabaseError("disk full")

    with monkeypatch.context() as patch:
        patch.setattr(storing, "finish", full)
        assert client.get(at).content == PDF
    kept = KeptFile.objects.get()
    assert (kept.outcome, kept.task.status, len(list(settings.SHEET_SPOOL.iterdir()))) == ("", "FAILED", 1)
    spooled = settings.SHEET_SPOOL / kept.key
    spooled.write_bytes(spooled.read_bytes()[:-1])
    assert client.get(at).status_code == 202


@pytest.mark.database
def test_a_sheet_whose_bytes_alone_the_database_does_not_take_is_done(client, at, monkeypatch, settings, tmp_path):
    settings.SHEET_SPOOL = tmp_path
    finish = storing.finish

    def too_long(kept, **columns):
        if columns.get("content"):
            raise DatabaseError("disk full")
        return finish(kept, **columns)

    monkeypatch.setattr(storing, "finish", too_long)
    assert client.get(at).content == PDF
    assert KeptFile.objects.get().outcome == Outcome.DONE


# --- workers that were killed ---------------------------------------------------------------------------------------


def lose(times=1):
    """As if so many workers of the only file had been killed, the last a while ago."""
    last_beat = timezone.now() - timedelta(seconds=16)
    DBTaskResult.objects.update(status="RUNNING", started_at=last_beat, worker_ids=["killed"] * times)


@pytest.mark.database
def test_a_lost_sheet_is_taken_up_once_more_then_it_failed(client, at, rendered, sheet_queue):
    client.get(at)
    lose()
    making.take_up_lost()
    assert KeptFile.objects.get().task.status == "READY"
    lose(2)
    making.take_up_lost()
    kept = KeptFile.objects.get()
    assert (kept.outcome, kept.client, DBTaskResult.objects.count()) == (Outcome.FAILED, "", 0)


def test_a_reader_finds_that_the_worker_was_killed(client, at, rendered, sheet_queue):
    client.get(at)
    lose()
    assert client.get(at).status_code == 202
    make_files()
    assert client.get(at).content == PDF


@pytest.mark.database
def test_a_lost_sheet_does_not_keep_its_client_from_the_next(client, at, rendered, sheet_queue):
    client.get(at)
    lose(2)
    assert client.get(f"{at}?layout=roster").context["kept"].task.status == "READY"


def test_a_worker_that_says_that_it_is_alive_keeps_its_sheet(client, at, sheet_queue):
    client.get(at)
    lose()
    heartbeat = making.Heartbeat(KeptFile.objects.get().task_id)
    heartbeat.last -= making.BEAT_EVERY + 1
    heartbeat.beat()
    making.take_up_lost()
    assert KeptFile.objects.get().task.status == "RUNNING"


@pytest.mark.database
def test_a_file_goes_with_its_task_and_is_asked_for_again(client, at, rendered, sheet_queue):
    client.get(at)
    DBTaskResult.objects.all().delete()
    assert not KeptFile.objects.exists()
    client.get(at)
    make_files()
    assert client.get(at).content == PDF


def test_an_error_of_the_task_itself_is_tried_once_more(client, at, monkeypatch, rendered, sheet_queue):
    client.get(at)
    with monkeypatch.context() as patch:
        patch.setattr(making, "run_forked", raising(DatabaseError("gone away")))
        make_files()
    DBTaskResult.objects.update(started_at=timezone.now() - timedelta(seconds=16))
    assert client.get(at).status_code == 202
    make_files()
    assert client.get(at).content == PDF


@pytest.mark.database
def test_a_task_is_begun_once_and_the_first_worker_that_ends_finishes_the_file(client, at, rendered, sheet_queue):
    client.get(at)
    slow = KeptFile.objects.get()
    making.make_file.enqueue({})  # the task of no file
    lose()
    making.take_up_lost()
    make_files()
    storing.keep(slow, b"late")
    assert (bytes(KeptFile.objects.get().content), len(rendered)) == (PDF, 1)


@pytest.mark.database
def test_a_worker_that_was_only_slow_finishes_its_sheet_after_all(client, at, rendered, sheet_queue):
    client.get(at)
    slow = KeptFile.objects.get()
    lose()
    making.take_up_lost()
    storing.keep(slow, PDF)
    make_files()
    assert (client.get(at).content, rendered, DBTaskResult.objects.count()) == (PDF, [], 0)


@pytest.mark.database
def test_a_worker_that_is_told_to_stop_puts_its_sheet_back(client, at, monkeypatch, rendered, sheet_queue):
    client.get(at)
    with monkeypatch.context() as patch:
        patch.setattr(making, "run_forked", raising(making.PutBack()))
        make_file()
    task = DBTaskResult.objects.get()
    assert (KeptFile.objects.get().task, task.status, task.worker_ids) == (task, "READY", [])
    make_files()
    assert client.get(at).content == PDF


def test_what_the_release_before_left_unfinished_is_made_anew(client, at, rendered, sheet_queue):
    client.get(at)
    KeptFile.objects.update(task=None, outcome="running")
    assert client.get(at).context["kept"].task.status == "READY"
    assert client.get(f"{at}?sheet={KeptFile.objects.get().key}").status_code == 202
    assert KeptFile.objects.count() == 1


# --- gatherings, storages, tidying ----------------------------------------------------------------------------------


def test_the_sheet_of_a_gathering_is_made_of_what_the_queue_holds(client, rendered, sheet_queue):
    gang, _members = gathered.gang("Mira", "Tom")
    at = f"/g/{gang.share_key}/pdf/"
    assert client.get(at).status_code == 202
    (source,) = DBTaskResult.objects.get().args_kwargs["args"][0]["sources"]
    assert len(source["document"]["units"]) == 2
    make_files()
    assert client.get(at).content == PDF
    assert (rendered, KeptFile.objects.get().subject) == ([("Les Rescapés", None, "cards")], f"gathering {gang.pk}")


@pytest.fixture
def folder(settings, tmp_path):
    """A storage beside the database, through the interface that S3 has too."""
    backend = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": str(tmp_path)}}
    settings.STORAGES = settings.STORAGES | {"sheets": backend}
    return tmp_path


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_another_storage_takes_the_files(client, at, rendered, folder):
    client.get(at)
    kept = KeptFile.objects.get()
    assert (kept.content, (folder / kept.stored_at).read_bytes()) == (None, PDF)
    assert client.get(at).content == PDF
    (folder / kept.stored_at).write_bytes(PDF[:4])
    assert client.get(at).content == PDF
    assert (len(rendered), len(list(folder.iterdir()))) == (2, 1)
    assert storing.forget(kept.subject) == 1
    assert (list(folder.iterdir()), KeptFile.objects.count()) == ([], 0)


def test_a_storage_that_fails_leaves_the_file_in_the_row(client, at, rendered, folder, monkeypatch):
    def refuse(*_file):
        raise OSError("no route to host")

    with monkeypatch.context() as patch:
        patch.setattr(storing.storage(), "save", refuse)
        assert client.get(at).content == PDF
    assert bytes(KeptFile.objects.get().content) == PDF


def test_a_storage_that_does_not_answer_makes_nothing_anew(client, at, rendered, folder, monkeypatch):
    def refuse(*_file):
        raise OSError("no route to host")

    client.get(at)
    with monkeypatch.context() as patch:
        patch.setattr(storing.storage(), "open", refuse)
        assert client.get(at).status_code == 503
    assert client.get(at).content == PDF
    assert len(rendered) == 1


@pytest.mark.database
def test_a_use_is_noted_by_the_day(client, at):
    client.get(at)
    KeptFile.objects.update(used="2026-01-01")
    client.get(at)
    assert KeptFile.objects.get().used == timezone.localdate()


def kept(number, used, size=1_000_000, outcome=Outcome.DONE, **columns):
    """A kept file that was asked for so many days ago."""
    now = timezone.now()
    columns = {"made": now, "finished": now, "file_name": "x", "subject": "roster 1", "client": str(number)} | columns
    day = timezone.localdate() - timedelta(days=used)
    return KeptFile.objects.create(key=str(number), used=day, size=size, outcome=outcome, **columns)


def keys():
    return sorted(KeptFile.objects.values_list("key", flat=True))


@pytest.mark.database
@pytest.mark.usefixtures("sheet_queue")
def test_what_nobody_asks_for_is_tidied_away():
    long_ago = timezone.now() - timedelta(days=2)
    for number, days in enumerate((0, 30, 31)):
        kept(number, days)
    for number, made in ((3, timezone.now()), (4, long_ago)):
        task = making.make_file.enqueue({})
        DBTaskResult.objects.filter(pk=task.id).update(enqueued_at=made)
        kept(number, 1, outcome="", finished=None, made=made, task_id=task.id)
    DBTaskResult.objects.create(queue_name="sheets", args_kwargs={}, backend_name="default", run_after=long_ago)
    DBTaskResult.objects.filter(queue_name="sheets").update(enqueued_at=long_ago)
    assert tidy_files(timezone.now(), dry_run=True) == 2
    assert (keys(), DBTaskResult.objects.count()) == (["0", "1", "2", "3", "4"], 3)
    assert tidy_files(timezone.now()) == 2
    assert (keys(), DBTaskResult.objects.count()) == (["0", "1", "3"], 1)


@pytest.mark.database
def test_what_was_used_longest_ago_makes_room(settings):
    settings.SHEET_SPACE = 2
    for number, days in enumerate((1, 3, 2, 0)):
        kept(number, days)
    assert tidy_files(timezone.now(), dry_run=True) == 2
    remove_above_cap()
    assert keys() == ["0", "3"]
    remove_above_cap()
    assert keys() == ["0", "3"]
