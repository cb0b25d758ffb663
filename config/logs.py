"""The format of log lines: one line an event, without keys, whatever a request contains."""

import json
import logging
import re
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any

request_id: ContextVar[str] = ContextVar("request_id", default="")

LONGEST_MESSAGE = 1_000  # characters; an address may have 100,000
LONGEST_TRACE = 8_000  # its end

SLASH = "(?:/|%(?:25)*2f)"  # as it is, or encoded any number of times
# The addresses b/KEY, d/KEY, e/KEY, g/KEY, j/KEY, o/KEY, s/KEY and w/KEY, also as part of another text or mistyped.
KEYED = re.compile(rf"((?:(?<![\w.-])|%(?:25)*2f)[bdegjosw]{SLASH}+)[^/?#\"'<>]+", re.ASCII | re.IGNORECASE)
# The addresses password/reset/USER/KEY and email/confirm/KEY, also as part of another text.
MAILED = re.compile(rf"((?:password{SLASH}+reset|email{SLASH}+confirm){SLASH}+)[^?#\"'<>\s]+", re.ASCII | re.IGNORECASE)
# Whatever else reads like one of our keys: 22 characters, small and capital.
TOKEN = re.compile(r"(?<![\w-])(?=[\w-]{22}(?![\w-]))(?=[\w-]*[A-Z])(?=[\w-]*[a-z])[\w-]{22}", re.ASCII)
# Control characters, line ends and marks that turn the direction of a text.
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]")


def redact(text: str) -> str:
    """Replace the keys in a text by [key], so that nobody gets access from a log."""
    return TOKEN.sub("[key]", MAILED.sub(r"\1[key]", KEYED.sub(r"\1[key]", text)))


def printable(text: str) -> str:
    """A text on one line: what could end it or move a terminal's cursor is written as an escape."""
    return UNPRINTABLE.sub(lambda sign: sign[0].encode("unicode_escape", "surrogatepass").decode(), text)


def safe(text: str, longest: int = LONGEST_MESSAGE) -> str:
    short = text if len(text) <= longest else f"{text[:longest]}…"
    return redact(printable(short))


class LineFormatter(logging.Formatter):
    """Time in UTC, level, logger, request and message on a line; those of a traceback follow, indented."""

    def format(self, record: logging.LogRecord) -> str:
        name = f" [{request_of(record)}]" if request_of(record) else ""
        head = f"{time_of(record)} {record.levelname} {record.name}{name}: {safe(record.getMessage())}"
        return "\n".join([head, *(f"    {line}" for line in self.trace(record))])

    def trace(self, record: logging.LogRecord) -> list[str]:
        """The lines of the traceback, if there is one."""
        texts = [self.formatException(record.exc_info) if record.exc_info else "", record.stack_info or ""]
        whole = "\n".join(filter(None, texts))
        return [safe(line) for line in whole[-LONGEST_TRACE:].splitlines()]


class JsonFormatter(LineFormatter):
    """One JSON object a line, in ASCII; `fields` of a record become members."""

    def format(self, record: logging.LogRecord) -> str:
        members: dict[str, Any] = {
            "time": time_of(record),
            "level": record.levelname,
            "logger": record.name,
            "request": request_of(record),
            "message": safe(record.getMessage()),
            "trace": self.trace(record),
        }
        fields = getattr(record, "fields", {})
        members |= {key: safe(value) if isinstance(value, str) else value for key, value in fields.items()}
        return json.dumps({key: value for key, value in members.items() if value not in ("", [])})


def time_of(record: logging.LogRecord) -> str:
    """ISO 8601 in UTC, with milliseconds."""
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def request_of(record: logging.LogRecord) -> str:
    return getattr(getattr(record, "request", None), "request_id", "") or request_id.get()


class ForgedHosts(logging.Filter):
    """A request for a host that is not ours is one line: no traceback, no second line about its answer."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = getattr(record, "request", None)
        if record.name.endswith("DisallowedHost"):
            record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
            record.msg = str(record.msg).replace("ALLOWED_HOSTS", "HOSTS")  # the name of our setting
            if request:
                request.forged_host = True
            return True
        return not getattr(request, "forged_host", False)
