"""manage.py restore: fill the database of the settings from a backup."""

from pathlib import Path

from django.core.management.base import BaseCommand, CommandError

from builder.operations import restoring


class Command(BaseCommand):
    help = "Restore a backup into the database of the settings, SQLite or PostgreSQL, with secret key and media."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file")
        parser.add_argument("--replace", action="store_true", help="overwrite the lists in the database")
        parser.add_argument("--check", action="store_true", help="restore into a temporary database and change nothing")

    def handle(self, file, replace, check, **_options):
        path = Path(file).absolute()
        try:
            manifest = restoring.rehearse(path) if check else restoring.restore(path, replace)
        except restoring.RestoreFailed as failed:
            raise CommandError(str(failed)) from None
        lists, states = manifest.rows_of("builder.roster"), manifest.rows_of("builder.revision")
        done = "can be restored" if check else "is restored"
        self.stdout.write(f"{file} of {manifest.made} {done}: {lists:,} lists with {states:,} versions.")
        if not check:
            self.stdout.write("Start the site again, so that every process reads the restored secret key.")
