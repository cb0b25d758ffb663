"""The cache in Valkey or Redis: started, killed, paused and restarted, and with nonsense in it; no page needs it."""

import pickle
import signal
import socket
import subprocess
import time

import pytest
from django.core.cache import caches
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from redis import Redis, RedisError

from config import caches as own
from config import environment
from tests.builder import gathered
from tests.conftest import program

STATISTICS = "/rules/of-the-dead/statistics/"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Server:
    """A redis-server on a port of the loopback address."""

    def __init__(self, path):
        self.path, self.port = path, free_port()
        self.start()

    def start(self):
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        self.process = subprocess.Popen([self.path, *options], stdout=subprocess.DEVNULL)
        for _time in range(100):
            try:
                with Redis(port=self.port) as client:
                    client.ping()
                return
            except RedisError:
                time.sleep(0.05)
        raise AssertionError("redis-server does not start")

    def kill(self):
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server(settings):
    server = Server(program("redis-server", "valkey-server", package="redis-server"))
    settings.CACHES = {"default": environment.cache(f"redis://127.0.0.1:{server.port}/0")}
    yield server
    server.process.send_signal(signal.SIGCONT)
    server.kill()
    caches["default"].close()


@pytest.fixture(autouse=True)
def breaker(monkeypatch):
    """A circuit breaker of its own, which closes at once: every request asks the cache again."""
    made = own.CircuitBreaker()
    monkeypatch.setattr(own, "breaker", made)
    monkeypatch.setattr(own, "PAUSE", 0)
    return made


@pytest.fixture
def log(caplog):
    """The beginnings of what the cache logs."""
    caplog.set_level("WARNING", "config.caches")
    return lambda: [record.getMessage().split(":")[0] for record in caplog.records]


@pytest.fixture
def cache(server):
    return caches["default"]


def test_values_are_kept(cache):
    cache.set("a", (1, "é"), 60)
    cache.set_many({"b": 2, "c": 3})
    assert cache.add("a", 5) is False
    assert (cache.get("a"), cache.get("x", 7), cache.get_many(["b", "c", "d"])) == ((1, "é"), 7, {"b": 2, "c": 3})
    assert (cache.incr("b"), cache.has_key("b"), cache.delete("b"), cache.get("b")) == (3, True, True, None)


def without_cache(cache):
    """What each call answers while the cache fails."""
    with pytest.raises(ValueError, match="not in the cache"):
        cache.incr("a")
    cache.delete_many(["a"])
    cache.clear()
    return (
        cache.get("a", 7),
        cache.get_many(["a"]),
        cache.set("a", 1),
        cache.set_many({"a": 1}),
        cache.add("a", 1),
        cache.has_key("a"),
        cache.touch("a"),
        cache.delete("a"),
        "a" in cache,
        cache.get_or_set("a", 9),
    )


def count_calls(monkeypatch, owner, name):
    """A list that grows with each call of a method."""
    calls, method = [], getattr(owner, name)
    monkeypatch.setattr(owner, name, lambda *arguments: (calls.append(1), method(*arguments))[1])
    return calls


GONE = "The cache does not answer, pages do without it"
EMPTY = (7, {}, False, ["a"], False, False, False, False, False, 9)


def test_a_cache_that_is_gone_is_empty_and_back_when_it_is_started_again(server, cache, log):
    cache.set("a", 1)
    server.kill()
    assert without_cache(cache) == EMPTY
    server.start()
    assert (cache.get("a"), cache.set("a", 2), cache.get("a")) == (None, True, 2)
    assert log() == [GONE, "The cache answers again"]


def test_a_cache_that_hangs_is_waited_for_once_and_then_left_alone(server, cache, monkeypatch, log):
    monkeypatch.setattr(own, "PAUSE", 60)
    cache.set("a", 1)
    server.process.send_signal(signal.SIGSTOP)
    waited = count_calls(monkeypatch, own.CircuitBreaker, "note_failure")
    assert without_cache(cache) == EMPTY
    assert (len(waited), log()) == (1, [GONE])


def test_a_new_connection_to_a_cache_that_hangs_is_given_up(server, cache, monkeypatch):
    server.process.send_signal(signal.SIGSTOP)
    waited = count_calls(monkeypatch, own.CircuitBreaker, "note_failure")
    assert (cache.get("a", 7), len(waited)) == (7, 1)


def gone(name):
    raise AttributeError(name)


class Unreadable:
    def __reduce__(self):
        return gone, ("a class of another version",)


NONSENSE = [b"", b"\x80", b"nonsense", pickle.dumps(Unreadable()), b"cnowhere\nNothing\n.", b"\x80\x04\x95\xff\xff"]
STRANGE = (None, 3, "x", (), (1,), (1, 2), (1, ({},)), {"a": 1})


@pytest.mark.parametrize("content", NONSENSE)
def test_what_cannot_be_read_is_not_there(server, cache, content):
    with Redis(port=server.port) as client:
        client.set(cache.make_key("a"), content)
    assert (cache.get("a", 7), cache.get_many(["a"])) == (7, {})
    assert (cache.set("a", 2), cache.get("a")) == (True, 2)


@pytest.mark.django_db
@pytest.mark.parametrize("content", [*NONSENSE, *map(pickle.dumps, STRANGE)])
def test_statistics_are_counted_anew_where_the_cache_holds_nonsense(server, cache, content):
    assert Client().get(STATISTICS).status_code == 200
    with Redis(port=server.port) as client:
        (key,) = [one for one in client.scan_iter() if b"counted:" in one]
        client.set(key, content)
    answer = Client().get(STATISTICS)
    assert (answer.status_code, answer.context["number"]) == (200, 0)


@pytest.mark.django_db
def test_pages_go_on_while_the_cache_is_started_killed_paused_and_restarted(server):
    row = gathered.roster("Mira")
    pages = ("/", "/lists/", STATISTICS, f"/s/{row.share_key}/", "/account/login/")

    def ask():
        assert [Client().get(page).status_code for page in pages] == [200] * len(pages)

    ask()
    for act in (server.kill, server.start, lambda: server.process.send_signal(signal.SIGSTOP)):
        act()
        ask()
        ask()
    server.process.send_signal(signal.SIGCONT)
    ask()


@pytest.mark.parametrize("url", ["", "memory://"])
def test_without_a_server_each_process_has_its_own(url):
    assert environment.cache(url)["BACKEND"] == "django.core.cache.backends.locmem.LocMemCache"


def test_another_kind_of_cache_stops_the_start():
    with pytest.raises(ImproperlyConfigured, match="redis://"):
        environment.cache("memcached://127.0.0.1")
