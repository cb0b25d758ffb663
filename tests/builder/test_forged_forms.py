"""Forms without the token of this browser: forged ones, and honest ones after signing in in another tab."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from builder.models import Roster, TokenBucket

pytestmark = pytest.mark.django_db

OURS, THEIRS = {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "cross-site"}


@pytest.fixture
def strict():
    return Client(enforce_csrf_checks=True)


def test_a_stale_form_of_our_own_is_offered_again_with_the_new_token(strict):
    page = strict.post("/new/of-the-dead/", {"name": "Mira <b>"}, headers=OURS)
    text = page.content.decode()
    assert (page.status_code, Roster.objects.count()) == (403, 0)
    assert 'name="name" value="Mira &lt;b&gt;"' in text
    token = text.split('name="csrfmiddlewaretoken" value="')[-1].split('"')[0]
    again = strict.post("/new/of-the-dead/", {"name": "Mira <b>", "csrfmiddlewaretoken": token})
    assert (again.status_code, Roster.objects.get().name) == (302, "Mira <b>")


@pytest.mark.parametrize("headers", [THEIRS, {}, {"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "none"}])
def test_a_form_from_elsewhere_is_not(strict, headers):
    page = strict.post("/new/of-the-dead/", {"name": "Mira"}, headers=headers)
    assert page.status_code == 403
    assert 'value="Mira"' not in page.content.decode()


@pytest.mark.parametrize("path", ["/import/shared/", "/new/of-the-dead/", "/nowhere/"])
@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_a_form_of_another_site_replaces_no_token_and_costs_nothing(strict, path, site):
    page = strict.post(path, {"text": "x"}, headers={"Sec-Fetch-Site": site})
    assert page.status_code == (404 if path == "/nowhere/" else 403)
    assert not page.cookies
    assert not TokenBucket.objects.filter(tokens__lt=120).exists()


def test_what_a_phone_shares_is_read(strict):
    page = strict.post("/import/shared/", {"text": "x"}, headers={"Sec-Fetch-Site": "none"})
    assert (page.status_code, "csrftoken" in page.cookies) == (200, True)


@pytest.mark.parametrize("field", ["password", "code"])
def test_nor_one_with_a_secret(strict, field):
    page = strict.post("/account/recover/", {"login": "maud-1234", field: "hunter2"}, headers=OURS)
    assert page.status_code == 403
    assert "hunter2" not in page.content.decode()
    assert "maud-1234" not in page.content.decode()


def test_htmx_shows_a_sentence_and_leaves_the_page(strict):
    answer = strict.post("/lists/1/edit/", {"command": "undo"}, headers={"HX-Request": "true"})
    assert answer.status_code == 403
    assert 'hx-target="#toast"' in answer.content.decode()


def test_a_tab_from_before_signing_in_loses_nothing(strict):
    strict.get("/new/of-the-dead/")
    before = strict.cookies["csrftoken"].value
    strict.force_login(User.objects.create_user("maud-1234"))
    strict.get("/account/")  # the other tab
    strict.cookies["csrftoken"] = "a" * 32
    page = strict.post("/new/of-the-dead/", {"name": "Mira", "csrfmiddlewaretoken": before}, headers=OURS)
    assert page.status_code == 403
    assert 'name="name" value="Mira"' in page.content.decode()
