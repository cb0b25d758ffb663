"""Settings from environment variables: flags, lists, addresses of databases and caches; and the secret keys' file."""

import contextlib
import os
import re
import secrets
import tempfile
from datetime import datetime, time
from email.utils import parseaddr
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

from builder.accounts import rates

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


def flag_or_number(name: str) -> int:
    """A yes (1), a no (0) or a number from the environment. Raises `ImproperlyConfigured` for any other word."""
    word = os.environ.get(name, "").strip()
    return int(word) if re.fullmatch("[0-9]", word) else int(flag(name))


def rate(name: str, usual: str) -> str:
    """How often something may be done, from the environment. Raises `ImproperlyConfigured`."""
    word = os.environ.get(name) or usual
    try:
        rates.rate(word)
    except ValueError as error:
        raise ImproperlyConfigured(f"{name}={word}: {error}.") from None
    return word


def words(name: str) -> list[str]:
    """A list from the environment or a file, its words parted by commas, spaces or lines."""
    return text(name).replace(",", " ").split()


def choice(name: str, allowed: list[str]) -> str:
    """One of these words, the first where nothing is set. Raises `ImproperlyConfigured` for another."""
    word = os.environ.get(name) or allowed[0]
    if word not in allowed:
        raise ImproperlyConfigured(f"{name}={word}: say {' or '.join(allowed)}.")
    return word


def contacts(name: str) -> list[str]:
    """Addresses to write to, each a URI. Raises `ImproperlyConfigured` for anything else."""
    for contact in words(name):
        if not contact.startswith(("mailto:", "https://", "tel:")):
            raise ImproperlyConfigured(f"{name}={contact}: say mailto:..., https://... or tel:...")
    return words(name)


def text(name: str) -> str:
    """The value of a variable, or what stands in the file that `name`_FILE names, as containers get their secrets.

    Raises `ImproperlyConfigured` where that file cannot be read.
    """
    file = os.environ.get(f"{name}_FILE", "")
    if os.environ.get(name) or not file:
        return os.environ.get(name, "")
    try:
        return Path(file).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ImproperlyConfigured(f"{name}_FILE={file}: {error}") from None


def whole_number(name: str, default: int, least: int = 1) -> int:
    """A number of at least `least` from the environment. Raises `ImproperlyConfigured` for anything else."""
    word = os.environ.get(name, "").strip() or str(default)
    if not re.fullmatch("[0-9]{1,9}", word) or int(word) < least:
        raise ImproperlyConfigured(f"{name}={word}: say a whole number of at least {least}.")
    return int(word)


def number(name: str, default: float) -> float:
    """A number of at least 0 from the environment. Raises `ImproperlyConfigured` for anything else."""
    word = os.environ.get(name) or str(default)
    if not re.fullmatch(r"\d+(\.\d+)?", word):
        raise ImproperlyConfigured(f"{name}={word}: say a number.")
    return float(word)


def path_prefix(name: str) -> str:
    """The beginning of all addresses from the environment, as in /bivouac; "" for none."""
    word = os.environ.get(name, "").strip("/")
    if not re.fullmatch(r"[A-Za-z0-9._~/-]*", word):
        raise ImproperlyConfigured(f"{name}={word}: say a path such as /bivouac.")
    return f"/{word}" if word else ""


def time_of_day(name: str, usual: str) -> time:
    """A time such as 03:30 from the environment. Raises `ImproperlyConfigured` for anything else."""
    word = os.environ.get(name, "").strip() or usual
    try:
        return datetime.strptime(word, "%H:%M").time()
    except ValueError:
        raise ImproperlyConfigured(f"{name}={word}: say a time, such as {usual}.") from None


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
    """WAL mode: readers do not wait for the writer. IMMEDIATE: writers queue at BEGIN instead of failing later.

    FULL: what was answered is on the disk, and outlives a loss of power.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA mmap_size=134217728; PRAGMA cache_size=-8000;",
        },
    }


def _postgres(parts: SplitResult) -> dict[str, Any]:
    """No cursor and no prepared statement outlives a transaction, so that pgbouncer may pool transactions."""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": True,
        "OPTIONS": {"connect_timeout": 5, "prepare_threshold": None} | dict(parse_qsl(parts.query)),
    }


def cache(url: str) -> dict[str, Any]:
    """Django's settings of the cache: redis://…, or "" and memory:// for one in each process.

    Nothing correct may depend on it: a process may have another cache than the next, and Valkey may be away. Raises
    `ImproperlyConfigured` for another scheme.
    """
    scheme = urlsplit(url).scheme
    match scheme:
        case "redis" | "rediss" | "unix":
            return {"BACKEND": "config.caches.ForgivingRedisCache", "LOCATION": url}
        case "memory" | "":
            return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 1000}}
    raise ImproperlyConfigured(f"CACHE_URL begins with {scheme}: say redis://host:port/number")


class MailServer(NamedTuple):
    """Where e-mails are sent by SMTP: encrypted from the start (`tls`), from STARTTLS on, or not at all."""

    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    tls: bool = False
    starttls: bool = False


_MAIL_PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}


def mail_server(url: str) -> MailServer:
    """The mail server; "" for none.

    url -- smtp://user:password@host:587 (STARTTLS), smtps://user:password@host:465 (TLS), or smtp+plain://host:25 for a
           relay of this machine or network, which is given no password

    Raises `ImproperlyConfigured` for anything else; its text does not hold the password.
    """
    if not url:
        return MailServer()
    try:
        parts = urlsplit(url)
        port = parts.port or _MAIL_PORTS[parts.scheme]
        user, password = unquote(parts.username or ""), unquote(parts.password or "")
    except (KeyError, ValueError):
        raise ImproperlyConfigured(
            "MAIL_URL: say smtp://user:password@host:587, smtps://… or smtp+plain://host:25; @, : and / in a password "
            "are written %40, %3A and %2F."
        ) from None
    if not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment or bool(user) != bool(password):
        raise ImproperlyConfigured("MAIL_URL: it takes a host, with both a user and a password or with neither.")
    if password and parts.scheme == "smtp+plain":
        raise ImproperlyConfigured("MAIL_URL: smtp+plain:// would send the password unencrypted: say smtp://…")
    return MailServer(parts.hostname, port, user, password, parts.scheme == "smtps", parts.scheme == "smtp")


def mail_sender(name: str, needed: bool) -> str:
    """Whom e-mails are from: noreply@example.org or Bivouac <noreply@example.org>. Raises `ImproperlyConfigured`."""
    sender = text(name).strip()
    if needed and not sender:
        raise ImproperlyConfigured(f"MAIL_URL needs {name} too, such as {name}=noreply@example.org.")
    if sender and not re.fullmatch(r"[^@\s<>]+@[^@\s<>]+", parseaddr(sender)[1]):
        raise ImproperlyConfigured(f"{name}={sender}: say noreply@example.org or Bivouac <noreply@example.org>.")
    return sender


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


def persistent_secrets(path: Path) -> list[str]:
    """The secret keys in a file: the one that signs, then older ones that are still believed, one a line.

    The file is made where it is missing; processes that start at once get the same.
    """
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, prefix=path.name) as file:  # readable by its owner only
            file.write(new_secret())
            file.flush()
            os.fsync(file.fileno())
            with contextlib.suppress(FileExistsError):  # another process was first: its key is used
                os.link(file.name, path)
    return path.read_text(encoding="ascii").split()


def new_secret() -> str:
    return secrets.token_urlsafe(64)
