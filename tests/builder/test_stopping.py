"""A process that is told to stop stops, whenever the signal comes."""

import signal
import subprocess
import sys

import pytest
from django.conf import settings

from builder.stopping import Stop

WAITS = """
import os, signal, subprocess, sys
from builder.stopping import Stop

stops = [Stop()]
signal.signal(signal.SIGUSR1, lambda *_signal: stops[-1].set())
storm = "import os, signal, sys\\nfor _ in range(150000): os.kill(int(sys.argv[1]), signal.SIGUSR1)"
process = subprocess.Popen([sys.executable, "-c", storm, str(os.getpid())])
while process.poll() is None:
    stops[:] = [Stop()]
    stops[-1].wait(0)
"""


def test_it_is_set_once_for_all_who_wait():
    stop = Stop()
    assert (stop.is_set(), stop.wait(0)) == (False, False)
    stop.set()
    assert [stop.is_set(), stop.wait(0), stop.wait(60), stop.is_set()] == [True] * 4


def test_a_signal_ends_a_wait():
    stop = Stop()
    before = signal.signal(signal.SIGALRM, stop.set)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    assert stop.wait(60)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.processes
def test_signals_at_any_moment_of_many_waits_block_nothing():
    """With a `threading.Event` the process waits for itself."""
    subprocess.run([sys.executable, "-c", WAITS], cwd=settings.BASE_DIR, timeout=120, check=True)
