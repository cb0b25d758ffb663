"""Row 3: sheets, made beside the players; what is too large; what was kept and got damaged."""

import asyncio

from tests.attack.http import Answer, now
from tests.attack.kills import growth, memory
from tests.attack.measure import Waiting, at_fixed_rate
from tests.attack.player import Browser, OwnList
from tests.attack.report import Report, attack
from tests.attack.sites import Site

Player = tuple[Browser, OwnList]


async def editors(site: Site, number: int) -> list[Player]:
    """Players with a list each, who edit one after the other."""
    browsers = [site.browser() for _player in range(number)]
    lists = [await browser.new_list() for browser in browsers]
    return list(zip(browsers, lists, strict=True))


async def editing(players: list[Player], rate: float, seconds: float) -> Waiting:
    """Edits at a fixed rate by these players in turn."""

    async def edit(turn: int) -> Answer:
        browser, own = players[turn % len(players)]
        return await browser.edit(own, "describe 0", name=f"Edit {turn} {now():.3f}")

    return await at_fixed_rate(rate, seconds, edit)


async def printed(site: Site, number: int) -> list[Player]:
    """Players with a list each that differs from all others, so that no sheet of it is kept."""
    players = await editors(site, number)
    for turn, (browser, own) in enumerate(players):
        await browser.patient_edit(own, "rename", name=f"Printed {turn} {now():.3f}")
    return players


@attack("3", seconds=300, short=False)
async def sheets_beside_edits(site: Site, report: Report, short: bool) -> None:
    """Many sheets are asked for at once; p95 of edits meanwhile against that of the idle site just before."""
    number, rate = (6, 6) if short else (20, 6)
    players, printers = await editors(site, 12), await printed(site, number)
    await editing(players, rate, 2)
    idle = await editing(players, rate, 6 if short else 20)
    begun = now()
    sheets = [asyncio.create_task(browser.sheet(f"{own.path}pdf/", 200)) for browser, own in printers]
    busy = await editing(players, rate, 6 if short else 20)
    while not all(sheet.done() for sheet in sheets):
        some = await editing(players, rate, 2)
        if not all(sheet.done() for sheet in sheets):
            busy.seconds += some.seconds
            busy.failures += some.failures
    took = now() - begun
    answers = await asyncio.gather(*sheets, return_exceptions=True)
    good = sum(isinstance(answer, Answer) and complete(answer) for answer in answers)
    report.tried = f"{number} sheets at once, {rate} edits a second"
    report.figure(f"p95 of edits {idle.milliseconds()} -> {busy.milliseconds()}, x {busy.p95 / idle.p95:.2f}")
    report.figure(f"p50 {idle.milliseconds(0.5)} -> {busy.milliseconds(0.5)}; {good} sheets in {took:.0f} s")
    bad = [answer for answer in answers if not isinstance(answer, Answer) or not complete(answer)]
    report.check(not bad, f"{len(bad)} sheets did not come: {bad[:1]}"[:300])
    report.check_waiting(busy.p95 < 1.5 * idle.p95, "p95 of edits is 1.5 times that of the idle site")
    report.check(not busy.failures, f"{len(busy.failures)} edits failed: {busy.failures[:1]}")


def complete(answer: Answer) -> bool:
    return answer.status == 200 and answer.body.startswith(b"%PDF") and b"%%EOF" in answer.body[-20:]


@attack("3", seconds=300, short=False)
async def monstrous_sheets(site: Site, report: Report, short: bool) -> None:
    """Lists of 500 units with long notes: a sheet or a kind page in time, and visitors do not notice."""
    made = [await site.look("monster", 500, 1700) for _turn in range(3)]
    players = []
    for one in made:
        browser = site.browser()
        players.append((browser, await browser.open_link(one["edit_key"])))
    idle = await at_fixed_rate(20, 5, lambda _turn: site.get("/about/"))
    begun = now()
    sheets = [asyncio.create_task(browser.sheet(f"{own.path}pdf/", 150)) for browser, own in players]
    busy = await at_fixed_rate(20, 20, lambda _turn: site.get("/about/", wait=15))
    answers = await asyncio.gather(*sheets, return_exceptions=True)
    report.tried = "3 sheets of 500 units with long notes at once"
    report.figure(
        f"answered after {now() - begun:.0f} s, p95 of /about/ {idle.milliseconds()} -> {busy.milliseconds()}"
    )
    report.check(not busy.failures, f"{len(busy.failures)} visitors were not served")
    report.check_waiting(busy.p95 < max(4 * idle.p95, 0.2), "visitors wait")
    for answer in answers:
        if not isinstance(answer, Answer):
            report.check(False, f"no answer: {answer!r}"[:200])
        elif not complete(answer):
            kind = answer.status in (200, 413, 422, 503) and 'class="top"' in answer.text
            report.figure(f"status {answer.status}")
            report.check(kind, f"{answer.status} instead of a kind page")


@attack("3", short=False)
async def one_sheet_at_a_time(site: Site, report: Report, short: bool) -> None:
    """One client asks for five sheets of five lists at once: it gets all, one after the other."""
    source = next(site.sources)
    owner = site.browser(source)
    lists = [await owner.new_list(game) for game in ("rbn", "of-the-dead", "first-wave")]
    browsers = [Browser(site.address, source) for _list in lists]
    for browser in browsers:
        browser.cookies = dict(owner.cookies)
    sheets = (browser.sheet(f"{own.path}pdf/", 100) for browser, own in zip(browsers, lists, strict=True))
    answers = await asyncio.gather(*sheets, return_exceptions=True)
    report.tried = f"{len(lists)} sheets at once by one client"
    good = sum(isinstance(answer, Answer) and complete(answer) for answer in answers)
    report.figure(f"{good} came")
    report.check(good == len(lists), f"{answers}"[:200])


@attack("3")
async def damaged_sheets(site: Site, report: Report, short: bool) -> None:
    """Kept sheets that lost their second half are made anew."""
    ((browser, own),) = await printed(site, 1)
    first = await browser.sheet(f"{own.path}pdf/")
    cut = await site.look("truncate_sheets")
    again = await browser.sheet(f"{own.path}pdf/")
    report.tried = f"{cut} kept sheets cut short"
    report.check(cut, "no kept sheet was found")
    report.check(complete(first) and complete(again), f"{again.status}, {len(again.body)} of {len(first.body)} bytes")


@attack("3", short=False)
async def killed_sheet_workers(site: Site, report: Report, short: bool) -> None:
    """kill -9 of the sheet workers while they work: the sheets are made all the same."""
    printers = await printed(site, 3)
    sheets = [asyncio.create_task(browser.sheet(f"{own.path}pdf/", 120)) for browser, own in printers]
    await asyncio.sleep(0.8)
    workers = [one for one in site.serving() if any("file_worker" in word for word in one.words)]
    for one in workers:
        one.kill()
    begun = now()
    answers = await asyncio.gather(*sheets, return_exceptions=True)
    good = sum(isinstance(answer, Answer) and complete(answer) for answer in answers)
    report.tried = f"kill -9 of {len(workers)} processes that make sheets"
    report.figure(f"{good} of 3 came after {now() - begun:.0f} s")
    report.check(workers, "no sheet worker found")
    report.check(good == 3, f"{3 - good} sheets did not come: {answers}"[:300])


@attack("14", seconds=1500, short=False)
async def memory_of_sheets(site: Site, report: Report, short: bool) -> None:
    """Memory of sheet workers and web processes over 500 sheets: flat once they are warm."""
    number, warm = 500, 40
    players = await printed(site, 25)

    async def print_all(turns: int) -> int:
        async def play(browser: Browser, own: OwnList) -> int:
            good = 0
            for turn in range(turns // len(players)):
                if turn % 15 == 14:  # another address: this is not about limits
                    cookies = browser.cookies
                    await browser.close()
                    browser = site.browser()
                    browser.cookies = cookies
                await browser.patient_edit(own, "rename", name=f"Sheet {turn} {now():.3f}")
                good += complete(await browser.sheet(f"{own.path}pdf/", 300))
            return good

        return sum(await asyncio.gather(*(play(*player) for player in players)))

    await print_all(warm)
    before = {kind: memory(site, kind) for kind in ("sheets", "web")}
    good = await print_all(number)
    report.tried = f"{number} sheets after {warm} to warm up"
    report.check(good >= number * 0.98, f"only {good} sheets came")
    for kind, sizes in before.items():
        grown = growth(sizes, memory(site, kind))
        report.figure(f"{kind}: {', '.join(f'{size / 1e6:.0f}' for size in sizes.values())} MB, {grown:+.1f} MB")
        report.check(sizes and grown <= 12, f"{kind}: a process grew by {grown:.0f} MB")
