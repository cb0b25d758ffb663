"""manage.py backup: one archive of database, secret key and media, taken while the site runs."""

from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from builder.operations import backups
from builder.operations.archive import Manifest


class Command(BaseCommand):
    help = "Write a backup and read it back. Without FILE, write to BACKUP_DIR and remove old ones."
    requires_system_checks = []

    def add_arguments(self, parser):
        parser.add_argument("file", nargs="?", help="a new file, readable only by its owner")

    def handle(self, file, **_options):
        try:
            if file:
                self.say(Path(file), backups.write_backup(Path(file).absolute()))
            else:
                path, manifest, removed = backups.nightly_backup(settings.BACKUP_DIR, settings.BACKUP_KEEP)
                self.say(path, manifest)
                for old in removed:
                    self.stdout.write(f"Removed {old}")
        except backups.BackupFailed as failed:
            raise CommandError(str(failed)) from None

    def say(self, path: Path, manifest: Manifest) -> None:
        lists, states = manifest.rows_of("builder.roster"), manifest.rows_of("builder.revision")
        rows, size = sum(table.rows for table in manifest.tables), path.stat().st_size
        self.stdout.write(
            f"{path}: {lists:,} lists with {states:,} versions, {rows:,} rows, {size:,} bytes, read back and verified."
        )
