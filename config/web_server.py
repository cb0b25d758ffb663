"""waitress with bounds on the time, the size and the number of requests, and a stop that finishes what it began."""

import copy
import ipaddress
import socket
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.buffers import OverflowableBuffer
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

HEADER_BYTES = 16_384
PIPELINED_REQUESTS = 4  # browsers send none ahead
SLOWEST_READER = 10_000  # bytes a second
SLOWEST_SENDER = 100_000  # bytes a second, of files
BUFFERED_BYTES = 256_000_000  # of all connections of a process
LINGER_SECONDS = 5
LEAVE_SECONDS = 0.05  # for which new connections are left to another process
THROWN_AWAY = 1_000_000  # bytes of a refused body, in one read
STOP_SECONDS = 7
STOP_RECEIVING_SECONDS = 3
DRAIN_SECONDS = 3  # of those, behind a proxy: it asks every 2 s whether this node is well
STOPPING = "bivouac.stopping"  # in the environment of a request that arrives after the signal to stop


class Request(HTTPRequestParser):
    """A request that is refused by its headers is not read; the application answers it, and the connection ends."""

    adj: Any
    error: Any = None
    refused = False

    def __init__(self, adj: Adjustments):
        super().__init__(adj)
        self.began = time.monotonic()

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        if isinstance(self.error, RequestEntityTooLarge):
            self.error = None
            self.headers["CONTENT_LENGTH"] = str(max(self.content_length, self.body_bytes_received))
            self.refuse()
        elif self.body_rcv is not None and not self.body_bytes_received and self.has_files():
            self.refuse()
        return len(data) if self.refused else consumed  # what follows is its body, and no other request

    def parse_header(self, header_plus: bytes) -> None:
        """Where files are taken a body may be larger, and what no other may have is on the disk."""
        super().parse_header(header_plus)
        if self.has_parts() and self.takes_files():
            usual, self.adj = self.adj, copy.copy(self.adj)
            self.adj.max_request_body_size = self.upload_bytes() + 1
            if self.body_rcv is not None:
                self.body_rcv.buf = OverflowableBuffer(usual.max_request_body_size)

    def has_files(self) -> bool:
        """Whether it has several parts, such as files, where none are taken."""
        return self.has_parts() and not self.takes_files()

    def has_parts(self) -> bool:
        return bool(self.headers.get("CONTENT_TYPE", "").lower().lstrip().startswith("multipart/"))

    def takes_files(self) -> bool:
        return self.upload_bytes() > 0

    def upload_bytes(self) -> int:
        """How many a body with files may have."""
        most: int = self.adj.upload_bytes(self.path.removeprefix(self.adj.url_prefix))
        return most

    def seconds_of_files(self) -> float:
        """For how much longer than any other it may arrive."""
        return self.content_length / SLOWEST_SENDER if self.has_parts() and self.takes_files() else 0

    def refuse(self) -> None:
        self.completed = self.refused = True
        self.expect_continue = False
        self.headers["CONNECTION"] = "close"


class Task(WSGITask):
    """Its answer says that the connection ends where the server is about to stop, and the application knows it."""

    def get_environment(self) -> dict[str, Any]:
        environment: dict[str, Any] = super().get_environment()
        environment[STOPPING] = self.channel.server.stop_at is not None
        return environment

    def build_response_header(self) -> bytes:
        if self.channel.server.stop_at is not None:
            self.set_close_on_finish()
        header: bytes = super().build_response_header()
        return header


class Channel(HTTPChannel):
    """A connection. Each state that it can be in has a deadline of its own, which bytes that drip in do not move."""

    parser_class = Request
    task_class = Task
    close_when_flushed: bool = False
    refused = False
    lingers_since: float | None = None

    def __init__(self, server: "Server", sock: socket.socket, addr: Any, adj: Adjustments, map: Any):  # noqa: A002
        self.waiting_since = self.sending_since = time.monotonic()
        self.bytes_to_send = 0
        self.source = network(addr[0])
        super().__init__(server, sock, addr, adj, map=map)

    def since(self) -> float:
        """When the present state began: sending an answer, receiving a request, waiting for one."""
        if self.total_outbufs_len:
            return self.sending_since
        if self.lingers_since is not None:
            return self.lingers_since
        return self.waiting_since if self.request is None else self.request.began

    def deadline(self) -> float | None:
        """When the connection is ended; None while the application works on a request."""
        if self.total_outbufs_len:
            return self.since() + self.server.request_seconds + self.bytes_to_send / SLOWEST_READER
        if self.lingers_since is not None:
            return self.since() + LINGER_SECONDS
        if self.requests:
            return None
        if self.request is None:
            return self.since() + self.server.idle_seconds
        return self.since() + self.server.request_seconds + self.request.seconds_of_files()

    def buffered(self) -> int:
        """The bytes of memory that its requests and answers take."""
        requests = [*self.requests, *filter(None, [self.request])]  # those that wait, and the one that arrives
        return int(self.total_outbufs_len) + sum(request.body_bytes_received for request in requests)

    def received(self, data: bytes) -> bool:
        result: bool = super().received(data)
        if len(self.requests) > PIPELINED_REQUESTS:
            self.handle_close()
        return result

    def write_soon(self, data: Any) -> int:
        if not self.total_outbufs_len:
            self.sending_since, self.bytes_to_send = time.monotonic(), 0
        self.bytes_to_send += len(data)
        written: int = super().write_soon(data)
        return written

    def service(self) -> None:
        super().service()
        self.waiting_since = time.monotonic()

    # To close a connection with unread bytes resets it, and the client may never read why its request was refused.

    def handle_write(self) -> None:
        if not self.refused or self.lingers_since is not None:
            super().handle_write()
            return
        # Not by waitress: its method closes at once where the last bytes leave, or the application ends, inside it.
        self._flush_exception(self._flush_some_if_lockable)
        if self.close_when_flushed and not self.total_outbufs_len:
            self.close_when_flushed = False
            self.lingers_since = time.monotonic()
            self.socket.shutdown(socket.SHUT_WR)
        elif self.will_close:
            self.handle_close()

    def handle_read(self) -> None:
        if self.refused:
            self.recv(THROWN_AWAY)  # closes the connection where the client did
        else:
            super().handle_read()


class Server(TcpWSGIServer):
    """One process of the web server.

    body_bytes      -- of a body
    upload_bytes    -- (path) -> of one with files; 0 where none are taken
    request_seconds -- in which a request has to arrive whole, and an answer to be read (longer for a large one)
    idle_seconds    -- after which a connection without a request is closed
    connections     -- that are open at once; beyond them the oldest of the address that holds most are closed
    drain_seconds   -- after the signal to stop, in which requests are served as before: a proxy learns meanwhile, by
                       asking for this node's health, to send no more
    """

    channel_class = Channel
    stop_at: float | None = None
    accepted_at = 0.0

    def __init__(
        self,
        application: Callable[..., Any],
        listener: socket.socket,
        *,
        body_bytes: int,
        upload_bytes: Callable[[str], int] = lambda _path: 0,
        request_seconds: float = 20,
        idle_seconds: float = 15,
        connections: int = 1000,
        threads: int = 1,
        drain_seconds: float = 0,
        **adjustments: Any,
    ):
        self.request_seconds, self.idle_seconds, self.connections = request_seconds, idle_seconds, connections
        self.drain_seconds = drain_seconds
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(threads)
        adj = Adjustments(
            sockets=[listener],
            ident=None,
            connection_limit=2 * connections,
            cleanup_interval=1,
            channel_request_lookahead=1,  # notices a client that left, whose request is not worked on then
            max_request_header_size=HEADER_BYTES,
            max_request_body_size=body_bytes + 1,  # waitress refuses what is as long as that
            inbuf_overflow=BUFFERED_BYTES,  # no temporary files but for uploads
            outbuf_overflow=BUFFERED_BYTES,
            outbuf_high_watermark=BUFFERED_BYTES,  # the thread of the application waits for no reader
            **adjustments,
        )
        adj.upload_bytes = upload_bytes
        address = (listener.family, listener.type, listener.proto, listener.getsockname())
        super().__init__(
            application, {}, True, listener, dispatcher=dispatcher, adj=adj, sockinfo=address, bind_socket=False
        )

    def readable(self) -> bool:
        """Leave new connections to another process while this one has requests waiting, but not for long.

        Requests on connections that are kept may fill every queue without end.
        """
        leaves = self.task_dispatcher.queue and time.monotonic() < self.accepted_at + LEAVE_SECONDS
        return bool(super().readable()) and not leaves

    def add_task(self, task: Channel) -> None:
        task.refused = task.requests[0].refused
        super().add_task(task)

    def handle_accept(self) -> None:
        """Accept one connection; more where a flood makes each round long."""
        self.accepted_at = time.monotonic()
        for _time in range(1 + len(self.active_channels) // 20):
            before = len(self.active_channels)
            super().handle_accept()
            if len(self.active_channels) == before:
                break
        if len(self.active_channels) > self.connections:
            self.end_oldest(len(self.active_channels) - self.connections + self.connections // 20)

    def end_oldest(self, number: int) -> None:
        """End the connections that have waited longest, of the address that has most of them waiting."""
        waiting = [channel for channel in self.active_channels.values() if not channel.requests]
        if waiting:
            [(source, _count)] = Counter(channel.source for channel in waiting).most_common(1)
            of_source = [channel for channel in waiting if channel.source == source]
            for channel in sorted(of_source, key=Channel.since)[:number]:
                channel.handle_close()

    def maintenance(self, now: float) -> None:
        """End what is over its deadline, and the largest where all together take too much memory; once a second."""
        now = time.monotonic()
        for channel in list(self.active_channels.values()):
            deadline = channel.deadline()
            if deadline is not None and now > deadline:
                channel.handle_close()
        buffered = sum(channel.buffered() for channel in self.active_channels.values())
        while buffered > BUFFERED_BYTES:
            largest = max(self.active_channels.values(), key=Channel.buffered)
            buffered -= largest.buffered()
            largest.handle_close()

    def stop(self, *_signal: Any) -> None:
        """Begin to stop; a handler of signals."""
        if self.stop_at is None:
            self.stop_at = time.monotonic() + STOP_SECONDS
            self.pull_trigger()

    def run(self) -> None:
        """Serve until told to stop."""
        while not self.stopped():
            wasyncore.poll2(1, self._map)
        self.task_dispatcher.shutdown(timeout=1)
        wasyncore.close_all(self._map)

    def stopped(self) -> bool:
        """Whether nothing is left to do after `stop`: requests are answered, and their answers sent."""
        if self.stop_at is None:
            return False
        began = self.stop_at - STOP_SECONDS
        if time.monotonic() < began + self.drain_seconds:
            return False
        if self.accepting:
            self.close_listener()
        late = time.monotonic() > began + self.drain_seconds + STOP_RECEIVING_SECONDS
        for channel in list(self.active_channels.values()):
            if not (channel.requests or channel.total_outbufs_len) and (late or channel.request is None):
                channel.handle_close()
        return not self.active_channels or time.monotonic() > self.stop_at

    def close_listener(self) -> None:
        wasyncore.dispatcher.close(self)


def network(address: str) -> str:
    """Whose connections count as one client's: an IPv4 address, or the first 64 bits of an IPv6 address."""
    if ":" not in address:
        return address
    return str(ipaddress.ip_network((address.partition("%")[0], 64), strict=False))
