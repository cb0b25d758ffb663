"""Limits: how often one client may do something. Counted in the database, over all processes and restarts."""

import functools
import hashlib
import logging
import math
import time
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import Q
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.deprecation import MiddlewareMixin

from builder.accounts.models import TokenBucket
from builder.accounts.rates import Rate, rate
from builder.accounts.user_names import spelled
from builder.web import errors

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
CLOCK_ERROR = 300  # seconds; a bucket from further in the future was filled by a clock that was wrong: it counts as new
NEARLY = 0.001  # of a token, which sums of fractions may miss
USUAL_COST = 20  # of a page, in units of a battle
UNCOUNTED_WAIT = 60.0  # seconds until a log-in that could not be counted may be tried again
LONGEST_NAMED = 254  # characters of a user name or an e-mail address that count
GUARDED = ("login", "mail", "code")  # limits above which everything is while they cannot be counted
NAMED = {  # a further limit, and the fields of the form, the first of which it counts by
    "login": ("login_user", ("login", "username")),
    "mail": ("mail_address", ("email",)),
}

TAKE = """
    INSERT INTO builder_tokenbucket AS bucket (key, tokens, updated)
    SELECT %(key)s, %(most)s - %(number)s, %(now)s FROM {source}
    ON CONFLICT (key) DO UPDATE SET tokens = {refilled} - %(number)s, updated =
        CASE WHEN bucket.updated > %(future)s THEN %(now)s ELSE {greatest}(bucket.updated, %(now)s) END
    WHERE {refilled} >= %(needed)s
    RETURNING tokens
"""
REFILLED = """CASE WHEN bucket.updated > %(future)s THEN %(most)s
    ELSE {least}(%(most)s, bucket.tokens + {greatest}(0, %(now)s - bucket.updated) * %(per_second)s) END"""
SPELLINGS = {
    "sqlite": {"least": "min", "greatest": "max", "source": "(SELECT 1) WHERE true"},
    "postgresql": {
        "least": "least",
        "greatest": "greatest",
        "source": "set_config('synchronous_commit', coalesce(%(commit)s, current_setting('synchronous_commit')), true)",
    },
}

logger = logging.getLogger(__name__)
clock = time.time

View = Callable[..., HttpResponseBase]


@dataclass(frozen=True)
class Allowance:
    """Whether something is allowed, as its truth value; `wait` is the number of seconds until it is."""

    wait: float = 0.0

    def __bool__(self) -> bool:
        return self.wait == 0


def allowed(request: HttpRequest, limit: str, in_view: bool = True, spare: float = 0, number: int = 1) -> Allowance:
    """Count this request; false if it is above the limit, a key of RATE_LIMITS.

    While the database cannot be written, nobody logs in, and everything else is allowed.

    in_view -- the view may have begun a transaction, which goes on
    spare   -- the part of the limit that has to be left afterwards for what matters more
    number  -- how often it counts
    """
    try:
        with savepoint() if in_view else nullcontext():
            limits = ((f"{name}:{who}", rate(settings.RATE_LIMITS[name])) for name, who in buckets_of(request, limit))
            waits = (take(key, refill, math.ceil(refill.number * spare), number) for key, refill in limits)
            return Allowance(next((wait for wait in waits if wait), 0.0))
    except DatabaseError as error:
        logger.warning("The limit %s could not be counted: %s", limit, error)
        return Allowance(UNCOUNTED_WAIT if limit in GUARDED else 0.0)


def allowed_read(request: HttpRequest, cost: int) -> Allowance:
    """Whether a page may be read that costs as much as so many units of a battle; a usual one is not counted."""
    return allowed(request, "read", number=cost) if cost > USUAL_COST else Allowance()


class AboveLimit(Exception):
    """Somebody does more than they may; `wait` is the number of seconds until they may again."""

    def __init__(self, wait: float) -> None:
        super().__init__(wait)
        self.wait = wait


def require_allowed(request: HttpRequest, limit: str, **counting: Any) -> None:
    """Raises `AboveLimit` where `allowed` says no; a view that lets it through answers 429."""
    require(allowed(request, limit, **counting))


def require_allowed_read(request: HttpRequest, cost: int) -> None:
    """The same of `allowed_read`."""
    require(allowed_read(request, cost))


def require(allowance: Allowance) -> None:
    if not allowance:
        raise AboveLimit(allowance.wait)


def savepoint() -> AbstractContextManager[None]:
    """Lets a transaction go on after an error in the block, which ends it on PostgreSQL, but not on SQLite."""
    ends = connection.in_atomic_block and connection.vendor == "postgresql"
    return transaction.atomic() if ends else nullcontext()


def buckets_of(request: HttpRequest, limit: str) -> Iterator[tuple[str, str]]:
    """(limit, whose) for each bucket that a request takes from: the client's, and that of what its form names.

    A member shows again who he is: that counts for his account, whatever the form names, and apart from what strangers
    try. A passkey says whose it is only afterwards.
    """
    yield limit, client(request)
    if limit == "code":
        yield "code_all", "everybody"
    member = getattr(getattr(request, "user", None), "username", "")
    if limit == "login" and member:
        yield "login_member", subject(member)
        return
    named, fields = NAMED.get(limit, ("", ()))
    who = next((request.POST[field] for field in fields if field in request.POST), "")
    if named and who:
        yield named, subject(spelled(who[:LONGEST_NAMED]))


def subject(name: str) -> str:
    """What stands in a bucket's key for a user name, an e-mail address or an account, however it is written."""
    return hashlib.sha256(unicodedata.normalize("NFKC", name).strip().casefold().encode()).hexdigest()


def allowed_for(limit: str, name: str) -> Allowance:
    """As `allowed`, counted for what has this name, whichever client asks; uncounted it is refused."""
    try:
        with savepoint():
            return Allowance(take(f"{limit}:{subject(name)}", rate(settings.RATE_LIMITS[limit])))
    except DatabaseError as error:
        logger.warning("The limit %s could not be counted: %s", limit, error)
        return Allowance(UNCOUNTED_WAIT)


def take(key: str, rate: Rate, spare: int = 0, number: int = 1) -> float:
    """Take a token from the bucket `key`, in one statement. Returns 0.0, or the seconds until there is a token.

    spare  -- how many tokens have to be left afterwards
    number -- how many are taken; all that a full bucket has, where that is less

    A new bucket is full. A refused take changes nothing. Outside a transaction the take does not wait for the disk,
    which costs more than all the rest: a power cut may give a token back.
    """
    if rate.number <= spare:
        return float(rate.seconds)
    number = min(number, rate.number - spare)
    now, per_second = clock(), rate.number / rate.seconds
    with relaxed(), connection.cursor() as cursor:
        values: dict[str, str | float | None] = {
            "key": key,
            "most": float(rate.number),
            "now": now,
            "future": now + CLOCK_ERROR,
            "per_second": per_second,
            "number": number,
            "needed": number + spare - NEARLY,
            "commit": None if connection.in_atomic_block else "off",
        }
        cursor.execute(take_statement(connection.vendor), values)
        if cursor.fetchall():
            return 0.0
    tokens, updated = TokenBucket.objects.values_list("tokens", "updated").filter(key=key).first() or (0.0, now)
    return max((number + spare - tokens) / per_second - (now - updated), 0.001)


@functools.cache
def take_statement(vendor: str) -> str:
    """The statement of `take`. SQLite and PostgreSQL spell the least and the greatest of two numbers differently."""
    spelling = SPELLINGS[vendor]
    return TAKE.format(refilled=REFILLED.format(**spelling), **spelling)


@contextmanager
def relaxed() -> Iterator[None]:
    """Commit without waiting for the disk, on SQLite; PostgreSQL is told in the statement itself."""
    if connection.vendor != "sqlite" or connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    with connection.wrap_database_errors:
        execute = connection.connection.execute  # past Django's cursor, which would count and log queries
        (before,) = execute("PRAGMA synchronous").fetchone()
        execute("PRAGMA synchronous = NORMAL")
        try:
            yield
        finally:
            execute(f"PRAGMA synchronous = {before}")


# --- who -------------------------------------------------------------------------------------------------------------


def client(request: HttpRequest) -> str:
    """The client: its IPv4 address, or the /64 of its IPv6 address, for a household or a server has all of that.

    Behind our own proxies it is what the outermost of them says, else who is connected.
    """
    address = address_of(request)
    return network(address) if address else "unknown"


def client_address(request: HttpRequest) -> str:
    """The address that stands for the client: as `client`, without the length of the network."""
    return client(request).partition("/")[0] if address_of(request) else "0.0.0.0"  # noqa: S104  (no socket)


def address_of(request: HttpRequest) -> IPv4Address | IPv6Address | None:
    """The address of who asks, by our own proxies or else by the connection."""
    return parsed_address(forwarded(request)) or parsed_address(request.META.get("REMOTE_ADDR", ""))


def forwarded(request: HttpRequest) -> str:
    """The entry of X-Forwarded-For that the outermost of our proxies added; "" without proxies."""
    entries = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    proxies = int(settings.BEHIND_PROXY)
    return entries[-proxies] if 0 < proxies <= len(entries) else ""


def parsed_address(word: str) -> IPv4Address | IPv6Address | None:
    """The address of 192.0.2.1, 192.0.2.1:567, 2001:db8::1, [2001:db8::1] or [2001:db8::1]:567, else None."""
    word = word.strip()
    if word.startswith("["):
        word = word[1:].partition("]")[0]
    elif word.count(":") == 1:
        word = word.partition(":")[0]
    try:
        address = ip_address(word)
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def network(address: IPv4Address | IPv6Address) -> str:
    return str(address) if address.version == 4 else str(IPv6Network((int(address) >> 64 << 64, 64)))


# --- where -----------------------------------------------------------------------------------------------------------


def limited(limit: str) -> Callable[[View], View]:
    """A view decorator that answers POST requests above the limit with 429."""

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def limited_view(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if request.method == "POST":
                require_allowed(request, limit)
            return view(request, *args, **kwargs)

        return limited_view

    return decorate


def once(_request: HttpRequest) -> int:
    return 1


def counts_as(limit: str, number: Callable[[HttpRequest], int] = once) -> Callable[[View], View]:
    """A view decorator: `LimitPosts` counts posts to the view under this limit instead of `post`.

    number -- (request) -> how often it counts
    """

    def mark(view: View) -> View:
        view.limit, view.number_counted = limit, number  # type: ignore[attr-defined]
        return view

    return mark


class LimitPosts(MiddlewareMixin):
    """Middleware: whatever may write is limited, under the limit that its view says, else under `post`."""

    def process_view(self, request: HttpRequest, view: View, *_arguments: Any) -> HttpResponseBase | None:
        if request.method in SAFE:
            return None
        limit, number = getattr(view, "limit", "post"), getattr(view, "number_counted", once)(request)
        allowance = allowed(request, limit, in_view=False, number=number)
        return None if allowance else errors.too_many_requests(request, allowance.wait)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponseBase | None:
        return errors.too_many_requests(request, error.wait) if isinstance(error, AboveLimit) else None


# --- tidying up ------------------------------------------------------------------------------------------------------


def tidy_buckets(now: datetime, dry_run: bool = False) -> int:
    """Remove the buckets that are full again, and those of a wrong clock. Returns how many."""
    longest = max(rate(text).seconds for text in settings.RATE_LIMITS.values())
    seconds = now.timestamp()
    rows = TokenBucket.objects.filter(Q(updated__lt=seconds - longest) | Q(updated__gt=seconds + CLOCK_ERROR))
    return rows.count() if dry_run else rows.delete()[0]
