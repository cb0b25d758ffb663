"""Deleting an account: its lists or only its access to them, and everything that names or identifies the person."""

import logging
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from allauth.account.models import EmailAddress
from django.apps import apps
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import models, transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from builder.accounts import mail
from builder.accounts.browsers import RequestBrowser
from builder.accounts.limits import subject
from builder.accounts.models import TokenBucket
from builder.exports.models import KeptFile
from builder.exports.storing import remove
from builder.gatherings.models import Gathering, GatheringGrant, Membership
from builder.lists.erasing import erase
from builder.lists.models import Roster, RosterGrant
from builder.lists.own_box import tidy_boxes
from builder.personal_data.contents import email_addresses
from builder.personal_data.owner import account_owner

logger = logging.getLogger(__name__)

AT_ONCE = 50  # lists that one transaction erases; SQLite has one writer at a time

# All columns that refer to an account, and what becomes of their rows.
ERASED, KEPT_WITHOUT = "erased", "kept without it"
REFERENCES = {
    "account.emailaddress.user": ERASED,
    "admin.logentry.user": ERASED,
    "auth.user_groups.user": ERASED,
    "auth.user_user_permissions.user": ERASED,
    "builder.accounttoken.account": ERASED,
    "builder.boxgrant.account": ERASED,
    "builder.gatheringgrant.account": ERASED,
    "builder.membership.account": KEPT_WITHOUT,
    "builder.news.account": ERASED,
    "builder.recoverycode.account": ERASED,
    "builder.rostergrant.account": ERASED,
    "builder.seatgrant.account": ERASED,
    "mfa.authenticator.user": ERASED,
    "usersessions.usersession.user": ERASED,
}

SESSION_REFERENCES = (SESSION_KEY, "account_authentication_methods_user")  # Django's and allauth's, as text


@dataclass(frozen=True)
class Holdings:
    """What an account has, as pks.

    lists      -- all that it may edit, removed ones too
    shared     -- those of them that another browser or account may edit too
    gatherings -- that it organises, those that were broken up too
    alone      -- those of them that go with its lists: nobody else organises them or has a list in them
    """

    lists: frozenset[int]
    shared: frozenset[int]
    gatherings: frozenset[int]
    alone: frozenset[int]

    @property
    def own(self) -> list[int]:
        """The lists that nobody else may edit."""
        return sorted(self.lists - self.shared)


def holdings(account: int, browser: RequestBrowser) -> Holdings:
    """What the account has. What else the browser of its request holds is the same person's, not somebody else's."""
    owner = account_owner(account)
    lists = frozenset(owner.list_grants().values_list("roster", flat=True))
    gatherings = frozenset(owner.gathering_grants().values_list("gathering", flat=True))
    shared = lists & browser.held_elsewhere(RosterGrant)
    others = Membership.objects.filter(gathering=OuterRef("pk"), left=None).exclude(roster__in=lists - shared)
    alone = Gathering.objects.filter(~Exists(others), pk__in=gatherings - browser.held_elsewhere(GatheringGrant))
    return Holdings(lists, shared, gatherings, frozenset(alone.values_list("pk", flat=True)))


def delete_account(user: User, browser: RequestBrowser, erase_lists: bool) -> None:
    """Delete an account and all that names or identifies its person; its lists only where `erase_lists`.

    Lists are erased before, some in each transaction: what fails halfway can be asked for again.
    """
    if erase_lists:
        erase_holdings(holdings(user.pk, browser))
    sessions = session_keys(user)
    with transaction.atomic():
        forget(user, sessions)
    tidy_boxes(timezone.now())
    logger.info("An account was deleted.")


def erase_holdings(held: Holdings) -> None:
    """Erase the lists that nobody else holds, and the gatherings that go with them."""
    erase_rows(Gathering.objects.all(), sorted(held.alone))
    erase_rows(Roster.objects.defer("document"), held.own)


def erase_rows(rows: "models.QuerySet[Any]", pks: Sequence[int]) -> None:
    for start in range(0, len(pks), AT_ONCE):
        erase(rows.filter(pk__in=pks[start : start + AT_ONCE]))


def forget(user: User, sessions: Sequence[str]) -> None:
    """Delete the account and what is kept about it. sessions -- the keys of its sessions"""
    names = names_of(user)
    addresses = set(EmailAddress.objects.filter(user=user).values_list("pk", flat=True))
    forget_log(user)
    for model, column, rows in references(user):
        if REFERENCES.get(f"{model._meta.label_lower}.{column}") == KEPT_WITHOUT:
            rows.update(**{column: None})
        else:
            rows.delete()
    Session.objects.filter(pk__in=sessions).delete()
    TokenBucket.objects.filter(pk__in=buckets_of([*names, str(user.pk)])).delete()
    kept = KeptFile.objects.filter(subject__in=[f"account {user.pk}", account_owner(user.pk).name])
    forget_letters(addresses, names)
    remove(kept.only("pk"))
    User.objects.filter(pk=user.pk).delete()


def references(user: User) -> Iterator[tuple[type[models.Model], str, "models.QuerySet[Any]"]]:
    """The rows of all tables that refer to an account: (model, name of the column, rows)."""
    for model, column in reference_columns():
        yield model, column, model._default_manager.filter(**{column: user.pk})


def reference_columns() -> Iterator[tuple[type[models.Model], str]]:
    """(model, name of the column) of each foreign key to accounts, in this project's models and all others."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if field.remote_field and field.remote_field.model is User:
                yield model, field.name


def names_of(user: User) -> list[str]:
    """What the account is called where it is not referred to."""
    addresses = [address["address"] for address in email_addresses(user)]
    return [user.username, *addresses, f"account {user.pk}"]


def buckets_of(names: Sequence[str]) -> list[str]:
    """The keys of the limits' buckets that count for one of these names."""
    return [f"{limit}:{subject(name)}" for limit in settings.RATE_LIMITS for name in names]


def session_keys(user: User) -> list[str]:
    """The keys of the sessions that name an account: it is signed in, or was, or has yet to give a second factor."""
    rows = Session.objects.only("session_key", "session_data").iterator()
    names = set(names_of(user))
    return [session.session_key for session in rows if session_names(session.get_decoded(), user, names)]


def session_names(contents: dict[str, Any], user: User, names: set[str]) -> bool:
    referred = {contents.get(key) for key in SESSION_REFERENCES}
    return str(user.pk) in referred or not names.isdisjoint(values_in(contents))


def forget_log(user: User) -> None:
    """Delete what the admin's log says about the account and about rows that refer to it, as their addresses."""
    about: list[tuple[type[models.Model], list[Any]]] = [(User, [user.pk])]
    about += [(model, list(rows.values_list("pk", flat=True))) for model, _column, rows in references(user)]
    for model, pks in about:
        kind = {"content_type__app_label": model._meta.app_label, "content_type__model": model._meta.model_name}
        LogEntry.objects.filter(**kind, object_id__in=[str(pk) for pk in pks]).delete()


def forget_letters(addresses: set[int], names: Sequence[str]) -> None:
    """Delete the queued letters to the account or about it. addresses -- the pks of its e-mail addresses"""
    wanted = {name.casefold() for name in names}
    letters = []
    for task in DBTaskResult.objects.filter(queue_name=mail.QUEUE).only("pk", "args_kwargs"):
        about = [value for value in task.args_kwargs["args"] if isinstance(value, dict)]
        texts = {value.casefold() for value in values_in(task.args_kwargs) if isinstance(value, str)}
        if texts & wanted or any(value.get("address") in addresses for value in about):
            letters.append(task.pk)
    DBTaskResult.objects.filter(pk__in=letters).delete()


def values_in(value: Any) -> Iterator[Any]:
    """All strings and numbers in decoded JSON."""
    if isinstance(value, dict | list):
        inner = value.values() if isinstance(value, dict) else value
        yield from chain.from_iterable(map(values_in, inner))
    else:
        yield value
