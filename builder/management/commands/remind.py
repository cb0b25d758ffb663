"""manage.py remind: queue the e-mails for the chapters of tomorrow."""

from django.core.management.base import BaseCommand
from django.utils import timezone

from builder.gatherings.reminders import queue_reminders


class Command(BaseCommand):
    help = "Queue a reminder for everyone who comes to a chapter tomorrow and has a confirmed email address."
    requires_system_checks = []

    def handle(self, **_options):
        self.stdout.write(f"{queue_reminders(timezone.now()):,} reminders")
