"""Sets up accounts with everything that is kept about them."""

import time

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from builder.accounts.models import AccountToken, RecoveryCode
from builder.gatherings.models import Membership
from builder.web.keys import hash_key


def account(name="maud", **fields):
    """An account that signs in as maud-4821, say."""
    return User.objects.create_user(f"{name}-4821", password="correct horse", first_name=name.title(), **fields)


def signed_in(user, reauthenticated=True, **headers):
    """A browser in which an account is signed in, and proved it just now."""
    client = Client(HTTP_USER_AGENT=f"Device of {user.username}", **headers)
    client.force_login(user)
    session = client.session
    if reauthenticated:
        method = {"method": "password", "at": time.time(), "username": user.username, "reauthenticated": True}
        session["account_authentication_methods"] = [method]
        session["account_authentication_methods_user"] = str(user.pk)
        session.save()
    UserSession.objects.create(
        user=user, session_key=session.session_key, ip="192.0.2.7", user_agent=f"Device of {user.username}"
    )
    return client


def grant(user, row, **fields):
    """Let an account edit a list, organise a gathering or own a box."""
    model = type(row).grants.rel.related_model
    now = timezone.now()
    about = {"generation": row.generation, "granted": now, "used": timezone.localdate(now)}
    return model.objects.create(account=user, **{model.TARGET: row}, **about, **fields)


def equip(user):
    """Give an account an address, a passkey, an app with codes, recovery codes and a second device."""
    name = user.username
    EmailAddress.objects.create(user=user, email=f"{name}@example.org", verified=True, primary=True)
    Authenticator.objects.create(user=user, type="webauthn", data={"name": f"Phone of {name}", "credential": {}})
    Authenticator.objects.create(user=user, type="totp", data={"secret": f"totp-secret-{name}"})
    for number in range(3):
        RecoveryCode.objects.create(account=user, code_hash=hash_key(f"{name} {number}"))
    AccountToken.objects.create(account=user, name=f"Script of {name}", token_hash=hash_key(f"token of {name}"))
    signed_in(user)
    return user


def show_name(user, membership):
    """Let the others of a gathering see the name of an account beside its list."""
    Membership.objects.filter(pk=membership.pk).update(account=user)
