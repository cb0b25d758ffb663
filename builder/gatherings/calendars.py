"""A planned chapter as a calendar file (RFC 5545), with a reminder the day before."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from django.utils.timezone import get_current_timezone

from builder.gatherings.models import Chapter

LASTS = timedelta(hours=3)
LONGEST_LINE = 74  # bytes, without its end


def calendar_of(chapter: Chapter, address: str, name: str) -> str:
    """The file of a chapter with a date; address: of its page, name: of its gathering."""
    return "".join(f"{line}\r\n" for text in lines(chapter, address, name) for line in folded(text))


def lines(chapter: Chapter, address: str, name: str) -> Iterator[str]:
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bivouac//chapters//EN", "BEGIN:VEVENT")
    yield f"UID:chapter-{chapter.pk}-{int(chapter.made.timestamp())}@bivouac"
    yield f"DTSTAMP:{stamp(chapter.made)}"
    yield f"SEQUENCE:{chapter.revision}"
    yield from times(chapter)
    yield f"SUMMARY:{escaped(f'{chapter.title} · {name}')}"
    if chapter.venue:
        yield f"LOCATION:{escaped(chapter.venue)}"
    if chapter.text:
        yield f"DESCRIPTION:{escaped(chapter.text)}"
    yield f"URL:{address}"
    yield from ("BEGIN:VALARM", "ACTION:DISPLAY", f"DESCRIPTION:{escaped(chapter.title)}", "TRIGGER:-P1D", "END:VALARM")
    yield from ("END:VEVENT", "END:VCALENDAR")


def times(chapter: Chapter) -> Iterator[str]:
    """From when to when; the whole day where no hour is set."""
    if chapter.date is None:
        raise ValueError("no date")
    if chapter.hour is None:
        yield f"DTSTART;VALUE=DATE:{chapter.date:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{chapter.date + timedelta(days=1):%Y%m%d}"
        return
    start = datetime.combine(chapter.date, chapter.hour, get_current_timezone())
    yield f"DTSTART:{stamp(start)}"
    yield f"DTEND:{stamp(start + LASTS)}"


def stamp(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    """A text as a value: what separates values is escaped, and no line of it begins another property."""
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    lines = ("".join(filter(str.isprintable, line.replace("\t", " "))) for line in text.splitlines())
    return "\\n".join(lines)


def folded(line: str) -> Iterator[str]:
    """A line in pieces of at most 75 bytes, each but the first behind a blank."""
    piece = ""
    for letter in line:
        if len((piece + letter).encode()) > LONGEST_LINE:
            yield piece
            piece = " "
        piece += letter
    yield piece
