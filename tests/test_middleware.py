"""The project's own middleware."""

import resource

import pytest
from django.test.client import FakePayload

from config.middleware import reserve_stack_chunk


def recurse(depth):
    if depth:
        recurse(depth - 1)


def calls_up_and_down(_request):
    """Calls between 0 and 20 frames deep, a hundred times."""
    for _time in range(100):
        recurse(20)


def page_faults(depth, run):
    """The page faults of `run` behind `depth` more frames."""
    if depth:
        return page_faults(depth - 1, run)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    run(None)
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def test_calls_of_a_request_do_not_map_memory_again_and_again_at_any_depth():
    plain = max(page_faults(depth, calls_up_and_down) for depth in range(200))
    assert plain >= 100, "this Python keeps its chunks: reserve_stack_chunk is needed no more"
    assert max(page_faults(depth, reserve_stack_chunk(calls_up_and_down)) for depth in range(200)) < 50


# --- Charsets -------------------------------------------------------------------------------------------------------


FORM = "application/x-www-form-urlencoded"


def post(client, charset, path="/new/rbn/", **more):
    return client.generic("POST", path, b"name=X", f"{FORM}{charset}", **more)


@pytest.mark.parametrize("charset", ["unicode_escape", "utf-7", "raw-unicode-escape", "latin-1", "base64", "klingon"])
def test_another_charset_is_not_understood(client, charset):
    response = post(client, f'; charset="{charset}"')
    assert (response.status_code, response.templates[0].name) == (400, "errors/400.html")
    assert response["Content-Security-Policy"]


def test_an_address_is_not_read_in_another_charset_either(client):
    response = client.generic("GET", "/?x=%5Cud800", b"x", "text/plain; charset=unicode_escape")
    assert response.status_code == 400


def test_the_refusal_of_a_charset_speaks_the_readers_language(client):
    pages = [post(client, "; charset=utf-7", headers={"Accept-Language": language}) for language in ("fr", "en")]
    assert ['lang="fr"' in pages[0].content.decode(), 'lang="en"' in pages[1].content.decode()] == [True, True]


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["", "; charset=utf-8", '; charset="UTF-8"', "; charset="])
def test_utf_8_is_read_named_or_not(client, charset):
    assert post(client, charset, "/new/chess/").status_code == 404


# --- What no form sends ---------------------------------------------------------------------------------------------


def refusal(client, **headers):
    """The answer to a POST with these entries of the WSGI environment: status, template, whether the body was read."""
    body = FakePayload(b"x" * 20)
    response = client.request(
        **{"REQUEST_METHOD": "POST", "PATH_INFO": "/new/rbn/", "wsgi.input": body, "CONTENT_TYPE": FORM} | headers
    )
    return response.status_code, response.templates[0].name, body.read_started


@pytest.mark.django_db
def test_a_body_of_a_million_bytes_is_read_and_a_longer_one_is_not(client):
    assert post(client, "; charset=utf-8", "/new/chess/").status_code == 404
    assert client.post("/new/chess/", "x" * 1_000_000).status_code == 404
    assert refusal(client, CONTENT_LENGTH="1000001") == (413, "errors/413.html", False)
    assert refusal(client, CONTENT_LENGTH="9" * 30) == (413, "errors/413.html", False)


@pytest.mark.django_db
def test_the_import_takes_files(client):
    body = b'--XX\r\nContent-Disposition: form-data; name="text"\r\n\r\nx\r\n--XX--\r\n'
    assert client.post("/import/", body, "multipart/form-data; boundary=XX").status_code == 200


@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=XX", "Multipart/Mixed", "multipart/x"])
def test_a_multipart_body_is_refused_unread(client, kind):
    assert refusal(client, CONTENT_TYPE=kind, CONTENT_LENGTH="20") == (415, "errors/415.html", False)
