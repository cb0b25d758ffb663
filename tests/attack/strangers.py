"""Strangers: what they may not see, send or leave behind."""

import asyncio
import re

from tests.attack.player import HTMX
from tests.attack.report import Report, attack
from tests.attack.sites import Site


@attack("7")
async def strangers_leave_no_rows(site: Site, report: Report, short: bool) -> None:
    """Thousands of requests without cookies; no table has a row more afterwards."""
    number = 400 if short else 8_000
    paths = ["/", "/about/", "/lists/", "/new/rbn/", "/gatherings/", "/rules/rbn/", "/lists/1/", "/e/nobody/"]
    before = await site.look("rows")
    bad: list[str] = []
    queue = iter(range(number))

    async def visit() -> None:
        browser = site.browser()
        for turn in queue:
            browser.cookies.clear()
            answer = await browser.get(paths[turn % len(paths)])
            if answer.status >= 500:
                bad.append(str(answer.status))
        await browser.close()

    await asyncio.gather(*(visit() for _visitor in range(16)))
    after = await site.look("rows")
    grown = {name: after[name] - count for name, count in before.items() if after[name] > count}
    report.tried = f"{number} requests without cookies"
    report.figure(f"{sum(grown.values())} new rows")
    report.check(not grown, f"new rows: {grown}")
    report.check(not bad, f"{len(bad)} answers of 500 and above")


@attack("-")
async def strangers_get_404(site: Site, report: Report, short: bool) -> None:
    """A stranger with cookies of his own asks for another's list, gathering and battle at every kind of address."""
    owner, stranger = site.browser(), site.browser()
    own, _his = await owner.new_list(), await stranger.new_list()
    dead = await owner.new_list("of-the-dead")
    gathering = (await owner.post("/gatherings/new/of-the-dead/", {"name": "Gang", "roster": dead.pk})).location
    battle = (await owner.post(f"{own.path}play/", {})).location
    posts = [f"{battle}{what}/" for what in ("marks", "end", "reopen", "paper", "invite", "scenario", "actions/morale")]
    posts += [f"{own.path}{what}/" for what in ("edit", "duplicate", "remove", "restore", "links", "counted", "erase")]
    posts += [f"{gathering}{what}" for what in ("edit/", "remove/", "return/", "links/", "vote/", "roles/", "news/")]
    posts += [f"{gathering}members/1/end/", f"{gathering}members/1/return/", f"{gathering}chapters/new/"]
    reads = [own.path, *(f"{own.path}{what}/" for what in ("offers", "links", "print", "pdf", "json", "aftermath"))]
    reads += [f"{own.path}play/", battle, *(f"{battle}{what}/" for what in ("end", "log", "json", "invite", "paper"))]
    reads += [gathering, *(f"{gathering}{what}/" for what in ("edit", "links", "statistics", "chapters/1"))]
    reads += [f"/{kind}/{'A' * 22}/" for kind in "bdegjosw"] + [f"/s/{'A' * 22}/pdf/", f"/w/{'A' * 22}/state/"]
    reads += [f"/g/{'A' * 22}/json/"]
    answers = {f"GET {path}": (await stranger.get(path)).status for path in reads}
    for path in posts:
        fields = {"command": "rename", "revision": 1, "name": "Taken by a stranger"}
        answers[f"POST {path}"] = (await stranger.post(path, fields, HTMX)).status
    breached = {what: status for what, status in answers.items() if status not in (404, 405)}
    report.tried = f"{len(answers)} addresses"
    report.check(not breached, f"{breached}")
    page = (await owner.refresh(own)).text
    report.check("Taken by a stranger" not in page, "the list was changed")


@attack("-")
async def forged_forms(site: Site, report: Report, short: bool) -> None:
    """Forms without a token, with another's, and from another origin are refused with 403."""
    owner = site.browser()
    own = await owner.new_list()
    other = await site.browser().token()
    edit = {"command": "rename", "revision": 1, "name": "forged"}
    forms = [
        (f"{own.path}edit/", edit),
        (f"{own.path}remove/", {}),
        (f"{own.path}links/", {}),
        ("/new/rbn/example/", {}),
        ("/i18n/setlang/", {"language": "fr"}),
    ]
    tries: list[tuple[str, int]] = []
    for path, fields in forms:
        for what, forged, headers in (
            ("no token", {"csrfmiddlewaretoken": ""}, {}),
            ("another's token", {"csrfmiddlewaretoken": other}, {}),
            ("another origin", {}, {"Origin": "http://elsewhere.example"}),
        ):
            answer = await owner.post(path, fields | forged, headers)
            tries.append((f"{what} {path}", answer.status))
    passed = [one for one in tries if one[1] != 403]
    report.tried = f"{len(tries)} forms"
    report.check(not passed, f"{passed}")


@attack("-")
async def lures_elsewhere(site: Site, report: Report, short: bool) -> None:
    """Open redirects: no form or address leads to another site; a bad path does not lead out of a folder."""
    browser = site.browser()
    lures = ["//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere.example", "javascript:alert(1)"]
    places = []
    for lure in [*lures, "///elsewhere.example", "http:elsewhere.example", "\thttps://elsewhere.example"]:
        answer = await browser.post("/i18n/setlang/", {"language": "en", "next": lure})
        places.append(answer.location)
        answer = await browser.get(f"/admin/login/?next={lure.strip()}")
        places.append(answer.location)
    for path in ("//elsewhere.example/about", "/about", "/%5Celsewhere.example"):
        places.append((await browser.get(path)).location)
    outside = [place for place in places if re.match(r"[a-z]+:(?!//127)|//|/\\", place)]
    report.check(not outside, f"leads to {outside}")
    climbs = ["/static/../manage.py", "/static/%2e%2e/manage.py", "/static/..%2f..%2fetc/passwd", "/..%2fsecret-key"]
    climbs += ["/static/....//manage.py", "/static//etc/passwd", "/static/%00", "/lists/%2e%2e/%2e%2e/etc/passwd"]
    statuses = {path: (await browser.get(path)).status for path in climbs}
    report.check(all(400 <= status < 500 for status in statuses.values()), f"paths: {statuses}")
    report.tried = f"{len(places)} lures, {len(climbs)} paths"


@attack("13")
async def forged_host(site: Site, report: Report, short: bool) -> None:
    """A forged Host is refused, shows up nowhere, and costs at most one line of the log."""
    browser = site.browser()
    await browser.get("/about/")
    before = site.log_text().count("\n")
    for host in ("elsewhere.example", "elsewhere.example:80", "127.0.0.1.elsewhere.example", "a b"):
        answer = await browser.send("GET", "/about/", {"Host": host})
        refused = answer.status in (400, 404, 421, 403) or not answer.text  # Caddy: nothing, for it has no such site
        report.check(refused, f"Host {host}: {answer.status}")
        report.check("elsewhere" not in answer.text + answer.location, f"{host} is on the page")
    await asyncio.sleep(0.3)
    lines = site.log_text().count("\n") - before
    report.tried = "4 requests with a forged Host"
    report.figure(f"{lines} lines of log")
    report.check(lines <= 4, f"{lines} lines of log for 4 requests")


@attack("-")
async def strict_policy(site: Site, report: Report, short: bool) -> None:
    """Every kind of page, of errors too, has the strict content security policy and the other headers."""
    browser = site.browser()
    own = await browser.new_list()
    share = await browser.shared(own)
    pages = [
        "/",
        "/about/",
        "/lists/",
        "/new/rbn/",
        "/gatherings/",
        "/rules/rbn/",
        "/dice/",
        "/nothing/",
        "/account/login/",
    ]
    pages += [
        own.path,
        f"{own.path}links/",
        f"{own.path}print/",
        f"/s/{share}/",
        f"{own.path}offers/",
        "/lists/999999/",
    ]
    bad = {}
    for path in pages:
        headers = (await browser.get(path)).headers
        policy = headers.get("content-security-policy", "")
        strict = "default-src 'none'" in policy and "script-src 'self'" in policy and "unsafe" not in policy
        others = headers.get("x-content-type-options") == "nosniff" and headers.get("x-frame-options") == "DENY"
        if not (strict and others):
            bad[path] = policy or "no policy"
    report.tried = f"{len(pages)} pages"
    report.check(not bad, f"{bad}")
