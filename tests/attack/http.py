"""A small HTTP client: loopback only, with a source address of its own, cheap enough to measure beside the server."""

import asyncio
import ipaddress
import time
import zlib
from typing import NamedTuple

PATIENCE = 30.0  # seconds until an answer counts as missing
MOST_BYTES = 50_000_000


class Answer(NamedTuple):
    """What the site answered: status, headers by lower-case name, all Set-Cookie headers, the body unpacked."""

    status: int
    headers: dict[str, str]
    cookies: list[str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")

    @property
    def location(self) -> str:
        return self.headers.get("location", "")


class NoAnswer(Exception):
    """The connection was refused, broke off, or the answer did not come in time."""


def refuse_strangers(host: str) -> None:
    """Raise `SystemExit` unless `host` is a loopback address: these tools attack nothing else."""
    if not ipaddress.ip_address(host).is_loopback:
        raise SystemExit(f"{host} is not a loopback address.")


class Connection:
    """One connection that is kept open between requests, and opened anew where the site closed it."""

    def __init__(self, host: str, port: int, source: str | None = None):
        refuse_strangers(host)
        self.host, self.port, self.source = host, port, source
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None
        self.turn = asyncio.Lock()

    async def open(self) -> None:
        local = (self.source, 0) if self.source else None
        self.reader, self.writer = await asyncio.open_connection(
            self.host, self.port, local_addr=local, limit=1_000_000
        )

    async def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None

    async def request(
        self, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b"", wait: float = PATIENCE
    ) -> Answer:
        """The answer to one request. Raises `NoAnswer`.

        As browsers do, a request is sent again if a connection that was kept open proves to be closed.
        """
        try:
            async with asyncio.timeout(wait), self.turn:
                return await self._request(method, path, headers or {}, body)
        except (OSError, EOFError, TimeoutError, ValueError, IndexError, zlib.error) as error:
            await self.close()
            raise NoAnswer(f"{method} {path}: {type(error).__name__} {error}") from error

    async def _request(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        reused = self.writer is not None
        lines = head_lines(self.host, self.port, method, path, headers, body)
        while True:
            if self.writer is None or self.reader is None:
                await self.open()
            assert self.writer is not None
            assert self.reader is not None
            try:
                self.writer.write(lines + body)
                await self.writer.drain()
                first = await self.reader.readline()
            except ConnectionError:
                first = b""
            if first:
                return await self._answer(method, first)
            await self.close()
            if not reused:
                raise EOFError("closed without an answer")
            reused = False

    async def _answer(self, method: str, first: bytes) -> Answer:
        assert self.reader is not None
        status, headers, cookies = int(first.split(None, 2)[1]), {}, []
        while line := (await self.reader.readline()).strip():
            name, _colon, value = line.decode("latin-1").partition(":")
            if name.lower() == "set-cookie":
                cookies.append(value.strip())
            else:
                headers[name.lower()] = value.strip()
        if 100 <= status < 200:
            return await self._answer(method, await self.reader.readline())
        body = b"" if method == "HEAD" or status in (204, 304) else await self._body(headers)
        if headers.get("connection", "").lower() == "close" or first.startswith(b"HTTP/1.0"):
            await self.close()
        if headers.get("content-encoding") == "gzip":
            body = zlib.decompress(body, wbits=31)
        return Answer(status, headers, cookies, body)

    async def _body(self, headers: dict[str, str]) -> bytes:
        assert self.reader is not None
        if headers.get("transfer-encoding", "").lower() == "chunked":
            parts = []
            while size := int((await self.reader.readline()).split(b";")[0], 16):
                parts.append(await self.reader.readexactly(size))
                await self.reader.readline()
            await self.reader.readline()
            return b"".join(parts)
        if "content-length" in headers:
            return await self.reader.readexactly(int(headers["content-length"]))
        return await self.reader.read(MOST_BYTES)


def head_lines(host: str, port: int, method: str, path: str, headers: dict[str, str], body: bytes) -> bytes:
    usual = {"Host": f"{host}:{port}", "Accept-Encoding": "gzip", "Accept-Language": "en"}
    if body or method == "POST":
        usual["Content-Length"] = str(len(body))
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in (usual | headers).items() if value)]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("utf-8")


async def fetch(site_address: tuple[str, int], path: str, source: str | None = None, **options) -> Answer:
    """The answer to one GET (or `method=`) on a connection of its own."""
    connection = Connection(*site_address, source)
    method = options.pop("method", "GET")
    try:
        return await connection.request(method, path, **options)
    finally:
        await connection.close()


def now() -> float:
    return time.perf_counter()
