"""make load: players who act like people, and how long they wait.

An own client: locust brings gevent, flask and zeromq, and its users cost more of the two cores than the site does.
Players come from addresses of their own (127.x.y.z), so that no limit of the site is loosened. A click is due when its
player's pause ends; what the site does not answer in time delays nothing in the measure but itself.
"""

import argparse
import asyncio
import random
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.attack.http import Answer, now
from tests.attack.measure import Waiting
from tests.attack.player import HTMX, Browser, OwnList
from tests.attack.processes import Process
from tests.attack.sites import SITES, Several, Site

PAUSE = (5.0, 15.0)  # seconds between two clicks
SHEETS = 40  # one action in so many is a sheet
KINDS = ("edit", "offers", "open a list", "open a unit", "my lists", "shared page", "rules", "sheet asked for", "sheet")
GAMES = ("rbn", "rbn", "first-wave", "of-the-dead", "chain-reaction")
REACH = 0.060  # seconds, p95 of edits
HELD = 0.150  # seconds, p95 of edits, of as many players as the site holds
HELD_SECONDS = 30  # for which it is to hold a number of them
MAKING_SECONDS = 120


@dataclass
class Figures:
    """What all players met."""

    waiting: dict[str, Waiting] = field(default_factory=lambda: defaultdict(Waiting))
    statuses: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))

    def count(self, kind: str, seconds: float, answer: Answer | None, good: tuple[int, ...], error: str = "") -> None:
        waiting = self.waiting[kind]
        if answer is None or answer.status not in good:
            waiting.failures.append(error or f"status {answer.status if answer else '-'}")
        else:
            waiting.seconds.append(seconds)


class Player:
    """Somebody with a list, who clicks every 5 to 15 seconds."""

    def __init__(self, number: int, browser: Browser, own: OwnList, units: int, shares: list[str], figures: Figures):
        self.number, self.browser, self.own, self.units = number, browser, own, units
        self.shares, self.figures = shares, figures
        self.opened: int | None = None
        self.acknowledged: list[str] = []
        self.random = random.Random(number)

    async def timed(self, kind: str, due: float, request, good: tuple[int, ...] = (200,)) -> Answer | None:
        """The answer to a request that was due then; None where there is none."""
        try:
            answer = await request
        except Exception as error:
            self.figures.count(kind, 0, None, good, f"{type(error).__name__}: {error}")
            return None
        self.figures.count(kind, now() - due, answer, good)
        return answer

    async def play(self, until: float) -> None:
        await asyncio.sleep(self.random.uniform(0, PAUSE[1]))
        while now() < until:
            await self.act(now())
            await asyncio.sleep(self.random.uniform(*PAUSE))

    async def act(self, due: float) -> None:
        """One action, weighed as people do it."""
        turn = self.random.random()
        if turn < 1 / SHEETS:
            await self.print_sheet(due)
        elif turn < 0.62:
            await self.edit(due)
        elif turn < 0.80:
            await self.open_unit(due)
        elif turn < 0.86:
            await self.open_list(due)
        elif turn < 0.94:
            await self.timed("shared page", due, self.browser.get(f"/s/{self.random.choice(self.shares)}/"))
        elif turn < 0.97:
            await self.timed("my lists", due, self.browser.get("/lists/"))
        else:
            await self.timed("rules", due, self.browser.get("/rules/rbn/"))

    async def open_list(self, due: float) -> None:
        await self.timed("open a list", due, self.browser.refresh(self.own))

    async def open_unit(self, due: float) -> None:
        before, self.opened = self.opened, self.random.randrange(self.units)
        closing = "" if before is None else before
        query = f"?unit={self.opened}&closing={closing}&revision={self.own.revision}"
        await self.timed("open a unit", due, self.browser.get(self.own.path + query, HTMX))

    async def edit(self, due: float) -> None:
        """An edit of a unit; its answer brings what may be added to those who have that in view, which are half."""
        unit = self.random.randrange(self.units) if self.opened is None else self.opened
        text = f"note {len(self.acknowledged)} of player {self.number}"
        fields = {"notes": text} | ({} if self.number % 2 else {"offers_in_view": "1"})
        edit = self.browser.edit(self.own, f"describe {unit}", opened=self.opened or "", **fields)
        answer = await self.timed("edit", due, edit)
        if answer is not None and answer.status == 200:
            self.acknowledged.append(text)

    async def print_sheet(self, due: float) -> None:
        """Ask for a sheet, as its own tab does, until it is there."""
        path = f"{self.own.path}pdf/"
        answer = await self.timed("sheet asked for", due, self.browser.get(path), good=(200, 202))
        if answer is not None and answer.status == 202:
            await self.timed("sheet", due, self.browser.sheet(path, MAKING_SECONDS))


class Meter:
    """Processor time of the client and of the processes of the site."""

    def __init__(self, site: Site):
        self.site = site
        self.first = self.reading()

    def reading(self) -> dict[str, float]:
        own = resource.getrusage(resource.RUSAGE_SELF)
        found: dict[str, float] = {"client": own.ru_utime + own.ru_stime}
        for kind, processes in self.site.kinds().items():
            found[kind] = sum(process.cpu for process in processes)
        if isinstance(self.site, Several):
            for name in ("database", "cache", "proxy"):
                found[name] = family_cpu(getattr(self.site, name).pid)
        return found

    def used(self) -> dict[str, float]:
        return {name: seconds - self.first.get(name, 0) for name, seconds in self.reading().items()}


def family_cpu(pid: int) -> float:
    from tests.attack.processes import below

    return sum(one.cpu for one in [Process(pid, 0, ()), *below(pid)])


async def make_players(site: Site, number: int, figures: Figures, others: Sequence[Player] = ()) -> list[Player]:
    """So many players after `others`, with a copy of an example each, made through the web, a few at a time."""
    room, shares = asyncio.Semaphore(8), others[0].shares if others else []

    async def make(turn: int) -> tuple[Browser, OwnList, int]:
        async with room:
            browser = site.browser()
            own = await browser.new_list(GAMES[turn % len(GAMES)])
            page = await browser.refresh(own)
            if turn % 10 == 0:
                shares.append(await browser.shared(own))
            return browser, own, max(1, page.text.count('id="unit-'))

    turns = range(len(others), len(others) + number)
    made = await asyncio.gather(*(make(turn) for turn in turns))
    return [Player(turn, *one, shares, figures) for turn, one in zip(turns, made, strict=True)]


async def largest_number(site: Site, players: list[Player], figures: Figures) -> int:
    """How many players the site holds with p95 of edits under `HELD`, to an eighth.

    Half as many again until it does not, then the middle. Those who are missing are added to `players`.
    """
    number, held, too_many = len(players), 0, 0
    while not too_many or too_many - held > max(held // 8, 20):
        players += await make_players(site, number - len(players), figures, players)
        figures.waiting.clear()
        end = now() + HELD_SECONDS
        await asyncio.gather(*(player.play(end) for player in players[:number]))
        edits = figures.waiting["edit"]
        print(f"{number} players: p95 of edits {edits.p95 * 1e3:.0f} ms, {len(edits.failures)} errors", flush=True)
        if edits.p95 < HELD and not edits.failures:
            held = number
        else:
            too_many = number
        number = (held + too_many) // 2 if too_many else held * 3 // 2
    return held


async def lost_edits(site: Site, players: list[Player]) -> int:
    """How many acknowledged edits the database has in no state of their list."""
    found = await site.look("states", [player.own.pk for player in players])
    lost = 0
    for player in players:
        notes = {unit[1] for units in found[str(player.own.pk)]["all"].values() for unit in units}
        lost += sum(text not in notes for text in player.acknowledged)
    return lost


async def run(arguments: argparse.Namespace) -> bool:
    """Start the site, play, print the table. Returns whether the reach was kept."""
    site = SITES[arguments.setup]()
    try:
        await site.start()
        figures = Figures()
        players = await make_players(site, arguments.players, figures)
        print(f"{arguments.setup}: {len(players)} players for {arguments.seconds} s", flush=True)
        warm = now() + arguments.warm_up
        await asyncio.gather(*(player.play(warm) for player in players))
        figures.waiting.clear()
        meter, begun = Meter(site), time.monotonic()
        end = now() + arguments.seconds
        await asyncio.gather(*(player.play(end) for player in players))
        took = time.monotonic() - begun
        used = meter.used()
        lost = await lost_edits(site, players)
        print_table(figures, used, took)
        saved = sum(len(player.acknowledged) for player in players)
        errors = sum(len(waiting.failures) for waiting in figures.waiting.values())
        p95 = figures.waiting["edit"].p95
        print(f"\nedits acknowledged {saved}, lost {lost}; errors {errors}; p95 of edits {p95 * 1e3:.0f} ms")
        if errors:
            print_errors(figures)
        if arguments.largest:
            held = await largest_number(site, players, figures)
            print(f"held with p95 of edits under {HELD * 1e3:.0f} ms: {held} players (1,000 are to be reached)")
        return not lost and not errors and p95 < REACH
    finally:
        site.remove()


def print_table(figures: Figures, used: dict[str, float], took: float) -> None:
    print(f"\n{'':<18}{'requests':>9}{'errors':>8}{'p50':>9}{'p95':>9}{'p99':>9}   ms")
    for kind in KINDS:
        waiting = figures.waiting.get(kind)
        if waiting:
            times = "".join(f"{waiting.at(share) * 1e3:>9.0f}" for share in (0.5, 0.95, 0.99))
            print(f"{kind:<18}{waiting.asked:>9}{len(waiting.failures):>8}{times}")
    total = sum(waiting.asked for waiting in figures.waiting.values())
    print(f"{'all':<18}{total:>9}   {total / took:.0f} a second")
    shares = ", ".join(f"{name} {seconds / took:.0%}" for name, seconds in sorted(used.items()))
    print(f"processor, of one core: {shares}")


def print_errors(figures: Figures) -> None:
    for kind, waiting in figures.waiting.items():
        for text in sorted(set(waiting.failures))[:4]:
            print(f"  {kind}: {waiting.failures.count(text)} x {text[:150]}")


def parsed() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make load", description=__doc__.splitlines()[0])
    parser.add_argument("setup", nargs="?", choices=list(SITES), default="one")
    parser.add_argument("--players", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=120)
    parser.add_argument("--warm-up", type=float, default=20)
    parser.add_argument(
        "--largest", action=argparse.BooleanOptionalAction, default=True, help="search how many it holds"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(0 if asyncio.run(run(parsed())) else 1)
