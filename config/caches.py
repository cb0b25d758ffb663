"""The cache in Valkey or Redis. Pages only gain time by it: it may be away, hang, or hold what nobody can read.

django-redis's IGNORE_EXCEPTIONS is not enough: with a server that hangs, each page of statistics waited 0.4 s (two
calls with a timeout of 0.2 s), and a value that cannot be unpickled was an error. With the circuit breaker one call
waits, every five seconds.
"""

import functools
import logging
import time
from collections.abc import Callable
from typing import Any

from django_redis.cache import RedisCache  # type: ignore[import-untyped]
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

WAIT = 0.2  # seconds for a connection, and for an answer
PAUSE = 5  # seconds for which a cache that failed is not asked again

logger = logging.getLogger(__name__)


class CircuitBreaker:
    """Whether the cache of this process is left alone after a failure. The first failure is logged, and the return."""

    def __init__(self) -> None:
        self.failed, self.until = False, 0.0

    @property
    def is_open(self) -> bool:
        return time.monotonic() < self.until

    def note_failure(self, error: Exception) -> None:
        if not self.failed:
            logger.warning("The cache does not answer, pages do without it: %s", str(error) or type(error).__name__)
        self.failed, self.until = True, time.monotonic() + PAUSE

    def note_success(self) -> None:
        if self.failed:
            logger.warning("The cache answers again")
        self.failed = False


breaker = CircuitBreaker()


def forgiving(name: str, empty: Callable[..., Any] = lambda *_args, **_kwargs: False) -> Callable[..., Any]:
    """django-redis's method `name`; what `empty` makes of its arguments where it fails."""
    method = getattr(RedisCache, name)

    @functools.wraps(method)
    def forgiving_method(self: RedisCache, *args: Any, **kwargs: Any) -> Any:
        if breaker.is_open:
            return empty(*args, **kwargs)
        try:
            answer = method(self, *args, **kwargs)
        except (RedisError, OSError) as error:
            breaker.note_failure(error)
            return empty(*args, **kwargs)
        except Exception as error:  # unpickling may raise anything
            logger.warning("The cache holds what cannot be read: %s", type(error).__name__)
            return empty(*args, **kwargs)
        breaker.note_success()
        return answer

    return forgiving_method


class ForgivingRedisCache(RedisCache):
    """A cache that is empty where it fails."""

    def __init__(self, server: str, params: dict[str, Any]):
        options = {
            "SOCKET_CONNECT_TIMEOUT": WAIT,
            "SOCKET_TIMEOUT": WAIT,
            "CONNECTION_POOL_KWARGS": {"retry": Retry(NoBackoff(), 0)},
        }
        super().__init__(server, params | {"OPTIONS": options | params.get("OPTIONS", {})})

    get = forgiving("get", lambda _key, default=None, **_more: default)
    get_many = forgiving("get_many", lambda *_args, **_kwargs: {})
    set_many = forgiving("set_many", lambda data, *_args, **_kwargs: list(data))
    add, clear, delete, has_key, set, touch = map(forgiving, ("add", "clear", "delete", "has_key", "set", "touch"))
    delete_many = forgiving("delete_many", lambda *_args, **_kwargs: None)
    incr_or_none = forgiving("incr", lambda *_args, **_kwargs: None)

    def incr(self, key: Any, *args: Any, **kwargs: Any) -> Any:
        """Raises ValueError also where the cache fails, as for a key that is missing."""
        count = self.incr_or_none(key, *args, **kwargs)
        if count is None:
            raise ValueError(f"{key!r} is not in the cache")
        return count
