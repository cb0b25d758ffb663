"""Rows 8, 9, 10 and 13: who may edit and see a list, for how long, and what ends it."""

import re
from contextlib import suppress

from tests.attack.player import HTMX, Browser
from tests.attack.report import ONE, SEVERAL, Report, attack
from tests.attack.sites import Node, One, Several, Site

OLD_DAYS = 390  # of disuse, which a grant survives


@attack("8", short=False)
async def years_of_use(site: Site, report: Report, short: bool) -> None:
    """Grants that nobody used for 390 days open their lists, and are young again afterwards."""
    player = site.browser()
    own = await player.new_list()
    gathering = (await player.post("/gatherings/new/of-the-dead/", {"name": "Gang"})).location
    aged = await site.look("age", OLD_DAYS)
    first = await player.get(own.path)
    organised = await player.get(gathering)
    used = await site.look("oldest_use", own.pk)
    report.tried = f"{aged} grants and keys of {OLD_DAYS} days ago"
    report.figure(f"{first.status}; used {used} days ago")
    report.check(first.status == 200, f"the list: {first.status}")
    report.check(organised.status == 200, f"the gathering: {organised.status}")
    report.check(used is not None and used <= 1, "the grant was not renewed by its use")
    ages = [
        int(found) for line in first.cookies + organised.cookies for found in re.findall(r"[Mm]ax-[Aa]ge=(\d+)", line)
    ]
    report.check(any(age >= 400 * 86400 for age in ages), f"the cookie was not renewed for 400 days: {ages}")


@attack("9", setups=(ONE,), short=False)
async def lost_secret_key(site: One, report: Report, short: bool) -> None:
    """The file of the secret key is deleted and the site started again: players keep their lists."""
    player = site.browser()
    own = await player.new_list()
    gathering = (await player.post("/gatherings/new/of-the-dead/", {"name": "Gang"})).location
    site.stop()
    key = site.data / "secret-key"
    report.check(key.exists(), "there is no file secret-key")
    key.unlink(missing_ok=True)
    await site.start()
    statuses = [(await player.get(path)).status for path in (own.path, "/lists/", gathering)]
    report.tried = "a new secret key"
    report.figure(f"{statuses}")
    report.check(statuses == [200, 200, 200], f"{statuses}")
    own.revision = 1
    page = await player.refresh(own) if statuses[0] == 200 else None
    if page:
        report.check((await player.edit(own, "describe 0", name="After")).status == 200, "no edit is possible")


@attack("9", setups=(SEVERAL,), short=False)
async def other_secret_key(site: Several, report: Report, short: bool) -> None:
    """A node with another secret key refuses to start, and says why."""
    node = Node(site, 7)
    node.start(SECRET_KEY="another-key-than-all-the-other-nodes-have-0123456789")
    with suppress(Exception):
        await node.ready(25)
        report.check(False, "the node serves")
    running = node.main is not None and node.main.poll() is None
    code = node.main.poll() if node.main else None
    node.stop()
    log = (site.folder / "log-node-7").read_text()
    report.tried = "a node with another SECRET_KEY"
    report.figure(f"ended with {code}")
    report.check(not running and code, "the node did not end")
    report.check("SECRET_KEY" in log, f"it does not say why: {log[-200:]}")


@attack("10")
async def past_states(site: Site, report: Report, short: bool) -> None:
    """What was removed before a list was shared cannot be read by its share link; a renewed link ends the old one."""
    player, other = site.browser(), site.browser()
    own = await player.new_list()
    await player.edit(own, "rename", name="A name to forget")
    await player.edit(own, "rename", name="A name to show")
    share = await player.shared(own)
    now = own.revision
    statuses = {}
    for revision in range(1, now):
        for address in (f"/s/{share}/", f"/s/{share}/json/", f"/s/{share}/pdf/"):
            answer = await other.get(f"{address}?revision={revision}")
            statuses[address, revision] = answer.status
            report.check("A name to forget" not in answer.text, f"{address}?revision={revision} shows it")
        answer = await other.post(f"/s/{share}/copy/?revision={revision}", {})
        statuses["copy", revision] = answer.status
    readable = {what: status for what, status in statuses.items() if status != 404}
    report.check(not readable, f"past states answer {readable}"[:200])
    present = await other.get(f"/s/{share}/")
    report.check(present.status == 200 and "A name to show" in present.text, f"the present state: {present.status}")
    links = await player.get(f"{own.path}links/")
    button = re.search(r'name="(\w+)" value="(share\w*)"', links.text)
    report.check(button, "the page of links does not renew the share link")
    if button:
        await player.post(f"{own.path}links/", {button[1]: button[2]})
        report.check((await other.get(f"/s/{share}/")).status == 410, "the old share link still shows the list")
        own.share_key = ""
        report.check((await other.get(f"/s/{await player.shared(own)}/")).status == 200, "the new link shows nothing")
    report.tried = f"{len(statuses)} addresses of past states, a renewed link"


@attack("13")
async def expelled_member(site: Site, report: Report, short: bool) -> None:
    """Who was sent away does not come back by the same invitation."""
    organiser, member = site.browser(), site.browser()
    home = (await organiser.post("/gatherings/new/of-the-dead/", {"name": "Gang"})).location
    invitation = "/j/" + (await organiser.get(f"{home}links/")).text.split("/j/")[1].split("/")[0] + "/"
    own = await member.new_list("of-the-dead")
    joined = await member.post(invitation, {"roster": own.pk, "form_token": "1" * 32})
    report.check(joined.status == 302, f"joining: {joined.status}")
    end = re.search(rf"{home}members/\d+/end/", (await organiser.get(home)).text)
    report.check(end, "the organiser cannot send anybody away")
    await organiser.post(end[0] if end else home, {})
    report.check((await member.get(home)).status == 404, "the gathering still opens")
    await member.post(invitation, {"roster": own.pk, "form_token": "2" * 32})
    report.check((await member.get(home)).status == 404, "back by the same invitation with the same list")
    await member.post(invitation, {"name": "Another", "player": "", "form_token": "3" * 32})
    report.check((await member.get(home)).status == 404, "back by the same invitation with a new list")
    report.tried = "the same invitation twice again"


@attack("13")
async def planted_cookies(site: Site, report: Report, short: bool) -> None:
    """Cookies that an attacker planted in a victim's browser open nothing that is granted to the victim later."""
    attacker, owner = site.browser(), site.browser()
    await attacker.new_list()
    lists = [await owner.new_list() for _list in range(2)]
    victim = Browser(site.address, next(site.sources))
    victim.cookies = dict(attacker.cookies)
    planted = dict(attacker.cookies)
    opened = await victim.open_link(lists[0].edit_key)
    made = await victim.new_list()
    gathering = (await victim.post("/gatherings/new/of-the-dead/", {"name": "Gang"})).location
    attacker.cookies = planted
    statuses = {path: (await attacker.get(path)).status for path in (opened.path, made.path, gathering)}
    report.tried = "cookies planted before two lists and a gathering"
    report.check(set(statuses.values()) == {404}, f"{statuses}")
    report.check((await victim.get(made.path)).status == 200, "the victim lost the list")


@attack("13")
async def ended_grants(site: Site, report: Report, short: bool) -> None:
    """A new secret link ends the old one and every other browser's access; removed lists open for nobody else."""
    owner, friend = site.browser(), site.browser()
    own = await owner.new_list()
    await friend.open_link(own.edit_key)
    report.check((await friend.get(own.path)).status == 200, "the friend cannot open it")
    links = await owner.get(f"{own.path}links/")
    button = re.search(r'name="(\w+)" value="(edit|secret|key)\w*"', links.text)
    await owner.post(f"{own.path}links/", {button[1]: button[2], "confirmed": "1"} if button else {})
    report.check((await friend.get(own.path)).status == 404, "the friend still opens it")
    report.check((await friend.get(f"/e/{own.edit_key}/")).status == 410, "the old link still leads there")
    report.check((await owner.get(own.path)).status == 200, "the owner lost it")
    edit = {"command": "rename", "revision": 1, "name": "late"}
    report.check((await friend.post(f"{own.path}edit/", edit, HTMX)).status == 404, "the friend still edits it")
    report.tried = "a renewed secret link"
