"""What was acknowledged is in the database: under load, and while processes are killed."""

import asyncio
import random

from tests.attack.http import NoAnswer
from tests.attack.player import Browser, OwnList
from tests.attack.report import Report, attack
from tests.attack.sites import Site


class Writer:
    """A player who writes numbered notes on a unit and remembers which were acknowledged."""

    def __init__(self, browser: Browser, own: OwnList, number: int, unit: int = 0):
        self.browser, self.own, self.number, self.unit = browser, own, number, unit
        self.acknowledged: list[str] = []
        self.failures: list[str] = []

    async def write(self, turn: int) -> None:
        """One note. An answer that does not come is a failure, and the player loads the page again."""
        text = f"player {self.number} edit {turn}"
        try:
            for _try in range(20):
                answer = await self.browser.patient_edit(self.own, f"describe {self.unit}", notes=text)
                if answer.status != 409:
                    break
                await self.browser.refresh(self.own)
            if answer.status == 200:
                self.acknowledged.append(text)
            else:
                self.failures.append(f"status {answer.status}")
                await self.reload()
        except Exception as error:
            self.failures.append(f"{type(error).__name__}: {error}")
            await self.reload()

    async def reload(self) -> None:
        for _try in range(100):
            try:
                await self.browser.refresh(self.own)
                return
            except Exception:
                await asyncio.sleep(0.5)


async def writers(site: Site, own_lists: int, together: int) -> list[Writer]:
    """Players with a list each, and some who edit different units of one list."""
    browsers = [site.browser() for _player in range(own_lists + together)]
    lists = await asyncio.gather(*(browser.new_list() for browser in browsers[:own_lists]))
    made = [Writer(browser, own, turn) for turn, (browser, own) in enumerate(zip(browsers, lists, strict=False))]
    if together:
        common = await site.look("monster", together, 10)
        for turn, browser in enumerate(browsers[own_lists:]):
            own = await browser.open_link(common["edit_key"])
            await browser.refresh(own)
            made.append(Writer(browser, own, own_lists + turn, unit=turn))
    return made


async def lost_edits(site: Site, players: list[Writer]) -> list[str]:
    """The acknowledged edits that no state of the database has; the last one of each must be in the present state."""
    found = await site.look("states", list({player.own.pk for player in players}))
    lost = []
    for player in players:
        state = found[str(player.own.pk)]
        notes = {unit[1] for units in state["all"].values() for unit in units}
        lost += [text for text in player.acknowledged if text not in notes]
        now = [unit[1] for unit in state["now"]]
        if player.acknowledged and not player.failures and player.acknowledged[-1] not in now:
            lost.append(f"{player.acknowledged[-1]} is not in the present state")
    return lost


@attack("-", seconds=400)
async def acknowledged_edits(site: Site, report: Report, short: bool) -> None:
    """64 clients with 25 edits each, a quarter of them on one list: every acknowledged edit is in the database."""
    own_lists, together, edits = (12, 4, 8) if short else (48, 16, 25)
    players = await writers(site, own_lists, together)

    async def play(player: Writer) -> None:
        for turn in range(edits):
            await player.write(turn)

    await asyncio.gather(*map(play, players))
    saved = sum(len(player.acknowledged) for player in players)
    lost = await lost_edits(site, players)
    failed = [failure for player in players for failure in player.failures]
    report.tried = f"{len(players)} clients, {len(players) * edits} edits"
    report.figure(f"{saved} acknowledged, {len(lost)} lost")
    report.check(not lost, f"{len(lost)} lost: {lost[:2]}")
    report.check(not failed, f"{len(failed)} not acknowledged: {failed[:2]}")


@attack("4", seconds=300, short=False)
async def kills_under_load(site: Site, report: Report, short: bool) -> None:
    """kill -9 of random web processes while players edit: every acknowledged edit is in the database."""
    players = await writers(site, 6 if short else 16, 2 if short else 4)
    kills, until = 0, asyncio.get_running_loop().time() + (6 if short else 30)

    async def play(player: Writer) -> None:
        turn = 0
        while asyncio.get_running_loop().time() < until:
            await player.write(turn)
            turn += 1

    playing = asyncio.gather(*map(play, players))
    while asyncio.get_running_loop().time() < until - 1:
        await asyncio.sleep(random.uniform(0.8, 1.6))
        web = site.kinds().get("web", [])
        if web:
            random.choice(web).kill()
            kills += 1
    try:
        await asyncio.wait_for(playing, 60)
    except (TimeoutError, NoAnswer):
        report.check(False, "players still wait after a minute")
    saved = sum(len(player.acknowledged) for player in players)
    lost = await lost_edits(site, players)
    failed = [failure for player in players for failure in player.failures]
    most = max(len(player.failures) for player in players)
    report.tried = f"{kills} x kill -9 under {len(players)} editing players"
    report.figure(f"{saved} edits acknowledged, {len(lost)} lost, {len(failed)} not answered")
    report.check(kills >= 3, f"only {kills} web processes found")
    report.check(saved > 20, f"only {saved} edits were acknowledged")
    report.check(not lost, f"{lost[:2]}")
    report.check(most <= kills, f"a player saw {most} failures at {kills} kills: {sorted(set(failed))[:2]}")
