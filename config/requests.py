"""Middleware that names requests and logs them."""

import logging
import re
import secrets
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from builder.accounts.limits import client
from config.logs import request_id

GetResponse = Callable[[HttpRequest], HttpResponse]

WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]{7,63}")

access = logging.getLogger("bivouac.access")


def name_requests(get_response: GetResponse) -> GetResponse:
    """Give each request a name, `request.request_id`, which its log lines and its answer carry.

    Behind our own proxy it is the proxy's X-Request-ID, if that is well-formed.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        name = request.META.get("HTTP_X_REQUEST_ID", "") if settings.BEHIND_PROXY else ""
        name = name if WELL_FORMED.fullmatch(name) else secrets.token_hex(8)
        request.request_id = name  # type: ignore[attr-defined]
        request_id.set(name)  # stays until the next request of this thread: Django logs 4xx and 5xx later than here
        response = get_response(request)
        response["X-Request-ID"] = name
        return response

    return respond


def log_access(get_response: GetResponse) -> GetResponse:
    """Log each request: method, path, status, milliseconds, bytes, shortened address. No query, header or cookie.

    Machines that ask every 2 s whether all is well are logged where it is not.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        if response.status_code == 200 and "/health/" in request.path:
            return response
        fields = {
            "method": str(request.method)[:20],
            "path": request.path,
            "status": response.status_code,
            "ms": round((time.perf_counter() - began) * 1000),
            "bytes": size(response),
            "client": shortened(client(request)),
        }
        access.info("%s", " ".join(map(str, fields.values())), extra={"fields": fields})
        return response

    return respond


def size(response: HttpResponse) -> int:
    """The bytes of an answer's body; of a streamed one, what its header promises."""
    return int(response.get("Content-Length") or 0) if response.streaming else len(response.content)


def shortened(client: str) -> str:
    """The network of a client, which names no single household: /24 of IPv4; IPv6 is a /64 already."""
    first, dot, _last = client.rpartition(".")
    return f"{first}.0/24" if dot else client
