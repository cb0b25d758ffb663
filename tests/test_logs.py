"""What is written to the log, and what never is."""

import io
import logging

import pytest
from django.urls import get_resolver

KEY = "q2ZbX-4_kkf0n8u5Tn3yQw"


@pytest.fixture
def log(monkeypatch):
    """What the settings' own handler writes, from warnings up."""
    written = io.StringIO()
    handler = next(one for one in logging.getLogger().handlers if one.name == "stderr")
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
        f"/{one.pattern}".replace("<key:key>", KEY).replace("<export:export>", "pdf")
        for one in patterns
        if "<key:key>" in str(one.pattern)
    ]


def test_there_are_addresses_with_keys():
    assert sorted({path.split("/")[1] for path in keyed()}) == ["e", "g", "j", "o", "s"]


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
