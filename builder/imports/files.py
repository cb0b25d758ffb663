"""Files from outside -> their texts: archives and encodings, with limits before anything is read."""

import io
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import BinaryIO, cast

from django.core.files.uploadedfile import UploadedFile

from builder.texts import battlescribe
from rules.document import MOST_BYTES
from rules.text import Message, MessageError, _

MOST_MEMBERS = 1_000  # of an archive
MOST_UNPACKED = 20_000_000  # bytes of all its members
MOST_DIRECTORY = 1_000_000  # bytes of its directory, in which the files of a player's own data stand, too
END_OF_ARCHIVE = 65_557  # the last bytes, in which the directory's own entry stands
MOST_RATIO = 200  # unpacked bytes for a packed one, of a member of more than `SMALL` bytes
SMALL = 100_000
LONGEST_NAME = 200
OTHER_DATA = (
    *("account.json", "lists.json", "README.txt"),
    *("history/", "gatherings/", "battles/", "boxes/", "pictures/", "schema/"),
)
BYTE_ORDER_MARKS = {
    b"\xef\xbb\xbf": "utf-8",
    b"\xff\xfe\x00\x00": "",
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
}
SIGNATURES = {
    b"%PDF": _("This is a PDF. Take the list’s text or its JSON instead."),
    b"\x89PNG": _("This is a picture."),
    b"\xff\xd8\xff": _("This is a picture."),
    b"GIF8": _("This is a picture."),
    b"RIFF": _("This is a picture or a sound."),
    b"\x1f\x8b": _("This archive is no ZIP file. Pack the lists as ZIP."),
    b"7z\xbc\xaf": _("This archive is no ZIP file. Pack the lists as ZIP."),
    b"Rar!": _("This archive is no ZIP file. Pack the lists as ZIP."),
    b"\xfd7zXZ": _("This archive is no ZIP file. Pack the lists as ZIP."),
    b"BZh": _("This archive is no ZIP file. Pack the lists as ZIP."),
    b"\x28\xb5\x2f\xfd": _("This archive is no ZIP file. Pack the lists as ZIP."),
    b"\x7fELF": _("This is a program."),
    b"MZ\x90": _("This is a program."),
    b"SQLite format 3": _("This is a database."),
    b"\xd0\xcf\x11\xe0": _("This is an Office document. Copy its text and paste it."),
    b"{\\rtf": _("This is a formatted text. Copy its text and paste it."),
}
ZIP_SIGNATURES = (b"PK\x03\x04", b"PK\x05\x06")
ZIP_OF_A_PROGRAM = ("[Content_Types].xml", "mimetype")  # members of ZIP files that are documents of other programs
LONGEST_MARK = 4  # bytes of a byte order mark
MOST_CONTROLS = 0.01  # of the characters of a text


class Unusable(MessageError):
    """A file that cannot be read as lists."""


@dataclass(frozen=True, slots=True)
class TextFile:
    """A text from outside. `problem`: why there is none; then `text` is ""."""

    name: str
    text: str = ""
    problem: Message | None = None


def texts_of(name: str, raw: bytes, most: int = MOST_BYTES) -> Iterator[TextFile]:
    """The text of a file of at most so many bytes, or those of an archive; what cannot be read says why."""
    try:
        if raw.startswith(ZIP_SIGNATURES):
            yield from texts_in_archive(io.BytesIO(raw))
        else:
            yield TextFile(name, text_of(raw, most))
    except Unusable as reason:
        yield TextFile(name, problem=reason.message)


def texts_of_upload(file: UploadedFile) -> Iterator[TextFile]:
    """As `texts_of`; of a large file no more is in memory at once than one list may have."""
    name, signature = file.name or "", file.read(len(ZIP_SIGNATURES[0]))
    file.seek(0)
    if (file.size or 0) <= MOST_BYTES + LONGEST_MARK or not signature.startswith(ZIP_SIGNATURES):
        yield from texts_of(name, file.read(MOST_BYTES + LONGEST_MARK + 1))
        return
    try:
        yield from texts_in_archive(cast(BinaryIO, file))
    except Unusable as reason:
        yield TextFile(name, problem=reason.message)


def text_of(raw: bytes, most: int = MOST_BYTES) -> str:
    """The text in bytes of UTF-8, UTF-16 or Windows-1252. Raises `Unusable`."""
    if len(raw) > most + LONGEST_MARK:
        raise Unusable(_("File larger than {most} bytes."), most=most)
    for signature, sentence in SIGNATURES.items():
        if raw.startswith(signature):
            raise Unusable(sentence)
    text = decoded(raw)
    controls = sum(1 for sign in text if ord(sign) < 32 and sign not in "\t\n\r\f")
    if controls > len(text) * MOST_CONTROLS:
        raise Unusable(_("This is no text."))
    return text_of_xml(text) if battlescribe.is_xml(text) else text


def text_of_xml(text: str) -> str:
    try:
        return battlescribe.typed(text)
    except battlescribe.NoRoster:
        raise Unusable(_("This XML is no roster of BattleScribe or New Recruit, or it is damaged.")) from None


def decoded(raw: bytes) -> str:
    for mark, encoding in BYTE_ORDER_MARKS.items():
        if raw.startswith(mark):
            return strictly(raw[len(mark) :], encoding)
    if b"\0" in raw[:1000]:
        return strictly(raw, "utf-16-le" if raw[1:2] == b"\0" else "utf-16-be")
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


def strictly(raw: bytes, encoding: str) -> str:
    try:
        return raw.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        raise Unusable(_("This file’s encoding can’t be read. Save it as UTF-8.")) from None


# --- archives -------------------------------------------------------------------------------------------------------


def texts_in_archive(file: BinaryIO) -> Iterator[TextFile]:
    """The lists in a ZIP archive. Raises `Unusable` for an archive that is not opened at all."""
    check_directory(file)
    try:
        archive = zipfile.ZipFile(file)
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError):
        raise Unusable(_("This ZIP file is damaged.")) from None
    with archive:
        members = lists_among([member for member in archive.infolist() if not member.is_dir()])
        check_archive(members)
        for member in members:
            yield text_of_member(archive, member)


def check_directory(file: BinaryIO) -> None:
    """Refuse a directory that is so large that to read it takes long."""
    size = file.seek(0, io.SEEK_END)
    file.seek(max(0, size - END_OF_ARCHIVE))
    tail = file.read()
    start = tail.rfind(ZIP_SIGNATURES[1])
    entry = tail[start + 12 : start + 16] if start >= 0 else b""
    if int.from_bytes(entry, "little") > MOST_DIRECTORY:
        raise Unusable(_("This ZIP file has more than {most} files."), most=MOST_MEMBERS)


def check_archive(members: list[zipfile.ZipInfo]) -> None:
    """Refuse an archive for what its directory says, before anything of it is unpacked."""
    if not members:
        raise Unusable(_("This ZIP file is empty."))
    if len(members) > MOST_MEMBERS:
        raise Unusable(_("This ZIP file has more than {most} files."), most=MOST_MEMBERS)
    if any(member.filename in ZIP_OF_A_PROGRAM for member in members):
        raise Unusable(_("This is an Office document. Copy its text and paste it."))
    if sum(member.file_size for member in members) > MOST_UNPACKED:
        raise Unusable(_("Unpacked, this ZIP file is larger than {most} bytes."), most=MOST_UNPACKED)
    name, number = Counter(member.filename.casefold() for member in members).most_common(1)[0]
    if number > 1:
        raise Unusable(_("This ZIP file has two files called {name}."), name=shown_name(name))


def lists_among(members: list[zipfile.ZipInfo]) -> list[zipfile.ZipInfo]:
    """The members without those that the archive of a player's own data has besides the lists."""
    if not any(member.filename == "lists.json" for member in members):
        return members
    return [member for member in members if not member.filename.startswith(OTHER_DATA)]


def text_of_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> TextFile:
    name = shown_name(member.filename)
    try:
        return TextFile(name, text_of(unpacked(archive, member)))
    except Unusable as reason:
        return TextFile(name, problem=reason.message)


def unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> bytes:
    """The bytes of a member, of which no more are unpacked than a list may have, whatever its header says."""
    path = PurePosixPath(member.filename.replace("\\", "/"))
    if path.is_absolute() or ".." in path.parts or ":" in member.filename:
        raise Unusable(_("This name leads out of the ZIP file; the file isn’t read."))
    if member.flag_bits & 1:
        raise Unusable(_("This file is protected by a password."))
    if member.file_size > max(SMALL, member.compress_size * MOST_RATIO) or member.file_size > MOST_BYTES:
        raise Unusable(_("Unpacked, this file is too large."))
    try:
        with archive.open(member) as stream:
            raw = stream.read(MOST_BYTES + 1)
    except Exception:  # what broken archives make zipfile, zlib, bz2 and lzma raise is written nowhere
        raise Unusable(_("This file in the ZIP file is damaged.")) from None
    if raw.startswith(ZIP_SIGNATURES):
        raise Unusable(_("This is a ZIP file in a ZIP file. Unpack it first."))
    return raw


def shown_name(name: str) -> str:
    return "".join(sign if sign.isprintable() else "?" for sign in name[:LONGEST_NAME])
