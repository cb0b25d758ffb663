"""Rows 5 and 6: how much one client may do."""

import asyncio
from urllib.parse import urlencode

from tests.attack.http import now
from tests.attack.player import FORM, Browser, OwnList
from tests.attack.report import SEVERAL, Report, attack
from tests.attack.sites import HOST, Several, Site

CREATE, LOGIN = 30, 20  # an hour


async def creations(address, sources: list[str | None], headers: list[dict[str, str]]) -> list:
    """One new list for each source and set of headers, each by a browser and connection of its own."""
    answers = []
    for source, more in zip(sources, headers, strict=True):
        browser = Browser(address, source)
        token = (await browser.send("GET", "/new/rbn/", more)) and await browser.token()
        body = urlencode({"csrfmiddlewaretoken": token}).encode()
        answers.append(await browser.send("POST", "/new/rbn/example/", {"Content-Type": FORM} | more, body=body))
        await browser.close()
    return answers


def check_limit(report: Report, what: str, answers: list, most: int) -> None:
    """At most `most` lists (and what is refilled meanwhile) were made, and the refusals say for how long."""
    passed = len({answer.location for answer in answers if answer.status == 302})
    refused = [answer for answer in answers if answer.status == 429]
    report.figure(f"{what}: {passed} of {len(answers)} passed")
    report.check(passed <= most + 1, f"{what}: {passed} passed, {most} are allowed")
    others = {answer.status for answer in answers} - {302, 429}
    report.check(not others, f"{what}: {others}")
    silent = [answer for answer in refused if not answer.headers.get("retry-after", "").isdigit()]
    report.check(not silent, f"{what}: 429 without Retry-After")


@attack("6", seconds=240)
async def limits_hold(site: Site, report: Report, short: bool) -> None:
    """More lists than an hour allows from one address, over all processes, with forged headers, after a restart."""
    source = next(site.sources)
    forged = {"X-Forwarded-For": "203.0.113.{}"}
    over = CREATE + (6 if short else 30)
    answers = await creations(site.address, [source] * over, [{}] * over)
    check_limit(report, "one address", answers, CREATE)
    passed = len({answer.location for answer in answers if answer.status == 302})
    report.check(passed >= CREATE - 1, f"only {passed} lists could be made")
    lies = [
        {name: value.format(turn)}
        for turn, (name, value) in enumerate(
            [
                *forged.items(),
                ("X-Real-IP", "203.0.113.{}"),
                ("Forwarded", "for=203.0.113.{}"),
                ("X-Forwarded-For", "203.0.113.{}:81"),
            ]
        )
    ]
    check_limit(report, "forged headers", await creations(site.address, [source] * len(lies), lies), 0)
    other = await creations(site.address, [next(site.sources)], [{}])
    report.check(other[0].status == 302, "another address is refused too")
    if not short:
        await site.restart()
        check_limit(report, "after a restart", await creations(site.address, [source] * 3, [{}] * 3), 0)
    report.tried = f"{over} new lists from one address and {len(lies)} with forged headers"


@attack("6", setups=(SEVERAL,), short=False)
async def limits_behind_a_proxy(site: Several, report: Report, short: bool) -> None:
    """As the proxy says it: addresses of one IPv6 /64 count as one client, an address with a port as without."""
    node = (HOST, site.nodes[0].port)

    def said(values: list[str]) -> list[dict[str, str]]:
        return [{"X-Forwarded-For": value, "X-Forwarded-Proto": "http"} for value in values]

    over = CREATE + 6
    network = said([f"2001:db8:7:7:{turn:x}::{turn:x}" for turn in range(1, over + 1)])
    check_limit(report, "one /64", await creations(node, [None] * over, network), CREATE)
    ports = said([f"198.51.100.7:{turn + 4000}" for turn in range(over)])
    answers = await creations(node, [None] * over, ports)
    check_limit(report, "one address, many ports", answers, CREATE)
    chains = said([f"203.0.113.{turn}, 198.51.100.9" for turn in range(over)])
    check_limit(report, "forged chain", await creations(node, [None] * over, chains), CREATE)
    other = await creations(node, [None], said(["2001:db8:7:8::1"]))
    report.check(other[0].status == 302, "another /64 is refused too")
    report.tried = f"{3 * over} new lists by three clients"


@attack("6", short=False)
async def logins(site: Site, report: Report, short: bool) -> None:
    """Guessing passwords of the admin from one address."""
    source, statuses = next(site.sources), []
    browser = site.browser(source)
    for turn in range(LOGIN + 6):
        await browser.get("/account/login/")
        answer = await browser.post("/account/login/", {"login": "admin", "password": f"guess {turn}"})
        statuses.append(answer.status)
    tried = sum(status == 200 for status in statuses)
    report.tried = f"{len(statuses)} guesses"
    report.figure(f"{tried} were looked at")
    report.check(tried <= LOGIN + 1, f"{tried} guesses were looked at")
    report.check(set(statuses) <= {200, 429}, f"{set(statuses)}")


@attack("5")
async def edit_flood(site: Site, report: Report, short: bool) -> None:
    """One client edits as fast as it can, over many connections, with long notes."""
    seconds = 3 if short else 20
    source = next(site.sources)
    owner = site.browser(source)
    made = await site.look("monster", 12, 4000)
    own = await owner.open_link(made["edit_key"])
    await owner.refresh(own)
    statuses: dict[int, int] = {}
    before, until = site.bytes_on_disk(), now() + seconds

    async def flood(number: int) -> None:
        browser, mine = site.browser(source), OwnList(own.pk, own.revision)
        browser.cookies = dict(owner.cookies)
        turn = 0
        while now() < until:
            turn += 1
            answer = await browser.edit(mine, f"describe {number}", notes=f"{number} {turn} " + "flood " * 700)
            statuses[answer.status] = statuses.get(answer.status, 0) + 1
            if answer.status == 409:
                await browser.refresh(mine)

    await asyncio.gather(*(flood(number) for number in range(12)))
    grown = site.bytes_on_disk() - before
    edits = statuses.get(200, 0)
    report.tried = f"{sum(statuses.values())} edits in {seconds} s from one client"
    report.figure(f"{edits} saved, {statuses.get(429, 0)} refused with 429, {grown / 1e6:.1f} MB more on disk")
    report.check(statuses.get(429) or edits < 100 + 5 * seconds, "no edit was refused")
    report.check(edits <= 110 + 6 * seconds, f"{edits} edits in {seconds} s")
    report.check(grown < 10_000_000 + seconds * 500_000, f"{grown / 1e6:.0f} MB stored in {seconds} s")
    report.check(not [status for status in statuses if status >= 500], f"{statuses}")


@attack("5", short=False)
async def human_editing(site: Site, report: Report, short: bool) -> None:
    """Somebody who clicks five times a second for four seconds is never refused."""
    player = site.browser()
    own = await player.new_list()
    statuses = []
    for turn in range(20):
        begun = now()
        statuses.append((await player.edit(own, "describe 0", name=f"Click {turn}")).status)
        await asyncio.sleep(max(0, 0.2 - (now() - begun)))
    report.tried = f"{len(statuses)} edits, five a second"
    report.check(set(statuses) == {200}, f"{set(statuses)}")


@attack("5", short=False)
async def bytes_of_an_edit(site: Site, report: Report, short: bool) -> None:
    """What an edit of a list of 900 points takes in the database, on average: at most 600 bytes."""
    number = 60 if short else 300
    made = await site.look("convoy", 900)
    player = site.browser()
    own = await player.open_link(made["edit_key"])
    await player.refresh(own)
    before = await site.look("bytes_of_revisions")
    saved = 0
    for turn in range(number):
        if turn % 15 == 0:  # many addresses: this is not about limits
            cookies = player.cookies
            await player.close()
            player = site.browser()
            player.cookies = cookies
        command, fields = (
            ("describe 1", {"name": f"Name {turn}"}),
            ("describe 3", {"notes": f"What happened in game {turn}, as far as anybody remembers it."}),
            ("duplicate 2", {}),
            ("move 4 down", {}),
            ("remove 3", {}),
            ("log-add", {"title": f"Game {turn}", "text": "Won."}),
        )[turn % 6]
        answer = await player.patient_edit(own, command, **fields)
        saved += answer.status == 200
    grown = await site.look("bytes_of_revisions") - before
    report.tried = f"{saved} edits of a list of {made['points']} points"
    report.figure(f"{grown / max(1, saved):,.0f} bytes an edit")
    report.check(saved >= number * 0.9, f"only {saved} of {number} edits were saved")
    report.check(grown <= 600 * saved, "more than 600 bytes an edit")


@attack("5", short=False)
async def too_long_a_list(site: Site, report: Report, short: bool) -> None:
    """The limits of the exchange format hold on the web: no list of more than 1,000,000 bytes."""
    made = await site.look("monster", 185, 4900)
    player = site.browser()
    own = await player.open_link(made["edit_key"])
    await player.refresh(own)
    statuses = [(await player.patient_edit(own, f"duplicate {turn}")).status for turn in range(30)]
    size = len((await player.get(f"{own.path}json/")).body)
    report.tried = f"{len(statuses)} more units with long notes for a list of almost 1 MB"
    report.figure(f"{size:,} bytes; {statuses.count(422)} refused")
    report.check(size <= 1_000_000, f"the list has {size:,} bytes")
    report.check(422 in statuses and not set(statuses) - {200, 422}, f"{set(statuses)}")


@attack("12")
async def double_posts(site: Site, report: Report, short: bool) -> None:
    """Forms of new gatherings that are each sent twice at the same moment: one gathering each."""
    number = 20
    before = (await site.look("rows"))["builder_gathering"]

    async def twice(turn: int) -> list[int]:
        browser = site.browser()
        page = (await browser.get("/gatherings/new/of-the-dead/")).text
        token = page.split('name="form_token" value="')[1].split('"')[0]
        fields = {"name": f"Gang {turn}", "form_token": token}
        second = Browser(site.address, browser.connection.source)
        second.cookies = dict(browser.cookies)
        begun = now()
        answers = await asyncio.gather(*(one.post("/gatherings/new/of-the-dead/", fields) for one in (browser, second)))
        slowest.append(now() - begun)
        homes = {answer.location for answer in answers}
        report.check(len(homes) == 1, f"the two lead to {homes}")
        return [answer.status for answer in answers]

    slowest: list[float] = []
    statuses = [status for pair in await asyncio.gather(*map(twice, range(number))) for status in pair]
    made = (await site.look("rows"))["builder_gathering"] - before
    report.tried = f"{number} forms sent twice at once"
    report.figure(f"{made} gatherings, slowest {max(slowest):.1f} s")
    report.check(made == number, f"{made} gatherings")
    report.check(set(statuses) == {302}, f"{set(statuses)}")


@attack("12", short=False)
async def double_joins(site: Site, report: Report, short: bool) -> None:
    """An answer to an invitation that is sent twice at once: one member."""
    organiser = site.browser()
    home = (await organiser.post("/gatherings/new/of-the-dead/", {"name": "Gang"})).location
    page = (await organiser.get(f"{home}links/")).text
    invitation = "/j/" + page.split("/j/")[1].split("/")[0] + "/"
    before = (await site.look("rows"))["builder_membership"]

    async def join(turn: int) -> None:
        browser = site.browser()
        page = (await browser.get(invitation)).text
        token = page.split('name="form_token" value="')[1].split('"')[0]
        second = Browser(site.address, browser.connection.source)
        second.cookies = dict(browser.cookies)
        fields = {"name": f"Member {turn}", "player": "", "form_token": token}
        await asyncio.gather(*(one.post(invitation, fields) for one in (browser, second)))

    await asyncio.gather(*map(join, range(6)))
    made = (await site.look("rows"))["builder_membership"] - before
    report.tried = "6 answers to an invitation, each sent twice at once"
    report.figure(f"{made} members")
    report.check(made == 6, f"{made} members")
