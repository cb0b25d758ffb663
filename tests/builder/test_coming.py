"""Who comes to a planned chapter, when and where, its calendar file, and the battle of all who come."""

from datetime import UTC, date, datetime, time, timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse
from django_tasks_db.models import DBTaskResult

from builder.accounts import mail
from builder.gatherings import services
from builder.gatherings.calendars import calendar_of, folded
from builder.gatherings.reminders import queue_reminders, reminder
from builder.models import Attendance, Battle, Chapter
from tests import make
from tests.battles import played
from tests.builder import gathered, people

pytestmark = pytest.mark.django_db
ENGLISH = {"headers": {"accept-language": "en"}}


@pytest.fixture
def gang():
    """A gang of three, and a chapter with day, hour and venue."""
    row, members = gathered.gang("Mira", "Tom", "Ada")
    values = {"title": "Le dépôt; nord", "date": date(2026, 12, 4), "hour": time(19, 30), "venue": "Chez Ada, au 3e"}
    return row, members, services.plan(row, {**values, "held": False}, {})


def browser(*members):
    client = Client(**ENGLISH)
    for member in members:
        make.grant(client, member.roster)
    return client


def url(name, gang):
    return reverse(name, args=[gang[0].pk, gang[2].pk])


def test_members_say_whether_they_come_and_take_it_back(gang):
    mira, tom, _ada = gang[1]
    client = browser(mira)
    client.post(url("chapter-answer", gang), {"answer": f"{mira.pk} yes"})
    browser(tom).post(url("chapter-answer", gang), {"answer": f"{tom.pk} no"})
    assert set(Attendance.objects.values_list("membership", "answer")) == {(mira.pk, "yes"), (tom.pk, "no")}
    shown = client.get(reverse("gathering", args=[gang[0].pk])).content.decode()
    assert "Chez Ada, au 3e" in shown
    assert "doesn’t come" in shown
    client.post(url("chapter-answer", gang), {"answer": f"{mira.pk} "})
    assert list(Attendance.objects.values_list("membership", flat=True)) == [tom.pk]


def test_nobody_answers_for_others(gang):
    mira, tom, _ada = gang[1]
    assert browser(mira).post(url("chapter-answer", gang), {"answer": f"{tom.pk} yes"}).status_code == 404
    assert Client().post(url("chapter-answer", gang), {"answer": f"{tom.pk} yes"}).status_code == 404
    assert not Attendance.objects.exists()


def test_the_calendar_file_has_hour_venue_and_a_reminder(gang):
    answer = browser(gang[1][0]).get(url("chapter-calendar", gang))
    assert answer["Content-Type"].startswith("text/calendar")
    lines = answer.content.decode().split("\r\n")
    assert "DTSTART:20261204T183000Z" in lines  # 19:30 in Paris
    assert "DTEND:20261204T213000Z" in lines
    assert "LOCATION:Chez Ada\\, au 3e" in lines
    assert f"SUMMARY:Le dépôt\\; nord · {gang[0].name}" in lines
    assert "TRIGGER:-P1D" in lines
    assert Client().get(url("chapter-calendar", gang)).status_code == 404


def test_a_chapter_without_an_hour_is_a_whole_day_and_no_text_begins_a_property(gang):
    chapter = Chapter.objects.get()
    chapter.hour, chapter.text = None, "A\tB\nEND:VEVENT\r\nX"
    text = calendar_of(chapter, "https://x/", "Gang")
    assert "DTSTART;VALUE=DATE:20261204\r\nDTEND;VALUE=DATE:20261205" in text
    assert "DESCRIPTION:A B\\nEND:VEVENT\\nX\r\n" in text
    assert all(len(line.encode()) <= 75 for line in folded("é" * 200))


def test_all_who_come_play_one_battle_of_companions_tied_to_the_chapter(gang):
    mira, tom, ada = gang[1]
    for member, word in ((tom, "yes"), (ada, "no")):
        services.answer(member, gang[2], word)
    client = browser(mira)
    client.post(url("battle-of-chapter", gang))
    battle = Battle.objects.get()
    assert battle.chapter_id == gang[2].pk
    assert [row.roster_id for row in battle.rosters.all()] == [mira.roster_id, tom.roster_id]
    assert played.state(battle).teams == [[0, 1]]
    assert client.post(url("battle-of-chapter", gang))["Location"] == battle.address  # the same once more
    assert battle.address in browser(tom).get(reverse("gathering", args=[gang[0].pk])).content.decode()


def test_without_answers_everybody_comes_and_a_stranger_starts_nothing(gang):
    assert Client().post(url("battle-of-chapter", gang)).status_code == 404
    browser(gang[1][2]).post(url("battle-of-chapter", gang))
    battle = Battle.objects.get()
    assert sorted(row.roster_id for row in battle.rosters.all()) == sorted(one.roster_id for one in gang[1])
    assert battle.rosters.get(number=0).roster_id == gang[1][2].roster_id  # who starts it is the host


def test_the_starting_conditions_show_who_comes(gang):
    mira, tom, _ada = gang[1]
    services.answer(mira, gang[2], "yes")
    services.answer(tom, gang[2], "no")
    shown = browser(tom).get(url("chapter-start", gang)).content.decode()
    assert (">Mira<" in shown, ">Tom<" in shown, "Le dépôt; nord" in shown) == (True, False, True)
    assert Client().get(url("chapter-start", gang)).status_code == 404


def test_who_comes_tomorrow_and_has_an_address_is_reminded(gang, settings):
    settings.MAIL_ENABLED, settings.HOSTS = True, ["lists.example.org"]
    mira, tom, ada = gang[1]
    for member, word, verified in ((mira, "yes", True), (tom, "no", True), (ada, "yes", False)):
        user = people.account(member.called.lower())
        people.grant(user, member.roster)
        EmailAddress.objects.create(user=user, email=f"{user.username}@example.org", verified=verified, primary=True)
        services.answer(member, gang[2], word)
    eve = datetime(2026, 12, 3, 8, tzinfo=UTC)
    assert [queue_reminders(eve - timedelta(days=1)), queue_reminders(eve + timedelta(days=1))] == [0, 0]
    assert queue_reminders(eve) == 2  # of whom the mail worker finds one confirmed
    queued = [task.args_kwargs["args"] for task in DBTaskResult.objects.filter(queue_name=mail.QUEUE)]
    letters = [reminder(mail.LetterRequest(about, origin, 0)) for _letter, about, origin, _language, _at in queued]
    letter = next(filter(None, letters))
    assert (letters.count(None), letter.to, "Demain" in letter.subject) == (1, ["mira-4821@example.org"], True)
    assert f"https://lists.example.org/gatherings/{gang[0].pk}/#chapter-{gang[2].pk}" in letter.body
    settings.MAIL_ENABLED = False
    assert queue_reminders(eve) == 0
