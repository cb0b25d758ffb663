"""Processes started here, and everything they started: found by a mark in their environment, ended for certain."""

import contextlib
import os
import secrets
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
PYTHON = Path(os.environ.get("VENV") or PROJECT / ".venv").absolute() / "bin" / "python"
MARK = "BIVOUAC_ATTACK"
TICKS = os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True)
class Process:
    """A running process; `words` is its command line."""

    pid: int
    parent: int
    words: tuple[str, ...]

    @property
    def line(self) -> str:
        return " ".join(self.words)

    def kill(self, number: int = signal.SIGKILL) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    @property
    def alive(self) -> bool:
        try:
            return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
        except OSError:
            return False

    @property
    def rss(self) -> int:
        """Bytes of memory of its own, 0 for a process that is gone. Pages of files, as SQLite maps them, are shared."""
        try:
            resident, shared = Path(f"/proc/{self.pid}/statm").read_text().split()[1:3]
            return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")
        except (OSError, ValueError):
            return 0

    @property
    def cpu(self) -> float:
        """Seconds of processor time, of ended children too."""
        try:
            fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            return 0.0
        return sum(map(int, fields[11:15])) / TICKS


def all_processes() -> list[Process]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = tuple((folder / "cmdline").read_bytes().decode(errors="replace").split("\0")[:-1])
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        found.append(Process(int(folder.name), parent, words))
    return found


def below(pid: int) -> list[Process]:
    """All descendants of a process that run."""
    every, found, frontier = all_processes(), [], {pid}
    while frontier:
        children = [one for one in every if one.parent in frontier]
        found += children
        frontier = {one.pid for one in children}
    return [one for one in found if one.words and one.alive]


class Started:
    """All processes of one set-up. Each has the mark in its environment and leads a session of its own."""

    def __init__(self) -> None:
        self.mark = secrets.token_hex(8)
        self.children: list[subprocess.Popen] = []

    def start(
        self, words: list[str], environment: dict[str, str], log: Path, folder: Path = PROJECT
    ) -> subprocess.Popen:
        with log.open("ab") as output:
            child = subprocess.Popen(
                words,
                cwd=folder,
                env=environment | {MARK: self.mark},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        self.children.append(child)
        return child

    def marked(self) -> list[Process]:
        """Every running process that has the mark, wherever it went, and all descendants of the children."""
        needle, found = f"{MARK}={self.mark}".encode(), {}
        for one in all_processes():
            with contextlib.suppress(OSError):
                if needle in Path(f"/proc/{one.pid}/environ").read_bytes().split(b"\0"):
                    found[one.pid] = one
        for child in self.children:
            found |= {one.pid: one for one in below(child.pid)}
        return [one for one in found.values() if one.alive]

    def stop(self, child: subprocess.Popen, seconds: float = 12) -> float:
        """Ask a child to end, and end its whole family if it does not. Returns the seconds that it took."""
        begun, family = time.monotonic(), below(child.pid)
        if child.poll() is None:
            child.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(seconds)
        took = time.monotonic() - begun
        if child.poll() is None:
            child.kill()
            child.wait()
        for one in family:
            if one.alive:
                one.kill()
        if child in self.children:
            self.children.remove(child)
        return took

    def stop_all(self) -> None:
        for child in reversed(self.children.copy()):
            self.stop(child)
        for one in self.marked():
            one.kill()
