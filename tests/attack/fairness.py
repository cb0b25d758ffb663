"""Fair battles: who may roll what for whom, what becomes of a roll, and what a battle takes when it is over."""

import json
import re
from dataclasses import dataclass

from tests.attack.battles import found_link, send_marks
from tests.attack.http import Answer
from tests.attack.player import Browser, OwnList, Refused
from tests.attack.report import Report, attack
from tests.attack.sites import Site

GAME = "rbn"
MORALE, BURNING = "actions/morale/", "0/0.0/on-fire"
WOUNDS = "0/0.0/wounds"


@dataclass
class Duel:
    """A battle of two players, each with the example list of Red Button's Nation; the host plays side 0."""

    path: str
    join: str
    watch: str
    host: Browser
    guest: Browser

    async def marks(self) -> dict[str, int | str]:
        """What is marked."""
        return json.loads((await self.host.get(f"{self.watch}state/")).text)["marks"]

    async def log(self) -> str:
        return (await self.host.get(f"{self.path}log/")).text

    async def close(self) -> None:
        await self.host.close()
        await self.guest.close()


async def laid_duel(site: Site) -> Duel:
    host, guest = site.browser(), site.browser()
    own, other = await host.new_list(GAME), await guest.new_list(GAME)
    begun = await host.post(f"{own.path}play/", {})
    invitation = (await host.get(f"{begun.location}invite/")).text
    join, watch = (found_link(invitation, kind) for kind in "bw")
    await joined(guest, join, other)
    return Duel(begun.location, join, watch, host, guest)


async def joined(browser: Browser, join: str, own: OwnList) -> Answer:
    answer = await browser.post(join, {"roster": own.pk})
    if answer.status != 302:
        raise Refused("joining a battle", answer)
    return answer


async def marked(browser: Browser, duel: Duel, *commands: str, name: str = "mark") -> Answer:
    """One batch of these commands."""
    batch = [{"id": f"{name}-{number:08}", "command": one} for number, one in enumerate(commands)]
    return await send_marks(browser, duel.path, batch)


async def accepted(browser: Browser, duel: Duel, action: str, fields: dict[str, str], roll: str) -> Answer:
    """The first proposal of a kept roll."""
    return await browser.post(f"{duel.path}{action}?roll={roll}", fields | {"accept": "0"})


def roll_of(answer: Answer) -> str:
    """The number of the roll that an answer leads to."""
    found = re.search(r"[?&]roll=(\d+)", answer.location)
    return found[1] if found else "0"


@attack("4")
async def anothers_morale(site: Site, report: Report, short: bool) -> None:
    """A guest rolls the host's morale test until it fails, in the name of a unit of their own, and takes it."""
    duel = await laid_duel(site)
    fields, tries = {"side": "0", "sono": "no", "unit": "1/0.0"}, 25
    for _try in range(tries):
        rolled = await duel.guest.post(f"{duel.path}{MORALE}", fields)
        await accepted(duel.guest, duel, MORALE, fields, roll_of(rolled))
    fled = [path for path, value in (await duel.marks()).items() if path.startswith("0/") and value]
    report.tried = f"{tries} rolls taken"
    report.figure(f"{len(fled)} marks on the host's side")
    report.check(not fled, f"{len(fled)} marks of a guest on the host's side")
    await duel.close()


@attack("5")
async def acceptances_named_beforehand(site: Site, report: Report, short: bool) -> None:
    """A guest sends marks with the ids that acceptances of the host's rolls will have; the host then accepts one."""
    duel = await laid_duel(site)
    await marked(duel.host, duel, f"set {BURNING} 1")
    batch = [{"id": f"accept-{roll}-0-1", "command": "add table/round 0"} for roll in range(50, 150)]
    taken = await send_marks(duel.guest, duel.path, batch)
    fields = {"unit": "0/0.0"}
    rolled = await duel.host.post(f"{duel.path}actions/burn/", fields)
    await accepted(duel.host, duel, "actions/burn/", fields, roll_of(rolled))
    marks = await duel.marks()
    report.tried = "100 marks with reserved ids, 1 acceptance"
    report.figure(f"the batch: status {taken.status}")
    done = marks.get(WOUNDS, 0) or not marks.get(BURNING, 0)
    report.check(done, "the host's acceptance left no mark")
    await duel.close()


@attack("6")
async def the_best_of_many_rolls(site: Site, report: Report, short: bool) -> None:
    """Somebody rolls 25 times and takes one, five rounds later and at once: what the others get to know of it."""
    duel = await laid_duel(site)
    await marked(duel.host, duel, f"set {BURNING} 1")
    fields = {"unit": "0/0.0"}
    rolls = [roll_of(await duel.host.post(f"{duel.path}actions/burn/", fields)) for _time in range(25)]
    seen = (await duel.guest.get(f"{duel.watch}state/")).text
    await marked(duel.host, duel, *["next-round"] * 5, name="round")
    late = await accepted(duel.host, duel, "actions/burn/", fields, rolls[19])
    left = await duel.marks()
    again = [roll_of(await duel.host.post(f"{duel.path}actions/burn/", fields)) for _time in range(3)]
    await accepted(duel.host, duel, "actions/burn/", fields, again[2])
    log = await duel.log()
    report.tried = "25 rolls, the 20th taken after five rounds; 3 rolls, the third taken"
    report.figure(f"late: status {late.status}")
    report.check(late.status in (409, 422), f"a roll is taken after its round: status {late.status}")
    report.check(left.get(BURNING) == 1 and not left.get(WOUNDS), "a roll of five rounds ago was marked")
    report.check(": On fire" in seen, "the others' pages do not show rolls as they fall")
    report.check(log.count(": On fire") >= 28, f"the log names {log.count('On fire')} of 28 rolls")
    said = f"from roll {again[2]}, third of this activation"
    report.check(said in log, f"the log does not say: {said}")
    await duel.close()


@attack("9")
async def marks_after_the_end(site: Site, report: Report, short: bool) -> None:
    """After the end a guest marks, rolls, takes back, fills in from paper, and more; a stranger joins."""
    duel = await laid_duel(site)
    await marked(duel.guest, duel, "set 1/0.0/wounds 1", name="before")
    await duel.host.post(f"{duel.path}end/", {"outcome-0": "won", "outcome-1": "lost"})
    before = await duel.marks()
    stranger = site.browser()
    own = await stranger.new_list(GAME)
    tries = {
        "a mark": await marked(duel.guest, duel, "add 1/0.0/wounds 1", name="after"),
        "a mark of a form": await duel.guest.post(f"{duel.path}marks/", {"command": "next-round"}),
        "undo": await marked(duel.guest, duel, "undo", name="undo"),
        "something put on the table": await marked(duel.guest, duel, "encounter scorpion-geant 1", name="put"),
        "a roll": await duel.guest.post(f"{duel.path}{MORALE}", {"side": "1"}),
        "a roll of a step": await duel.guest.post(f"{duel.path}steps/hostile/0/", {}),
        "paper": await duel.guest.post(f"{duel.path}paper/", {"1/0.0/wounds=1": "2"}),
        "a scenario": await duel.host.post(f"{duel.path}scenario/", {"scenario": ""}),
        "leaving": await duel.guest.post(f"{duel.path}invite/", {"action": "leave 1"}),
        "joining": await stranger.post(duel.join, {"roster": own.pk}),
    }
    for what, answer in tries.items():
        report.check(answer.status in (409, 422), f"{what} after the end: status {answer.status}")
    report.check(await duel.marks() == before, "something was marked after the end")
    asked = (await duel.host.get(f"{duel.path}invite/")).text
    report.check(duel.join not in asked, "the invitation still asks people in")
    board = (await duel.host.get(duel.path)).text
    report.check('name="command"' not in board, "the board still offers marks")
    await duel.host.post(f"{duel.path}reopen/", {})
    log = await duel.log()
    report.check("Battle reopened" in log, "nobody is told that the battle goes on")
    on = await marked(duel.guest, duel, "add 1/0.0/wounds 1", name="reopened")
    report.check(on.status == 200 and (await duel.marks()) != before, f"marks when it goes on: status {on.status}")
    report.tried = f"{len(tries)} changes after the end, 1 after it went on"
    await duel.close()
    await stranger.close()


@attack("11")
async def commands_with_wrong_arguments(site: Site, report: Report, short: bool) -> None:
    """Commands of which a part has too many or too few words, each beside a good mark."""
    duel = await laid_duel(site)
    bad = ["all add table/round 1 2", "all add", "all set table/round", "all", "met x y z", "turn", "set table/round"]
    good = 0
    for number, one in enumerate(bad):
        answer = await marked(duel.host, duel, one, f"set table/round {2 + number % 2}", name=f"bad-{number}")
        told = json.loads(answer.text) if answer.status < 500 else {"done": [], "refused": []}
        refused, good = told["refused"], good + len(told["done"])
        report.check(answer.status == 422, f"{one}: status {answer.status}")
        report.check(any(reason["id"] == f"bad-{number}-00000000" for reason in refused), f"{one}: no sentence")
    report.tried = f"{len(bad)} wrong commands beside good marks"
    report.check(good == len(bad), f"of {len(bad)} good marks {good} are stored")
    await duel.close()
