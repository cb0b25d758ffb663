"""manage.py tidy: remove what has had its time."""

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from builder.operations.tidying import tidy


class Command(BaseCommand):
    help = "Remove what has expired, one line per kind. Exit status 1 if any of them failed."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("--dry-run", action="store_true", help="show what would be removed, without removing it")

    def handle(self, dry_run, **_options):
        failed = []
        for what, count in tidy(timezone.now(), dry_run):
            self.stdout.write(f"{'failed' if count is None else format(count, ',')}: {what}")
            failed += [what] if count is None else []
        if dry_run:
            self.stdout.write("Nothing was removed.")
        if failed:
            raise CommandError(f"Not tidied: {', '.join(failed)}. The log says why.")
