"""Runs a function in a forked process of its own, with limits of time and memory."""

import ctypes
import math
import multiprocessing
import os
import resource
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from multiprocessing.context import ForkProcess
from pathlib import Path

from django.db import connections

FORK = multiprocessing.get_context("fork")  # everything that the parent has loaded is there at once
TICK = 0.2  # seconds between two calls of `meanwhile`
WAITS_TIMES = 4  # a busy machine may take so many times the processor time until the function is ended
DONE, OUT_OF_MEMORY, FAILED = b"+", b"m", b"!"  # the first byte of what the process sends
MEGABYTE = 1_000_000
PR_SET_PDEATHSIG = 1  # of <sys/prctl.h>


class OverLimit(Exception):
    """The function took more processor time or memory than it may."""


class Failed(Exception):
    """The function raised an exception, whose traceback this is, or was too slow because the machine is busy."""


def run_forked(
    function: Callable[[], bytes], seconds: float, megabytes: int, meanwhile: Callable[[], None] = lambda: None
) -> bytes:
    """What `function` returns, run in a fork of this process, which must have one thread only.

    seconds   -- of processor time; it is ended after four times as many of the clock
    megabytes -- of address space, beyond what this process has
    meanwhile -- called a few times a second; what it raises ends the function

    Closes this process's database connections, which a fork must not share. Raises `OverLimit`, also where `function`
    does, and `Failed`.
    """
    connections.close_all()
    receiver, sender = FORK.Pipe(duplex=False)
    process = FORK.Process(target=_run, args=(function, sender, seconds, megabytes, os.getpid()))
    process.start()
    sender.close()
    try:
        _wait(receiver, seconds * WAITS_TIMES, meanwhile)
        return _received(receiver, process)
    finally:
        receiver.close()
        process.kill()
        process.join()
        process.close()


def _wait(receiver: Connection, seconds: float, meanwhile: Callable[[], None]) -> None:
    end = time.monotonic() + seconds
    while not receiver.poll(TICK):
        meanwhile()
        if time.monotonic() > end:
            raise Failed(f"not finished after {seconds:g} seconds: the machine is busy")


def _received(receiver: Connection, process: ForkProcess) -> bytes:
    try:
        message = receiver.recv_bytes()
    except (EOFError, OSError):  # it was ended, perhaps while sending: by its limits, or a library that got no memory
        process.join()
        raise OverLimit(f"ended with {process.exitcode}") from None
    kind, rest = message[:1], message[1:]
    if kind == OUT_OF_MEMORY:
        raise OverLimit("out of memory")
    if kind == FAILED:
        raise Failed(rest.decode())
    return rest


def _run(function: Callable[[], bytes], sender: Connection, seconds: float, megabytes: int, parent: int) -> None:
    """In the new process: send what the function returns, or what went wrong."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):  # a whole group may get them: the parent decides
        signal.signal(number, signal.SIG_IGN)
    _end_with(parent, seconds * WAITS_TIMES + 1)
    _limit(seconds, megabytes)
    try:
        message = DONE + function()
    except (MemoryError, OverLimit):
        message = OUT_OF_MEMORY
    except Exception:
        message = FAILED + traceback.format_exc().encode(errors="replace")
    with suppress(BrokenPipeError):
        sender.send_bytes(message)
    connections.close_all()


def _end_with(parent: int, seconds: float) -> None:
    """End this process with its parent where the system can tell it, and otherwise after so many seconds."""
    signal.setitimer(signal.ITIMER_REAL, seconds)  # nobody handles SIGALRM: it ends the process
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def _limit(seconds: float, megabytes: int) -> None:
    whole = math.ceil(seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (whole, whole + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    statm = Path("/proc/self/statm")
    if statm.exists():  # Linux
        taken = int(statm.read_text().split()[0]) * os.sysconf("SC_PAGESIZE")
        resource.setrlimit(resource.RLIMIT_AS, (taken + megabytes * MEGABYTE,) * 2)
