"""Battles are bounded: units, marks, memory, and what a stranger may read of them."""

import asyncio
import json
import re
import subprocess

from tests.attack.battles import found_link, send_marks
from tests.attack.http import now
from tests.attack.measure import at_fixed_rate
from tests.attack.player import Browser, OwnList, Refused
from tests.attack.report import Report, attack
from tests.attack.sites import PROJECT, Site, free_port

SOON, LARGEST = 0.5, 1_000_000  # seconds and bytes of a page of the largest battle


async def crowd_of(site: Site, copies: int, browser: Browser | None = None) -> tuple[Browser, OwnList]:
    """A browser that may edit a list of one unit in so many copies."""
    made = await site.look("crowd", copies)
    browser = browser or site.browser()
    own = await browser.open_link(made["edit_key"])
    own.edit_key = made["edit_key"]
    return browser, own


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


async def best_of_three(reader: Browser, page: str) -> tuple[float, int]:
    """The seconds that a page takes where nobody else asks, and its bytes."""
    times, size = [], 0
    for _time in range(3):
        asked = now()
        size = len((await reader.get(page, wait=60)).body)
        times.append(now() - asked)
    return min(times), size


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
    for page in ("", "?view=table", "?view=side-0&part=7", "sides/0/", "log/", "end/"):
        for reader, base in ((host, path), (site.browser(), watch)):
            if base == path or not page.startswith(("log", "end")):
                seconds, size = await best_of_three(reader, base + page)
                times.append(seconds)
                sizes.append(size)
    report.figure(f"pages within {max(times):.2f} s (the best of three), at most {max(sizes):,} bytes")
    report.check(max(times) <= SOON, f"a page took {max(times):.2f} s")
    report.check(max(sizes) <= LARGEST, f"a page has {max(sizes):,} bytes")

    until, statuses = now() + (3 if short else 20), []

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
    report.check_waiting(waiting.p95 <= 2, f"another visitor waited {waiting.milliseconds()} (p95)")
    report.check(set(statuses) <= {200, 429}, f"{set(statuses)}")
    report.check(short or 429 in statuses, "nobody was refused")


def web_memory(site: Site) -> int:
    """Bytes that the web processes hold."""
    return sum(one.rss for one in site.kinds().get("web", []))


async def phones_of(site: Site, own: OwnList, number: int) -> list[Browser]:
    """Browsers at so many addresses that may all edit the list."""
    browsers = [site.browser() for _number in range(number)]
    for browser in browsers:
        await browser.open_link(own.edit_key)
    return browsers


@attack("B2", seconds=600, short=False)
async def changes_of_scenario(site: Site, report: Report, short: bool) -> None:
    """The scenario of a large battle is changed again and again: web processes hold no more afterwards."""
    changes, copies = 1_000, 500
    host, own = await crowd_of(site, copies)
    path = await begun(host, own)
    browsers = [host, *await phones_of(site, own, 1 + changes // 100)]
    slugs = re.findall(r'<option value="([^"]+)"', (await host.get(f"{path}?view=table")).text)

    async def change(browsers: list[Browser], numbers: range) -> list[int]:
        statuses = []
        for number in numbers:
            browser = browsers[number % len(browsers)]
            slug = slugs[number % len(slugs)] if slugs else ""
            statuses.append((await browser.post(f"{path}scenario/", {"scenario": slug}, wait=60)).status)
        return statuses

    statuses = await change(browsers, range(60))
    early = web_memory(site)
    statuses += await change(browsers, range(60, changes))
    grown = web_memory(site) - early
    report.tried = f"{len(statuses)} changes of the scenario of {copies} units"
    report.figure(f"{statuses.count(302)} made, the web processes hold {grown / 1e6:.0f} MB more than after 60")
    report.check(statuses.count(302) > changes * 0.8, f"only {statuses.count(302)} were made")
    report.check(grown < 60_000_000, f"{grown / 1e6:.0f} MB more")
    await asyncio.gather(*(browser.close() for browser in browsers))


@attack("B3", seconds=400)
async def marks_by_the_thousand(site: Site, report: Report, short: bool) -> None:
    """Batches of 500 and of 100 marks of 1,000 letters, and marks that change nothing, as fast as one client can."""
    host = site.browser()
    own = await host.new_list()
    guest = site.browser()
    theirs = await guest.new_list()
    path = await begun(host, own)
    await guest.post((await links(host, path))[0], {"roster": theirs.pk})
    page = (await host.get(f"{path}?view=side-0")).text
    places = re.findall(r'data-marker="(0/[^"]+)" data-kind="words"', page) or ["0/0.0/out"]
    before, statuses, begun_at = site.bytes_on_disk(), [], now()
    for turn in range(20 if short else 120):
        size, letter = (500 if turn % 2 else 100), "abcdefgh"[turn % 8]
        batch = [
            {
                "id": f"flood-{turn:03}-{n:03}",
                "command": f"say {places[n % len(places)]}",
                "text": f"{n} {letter * 990}",
            }
            for n in range(size)
        ]
        statuses.append((await send_marks(host, path, batch, wait=60)).status)
    grown, seconds = site.bytes_on_disk() - before, now() - begun_at
    log = json.loads((await host.get(f"{path}json/", wait=60)).text)["log"]
    report.tried = f"{len(statuses)} requests with {300 * len(statuses):,} marks in {seconds:.0f} s"
    report.figure(f"{len(log):,} stored, {grown / 1e6:.1f} MB more on disk, statuses {sorted(set(statuses))}")
    report.check(len(log) <= 300 + 15 * (seconds + 20), f"{len(log):,} marks in {seconds:.0f} s")
    report.check(grown < 8_000_000, f"{grown / 1e6:.0f} MB stored")
    longest = max((len(str(value)) for one in log for pair in one["changes"].values() for value in pair), default=0)
    report.check(longest <= 200, f"a text of {longest} letters is stored")
    await asyncio.sleep(7)
    nothing = [{"id": f"nothing-{n:03}", "command": "set 0/0.0/out 0"} for n in range(80)]
    answer = await send_marks(host, path, nothing)
    after = json.loads((await host.get(f"{path}json/", wait=60)).text)["log"]
    report.check(answer.status == 200 and len(after) == len(log), f"{len(after) - len(log)} marks changed nothing")

    waits = []

    async def other_marks() -> None:
        for number in range(10):
            asked = now()
            await send_marks(guest, path, [{"id": f"guest-{number:04}", "command": "add table/round 1"}], wait=60)
            waits.append(now() - asked)

    await asyncio.gather(other_marks(), host.post(f"{path}invite/", {"action": "leave 0"}, wait=60))
    report.figure(f"while the side left, others' marks took {max(waits):.2f} s at most")
    report.check(max(waits) < 1.5, f"a mark waited {max(waits):.2f} s while a side left")


@attack("B7")
async def forged_seals(site: Site, report: Report, short: bool) -> None:
    """A sealed name is sealed anew by plain marks, undo and the form for paper, and pushed out of the log."""
    host = site.browser()
    own = await host.new_list("first-wave")
    guest = site.browser()
    theirs = await guest.new_list("first-wave")
    path = await begun(host, own)
    await guest.post((await links(host, path))[0], {"roster": theirs.pk})
    await host.post(f"{path}scenario/", {"scenario": "assassinat-de-la-ligne"})
    page = (await host.get(f"{path}pages/successor/")).text
    named = re.search(r'name="name" value="(1/[^"]+)"|<option value="(1/[^"]+)"', page)
    await host.post(f"{path}pages/successor/", {"side": "0", "name": (named and (named[1] or named[2])) or "1/1.0"})

    async def marked() -> dict:
        watch = (await links(host, path))[1]
        return json.loads((await host.get(f"{watch}state/")).text)["marks"]

    async def sealed() -> dict:
        return {key: value for key, value in (await marked()).items() if key.rpartition("/")[2] in KEYS}

    before = await sealed()
    report.check(before.get("0/step-seal"), "nothing was sealed")
    for key in KEYS:
        forged = [
            {"id": f"forge-{key}-1", "command": f"say 0/{key} forged"},
            {"id": f"forge-{key}-2", "command": f"all set 0/0.0/out 0 ; say 0/{key} forged"},
            {"id": f"forge-{key}-3", "command": f"say 0/{key}", "text": "forged"},
            {"id": f"forge-{key}-4", "command": "undo"},
        ]
        await send_marks(host, path, forged)
        await host.post(f"{path}paper/", {f"0/{key}={before.get(f'0/{key}', '')}": "forged"})
    report.check(await sealed() == before, f"{before} became {await sealed()}")
    turns = 3 if short else 6
    for turn in range(turns):
        batch = [{"id": f"push-{turn}-{n:03}", "command": f"set 0/0.0/out {n % 2}"} for n in range(1, 101)]
        while (await send_marks(host, path, batch)).status == 429:
            await asyncio.sleep(2)
    address, pages, found = f"{path}log/", 0, False
    while address and pages < 20:
        text = (await host.get(address)).text
        found, pages = found or before.get("0/step-seal", "?") in text, pages + 1
        older = re.search(r'rel="next" href="(\?before=\d+)"', text)
        address = f"{path}log/{older[1]}" if older else ""
    report.tried = f"{4 * len(KEYS) + len(KEYS)} forgeries, {100 * turns} marks after them"
    report.figure(f"the log has {pages} pages")
    report.check(found, "the log does not show the seal any more")


KEYS = ("step-seal", "step-seal-key", "successor")


@attack("B8")
async def joining_and_leaving(site: Site, report: Report, short: bool) -> None:
    """A guest joins and leaves eleven times and more: others still get in."""
    host = site.browser()
    path = await begun(host, await host.new_list())
    join = (await links(host, path))[0]
    times = 13 if short else 25
    for _time in range(times):
        guest = site.browser()
        theirs = await guest.new_list()
        answer = await guest.post(join, {"roster": theirs.pk})
        report.check(answer.location == path, f"{answer.status} {answer.location}")
        await guest.post(f"{path}invite/", {"action": "leave 1"})
        await guest.close()
    last = site.browser()
    theirs = await last.new_list()
    report.check((await last.post(join, {"roster": theirs.pk})).location == path, "nobody can join any more")
    sides = len(json.loads((await host.get(f"{path}json/")).text)["sides"])
    report.tried = f"{times} lists joined and left"
    report.figure(f"{sides} sides")
    report.check(sides == 2, f"{sides} sides")


@attack("B10", seconds=120)
async def second_site_on_a_folder(site: Site, report: Report, short: bool) -> None:
    """`make run` a second time on the folder of a site that serves: it says which process does, and touches nothing."""
    node = getattr(site, "nodes", [site])[0]
    log = site.folder / "log-second"
    second = site.started.start(
        [str(PROJECT / "scripts" / "run")], site.environment(node.data, free_port()), log, PROJECT
    )
    try:
        status = await asyncio.to_thread(second.wait, 60)
    except subprocess.TimeoutExpired:
        status = None
    site.started.stop(second)
    supervisor = (node.data / "supervisord.pid").read_text().strip()
    report.tried = "a second start on another port"
    report.figure(f"status {status}: {log.read_text().strip()[-120:]}")
    report.check(status == 1, f"it ended with {status}")
    report.check(f"Process {supervisor} serves from" in log.read_text(), "it does not say which process serves")
    report.check(await site.answers(), "the first one does not answer")
