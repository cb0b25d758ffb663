"""Queries whose SQL is kept: values are new each time, and nothing that ended is seen again."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import F
from django.test import Client
from django.utils import timezone

from builder.accounts.models import Browser
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster, RosterGrant
from builder.web.kept_queries import kept_query
from tests import make

pytestmark = pytest.mark.django_db


def roster(client=None, name=""):
    row, _key = history.create(LoadedRoster(make.convoy(name=name)))
    if client:
        make.grant(client, row)
    return row


def statuses(row, *clients):
    return [client.get(f"/lists/{row.pk}/").status_code for client in clients]


@kept_query
def rosters_since(since, names, deleted):
    return Roster.objects.filter(changed__gte=since, name__in=names, deleted__isnull=not deleted).order_by("pk")


def test_values_are_those_of_each_time():
    first, second = roster(name="First"), roster(name="Second")
    long_ago, soon = datetime(2000, 1, 1, tzinfo=UTC), timezone.now() + timedelta(hours=1)
    for _time in range(2):
        assert rosters_since(long_ago, ("First",), False) == [first]
        assert rosters_since(long_ago, ("Second",), False) == [second]
        assert rosters_since(long_ago, ("Second", "First"), False) == [first, second]
        assert rosters_since(first.changed, ("First",), False) == [first]
        assert rosters_since(soon, ("First",), False) == []
        assert rosters_since(long_ago, ("First",), True) == []


def test_a_row_is_read_whole_with_what_is_annotated():
    row = roster(name="First")

    @kept_query
    def renamed(pk):
        return Roster.objects.filter(pk=pk).annotate(other_name=F("name"))

    (read,) = renamed(row.pk)
    assert [getattr(read, field.attname) for field in Roster._meta.concrete_fields] == [
        getattr(row, field.attname) for field in Roster._meta.concrete_fields
    ]
    assert read.other_name == "First"


def test_a_value_that_the_query_does_not_ask_for_is_a_mistake():
    @kept_query
    def all_rosters(_pk):
        return Roster.objects.all()

    with pytest.raises(ValueError, match="all_rosters does not ask for all of its values"):
        all_rosters(1)


def test_each_browser_sees_its_own_lists():
    clients = Client(), Client()
    rows = [roster(client) for client in clients]
    for _time in range(2):
        assert [statuses(row, *clients, Client()) for row in rows] == [[200, 404, 404], [404, 200, 404]]


def test_what_has_ended_is_not_seen_again():
    client, row = Client(), roster()
    make.grant(client, row)
    assert statuses(row, client) == [200]
    Roster.objects.update(generation=2)  # a new edit link
    assert statuses(row, client) == [404]
    RosterGrant.objects.update(generation=2)
    assert statuses(row, client) == [200]
    Roster.objects.update(deleted=timezone.now())
    assert statuses(row, client) == [404]
    Roster.objects.update(deleted=None)
    RosterGrant.objects.all().delete()
    assert statuses(row, client) == [404]


def test_who_signs_out_sees_no_list_of_the_account(django_user_model):
    account, client, row = django_user_model.objects.create_user("mira"), Client(), roster()
    today = timezone.localdate()
    RosterGrant.objects.create(account=account, roster=row, generation=1, granted=timezone.now(), used=today)
    for _time in range(2):
        client.force_login(account)
        assert statuses(row, client) == [200]
        client.logout()
        assert statuses(row, client) == [404]


def test_use_is_recorded_on_each_day():
    client, row = Client(), roster()
    make.grant(client, row)
    today = timezone.localdate()
    for days in (1, 2):
        RosterGrant.objects.update(used=today - timedelta(days))
        assert statuses(row, client) == [200]
        assert RosterGrant.objects.get().used == today


def test_the_key_that_a_used_one_has_replaced_ends_after_its_grace():
    client, row = Client(), roster()
    make.grant(client, row)
    new = Browser.objects.get()
    old = Browser.objects.create(key_hash="0" * 64, replaced_by=new)
    for minutes, left in ((1, True), (-1, False)):
        Browser.objects.filter(pk=new.pk).update(grace_ends=timezone.now() + timedelta(minutes=minutes))
        assert statuses(row, client) == [200]
        assert Browser.objects.filter(pk=old.pk).exists() == left
