"""Hostile texts as names and notes: they come out as text wherever they are shown."""

import asyncio
import html
import json
import re

from tests.attack.report import Report, attack
from tests.attack.sites import Site

TEXTS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    '"><svg onload=alert(1)>',
    "' autofocus onfocus=alert(1) x='",
    "</textarea><script>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</style><style>*{display:none}</style>",
    "<link rel=attachment href=file:///etc/passwd>",
    "<img src=file:///etc/passwd>",
    "<object data=http://127.0.0.1:9/ type=image/svg+xml>",
    "{{ request.META }}{% load static %}{% debug %}",
    "{% include 'errors/500.html' %}",
    "${7*7} #{7*7} <%= 7*7 %>",
    "javascript:alert(1)",
    "<hx-partial hx-target=body>gone</hx-partial>",
    "<div hx-get=/lists/ hx-trigger=load>",
    "<form action=//elsewhere.example><button name=command value=remove>",
    "\u202eevil\u2066\u2069 right to left",
    "before\0after",
    "a\ud7ffb\ufffe\uffff",
    "\x1b[31mred\x07",
    "--><!--><script>alert(1)</script>",
    "]]><svg/onload=alert(1)>",
    "'; DROP TABLE builder_roster; --",
    "../../../etc/passwd",
    "&lt;script&gt;&#x3c;script&#x3e;",
    "line\r\nSet-Cookie: planted=1\r\n\r\n<script>",
    "𝕳𝖊𝖑𝖑𝖔 " + "\u0300" * 40,
)
TAGS = re.compile(r"<(script|img|svg|style|link|object|hx-partial|form|div|textarea)\b[^>]*", re.IGNORECASE)
ALARMS = ("alert(1)", "file:///", "elsewhere.example", "display:none", "rel=attachment")


def escapes(text: str, page: str) -> list[str]:
    """Tags of a page that a hostile text made or got into."""
    return [tag.group() for tag in TAGS.finditer(page) if any(alarm in html_free(tag.group()) for alarm in ALARMS)]


def html_free(tag: str) -> str:
    """A tag without what stands safely in its quoted attributes."""
    return re.sub(r'"[^"<>]*"', "", tag)


@attack("-")
async def hostile_texts(site: Site, report: Report, short: bool) -> None:
    """Hostile texts through names, notes and logs; pages and JSON show them as text, and nothing else changes."""
    browser = site.browser()
    own = await browser.new_list()
    tries, refused = 0, 0
    for text in TEXTS[::3] if short else TEXTS:
        for command, fields in (
            ("rename", {"name": text[:200], "notes": text}),
            ("describe 0", {"name": text[:200], "notes": text}),
            ("log-add", {"title": text[:200], "text": text, "date": "2026-01-01"}),
        ):
            answer = await browser.patient_edit(own, command, **fields)
            tries += 1
            refused += answer.status == 422
            report.check(answer.status in (200, 422), f"{command} {text!r}: {answer.status}")
            check_page(report, f"edit {text!r}", text, answer.text)
        share = await browser.shared(own)
        for path in (
            own.path,
            f"{own.path}?unit=0",
            f"{own.path}links/",
            f"/s/{share}/",
            "/lists/",
            f"{own.path}print/",
        ):
            answer = await browser.get(path)
            tries += 1
            report.check(answer.status == 200, f"{path}: {answer.status}")
            check_page(report, path, text, answer.text)
            report.check("planted" not in str(answer.cookies), f"{path}: a header was planted")
        answer = await browser.get(f"{own.path}json/")
        tries += 1
        report.check(isinstance(json.loads(answer.body), dict), "the JSON cannot be read")
        report.check(answer.headers["content-type"].startswith("application/json"), "the JSON is of another type")
    report.tried = f"{tries} pages and answers with hostile texts"
    report.figure(f"{refused} refused")


def check_page(report: Report, where: str, text: str, page: str) -> None:
    report.check(not (found := escapes(text, page)), f"{where}: {found[:2]}")
    if "{{" in text or "{%" in text:
        # Templates of the site never show braces; shown as they were sent they were not run.
        shown = html.unescape(page)
        report.check("REQUEST_METHOD" not in shown and "wsgi.input" not in shown, f"{where}: a template was run")


@attack("-", short=False)
async def hostile_sheets(site: Site, report: Report, short: bool) -> None:
    """A sheet of a list full of hostile texts is made, and holds nothing of the machine's files."""
    browser = site.browser()
    own = await browser.new_list()
    for text in TEXTS:
        await browser.patient_edit(own, "describe 0", name=text[:200], notes="\n".join(TEXTS)[:4000])
    answer = await browser.sheet(f"{own.path}pdf/")
    report.tried = "a sheet"
    report.check(answer.body.startswith(b"%PDF"), f"no sheet: {answer.status}")
    report.check(b"root:x:0" not in answer.body and b"/EmbeddedFile" not in answer.body, "a file is in the sheet")
    await asyncio.sleep(0)
