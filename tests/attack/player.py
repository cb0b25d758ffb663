"""A browser with cookies and a list in it, over the small HTTP client."""

import asyncio
import re
from dataclasses import dataclass
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

from tests.attack.http import Answer, Connection

REVISION = re.compile(r'id="revision" value="(\d+)"')
HTMX = {"HX-Request": "true"}
FORM = "application/x-www-form-urlencoded"


class Refused(Exception):
    """The site answered otherwise than a player expects."""

    def __init__(self, what: str, answer: Answer):
        super().__init__(f"{what}: {answer.status} {answer.location}")
        self.answer = answer


@dataclass
class OwnList:
    """A list as its player's page knows it. `edit_key` is that of the secret link, if this browser made the list."""

    pk: int
    revision: int = 1
    edit_key: str = ""
    share_key: str = ""

    @property
    def path(self) -> str:
        return f"/lists/{self.pk}/"


class Browser:
    """A browser at a source address of its own. It remembers cookies with their paths."""

    def __init__(self, address: tuple[str, int], source: str | None = None, language: str = "en"):
        self.connection = Connection(*address, source)
        self.language = language
        self.cookies: dict[str, tuple[str, str]] = {}  # name -> value, path
        self.editing = asyncio.Lock()

    async def close(self) -> None:
        await self.connection.close()

    async def get(self, path: str, headers: dict[str, str] | None = None, **options) -> Answer:
        return await self.send("GET", path, headers, **options)

    async def post(self, path: str, fields: dict, headers: dict[str, str] | None = None, **options) -> Answer:
        """Send a form. The token of the cookie is added, unless `fields` says otherwise."""
        fields = {"csrfmiddlewaretoken": await self.token()} | fields
        headers = {"Content-Type": FORM} | (headers or {})
        return await self.send("POST", path, headers, body=urlencode(fields).encode(), **options)

    async def send(self, method: str, path: str, headers: dict[str, str] | None = None, **options) -> Answer:
        cookies = "; ".join(f"{name}={value}" for name, (value, at) in self.cookies.items() if path.startswith(at))
        headers = {"Accept-Language": self.language} | ({"Cookie": cookies} if cookies else {}) | (headers or {})
        answer = await self.connection.request(method, path, headers, **options)
        for line in answer.cookies:
            self.remember(line)
        return answer

    def remember(self, line: str) -> None:
        for name, morsel in SimpleCookie(line).items():
            if morsel["max-age"] == "0" or not morsel.value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = (morsel.value, morsel["path"] or "/")

    async def token(self) -> str:
        """The token against forged forms, from a page with a form where there is none yet."""
        if "csrftoken" not in self.cookies:
            await self.get("/new/rbn/")
        return self.cookies.get("csrftoken", ("", ""))[0]

    async def new_list(self, game: str = "rbn") -> OwnList:
        """A copy of the example of a game as a list of one's own. Raises `Refused`."""
        answer = await self.post(f"/new/{game}/example/", {})
        return self.made(answer)

    def made(self, answer: Answer) -> OwnList:
        match = re.search(r"/lists/(\d+)/", answer.location)
        if answer.status != 302 or not match:
            raise Refused("a new list", answer)
        pk = int(match[1])
        return OwnList(pk, edit_key=self.cookies.get(f"key-{pk}", ("", ""))[0])

    async def open_link(self, key: str) -> OwnList:
        """Open a secret link, and the form on its page if it has one."""
        answer = await self.get(f"/e/{key}/")
        if answer.status == 200:
            answer = await self.post(f"/e/{key}/", {})
        return self.made(answer)

    async def refresh(self, own: OwnList) -> Answer:
        """The editor's page. Raises `Refused`."""
        answer = await self.get(own.path)
        if answer.status != 200:
            raise Refused(own.path, answer)
        own.revision = revision_of(answer) or own.revision
        return answer

    async def edit(self, own: OwnList, command: str, opened: int | str = "", **fields) -> Answer:
        """One edit as htmx sends it, after the edit before. After 200 and 409 the revision is the one of the answer."""
        async with self.editing:
            form = {"command": command, "revision": own.revision, "opened": opened, **fields}
            answer = await self.post(f"{own.path}edit/", form, HTMX)
            if answer.status in (200, 409):
                own.revision = revision_of(answer) or own.revision
            return answer

    async def patient_edit(self, own: OwnList, command: str, **fields) -> Answer:
        """The same, sent again after the pause that a 429 asks for."""
        for _try in range(60):
            answer = await self.edit(own, command, **fields)
            if answer.status != 429:
                return answer
            await asyncio.sleep(min(float(answer.headers.get("retry-after", "1") or 1), 10))
        return answer

    async def shared(self, own: OwnList) -> str:
        """The key of the list's share link."""
        if not own.share_key:
            found = re.search(r"/s/([A-Za-z0-9_-]+)/", (await self.get(f"{own.path}links/")).text)
            own.share_key = found[1] if found else ""
        return own.share_key

    async def sheet(self, path: str, wait: float = 120) -> Answer:
        """A finished sheet: asks again while the site says that it is being made."""
        async with asyncio.timeout(wait):
            while True:
                answer = await self.get(path, wait=wait)
                if answer.status in (302, 303):
                    where = urlsplit(answer.location)
                    path = where.path + (f"?{where.query}" if where.query else "")
                elif answer.status != 202:
                    return answer
                else:
                    await asyncio.sleep(0.5)


def revision_of(answer: Answer) -> int | None:
    found = REVISION.search(answer.text)
    return int(found[1]) if found else None
