"""Row 1: clients that send or read slowly, or not at all."""

import asyncio
import random
import socket
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from tests.attack.http import Answer, fetch, now
from tests.attack.measure import at_fixed_rate
from tests.attack.player import HTMX
from tests.attack.report import ONE, Report, attack
from tests.attack.sites import HOST, One, Site

KINDS = ("half-open", "slow-header", "slow-body", "slow-reading")
LARGE_FILE = "/static/admin/js/vendor/xregexp/xregexp.js"  # of Django, 325 kB
LONGEST = 30  # seconds until all must be ended: 20, and the server's own rhythm
LONGEST_READING = 75  # a large answer may take longer
PATIENCE = 80  # seconds for which we wait for that


class SlowClient:
    """One connection that holds a place. `ended`: seconds until the site closed it, None while it is open."""

    def __init__(self, kind: str, port: int):
        self.kind, self.port = kind, port
        self.ended: float | None = None
        self.answered = b""

    async def run(self, source: str) -> None:
        loop = asyncio.get_running_loop()
        connection = socket.socket()
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        connection.bind((source, 0))
        begun = now()
        try:
            await loop.sock_connect(connection, (HOST, self.port))
            await getattr(self, self.kind.replace("-", "_"))(loop, connection)
        except OSError:
            pass
        finally:
            if now() - begun < PATIENCE:
                self.ended = now() - begun
            connection.close()

    def head(self, line: str) -> bytes:
        return f"{line} HTTP/1.1\r\nHost: {HOST}:{self.port}\r\n".encode()

    async def half_open(self, loop, connection) -> None:
        """Half a request, then silence: the head of a form and no body, or not even a head."""
        if random.random() < 0.5:
            form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n"
            await loop.sock_sendall(connection, self.head("POST /new/rbn/") + form)
        await self.drained(loop, connection)

    async def drained(self, loop, connection) -> None:
        """Read until the other side closes, but not longer than our patience."""
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while some := await loop.sock_recv(connection, 2048):
                    self.answered = (self.answered + some)[:2048]

    async def dripping(self, loop, connection, some: bytes) -> None:
        """Send these bytes again and again, one a second."""
        reading = asyncio.create_task(self.drained(loop, connection))
        try:
            for number in range(PATIENCE):
                if reading.done():
                    return
                await loop.sock_sendall(connection, some[number % len(some) :][:1])
                await asyncio.wait([reading], timeout=1)
        finally:
            reading.cancel()

    async def slow_header(self, loop, connection) -> None:
        await loop.sock_sendall(connection, self.head("GET /about/"))
        await self.dripping(loop, connection, b"X-Slow: aaaaaaaaaaaaaaaaaa\r\n")

    async def slow_body(self, loop, connection) -> None:
        form = b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 100000\r\n\r\n"
        await loop.sock_sendall(connection, self.head("POST /new/rbn/") + form)
        await self.dripping(loop, connection, b"name=aaaaaaaaaaaaaaaaa")

    async def slow_reading(self, loop, connection) -> None:
        """Ask for a large file and read it a byte a second."""
        await loop.sock_sendall(connection, self.head(f"GET {LARGE_FILE}") + b"\r\n")
        await asyncio.sleep(1)
        for _second in range(PATIENCE):
            if not await loop.sock_recv(connection, 1) or connection.getsockname()[:2] not in self.held():
                return
            await asyncio.sleep(1)

    def held(self) -> set[tuple[str, int]]:
        """The clients' ends of all connections that the site holds open. One that it closed is the kernel's alone."""
        return held_connections(self.port, int(now()))


@lru_cache(maxsize=4)
def held_connections(port: int, _second: int) -> set[tuple[str, int]]:
    held = set()
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if int(fields[1].rpartition(":")[2], 16) == port and fields[9] != "0":
            address, _colon, number = fields[2].partition(":")
            held.add((socket.inet_ntoa(bytes.fromhex(address)[::-1]), int(number, 16)))
    return held


@attack("1", seconds=240)
async def slow_clients(site: Site, report: Report, short: bool) -> None:
    """Half-open, slow-header, slow-body and slow-reading connections at once; the others' waiting, and SIGTERM."""
    number, idle_seconds, seconds = (200, 4, 8) if short else (500, 12, 25)

    # Every visitor at an address and on a connection of its own, for a light page.
    async def visitor(_turn: int) -> Answer:
        return await fetch(site.address, "/about/", next(site.sources), wait=15)

    idle = await at_fixed_rate(20, idle_seconds, visitor)
    clients = [SlowClient(KINDS[turn % len(KINDS)], site.port) for turn in range(number)]
    slow = [asyncio.create_task(client.run(next(site.sources))) for client in clients]
    await asyncio.sleep(1)
    busy = await at_fixed_rate(20, seconds, visitor)
    report.tried = f"{number} slow connections, {busy.asked} visitors at 20/s"
    report.figure(f"p95 {idle.milliseconds()} -> {busy.milliseconds()}, {len(busy.failures)} of {busy.asked} failed")
    report.check(not busy.failures, f"{len(busy.failures)} visitors not served: {busy.failures[:1]}")
    report.check_waiting(busy.p95 <= 2 * idle.p95, "p95 more than doubled")
    await asyncio.wait(slow)
    for kind in KINDS:
        ended = [client.ended for client in clients if client.kind == kind]
        longest = LONGEST_READING if kind == "slow-reading" else LONGEST
        late = [one for one in ended if one is None or one > longest]
        last = max((one for one in ended if one is not None), default=0)
        report.figure(f"{kind} ended after {last:.0f} s" if not late else f"{kind}: {len(late)} of {len(ended)} kept")
        report.check(not late, f"{len(late)} {kind} connections held for longer than {longest} s")


@attack("1", setups=(ONE,), ends=True, seconds=90, short=False)
async def stop_under_load(site: One, report: Report, short: bool) -> None:
    """SIGTERM while slow connections are held and an edit is under way: it is finished, and the server ends in 10 s."""
    player = site.browser()
    made = await site.look("monster", 200, 50)
    own = await player.open_link(made["edit_key"])
    await player.refresh(own)
    slow = [SlowClient(KINDS[turn % 4], site.port) for turn in range(100)]
    tasks = [asyncio.create_task(client.run(next(site.sources))) for client in slow]
    await asyncio.sleep(1)
    form = {"command": "rename", "revision": own.revision, "name": "Saved while stopping"}
    under_way = asyncio.create_task(player.post(f"{own.path}edit/", form, HTMX, wait=25))
    await asyncio.sleep(0.05)
    took = await asyncio.to_thread(site.terminate)
    report.tried = "SIGTERM with 100 slow connections and an edit under way"
    report.figure(f"stopped after {took:.1f} s")
    report.check(took <= 10, "not stopped after 10 s")
    try:
        answer = await under_way
        report.check(answer.status == 200, f"the edit under way: {answer.status}")
    except Exception as error:
        report.check(False, f"the edit under way was lost: {error}")
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    report.check(not [one for one in site.started.marked() if one.alive], "processes are left")
    await site.start()
