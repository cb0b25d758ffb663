"""Row 4: kill -9 of each kind of process. Row 14: memory over many requests."""

import asyncio

from tests.attack.http import fetch, now
from tests.attack.measure import at_fixed_rate
from tests.attack.report import Report, attack
from tests.attack.sites import Site

RESPAWN_SECONDS = 2.0
WAIT_SECONDS = 8  # for a process; in the short form, which other tests run beside, that is soon enough


@attack("4")
async def kill_each_kind(site: Site, report: Report, short: bool) -> None:
    """kill -9 of one process of each kind: there again within 2 s, and nobody sees more than one failed request."""
    most = WAIT_SECONDS if short else RESPAWN_SECONDS
    kinds = {kind: found for kind, found in site.kinds().items() if kind != "supervisor" and found}
    report.check("web" in kinds, "no web process found")
    report.check("sheets" in kinds, "no sheet worker found")
    report.tried = f"kill -9 of {', '.join(f'1 of {len(found)} {kind}' for kind, found in kinds.items())}"
    for kind, found in kinds.items():
        visitors = asyncio.create_task(
            at_fixed_rate(20, 4, lambda _turn: fetch(site.address, "/about/", next(site.sources), wait=10))
        )
        await asyncio.sleep(1)
        found[0].kill()
        begun = now()
        back = float("inf")
        while now() - begun < WAIT_SECONDS:
            await asyncio.sleep(0.05)
            if len(site.kinds().get(kind, [])) >= len(found):
                back = now() - begun
                break
        waiting = await visitors
        report.figure(f"{kind}: back after {back:.1f} s, {len(waiting.failures)} of {waiting.asked} requests failed")
        report.check(back <= most, f"{kind}: not back after {most:.0f} s")
        report.check(len(waiting.failures) <= 1, f"{kind}: {len(waiting.failures)} failed: {waiting.failures[:1]}")
        if not await site.answers():
            report.check(False, f"after {kind} was killed nobody is served")
            return


def memory(site: Site, kind: str) -> dict[int, int]:
    return {one.pid: one.rss for one in site.kinds().get(kind, [])}


def growth(before: dict[int, int], after: dict[int, int]) -> float:
    """The most that a process grew, in MB; of processes that are there no more nothing is said."""
    return max((after[pid] - size for pid, size in before.items() if pid in after), default=0) / 1e6


@attack("14", seconds=300, short=False)
async def memory_of_requests(site: Site, report: Report, short: bool) -> None:
    """Memory of web processes over 2,000 pages, edits and exports: flat once they are warm."""
    number = 200 if short else 2_000
    players = []
    for _player in range(8):
        browser = site.browser()
        players.append((browser, await browser.new_list()))

    async def use(turns: int) -> None:
        async def play(browser, own) -> None:
            for turn in range(turns // len(players)):
                if turn % 5 == 0:
                    await browser.patient_edit(own, "describe 0", name=f"Name {turn}")
                else:
                    at = (
                        own.path,
                        f"{own.path}offers/?unit=0&revision={own.revision}",
                        "/rules/rbn/",
                        f"{own.path}json/",
                    )
                    await browser.get(at[turn % 4])

        await asyncio.gather(*(play(*player) for player in players))

    await use(number // 2)
    before = memory(site, "web")
    await use(number)
    after = memory(site, "web")
    grown = growth(before, after)
    report.tried = f"{number} requests after {number // 2} to warm up"
    report.figure(f"{', '.join(f'{size / 1e6:.0f}' for size in after.values())} MB, at most {grown:+.1f} MB")
    report.check(before and after, "no web process found")
    report.check(grown <= 8, f"a web process grew by {grown:.0f} MB")
