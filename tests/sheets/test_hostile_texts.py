"""What players type prints as they typed it and as nothing else: nothing is turned, linked to, fetched or taken in."""

import io
import json
import re

import pytest
from pypdf import PdfReader
from pypdf.generic import ArrayObject, DictionaryObject, IndirectObject

from builder.exports.formats.pdf import html, render
from builder.exports.registry import ExportSource
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from builder.sheets import pdf
from builder.sheets.choices import PARTS, PrintChoices
from rules.registry import GAMES
from tests.languages import in_language
from tests.printed import page_texts

pytestmark = [pytest.mark.django_db, pytest.mark.paper]
SHARE = "https://bivouac.example/s/3kq9vYb0tT2n5x8LZp1cQw/"
HOSTILE = " ".join(
    (
        "<img src=http://127.0.0.1:9/a.png>",
        "<img src='file:///etc/passwd'>",
        "<a href=https://elsewhere.example/>here</a>",
        "[there](https://elsewhere.example/)",
        "![it](file:///etc/hostname)",
        "url(file:///etc/hosts)",
        "https://elsewhere.example/",
        "</style><style>@import url(http://127.0.0.1:9/b.css); body{background:url(file:///etc/issue)}</style>",
        "<link rel=attachment href=file:///etc/passwd>",
        "<object data=file:///etc/group></object>",
        "<svg><image href=file:///etc/passwd></svg>",
    )
)
ACTS = {"/AA", "/EmbeddedFiles", "/Filespec", "/GoToE", "/GoToR", "/JS", "/JavaScript", "/Launch", "/OpenAction"}


def source_of(game, layout, name, notes="", **choices):
    """A game's example whose list and units have this name."""
    data = json.loads(example_file(game).read_text("utf-8"))
    data |= {"name": name, "notes": notes}
    for unit in data["units"]:
        unit |= {"name": name, "notes": notes}
    return ExportSource(LoadedRoster.from_data(data), SHARE, 7, PrintChoices(layout, **choices))


def html_of(*described):
    """What is printed."""
    return in_language("en", html, source_of(*described))


def everything(reader):
    """All dictionaries of a file."""
    found, seen, waiting = [], set(), [reader.trailer]
    while waiting:
        one = waiting.pop()
        if isinstance(one, IndirectObject):
            if one.idnum in seen:
                continue
            seen.add(one.idnum)
            one = one.get_object()
        if isinstance(one, DictionaryObject):
            found.append(one)
            waiting += [one.raw_get(key) for key in one]
        elif isinstance(one, ArrayObject):
            waiting += list.__iter__(one)
    return found


@pytest.mark.parametrize("layout", ["cards", "roster"])
@pytest.mark.parametrize("game", GAMES)
def test_a_name_that_turns_the_direction_of_text_turns_nothing(game, layout):
    plain = html_of(game, layout, "Zed", "Well")
    for turn in "\u202e\u202b\u2067\u2066\u2068\u200f":
        assert html_of(game, layout, f"{turn}Zed", f"{turn}Well") == plain


@pytest.mark.usefixtures("printed_anew")
@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_links_to_the_shared_list_alone_and_loads_no_address_that_a_player_typed(game, monkeypatch):
    fetched, real = [], pdf.OwnFiles.fetch
    monkeypatch.setattr(pdf.OwnFiles, "fetch", lambda self, url, *more: fetched.append(url) or real(self, url, *more))
    content = in_language("en", render, source_of(game, "cards", HOSTILE[:200], HOSTILE, parts=PARTS))
    assert "elsewhere.example" in re.sub(r"\s", "", "".join(page_texts(content)))
    found = everything(PdfReader(io.BytesIO(content)))
    assert {one["/URI"] for one in found if "/URI" in one} == {SHARE}
    assert [one for one in found if ACTS & {*one, *map(str, one.values())}] == []
    assert [one for one in found if one.get("/Subtype") == "/Image"] == []
    assert [url for url in fetched if not url.startswith(f"{pdf.static_root().as_uri()}/")] == []
