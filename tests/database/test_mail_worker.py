"""The mail worker as it is deployed: a process of its own between the database and a mail server."""

import re
import socketserver
import threading
import time
from contextlib import contextmanager
from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from builder.exports import making
from tests.database.test_file_worker import ended, until, worker
from tests.processes import Forked

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("sheet_queue"),
    pytest.mark.processes,
]

ADDRESS, FROM = "maud@example.org", "camp@example.org"


class Conversation(socketserver.StreamRequestHandler):
    """SMTP as far as Django speaks it: `server.answer(word)` may answer otherwise, and "hang" answers nothing."""

    def handle(self):
        self.say("220 camp")
        while line := self.rfile.readline().decode().strip():
            word = line.split()[0].upper()
            other = self.server.answer(word)
            if other == "hang":
                self.server.hung.set()
                self.server.go_on.wait(60)
                return
            if other:
                self.say(other)
            elif word == "DATA":
                self.say("354 go on")
                self.server.letters.append(b"".join(iter(self.rfile.readline, b".\r\n")).decode())
                self.say("250 taken")
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 yes")

    def say(self, line):
        self.wfile.write(f"{line}\r\n".encode())


class MailServer(socketserver.ThreadingTCPServer):
    daemon_threads = allow_reuse_address = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Conversation)
        self.letters, self.answer = [], lambda _word: None
        self.hung, self.go_on = threading.Event(), threading.Event()

    def variables(self):
        """What tells a worker to send by this server."""
        url = f"smtp+plain://127.0.0.1:{self.server_address[1]}"
        return {"MAIL_URL": url, "MAIL_FROM": FROM, "SECRET_KEY": settings.SECRET_KEY}


@pytest.fixture
def server():
    with MailServer() as one:
        thread = threading.Thread(target=one.serve_forever, args=[0.05])
        thread.start()
        yield one
        one.go_on.set()
        one.shutdown()
        thread.join()


@contextmanager
def mail_worker(server):
    """A forked worker that sends by this server."""
    process = Forked(send_mail, server.server_address[1])
    with ended(process):
        yield process


def send_mail(port):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT, settings.MAIL_FROM = "127.0.0.1", port, FROM
    call_command("mail_worker")


@pytest.fixture
def asked(monkeypatch):
    """Somebody asks for another password."""
    monkeypatch.setattr(settings, "MAIL_ENABLED", True)
    user = User.objects.create_user("maud-4821", password="drei Wagen voll Schrott")
    EmailAddress.objects.create(user=user, email=ADDRESS, verified=True, primary=True)
    assert (
        Client(headers={"Accept-Language": "en"}).post("/account/password/reset/", {"email": ADDRESS}).status_code
        == 302
    )


def queued():
    return DBTaskResult.objects.filter(queue_name="mail")


@pytest.mark.database
@pytest.mark.usefixtures("asked")
def test_a_letter_is_sent_while_sheets_wait_and_leaves_nothing_behind(server):
    making.make_file.enqueue({})
    with worker("manage.py", "mail_worker", **server.variables()):
        until(lambda: server.letters and not queued().exists())
    (letter,) = server.letters
    assert "Subject: Choose a new password" in letter
    assert f"To: {ADDRESS}" in letter
    link = re.search(r"http://testserver(/account/password/reset/\S+/)", letter)[1]
    assert b"new-password" in Client().get(link).content
    assert [row.queue_name for row in DBTaskResult.objects.all()] == ["files"]


def waits():
    """The letter that is tried again later, as soon as it is queued alone."""
    later = queued().filter(status="READY", run_after__gt=timezone.now(), run_after__year__lt=9999)
    return later.exists() and queued().count() == 1


def refuse(server, *words):
    server.answer = lambda said: "451 later" if said in words else None


def send_now():
    queued().update(run_after=timezone.now())


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize(("first", "second"), [(("EHLO", "HELO"), "MAIL"), (("RCPT",), "DATA")])
def test_a_letter_that_is_not_taken_is_tried_again_twice(server, first, second):
    refuse(server, *first)
    with mail_worker(server) as process:
        until(waits)
        refuse(server, second)
        send_now()
        until(waits)
        assert server.letters == []
        refuse(server)
        send_now()
        until(lambda: not queued().exists())
    assert (len(server.letters), process.exitcode) == (1, 0)


@pytest.mark.database
@pytest.mark.usefixtures("asked")
def test_a_letter_of_a_killed_worker_is_sent_by_the_next(server):
    server.answer = lambda word: "hang" if word == "RCPT" else None
    with mail_worker(server) as process:
        assert server.hung.wait(120)
        process.kill()
        process.wait()
    server.answer = lambda _word: None
    assert (queued().get().status, server.letters) == ("RUNNING", [])
    queued().update(started_at=timezone.now() - timedelta(minutes=6))
    with mail_worker(server):
        until(lambda: server.letters and not queued().exists())
    assert len(server.letters) == 1


def test_without_a_mail_server_the_worker_says_so_and_ends():
    with pytest.raises(CommandError, match="MAIL_URL is not set"):
        call_command("mail_worker")


def test_an_idle_worker_ends_when_told_to(server):
    with worker("manage.py", "mail_worker", **server.variables()) as process:
        for line in process.stderr:
            if "Mail worker" in line:
                break
        time.sleep(1)
    assert process.returncode == 0
