"""What the settings read from outside: flags, lists, addresses of databases and caches, the kept secret key."""

import contextlib
import os
import secrets
import tempfile
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_WORDS = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("", "0", "false", "no", "off"), False)


def flag(name, default=False):
    """Read a yes or no; a word that is neither stops the start."""
    word = os.environ.get(name)
    if word is None:
        return default
    try:
        return _WORDS[word.strip().lower()]
    except KeyError:
        raise ImproperlyConfigured(f"{name}={word}: say 1 or 0.") from None


def words(name):
    """Read a list written with commas or spaces."""
    return os.environ.get(name, "").replace(",", " ").split()


def database(url):
    """Turn sqlite:////folder/file or postgres://user:password@host:port/name?option=value into Django's dict."""
    parts = urlsplit(url)
    match parts.scheme:
        case "sqlite" | "sqlite3":
            return _sqlite("/" + unquote(parts.netloc + parts.path).lstrip("/"))
        case "postgres" | "postgresql":
            return _postgres(parts)
    raise ImproperlyConfigured(f"DATABASE_URL begins with {parts.scheme}: say sqlite:////folder/file or postgres://…")


def _sqlite(path):
    """Readers beside one writer; a writer takes its turn at BEGIN, so that two edits queue instead of failing."""
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; "
            "PRAGMA mmap_size=134217728; PRAGMA cache_size=-8000;",
        },
    }


def _postgres(parts):
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": dict(parse_qsl(parts.query)),
    }


def cache(url, folder):
    """Turn redis://… into Django's dict; without an address, files that all processes of this machine share.

    Rate limits count in the cache, so memory of one process would let each process count for itself. Files cost no
    query and never wait for the database's one writer, as the database cache would.
    """
    scheme = urlsplit(url).scheme
    match scheme:
        case "redis" | "rediss" | "unix":
            return {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": url}
        case "memory":
            return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
        case "":
            return {
                "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
                "LOCATION": folder,
                "OPTIONS": {"MAX_ENTRIES": 5000},
            }
    raise ImproperlyConfigured(f"CACHE_URL begins with {scheme}: say redis://host:port/number")


def kept_secret(path):
    """Read the secret key kept in a file, which the first process to ask makes; all that ask at once agree."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=path.name) as made:  # readable by its owner only
            made.write(secrets.token_urlsafe(64))
            made.flush()
            with contextlib.suppress(FileExistsError):  # another process was first: its key counts
                os.link(made.name, path)
    return path.read_text(encoding="ascii").strip()
