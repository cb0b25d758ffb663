"""Requests to the WSGI application itself, as the web server makes them, and the processor time that each costs."""

import gzip
import io
import sys
import time
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.core.wsgi import get_wsgi_application
from zstandard import ZstdDecompressor

UNPACK = {"zstd": lambda body: ZstdDecompressor().decompressobj().decompress(body), "gzip": gzip.decompress, "": bytes}


class Answer(NamedTuple):
    """body -- as it was sent; ms -- milliseconds of processor time."""

    status: int
    headers: dict[str, str]
    body: bytes
    ms: float

    @property
    def text(self) -> str:
        return UNPACK[self.headers.get("Content-Encoding", "")](self.body).decode()


class Visitor:
    """A browser with cookies. It asks in French and takes what browsers take."""

    def __init__(self) -> None:
        self.cookies, self.application = SimpleCookie(), get_wsgi_application()

    def get(self, path: str, htmx: bool = False) -> Answer:
        return self.ask("GET", path, htmx=htmx)

    def post(self, path: str, fields: dict[str, Any], htmx: bool = False) -> Answer:
        token = next((morsel.value for name, morsel in self.cookies.items() if "csrf" in name), "")
        body = urlencode({"csrfmiddlewaretoken": token, **fields}, doseq=True)
        return self.ask("POST", path, body.encode(), htmx)

    def ask(self, method: str, path: str, body: bytes = b"", htmx: bool = False) -> Answer:
        environ, sent = self.environ(method, path, body, htmx), []
        begun = time.process_time()
        chunks = self.application(environ, lambda status, headers, _error=None: sent.append((status, headers)))
        content = b"".join(chunks)
        chunks.close()
        ms = (time.process_time() - begun) * 1e3
        ((status, headers),) = sent
        for name, value in headers:
            if name == "Set-Cookie":
                self.cookies.load(value)
        return Answer(int(status.split()[0]), dict(headers), content, ms)

    def environ(self, method: str, path: str, body: bytes, htmx: bool) -> dict[str, Any]:
        path, _mark, query = path.partition("?")
        return {
            "REQUEST_METHOD": method,
            "SCRIPT_NAME": "",
            "PATH_INFO": path,
            "QUERY_STRING": query,
            "SERVER_NAME": "testserver",
            "SERVER_PORT": "80",
            "SERVER_PROTOCOL": "HTTP/1.1",
            "REMOTE_ADDR": "127.0.0.1",
            "CONTENT_TYPE": "application/x-www-form-urlencoded" if body else "",
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_HOST": "testserver",
            "HTTP_ACCEPT_ENCODING": "gzip, deflate, br, zstd",
            "HTTP_ACCEPT_LANGUAGE": "fr",
            "HTTP_COOKIE": "; ".join(f"{name}={morsel.value}" for name, morsel in self.cookies.items()),
            **({"HTTP_HX_REQUEST": "true"} if htmx else {}),
            "wsgi.version": (1, 0),
            "wsgi.url_scheme": "http",
            "wsgi.input": io.BytesIO(body),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": False,
            "wsgi.multiprocess": True,
            "wsgi.run_once": False,
        }
