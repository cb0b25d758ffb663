"""manage.py books load | check: the books between files and database."""

from dataclasses import fields as dataclass_fields
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules import loading, storing
from rules.books import READERS, BadBook, digest, read_book
from rules.catalogue import Catalogue
from rules.models import Edition
from rules.registry import GAMES
from rules.signals import impact_asked

FOLDER = settings.BASE_DIR / "fixtures"


class Command(BaseCommand):
    help = "Load the books from fixtures/ into the database, or check what differs between the two."

    def add_arguments(self, parser: CommandParser) -> None:
        actions = parser.add_subparsers(dest="action", required=True)
        load = actions.add_parser("load", help="load the files, one transaction per book")
        load.add_argument("games", nargs="*", help="slugs of games; all by default")
        load.add_argument("--force", action="store_true", help="overwrite rows changed by hand in the admin")
        load.add_argument("--if-changed", action="store_true", help="skip books whose files have not changed")
        check = actions.add_parser("check", help="show what differs; exit status 1 if something does")
        check.add_argument("games", nargs="*")
        check.add_argument("--impact", action="store_true", help="also name the lists that the files judge otherwise")

    def handle(self, action: str, games: list[str], **options: Any) -> None:
        if missing := set(games) - set(GAMES):
            raise CommandError(f"Unknown game: {', '.join(sorted(missing))}.")
        for slug in games or GAMES:
            try:
                book = read_book(FOLDER / slug, GAMES[slug])
            except BadBook as bad:
                raise CommandError(str(bad)) from None
            getattr(self, f"{action}_book")(slug, book, **options)
        if action == "check" and not self.differences:
            self.stdout.write("Files and database match.")
        if action == "check" and self.differences:
            raise CommandError(f"Differences: {self.differences}.", returncode=1)

    differences = 0

    def load_book(self, slug: str, book: Catalogue, force: bool, if_changed: bool, **_options: Any) -> None:
        fingerprint = digest(FOLDER / slug)
        if if_changed and Edition.objects.filter(game__slug=slug, slug=book.edition, digest=fingerprint).exists():
            self.stdout.write(f"{book.title.en}: unchanged")
            return
        try:
            edition = storing.store(book, fingerprint, force)
        except storing.EditedByHand as edited:
            raise CommandError(
                f"{slug}: changed by hand in the admin (load with --force to overwrite): {edited}"
            ) from None
        self.stdout.write(f"{book.title.en}: loaded, revision {edition.revision}")

    def check_book(self, slug: str, book: Catalogue, impact: bool, **_options: Any) -> None:
        edition = Edition.objects.filter(game__slug=slug, slug=book.edition).first()
        if edition is None:
            self.differ(f"{slug}: edition {book.edition} is not in the database")
            return
        stored = loading.load(edition)
        self.compare_books(slug, book, stored)
        if impact:
            for _receiver, lines in impact_asked.send(type(self), now=stored, then=book):
                for line in lines or ():
                    self.stdout.write(line)

    def compare_books(self, slug: str, book: Catalogue, stored: Catalogue) -> None:
        for collection in READERS:
            filed, loaded = getattr(book, collection), getattr(stored, collection)
            for entry in filed | loaded:
                if entry not in loaded:
                    self.differ(f"{slug}: {collection}: {entry} is only in the files")
                elif entry not in filed:
                    self.differ(f"{slug}: {collection}: {entry} is only in the database")
                else:
                    self.compare(f"{slug}: {collection}: {entry}", filed[entry], loaded[entry])
            if list(filed) != list(loaded) and filed.keys() == loaded.keys():
                self.differ(f"{slug}: {collection}: the order differs")
        for field in dataclass_fields(book.play):
            if getattr(book.play, field.name) != getattr(stored.play, field.name, None):
                self.differ(f"{slug}: play: {field.name} differs")

    def compare(self, where: str, filed: Any, loaded: Any) -> None:
        for field in dataclass_fields(filed):
            in_file, in_rows = getattr(filed, field.name), getattr(loaded, field.name)
            if in_file != in_rows:
                self.differ(f"{where}: {field.name}: file {in_file}, database {in_rows}")

    def differ(self, line: str) -> None:
        self.differences += 1
        self.stdout.write(line)
