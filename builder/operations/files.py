"""Files that are written whole or not at all, also when the power fails."""

import os
import secrets
from pathlib import Path
from typing import IO


def open_privately(path: Path) -> IO[bytes]:
    """A new file that only its owner reads."""
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "wb")


def write_file(path: Path, content: bytes) -> None:
    """Replace a file, which only its owner reads. Raises `OSError`; then it is as it was."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with open_privately(part) as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(path: Path) -> None:
    """Wait until the names in a folder are on the disk."""
    folder = os.open(path, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
