"""Deleting an account: what goes, what stays with others, and that nothing is left of the person."""

import json
import time
from collections import Counter
from urllib.parse import unquote

import pytest
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Group, Permission, User
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.utils import timezone

from builder.accounts import mail
from builder.accounts.limits import allowed_for
from builder.gatherings import services
from builder.gatherings.models import Gathering, Membership
from builder.lists.models import Revision, Roster, RosterGrant
from builder.models import Battle, KeptFile
from builder.operations import tables
from builder.personal_data import deletion
from tests import make
from tests.battles import played
from tests.builder import gathered, people

pytestmark = pytest.mark.django_db
PAGE = "/account/delete/"
NAME = "maud-4821"
ERASE, LEAVE = ({"lists": choice, "user_name": NAME} for choice in ("erase", "leave"))
EN = {"Accept-Language": "en"}
DISTINCT = 2_087_654_321  # what no other number of the rows looks like


@pytest.fixture
def maud():
    return people.account(pk=DISTINCT)


@pytest.fixture
def mine(maud):
    return people.signed_in(maud)


def list_of(user, name="Mira", **fields):
    row = gathered.roster(name)
    people.grant(user, row, **fields)
    return row


def names():
    return sorted(Roster.objects.values_list("name", flat=True))


# --- everything, everywhere -----------------------------------------------------------------------------------------


def fill(user, monkeypatch):
    """Let everything be kept of an account that the site keeps of any."""
    people.equip(user)
    client = people.signed_in(user, REMOTE_ADDR=f"192.0.2.{User.objects.count()}")
    name = user.username
    for number in range(2):
        list_of(user, f"{name} list {number}", labels=f"{name} label", pinned=True)
    gathering, (member,) = gathered.gang(f"{name} member", name=f"{name} gang")
    people.grant(user, gathering)
    people.grant(user, member.roster)
    people.show_name(user, member)
    services.vote_for_chapter(member, services.plan(gathering, {"title": f"{name} chapter"}, {member: "slept"}))
    user.groups.add(Group.objects.get_or_create(name="Testers")[0])
    user.user_permissions.add(Permission.objects.first())
    boss = User.objects.get_or_create(username="boss")[0]
    for row in (user, user.emailaddress_set.get(), Authenticator.objects.filter(user=user).first()):
        kind = ContentType.objects.get_for_model(row)
        about = {"content_type": kind, "object_id": str(row.pk), "object_repr": str(row), "action_flag": CHANGE}
        LogEntry.objects.create(user=boss, **about)
        LogEntry.objects.create(user=user, **about)
    for limit in ("login_user", "second_factor", "mail_address"):
        for who in (name, f"{name}@example.org", str(user.pk)):
            allowed_for(limit, who)
    client.post("/account/data/", {"history": "on"})
    assert KeptFile.objects.filter(subject=f"data of account {user.pk}").exists()
    queue_letters(user)
    monkeypatch.setattr("tests.client.make_files", lambda: None)
    client.get(f"/s/{member.roster.share_key}/pdf/")
    return client


def queue_letters(user):
    """A letter of each kind waits for the mail worker: it names the address by its number or text, or the account."""
    origin, address = "http://testserver", user.emailaddress_set.get()
    for letter, about in {
        "confirmation": {"address": address.pk},
        "reset": {"email": address.email.upper()},
        "notice": {"to": address.email, "what": "password", "account": user.username},
    }.items():
        mail.send_mail.enqueue(letter, about, origin, "fr", time.time())


def dump():
    """All rows of all tables, as backups have them and those that they leave out: {(table, row as text): how often}."""
    rows = Counter()
    for model in tables.models_at(connection, tables.applied_migrations(connection)):
        for row in tables.rows_of(model, "default"):
            rows[model._meta.label_lower, json.dumps(row)] += 1
    return rows


def traces(user_facts):
    """Where in the tables, or in a session or a list that is stored packed, one of these facts stands."""
    found = [row for row in dump() if any(fact in row[1] for fact in user_facts)]
    opened = [json.dumps(session.get_decoded()) for session in Session.objects.all()]
    opened += [json.dumps(roster.document) for roster in Roster.objects.all()]
    return found + [text for text in opened if any(fact in text for fact in user_facts)]


def facts_about(user):
    keys = list(user.usersession_set.values_list("session_key", flat=True))
    assert len(keys) == 2
    return [str(user.pk), user.username, f"{user.username}@example.org", f"Phone of {user.username}", *keys]


@pytest.mark.database
@pytest.mark.parametrize("answer", [ERASE, LEAVE])
def test_nothing_is_left_of_a_deleted_account_and_all_of_another(monkeypatch, answer):
    fill(people.account("paul"), monkeypatch)
    before = dump()
    maud = people.account(pk=DISTINCT)
    client = fill(maud, monkeypatch)
    facts = facts_about(maud)
    named = [fact for fact in facts if not traces([fact])]
    assert named == []  # each of them is found as long as the account is there
    assert client.post(PAGE, answer)["Location"] == "/"
    after = dump()
    assert before - after == Counter()  # nothing of anybody else went or changed
    if answer is ERASE:
        assert [row for row in after - before if not counts_an_address(*row)] == []
        assert traces(facts) == []
    else:
        left = {"roster", "revision", "gathering", "chapter", "membership", "participation", "chaptervote"}
        tables_left = {row[0] for row in after - before if not counts_an_address(*row)}
        assert tables_left == {f"builder.{table}" for table in left}  # what the player wrote, on purpose
        assert traces([fact for fact in facts if fact != NAME]) == []


def counts_an_address(table, row):
    """Whether a row is a bucket of the limits for an address of the network, which belongs to no account."""
    return table == "builder.tokenbucket" and ("192.0.2." in row or "127.0.0.1" in row)


def test_every_reference_to_accounts_is_known():
    """A new model with a foreign key to accounts needs an answer here: are its rows erased, or kept without it?"""
    found = {f"{model._meta.label_lower}.{column}" for model, column in deletion.reference_columns()}
    assert found == deletion.REFERENCES.keys()


def test_references_are_found_in_every_application():
    def to_accounts(field):
        return field.is_relation and field.related_model is User and not field.auto_created

    models = apps.get_models(include_auto_created=True)
    found = {(model, field.name) for model in models for field in model._meta.get_fields() if to_accounts(field)}
    assert found == set(deletion.reference_columns())


# --- the lists ------------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_erased_lists_are_gone_at_once_with_their_states(maud, mine):
    list_of(maud)
    removed = list_of(maud, "Removed")
    Roster.objects.filter(pk=removed.pk).update(deleted=timezone.now())
    assert mine.post(PAGE, ERASE).status_code == 302
    assert (Roster.objects.count(), Revision.objects.count(), User.objects.count()) == (0, 0, 0)


def test_lists_left_to_their_links_are_opened_by_them(maud, mine):
    gathered.roster("Other")
    key = mine.post("/new/of-the-dead/", {"name": "Mira"}).cookies
    row = Roster.objects.get(name="Mira")
    secret = key[f"key-{row.pk}"].value
    mine.post(PAGE, LEAVE)
    assert (names(), RosterGrant.objects.count()) == (["Mira", "Other"], 0)
    assert Client().get(f"/lists/{row.pk}/").status_code == 404
    assert Client().get(f"/e/{secret}/", follow=True).status_code == 200


@pytest.mark.database
@pytest.mark.parametrize("other", ["an account", "a browser"])
def test_a_list_that_somebody_else_holds_stays_there(maud, mine, other):
    list_of(maud, "Mine")
    shared = list_of(maud, "Shared")
    if other == "an account":
        theirs = people.signed_in(people.account("paul"))
        people.grant(User.objects.get(username="paul-4821"), shared)
    else:
        theirs = make.grant(Client(), shared)
    page = mine.get(PAGE, headers=EN)
    assert ("This account has 2 lists." in page.text, "1 of them is also" in page.text) == (True, True)
    mine.post(PAGE, ERASE)
    assert names() == ["Shared"]
    assert theirs.get(f"/lists/{shared.pk}/").status_code == 200


def test_a_grant_that_a_new_secret_link_ended_holds_nothing(maud, mine):
    row = gathered.roster("Mira")
    make.grant(Client(), row)
    Roster.objects.filter(pk=row.pk).update(generation=2)
    row.refresh_from_db()
    people.grant(maud, row)
    mine.post(PAGE, ERASE)
    assert names() == []


def test_a_list_whose_account_grant_was_ended_is_not_the_account_s_to_erase(maud, mine):
    row = list_of(maud)
    Roster.objects.filter(pk=row.pk).update(generation=2)
    mine.post(PAGE, ERASE)
    assert (names(), RosterGrant.objects.count()) == (["Mira"], 0)


def test_what_this_browser_holds_besides_is_not_somebody_else(maud, mine):
    row = list_of(maud)
    make.grant(mine, row)
    assert mine.get(PAGE).context["held"].shared == frozenset()
    mine.post(PAGE, ERASE)
    assert names() == []


@pytest.mark.database
def test_many_lists_are_erased_in_several_transactions(maud, mine, monkeypatch):
    monkeypatch.setattr(deletion, "AT_ONCE", 2)
    for number in range(5):
        list_of(maud, f"List {number}")
    mine.post(PAGE, ERASE)
    assert names() == []


# --- gatherings -----------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_an_erased_list_leaves_its_battles_whose_players_stay(maud, mine):
    battle = played.battle()
    people.grant(maud, battle.rosters.get(number=0).roster)
    alone = played.of(battle.rosters.get(number=0).roster)
    mine.post(PAGE, ERASE)
    assert [side.erased for side in played.state(battle).sides] == [True, False]
    assert played.player(battle, 1).get(played.url("battle", battle)).status_code == 200
    assert not Battle.objects.filter(pk=alone.pk).exists()


@pytest.mark.database
def test_an_erased_list_leaves_its_gathering_whose_members_stay(maud, mine):
    gathering, (mira, zoltan) = gathered.gang("Mira", "Zoltan")
    people.grant(maud, mira.roster)
    people.grant(maud, gathering)
    people.show_name(maud, mira)
    theirs = gathered.player(zoltan)
    mine.post(PAGE, ERASE)
    mira.refresh_from_db()
    assert (mira.roster, mira.name, mira.account, mira.left is None) == (None, "", None, False)
    assert Gathering.objects.get() == gathering
    assert theirs.get(f"/gatherings/{gathering.pk}/").status_code == 200


@pytest.mark.database
def test_a_gathering_in_which_nobody_else_is_goes_with_its_lists(maud, mine):
    gathering, (mira,) = gathered.gang("Mira")
    people.grant(maud, mira.roster)
    people.grant(maud, gathering)
    assert "1 campaign with nobody else in it is deleted too." in mine.get(PAGE, headers=EN).text
    mine.post(PAGE, ERASE)
    assert (names(), Gathering.objects.count(), Membership.objects.count()) == ([], 0, 0)


def test_a_gathering_that_another_organises_too_stays(maud, mine):
    gathering, (mira,) = gathered.gang("Mira")
    people.grant(maud, mira.roster)
    people.grant(maud, gathering)
    theirs = gathered.organiser(gathering)
    mine.post(PAGE, ERASE)
    assert theirs.get(f"/gatherings/{gathering.pk}/").status_code == 200


def test_a_gathering_with_a_list_that_somebody_else_holds_too_stays(maud, mine):
    gathering, (mira,) = gathered.gang("Mira")
    people.grant(maud, mira.roster)
    people.grant(maud, gathering)
    make.grant(Client(), mira.roster)
    mine.post(PAGE, ERASE)
    assert (names(), Gathering.objects.count()) == (["Mira"], 1)


def test_gatherings_are_left_to_their_links_too(maud, mine):
    gathering, (mira,) = gathered.gang("Mira")
    people.grant(maud, mira.roster)
    people.grant(maud, gathering)
    people.show_name(maud, mira)
    mine.post(PAGE, LEAVE)
    mira.refresh_from_db()
    assert (mira.account, mira.left, Gathering.objects.get()) == (None, None, gathering)


# --- signing out ----------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_every_device_is_signed_out_and_a_sentence_says_that_it_is_done(maud, mine):
    elsewhere = people.signed_in(maud)
    unlisted = Client()
    unlisted.force_login(maud)  # a session of which no other table knows
    answer = mine.post(PAGE, LEAVE, follow=True, headers=EN)
    assert ("Account deleted." in answer.text, answer.context["user"].is_authenticated) == (True, False)
    assert Session.objects.count() == 0
    for client in (mine, elsewhere, unlisted):
        assert client.get(PAGE)["Location"].startswith("/account/login/")


def test_a_session_that_waits_for_the_second_factor_goes_too(maud, mine):
    """Nobody is signed in there yet, but its contents name the account."""
    waiting = Client()
    session = waiting.session
    session["account_authentication_methods_user"] = str(maud.pk)
    session.save()
    mine.post(PAGE, LEAVE)
    assert Session.objects.count() == 0


def test_a_session_of_somebody_else_goes_on(maud, mine):
    theirs = people.signed_in(people.account("paul"))
    mine.post(PAGE, LEAVE)
    assert theirs.get(PAGE).status_code == 200


# --- asking ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"lists": "erase", "user_name": "paul-4821"}, "not this account’s username"),
        ({"lists": "erase", "user_name": ""}, "required"),
        ({"lists": "", "user_name": NAME}, "Choose what happens to the lists."),
        ({"lists": "burn", "user_name": NAME}, "burn"),
        ({"lists": "erase", "user_name": "\0"}, "characters"),
    ],
)
def test_nothing_is_deleted_without_a_choice_and_the_user_name(maud, mine, fields, sentence):
    list_of(maud)
    answer = mine.post(PAGE, fields, headers=EN)
    assert (answer.status_code, sentence in answer.text) == (422, True)
    assert (names(), User.objects.count()) == (["Mira"], 1)
    checked = 'value="erase" required checked' in answer.text
    assert checked == (fields["lists"] == "erase")  # what was chosen is still chosen


@pytest.mark.parametrize("typed", [" maud-4821 ", "Maud 4821", "MAUD#4821"])
def test_the_user_name_may_be_spelled_as_for_signing_in(maud, mine, typed):
    assert mine.post(PAGE, LEAVE | {"user_name": typed})["Location"] == "/"
    assert User.objects.count() == 0


def test_a_stranger_is_asked_to_sign_in_and_gets_no_session(client):
    for answer, to in ((client.get(PAGE), PAGE), (client.post(PAGE, ERASE), "/account/")):
        assert (answer.status_code, unquote(answer["Location"])) == (302, f"/account/login/?next={to}")
    assert Session.objects.count() == 0


@pytest.mark.parametrize("ask", [lambda client: client.get(PAGE), lambda client: client.post(PAGE, ERASE)])
def test_who_has_not_proved_it_lately_has_to(maud, ask):
    client = people.signed_in(maud, reauthenticated=False)
    assert ask(client)["Location"].startswith("/account/reauthenticate/?next=")
    session = client.session
    session["account_authentication_methods_user"] = str(maud.pk)
    old = {"method": "password", "at": time.time() - 16 * 60, "reauthenticated": True}
    session["account_authentication_methods"] = [old]
    session.save()
    assert ask(client)["Location"].startswith("/account/reauthenticate/?next=")
    assert User.objects.count() == 1


def test_the_page_says_how_long_backups_hold_it_and_offers_the_data(mine, settings):
    settings.BACKUP_KEEP = 9
    page = mine.get(PAGE, headers=EN).text
    assert "keep a copy for up to 9 more days" in page
    assert 'href="/account/data/"' in page


@pytest.mark.parametrize("role", ["is_staff", "is_superuser"])
def test_an_administrator_s_account_is_not_deleted_here(role):
    boss = people.account(**{role: True})
    client = people.signed_in(boss)
    assert "This account runs the site and can’t delete itself." in client.get(PAGE, headers=EN).text
    assert client.post(PAGE, ERASE).status_code == 403
    assert User.objects.count() == 1


@pytest.mark.database
def test_a_failure_halfway_leaves_the_account_and_can_be_repeated(maud, mine, monkeypatch):
    list_of(maud)

    def fails(*_arguments):
        raise RuntimeError("halfway")

    with monkeypatch.context() as patch:
        patch.setattr(deletion, "buckets_of", fails)
        with pytest.raises(RuntimeError, match="halfway"):
            mine.post(PAGE, ERASE)
    assert (User.objects.count(), maud.usersession_set.count()) == (1, 1)
    assert mine.post(PAGE, ERASE)["Location"] == "/"
    assert User.objects.count() == 0
