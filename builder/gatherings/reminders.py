"""Reminders by e-mail the day before a chapter, to who said that they come and has confirmed an address."""

from datetime import date, datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from builder.accounts import mail
from builder.gatherings.models import YES, Attendance, Chapter
from builder.lists.models import RosterGrant

LETTER = "reminder"


@transaction.atomic
def queue_reminders(now: datetime) -> int:
    """Queue a letter for each account and chapter of tomorrow, in the site's first language. Returns how many."""
    if not (settings.MAIL_ENABLED and settings.HOSTS):
        return 0
    tomorrow = timezone.localdate(now) + timedelta(days=1)
    coming = Attendance.objects.filter(answer=YES, membership__left__isnull=True, chapter__in=chapters_of(tomorrow))
    rosters = dict(coming.values_list("membership__roster", "chapter"))
    grants = RosterGrant.objects.filter(roster__in=rosters, generation=F("roster__generation"), account__isnull=False)
    wanted = {(account, rosters[roster]) for account, roster in grants.values_list("account", "roster")}
    origin = f"https://{settings.HOSTS[0].lstrip('.*')}"
    for account, chapter in sorted(wanted):
        about = {"account": account, "chapter": chapter}
        mail.send_mail.enqueue(LETTER, about, origin, settings.LANGUAGE_CODE, mail.clock())
    return len(wanted)


def chapters_of(day: date) -> QuerySet[Chapter]:
    return Chapter.objects.filter(date=day, held=False, deleted__isnull=True, gathering__deleted__isnull=True)


def reminder(request: mail.LetterRequest) -> EmailMessage | None:
    """What is played when and where, with the gathering's page; nothing to who has no confirmed address."""
    address = (
        EmailAddress.objects.filter(user=request.about["account"], verified=True, user__is_active=True)
        .order_by("-primary")
        .first()
    )
    chapter = Chapter.objects.filter(pk=request.about["chapter"], held=False, deleted__isnull=True).first()
    if address is None or chapter is None:
        return None
    link = request.link("gathering", str(chapter.gathering_id))
    return mail.message(LETTER, address.email, request, chapter=chapter, link=f"{link}#chapter-{chapter.pk}")


mail.LETTERS[LETTER] = (reminder, mail.DAY)
