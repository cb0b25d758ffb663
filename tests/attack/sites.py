"""The set-ups that are attacked, started with plain processes: one machine, and several behind a proxy."""

import asyncio
import atexit
import itertools
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Lock

from tests.attack.http import Answer, NoAnswer, fetch
from tests.attack.player import Browser, Refused
from tests.attack.processes import PROJECT, PYTHON, Process, Started, below

HOST = "127.0.0.1"
PORTS = iter(range(8800, 9000))
KEPT = ("PATH", "HOME", "LANG", "LC_ALL")
READY_SECONDS = 90


STATIC: list[Path] = []  # a copy of the collected static files, so that not every start compresses them again


def lend_static(data: Path) -> None:
    """Give a node its static files where an earlier one of this run has collected them."""
    if STATIC and not (data / "static").exists():
        shutil.copytree(STATIC[0], data / "static")


def keep_static(data: Path) -> None:
    if not STATIC and (data / "static" / ".collected").exists():
        folder = Path(tempfile.mkdtemp(prefix="bivouac-attack-static-"))
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
        STATIC.append(Path(shutil.copytree(data / "static", folder / "static")))


class NoSetUp(Exception):
    """A program of this set-up is missing, or the site did not start."""


def free_port() -> int:
    for port in PORTS:
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            with suppress(OSError):
                probe.bind((HOST, port))
                return port
    raise NoSetUp("No port between 8800 and 8999 is free.")


def program(*names: str) -> str:
    for name in names:
        found = shutil.which(name) or next(iter(sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"))), None)
        if found:
            return str(found)
    raise NoSetUp(f"{names[0]} is not installed.")


def source_addresses() -> Iterator[str]:
    """Loopback addresses that no attack has used: limits count each on its own."""
    for a, b, c in itertools.product(range(1, 250), range(1, 250), range(1, 250)):
        yield f"127.{a}.{b}.{c}"


class Site:
    """A running site: where it listens, its processes, its folder, and a look inside."""

    name = ""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="bivouac-attack-"))
        self.folder.chmod(0o755)
        self.log = self.folder / "log"
        self.started = Started()
        self.sources = source_addresses()
        self.extra: dict[str, str] = {}
        self.port = free_port()
        self.looker: subprocess.Popen | None = None
        self.looking = Lock()

    # -- asking it

    @property
    def address(self) -> tuple[str, int]:
        return HOST, self.port

    def browser(self, source: str | None = None, language: str = "en") -> Browser:
        """A browser at an address that nobody had before."""
        return Browser(self.address, source or next(self.sources), language)

    async def get(self, path: str, **options) -> Answer:
        """A stranger's request on a connection of its own, from an address that nobody had before."""
        return await fetch(self.address, path, next(self.sources), **options)

    async def answers(self, seconds: float = 5, path: str = "/about/") -> bool:
        with suppress(NoAnswer):
            return (await self.get(path, wait=seconds)).status == 200
        return False

    async def healthy(self) -> bool:
        """Whether somebody new can make a list."""
        with suppress(NoAnswer, Refused):
            return bool((await self.browser().new_list()).pk)
        return False

    async def wait_until_ready(self, seconds: float = READY_SECONDS) -> float:
        """Wait for the first answer. Returns the seconds that it took."""
        begun = time.monotonic()
        while time.monotonic() < begun + seconds:
            if await self.answers(2):
                return time.monotonic() - begun
            await asyncio.sleep(0.2)
        raise NoSetUp(f"{self.name} does not answer:\n{self.log_text()[-2000:]}")

    # -- its processes

    def environment(self, data: Path, port: int) -> dict[str, str]:
        """The environment of a node: nothing of ours but what programs need."""
        temporary = self.folder / "tmp"
        temporary.mkdir(exist_ok=True)
        temporary.chmod(0o777)
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        own = {
            "DATA_DIR": str(data),
            "HOST": HOST,
            "PORT": str(port),
            "PYTHONUTF8": "1",
            "TMPDIR": str(temporary),
            "VENV": str(PYTHON.parent.parent),
        }
        return kept | own | self.extra

    async def start(self) -> None:
        raise NotImplementedError

    def stop(self) -> None:
        if self.looker:
            self.looker.kill()
            self.looker.communicate()
        self.started.stop_all()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    async def restart(self) -> None:
        self.stop()
        await self.start()

    def serving(self) -> list[Process]:
        """The processes of the site itself, without database, Valkey and proxy."""
        raise NotImplementedError

    def kinds(self) -> dict[str, list[Process]]:
        """Its processes by kind, without those that a process of the same kind has forked."""
        found = {one.pid: (kind_of(one), one) for one in self.serving()}
        kinds: dict[str, list[Process]] = {}
        for kind, one in found.values():
            if kind and found.get(one.parent, ("", one))[0] != kind:
                kinds.setdefault(kind, []).append(one)
        return kinds

    def log_text(self) -> str:
        return "\n".join(file.read_text(errors="replace") for file in sorted(self.folder.glob("log*")))

    def bytes_on_disk(self) -> int:
        """The size of everything in its folders."""
        return sum(file.stat().st_size for file in self.folder.rglob("*") if file.is_file() and not file.is_symlink())

    # -- a look inside

    def inside(self, name: str, *arguments) -> object:
        """What a function of `tests.attack.inside` returns, in a process with the site's settings."""
        with self.looking:
            if self.looker is None or self.looker.poll() is not None:
                self.looker = self.started_inside()
            print(json.dumps([name, arguments]), file=self.looker.stdin, flush=True)
            answer = self.looker.stdout.readline()
        if not answer:
            raise RuntimeError(f"inside {name}: {(self.folder / 'log-inside').read_text()[-600:]}")
        return json.loads(answer)

    def started_inside(self) -> subprocess.Popen:
        words, pipe = [str(PYTHON), "-m", "tests.attack.inside"], subprocess.PIPE
        with (self.folder / "log-inside").open("ab") as log:
            environment = self.inner_environment()
            return subprocess.Popen(words, cwd=PROJECT, env=environment, stdin=pipe, stdout=pipe, stderr=log, text=True)

    async def look(self, name: str, *arguments):
        """The same without holding up what runs meanwhile."""
        return await asyncio.to_thread(self.inside, name, *arguments)

    def inner_environment(self) -> dict[str, str]:
        raise NotImplementedError


KINDS = {
    "config.serve": "web",
    "file_worker": "sheets",
    "mail_worker": "mail",
    "housekeeping": "housekeeping",
    "supervisord": "supervisor",
}


def kind_of(process: Process) -> str:
    """What a process of the site is for, from its command line; "" for one that only starts others."""
    return next((kind for word, kind in KINDS.items() if any(word in one for one in process.words[1:])), "")


class One(Site):
    """One machine as `make run` starts it: SQLite, default cache, one supervisor.

    database -- the file of a migrated database to begin with, instead of none
    """

    name = "one"
    database: Path | None = None

    def __init__(self, **extra: str):
        super().__init__()
        self.extra = extra
        self.data = self.folder / "data"

    def start_words(self) -> list[str]:
        return [str(PROJECT / "scripts" / "run")]

    async def start(self) -> None:
        lend_static(self.data)
        if self.database and not (self.data / "bivouac.sqlite3").exists():
            self.data.mkdir(exist_ok=True)
            shutil.copyfile(self.database, self.data / "bivouac.sqlite3")
        self.main = self.started.start(self.start_words(), self.environment(self.data, self.port), self.log)
        await self.wait_until_ready()
        keep_static(self.data)

    def serving(self) -> list[Process]:
        return below(self.main.pid)

    def inner_environment(self) -> dict[str, str]:
        return self.environment(self.data, self.port) | {"PLAIN_HTTP": "1"}

    def terminate(self) -> float:
        """SIGTERM; the seconds until it has ended (it is killed after 15)."""
        return self.started.stop(self.main, 15)


class Node:
    """A machine that serves the site in the set-up of several."""

    def __init__(self, site: "Several", number: int):
        self.site, self.number, self.port = site, number, free_port()
        self.data = site.folder / f"node-{number}"
        self.main: subprocess.Popen | None = None

    def start(self, project: Path = PROJECT, **extra: str) -> None:
        environment = self.site.environment(self.data, self.port) | extra
        log = self.site.folder / f"log-node-{self.number}"
        lend_static(self.data)
        self.main = self.site.started.start([str(project / "scripts" / "run")], environment, log, project)

    def stop(self) -> float:
        return self.site.started.stop(self.main, 15) if self.main else 0.0

    def processes(self) -> list[Process]:
        return [] if self.main is None else below(self.main.pid)

    def kill(self) -> None:
        """As if its power failed: all its processes at once."""
        if self.main is None:
            return
        family = [*self.processes(), Process(self.main.pid, 0, ())]
        for one in family:
            one.kill(signal.SIGSTOP)
        for one in family:
            one.kill()
        self.main.wait()

    async def ready(self, seconds: float = READY_SECONDS) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with suppress(NoAnswer):
                if (await fetch((HOST, self.port), "/about/", wait=2)).status < 500:
                    return
            if self.main is None or self.main.poll() is not None:
                break
            await asyncio.sleep(0.2)
        raise NoSetUp(f"Node {self.number} does not answer:\n{self.site.log_text()[-2000:]}")


class Several(Site):
    """Several machines: two nodes with their sheet workers, PostgreSQL, Valkey (or Redis), Caddy in front."""

    name = "several"
    node_count = 2

    def __init__(self, at_once: bool = False, **extra: str):
        super().__init__()
        self.at_once = at_once  # all nodes start at the same moment
        self.database_port, self.cache_port = free_port(), free_port()
        user = "postgres://bivouac@127.0.0.1"
        self.extra = {
            "BEHIND_PROXY": "1",
            "CACHE_URL": f"redis://127.0.0.1:{self.cache_port}/0",
            "DATABASE_URL": f"{user}:{self.database_port}/postgres",
            "SECRET_KEY": "of-an-attack-on-loopback-and-of-nothing-else-0123456789",
            "WORKERS": "1",
            "SHEET_WORKERS": "1",
        } | extra
        self.nodes: list[Node] = []
        self.spare = Node(self, self.node_count + 1)  # the proxy knows it before it is there

    async def start(self) -> None:
        self.start_database()
        self.start_cache()
        self.nodes = self.nodes or [Node(self, number) for number in range(1, self.node_count + 1)]
        for node in self.nodes:
            node.start()
            if not self.at_once:
                await node.ready()
                keep_static(node.data)
        for node in self.nodes:
            await node.ready()
        self.start_proxy()
        await self.wait_until_ready()

    def as_server(self) -> list[str]:
        """PostgreSQL refuses to run as root."""
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] if os.getuid() == 0 else []

    def start_database(self) -> None:
        data = self.folder / "postgres" / "data"
        if not data.exists():
            data.parent.mkdir(exist_ok=True)
            if os.getuid() == 0:
                shutil.chown(data.parent, "postgres", "postgres")
            words = [*self.as_server(), program("initdb"), "-D", str(data), "-U", "bivouac", "-A", "trust", "-N"]
            subprocess.run([*words, "-E", "UTF8", "--locale", "C"], cwd="/", check=True, capture_output=True)
        options = [
            f"-p{self.database_port}",
            f"-k{data.parent}",
            "-clisten_addresses=127.0.0.1",
            "-cmax_connections=200",
        ]
        words = [*self.as_server(), program("postgres"), "-D", str(data), *options]
        self.database = self.started.start(words, dict(os.environ), self.folder / "postgres-log", Path("/"))
        wait_for_port(self.database_port)

    def start_cache(self) -> None:
        options = ["--port", str(self.cache_port), "--bind", HOST, "--save", "", "--dir", str(self.folder)]
        words = [program("valkey-server", "redis-server"), *options]
        self.cache = self.started.start(words, dict(os.environ), self.folder / "cache-log", Path("/"))
        wait_for_port(self.cache_port)

    def start_proxy(self) -> None:
        """Caddy with the file that is deployed, on the loopback address and without TLS."""
        own = {
            "SITE": f"http://{HOST}:{self.port}",
            "NODES": " ".join(f"{HOST}:{node.port}" for node in [*self.nodes, self.spare]),
            "BUFFERING": old_caddy_buffering(),
            "TLS": f"bind {HOST}",  # the line of the file's block that is ours
            "XDG_DATA_HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder),
        }
        file = PROJECT / "deploy" / "Caddyfile"
        words = [program("caddy"), "run", "--config", str(file), "--adapter", "caddyfile"]
        self.proxy = self.started.start(words, dict(os.environ) | own, self.folder / "proxy-log", self.folder)
        wait_for_port(self.port)

    def serving(self) -> list[Process]:
        return [process for node in self.nodes for process in node.processes()]

    def inner_environment(self) -> dict[str, str]:
        return self.environment(self.nodes[0].data, self.port) | {"PLAIN_HTTP": "1"}


def old_caddy_buffering() -> str:
    """What Caddy before 2.6.4 calls the buffering of requests."""
    version = subprocess.run([program("caddy"), "version"], capture_output=True, text=True).stdout
    numbers = tuple(map(int, re.findall(r"\d+", version)[:3]))
    return "buffer_requests" if numbers < (2, 6, 4) else "request_buffers 6MB"


def wait_for_port(port: int, seconds: float = 20) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        with suppress(OSError):
            socket.create_connection((HOST, port), 1).close()
            return
        time.sleep(0.05)
    raise NoSetUp(f"Nothing listens on port {port}.")


SITES: dict[str, type[Site]] = {"one": One, "several": Several}
