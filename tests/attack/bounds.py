"""Battles are bounded: units, marks, memory, and what a stranger may read of them."""

import asyncio

from tests.attack.battles import found_link
from tests.attack.http import now
from tests.attack.measure import at_fixed_rate
from tests.attack.player import Browser, OwnList, Refused
from tests.attack.report import Report, attack
from tests.attack.sites import Site

SOON, LARGEST = 0.5, 1_000_000  # seconds and bytes of a page of the largest battle


async def crowd_of(site: Site, copies: int, browser: Browser | None = None) -> tuple[Browser, OwnList]:
    """A browser that may edit a list of one unit in so many copies."""
    made = await site.look("crowd", copies)
    browser = browser or site.browser()
    return browser, await browser.open_link(made["edit_key"])


async def begun(browser: Browser, own: OwnList) -> str:
    """The path of a battle of this list. Raises `Refused`."""
    answer = await browser.post(f"{own.path}play/", {})
    if answer.status != 302 or not answer.location.startswith("/battles/"):
        raise Refused("starting a battle", answer)
    return answer.location


async def links(browser: Browser, path: str) -> tuple[str, str]:
    """The paths by which others join and watch."""
    page = (await browser.get(f"{path}invite/")).text
    return found_link(page, "b"), found_link(page, "w")


@attack("B1", seconds=300)
async def many_units_in_a_battle(site: Site, report: Report, short: bool) -> None:
    """Twelve lists of 500 copies: few of them get in; four strangers who look at it again and again hold nobody up."""
    host, own = await crowd_of(site, 500)
    path = await begun(host, own)
    join, watch = await links(host, path)
    refused = 0
    for _list in range(2 if short else 11):
        guest, theirs = await crowd_of(site, 500)
        refused += (await guest.post(join, {"roster": theirs.pk})).location != path
    report.check(refused == (2 if short else 11), f"{refused} lists of 500 more units were refused")
    times, sizes = [], []
    for page in (watch, f"{watch}?view=table", f"{watch}?view=side-0&part=7", f"{watch}sides/0/", f"{watch}state/"):
        for reader in (host, site.browser()):
            asked = now()
            answer = await reader.get(page, wait=60)
            times.append(now() - asked)
            sizes.append(len(answer.body))
    for page in (path, f"{path}sides/0/", f"{path}log/", f"{path}paper/", f"{path}end/"):
        asked = now()
        sizes.append(len((await host.get(page, wait=60)).body))
        times.append(now() - asked)
    half = sorted(times)[len(times) // 2]
    report.figure(f"pages within {half:.2f} s (half), {max(times):.2f} s (all), at most {max(sizes):,} bytes")
    report.check(half <= SOON, f"half of the pages took {half:.2f} s and more")
    report.check(max(sizes) <= LARGEST, f"a page has {max(sizes):,} bytes")

    until, statuses = now() + (6 if short else 20), []

    async def stranger() -> None:
        reader = site.browser()
        while now() < until:
            statuses.append((await reader.get(watch, wait=60)).status)
            if statuses[-1] == 429:
                await asyncio.sleep(0.02)

    strangers = [asyncio.create_task(stranger()) for _number in range(4)]
    visitor = site.browser()
    waiting = await at_fixed_rate(1, until - now(), lambda _number: visitor.get("/about/", wait=60))
    await asyncio.gather(*strangers)
    report.tried = f"{500 * (3 if short else 12)} units, {len(statuses)} looks by four strangers"
    report.figure(
        f"{statuses.count(200)} answered, {statuses.count(429)} refused; another visitor: {waiting.milliseconds()}"
    )
    report.check(waiting.p95 <= 2, f"another visitor waited {waiting.milliseconds()} (p95)")
    report.check(set(statuses) <= {200, 429}, f"{set(statuses)}")
    report.check(short or 429 in statuses, "nobody was refused")
