"""Erasing lists and gatherings for good: by their players at once, by the daily tidying after a while."""

from datetime import UTC, datetime, timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.models.signals import pre_delete
from django.test import Client
from django.utils import timezone

from builder.exports.models import KeptFile
from builder.gatherings.models import Gathering, Membership
from builder.lists.models import Revision, Roster, RosterGrant
from builder.operations import tidying
from tests.builder.gathered import gang, organiser

pytestmark = pytest.mark.django_db
NEW = "/new/of-the-dead/"
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)


def own_list(client, removed=True, name="Mira"):
    client.post(NEW, {"name": name})
    roster = Roster.objects.latest("pk")
    if removed:
        client.post(f"/lists/{roster.pk}/remove/")
    return roster


def counts():
    return Roster.objects.count(), Revision.objects.count()


# --- by the player --------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_a_removed_list_is_erased_after_a_question(client):
    roster = own_list(client)
    assert f'href="/lists/{roster.pk}/erase/"' in client.get("/lists/").text
    question = client.get(f"/lists/{roster.pk}/erase/")
    assert (question.status_code, "Mira" in question.text, counts()) == (200, True, (1, 1))
    answer = client.post(f"/lists/{roster.pk}/erase/")
    assert (answer.status_code, answer["Location"], counts()) == (302, "/lists/", (0, 0))
    assert "Mira" in client.get("/lists/").text  # the toast
    assert "Mira" not in client.get("/lists/").text


def test_the_question_says_how_long_backups_hold_it(client, settings):
    roster = own_list(client)
    settings.BACKUP_KEEP = 9
    assert client.get(f"/lists/{roster.pk}/erase/").context["backup_days"] == 9
    assert "9" in client.get(f"/lists/{roster.pk}/erase/").text.partition('class="panel danger"')[2]
    settings.BACKUP_KEEP = 0
    assert (
        "small"
        not in client.get(f"/lists/{roster.pk}/erase/")
        .text.partition('class="panel danger"')[2]
        .partition("</form>")[0]
    )


@pytest.mark.parametrize("method", ["get", "post"])
def test_only_a_removed_list_is_erased_and_only_by_who_may_edit_it(client, method):
    removed, present = own_list(client), own_list(client, removed=False)
    assert getattr(Client(), method)(f"/lists/{removed.pk}/erase/").status_code == 404
    assert getattr(client, method)(f"/lists/{present.pk}/erase/").status_code == 404
    assert getattr(client, method)("/lists/999999/erase/").status_code == 404
    assert counts() == (2, 2)


def test_a_list_that_was_brought_back_meanwhile_is_not_erased(client):
    roster = own_list(client)
    client.get(f"/lists/{roster.pk}/erase/")
    client.post(f"/lists/{roster.pk}/restore/")
    assert client.post(f"/lists/{roster.pk}/erase/").status_code == 404
    assert counts() == (1, 1)


@pytest.mark.database
def test_memberships_of_an_erased_list_end_and_forget_its_name():
    gathering, (mira, jonas) = gang("Mira", "Jonas")
    mira.roster.delete()
    mira.refresh_from_db()
    jonas.refresh_from_db()
    assert (mira.name, mira.roster, mira.left is None) == ("", None, False)
    assert (jonas.name, jonas.left) == ("Jonas", None)
    page = organiser(gathering).get(f"/gatherings/{gathering.pk}/")
    assert (page.status_code, "Mira" in page.text, "Jonas" in page.text) == (200, False, True)


def kept_file(subject):
    now = timezone.now()
    return KeptFile.objects.create(key=subject, subject=subject, made=now, used=now, outcome="done", client=subject)


@pytest.mark.database
def test_kept_sheets_go_with_what_they_show():
    gathering, (mira, jonas) = gang("Mira", "Jonas")
    rows = (mira.roster, jonas.roster)
    names = [f"roster {row.pk}" for row in rows] + [f"gathering {gathering.pk}", f"gathering {gathering.pk}0"]
    for name in names:
        kept_file(name)
    mira.roster.delete()
    assert list(KeptFile.objects.values_list("subject", flat=True).order_by("pk")) == [names[1], names[3]]
    kept_file(names[2])
    gathering.delete()
    assert list(KeptFile.objects.values_list("subject", flat=True).order_by("pk")) == [names[1], names[3]]


def test_a_gathering_with_a_place_of_an_erased_list_takes_others():
    from builder.gatherings import services
    from tests.builder.gathered import roster

    gathering, (mira,) = gang("Mira")
    mira.roster.delete()
    assert services.join(gathering, roster("Cleo")).current


@pytest.mark.database
def test_a_gathering_is_erased_by_its_organiser_and_its_members_keep_their_lists():
    gathering, members = gang("Mira", "Jonas")
    client, path = organiser(gathering), f"/gatherings/{gathering.pk}/"
    assert client.get(f"{path}erase/").status_code == 404  # it has to be removed first
    client.post(f"{path}remove/")
    assert f'href="{path}erase/"' in client.get("/gatherings/").text
    assert Client().post(f"{path}erase/").status_code == 404
    assert (client.get(f"{path}erase/").status_code, Gathering.objects.count()) == (200, 1)
    assert client.post(f"{path}erase/")["Location"] == "/gatherings/"
    assert (Gathering.objects.count(), Membership.objects.count(), Roster.objects.count()) == (0, 0, len(members))


# --- by the daily tidying -------------------------------------------------------------------------------------------


def removed(before):
    """A list that was removed so long before `NOW`."""
    _gathering, (member,) = gang("Mira")
    Roster.objects.filter(pk=member.roster.pk).update(deleted=NOW - before)
    return member.roster.pk


@pytest.mark.database
def test_removed_lists_are_erased_after_30_days():
    month = timedelta(days=30)
    young, old = removed(month - timedelta(seconds=1)), removed(month + timedelta(seconds=1))
    assert tidied(dry_run=True)["deleted lists, deleted forever"] == 1
    assert set(Roster.objects.values_list("pk", flat=True)) == {young, old}
    assert tidied()["deleted lists, deleted forever"] == 1
    assert set(Roster.objects.values_list("pk", flat=True)) == {young}
    assert set(Revision.objects.values_list("roster", flat=True)) == {young}
    assert sorted(Membership.objects.values_list("name", flat=True)) == ["", "Mira"]


@pytest.mark.database
def test_gatherings_are_erased_30_days_after_they_were_broken_up():
    _gathering, members = gang("Mira")
    for days, left in ((29, 1), (31, 0)):
        Gathering.objects.update(deleted=NOW - timedelta(days=days))
        assert tidied()["disbanded gangs and campaigns, deleted forever"] == 1 - left
        assert (Gathering.objects.count(), Roster.objects.count()) == (left, len(members))


@pytest.mark.database
def test_a_list_that_cannot_be_erased_keeps_no_other_from_it(client, caplog):
    _first, second, _third = [own_list(client, name=name) for name in ("Mira", "Tom", "Cleo")]
    Roster.objects.update(deleted=NOW - timedelta(days=31))

    def refuse(instance, **_signal):
        if instance.pk == second.pk:
            raise ValueError("as a test wants it")

    pre_delete.connect(refuse, sender=Roster)
    try:
        assert tidied()["deleted lists, deleted forever"] is None
    finally:
        pre_delete.disconnect(refuse, sender=Roster)
    assert list(Roster.objects.values_list("pk", flat=True)) == [second.pk]
    assert f"Roster {second.pk} was not erased" in caplog.text
    assert "2 rows were erased, 1 were not" in caplog.text


EMPTY = {"name": "", "units": 0, "last_revision": 1, "deleted": None}


@pytest.mark.database
@pytest.mark.parametrize(
    ("days", "changed", "erased"),
    [
        (91, {}, 1),
        (89, {}, 0),
        (91, {"name": "Mira"}, 0),
        (91, {"units": 1}, 0),
        (91, {"last_revision": 2}, 0),
        (91, {"deleted": NOW - timedelta(days=1)}, 0),  # its month has begun
        (91, {"changed": NOW - timedelta(days=89)}, 0),
    ],
)
def test_a_list_that_nobody_used_is_erased_after_90_days(client, days, changed, erased):
    roster = own_list(client, removed=False)
    made = NOW - timedelta(days=days)
    Roster.objects.filter(pk=roster.pk).update(**EMPTY | {"created": made, "changed": made} | changed)
    roster.grants.update(used=made.date())
    assert tidied()["unclaimed empty lists, deleted forever"] == erased
    assert Roster.objects.count() == 1 - erased


def test_an_empty_list_that_was_opened_on_another_day_is_not_unclaimed(client):
    roster = own_list(client, removed=False)
    made = NOW - timedelta(days=91)
    Roster.objects.filter(pk=roster.pk).update(**EMPTY | {"created": made, "changed": made})
    RosterGrant.objects.update(used=made.date() + timedelta(days=1))
    assert (tidied()["unclaimed empty lists, deleted forever"], Roster.objects.count()) == (0, 1)


@pytest.mark.database
def test_a_list_that_is_with_others_is_not_unclaimed():
    gang("Mira")
    made = NOW - timedelta(days=91)
    Roster.objects.update(**EMPTY | {"created": made, "changed": made})
    assert (tidied()["unclaimed empty lists, deleted forever"], Roster.objects.count()) == (0, 1)


@pytest.mark.parametrize(("days", "erased"), [(0, 1), (1, 0)])
def test_a_list_that_was_opened_on_another_day_is_not_unclaimed(client, days, erased):
    roster = own_list(client, removed=False)
    made = NOW - timedelta(days=91)
    Roster.objects.update(**EMPTY | {"created": made, "changed": made})
    assert roster.grants.update(used=made.date() + timedelta(days=days)) == 1
    assert (tidied()["unclaimed empty lists, deleted forever"], Roster.objects.count()) == (erased, 1 - erased)


def tidied(dry_run=False):
    return dict(tidying.tidy(NOW, dry_run))


# --- the command ----------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_sessions_are_removed_in_batches(client, monkeypatch):
    from django.contrib.sessions.models import Session

    monkeypatch.setattr(tidying, "AT_ONCE", 2)
    for number in range(5):
        Session.objects.create(session_key=f"old{number}", expire_date=NOW - timedelta(seconds=1))
    Session.objects.create(session_key="new", expire_date=NOW + timedelta(seconds=1))
    assert tidying.tidy_sessions(NOW, dry_run=True) == 5
    assert tidying.tidy_sessions(NOW) == 5
    assert list(Session.objects.values_list("session_key", flat=True)) == ["new"]


def test_the_command_says_what_it_did(client, capsys):
    roster = own_list(client)
    Roster.objects.filter(pk=roster.pk).update(deleted=timezone.now() - timedelta(days=31))
    call_command("tidy", dry_run=True)
    said = capsys.readouterr().out.splitlines()
    assert ("1: deleted lists, deleted forever" in said, said[-1], counts()) == (True, "Nothing was removed.", (1, 1))
    call_command("tidy")
    assert "1: deleted lists, deleted forever" in capsys.readouterr().out.splitlines()
    assert counts() == (0, 0)


def test_a_tidier_that_fails_is_named_and_the_others_run(client, capsys, monkeypatch):
    roster = own_list(client)
    Roster.objects.filter(pk=roster.pk).update(deleted=timezone.now() - timedelta(days=31))
    monkeypatch.setattr(tidying, "TIDIERS", {"what fails": f"{__name__}.fails"} | tidying.TIDIERS)
    with pytest.raises(CommandError, match="Not tidied: what fails"):
        call_command("tidy")
    assert capsys.readouterr().out.startswith("failed: what fails\n")
    assert counts() == (0, 0)


def fails(now, dry_run):
    raise ValueError("as a test wants it")
