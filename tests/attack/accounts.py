"""Accounts: guesses, what answers tell, stolen sessions, codes for another device that are taken twice."""

import asyncio
import re
from statistics import median

from tests.attack.http import Answer, now
from tests.attack.player import Browser
from tests.attack.report import Report, attack
from tests.attack.sites import Site

LOGIN, LOGIN_USER = 20, 100  # tries an hour: of a client, at one user name
SIGNUP = 10  # new accounts an hour of a client
PASSWORD = "a long way through the sand"


class NoAccount(Exception):
    """Signing up did not work as it does for a player."""


def hidden(answer: Answer, name: str) -> str:
    """The value of a hidden field. Raises `NoAccount`."""
    found = re.search(rf'name="{name}" value="([^"]*)"', answer.text)
    if not found:
        raise NoAccount(f"{answer.status}: no field {name}")
    return found[1]


async def sign_up(browser: Browser, name: str = "Maud") -> str:
    """A new account, in which this browser is signed in then. Returns its user name."""
    page = await browser.get(f"/account/signup/?name={name}")
    user_name = re.search(r'id="user-name"[^>]*value="([^"]+)"', page.text)
    fields = {"ticket": hidden(page, "ticket"), "password": PASSWORD, "along": "1"}
    answer = await browser.post("/account/signup/", fields)
    if "/account/recovery-codes/" not in answer.location or not user_name:
        raise NoAccount(f"{answer.status} {answer.location}")
    return user_name[1]


async def try_to_sign_in(browser: Browser, name: str, password: str) -> Answer:
    return await browser.post("/account/login/", {"login": name, "password": password})


@attack("6", seconds=240)
async def guesses(site: Site, report: Report, short: bool) -> None:
    """Guessing the password of one account from one address, then from many; its player gets in by another way."""
    owner = site.browser()
    name = await sign_up(owner)
    thief = site.browser()
    one = [(await try_to_sign_in(thief, name, f"guess {turn}")).status for turn in range(LOGIN + 5)]
    report.figure(f"{one.count(200)} of {len(one)} looked at")
    report.check(one.count(200) <= LOGIN + 1, f"one address: {one.count(200)} guesses were looked at")
    report.check(set(one) <= {200, 429}, f"{set(one)}")
    report.tried = f"{len(one)} guesses from one address"
    if short:
        return
    many: list[int] = []
    spellings = (name, name.upper(), name.replace("-", " "), name.replace("-", "#"))
    for turn in range(LOGIN_USER + 20):
        browser = site.browser()
        many.append((await try_to_sign_in(browser, spellings[turn % 4], f"another {turn}")).status)
        await browser.close()
    looked_at = one.count(200) + many.count(200)
    report.tried += f", {len(many)} from as many, in four spellings"
    report.figure(f"{looked_at} of {len(one) + len(many)} looked at")
    report.check(looked_at <= LOGIN_USER + 3, f"{looked_at} guesses at one account were looked at")
    still = await owner.get("/account/")
    report.check(still.status == 200, f"the player who is signed in: {still.status}")


@attack("13")
async def signing_up_as_somebody(site: Site, report: Report, short: bool) -> None:
    """Signing up with a name that was just taken, with guesses at its password: they count as tries to sign in."""
    name = await sign_up(site.browser())
    thief, looked_at, told = site.browser(), 0, 0
    tries = SIGNUP + 2
    for turn in range(tries):
        page = await thief.get("/account/signup/?name=Thief")
        fields = {"ticket": hidden(page, "ticket"), "username": name, "password": f"guess {turn} at it"}
        told += (await thief.post("/account/signup/", fields)).status == 422
    for turn in range(LOGIN + 2):
        looked_at += (await try_to_sign_in(thief, name, f"another {turn}")).status == 200
    report.tried = f"{tries} times signing up with a taken name, {LOGIN + 2} tries to sign in"
    report.figure(f"told {told} times that it is taken; {told + looked_at} guesses looked at")
    report.check(told <= SIGNUP + 1, f"{told} names were told in an hour")
    report.check(told + looked_at <= LOGIN + 1, f"{told + looked_at} guesses from one address were looked at")


@attack("13")
async def left_in_a_browser(site: Site, report: Report, short: bool) -> None:
    """After signing out nothing of a battle may stay in the browser: the answer says so."""
    browser = site.browser()
    await sign_up(browser)
    answer = await browser.post("/account/logout/", {})
    said = answer.headers.get("clear-site-data", "")
    report.tried = "signing out"
    report.figure(said or "nothing said")
    report.check('"storage"' in said and '"cache"' in said, "copies of pages and marks stay")


@attack("13")
async def answers_to_strangers(site: Site, report: Report, short: bool) -> None:
    """Signing in and recovering with names that exist and names that do not: the same answer, in the same time."""
    name = await sign_up(site.browser())
    number = 6 if short else 18
    times: dict[str, list[float]] = {name: [], "nobody-1234": []}
    pages: dict[str, set[tuple[int, str]]] = {name: set(), "nobody-1234": set()}
    for _turn in range(number):
        for who in times:
            browser = site.browser()
            await browser.get("/account/login/")
            begun = now()
            answer = await try_to_sign_in(browser, who, "not the password")
            times[who].append(now() - begun)
            pages[who].add(same_for_all(answer, who))
            fields = {"login": who, "code": "aaaa-bbbb-cccc-dddd", "password": PASSWORD}
            pages[who].add(same_for_all(await browser.post("/account/recover/", fields), who))
            await browser.close()
    known, unknown = (median(values) * 1000 for values in times.values())
    report.tried = f"{4 * number} answers"
    report.figure(f"p50 {known:.0f} ms with an account, {unknown:.0f} ms without")
    report.check(pages[name] == pages["nobody-1234"], "the answers differ")
    report.check(0.5 < known / unknown < 2, f"{known:.0f} ms and {unknown:.0f} ms")


def same_for_all(answer: Answer, name: str) -> tuple[int, str]:
    """An answer without what differs from request to request."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="[^"]*"|"X-CSRFToken": ?"[^"]*"|nonce="[^"]*"', "", answer.text)
    return answer.status, text.replace(name, "NAME")


@attack("13")
async def stolen_session(site: Site, report: Report, short: bool) -> None:
    """Somebody with the cookies of a signed-in player is out as soon as that session ends or the password changes."""
    phone, desk = site.browser(), site.browser()
    own = await phone.new_list()
    name = await sign_up(phone)
    await try_to_sign_in(desk, name, PASSWORD)
    thief = site.browser()
    thief.cookies = dict(phone.cookies)
    before = (await thief.get(own.path)).status
    page = (await desk.get("/account/")).text
    for path in re.findall(r'action="(/account/sessions/\d+/end/)"', page):
        await desk.post(path, {})
    ended = [(await one.get(own.path)).status for one in (thief, phone, desk)]
    await try_to_sign_in(phone, name, PASSWORD)
    thief.cookies = dict(phone.cookies)
    changed = await desk.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": f"{PASSWORD} again"})
    after = [(await one.get(own.path)).status for one in (thief, phone, desk)]
    report.tried = "a session that was copied, ended and copied again, and a new password"
    report.figure(f"{before}; ended {ended}; changed {after}")
    report.check(before == 200, f"the copied session opened nothing before: {before}")
    report.check(ended == [404, 404, 200], f"after the session was ended: {ended}")
    report.check(changed.status == 302, f"the password was not changed: {changed.status}")
    report.check(after == [404, 404, 200], f"after the new password: {after}")


@attack("13")
async def a_code_taken_by_many(site: Site, report: Report, short: bool) -> None:
    """Ten devices take the same code for another device at the same moment: one gets the lists."""
    owner = site.browser()
    own = await owner.new_list()
    page = (await owner.post("/device/", {})).text
    path = re.search(r"/d/[\w-]{22}/", page)
    report.check(path is not None, "the page shows no code")
    if path is None:
        return
    others = [site.browser() for _device in range(10)]
    forms = [await one.get(path[0]) for one in others]
    tokens = [re.search(r'name="form_token" value="([^"]+)"', form.text) for form in forms]
    fields = [{"form_token": token[1]} if token else {} for token in tokens]
    answers = await asyncio.gather(*(one.post(path[0], form) for one, form in zip(others, fields, strict=True)))
    opened = [(await one.get(own.path)).status for one in others]
    report.tried = f"{len(others)} devices at once"
    report.figure(f"{opened.count(200)} opened the list")
    report.check(opened.count(200) == 1, f"{opened}; {[answer.status for answer in answers]}")
    report.check((await owner.get(own.path)).status == 200, "the first device lost its list")
