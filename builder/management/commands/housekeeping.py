"""manage.py housekeeping: the loop that does the work of every day, for the supervisor."""

from django.core.management.base import BaseCommand

from builder.operations.housekeeping import Housekeeping


class Command(BaseCommand):
    help = "Tidy up and back up every day at BACKUP_TIME, once across all nodes, until SIGTERM."
    requires_system_checks = []

    def handle(self, **_options):
        Housekeeping().loop()
