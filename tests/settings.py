"""The project's settings for tests: a folder of their own, plain HTTP, no manifest of static files, cheap passwords."""

import os
import tempfile

_folder = tempfile.TemporaryDirectory(prefix="bivouac-tests-")  # one per process, gone with it

os.environ |= {
    "CACHE_URL": "memory://",
    "DATA_DIR": _folder.name,
    "DEBUG": "0",
    "HOSTS": "testserver",
    "LOG_LEVEL": "ERROR",
    "PLAIN_HTTP": "1",
    "SECRET_KEY": "tests-sign-nothing-that-anybody-would-keep-for-long",
    "STATIC_MANIFEST": "0",
}

from config.settings import *

STATIC_ROOT.mkdir()
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# A file, not memory: the live server's threads are connections of their own, as in production.
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
# Connections that outlive a request would keep the test database from being dropped.
DATABASES["default"]["CONN_MAX_AGE"] = 0
