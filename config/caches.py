"""The cache in Valkey or Redis. Pages only gain time by it: it may be away, hang, or hold what nobody can read."""

import logging
import time
from typing import Any

from django_redis.cache import RedisCache  # type: ignore[import-untyped]
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

WAIT = 0.2  # seconds for a connection, and for an answer
PAUSE = 5  # seconds for which a cache that failed is not asked again

logger = logging.getLogger(__name__)


class Outage:
    """Whether the cache of this process is left alone after a failure. The first failure is logged, and the return."""

    def __init__(self) -> None:
        self.failed, self.until = False, 0.0

    @property
    def lasts(self) -> bool:
        return time.monotonic() < self.until

    def note(self, error: Exception) -> None:
        if not self.failed:
            logger.warning("The cache does not answer, pages do without it: %s", str(error) or type(error).__name__)
        self.failed, self.until = True, time.monotonic() + PAUSE

    def end(self) -> None:
        if self.failed:
            logger.warning("The cache answers again")
        self.failed = False


outage = Outage()


class Accelerator(RedisCache):
    """A cache that is empty where it fails."""

    def __init__(self, server: str, params: dict[str, Any]):
        options = {
            "SOCKET_CONNECT_TIMEOUT": WAIT,
            "SOCKET_TIMEOUT": WAIT,
            "CONNECTION_POOL_KWARGS": {"retry": Retry(NoBackoff(), 0)},
        }
        super().__init__(server, params | {"OPTIONS": options | params.get("OPTIONS", {})})

    def attempt(self, name: str, empty: Any, *args: Any, **kwargs: Any) -> Any:
        """Call django-redis's method `name`; `empty` where that fails."""
        if outage.lasts:
            return empty
        try:
            answer = getattr(super(), name)(*args, **kwargs)
        except (RedisError, OSError) as error:
            outage.note(error)
            return empty
        except Exception as error:  # unpickling may raise anything
            logger.warning("The cache holds what cannot be read: %s", type(error).__name__)
            return empty
        outage.end()
        return answer

    def get(self, key: Any, default: Any = None, *args: Any, **kwargs: Any) -> Any:
        return self.attempt("get", default, key, default, *args, **kwargs)

    def get_many(self, *args: Any, **kwargs: Any) -> dict[Any, Any]:
        return self.attempt("get_many", {}, *args, **kwargs)

    def set(self, *args: Any, **kwargs: Any) -> Any:
        return self.attempt("set", False, *args, **kwargs)

    def set_many(self, data: dict[Any, Any], *args: Any, **kwargs: Any) -> Any:
        return self.attempt("set_many", list(data), data, *args, **kwargs)

    def add(self, *args: Any, **kwargs: Any) -> Any:
        return self.attempt("add", False, *args, **kwargs)

    def has_key(self, *args: Any, **kwargs: Any) -> Any:
        return self.attempt("has_key", False, *args, **kwargs)

    def touch(self, *args: Any, **kwargs: Any) -> Any:
        return self.attempt("touch", False, *args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> Any:
        return self.attempt("delete", False, *args, **kwargs)

    def delete_many(self, *args: Any, **kwargs: Any) -> Any:
        return self.attempt("delete_many", None, *args, **kwargs)

    def clear(self) -> Any:
        return self.attempt("clear", False)

    def incr(self, key: Any, *args: Any, **kwargs: Any) -> Any:
        """Raises ValueError also where the cache fails, as for a key that is missing."""
        count = self.attempt("incr", None, key, *args, **kwargs)
        if count is None:
            raise ValueError(f"{key!r} is not in the cache")
        return count
