"""manage.py rosters: lists without a server.

Its actions: check, pdf, text, import, diff, mend, complete, random, pair, verify, report, schema, battlescribe.
"""

import base64
import json
import re
import sys
from argparse import ArgumentTypeError
from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import partial
from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import get_language, gettext, override

from builder.error_reports.models import ErrorReport
from builder.error_reports.reporting import write_test
from builder.exports.data_files import DATA_FILES, made_files
from builder.exports.registry import EXPORTS, ExportSource
from builder.imports.files import texts_of
from builder.imports.reading import lists_of
from builder.lists.difference import difference
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.proposals import command_line
from builder.sheets.choices import CROWD, MOST_BLANK, PAGE, PARTS, PRESETS, SIDES, SIZES, PrintChoices
from builder.sheets.paper import DEFAULT_LAYOUT, DEFAULT_PAPER, LAYOUTS, PAPERS
from builder.versions.attached import certificates_in
from builder.versions.certificates import is_signed, public_keys
from builder.wording import say
from rules import document as documents
from rules.loading import NoBook, catalogue
from rules.registry import GAMES
from rules.shapes import Refused
from rules.text import Message, _
from rules.verdict import answer

LEGAL, ILLEGAL, REFUSED = 0, 1, 2
NOT_UNDERSTOOD = ILLEGAL  # some line of an imported text
FORMS = ("full", "short", "markdown", "discord", "bbcode", "csv")
MOST_READ = 100_000_000  # bytes of a file with many lists
CHOICES = [field.name for field in fields(PrintChoices) if field.name != "photos"]  # which no document holds
UNIT = re.compile(r"[0-9]{1,4}(\.[0-9]{1,4})?")


class Command(BaseCommand):
    help = "Check, print, read, compare, mend, complete and make lists; the JSON Schema of the format, data files."
    requires_system_checks = []

    def add_arguments(self, parser):
        actions = parser.add_subparsers(dest="action", required=True)
        languages = [code for code, _name in settings.LANGUAGES]
        check = actions.add_parser(
            "check", help="one line of JSON per document; exit status 0 legal, 1 illegal, 2 refused"
        )
        check.add_argument("files", nargs="*", help="one document per file; - reads one per line from standard input")
        check.add_argument("--language", choices=languages, default="fr")
        pdf = actions.add_parser("pdf", help="the sheet of a document; exit status 2 where it is refused")
        pdf.add_argument("file")
        pdf.add_argument("-o", "--output", required=True)
        pdf.add_argument("--layout", choices=list(PRESETS | LAYOUTS), default=DEFAULT_LAYOUT)
        pdf.add_argument("--paper", choices=list(PAPERS), default=DEFAULT_PAPER)
        pdf.add_argument("--language", choices=languages, default="fr")
        add_choices(pdf)
        text = actions.add_parser("text", help="the list of a document as text; exit status 2 where it is refused")
        text.add_argument("file")
        text.add_argument("--form", choices=FORMS, default=FORMS[0])
        text.add_argument("--language", choices=languages, default="fr")
        read = actions.add_parser(
            "import", help="one line of JSON per list in documents, texts or a ZIP; exit status 1 not all, 2 refused"
        )
        read.add_argument("file", help="- reads standard input")
        read.add_argument("--language", choices=languages, default="fr", help="of messages")
        diff = actions.add_parser("diff", help="what differs between two lists: one line of JSON")
        diff.add_argument("before")
        diff.add_argument("after")
        diff.add_argument("--language", choices=languages, default="fr")
        command_line.add_parsers(actions, languages)
        verify = actions.add_parser(
            "verify", help="the certificates of a printed sheet: a line of JSON each; exit status 1 not signed, 2 none"
        )
        verify.add_argument("file", help="a PDF, or a certificate as JSON")
        verify.add_argument("--key", action="append", help="a site’s public key; else those of this one")
        report = actions.add_parser("report", help="write a reported list as a test, whose verdict is to be put right")
        report.add_argument("number", type=int, help="of the report in the admin")
        report.add_argument("--folder", default="tests/rosters")
        actions.add_parser("schema", help="the JSON Schema of bivouac-roster/1")
        data = actions.add_parser("battlescribe", help="the data files of a game for BattleScribe: .gst and .cat")
        data.add_argument("game", choices=[game for game in GAMES if DATA_FILES[game].write])
        data.add_argument("-o", "--output", required=True, help="an existing folder")
        data.add_argument("--language", choices=languages, default="fr")

    def handle(self, action, language="fr", **options):
        try:
            with override(language):
                status = getattr(self, f"do_{action}")(**options)
        except NoBook as missing:
            raise CommandError(f"The book of {missing} isn’t loaded: run manage.py books load.", returncode=3) from None
        if status:
            sys.exit(status)

    def do_check(self, files, **_options):
        status = LEGAL
        for raw in raw_documents(files or ["-"]):
            judged, exit_status = self.judged(raw)
            self.stdout.write(json.dumps(judged))
            status = max(status, exit_status)
        return status

    def judged(self, raw):
        """(the JSON answer, the exit status) for one document."""
        try:
            loaded = load_document(raw)
        except Refused as refused:
            return self.error(refused), REFUSED
        verdict = answer(loaded.verdict, get_language(), gettext)
        return verdict, LEGAL if loaded.verdict.legal else ILLEGAL

    def error(self, refused):
        return {"error": {"message": refused.message.into(get_language(), gettext), "pointer": refused.pointer}}

    def do_pdf(self, file, output, **options):
        try:
            loaded = load_document(next(raw_documents([file]), b""))
        except Refused as refused:
            self.stderr.write(json.dumps(self.error(refused)))
            return REFUSED
        choices = PrintChoices.from_data({name: options[name] for name in CHOICES if options[name] is not None})
        content = EXPORTS["pdf"].render(ExportSource(loaded, choices=choices))
        write_file(Path(output), content)
        return LEGAL

    def do_text(self, file, form, **_options):
        status = LEGAL
        for raw in raw_documents([file]):
            try:
                content = EXPORTS[form].render(ExportSource(load_document(raw)))
            except Refused as refused:
                self.stderr.write(json.dumps(self.error(refused)))
                status = REFUSED
            else:
                self.stdout.write(content.decode("utf-8-sig"), ending="")
        return status

    def do_import(self, file, **_options):
        lists = [imported for text in texts_of(file, raw_file(file), MOST_READ) for imported in lists_of(text)]
        return max((self.write_imported(imported) for imported in lists), default=REFUSED)

    def write_imported(self, imported):
        """Print the document, or why there is none, and the lines that were not understood; the exit status."""
        for line in imported.not_understood:
            self.stderr.write(f"{imported.source}:{line.number + 1}: {line.text.strip()}")
        if imported.data is None:
            message = imported.problem.into(get_language(), gettext)
            self.stderr.write(f"{imported.source}: {message} {imported.pointer}".rstrip())
            return REFUSED
        self.stdout.write(json.dumps(imported.data))
        return NOT_UNDERSTOOD if imported.not_understood else LEGAL

    def do_diff(self, before, after, **_options):
        lists = [self.first_list(file) for file in (before, after)]
        if None in lists:
            return REFUSED
        self.stdout.write(json.dumps(difference(*lists)))
        return LEGAL

    def first_list(self, file):
        """The first list of a file, loaded; None, with the reason on standard error, where there is none."""
        imported = next(lists_of(next(texts_of(file, raw_file(file), MOST_READ))))
        if imported.data is None:
            self.write_imported(imported)
            return None
        return LoadedRoster.from_data(imported.data)

    def do_mend(self, file, **_options):
        return self.write_proposals(file, command_line.mend)

    def do_complete(self, file, **options):
        return self.write_proposals(file, partial(command_line.complete, **options))

    def do_random(self, **options):
        try:
            loaded = command_line.random(**options)
        except BadEdit as bad:
            raise CommandError(say(bad), returncode=3) from None
        self.stdout.write(json.dumps(loaded.data))
        return LEGAL if loaded.verdict.legal else ILLEGAL

    def do_pair(self, file, budget, seed, **_options):
        try:
            lists = command_line.pair(documents.decode(raw_file(file)), budget, seed)
        except Refused as refused:
            self.stderr.write(json.dumps(self.error(refused)))
            return REFUSED
        for loaded in lists:
            self.stdout.write(json.dumps(loaded.data))
        return LEGAL if lists else ILLEGAL

    def write_proposals(self, file, propose):
        """A line for each proposal of each document; the exit status."""
        status = LEGAL
        for raw in raw_documents([file]):
            try:
                answers = propose(load_document(raw))
            except Refused as refused:
                answers, status = [self.error(refused)], REFUSED
            for line in answers:
                self.stdout.write(json.dumps(line))
                status = max(status, ILLEGAL if line.get("left") else LEGAL)
        return status

    def do_verify(self, file, key, **_options):
        try:
            keys = [base64.b64decode(text, validate=True) for text in key] if key else list(public_keys())
            certificates = certificates_in(raw_file(file))
        except ValueError as error:
            self.stderr.write(f"{file}: {error}")
            return REFUSED
        signatures = [is_signed(certificate, keys) for certificate in certificates]
        for certificate, signed in zip(certificates, signatures, strict=True):
            self.stdout.write(json.dumps({"signed": signed, "certificate": certificate}))
        return REFUSED if not certificates else LEGAL if all(signatures) else ILLEGAL

    def do_battlescribe(self, game, output, **_options):
        for name, content in made_files(catalogue(game)).files.items():
            write_file(Path(output, name), content)
        return LEGAL

    def do_report(self, number, folder, **_options):
        row = ErrorReport.objects.filter(pk=number).first()
        if row is None:
            raise CommandError(f"There is no report {number}.", returncode=3)
        file = write_test(row, Path(folder))
        self.stdout.write(f"{file}: put the verdict beside it right, and give both files a name.\n\n{row.expected}")
        return LEGAL

    def do_schema(self, **_options):
        self.stdout.write(json.dumps(documents.schema(GAMES), indent=2))
        return LEGAL


def write_file(path, content):
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}", returncode=3) from None


def add_choices(parser):
    """The choices of the print page that are neither layout nor paper."""
    parser.add_argument(
        "--parts", type=comma_separated(PARTS), help=f"instead of the layout's, some of {','.join(PARTS)}"
    )
    parser.add_argument(
        "--units", type=units, help="only these, counted from 0: 2 for a unit, 2.0 for its first figure"
    )
    parser.add_argument(
        "--kit", type=kit, help="with the part kit: only these pages, by their slugs; else those that the list needs"
    )
    parser.add_argument("--size", choices=SIZES, help="of the cards; the layout “sleeves” has its own")
    parser.add_argument("--sides", choices=SIDES, default=SIDES[0])
    parser.add_argument("--blank", type=int, choices=range(MOST_BLANK + 1), default=0, metavar=f"0-{MOST_BLANK}")
    parser.add_argument("--crowd", action="store_true", help=f"one card per unit of {CROWD} figures or more")
    parser.add_argument("--beside", action="store_true", help="followers and the like on cards of their own")
    parser.add_argument("--ink-saver", action="store_true")
    parser.add_argument("--large-print", action="store_true", help="nothing smaller than 12 points")


def comma_separated(offered):
    def words(text):
        given = [word for word in text.split(",") if word]
        if unknown := sorted(set(given) - set(offered)):
            raise ArgumentTypeError(f"{', '.join(unknown)}: choose from {', '.join(offered)}")
        return given

    return words


def units(text):
    given = [word for word in text.split(",") if word]
    if not all(UNIT.fullmatch(word) for word in given):
        raise ArgumentTypeError("numbers such as 0,2,3.1")
    return given


def kit(text):
    given = [word for word in text.split(",") if word]
    if not all(PAGE.fullmatch(word) for word in given):
        raise ArgumentTypeError("slugs such as accident,flames")
    return given


def load_document(raw: bytes | Message) -> LoadedRoster:
    """The loaded roster of a document's bytes. Raises `Refused`, also for the `Message` of an unreadable file."""
    if isinstance(raw, Message):
        raise Refused(raw.text, **raw.values)
    return LoadedRoster.from_data(documents.decode(raw))


def raw_file(file: str) -> bytes:
    """The bytes of a file, or of standard input (-)."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(MOST_READ + 1)
        with open(file, "rb") as stream:
            return stream.read(MOST_READ + 1)
    except OSError as error:
        raise CommandError(f"{file}: {error.strerror}", returncode=3) from None


def raw_documents(files: Iterable[str]) -> Iterator[bytes | Message]:
    """The bytes of each document: one a file, or one a line of standard input (-) without blank lines.

    For a file that cannot be read, a `Message`.
    """
    for file in files:
        if file == "-":
            yield from (line.rstrip(b"\r\n") for line in sys.stdin.buffer if line.strip())
            continue
        try:
            with open(file, "rb") as stream:
                yield stream.read(documents.MOST_BYTES + 4)  # one byte too many is enough to refuse; 3 may be a BOM
        except OSError as error:
            yield Message(_("Can’t read {file}: {reason}"), {"file": file, "reason": error.strerror or ""})
