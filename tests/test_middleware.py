"""The project's own middleware."""

import resource

import pytest

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


BODY = b"--XX--\r\n"


def post(client, charset, path="/new/rbn/", **more):
    return client.generic("POST", path, BODY, f"multipart/form-data; boundary=XX{charset}", **more)


@pytest.mark.parametrize("charset", ["unicode_escape", "utf-7", "raw-unicode-escape", "latin-1", "base64", "klingon"])
@pytest.mark.parametrize("kind", ["multipart/form-data; boundary=XX", "application/x-www-form-urlencoded"])
def test_another_charset_is_not_understood(client, charset, kind):
    response = client.generic("POST", "/new/rbn/", BODY, f'{kind}; charset="{charset}"')
    assert (response.status_code, response.templates[0].name) == (400, "errors/400.html")
    assert response["Content-Security-Policy"]


def test_an_address_is_not_read_in_another_charset_either(client):
    response = client.generic("GET", "/?x=%5Cud800", BODY, "text/plain; charset=unicode_escape")
    assert response.status_code == 400


def test_the_refusal_of_a_charset_speaks_the_readers_language(client):
    pages = [post(client, "; charset=utf-7", headers={"Accept-Language": language}) for language in ("fr", "en")]
    assert ['lang="fr"' in pages[0].content.decode(), 'lang="en"' in pages[1].content.decode()] == [True, True]


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["", "; charset=utf-8", '; charset="UTF-8"', "; charset=utf8", "; charset="])
def test_utf_8_is_read_named_or_not(client, charset):
    assert post(client, charset, "/new/chess/").status_code == 404
