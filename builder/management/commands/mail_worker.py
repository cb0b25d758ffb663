"""manage.py mail_worker: sends the e-mails of accounts, one after the other, until it is told to stop.

It is a process of its own, so that neither a sheet holds up a mail nor a slow mail server the sheets.
"""

import logging
import os
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from builder.accounts.mail import QUEUE, take_up_lost
from builder.management.queue_worker import QueueWorker
from builder.stopping import Stop

log = logging.getLogger(__name__)

INTERVAL = 1  # seconds between two looks at an empty queue


class Command(BaseCommand):
    help = "Send account emails through MAIL_URL. One worker is enough."

    def handle(self, **_options: Any) -> None:
        """Raises `CommandError` where there is no mail server."""
        if not settings.MAIL_ENABLED:
            raise CommandError("MAIL_URL is not set: no email to send.")
        log.info("Mail worker %s is ready.", os.getpid())
        QueueWorker(QUEUE, Stop()).serve(INTERVAL, take_up_lost)
