"""Battles: many phones that mark in one of them while web processes die, and what strangers get to see."""

import asyncio
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.attack.http import Answer, NoAnswer, now
from tests.attack.measure import Waiting
from tests.attack.player import Browser, OwnList, Refused
from tests.attack.report import Report, attack
from tests.attack.sites import Site

LISTS, PHONES = 12, 64  # a battle takes twelve lists; the owner of each has several phones
GAME, ROUND = "first-wave", "table/round"  # everybody may count rounds on, without end; the first is 1


@dataclass
class Table:
    """A battle with the browsers that play in it."""

    path: str
    join: str
    watch: str
    browsers: list[Browser]


async def laid_table(site: Site, lists: int = LISTS, phones: int = PHONES) -> Table:
    """A battle of so many lists, each open on several phones."""
    owners = [site.browser() for _number in range(lists)]
    rosters = await asyncio.gather(*(owner.new_list(GAME) for owner in owners))
    begun = await owners[0].post(f"{rosters[0].path}play/", {})
    invitation = (await owners[0].get(f"{begun.location}invite/")).text
    join, watch = (found_link(invitation, kind) for kind in "bw")
    for owner, own in list(zip(owners, rosters, strict=True))[1:]:
        joined = await owner.post(join, {"roster": own.pk})
        if joined.location != begun.location:
            raise Refused("joining a battle", joined)
    more = await asyncio.gather(*(another_phone(site, rosters[number % lists]) for number in range(phones - lists)))
    return Table(begun.location, join, watch, [*owners, *more])


def found_link(page: str, kind: str) -> str:
    found = re.search(rf"/{kind}/[A-Za-z0-9_-]+/", page)
    return found[0] if found else f"/no-{kind}-link/"


async def another_phone(site: Site, own: OwnList) -> Browser:
    browser = site.browser()
    await browser.open_link(own.edit_key)
    return browser


async def send_marks(browser: Browser, path: str, marks: list[dict[str, str]], wait: float = 10) -> Answer:
    """A batch as a phone sends it: [{"id", "command"}]. Raises `NoAnswer`."""
    headers = {"Content-Type": "application/json", "X-CSRFToken": await browser.token()}
    return await browser.send("POST", f"{path}marks/", headers, body=json.dumps({"marks": marks}).encode(), wait=wait)


@dataclass
class Marked:
    """What all phones sent.

    ids     -- of the marks that the site said it has
    again   -- batches that were sent again, for nobody had answered
    waiting -- from the moment when a batch was due until it was acknowledged
    wrong   -- answers that no phone expects
    """

    ids: set[str] = field(default_factory=set)
    again: int = 0
    waiting: Waiting = field(default_factory=Waiting)
    wrong: list[str] = field(default_factory=list)


async def phone(browser: Browser, path: str, name: str, moments: Iterable[float], marked: Marked) -> None:
    """At each of these moments a batch of two marks, sent until it is acknowledged, as the page of a battle does."""
    for number, due in enumerate(moments):
        await asyncio.sleep(max(0, due - now()))
        batch = [{"id": f"{name}-{number}-{one}", "command": f"add {ROUND} 1"} for one in range(2)]
        if await acknowledged(browser, path, batch, marked):
            marked.waiting.seconds.append(now() - due)
        if number % 2:  # as after an answer that was lost on its way
            await acknowledged(browser, path, batch, marked)


async def acknowledged(browser: Browser, path: str, batch: list[dict[str, str]], marked: Marked) -> bool:
    for _try in range(30):
        try:
            answer = await send_marks(browser, path, batch)
        except NoAnswer:
            marked.again += 1
            continue
        if answer.status == 200:
            marked.ids.update(json.loads(answer.text)["done"])
            return True
        if answer.status not in (429, 502, 503):
            marked.wrong.append(f"status {answer.status}")
            return False
        marked.again += 1
        await asyncio.sleep(0.5)
    marked.waiting.failures.append("never acknowledged")
    return False


async def kill_workers(site: Site, until: float) -> int:
    """kill -9 of a web process every few seconds. Returns how many."""
    killed = 0
    while now() + 3 < until:
        await asyncio.sleep(3)
        for one in site.kinds().get("web", [])[:1]:
            one.kill()
            killed += 1
    return killed


@attack("-", seconds=300)
async def phones_at_one_battle(site: Site, report: Report, short: bool) -> None:
    """64 phones mark in one battle while web processes are killed: each mark is there once, and is sent until it is."""
    table, batches, pause = await laid_table(site), 3 if short else 30, 4 if short else 2
    marked, begun = Marked(), now() + 0.5
    killer = asyncio.create_task(kill_workers(site, begun + batches * pause))
    work = []
    for number, browser in enumerate(table.browsers):
        moments = [begun + (number / PHONES + turn) * pause for turn in range(batches)]
        work.append(phone(browser, table.path, f"phone-{number:02}", moments, marked))
    await asyncio.gather(*work)
    killed = await killer
    state = json.loads((await site.get(f"{table.watch}state/")).text)
    counted = state["marks"].get(ROUND, 1) - 1
    report.tried = f"{len(marked.ids)} marks of {len(table.browsers)} phones, {killed} web processes killed"
    report.figure(f"{counted} in the battle, {marked.again} batches sent again")
    report.figure(
        f"acknowledged within {marked.waiting.milliseconds(0.5)} (half), {marked.waiting.milliseconds()} (p95)"
    )
    report.check(killed, "no web process was killed")
    report.check(not marked.wrong, f"{len(marked.wrong)} unexpected answers: {set(marked.wrong)}")
    report.check(not marked.waiting.failures, f"{len(marked.waiting.failures)} batches were never acknowledged")
    held = counted == state["revision"] == len(marked.ids)
    report.check(held, f"{len(marked.ids)} acknowledged, {counted} counted")
    await asyncio.gather(*(browser.close() for browser in table.browsers))
