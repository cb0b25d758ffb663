"""Decodes photos from outside: the file worker's job, with its limits of time and memory."""

import io
import re
import zipfile
from collections.abc import Container, Iterator
from contextlib import suppress
from typing import Any, BinaryIO

from builder.exports.models import KeptFile

JOB, TIMES_SECONDS = "pictures", 1 / 2
FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF")
MOST_PIXELS = 64_000_000  # of a photo that is decoded: 192 MB
MOST_KEPT = 300_000  # bytes
MOST_PICTURES = 100  # of an archive
SIZES = ((1200, 82), (1200, 66), (900, 62), (600, 55), (400, 40))  # (pixels of the longer side, quality), tried in turn
SINGLE = "picture"  # the name of what is no archive
NAME = re.compile(r"pictures/([0-9a-f]{32})\.jpg").fullmatch
ZIP = b"PK\x03\x04"
EMPTY = 22  # bytes of an archive without files


def make(request: dict[str, Any]) -> bytes:
    """The job: a ZIP of those photos that could be decoded, as JPEG, by name; what it is made of is in its row."""
    raw = KeptFile.objects.values_list("content", flat=True).get(key=request["key"])
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as zipped:
        for name, content in pictures_in(bytes(raw or b"")):
            if picture := decoded(content):
                zipped.writestr(name, picture)
    return archive.getvalue()


def pictures_in(raw: bytes) -> Iterator[tuple[str, bytes]]:
    """What is sent as one photo, or those in the archive of a player's own data."""
    if not raw.startswith(ZIP):
        yield SINGLE, raw
        return
    # What broken archives raise is written nowhere.
    with suppress(Exception), zipfile.ZipFile(io.BytesIO(raw)) as zipped:
        for match in filter(None, map(NAME, zipped.namelist())):
            with zipped.open(match[0]) as stream:
                yield match[1], stream.read(MOST_KEPT)


def archived_pictures(file: BinaryIO, wanted: Container[str]) -> bytes:
    """An archive of those photos in a player's own data whose names are wanted; b"" where there are none."""
    small = io.BytesIO()
    with suppress(Exception), zipfile.ZipFile(file) as zipped, zipfile.ZipFile(small, "w") as chosen:
        names = [match[0] for match in map(NAME, zipped.namelist()) if match and match[1] in wanted]
        for name in names[:MOST_PICTURES]:
            with zipped.open(name) as stream:
                chosen.writestr(name, stream.read(MOST_KEPT))
    return small.getvalue() if small.tell() > EMPTY else b""


def decoded(raw: bytes) -> bytes | None:
    """A photo upright, as a JPEG of at most `MOST_KEPT` bytes without metadata; None for what is none or too large."""
    import pi_heif  # only what decodes photos loads them
    from PIL import Image, ImageOps

    pi_heif.register_heif_opener()
    try:
        photo = Image.open(io.BytesIO(raw), formats=FORMATS)
        if photo.width * photo.height > MOST_PIXELS:
            return None
        photo.draft("RGB", (SIZES[0][0],) * 2)
        photo.thumbnail((SIZES[0][0],) * 2)
        upright = ImageOps.exif_transpose(photo).convert("RGBA")
    except MemoryError:
        raise
    except Exception:  # what hostile files make decoders raise is written nowhere
        return None
    plain = Image.new("RGB", upright.size, "white")
    plain.paste(upright, mask=upright)
    for side, quality in SIZES:
        plain.thumbnail((side, side))
        kept = io.BytesIO()
        plain.save(kept, "JPEG", quality=quality, optimize=True)
        if kept.tell() <= MOST_KEPT:
            return kept.getvalue()
    return None
