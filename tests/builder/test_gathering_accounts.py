"""A gang shows its members' accounts where they agree: who may say so, who reads it, when it ends."""

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import path, reverse
from django.utils import timezone

from builder.accounts import form_answers
from builder.gatherings import services
from builder.lists.erasing import erase
from builder.models import Membership, Roster
from config.urls import urlpatterns as site
from tests import make
from tests.builder import gathered
from tests.builder.accounted import account, give, signed_in

pytestmark = pytest.mark.django_db
ENGLISH = {"accept-language": "en"}
urlpatterns = [*site, path("account/signup/", lambda _request: HttpResponse("ok"), name="account_signup")]


def url(name, *args):
    return reverse(name, args=args)


def page(gang, client, name="gathering"):
    return client.get(url(name, gang.pk), headers=ENGLISH).content.decode()


def say(client, member, show=True):
    """Ask that the name of the client's account be shown or hidden beside a member. Returns the status."""
    at = url("membership-account", member.gathering_id, member.pk)
    return client.post(at, {"show_account": "on"} if show else {}).status_code


def shown(member):
    """The name that the organiser reads beside a member; None where there is none."""
    client = gathered.organiser(member.gathering)
    return client.get(url("gathering", member.gathering_id)).context["access"].names.get(member.pk)


@pytest.fixture
def mira():
    """A member of a gang of two."""
    _gang, (mira, _tom) = gathered.gang("Mira", "Tom")
    return mira


@pytest.fixture
def maud():
    return account("Maud")


@pytest.fixture
def hers(mira, maud):
    """The browser of Maud, whose account has Mira."""
    return give(maud, mira.roster)


# --- who says so, who reads it ----------------------------------------------------------------------------------------


def test_nothing_is_shown_unasked(mira, hers):
    assert shown(mira) is None
    html = page(mira.gathering, hers)
    assert ["Show my name (Maud)" in html, "Hide my name" in html] == [True, False]


@pytest.mark.database
def test_who_agrees_is_shown_to_the_members_by_the_called_name(mira, hers):
    assert say(hers, mira) == 302
    tom = mira.gathering.memberships.get(name="Tom")
    for client in (gathered.player(tom), gathered.organiser(mira.gathering), hers):
        html = page(mira.gathering, client)
        assert "account: <b>Maud</b>" in " ".join(html.split())
        assert "4821" not in html
    assert "Hide my name (Maud)" in page(mira.gathering, hers)


def test_the_public_pages_show_no_account(mira, hers):
    say(hers, mira)
    key = mira.gathering.share_key
    addresses = [url("gathering-shared", key), url("gathering-print", key), url("gathering-export", key, "json")]
    addresses += [url("invitation", mira.gathering.invite_key), url("shared", mira.roster.share_key)]
    answers = [Client().get(address) for address in addresses]
    assert [answer.status_code for answer in answers] == [200] * 5
    assert [address for address, answer in zip(addresses, answers, strict=True) if b"Maud" in answer.content] == []


def test_it_is_hidden_again(mira, hers):
    say(hers, mira)
    assert say(hers, mira, show=False) == 302
    assert shown(mira) is None


def test_only_who_has_the_roster_by_the_account_says_so(mira, maud):
    signed_out = gathered.player(mira)
    beside = make.grant(signed_in(maud), mira.roster)  # this browser has it, the account has not
    stranger = signed_in(account("Zoe", 1000))
    companion = give(account("Tom", 2000), mira.gathering.memberships.get(name="Tom").roster)
    organiser = gathered.organiser(mira.gathering, signed_in(account("Ada", 3000)))
    for client in (signed_out, beside, stranger, companion, organiser):
        assert say(client, mira) == 404
        offered = page(mira.gathering, client).count("Show my name")
        assert offered == (1 if client is companion else 0)  # for Tom, who is the companion's own
    assert Membership.objects.get(pk=mira.pk).account is None


def test_nobody_hides_the_name_of_another_account(mira, hers):
    say(hers, mira)
    other = give(account("Léo", 1000), mira.roster)
    assert say(other, mira, show=False) == 302
    assert shown(mira) == "Maud"


def test_who_has_the_roster_too_may_show_their_own_name_instead(mira, hers):
    say(hers, mira)
    say(give(account("Léo", 1000), mira.roster), mira)
    assert shown(mira) == "Léo"


def test_a_name_is_text(mira):
    client = give(account("<b>Ève</b>", 1000), mira.roster)
    say(client, mira)
    assert "<b>Ève" not in page(mira.gathering, client)


def test_an_account_that_was_only_given_a_user_name_is_called_without_the_number(mira):
    user = account("Maud", 7777)
    user.first_name = ""
    user.save()
    say(give(user, mira.roster), mira)
    assert shown(mira) == "maud"


# --- joining ----------------------------------------------------------------------------------------------------------


def join(client, gang, **fields):
    fields |= {"form_token": form_answers.new_form_token()}
    return client.post(url("invitation", gang.invite_key), fields)


def test_only_who_is_signed_in_is_asked_when_joining(maud):
    gang, _nobody = gathered.gang()
    at = url("invitation", gang.invite_key)
    html = signed_in(maud).get(at, headers=ENGLISH).content.decode()
    assert html.count("Show my name (Maud)") == 1
    assert 'name="show_account">' in html
    assert "show_account" not in Client().get(at).content.decode()


@pytest.mark.parametrize(("fields", "name"), [({}, None), ({"show_account": "on"}, "Maud")])
def test_a_new_character_joins_with_or_without_the_name(maud, fields, name):
    gang, _nobody = gathered.gang()
    assert join(signed_in(maud), gang, name="Mira", **fields).status_code == 302
    assert shown(gang.memberships.get()) == name


@pytest.mark.parametrize(("fields", "name"), [({}, None), ({"show_account": "on"}, "Maud")])
def test_an_own_character_joins_with_or_without_the_name(maud, fields, name):
    gang, _nobody = gathered.gang()
    roster = gathered.roster("Mira")
    join(give(maud, roster), gang, roster=roster.pk, **fields)
    assert shown(gang.memberships.get()) == name


def test_who_joins_with_what_only_the_browser_has_is_told(maud):
    gang, _nobody = gathered.gang()
    roster = gathered.roster("Mira")
    client = make.grant(signed_in(maud), roster)
    join(client, gang, roster=roster.pk, show_account="on")
    assert "cette liste n’est pas dans votre compte" in page(gang, client)
    assert shown(gang.memberships.get()) is None


def test_a_refused_form_keeps_the_tick(maud):
    gang, _nobody = gathered.gang()
    answer = join(signed_in(maud), gang, name="", show_account="on")
    assert (answer.status_code, 'name="show_account" checked' in answer.content.decode()) == (422, True)


def test_without_an_account_the_field_means_nothing():
    gang, _nobody = gathered.gang()
    assert join(Client(), gang, name="Mira", show_account="on").status_code == 302
    assert gang.memberships.get().account is None


# --- when it ends -----------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_it_ends_with_the_membership_and_coming_back_does_not_bring_it_back(mira, hers):
    say(hers, mira)
    services.end(mira)
    assert shown(mira) is None
    mira.refresh_from_db()
    services.undo_leaving(mira)
    assert (shown(mira), say(hers, mira), shown(mira)) == (None, 302, "Maud")


def test_who_was_sent_away_is_shown_no_more(mira, hers):
    say(hers, mira)
    services.end(mira, expelled=True)
    assert (shown(mira), say(hers, mira)) == (None, 404)


def test_it_ends_where_a_new_secret_key_shuts_the_account_out(mira, hers, maud):
    say(hers, mira)
    other = gathered.player(mira)
    other.post(url("roster-links", mira.roster_id), {"action": "edit", "confirmed": "1"})
    assert (shown(mira), say(hers, mira)) == (None, 404)
    give(maud, mira.roster)
    assert shown(mira) is None
    assert Membership.objects.get(pk=mira.pk).account is None


def test_the_account_that_makes_the_new_key_stays_shown(mira, hers):
    say(hers, mira)
    hers.post(url("roster-links", mira.roster_id), {"action": "edit", "confirmed": "1"})
    assert shown(mira) == "Maud"


def test_it_is_not_shown_where_the_grant_is_gone_in_another_way(mira, hers):
    say(hers, mira)
    mira.roster.grants.filter(account__isnull=False).delete()
    assert shown(mira) is None


@pytest.mark.database
def test_it_ends_with_the_account(mira, hers, maud):
    say(hers, mira)
    maud.delete()
    assert shown(mira) is None
    assert page(mira.gathering, gathered.organiser(mira.gathering)).count("Mira") > 0


def test_a_removed_roster_shows_no_account_until_it_is_back(mira, hers):
    say(hers, mira)
    Roster.objects.filter(pk=mira.roster_id).update(deleted=timezone.now())
    assert shown(mira) is None
    Roster.objects.filter(pk=mira.roster_id).update(deleted=None)
    assert shown(mira) == "Maud"


def test_an_erased_roster_leaves_no_account(mira, hers):
    say(hers, mira)
    erase(Roster.objects.filter(pk=mira.roster_id))
    assert Membership.objects.get(pk=mira.pk).account is None


# --- what it costs ----------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_accounts_cost_no_query(mira, hers):
    client = gathered.organiser(mira.gathering)

    def asked():
        with CaptureQueriesContext(connection) as queries:
            assert client.get(url("gathering", mira.gathering_id)).status_code == 200
        return len(queries)

    before = asked()
    say(hers, mira)
    assert asked() == before


# --- what an account is good for --------------------------------------------------------------------------------------


@pytest.mark.urls(__name__)
def test_only_who_is_not_signed_in_is_offered_an_account(mira, hers):
    for address in (url("roster-links", mira.roster_id), url("invitation", mira.gathering.invite_key)):
        pages = [client.get(address, headers=ENGLISH).content.decode() for client in (gathered.player(mira), hers)]
        assert ["your character is with you on every device" in html for html in pages] == [True, False]
        assert url("account_signup") in pages[0]
