"""Four letters that lead for ten minutes to where a link leads: battles, gatherings, another device."""

import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from builder.accounts import short_codes
from builder.models import Battle, Roster, ShortCode
from tests.builder import gathered
from tests.builder.test_handover import clock, desk, phone  # noqa: F401  (fixtures)

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}


def shown(page):
    return re.search(r"<b>([A-Z]{4})</b>", page.text)[1]


def typed(client, code):
    return client.post("/code/", {"code": code})


def test_letters_are_consonants_of_which_none_looks_like_another():
    assert len(set(short_codes.LETTERS)) == 20
    assert not set(short_codes.LETTERS) & set("AEIOUY0123456789")
    assert re.fullmatch("[BCDFGHJKLMNPQRSTVWXZ]{4}", short_codes.new_code("/b/x/").code)


def test_a_battle_is_joined_by_its_letters_however_they_are_typed(phone, desk, clock):  # noqa: F811
    phone.post(f"/lists/{Roster.objects.get().pk}/play/", {"player": "Mira"})
    battle = Battle.objects.get()
    invite = f"/battles/{battle.pk}/invite/"
    assert "Create short code" in phone.get(invite).text
    assert not ShortCode.objects.exists()
    phone.post(invite, {"action": "code"})
    code = shown(phone.get(invite))
    for spelling in (code, f" {code[0].lower()} {code[1]}-{code[2:]}"):
        assert typed(desk, spelling).url == f"/b/{battle.join_key}/"
    clock(minutes=10, seconds=1)
    assert typed(desk, code).url == "/"
    assert "<b>" + code not in phone.get(invite).text


def test_a_gathering_is_joined_by_its_letters(phone, desk):  # noqa: F811
    gathering, _members = gathered.gang("Mira")
    gathered.organiser(gathering, phone)
    links = f"/gatherings/{gathering.pk}/links/"
    phone.post(links, {"action": "code"})
    assert typed(desk, shown(phone.get(links))).url == f"/j/{gathering.invite_key}/"


def test_an_address_has_one_code_and_new_ones_are_limited_for_each_client(phone, settings, clock):  # noqa: F811
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"handover": "2/d"}
    gathering, _members = gathered.gang("Mira")
    gathered.organiser(gathering, phone)
    links = f"/gatherings/{gathering.pk}/links/"
    assert [phone.post(links, {"action": "code"}).status_code for _press in range(3)] == [302] * 3
    assert ShortCode.objects.count() == 1
    statuses = []
    for _code in range(2):
        clock(minutes=11)
        statuses.append(phone.post(links, {"action": "code"}).status_code)
    assert (statuses, ShortCode.objects.count()) == ([302, 429], 2)


def asked(phone, desk):  # noqa: F811
    """The address that the letters lead another device to."""
    return typed(desk, shown(phone.post("/device/"))).url


@pytest.mark.database
def test_another_device_gets_the_lists_once_and_only_when_the_first_says_yes(phone, desk):  # noqa: F811
    address = asked(phone, desk)
    assert "Now say yes" in desk.post(address).text
    assert "Mira" not in desk.get("/lists/").text
    assert "Is it yours?" in phone.get("/device/").text
    desk.post("/device/answer/", {"yes": ""})
    assert "Now say yes" in desk.get(address).text, "only the first device answers"
    phone.post("/device/answer/", {"yes": ""})
    assert desk.post(address).status_code == 302
    assert "Mira" in desk.get("/lists/").text
    assert Client(headers=ENGLISH).post(address).status_code == 404


def test_another_device_gets_nothing_when_the_first_says_no(phone, desk):  # noqa: F811
    address = asked(phone, desk)
    phone.post("/device/answer/", {})
    assert desk.post(address).status_code == 404
    assert "Mira" not in desk.get("/lists/").text


@pytest.mark.database
def test_letters_for_a_device_work_once(phone, desk):  # noqa: F811
    code = shown(phone.post("/device/"))
    assert typed(desk, code).url.startswith("/d/")
    assert typed(Client(), code).url == "/"


def test_wrong_letters_are_limited_for_each_client_and_for_all_and_then_right_ones_lead_nowhere(settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"code": "2/h", "code_all": "3/h"}
    code = short_codes.new_code("/b/x/").code
    clients = [Client(REMOTE_ADDR=f"192.0.2.{number}") for number in range(3)]
    assert [typed(clients[0], "AAAA").status_code for _try in range(3)] == [302, 302, 429]
    assert [typed(clients[1], letters).status_code for letters in (code, code, "AAAA")] == [302, 302, 302]
    assert typed(clients[0], code).status_code == typed(clients[2], code).status_code == 429


def test_guessing_is_as_hopeless_as_is_said():
    most = {name: int(settings.RATE_LIMITS[name].removesuffix("/h")) for name in ("code", "code_all")}
    assert most == {"code": 6, "code_all": 30}
    assert len(short_codes.LETTERS) ** short_codes.LENGTH == 160_000


@pytest.mark.database
def test_there_are_only_so_many_codes_and_old_ones_are_removed(clock):  # noqa: F811
    codes = {short_codes.new_code(f"/b/{number}/").code for number in range(short_codes.MOST_VALID)}
    assert len(codes) == short_codes.MOST_VALID
    assert short_codes.new_code("/b/more/") is None
    clock(minutes=11)
    assert short_codes.tidy_short_codes(timezone.now(), dry_run=True) == short_codes.MOST_VALID
    assert short_codes.new_code("/b/more/")
    short_codes.tidy_short_codes(timezone.now())
    assert ShortCode.objects.get().path == "/b/more/"
