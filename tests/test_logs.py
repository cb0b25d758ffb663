"""What is written to the log, and what never is."""

import io
import json
import logging
import re
from urllib.parse import quote

import pytest
from django.conf import settings
from django.urls import get_resolver
from hypothesis import given
from hypothesis import strategies as st

from builder.accounts.limits import client as client_of
from builder.web.keys import new_key
from config import logs, requests

KEY = "q2ZbX-4_kkf0n8u5Tn3yQw"


@pytest.fixture(autouse=True)
def _no_request():
    """No test's lines carry the name of another's request."""
    logs.request_id.set("")


@pytest.fixture
def log(monkeypatch):
    """What the settings' own handler writes, from warnings up."""
    written = io.StringIO()
    handler = next(handler for handler in logging.getLogger().handlers if handler.name == "stderr")
    monkeypatch.setattr(handler, "stream", written)
    django = logging.getLogger("django")
    level = django.level
    django.setLevel(logging.WARNING)
    yield written
    django.setLevel(level)


def keyed():
    """The address of each page that a key opens, with `KEY` in it."""
    patterns = [one for occupation in get_resolver("builder.urls").url_patterns for one in occupation.url_patterns]
    return [
        f"/{pattern.pattern}".replace("<key:key>", KEY).replace("<export:export>", "pdf")
        for pattern in patterns
        if "<key:key>" in str(pattern.pattern)
    ]


def test_there_are_addresses_with_keys():
    assert sorted({path.split("/")[1] for path in keyed()}) == ["b", "d", "e", "g", "j", "o", "s", "w"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", [*keyed(), f"/j/{KEY}", f"/s/{KEY}/nowhere/", f"/e/{KEY}%00/"])
def test_a_page_that_is_not_found_is_logged_without_its_key(client, log, path):
    assert client.get(path).status_code in (301, 404, 405)
    client.get(path + "x/")
    assert "[key]" in log.getvalue()
    assert KEY not in log.getvalue()


def test_tracebacks_name_no_key_either(log):
    try:
        raise ValueError(f"http://testserver/o/{KEY}/")
    except ValueError:
        logging.getLogger("django.request").exception("Internal Server Error: %s", f"/o/{KEY}/")
    assert "ValueError: http://testserver/o/[key]/" in log.getvalue()
    assert KEY not in log.getvalue()


def test_other_addresses_are_logged_whole(client, log):
    client.get("/new/chess/")
    assert "/new/chess/" in log.getvalue()


def record(message, *arguments, name="django.request", level=logging.WARNING, **more):
    one = logging.LogRecord(name, level, "", 0, message, arguments, None)
    vars(one).update({"created": 1763800000.25} | more)
    return one


# Where a key may stand: as an address, in a query, a referer, a form, mistyped, encoded, alone.
PLACES = [
    *("/{kind}/{key}/", "/{kind}/{key}", "/{kind}//{key}/pdf/", "/{upper}/{key}/", "/{kind}/ {key}/"),
    *("/{kind}/%20{key}", "https://h.example/{kind}/{key}/?next=/x/", "/i18n/?next=/{kind}/{key}/"),
    *("/?next=%2F{kind}%2F{key}%2F", "/?a=%252F{kind}%252f{key}", "{{'path': '{kind}/{key}/'}}", "/x?key={key}"),
    *('Referer: "http://h/a/{kind}/{key}/"', "HX-Current-URL: http://h/{kind}/{key}/", "Cookie: key-7={key}; x=y"),
    *("{key}", "\n/{kind}/{key}\r\n"),
]


@pytest.mark.parametrize("formatter", [logs.LineFormatter(), logs.JsonFormatter()])
@pytest.mark.parametrize("place", PLACES)
@given(kind=st.sampled_from("bdegjosw"), key=st.builds(new_key))
def test_no_line_holds_a_key(formatter, place, kind, key):
    line = formatter.format(record("Not Found: %s", place.format(kind=kind, upper=kind.upper(), key=key)))
    assert "[key]" in line
    assert key not in line


MAILED = [
    "/account/password/reset/1f/c9xk2v-0a1b2c3d4e5f/",
    "/account/password/reset/1f/c9xk2v-0a1b2c3d4e5f",
    "Not Found: https://h.example/b/account/email/confirm/MTA:1vQx2y:c9xk2v0a1b2c3d4e5f/",
    "next=%2Faccount%2Fpassword%2Freset%2F1f%2Fc9xk2v-0a1b2c3d4e5f%2F",
]


@pytest.mark.parametrize("text", MAILED)
def test_no_line_holds_a_key_that_was_sent_by_mail(text):
    line = logs.LineFormatter().format(record("%s", text))
    assert "[key]" in line
    assert "c9xk2v" not in line


@given(text=st.text(), name=st.text(max_size=30))
def test_an_event_is_one_line_whatever_it_says(text, name):
    for formatter in (logs.LineFormatter(), logs.JsonFormatter()):
        line = formatter.format(record("Not Found: %s", text))
        assert len(line.splitlines()) == 1
        assert line.isprintable() or not text.isprintable()
        line.encode()


def test_the_lines_of_a_traceback_cannot_pass_for_events():
    try:
        raise ValueError("x\n2026-01-01T00:00:00.000Z ERROR forged\r\x1b[2J")
    except ValueError as error:
        lines = logs.LineFormatter().format(record("Oh", exc_info=(ValueError, error, error.__traceback__))).split("\n")
    assert lines[0] == "2025-11-22T08:26:40.250Z WARNING django.request: Oh"
    assert {line[:4] for line in lines[1:]} == {"    "}
    assert lines[-2:] == ["    2026-01-01T00:00:00.000Z ERROR forged", r"    \x1b[2J"]


def test_a_line_has_an_end():
    assert len(logs.LineFormatter().format(record("Not Found: %s", "/x" * 50_000))) < 1_100


def test_json_has_one_object_a_line():
    fields = {"path": "/s/q2ZbX-4_kkf0n8u5Tn3yQw/", "status": 200}
    line = logs.JsonFormatter().format(record("Was %s", "é", level=logging.INFO, fields=fields))
    assert line.isascii()
    assert json.loads(line) == {
        "time": "2025-11-22T08:26:40.250Z",
        "level": "INFO",
        "logger": "django.request",
        "message": "Was é",
        "path": "/s/[key]/",
        "status": 200,
    }


def test_a_forged_host_is_one_line(client, log):
    assert client.get("/", headers={"Host": "evil.example"}).status_code == 400
    assert log.getvalue().count("\n") == 1
    assert "add 'evil.example' to HOSTS" in log.getvalue()
    client.get("/no-such-page/")
    assert "Not Found: /no-such-page/" in log.getvalue()


# --- Names of requests ----------------------------------------------------------------------------------------------


def test_a_request_has_a_name_in_its_answer_its_log_lines_and_its_error_page(client, log):
    answer = client.get("/no-such-page/")
    name = answer["X-Request-ID"]
    assert re.fullmatch("[0-9a-f]{16}", name)
    assert f" [{name}]: Not Found: /no-such-page/" in log.getvalue()
    assert f"<code>{name}</code>" in answer.content.decode()
    assert client.get("/no-such-page/")["X-Request-ID"] != name


def test_the_page_of_a_breakdown_names_the_request(client, monkeypatch, log):
    monkeypatch.setattr("builder.pages.start.render", lambda *_: 1 / 0)
    client.raise_request_exception = False
    answer = client.get("/about/")
    assert answer.status_code == 500
    assert f"<code>{answer['X-Request-ID']}</code>" in answer.content.decode()
    assert f" [{answer['X-Request-ID']}]: Internal Server Error: /about/" in log.getvalue()


@pytest.mark.parametrize(
    ("sent", "believed"),
    [
        ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", True),
        ("0123456789abcdef0123456789abcdef", True),
        ("short", False),
        ("x" * 65, False),
        ("0123456789\nforged", False),
        ("<b>0123456789</b>", False),
        ("", False),
    ],
)
def test_only_our_proxy_names_requests_and_only_well(client, settings, sent, believed):
    def named():
        return client.get("/health/live/", headers={"X-Request-ID": sent})["X-Request-ID"] == sent

    settings.BEHIND_PROXY = False
    assert not named()
    settings.BEHIND_PROXY = True
    assert named() is believed


# --- The access log -------------------------------------------------------------------------------------------------


@pytest.fixture
def access_log(log, monkeypatch, settings):
    """What is logged with ACCESS_LOG=1."""
    settings.MIDDLEWARE = ["config.requests.name_requests", "config.requests.log_access", *settings.MIDDLEWARE[1:]]
    return log


def accesses(log):
    return [line.split("]: ")[1] for line in log.getvalue().splitlines() if "bivouac.access" in line]


def test_access_is_logged_by_setting_only():
    assert "config.requests.log_access" not in settings.MIDDLEWARE


def test_an_access_has_method_path_status_duration_bytes_and_network(client, access_log):
    answer = client.get("/robots.txt", {"layout": "secret"}, REMOTE_ADDR="203.0.113.77")
    size = len(answer.content)
    assert re.fullmatch(rf"GET /robots\.txt 200 [0-9]+ {size} 203\.0\.113\.0/24", accesses(access_log)[0])


def test_a_machine_that_asks_whether_all_is_well_is_not_logged(client, access_log):
    assert client.get("/health/live/").status_code == 200
    assert accesses(access_log) == []


@pytest.mark.django_db
@pytest.mark.parametrize("path", keyed())
def test_accesses_hold_no_key(client, access_log, path):
    headers = {"Referer": f"http://testserver{path}", "HX-Current-URL": f"http://testserver{path}"}
    client.get(path, {"next": path, quote(path): "x"}, headers=headers)
    client.post(path, {"next": path}, headers=headers)
    assert len(accesses(access_log)) == 2
    assert KEY not in access_log.getvalue()


@pytest.mark.django_db
def test_what_a_stranger_sends_ends_no_line(client, access_log):
    client.get("/x%0a2026-01-01T00:00:00.000Z%20INFO%20forged%E2%80%A8x/")
    client.generic("BR\nEW", "/health/live/")
    assert [line for line in access_log.getvalue().splitlines() if not line.startswith("20")] == []
    assert len(accesses(access_log)) == 2


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.77", "203.0.113.0/24"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.77", "203.0.113.0/24"),
        ("", "unknown"),
        ("unix:", "unknown"),
    ],
)
def test_addresses_of_players_are_shortened(rf, address, network):
    assert requests.shortened(client_of(rf.get("/", REMOTE_ADDR=address))) == network
