"""The bounds of one web process, with an application of a few lines behind it."""

import socket
import threading
import time
from contextlib import suppress
from types import SimpleNamespace

import pytest

from config import web_server
from config.files import ARCHIVES
from config.web_server import STOPPING, Channel, Server, network

pytestmark = pytest.mark.processes

HEAD = b"Host: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
MOST, MOST_FILES = 1000, 3000  # bytes of a body, of one with files
LARGE = 30_000_000  # bytes of an answer, more than the kernel takes
OPENED: list[socket.socket] = []


def upload_bytes(path):
    return MOST_FILES if path == ARCHIVES else 0


class Application:
    """Answers with what it read; /large with many bytes, /wait when `go` is set."""

    def __init__(self):
        self.paths, self.go, self.began, self.pause = [], threading.Event(), threading.Event(), 0

    def __call__(self, environ, start_response):
        path, length = environ["PATH_INFO"], environ.get("CONTENT_LENGTH", "")
        self.paths.append(path)
        self.stopping = environ[STOPPING]
        if path != "/":
            self.began.set()
        time.sleep(self.pause)
        if path == "/wait":
            self.go.wait(10)
        refused = (length.isdigit() and int(length) > (upload_bytes(path) or MOST)) or (
            "multipart" in environ.get("CONTENT_TYPE", "").lower() and not upload_bytes(path)
        )
        body = b"x" * LARGE if path == "/large" else b"" if refused else b"read " + environ["wsgi.input"].read()
        start_response("413 X" if refused else "200 OK", [("Content-Length", str(len(body)))])
        return [body]


@pytest.fixture
def serve():
    """Start a server in a thread: serve(request_seconds=1) is the server; its application is `server.application`."""
    started = []

    def start(**bounds):
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        settings = {"body_bytes": MOST, "request_seconds": 1, "idle_seconds": 1, "clear_untrusted_proxy_headers": False}
        server = Server(Application(), listener, **settings | bounds)
        thread = threading.Thread(target=server.run)
        thread.start()
        started.append((server, thread))
        return server

    yield start
    while OPENED:
        OPENED.pop().close()
    for server, thread in started:
        server.application.go.set()
        with suppress(OSError):  # its thread may see the end, and close what wakes it, before it is woken
            server.stop()
        thread.join(15)
        assert not thread.is_alive()


def connect(server, *sent, receive_buffer=None):
    connection = socket.socket()
    OPENED.append(connection)
    if receive_buffer:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
    connection.settimeout(8)
    connection.connect(("127.0.0.1", int(server.effective_port)))
    for data in sent:
        connection.sendall(data)
    return connection


def everything(connection):
    """All that the server sends until it closes the connection."""
    parts = []
    while part := connection.recv(1_000_000):
        parts.append(part)
    return b"".join(parts)


def get(path="/", close=True):
    return b"GET " + path.encode() + b" HTTP/1.1\r\nHost: localhost\r\n" + b"Connection: close\r\n" * close + b"\r\n"


def post(*lines):
    return b"POST / HTTP/1.1\r\n" + HEAD + b"".join(line + b"\r\n" for line in lines) + b"\r\n"


def status(answer):
    return answer.split(b" ")[1].decode()


# --- Time -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "beginning", [b"", b"GET / HT", post(b"Content-Length: 900"), post(b"Transfer-Encoding: chunked")]
)
def test_a_request_that_does_not_arrive_is_ended_and_delays_nobody(serve, beginning):
    server = serve()
    slow = [connect(server, beginning) for _number in range(30)]
    assert status(everything(connect(server, get()))) == "200"
    assert {everything(one) for one in slow} == {b""}
    assert server.application.paths == ["/"]


@pytest.mark.parametrize("beginning", [b"GET / HTTP/1.1\r\nX: ", post(b"Content-Length: 900")])
def test_bytes_that_drip_in_do_not_move_the_deadline(serve, beginning):
    connection, began = connect(serve(), beginning), time.monotonic()
    with pytest.raises(OSError, match=r"reset|Broken pipe"):  # noqa: PT012  (the last send finds it closed)
        while time.monotonic() < began + 8:
            connection.sendall(b"x")
            time.sleep(0.1)
    assert time.monotonic() >= began + 1


def test_a_kept_connection_serves_again_and_is_closed_when_idle(serve):
    connection = connect(serve(), get(close=False))
    time.sleep(0.5)
    connection.sendall(get("/again", close=False))
    assert everything(connection).count(b"200 OK") == 2


def test_who_does_not_read_an_answer_is_ended(serve, monkeypatch):
    monkeypatch.setattr(web_server, "SLOWEST_READER", LARGE)
    server = serve()
    connect(server, get("/large"), receive_buffer=4096)
    server.application.began.wait(5)
    assert eventually(lambda: server.active_channels == {})


def test_who_reads_slowly_enough_for_the_size_gets_all(serve):
    connection = connect(serve(), get("/large"))
    time.sleep(2.5)
    assert len(everything(connection)) > LARGE


def eventually(true, seconds=8):
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
    return true()


# --- Size -----------------------------------------------------------------------------------------------------------


def test_a_body_as_long_as_allowed_is_read(serve):
    server, body = serve(), b"x" * MOST
    chunks = b"1f4\r\n" + b"x" * 500 + b"\r\n" + b"1db\r\n" + b"x" * 475 + b"\r\n0\r\n\r\n"  # 994 with sizes and ends
    whole = everything(connect(server, post(b"Content-Length: 1000", b"Connection: close"), body))
    chunked = everything(connect(server, post(b"Transfer-Encoding: chunked", b"Connection: close"), chunks))
    assert (whole.endswith(b"read " + body), chunked.endswith(b"read " + body[:975])) == (True, True)


@pytest.mark.parametrize(
    "head",
    [
        post(b"Content-Length: 1001"),
        post(b"Content-Length: 400000000", b"Expect: 100-continue"),
        post(b"Transfer-Encoding: chunked") + b"3e9\r\n" + b"x" * 1001,
        post(b"Content-Length: 9").replace(b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x"),
        post(b"Transfer-Encoding: chunked").replace(b"application/", b"Multipart/x"),
    ],
)
def test_what_no_form_sends_is_answered_before_it_is_sent(serve, head):
    answer = everything(connect(serve(), head))
    assert (status(answer), b"Connection: close" in answer) == ("413", True)


@pytest.mark.parametrize(("size", "answered"), [(9, "200"), (MOST_FILES, "200"), (MOST_FILES + 1, "413")])
def test_files_are_received_where_they_are_taken_and_may_be_larger(serve, size, answered):
    head = post(b"Content-Length: %d" % size)
    head = head.replace(b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=x")
    server = serve(upload_bytes=upload_bytes)
    answer = everything(connect(server, head.replace(b"POST / ", b"POST /import/ ") + b"x" * size))
    assert (status(answer), answer.endswith(b"read " + b"x" * size)) == (answered, answered == "200")


def test_who_sends_a_large_body_nevertheless_can_read_why_it_was_refused(serve):
    connection = connect(serve(), post(b"Content-Length: 5000000"), b"x" * 5_000_000)
    assert status(everything(connection)) == "413"


@pytest.mark.parametrize("kind", [b"Content-Length: 900000", b"Content-Length: 900000\r\nContent-Type: multipart/x"])
def test_the_body_of_a_refused_request_is_no_other_request(serve, kind):
    server = serve()
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\n" + kind + b"\r\n\r\n"
    answer = everything(connect(server, head + get(close=False) * 20_000))
    assert (status(answer), answer.count(b"HTTP/1.1"), server.application.paths) == ("413", 1, ["/"])


def test_an_answer_whose_last_bytes_leave_late_is_no_reason_to_close_at_once(monkeypatch):
    channel, (own, client) = Channel.__new__(Channel), socket.socketpair()
    client.settimeout(8)
    closed = []

    def flush(**_ways):
        channel.total_outbufs_len, channel.close_when_flushed = 0, True
        return True

    for name, value in {"refused": True, "total_outbufs_len": 100, "requests": [1], "socket": own}.items():
        channel.__dict__[name] = value
    monkeypatch.setattr(channel, "_flush_some_if_lockable", flush, raising=False)
    monkeypatch.setattr(channel, "handle_close", lambda: closed.append(True), raising=False)
    channel.adj = SimpleNamespace(send_bytes=1, log_socket_errors=False)
    channel.handle_write()
    client.sendall(b"the rest of the body")
    assert (closed, client.recv(10), own.recv(100)) == ([], b"", b"the rest of the body")
    own.close()
    client.close()


def test_headers_are_bounded(serve):
    assert status(everything(connect(serve(), b"GET / HTTP/1.1\r\nX: " + b"x" * 20_000))) == "431"


# --- Number ---------------------------------------------------------------------------------------------------------


def test_requests_sent_ahead_are_few(serve):
    server = serve()
    assert everything(connect(server, get(close=False) * 4)).count(b"200 OK") == 4
    assert everything(connect(server, get("/wait", close=False) + get(close=False) * 50)) == b""


def test_beyond_the_most_connections_the_oldest_that_wait_give_way(serve):
    server = serve(connections=20, request_seconds=60, idle_seconds=60)
    slow = [connect(server, b"GET / HT") for _number in range(60)]
    assert [status(everything(connect(server, get()))) for _time in range(5)] == ["200"] * 5
    assert eventually(lambda: len(server.active_channels) <= 20)
    slow[-1].sendall(b"TP/1.0\r\n\r\n")
    assert (everything(slow[0]), status(everything(slow[-1]))) == (b"", "200")


def test_buffers_of_all_connections_together_are_bounded(serve, monkeypatch):
    server = serve(body_bytes=1_000_000, request_seconds=60)
    monkeypatch.setattr(web_server, "BUFFERED_BYTES", 3_000_000)
    slow = [connect(server, post(b"Content-Length: 1000000"), b"x" * 900_000) for _number in range(10)]
    assert eventually(lambda: len(server.active_channels) == 3)
    assert status(everything(connect(server, get()))) == "200"
    assert len(slow) == 10


def test_requests_that_wait_for_a_thread_count_among_the_buffers(serve, monkeypatch):
    server = serve(body_bytes=1_000_000, request_seconds=60, idle_seconds=60)
    monkeypatch.setattr(web_server, "BUFFERED_BYTES", 3_000_000)
    busy, *waiting = [connect(server) for _number in range(6)]
    assert eventually(lambda: len(server.active_channels) == 6)  # none is accepted while requests wait
    busy.sendall(get("/wait"))
    assert server.application.began.wait(8)
    for connection in waiting:
        connection.sendall(post(b"Content-Length: 900000") + b"x" * 900_000)
    assert eventually(lambda: len(server.active_channels) == 4)
    server.application.go.set()
    assert status(everything(busy)) == "200"


@pytest.mark.parametrize(
    ("address", "source"),
    [("192.0.2.7", "192.0.2.7"), ("2001:db8:1:2:3::4", "2001:db8:1:2::/64"), ("fe80::1%eth0", "fe80::/64")],
)
def test_an_ipv6_network_counts_as_one_client(address, source):
    assert network(address) == source


# --- Stopping -------------------------------------------------------------------------------------------------------


def test_a_stop_finishes_the_request_under_way_and_sends_its_answer(serve):
    server = serve(request_seconds=30, idle_seconds=30)
    half, idle, busy = connect(server, b"GET / HT"), connect(server, get(close=False)), connect(server, get("/wait"))
    server.application.began.wait(5)
    server.stop()
    time.sleep(0.3)
    server.application.go.set()
    answer = everything(busy)
    assert (status(answer), answer.endswith(b"read ")) == ("200", True)
    assert (everything(half), status(everything(idle))) == (b"", "200")


def test_a_stop_sends_a_large_answer_whole(serve):
    server = serve(request_seconds=30)
    reader = connect(server, get("/large", close=False), receive_buffer=4096)
    server.application.began.wait(5)
    time.sleep(0.5)
    server.stop()
    time.sleep(0.5)
    assert len(everything(reader)) > LARGE


def test_after_a_stop_an_answer_ends_its_connection(serve):
    server = serve(request_seconds=30)
    kept = connect(server, get("/wait", close=False))
    server.application.began.wait(5)
    server.stop()
    server.application.go.set()
    assert b"Connection: close" in everything(kept)


def test_before_it_closes_behind_a_proxy_a_server_serves_on_and_says_that_it_stops(serve):
    server = serve(drain_seconds=0.7)
    first = everything(connect(server, get("/")))
    before = server.application.stopping
    server.stop()
    time.sleep(0.2)
    second = everything(connect(server, get("/")))
    assert [status(first), before, status(second), server.application.stopping] == ["200", False, "200", True]
    time.sleep(1.5)
    with pytest.raises(ConnectionRefusedError):
        everything(connect(server, get("/")))


def test_requests_on_kept_connections_keep_nobody_out(serve):
    """As many as answer each other without a pause: the queue is never empty."""
    server = serve(request_seconds=30, idle_seconds=30)
    server.application.pause = 0.02
    ended = threading.Event()

    def ask_again_and_again():
        kept = connect(server)
        while not ended.is_set():
            kept.sendall(get("/", close=False))
            answer = b""
            while not answer.endswith(b"read "):
                answer += kept.recv(4096)

    flood = [threading.Thread(target=ask_again_and_again) for _number in range(6)]
    for one in flood:
        one.start()
    time.sleep(0.5)
    newcomer = connect(server, get("/"))
    newcomer.settimeout(5)
    try:
        assert status(everything(newcomer)) == "200"
    finally:
        ended.set()
        for one in flood:
            one.join(5)
