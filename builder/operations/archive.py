"""The archive of a backup: a zip file of parts, and a manifest that says what each of them must be."""

import hashlib
import io
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any, cast

import zstandard

FORMAT = "bivouac-backup/1"
MANIFEST = "manifest.json"
SECRET_KEY = "secret-key"  # noqa: S105  (the name of a part)
MEDIA = "media/"  # begins the name of each file of MEDIA_ROOT

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class BadArchive(Exception):
    """A file that is no whole archive; the text says why."""


@dataclass(frozen=True)
class Table:
    """A table in an archive: one line of JSON, a list of values, for each row, in a part of its own.

    model    -- its model's label in lower case, as in "builder.roster"
    columns  -- what the values are, in their order
    rows     -- how many
    sequence -- the highest key that was ever given; None where keys are not counted
    """

    model: str
    name: str
    columns: list[str]
    rows: int
    sequence: int | None

    @property
    def part(self) -> str:
        return f"tables/{self.name}.jsonl.zst"


@dataclass(frozen=True)
class Manifest:
    """What an archive holds.

    made       -- time in UTC, ISO 8601
    version    -- fingerprint of the code that made it
    database   -- "sqlite" or "postgresql"
    migrations -- those that were applied: (application, name)
    parts      -- {name: SHA-256 of the part as it is stored}
    """

    made: str
    version: str
    database: str
    migrations: list[tuple[str, str]]
    tables: list[Table] = field(default_factory=list)
    parts: dict[str, str] = field(default_factory=dict)

    def rows_of(self, model: str) -> int:
        return sum(table.rows for table in self.tables if table.model == model)


class Unfinished(zipfile.ZipFile):
    """A ZIP file of which nothing is written by itself: usually its end is, when nobody has it any more."""

    def __del__(self) -> None:
        pass


class ArchiveWriter:
    """Writes the parts of an archive, one after the other, and its manifest at the end."""

    def __init__(self, file: IO[bytes], manifest: Manifest) -> None:
        self.zip = Unfinished(file, "w", zipfile.ZIP_STORED)
        self.manifest = manifest

    @contextmanager
    def part(self, name: str) -> Iterator["HashedStream"]:
        """A stream for the bytes of a part."""
        with self.zip.open(name, "w", force_zip64=True) as stream:
            hashed = HashedStream(stream)
            yield hashed
        self.manifest.parts[name] = hashed.sha256.hexdigest()

    @contextmanager
    def rows(self, part: str) -> Iterator["RowWriter"]:
        """Writes rows into a part."""
        compressor = zstandard.ZstdCompressor(level=3)
        with self.part(part) as stream, compressor.stream_writer(cast(IO[bytes], stream), closefd=False) as compressed:
            yield RowWriter(compressed)

    def finish(self) -> None:
        self.zip.writestr(MANIFEST, json.dumps({"format": FORMAT} | asdict(self.manifest), indent=1))
        self.zip.close()


class RowWriter:
    """Writes rows as lines of JSON and counts them."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.count = 0

    def write(self, row: list[Any]) -> None:
        self.stream.write(_encode(row).encode() + b"\n")
        self.count += 1


class HashedStream(io.RawIOBase):
    """A binary stream that hashes what passes through it."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.sha256 = hashlib.sha256()

    def write(self, data: Any) -> int:
        self.sha256.update(data)
        return self.stream.write(data)

    def read(self, size: int | None = -1) -> bytes:
        data = self.stream.read(-1 if size is None else size)
        self.sha256.update(data)
        return data


class ArchiveReader:
    """Reads an archive. Every method raises `BadArchive` where the file is not what its manifest says."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with self.explained():
            self.zip = zipfile.ZipFile(path)
            self.manifest = read_manifest(json.loads(self.zip.read(MANIFEST)))

    def close(self) -> None:
        self.zip.close()

    @contextmanager
    def explained(self) -> Iterator[None]:
        """Raises `BadArchive` for what zip, zstandard and JSON raise on broken files."""
        try:
            yield
        except (zipfile.BadZipFile, zstandard.ZstdError, EOFError, KeyError, TypeError, ValueError) as error:
            raise BadArchive(f"{self.path} is not a whole backup: {error}") from error

    @contextmanager
    def part(self, name: str) -> Iterator[HashedStream]:
        """A stream of a part, which has to be read to its end."""
        with self.explained(), self.zip.open(name) as stream:
            hashed = HashedStream(stream)
            yield hashed
            if hashed.sha256.hexdigest() != self.manifest.parts[name]:
                raise BadArchive(f"{self.path}: {name} is not what was written.")

    def content(self, name: str) -> bytes:
        with self.part(name) as stream:
            return stream.read()

    def rows(self, table: Table) -> Iterator[list[Any]]:
        """The rows of a table, as `RowWriter` got them."""
        count = 0
        with self.part(table.part) as stream:
            decompressed = zstandard.ZstdDecompressor().stream_reader(cast(IO[bytes], stream), read_across_frames=True)
            for line in io.BufferedReader(decompressed, 1 << 20):  # type: ignore[arg-type]
                row = json.loads(line)
                if len(row) != len(table.columns):
                    raise BadArchive(f"{self.path}: a row of {table.name} has another number of columns.")
                count += 1
                yield row
        if count != table.rows:
            raise BadArchive(f"{self.path}: {table.name} has {count} rows; {table.rows} were written.")

    def check(self) -> None:
        """Read every part to its end."""
        tables = {table.part for table in self.manifest.tables}
        for table in self.manifest.tables:
            for _row in self.rows(table):
                pass
        for name in self.manifest.parts.keys() - tables:
            with self.part(name) as stream:
                while stream.read(1 << 20):
                    pass


def read_manifest(data: dict[str, Any]) -> Manifest:
    """The manifest from its JSON. Raises `ValueError` for another format."""
    if data.pop("format") != FORMAT:
        raise ValueError("its format is another")
    tables = [Table(**table) for table in data.pop("tables")]
    migrations = [(app, name) for app, name in data.pop("migrations")]
    return Manifest(tables=tables, migrations=migrations, **data)
