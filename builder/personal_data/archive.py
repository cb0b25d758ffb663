"""The file of a data export: a ZIP of JSON, which a file worker writes."""

import json
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.utils import timezone
from django.utils.text import slugify

from builder.battles.export import exported_schema
from builder.exports.forked import OverLimit
from builder.lists.compression import packed
from builder.lists.models import Roster
from builder.personal_data import contents
from builder.personal_data.owner import Owner
from rules import document as documents
from rules.registry import GAMES

JOB = "personal data"
TIMES_SECONDS = 4  # a large history takes longer than any sheet may
MOST_BYTES = 100_000_000  # of the file, which a web process has in memory while it is sent
PART_OF_SPACE = 5  # one export takes at most so much of SHEET_SPACE, or it would drive out the sheets of all others
LONGEST_NAME = 40
HERE = Path(__file__).parent


def make(request: dict[str, Any]) -> bytes:
    """The job of the file worker: the ZIP for what `request_for` gave. Raises `OverLimit` where it is too large."""
    owner = Owner("", request["account"], *(tuple(request.get(key, ())) for key in ("lists", "gatherings", "boxes")))
    with tempfile.TemporaryFile() as file:
        Archive(file).write(owner, history=request["history"])
        file.seek(0)
        return file.read()


def request_for(owner: Owner, history: bool) -> dict[str, Any]:
    """The request of a kept file: only the pks of what the file is about. history -- with all kept states"""
    about = {"account": owner.account, "lists": owner.lists, "gatherings": owner.gatherings, "boxes": owner.boxes}
    return {"job": JOB, "history": history} | about


def most_bytes() -> int:
    return min(MOST_BYTES, settings.SHEET_SPACE * 1_000_000 // PART_OF_SPACE)


class Archive:
    """Writes the ZIP into a file."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file
        self.zip = zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED)

    def write(self, owner: Owner, history: bool) -> None:
        """Write everything. history -- with all kept states of the lists. Raises `OverLimit`."""
        with self.zip:
            self.write_parts(owner, history)
        self.check_size()

    def write_parts(self, owner: Owner, history: bool) -> None:
        self.add("README.txt", (HERE / "readme.txt").read_text("utf-8"))
        self.add("schema/files.schema.json", (HERE / "files.schema.json").read_text("utf-8"))
        self.add_json("schema/list.schema.json", documents.schema(GAMES))
        self.add_json("schema/battle.schema.json", exported_schema())
        if owner.account is not None:
            self.add_json("account.json", {"exported": timezone.now().isoformat()} | contents.account(owner.account))
        for pk, box in contents.own_boxes(owner):
            self.add_json(f"boxes/{file_name(pk, box['game'])}.json", box)
        lists = self.lists(owner, history)
        for gathering in contents.own_gatherings(owner, lists):
            self.add_json(f"gatherings/{file_name(gathering['number'], gathering['name'])}.json", gathering)
        for battle in contents.own_battles(lists):
            self.add_json(f"battles/{file_name(battle['number'], battle['name'])}.json", battle)
            self.check_size()

    def lists(self, owner: Owner, history: bool) -> list[int]:
        """Write all lists; their pks."""
        index = []
        grants = contents.own_lists(owner)
        for pk, grant in grants.items():
            roster = Roster.objects.filter(pk=pk).first()
            if roster is None:  # erased meanwhile
                continue
            name = file_name(pk, roster.name)
            files = {"file": f"lists/{name}.json", "history": f"history/{name}.jsonl" if history else None}
            self.add_bytes(f"lists/{name}.json", packed(roster.document))
            if history:
                self.history(f"history/{name}.jsonl", pk)
            photos = self.photos(roster)
            index.append(files | contents.about_list(roster, grant) | {"photos": photos})
            self.check_size()
        self.add_json("lists.json", index)
        return list(grants)

    def photos(self, roster: Roster) -> list[str]:
        """Write the photos of a list and of its battles; the files of the list's."""
        own = []
        for picture in roster.pictures.select_related("stored").iterator(chunk_size=10):
            name = f"pictures/{picture.name}.jpg"
            if name not in self.zip.NameToInfo:  # a copy of a list has the same
                self.add_bytes(name, picture.stored.content)
            own += [] if picture.battle_id else [name]
        return own

    def history(self, name: str, roster: int) -> None:
        """Write the kept states of a list, a line of JSON each; their documents pass through as they are stored."""
        with self.part(name) as stream:
            for about, raw in contents.states(roster):
                stream.write(encoded(about, None)[:-1] + b',"document":' + raw + b"}\n")

    def add_json(self, name: str, value: Any) -> None:
        self.add_bytes(name, encoded(value, 1))

    def add(self, name: str, text: str) -> None:
        self.add_bytes(name, text.encode())

    def add_bytes(self, name: str, content: bytes) -> None:
        with self.part(name) as stream:
            stream.write(content)

    @contextmanager
    def part(self, name: str) -> Iterator[IO[bytes]]:
        """A compressed part, dated in the time zone of the site."""
        about = zipfile.ZipInfo(name, timezone.localtime().timetuple()[:6])
        about.compress_type = zipfile.ZIP_DEFLATED
        about.external_attr = 0o644 << 16
        with self.zip.open(about, "w", force_zip64=True) as stream:
            yield stream

    def check_size(self) -> None:
        if self.file.tell() > most_bytes():
            raise OverLimit(f"larger than {most_bytes()} bytes")


def encoded(value: Any, indent: int | None) -> bytes:
    separators = (",", ":") if indent is None else None
    return json.dumps(value, ensure_ascii=False, indent=indent, separators=separators).encode("utf-8", "replace")


def file_name(number: int, name: str) -> str:
    """Such as 7-les-chacals."""
    return "-".join(filter(None, [str(number), slugify(name)[:LONGEST_NAME].strip("-")]))
