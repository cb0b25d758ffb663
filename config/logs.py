"""The format of log lines."""

import logging
import re

KEY = re.compile(r"(?<=/[esojg]/)[^/\s?\"']+")  # the secret part of the addresses e/KEY, s/KEY, o/KEY, j/KEY, g/KEY


class RedactKeys(logging.Formatter):
    """Replaces the keys of addresses by [key], in messages and tracebacks, so that nobody gets access from a log."""

    def format(self, record: logging.LogRecord) -> str:
        return KEY.sub("[key]", super().format(record))
