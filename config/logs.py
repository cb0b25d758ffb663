"""What is written to the log."""

import logging
import re

KEY = re.compile(r"(?<=/[esojg]/)[^/\s?\"']+")  # behind the addresses of builder/urls.py that carry one


class Keyless(logging.Formatter):
    """Lines and tracebacks without the keys of addresses: a log opens nothing."""

    def format(self, record):
        return KEY.sub("[key]", super().format(record))
