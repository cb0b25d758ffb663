"""Forms that are sent twice: one after the other, at once, after a failure, and when a copy is meant each time."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connection
from django.http import HttpResponseRedirect
from django.test import Client
from django.test.signals import template_rendered
from django.utils import timezone

from builder.accounts import form_answers, limits
from builder.accounts.form_answers import DOUBLE_CLICK, REMEMBERED, idempotent, new_form_token
from builder.gatherings import context, services
from builder.models import FormAnswer, Gathering, Roster
from tests.builder import gathered
from tests.builder.test_gatherings import url

pytestmark = pytest.mark.django_db
GANG = {"name": "Les Rescapés"}
HEAD = {"name": "Les Chacals", "budget": "300", "allegiance": "mutants/gaia-familys", "activity": "chasseurs"}


def made():
    return Gathering.objects.count(), Roster.objects.count()


def age_answers(age):
    FormAnswer.objects.update(made=timezone.now() - age)


def simultaneous(number, path, data):
    """The answers to one form that so many browsers without cookies send at once, and each one's view of the result."""
    ready = Barrier(number)

    def send(_one):
        try:
            browser = Client()
            ready.wait()
            there = browser.post(path, data)["Location"]
            return there, browser.get(there).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(number) as threads:
        return list(threads.map(send, range(number)))


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", [2, 20])
def test_one_form_sent_by_many_at_once_makes_one_gathering_that_all_of_them_organise(number):
    found = simultaneous(number, url("gathering-new", gathered.GAME), GANG | {"form_token": new_form_token()})
    assert made() == (1, 0)
    assert found == [(url("gathering", Gathering.objects.get().pk), 200)] * number


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("number", [2, 20])
def test_one_form_sent_by_many_at_once_makes_one_list_that_all_of_them_edit(number):
    found = simultaneous(number, "/new/rbn/", HEAD | {"form_token": new_form_token()})
    assert made() == (0, 1)
    assert found == [(url("roster", Roster.objects.get().pk), 200)] * number


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_many_forms_sent_at_once_after_an_answer_was_forgotten_make_one_more():
    data = {"form_token": new_form_token()}
    simultaneous(2, "/new/rbn/example/", data)
    age_answers(DOUBLE_CLICK + timedelta(seconds=1))
    found = simultaneous(8, "/new/rbn/example/", data)
    assert made() == (0, 2)
    assert found == [(url("roster", Roster.objects.latest("pk").pk), 200)] * 8


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_what_fails_halfway_leaves_nothing_and_may_be_sent_again(monkeypatch):
    _gang, (mira,) = gathered.gang("Mira")
    client, before = gathered.player(mira), made()
    data = GANG | {"form_token": new_form_token()}
    with monkeypatch.context() as patch:
        patch.setattr(services, "hash_key", None)
        with pytest.raises(TypeError):
            client.post(url("gathering-new", gathered.GAME), data)
    assert (made(), FormAnswer.objects.count()) == (before, 0)
    assert client.post(url("gathering-new", gathered.GAME), data).status_code == 302
    assert made() == (before[0] + 1, before[1])


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_what_a_form_did_is_undone_if_its_answer_cannot_be_kept(monkeypatch):
    monkeypatch.setattr(FormAnswer, "save", None)
    with pytest.raises(TypeError):
        Client().post("/new/rbn/example/", {"form_token": new_form_token()})
    assert made() == (0, 0)


FORMS = {"/new/rbn/": HEAD, "/new/rbn/example/": {}, "/gatherings/new/of-the-dead/": GANG}


@pytest.mark.database
@pytest.mark.parametrize("path", FORMS)
def test_a_form_sent_twice_counts_once_and_another_one_again(client, path):
    tokens = [new_form_token(), new_form_token()]
    answers = [client.post(path, FORMS[path] | {"form_token": token})["Location"] for token in (*tokens, *tokens)]
    assert (answers[:2], len({*answers}), sum(made())) == (answers[2:], 2, 2)


@pytest.mark.parametrize("name", ["roster-duplicate", "shared-copy"])
def test_a_copy_is_made_once_by_a_double_click_and_again_when_it_is_meant(client, name):
    client.post("/new/rbn/example/")
    row, data = Roster.objects.get(), {"form_token": new_form_token()}
    at = url(name, row.share_key if name == "shared-copy" else row.pk)
    for _time in range(2):
        client.post(at, data)
    assert Roster.objects.count() == 2
    age_answers(DOUBLE_CLICK - timedelta(seconds=1))
    client.post(at, data)
    assert Roster.objects.count() == 2
    age_answers(DOUBLE_CLICK + timedelta(seconds=1))
    client.post(at, data)
    assert Roster.objects.count() == 3


def test_a_copy_of_another_state_is_another_copy(client):
    client.post("/new/rbn/example/")
    row, data = Roster.objects.get(), {"form_token": new_form_token()}
    for query in ("", "?revision=1"):
        assert client.post(url("shared-copy", row.share_key) + query, data).status_code == 302
    assert Roster.objects.count() == 3


@pytest.mark.parametrize("path", ["/examples/rbn/", "/new/rbn/", "/lists/", "/gatherings/new/of-the-dead/"])
def test_each_form_that_makes_something_has_a_token_of_its_own(client, path):
    client.post("/new/rbn/example/")

    def tokens():
        forms = client.get(path).content.decode().split("<form")[1:]
        return [
            word.split('name="form_token" value="')[1][:32]
            for word in forms
            if "csrfmiddlewaretoken" in word and 'name="form_token" value="' in word
        ]

    first, second = tokens(), tokens()
    assert first
    assert len({*first, *second}) == 2 * len(first)


def test_without_a_token_each_form_counts(client):
    for _time in range(2):
        client.post("/new/rbn/example/")
    assert (made(), FormAnswer.objects.count()) == ((0, 2), 0)


def test_a_refused_form_keeps_nothing(client):
    data = {"name": "x" * 201, "form_token": new_form_token()}
    assert client.post("/new/rbn/", HEAD | data).status_code == 422
    assert FormAnswer.objects.count() == 0


@pytest.fixture
def in_transaction(monkeypatch):
    """Whether a transaction was open: for each template that was rendered, and each feed that was read."""
    found = []

    def note(*_arguments, **_names):
        found.append(connection.in_atomic_block)

    template_rendered.connect(note)
    monkeypatch.setattr(context, "feed", note)
    yield found
    template_rendered.disconnect(note)


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("name", "fields", "status"),
    [
        ("roster-new", {"name": "x" * 201}, 422),
        ("gathering-new", {}, 422),
        ("gathering-edit", {"revision": 1}, 422),
        ("gathering-edit", {"revision": 7, "name": "Les Rescapés"}, 409),
        ("chapter-new", {}, 422),
        ("chapter", {"revision": 1}, 422),
        ("chapter", {"revision": 7, "title": "Le pont"}, 409),
        ("news-add", {}, 422),
        ("invitation", {}, 422),
    ],
)
def test_a_refused_form_is_shown_again_after_its_transaction(name, fields, status, in_transaction):
    gang, _members = gathered.gang("Mira")
    chapter = services.plan(gang, {"title": "Le pont"}, {})
    places = {"roster-new": ["rbn"], "gathering-new": [gathered.GAME], "chapter": [gang.pk, chapter.pk]}
    at = url(name, *places.get(name, [gang.invite_key if name == "invitation" else gang.pk]))
    answer = gathered.organiser(gang).post(at, fields | {"form_token": new_form_token()})
    assert (answer.status_code, set(in_transaction)) == (status, {False})


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_form_above_the_limit_is_shown_again_after_its_transaction(client, settings, headers, in_transaction):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "0/h"}
    answer = client.post("/new/rbn/", HEAD | {"form_token": new_form_token()}, headers=headers)
    assert (answer.status_code, set(in_transaction)) == (429, {False})


def test_a_form_that_was_led_back_to_may_be_sent_again(rf):
    request, done = rf.post("/form/", {"form_token": new_form_token()}), []
    request.session = {}
    refusing = idempotent()(lambda _request: done.append(1) or HttpResponseRedirect("/form/?again"))
    assert [refusing(request).status_code for _time in range(2)] == [302] * 2
    assert (done, FormAnswer.objects.count()) == ([1, 1], 0)


def test_a_repeated_form_costs_no_token(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "1/h"}
    data = {"form_token": new_form_token()}
    assert [client.post("/new/rbn/example/", data).status_code for _time in range(3)] == [302] * 3
    assert client.post("/new/rbn/example/").status_code == 429


def test_a_form_above_the_limit_may_be_sent_again_later(client, settings, monkeypatch):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "1/h"}
    client.post("/new/rbn/example/")
    data, now = {"form_token": new_form_token()}, limits.clock()
    assert client.post("/new/rbn/example/", data).status_code == 429
    monkeypatch.setattr(limits, "clock", lambda: now + 3700)
    assert client.post("/new/rbn/example/", data).status_code == 302


@pytest.mark.database
def test_old_answers_are_tidied_and_no_others():
    now = timezone.now()
    for key, age in (("new", timedelta()), ("a day old", REMEMBERED), ("older", REMEMBERED + timedelta(seconds=1))):
        FormAnswer.objects.create(key=key, made=now - age)
    assert form_answers.tidy_form_answers(now, dry_run=True) == 1
    assert FormAnswer.objects.count() == 3
    assert form_answers.tidy_form_answers(now, dry_run=False) == 1
    assert set(FormAnswer.objects.values_list("key", flat=True)) == {"new", "a day old"}


def test_a_form_sent_again_after_a_new_secret_link_takes_no_list_away(client):
    data = {"form_token": new_form_token()}
    there = client.post("/new/rbn/example/", data)["Location"]
    row = Roster.objects.get()
    client.post(url("roster-links", row.pk), {"action": "edit"})
    assert client.post("/new/rbn/example/", data)["Location"] == there
    assert client.get(url("roster", row.pk)).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_a_form_sent_again_after_its_list_was_erased_grants_nothing(client):
    data = {"form_token": new_form_token()}
    there = client.post("/new/rbn/example/", data)["Location"]
    row = Roster.objects.get()
    for name in ("roster-remove", "roster-erase"):
        client.post(url(name, row.pk))
    assert client.post("/new/rbn/example/", data)["Location"] == there
    assert (client.get(there).status_code, made()) == (404, (0, 0))
