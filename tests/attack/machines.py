"""Several machines: nodes, database and cache come and go while players edit, and nothing is lost."""

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from pathlib import Path

from tests.attack.http import now
from tests.attack.processes import PROJECT
from tests.attack.report import SEVERAL, Report, attack
from tests.attack.sites import Several
from tests.attack.storage import Writer, lost_edits, writers

MIGRATION = """\
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("builder", "{before}")]
    operations = [migrations.RunSQL("CREATE TABLE attack_upgrade (id integer)", "DROP TABLE attack_upgrade")]
"""


async def meanwhile(
    site: Several,
    report: Report,
    happening: Callable[[], Awaitable[None]],
    short: bool,
    failures: float,
    pause: float = 0.5,
) -> list[Writer]:
    """Let players edit while something happens. No acknowledged edit may be lost; some requests may fail.

    failures -- the share of the edits that may fail
    """
    players = await writers(site, 6 if short else 12, 2)
    going_on = True

    async def play(player: Writer) -> None:
        turn = 0
        while going_on:
            await player.write(turn)
            turn += 1
            await asyncio.sleep(pause)

    playing = asyncio.gather(*map(play, players))
    await asyncio.sleep(1.5)
    begun = now()
    try:
        await happening()
    finally:
        took = now() - begun
        await asyncio.sleep(2)
        going_on = False
        await asyncio.wait_for(playing, 90)
    saved = sum(len(player.acknowledged) for player in players)
    failed = [failure for player in players for failure in player.failures]
    lost = await lost_edits(site, players)
    report.figure(f"{took:.0f} s; {saved} edits acknowledged, {len(lost)} lost, {len(failed)} not answered")
    if failed:
        report.figure(f"such as {failed[0]}")
    report.check(not lost, f"{len(lost)} lost: {lost[:2]}")
    report.check(saved > 10, f"only {saved} edits were acknowledged")
    report.check(len(failed) <= failures * (saved + len(failed)), f"{len(failed)} requests failed: {failed[:2]}")
    return players


@attack("-", setups=(SEVERAL,), ends=True, seconds=200, short=False)
async def killed_node(site: Several, report: Report, short: bool) -> None:
    """All processes of a node die at once; the other one serves, and the node comes back."""

    async def happening() -> None:
        site.nodes[0].kill()
        await asyncio.sleep(4)
        begun = now()
        site.nodes[0].start()
        await site.nodes[0].ready()
        report.figure(f"back after {now() - begun:.0f} s")

    report.tried = "a node killed and started again under editing players"
    await meanwhile(site, report, happening, short, failures=0.1)


@attack("-", setups=(SEVERAL,), ends=True, seconds=200, short=False)
async def restarted_database(site: Several, report: Report, short: bool) -> None:
    """PostgreSQL is stopped (fast) and started again."""

    async def happening() -> None:
        site.database.send_signal(2)
        await asyncio.to_thread(site.database.wait, 20)
        site.started.children.remove(site.database)
        await asyncio.sleep(1)
        await asyncio.to_thread(site.start_database)

    report.tried = "PostgreSQL restarted under editing players"
    await meanwhile(site, report, happening, short, failures=0.5)
    statuses = [(await site.get("/about/")).status for _turn in range(10)]
    report.check(set(statuses) == {200}, f"afterwards {set(statuses)}")


@attack("-", setups=(SEVERAL,), ends=True, seconds=200, short=False)
async def added_node(site: Several, report: Report, short: bool) -> None:
    """A third node starts on the running database and takes its share."""
    node = site.spare

    async def happening() -> None:
        node.start()
        await node.ready()
        await asyncio.sleep(4)

    report.tried = "a node added under editing players"
    await meanwhile(site, report, happening, short, failures=0)
    report.check(sum(process.cpu for process in node.processes()) > 1, "the new node does nothing")
    node.stop()


def next_release(folder: Path) -> Path:
    """A copy of the project with one migration more."""
    ignored = shutil.ignore_patterns(".git", ".venv*", "var", "node_modules", "__pycache__", ".*_cache")
    shutil.copytree(PROJECT, folder, ignore=ignored)
    migrations = folder / "builder" / "migrations"
    before = max(file.stem for file in migrations.glob("[0-9]*.py"))
    number = int(before.split("_")[0]) + 1
    (migrations / f"{number:04}_attack.py").write_text(MIGRATION.format(before=before))
    return folder


@attack("-", setups=(SEVERAL,), ends=True, seconds=260, short=False)
async def rolling_upgrade(site: Several, report: Report, short: bool) -> None:
    """The nodes are restarted one after the other with the next release, which brings a migration."""
    release = await asyncio.to_thread(next_release, site.folder / "next-release")

    async def happening() -> None:
        for node in site.nodes:
            stopped = await asyncio.to_thread(node.stop)
            report.figure(f"node {node.number} stopped in {stopped:.0f} s")
            node.start(release)
            await node.ready()

    report.tried = f"{len(site.nodes)} nodes upgraded under editing players"
    await meanwhile(site, report, happening, short, failures=0.05)
    rows = await site.look("rows")
    report.check("attack_upgrade" in rows, "the migration was not applied")


@attack("-", setups=(SEVERAL,), ends=True, seconds=200, short=False)
async def two_first_starts(_site: Several, report: Report, short: bool) -> None:
    """Two nodes start at the same moment on one empty database."""
    site = Several(at_once=True)
    try:
        await site.start()
        rows = await site.look("rows")
        report.check((await site.browser().new_list()).pk, "no list can be made")
        log = site.log_text()
        report.check("Traceback" not in log, f"an error in the log: {log[-300:]}")
        report.tried = "two nodes on an empty database"
        report.figure(f"{len(rows)} tables")
    finally:
        site.remove()
