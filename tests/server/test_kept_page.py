"""Pages that are kept: they are as if made anew, and nothing of a visitor is in another's."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client, RequestFactory

from builder.lists.access import renew_edit_key
from builder.lists.sharing import renew_share_key
from builder.web.fragment_cache import CSRF_TOKEN, UID, FragmentCache, fragment_cache
from tests import make
from tests.battles import played

pytestmark = pytest.mark.django_db

TOKENS = re.compile(r'name="(?:csrfmiddlewaretoken|form_token)" value="([^"]+)"')


@pytest.fixture(autouse=True)
def _nothing_kept():
    fragment_cache.clear()


def signed_in(name):
    client = Client()
    client.force_login(User.objects.create(username=f"{name}-1234", first_name=name))
    return client


def addresses(row):
    return "/", f"/s/{row.share_key}/", f"/s/{row.share_key}/?cards=open", "/examples/rbn/"


def page(client, address, **options):
    return client.get(address, **options).content.decode()


def test_nothing_of_a_visitor_is_in_a_kept_page():
    row, own = played.roster(name="Theirs"), played.roster(name="My own secret list")
    owner, strangers = make.grant(Client(), own), [Client(), Client()]
    visitors = [owner, *strangers, signed_in("maudlinest"), signed_in("igorissime")]
    pages = {visitor: [page(visitor, address) for address in addresses(row)] for visitor in visitors * 2}
    tokens = [token for several in pages.values() for html in several for token in TOKENS.findall(html)]
    kept = b"".join(html for _objects, html in fragment_cache.entries.values()).decode()
    assert not any(token in kept for token in tokens)
    assert not any(morsel.value in kept for visitor in visitors for morsel in visitor.cookies.values())
    names = ("My own secret list", "maudlinest", "igorissime")
    seen = [[name in "".join(pages[visitor]) for name in names] for visitor in visitors]
    nothing = [False] * 3
    assert seen == [[True, False, False], nothing, nothing, [False, True, False], [False, False, True]]
    assert not any(hole in html for several in pages.values() for html in several for hole in (CSRF_TOKEN, UID))


def test_the_tokens_of_a_kept_page_are_taken():
    row = played.roster()
    for _time in range(2):
        client = Client(enforce_csrf_checks=True)
        csrf, form_token = TOKENS.findall(page(client, f"/s/{row.share_key}/"))[-2:]
        copied = client.post(f"/s/{row.share_key}/copy/", {"csrfmiddlewaretoken": csrf, "form_token": form_token})
        assert copied.status_code == 302


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_kept_page_is_the_page(language):
    row = played.roster()
    for address in addresses(row):
        first, second = (page(Client(headers={"accept-language": language}), address) for _time in range(2))
        assert TOKENS.sub("", first) == TOKENS.sub("", second)


def test_a_list_that_changed_is_shown_as_it_is():
    row = played.roster(name="Before")
    client, stranger, address = make.grant(Client(), row), Client(), f"/s/{row.share_key}/"
    assert "Before" in page(stranger, address)
    client.post(f"/lists/{row.pk}/edit/", {"command": "rename", "name": "After", "revision": 1})
    assert ["Before" in page(stranger, address), "After" in page(stranger, address)] == [False, True]
    renew_share_key(row)
    assert stranger.get(address).status_code == 410


def test_an_offer_gives_the_hint_of_its_own_list():
    """Where a scenario prints the budget, no hint says to raise it."""
    rockets = [{"kind": "fighter", "weapons": ["lance-roquettes"]}] * 2 + [{"kind": "fighter"}]
    heads = {"budget": 300, "scenario": None, "role": None}, {"scenario": "retour-compromis", "role": "carrier"}
    rows = [played.roster(**head, units=rockets) for head in heads]
    english = make.grant(make.grant(Client(headers={"accept-language": "en"}), rows[0]), rows[1])
    pages = [page(english, f"/lists/{row.pk}/?unit=2") for row in rows]
    assert ["or raise the budget" in html for html in pages] == [True, False]


def test_a_message_is_shown_once_and_not_kept():
    row = played.roster()
    client, address = make.grant(Client(), row), "/"
    page(client, address)
    client.post(f"/lists/{row.pk}/remove/")
    pages = [page(visitor, address) for visitor in (client, client, Client())]
    assert ['class="toast' in html for html in pages] == [True, False, False]


def test_addresses_that_a_stranger_makes_up_are_not_kept():
    address = f"/s/{played.roster().share_key}/"
    page(Client(), address)
    kept = len(fragment_cache.entries)
    for number in range(3):
        page(Client(), f"{address}?x={number}")
    assert len(fragment_cache.entries) == kept


def test_an_editor_shows_the_present_state_to_who_may_edit_and_its_edit_link_once():
    row = played.roster(name="Before")
    clients, address = [make.grant(Client(), row) for _browser in range(2)], f"/lists/{row.pk}/"
    first, second = (page(client, address) for client in clients)
    assert TOKENS.sub("", first) == TOKENS.sub("", second)
    assert not set(TOKENS.findall(first)) & set(TOKENS.findall(second))
    assert Client().get(address).status_code == 404
    clients[0].cookies[f"key-{row.pk}"] = "a-secret-key-of-one"
    assert ["a-secret-key-of-one" in page(client, address) for client in clients] == [True, False]
    kept = b"".join(html for _objects, html in fragment_cache.entries.values()).decode()
    assert not any(token in kept for token in ("a-secret-key-of-one", *TOKENS.findall(first)))
    clients[0].post(f"{address}edit/", {"command": "rename", "name": "After", "revision": 1})
    seen = page(clients[1], address)
    assert ["Before" in seen, "After" in seen] == [False, True]
    battle = played.of(row)
    assert battle.address in page(clients[1], address)
    renew_edit_key(row_request(clients[0]), row)
    assert [client.get(address).status_code for client in clients] == [200, 404]


def row_request(client):
    request = RequestFactory().get("/")
    request.COOKIES = {name: morsel.value for name, morsel in client.cookies.items()}
    return request


def test_what_is_kept_is_bounded_by_bytes():
    """In UTF-8 a typographic apostrophe takes three bytes."""
    cache = FragmentCache(1_000)
    for number in range(9):
        cache.kept(number, (), lambda: "’" * 200)
    assert 0 < len(cache.entries) * 3 * 200 <= 1_000
    assert cache.kept("too long", (), lambda: "’" * 600) == "’" * 600
    assert "too long" not in [key for _language, key, *_objects in cache.entries]
