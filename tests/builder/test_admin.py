"""Rosters in the admin: to look at, without anything that opens one."""

import pytest
from allauth.mfa.totp.internal import auth as totp
from django.contrib import admin

from builder.gatherings import services
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from tests import make

pytestmark = pytest.mark.django_db
LIST = "/admin/builder/roster/"


@pytest.fixture
def row():
    return history.create(LoadedRoster(make.convoy(name="Les Chacals")), "new")[0]


def test_rosters_are_shown_without_their_keys(admin_client, row):
    pages = [admin_client.get(address) for address in (LIST, f"{LIST}?q=chacals", f"{LIST}{row.pk}/change/")]
    assert [page.status_code for page in pages] == [200, 200, 200]
    for page in pages:
        text = page.content.decode()
        assert "Les Chacals" in text
        assert row.share_key not in text
        assert row.edit_key_hash not in text


def test_rosters_are_changed_and_deleted_by_their_players_alone(admin_client, row):
    answers = [
        admin_client.post(f"{LIST}{way}/", {"name": "Mine"}) for way in ("add", f"{row.pk}/change", f"{row.pk}/delete")
    ]
    assert [answer.status_code for answer in answers] == [403, 403, 403]
    assert Roster.objects.get().name == "Les Chacals"


@pytest.mark.database
def test_no_roster_is_found_by_a_part_of_its_key(admin_client, row):
    for lookup in ("share_key__startswith", "edit_key_hash__startswith", "revisions__document__contains"):
        assert admin_client.get(LIST, {lookup: "a"}).status_code == 400


def test_gatherings_are_shown_without_their_keys_and_not_changed(admin_client):
    gang, _key = services.create("of-the-dead", name="Les Rescapés")
    at = "/admin/builder/gathering/"
    pages = [
        admin_client.get(address).content.decode() for address in (at, f"{at}?q=rescapés", f"{at}{gang.pk}/change/")
    ]
    assert ["Les Rescapés" in page for page in pages] == [True] * 3
    keys = (gang.share_key, gang.invite_key, gang.organiser_key_hash)
    assert [key for key in keys for page in pages if key in page] == []
    assert admin_client.get(at, {"invite_key__startswith": "a"}).status_code == 400
    assert admin_client.post(f"{at}{gang.pk}/change/", {"name": "Mine"}).status_code == 403


def test_guessing_passwords_is_limited(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"login": "2/h"}
    way = client.get("/admin/login/")
    assert way["Location"] == "/account/login/?next=%2Fadmin%2Flogin%2F"
    guess = {"login": "admin", "password": "guess"}
    assert [client.post(way["Location"], guess).status_code for _time in range(3)] == [200, 200, 429]
    assert client.post("/admin/login/", guess).status_code == 429


def test_an_administrator_signs_in_with_the_account_and_its_second_factor(client, admin_user):
    totp.TOTP.activate(admin_user, "JBSWY3DPEHPK3PXP")
    entered = client.post("/account/login/?next=/admin/", {"login": "admin", "password": "password"})
    assert (entered["Location"], client.get("/admin/").status_code) == ("/account/login/code/", 302)
    code = totp.format_hotp_value(totp.hotp_value("JBSWY3DPEHPK3PXP", next(totp.yield_hotp_counters_from_time())))
    assert client.post("/account/login/code/", {"code": code})["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_a_player_is_no_administrator(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("maud-4821"))
    assert client.get("/admin/login/").status_code == 403


def test_the_admin_shows_no_second_factors_and_no_sessions():
    shown = {model._meta.label_lower for model in admin.site._registry}
    assert {"auth.user", "builder.roster"} <= shown
    assert not shown & {"mfa.authenticator", "usersessions.usersession", "sessions.session", "builder.recoverycode"}
