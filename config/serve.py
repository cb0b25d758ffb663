"""One web process: python -m config.serve, on the socket that it inherits as standard input, else on HOST and PORT."""

import os
import resource
import signal
import socket
import stat

from django.conf import settings

from config.files import most_uploaded
from config.supervise import address, bound_socket
from config.web_server import DRAIN_SECONDS, Server
from config.wsgi import application


def inherited_socket() -> socket.socket | None:
    """The listening socket that a supervisor gave as file descriptor 0."""
    return socket.socket(fileno=0) if stat.S_ISSOCK(os.fstat(0).st_mode) else None


def raise_descriptor_limit() -> None:
    """Let this process open as many files and connections as the system allows it."""
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


def main() -> None:
    raise_descriptor_limit()
    listener = inherited_socket() or bound_socket(*address())
    server = Server(
        application,
        listener,
        body_bytes=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        upload_bytes=most_uploaded,
        request_seconds=settings.REQUEST_SECONDS,
        idle_seconds=settings.IDLE_SECONDS,
        connections=settings.CONNECTIONS,
        threads=settings.THREADS,
        drain_seconds=DRAIN_SECONDS if settings.BEHIND_PROXY else 0,
        url_prefix=settings.PATH_PREFIX,
        clear_untrusted_proxy_headers=not settings.BEHIND_PROXY,
    )
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, server.stop)
    server.run()


if __name__ == "__main__":
    main()
