"""Settings from environment variables: flags, lists, addresses of databases and caches; and the secret key's file."""

import contextlib
import os
import re
import secrets
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_FLAGS = dict.fromkeys(("1", "true", "yes", "on"), True) | dict.fromkeys(("", "0", "false", "no", "off"), False)


def flag(name: str, default: bool = False) -> bool:
    """A yes or no from the environment. Raises `ImproperlyConfigured` for any other word."""
    word = os.environ.get(name)
    if word is None:
        return default
    try:
        return _FLAGS[word.strip().lower()]
    except KeyError:
        raise ImproperlyConfigured(f"{name}={word}: say 1 or 0.") from None


def words(name: str) -> list[str]:
    """A list from the environment, its words parted by commas or spaces."""
    return os.environ.get(name, "").replace(",", " ").split()


def whole_number(name: str, default: int) -> int:
    """A number from the environment. Raises `ImproperlyConfigured` for anything but 1, 2, 3 ..."""
    word = os.environ.get(name) or str(default)
    if not re.fullmatch("[1-9][0-9]{0,8}", word):
        raise ImproperlyConfigured(f"{name}={word}: say a whole number above 0.")
    return int(word)


def database(url: str) -> dict[str, Any]:
    """Django's settings of a database.

    url -- sqlite:////folder/file or postgres://user:password@host:port/name?option=value

    Raises `ImproperlyConfigured` for another scheme.
    """
    parts = urlsplit(url)
    match parts.scheme:
        case "sqlite" | "sqlite3":
            return _sqlite("/" + unquote(parts.netloc + parts.path).lstrip("/"))
        case "postgres" | "postgresql":
            return _postgres(parts)
    raise ImproperlyConfigured(f"DATABASE_URL begins with {parts.scheme}: say sqlite:////folder/file or postgres://…")


def _sqlite(path: str) -> dict[str, Any]:
    """WAL mode: readers do not wait for the writer. IMMEDIATE: writers queue at BEGIN instead of failing later."""
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


def _postgres(parts: SplitResult) -> dict[str, Any]:
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


def cache(url: str, folder: Path) -> dict[str, Any]:
    """Django's settings of the cache: redis://…, memory:// for one process, or "" for files in `folder`.

    All processes of a machine share the files, which rate limits need. Unlike a cache in the database they cost no
    query and do not wait for SQLite's one writer. Raises `ImproperlyConfigured` for another scheme.
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


def sheet_storage(url: str) -> dict[str, Any]:
    """Django's setting of the storage of kept sheets; empty: each is kept in its row.

    url -- s3://bucket/prefix?endpoint=https://host&region=name (the keys are in AWS_ACCESS_KEY_ID and
           AWS_SECRET_ACCESS_KEY), or file:////folder, which all machines must share

    Raises `ImproperlyConfigured` for another scheme, or where the packages for S3 are not installed.
    """
    parts = urlsplit(url)
    match parts.scheme:
        case "":
            return {}
        case "file":
            folder = "/" + unquote(parts.netloc + parts.path).lstrip("/")
            return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": folder}}
        case "s3":
            return {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": _s3(parts)}
    raise ImproperlyConfigured(f"SHEET_STORAGE begins with {parts.scheme}: say s3://bucket/prefix?endpoint=https://…")


def _s3(parts: SplitResult) -> dict[str, Any]:
    """One short attempt: a sheet that the storage does not take at once is kept in its row."""
    try:
        config = import_module("botocore.config").Config
        transfer = import_module("boto3.s3.transfer").TransferConfig
        import_module("storages.backends.s3")
    except ImportError:
        raise ImproperlyConfigured(
            "SHEET_STORAGE=s3://… needs more packages: pip install -r requirements-s3.lock"
        ) from None
    options = dict(parse_qsl(parts.query))
    return {
        "bucket_name": parts.netloc,
        "location": parts.path.strip("/"),
        "endpoint_url": options.get("endpoint"),
        "region_name": options.get("region"),
        "default_acl": None,
        "file_overwrite": True,
        "client_config": config(
            connect_timeout=2,
            read_timeout=5,
            retries={"total_max_attempts": 1},
            request_checksum_calculation="when_required",  # not every compatible storage knows the newer checksums
            response_checksum_validation="when_required",
        ),
        "transfer_config": transfer(use_threads=False),  # a sheet worker forks: it must not have threads
    }


def persistent_secret(path: Path) -> str:
    """The secret key stored in a file, which is made where it is missing; processes that start at once get the same."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=path.name) as file:  # readable by its owner only
            file.write(secrets.token_urlsafe(64))
            file.flush()
            with contextlib.suppress(FileExistsError):  # another process was first: its key is used
                os.link(file.name, path)
    return path.read_text(encoding="ascii").strip()
