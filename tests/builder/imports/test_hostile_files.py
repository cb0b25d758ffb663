"""Files that were made to break the import: each is answered in words, and nothing of it is half read."""

import io
import json
import random
import zipfile
import zlib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import MULTIPART_CONTENT
from django.utils.translation import gettext, override

from builder.imports.files import MOST_MEMBERS, texts_of
from builder.imports.reading import lists_of
from builder.lists.models import Roster
from rules.document import MOST_BYTES, read, write
from rules.registry import GAMES
from tests.rosters.test_rosters import READ

pytestmark = pytest.mark.django_db
LIST = READ["rbn/mutants"]
RAW = json.dumps(LIST).encode()


def zipped(*members, **options):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members:
            archive.writestr(name, text, **options)
    return content.getvalue()


def overlapping():
    """Two entries of the directory that lead to the same bytes."""
    raw = zipped(("a.json", RAW))
    start, end = raw.index(b"PK\x01\x02"), raw.index(b"PK\x05\x06")
    entry = raw[start:end]
    tail = raw[end:]
    number = (2).to_bytes(2, "little")
    tail = tail[:8] + number + number + (2 * len(entry)).to_bytes(4, "little") + tail[16:]
    return raw[:end] + entry.replace(b"a.json", b"b.json") + tail


def encrypted():
    raw = bytearray(zipped(("a.json", RAW)))
    raw[raw.index(b"PK\x01\x02") + 8] |= 1
    raw[6] |= 1
    return bytes(raw)


def lying(size):
    """An archive whose directory says another size of its member."""
    raw = bytearray(zipped(("a.json", b" " * 5_000_000)))
    at = raw.index(b"PK\x01\x02") + 24
    raw[at : at + 4] = size.to_bytes(4, "little")
    return bytes(raw)


def archives():
    bomb = zipped(("a.json", b"0" * 15_000_000))
    yield from {
        "bomb": bomb,
        "bomb of bombs": zipped(("a.zip", bomb)),
        "too large unpacked": zipped(*((f"{n}.json", b"0" * 999_000) for n in range(30))),
        "too many": zipped(*((f"{n}.json", b"{}") for n in range(MOST_MEMBERS + 1))),
        "empty": zipped(),
        "only folders": zipped(("a/", b"")),
        "encrypted": encrypted(),
        "overlapping": overlapping(),
        "lies about its size": lying(10),
        "lies about its size, too much": lying(2**32 - 2),
        "an office document": zipped(("[Content_Types].xml", b"<x/>")),
        "an open document": zipped(("mimetype", b"application/vnd")),
    }.items()
    for name in ("../a.json", "/etc/passwd", "C:\\a.json", "..\\..\\a.json", "a/../../b.json", "\\\\host\\a.json"):
        yield name, zipped((name, RAW))
    with pytest.warns(UserWarning, match="Duplicate name"):
        yield "the same name twice", zipped(("a.json", RAW), ("a.json", RAW))
    yield "the same name in capitals", zipped(("a.json", RAW), ("A.JSON", RAW))
    whole = zipped(("a.json", RAW))
    for number in range(0, len(whole), max(1, len(whole) // 40)):
        yield f"cut at {number}", b"PK\x03\x04" + whole[4:number]
    chance = random.Random(32)
    for number in range(40):
        broken = bytearray(whole)
        for _change in range(8):
            broken[chance.randrange(4, len(broken))] = chance.randrange(256)
        yield f"damaged {number}", bytes(broken)


def rosters():
    """Rosters that say that they were made with our data files."""
    within = "<selections>{}</selections></selection>"
    fighter = '<selection type="model" entryId="fighter" number="{}" customName="{}">' + within
    rifle = '<selection type="upgrade" entryId="{}" number="{}" name="x"/>'
    weapon = "fighter/weapons.fusil"
    selections = {
        "of many weapons": fighter.format(1, "A", rifle.format(weapon, "9" * 5_000)),
        "of many copies": fighter.format("9" * 5_000, "A", rifle.format(weapon, 1)),
        "of no copies": fighter.format(0, "A", rifle.format(weapon, "-1")),
        "with lines in a name": fighter.format(1, "A&#10;2. B · Combattant&#10;Armes: x", ""),
        "with a quoted name": fighter.format(1, "&quot;\\ud800&quot;", ""),
        "with ids of nothing": fighter.format(
            1, "A", "".join(rifle.format(id, 1) for id in ("", "/", "....", "a/b.c"))
        ),
        "with the name of a key": fighter.format(1, "A", rifle.format("fighter/stats.T.fusil", 1)),
        "with fields of fields": fighter.format(1, "A", rifle.format("fighter/stats.stats.T.4", 1)),
        "with a unit of nothing": fighter.replace("fighter", "wizard").format(1, "A", rifle.format(weapon, 1)),
        "with a list in a list": '<selection type="upgrade" entryId="list"><selections>' * 5_000,
    }
    for name, inner in selections.items():
        start = '<roster name="A" gameSystemId="bivouac-rbn"><forces><force><selections>'
        ends = "</selections></selection>" * 5_000 if "a list in a list" in name else ""
        yield f"a roster {name}", f"{start}{inner}{ends}</selections></force></forces></roster>".encode()


def documents():
    entities = '<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;">]><a>&c;</a>'
    yield from {
        "nested lists": b"[" * 100_000,
        "nested objects": b'{"a":' * 100_000,
        "a huge number": b'{"format": ' + b"9" * 10_000 + b"}",
        "a huge exponent": b'{"budget": 1e999999}',
        "not a number": RAW.replace(b'"budget": 300', b'"budget": NaN'),
        "keys twice": b'{"format": 1, "format": 2}',
        "a lone surrogate": b'{"format": "\\ud800"}',
        "NUL": RAW.replace(b"Meute", b"\\u0000"),
        "too large": b'{"name": "' + b"x" * MOST_BYTES + b'"}',
        "too many lists": json.dumps([{}] * 501).encode(),
        "another format": b'{"format": "bivouac-roster/2"}',
        "another game": json.dumps(LIST | {"game": "chess"}).encode(),
        "null": b"{}",
        "a list of numbers": b"[[1, 2], [3]]",
        "entities": entities.encode(),
        "an external entity": b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
        "XML": b"<?xml version='1.0'?><roster/>",
        "HTML": b"<script>alert(1)</script>",
        "UTF-16 cut": "{}".encode("utf-16")[:-1],
        "UTF-32": json.dumps(LIST).encode("utf-32")[:-1],
        "only NUL": b"\0" * 500,
        "control characters": bytes(range(1, 32)) * 20,
        "blank": b" \n\t ",
        "nothing": b"",
        "a byte order mark": b"\xef\xbb\xbf",
        "one long line": b"x," * 200_000,
        "brackets": b"A\nRed Button\xe2\x80\x99s Nation \xc2\xb7 1\n1. x \xc2\xb7 fighter\nweapons: " + b"(" * 50_000,
        "quotes": b"A\nRed Button\xe2\x80\x99s Nation \xc2\xb7 1\n1. " + b'"' * 50_000,
        "a huge count": "A\nRed Button’s Nation · 1\n1. 99999999999 × x · Combattant".encode(),
        "many lines": b"- fusil\n" * 2_000,
        "right to left": "\u202e\u2066Les Chacals\u202c".encode(),
    }.items()
    for signature in (
        b"%PDF-1.7",
        b"\x89PNG\r\n",
        b"\xff\xd8\xff\xe0",
        b"GIF89a",
        b"RIFF",
        b"\x1f\x8b\x08",
        b"7z\xbc\xaf",
    ):
        yield f"signature {signature!r}", signature + zlib.compress(RAW)
    for signature in (b"Rar!", b"\x7fELF", b"MZ\x90", b"SQLite format 3\0", b"\xd0\xcf\x11\xe0", b"{\\rtf1", b"BZh9"):
        yield f"signature {signature!r}", signature + b"\0\1\2" * 100
    chance = random.Random(32)
    for number in range(70):
        yield f"noise {number}", chance.randbytes(chance.randrange(1, 2_000))
    for number in range(30):
        cut = bytearray(RAW[: chance.randrange(2, len(RAW) - 1)])
        yield f"half a document {number}", bytes(cut)


HOSTILE = [*archives(), *documents(), *rosters()]


def test_they_are_at_least_two_hundred():
    assert len({raw for _name, raw in HOSTILE}) >= 200


def test_hostile_files_are_answered_in_words():
    for name, raw in HOSTILE:
        for imported in (imported for file in texts_of(name, raw) for imported in lists_of(file)):
            if imported.data is None:
                for language in ("fr", "en"):
                    with override(language):
                        problem = imported.problem.into(language, gettext)
                        assert problem.strip().endswith((".", "!")), (name, problem)
            else:
                assert write(read(imported.data, GAMES), GAMES) == imported.data, name


@pytest.mark.parametrize(("name", "raw"), HOSTILE[::10], ids=[name for name, _raw in HOSTILE[::10]])
def test_the_page_answers_it_in_words_and_keeps_nothing(client, name, raw):
    response = client.post("/import/", {"files": SimpleUploadedFile("file", raw)}, MULTIPART_CONTENT)
    assert response.status_code in (200, 413, 422)
    assert (
        '<p class="note bad"' in response.content.decode() or response.context["files"] or response.status_code == 413
    )
    assert Roster.objects.count() == 0


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_every_usual_encoding_is_read(encoding):
    raw = json.dumps(LIST, ensure_ascii=False).encode(encoding)
    (file,) = texts_of("list.json", raw)
    assert [imported.data for imported in lists_of(file)] == [LIST]


def test_windows_1252_is_read():
    (file,) = texts_of("list.txt", "Équipe d’été\n- Gordon: épée\n".encode("cp1252"))
    assert file.text.startswith("Équipe d’été")


def test_no_file_of_an_archive_is_opened_outside_of_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    list(texts_of("a.zip", zipped(("../evil.json", RAW), ("fine.json", RAW))))
    assert list(tmp_path.rglob("*")) == []
