"""Row 2: bodies that no form sends."""

import asyncio
import socket
from contextlib import suppress
from pathlib import Path

from tests.attack.http import head_lines, now
from tests.attack.player import FORM, HTMX
from tests.attack.report import Report, attack
from tests.attack.sites import HOST, Site

MB = 1_000_000
TYPE = "multipart/form-data; boundary=XX"
PART = b'--XX\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'


def temporary_bytes(site: Site) -> int:
    """What the site holds in its folder of temporary files, also in deleted ones that are open."""
    total = 0
    for process in site.started.marked():
        for link in Path(f"/proc/{process.pid}/fd").glob("*"):
            with suppress(OSError):
                if str(link.readlink()).startswith(str(site.folder / "tmp")):
                    total += link.stat().st_size
    for file in (site.folder / "tmp").rglob("*"):
        with suppress(OSError):
            total += file.stat().st_size if file.is_file() else 0
    return total


async def pour(site: Site, headers: dict[str, str], chunked: bool, most: int) -> tuple[int, int, int, float]:
    """Send up to `most` bytes of a body. Returns (status or 0, bytes sent, most bytes of temporary files, seconds)."""
    loop = asyncio.get_running_loop()
    connection = socket.socket()
    connection.setblocking(False)
    connection.bind((next(site.sources), 0))
    sent, status, kept, begun = 0, 0, 0, now()
    block = PART + b"x" * 65_000
    if chunked:
        block = f"{len(block):x}\r\n".encode() + block + b"\r\n"
    await loop.sock_connect(connection, site.address)
    answer = asyncio.create_task(loop.sock_recv(connection, 4096))
    with suppress(OSError, TimeoutError):
        async with asyncio.timeout(30):
            lines = head_lines(HOST, site.port, "POST", "/new/rbn/", headers, b"")
            await loop.sock_sendall(connection, lines)
            while sent < most and not answer.done():
                await loop.sock_sendall(connection, block)
                sent += len(block)
                if sent % (len(block) * 200) == 0:
                    kept = max(kept, await asyncio.to_thread(temporary_bytes, site))
    kept = max(kept, await asyncio.to_thread(temporary_bytes, site))
    with suppress(OSError, TimeoutError):
        status = int((await asyncio.wait_for(answer, 15)).split()[1])
    answer.cancel()
    connection.close()
    return status, sent, kept, now() - begun


@attack("2")
async def large_bodies(site: Site, report: Report, short: bool) -> None:
    """Bodies of hundreds of megabytes, announced and chunked: 413 before they are read, nothing on disk."""
    size = (60 if short else 400) * MB
    kinds = {
        "multipart": ({"Content-Type": TYPE, "Content-Length": str(size)}, False, size),
        "chunked": ({"Content-Type": FORM, "Transfer-Encoding": "chunked", "Content-Length": ""}, True, size),
        "announced only": ({"Content-Type": TYPE, "Content-Length": str(size)}, False, 0),
    }
    for kind, (headers, chunked, most) in kinds.items():
        status, sent, kept, took = await pour(site, headers, chunked, most)
        report.figure(
            f"{kind}: {status or 'closed'}, {sent / MB:.0f} MB sent, {kept / MB:.0f} MB on disk, {took:.1f} s"
        )
        refused = status in (411, 413) or (status == 0 and sent < size and most)
        report.check(refused, f"{kind}: {status}")
        report.check(sent <= size / 2, f"{kind}: {sent / MB:.0f} MB were taken")  # thrown away until the answer is read
        report.check(kept <= 2 * MB, f"{kind}: {kept / MB:.0f} MB on disk")
    report.tried = f"{size // MB} MB each: {', '.join(kinds)}"


@attack("2")
async def forms_that_no_page_has(site: Site, report: Report, short: bool) -> None:
    """A multipart form with a good token, and a form of 1.1 MB: refused, nothing saved."""
    player = site.browser()
    own = await player.new_list()
    token = await player.token()
    fields = {"csrfmiddlewaretoken": token, "command": "rename", "revision": "1", "name": "Multipart"}
    body = b"".join(
        f'--XX\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in [*fields.items(), *((f"more-{turn}", "x\r\n\r\ny") for turn in range(20))]
    )
    headers = {"Content-Type": TYPE, **HTMX}
    answer = await player.send("POST", f"{own.path}edit/", headers, body=body + b"--XX--\r\n")
    report.figure(f"multipart {answer.status}")
    report.check(400 <= answer.status < 500, f"multipart: {answer.status}")
    answer = await player.edit(own, "rename", name="Large", notes="x" * 1_100_000)
    report.figure(f"1.1 MB {answer.status}")
    report.check(answer.status == 413, f"1.1 MB: {answer.status}")
    page = (await player.refresh(own)).text
    report.check(own.revision == 1 and "Multipart" not in page, "something was saved")
    report.tried = "2 forms"
