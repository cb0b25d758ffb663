"""A function in a process of its own: its result, its limits, its end."""

import os
import signal
import struct
import time
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from builder.exports import forked
from builder.exports.forked import Failed, OverLimit, run_forked

PATIENCE = 60  # seconds
MANY = 2_000  # megabytes that no test takes


def busy():
    while True:
        sum(range(1000))


def hungry():
    return b"x" * 150_000_000


def die(number):
    os.kill(os.getpid(), number)
    time.sleep(10)


def children():
    """The processes that this one has started and not waited for."""
    with open(f"/proc/self/task/{os.getpid()}/children") as file:
        return file.read().split()


def test_it_returns_what_the_function_returns_however_long():
    assert run_forked(lambda: b"", 5, MANY) == b""
    assert run_forked(lambda: b"x" * 20_000_000, 5, MANY) == b"x" * 20_000_000


def test_what_the_function_changes_stays_apart():
    seen = []
    assert run_forked(lambda: seen.append(1) or str(os.getpid()).encode(), 5, MANY) != str(os.getpid()).encode()
    assert seen == []


def test_an_exception_comes_back_with_its_traceback():
    def broken():
        return b"" + 1

    with pytest.raises(Failed, match=r"(?s)in broken.*TypeError: can't concat"):
        run_forked(broken, 5, MANY)


def test_a_function_may_say_itself_that_it_takes_too_much():
    def gives_up():
        raise OverLimit

    with pytest.raises(OverLimit):
        run_forked(gives_up, 5, MANY)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV])
def test_a_process_that_dies_is_over_its_limit(number):
    with pytest.raises(OverLimit, match=f"ended with -{int(number)}"):
        run_forked(lambda: die(number), 5, MANY)


def test_a_process_that_dies_while_it_sends_is_over_its_limit(monkeypatch):
    def die_while_sending(connection, message):
        os.write(connection.fileno(), struct.pack("!i", len(message)) + message[:10])
        die(signal.SIGKILL)

    monkeypatch.setattr(Connection, "send_bytes", die_while_sending)
    with pytest.raises(OverLimit, match="ended with -9"):
        run_forked(lambda: b"x" * 1000, 5, MANY)


def test_processor_time_is_limited(monkeypatch):
    monkeypatch.setattr(forked, "WAITS_TIMES", PATIENCE)
    before = time.monotonic()
    with pytest.raises(OverLimit, match=f"ended with -{int(signal.SIGXCPU)}"):
        run_forked(busy, 1, MANY)
    assert time.monotonic() - before >= 0.9


def test_memory_is_limited():
    with pytest.raises(OverLimit, match="out of memory"):
        run_forked(hungry, 30, 100)
    assert len(run_forked(hungry, 30, MANY)) == 150_000_000


def test_a_machine_that_is_busy_is_no_fault_of_the_sheet():
    with pytest.raises(Failed, match="the machine is busy"):
        run_forked(lambda: time.sleep(PATIENCE), 0.1, MANY)


def test_the_caller_may_end_it_at_any_time():
    class Enough(Exception):
        pass

    def meanwhile():
        raise Enough

    left = children()
    with pytest.raises(Enough):
        run_forked(lambda: time.sleep(10), 5, MANY, meanwhile)
    assert children() == left


def test_it_leaves_it_to_its_parent_what_sigterm_means():
    def told_to_stop():
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGINT)
        return b"finished"

    assert run_forked(told_to_stop, 5, MANY) == b"finished"


def test_it_ends_with_the_process_that_started_it(tmp_path):
    def started_and_killed():
        def linger():
            (tmp_path / "pid").write_text(str(os.getpid()))
            time.sleep(10 * PATIENCE)

        run_forked(
            linger, 10 * PATIENCE, MANY, lambda: (tmp_path / "pid").exists() and os.kill(os.getpid(), signal.SIGKILL)
        )

    with pytest.raises(OverLimit, match="ended with -9"):
        run_forked(started_and_killed, 10 * PATIENCE, MANY)
    status = Path("/proc", (tmp_path / "pid").read_text(), "status")
    end = time.monotonic() + PATIENCE
    while status.exists() and "State:\tZ" not in status.read_text():  # nobody waits for it: it may stay as a zombie
        assert time.monotonic() < end
