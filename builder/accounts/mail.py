"""E-mails of accounts: a request queues what is asked for; a mail worker writes the letter and sends it.

So no answer waits for a mail server, or tells by its time who has an account; and no secret link is stored: the worker
makes it when it sends.
"""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import make_msgid, parseaddr
from smtplib import SMTPResponseException
from typing import Any
from urllib.parse import urlsplit

from allauth.account.forms import default_token_generator
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import DatabaseError
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.http import int_to_base36
from django_tasks import task

from builder import queues

log = logging.getLogger(__name__)
clock = time.time

QUEUE = "mail"
RETRY_AFTER = [60, 600]  # seconds after the first failure, after the second
MOST_ATTEMPTS = len(RETRY_AFTER) + 1
LOST_AFTER = timedelta(minutes=5)  # of a worker; a mail server that is slow at each step takes two
KEPT = timedelta(days=2)  # longer than any letter is waited for
HOUR, DAY = 3600, 86400  # seconds


@dataclass(frozen=True)
class LetterRequest:
    """What a visitor asked for: `about` names whom and what, `origin` is the site as the reader knows it."""

    about: dict[str, Any]
    origin: str
    at: float

    def link(self, view: str, *args: str) -> str:
        return self.origin + reverse(view, args=args)


def queue_mail(request: HttpRequest, letter: str, **about: Any) -> None:
    """Queue a letter, a key of LETTERS, in the language of the request. Does nothing where there is no mail server."""
    if settings.MAIL_ENABLED:
        send_mail.enqueue(
            letter, about, origin_of(request), translation.get_language() or settings.LANGUAGE_CODE, clock()
        )


def origin_of(request: HttpRequest) -> str:
    """The address of the site for links in letters: its own name, whatever host and port a stranger asked for.

    Without HOSTS, as on the machine where the code is written, it is that of the request.
    """
    if not settings.HOSTS:
        return f"{request.scheme}://{request.get_host()}"
    host, _port = split_domain_port(request.get_host())
    host = host.rstrip(".")
    return f"{request.scheme}://{host if validate_host(host, settings.HOSTS) else settings.HOSTS[0].lstrip('.*')}"


@task(queue_name=QUEUE)
def send_mail(
    letter: str, about: dict[str, Any], origin: str, language: str, asked_at: float, attempt: int = 1
) -> None:  # fmt: skip
    """Write a letter and send it; queue it again where that fails, some times. One that is too late is not sent."""
    write, seconds = LETTERS[letter]
    if clock() - asked_at > seconds:
        log.warning("A mail (%s) was not sent: it was asked for too long ago", letter)
        return
    try:
        with translation.override(language):
            message = write(LetterRequest(about, origin, asked_at))
        if message is not None:
            message.send()
    except (OSError, DatabaseError) as error:
        if attempt >= MOST_ATTEMPTS:
            log.error("A mail (%s) was not sent in %d attempts: %s", letter, attempt, described(error))
            return
        log.warning("A mail (%s) is tried again: %s", letter, described(error))
        later = timezone.now() + timedelta(seconds=RETRY_AFTER[attempt - 1])
        send_mail.using(run_after=later).enqueue(letter, about, origin, language, asked_at, attempt + 1)
    except Exception as error:  # ours; its text may name an address
        log.error("A mail (%s) could not be written: %s", letter, described(error))


def described(error: Exception) -> str:
    """An error without its text, which may have the address in it."""
    code = error.smtp_code if isinstance(error, SMTPResponseException) else getattr(error, "errno", None)
    return " ".join(map(str, filter(None, [type(error).__name__, code])))


# --- Letters ----------------------------------------------------------------------------------------------------------


def message(template: str, to: str, request: LetterRequest, **context: Any) -> EmailMessage:
    """A letter of templates/account/email/: its first line is the subject, without a full stop."""
    context |= {"site": urlsplit(request.origin).netloc, "home": request.link("start")}
    text = render_to_string(f"account/email/{template}.txt", context)
    subject, _blank, body = text.strip().partition("\n")
    domain = parseaddr(settings.MAIL_FROM)[1].rpartition("@")[2]
    headers = {"Auto-Submitted": "auto-generated", "Message-ID": make_msgid(domain=domain)}
    return EmailMessage(subject.rstrip("."), f"{body.strip()}\n", settings.MAIL_FROM, [to], headers=headers)


def confirmation(request: LetterRequest) -> EmailMessage | None:
    """The link that confirms an address; whose address it is already reads that somebody else tried to add it."""
    address = EmailAddress.objects.filter(pk=request.about["address"], verified=False).first()
    if address is None:
        return None
    if EmailAddress.objects.filter(email=address.email, verified=True).exists():
        return message("taken", address.email, request, link=request.link("account_reset_password"))
    link = request.link("account_confirm_email", EmailConfirmationHMAC(address).key)
    return message("confirmation", address.email, request, link=link)


def reset(request: LetterRequest) -> EmailMessage | None:
    """The link that sets another password, for who has confirmed the address; nobody else is written to."""
    addresses = EmailAddress.objects.filter(email=request.about["email"].lower(), verified=True, user__is_active=True)
    address = addresses.select_related("user").first()
    if address is None:
        return None
    key = default_token_generator.make_token(address.user)
    link = request.link("account_reset_password_from_key", int_to_base36(address.user_id), key)
    return message("reset", address.email, request, link=link, account=address.user.username)


def notice(request: LetterRequest) -> EmailMessage:
    """What was changed in an account."""
    when = datetime.fromtimestamp(request.at, UTC)
    about = {name: request.about[name] for name in ("what", "account")}
    link = request.link("account_reset_password")
    return message("notice", request.about["to"], request, when=when, link=link, **about)


Write = Callable[[LetterRequest], EmailMessage | None]

# Each letter, and in how many seconds after it was asked for it is sent or not at all.
LETTERS: dict[str, tuple[Write, int]] = {
    "confirmation": (confirmation, DAY),
    "reset": (reset, HOUR),
    "notice": (notice, DAY),
}


# --- What was left ----------------------------------------------------------------------------------------------------


def take_up_lost() -> None:
    """Let the letters of killed workers be sent by others, as often as one is tried."""
    for lost in queues.take_up_lost(QUEUE, LOST_AFTER, MOST_ATTEMPTS):
        lost.delete()
        log.error("A mail was not sent: its worker ended %d times", MOST_ATTEMPTS)


def tidy_mail(now: datetime, dry_run: bool = False) -> int:
    """Remove letters that no worker came for. Returns how many."""
    old = queues.tasks(QUEUE).filter(enqueued_at__lt=now - KEPT)
    return old.count() if dry_run else old.delete()[0]
