"""Accounts that were begun with a passkey and never got one are deleted after a week, and no others."""

from datetime import timedelta

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.utils import timezone

from builder.accounts.recovery import renew_codes
from builder.accounts.unfinished import tidy_unfinished_accounts
from builder.models import RosterGrant
from tests.builder import gathered

pytestmark = [pytest.mark.django_db, pytest.mark.database]

NOW = timezone.now()


def account(name, days=8, **values):
    user = User.objects.create_user(name, **values)
    User.objects.filter(pk=user.pk).update(date_joined=NOW - timedelta(days=days))
    return user


def with_passkey(user):
    Authenticator.objects.create(user=user, type=Authenticator.Type.WEBAUTHN, data={"name": "Phone"})


def with_list(user):
    today = timezone.localdate()
    RosterGrant.objects.create(roster=gathered.roster(), account=user, generation=1, granted=NOW, used=today)


def test_what_nobody_can_open_goes_after_a_week():
    account("maud-1234")
    account("tom-1234", days=6)
    assert (tidy_unfinished_accounts(NOW, dry_run=True), User.objects.count()) == (1, 2)
    assert tidy_unfinished_accounts(NOW) == 1
    assert [user.username for user in User.objects.all()] == ["tom-1234"]


def with_session(user):
    UserSession.objects.create(user=user, ip="192.0.2.1", session_key="k", user_agent="")


@pytest.mark.parametrize("keeps", [with_passkey, with_list, with_session, renew_codes])
def test_a_way_in_a_list_or_a_session_keeps_an_account(keeps):
    keeps(account("maud-1234"))
    assert (tidy_unfinished_accounts(NOW), User.objects.count()) == (0, 1)


@pytest.mark.parametrize("values", [{"password": "a long way"}, {"is_staff": True}, {"is_superuser": True}])
def test_so_does_a_password_or_an_office(values):
    account("maud-1234", **values)
    assert tidy_unfinished_accounts(NOW) == 0
