"""The processes of one machine: python -m config.supervise prepares the site, listens, and becomes supervisord."""

import fcntl
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import IO

PROJECT = Path(__file__).resolve().parent.parent
LISTENER, OUTPUT = 8, 9  # file descriptors, as config/supervisord.conf knows them
LOCK = 3  # another one, which supervisord keeps for itself
BACKLOG = 4096  # connections that wait to be accepted; the kernel's own limit may be lower
EVERY_ADDRESS = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # and where one of this machine reaches it  # noqa: S104
WAIT_SECONDS = 60


def address() -> tuple[str, int]:
    """HOST and PORT. Raises `ValueError`."""
    return os.environ.get("HOST") or "127.0.0.1", int(os.environ.get("PORT") or 8000)


def bound_socket(host: str, port: int) -> socket.socket:
    """A TCP socket at an address. Raises `OSError` where that is taken."""
    bound = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    bound.bind((host, port))
    return bound


def data_folder() -> Path:
    return Path(os.environ.get("DATA_DIR") or PROJECT / "var").absolute()


def locked(folder: Path) -> IO[str] | None:
    """The file by which one site alone serves from a folder, and which says who; None where it cannot be written.

    Raises `BlockingIOError` with the number of the process that has it.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        file = (folder / "site.lock").open("a+")
    except OSError:  # what prepares the site says what is wrong
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        with file:
            file.seek(0)
            raise BlockingIOError(file.read().strip()) from None
    file.truncate(0)
    print(os.getpid(), file=file, flush=True)
    return file


def process_numbers() -> dict[str, str]:
    """How many processes of each kind there are."""
    mail = any(os.environ.get(name) for name in ("MAIL_URL", "MAIL_URL_FILE"))
    sheets = max(1, len(os.sched_getaffinity(0)) // 2)
    usual = {"WORKERS": 2, "SHEET_WORKERS": sheets, "MAIL_WORKERS": int(mail), "HOUSEKEEPING": 1}
    return {name: os.environ.get(name) or str(number) for name, number in usual.items()}


def announce(host: str, port: int) -> None:
    """Say that the site is open as soon as it answers; silent where it does not or is stopped before."""
    reached = EVERY_ADDRESS.get(host, host)
    supervisor = os.getppid()
    for _time in range(WAIT_SECONDS * 10):
        if os.getppid() != supervisor:
            return
        if answers(reached, port):
            print(greeting(host, port), flush=True)  # noqa: T201
            return
        time.sleep(0.1)


def answers(host: str, port: int) -> bool:
    try:
        with socket.create_connection((host, port), WAIT_SECONDS) as connection:
            connection.sendall(b"GET / HTTP/1.0\r\nHost: localhost\r\n\r\n")
            with connection.makefile("rb") as answer:
                return bool(answer.read())
    except OSError:
        return False


def greeting(host: str, port: int) -> str:
    if host not in EVERY_ADDRESS:
        shown = f"[{host}]" if ":" in host else host
        return f"Bivouac is open on http://{shown}:{port}/ - Ctrl-C closes it."
    names = ["localhost", *os.environ.get("HOSTS", "").split()]
    return "\n".join(["Bivouac is open - Ctrl-C closes it.", *(f"  http://{name}:{port}/" for name in names)])


def become_supervisord() -> None:
    """Replace this process by supervisord."""
    os.environ |= {"PYTHON": sys.executable, "DATA_DIR": str(data_folder())} | process_numbers()
    command = [sys.executable, "-c", "from supervisor.supervisord import main; main()"]
    command += ["--configuration", str(PROJECT / "config" / "supervisord.conf")]
    if os.getuid() == 0:
        command += ["--user", "root"]  # or it warns
    os.execv(command[0], command)  # noqa: S606


def main() -> None:
    os.chdir(PROJECT)
    try:
        host, port = address()
        listener = bound_socket(host, port)
        lock = locked(data_folder())
        if subprocess.run([sys.executable, "manage.py", "prepare"], check=False).returncode:
            sys.exit(1)
        listener.listen(BACKLOG)
    except BlockingIOError as busy:
        sys.exit(f"Process {busy} serves from {data_folder()} already. Stop it, or choose another folder by DATA_DIR=.")
    except (OSError, ValueError, OverflowError) as error:
        wanted = ":".join(os.environ.get(name, "") for name in ("HOST", "PORT"))
        sys.exit(f"Cannot listen on {wanted} ({error}). HOST= and PORT= choose another address.")
    if os.fork() == 0:
        listener.close()
        announce(host, port)
        os._exit(0)
    os.dup2(listener.fileno(), LISTENER)
    os.dup2(sys.stderr.fileno(), OUTPUT)
    if lock:
        os.dup2(lock.fileno(), LOCK)
        os.set_inheritable(LOCK, True)
    become_supervisord()


if __name__ == "__main__":
    main()
