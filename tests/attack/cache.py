"""Row 11: the cache is only an accelerator. Row 15: a full disk, a folder that cannot be written."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
from collections import Counter
from pathlib import Path

from tests.attack.battles import ROUND, Marked, laid_table, send_marks
from tests.attack.measure import at_fixed_rate
from tests.attack.player import Browser
from tests.attack.processes import PROJECT, PYTHON, Process
from tests.attack.report import ONE, SEVERAL, Report, attack
from tests.attack.sheets import editing, editors
from tests.attack.sites import HOST, One, Several, free_port


@attack("11", setups=(SEVERAL,))
async def lost_cache(site: Several, report: Report, short: bool) -> None:
    """Valkey killed, frozen, and started again, while players edit: nobody gets an error, nobody waits for long."""
    players = await editors(site, 10)
    seconds = 4 if short else 10
    usual = await editing(players, 5, seconds)
    report.figure(f"p95 {usual.milliseconds()}")
    cache = Process(site.cache.pid, 0, ())

    async def through(what: str) -> None:
        waiting = await editing(players, 5, seconds)
        report.figure(f"{what} {waiting.milliseconds()}, {len(waiting.failures)} failed")
        report.check(not waiting.failures, f"{what}: {len(waiting.failures)} failed: {waiting.failures[:1]}")
        report.check_waiting(waiting.p95 < max(2.0, 2 * usual.p95), f"{what}: p95 {waiting.milliseconds()}")
        lists = await players[0][0].get("/lists/")
        report.check(lists.status == 200, f"{what}: my lists {lists.status}")

    try:
        cache.kill(signal.SIGSTOP)
        await through("frozen")
        cache.kill(signal.SIGCONT)
        await through("thawed")
        site.started.stop(site.cache, 0.1)
        await through("killed")
        made = await site.browser().new_list()
        report.check(made.pk, "no list can be made")
    finally:
        cache.kill(signal.SIGCONT)
        if site.cache.poll() is not None:
            site.start_cache()
    await through("again")
    report.tried = "Valkey frozen, thawed, killed, started again under 5 edits a second"


def tiny_disk(folder: Path, megabytes: int) -> bool:
    """Mount a small file system of memory at `folder`; False where that is not allowed."""
    folder.mkdir(parents=True, exist_ok=True)
    words = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=755", "tmpfs", str(folder)]
    return (
        os.getuid() == 0 and bool(shutil.which("mount")) and not subprocess.run(words, capture_output=True).returncode
    )


@attack("15", setups=(ONE,), seconds=120, short=False)
async def full_disk(_site: One, report: Report, short: bool) -> None:
    """The disk of the site is full: reading goes on, saving says that nothing was saved, and it works again after."""
    site = One()
    if not await asyncio.to_thread(tiny_disk, site.data, 64):
        report.skipped = "a file system of its own needs root"
        site.remove()
        return
    filling = site.data / "filling"
    try:
        await site.start()
        player = site.browser()
        own = await player.new_list()
        await player.edit(own, "describe 0", name="Before")
        await asyncio.to_thread(fill, filling)
        await watch_full_disk(site, report, player, own)
        filling.unlink()
        await asyncio.sleep(0.5)
        await player.refresh(own)
        after = await player.edit(own, "describe 0", name="After")
        report.check(after.status == 200, f"with room again: {after.status}")
    finally:
        site.stop()
        subprocess.run(["umount", str(site.data)], capture_output=True)
        site.remove()


async def watch_full_disk(site: One, report: Report, player, own) -> None:
    """Edits and pages while nothing can be written."""
    statuses: dict[int, int] = {}
    kind = True
    for turn in range(12):
        answer = await player.patient_edit(own, "describe 0", notes=f"{turn} " + "full " * 900)
        statuses[answer.status] = statuses.get(answer.status, 0) + 1
        if answer.status not in (200, 409):
            kind = kind and 500 < answer.status < 600 and "Traceback" not in answer.text
            kind = kind and len(answer.text) > 200
    page = await player.send(
        "POST",
        f"{own.path}edit/",
        {"Content-Type": "application/x-www-form-urlencoded"},
        body=(
            f"csrfmiddlewaretoken={await player.token()}&command=rename&revision={own.revision}&name=" + "x" * 190
        ).encode(),
    )
    saved = page.status in (200, 302)
    reads = {
        path: (await player.get(path)).status for path in (own.path, "/", "/about/", "/lists/", f"{own.path}json/")
    }
    report.tried = f"{sum(statuses.values())} edits and {len(reads)} pages on a full disk"
    report.figure(f"edits {statuses}; a form {page.status}; pages {sorted(set(reads.values()))}")
    report.check(set(statuses) - {200}, "the disk was not full")
    report.check(kind and not (set(statuses) & {500}), f"edits answered {statuses}")
    report.check(
        saved or (page.status in (503, 507) and 'class="top"' in page.text), f"no page of the site: {page.status}"
    )
    report.check(set(reads.values()) == {200}, f"reading: {reads}")


@attack("15", setups=(ONE,), seconds=240, short=False)
async def services_on_a_full_disk(_site: One, report: Report, short: bool) -> None:
    """Marks, letters, backup, housekeeping and the log on a full disk: each says so, nothing acknowledged is lost."""
    mail = free_port()
    site = One(MAIL_URL=f"smtp+plain://{HOST}:{mail}", MAIL_FROM="bivouac@bivouac.example")
    if not await asyncio.to_thread(tiny_disk, site.data, 64):
        report.skipped = "a file system of its own needs root"
        site.remove()
        return
    site.log = site.data / "log"
    filling = site.data / "filling"
    try:
        await site.start()
        table = await laid_table(site, 1, 1)
        player, marked = table.browsers[0], Marked()
        await marks_at(player, table.path, "before", 10, marked)
        await asyncio.to_thread(fill, filling)
        full = await marks_at(player, table.path, "full", 200, marked)
        report.check(set(full) - {200}, "the disk was not full")
        report.check(set(full) <= {200, 503, 507}, f"marks were answered {full}")
        report.check(not marked.wrong, f"without a sentence: {marked.wrong[:1]}")
        letter = await player.post("/account/password/reset/", {"email": "somebody@bivouac.example"})
        report.check(letter.status in (429, 503, 507) and len(letter.text) > 40, f"a letter: {letter.status}")
        reads = {path: (await player.get(path)).status for path in (table.path, f"{table.path}log/", "/about/")}
        report.check(set(reads.values()) == {200}, f"reading: {reads}")
        said = {name: await asyncio.to_thread(commanded, site, name) for name in ("backup", "tidy")}
        for name, done in said.items():
            report.check("Traceback" not in done.stderr, f"{name}: {done.stderr[-200:]}")
            report.check(not done.returncode or done.stderr.strip(), f"{name} failed without a word")
        report.check(said["backup"].returncode, "a backup was made on a full disk")
        left = [file.name for file in (site.data / "backups").glob("*")]
        report.check(not left, f"half a backup stays: {left}")
        filling.unlink()
        await asyncio.sleep(1)
        room = await marks_at(player, table.path, "room", 10, marked)
        report.check(set(room) == {200}, f"with room again: {room}")
        kinds = site.kinds()
        for kind in ("web", "sheets", "mail", "housekeeping"):
            report.check(kinds.get(kind), f"no process for {kind} any more")
        backup = await asyncio.to_thread(commanded, site, "backup")
        report.check(not backup.returncode, f"a backup with room again: {backup.stderr[-200:]}")
        state = json.loads((await site.get(f"{table.watch}state/")).text)
        counted = state["marks"].get(ROUND, 1) - 1
        held = counted == state["revision"] == len(marked.ids)
        report.check(held, f"{len(marked.ids)} marks acknowledged, {counted} counted")
        report.tried = f"{sum(full.values())} marks on a full disk, a letter, a backup, tidying"
        report.figure(f"marks {full}, {len(marked.ids)} acknowledged, {counted} there; a letter {letter.status}")
        report.figure("; ".join(f"{name}: {done.stderr.strip()[-120:]}" for name, done in said.items()))
    finally:
        site.stop()
        subprocess.run(["umount", str(site.data)], capture_output=True)
        site.remove()


@attack("15", setups=(SEVERAL,), seconds=400, short=False)
async def full_disk_of_the_database(_site: Several, report: Report, short: bool) -> None:
    """The disk of PostgreSQL is full: marks say so, reading goes on, and nothing acknowledged is lost."""
    site = Several()
    disk = site.folder / "postgres"
    if not await asyncio.to_thread(tiny_disk, disk, 400):
        report.skipped = "a file system of its own needs root"
        site.remove()
        return
    filling = disk / "filling"
    try:
        await site.start()
        table = await laid_table(site, 1, 1)
        player, marked = table.browsers[0], Marked()
        await marks_at(player, table.path, "before", 10, marked)
        await asyncio.to_thread(fill, filling)
        full = await marks_at(player, table.path, "full", 250, marked)
        report.check(set(full) - {200}, "the disk was not full")
        report.check(set(full) <= {200, 503, 507}, f"marks were answered {full}")
        report.check(not marked.wrong, f"without a sentence: {marked.wrong[:1]}")
        stands = site.database.poll() is None
        reads = {path: (await player.get(path)).status for path in (table.path, f"{table.path}log/", "/about/")}
        report.check(not stands or set(reads.values()) == {200}, f"reading: {reads}")
        filling.unlink()
        if not stands:
            site.started.children.remove(site.database)
            await asyncio.to_thread(site.start_database)
        await asyncio.sleep(3)
        room = await marks_at(player, table.path, "room", 10, marked)
        report.check(set(room) == {200}, f"with room again: {room}")
        state = json.loads((await site.get(f"{table.watch}state/")).text)
        counted = state["marks"].get(ROUND, 1) - 1
        report.check(counted == len(marked.ids), f"{len(marked.ids)} marks acknowledged, {counted} counted")
        report.tried = f"{sum(full.values())} marks while PostgreSQL had no room"
        report.figure(f"marks {full}, {len(marked.ids)} acknowledged, {counted} there; pages {reads}")
        report.figure("PostgreSQL went on" if stands else "PostgreSQL stopped by itself and was started again")
    finally:
        site.stop()
        subprocess.run(["umount", str(disk)], capture_output=True)
        site.remove()


async def marks_at(player: Browser, path: str, name: str, number: int, marked: Marked) -> dict[int, int]:
    """So many marks, each in a request; how many were answered with each status. What is refused has a sentence."""
    statuses: Counter[int] = Counter()
    for turn in range(number):
        answer = await send_marks(player, path, [{"id": f"{name}-mark-{turn}", "command": f"add {ROUND} 1"}])
        statuses[answer.status] += 1
        if answer.status == 200:
            marked.ids.update(json.loads(answer.text)["done"])
        elif len(answer.text) < 40 or "Traceback" in answer.text:
            marked.wrong.append(answer.text[:200])
    return dict(statuses)


def commanded(site: One, name: str) -> subprocess.CompletedProcess[str]:
    """A command of manage.py in the site's environment."""
    words = [str(PYTHON), str(PROJECT / "manage.py"), name]
    return subprocess.run(words, env=site.inner_environment(), cwd=PROJECT, capture_output=True, text=True, check=False)


def fill(file: Path) -> None:
    """Write until the disk is full."""
    with file.open("wb", buffering=0) as output:
        for size in (1_000_000, 4096, 1):
            try:
                while True:
                    output.write(b"\0" * size)
            except OSError:
                continue


@attack("15", setups=(ONE,), seconds=120, short=False)
async def read_only_folder(_site: One, report: Report, short: bool) -> None:
    """The folder of the database becomes read-only and the web processes start again: reading goes on."""
    if os.getuid() != 0:
        report.skipped = "to take rights away needs root"
        return
    site = WithoutRights()
    try:
        await site.start()
        player = site.browser()
        own = await player.new_list()
        site.protect(True)
        for one in site.kinds().get("web", []):
            one.kill()
        await asyncio.sleep(3)
        await site.wait_until_ready(20)
        answer = await player.edit(own, "describe 0", name="Not saved")
        reads = {path: (await player.get(path)).status for path in (own.path, "/about/", "/lists/", f"{own.path}json/")}
        visitors = await at_fixed_rate(10, 2, lambda _turn: site.get("/about/"))
        report.tried = "an edit and pages while nothing may be written"
        report.figure(f"edit {answer.status}; pages {sorted(set(reads.values()))}")
        report.check(answer.status in (503, 507), f"the edit: {answer.status}")
        report.check(set(reads.values()) == {200}, f"reading: {reads}")
        report.check(not visitors.failures, f"{len(visitors.failures)} visitors failed")
        site.protect(False)
        for one in site.kinds().get("web", []):
            one.kill()
        await asyncio.sleep(3)
        await player.refresh(own)
        report.check((await player.edit(own, "describe 0", name="Saved")).status == 200, "no edit afterwards")
    finally:
        site.protect(False)
        site.remove()


class WithoutRights(One):
    """One machine whose site runs as root without root's right to write everywhere."""

    def start_words(self) -> list[str]:
        rights = ["-dac_override", "-dac_read_search"]
        return ["setpriv", "--bounding-set", ",".join(rights), "--inh-caps", ",".join(rights), *super().start_words()]

    def protect(self, on: bool) -> None:
        """Take or give the right to write what is in the folder of the data."""
        for path in (self.data, *self.data.glob("*.sqlite3*")):
            path.chmod((0o555 if path.is_dir() else 0o444) if on else (0o755 if path.is_dir() else 0o644))
