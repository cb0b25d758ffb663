"""What people do in a gathering: found it, join, leave, plan, hold and vote; each a function that stores it."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from builder.access import hashed, new_key
from builder.edits import BadEdit
from builder.gatherings import states
from builder.history import Conflict
from builder.models import Chapter, ChapterVote, Gathering, Membership, News, Participation, RoleVote
from rules.roster import MOST_UNITS
from rules.text import _

MOST_CHAPTERS = 200
MOST_NEWS = 500
MAY_RETURN = timedelta(hours=1)  # for so long, leaving is undone without a new invitation


def found(game, **head):
    """A new gathering and its organiser's key, which is kept nowhere."""
    key = new_key()
    row = Gathering.objects.create(
        game=game,
        organiser_key_hash=hashed(key),
        invite_key=new_key(),
        share_key=new_key(),
        changed=timezone.now(),
        **head,
    )
    return row, key


def touch(gathering):
    Gathering.objects.filter(pk=gathering.pk).update(changed=timezone.now())


def save(row, seen, **values):
    """Write `values` where the row is still in the state `seen`. Raises `Conflict`."""
    same = type(row).objects.filter(pk=row.pk, revision=seen, deleted__isnull=True)
    if not same.update(**values, revision=seen + 1):
        raise Conflict
    touch(getattr(row, "gathering", row))


def put_away(row):
    row.deleted = timezone.now()
    row.save(update_fields=["deleted"])


def bring_back(row):
    row.deleted = None
    row.save(update_fields=["deleted"])


# --- members --------------------------------------------------------------------------------------------------------


def join(gathering, roster):
    """The membership of a roster, made where there is none yet. Raises `BadEdit`."""
    try:
        with transaction.atomic():
            return joined(gathering, roster)
    except IntegrityError:  # it joined elsewhere in this very moment
        raise BadEdit(_("{name} is with others by now."), name=name_of(roster)) from None


def joined(gathering, roster):
    if roster.game != gathering.game:
        raise BadEdit(_("That one belongs to another game."))
    held = Membership.objects.filter(roster=roster, left__isnull=True).select_related("gathering").first()
    if held and held.gathering_id == gathering.pk:
        return held
    if held and held.gathering.deleted is None:
        raise BadEdit(
            _("{name} is with {other} and has to leave there first."), name=name_of(roster), other=str(held.gathering)
        )
    if held:
        end(held)
    room(gathering, roster)
    touch(gathering)
    return Membership.objects.create(gathering=gathering, roster=roster, name=name_of(roster), joined=timezone.now())


def name_of(roster):
    """What a roster's player goes by: the name of its only unit, else the list's, else its first unit's."""
    units = roster.document["units"]
    first = units[0].get("name", "") if units else ""
    return (first if len(units) == 1 else "") or roster.name or first


def room(gathering, roster):
    """Raises `BadEdit` where the assembled document would grow past what a document holds."""
    rows = Membership.objects.filter(gathering=gathering, left__isnull=True)
    units = sum(rows.values_list("roster__units", flat=True))
    if units + roster.units > MOST_UNITS:
        raise BadEdit(_("There is no room: {most} units are the most."), most=MOST_UNITS)


def end(membership, expelled=False):
    """Somebody leaves, or the organiser ends it; nothing happens where it has ended already."""
    values = {
        "left": timezone.now(),
        "expelled": expelled,
        "name": name_of(membership.roster) if membership.roster else membership.called,
    }
    if Membership.objects.filter(pk=membership.pk, left__isnull=True).update(**values):
        touch(membership.gathering)


def may_return(membership):
    return membership.left is not None and timezone.now() - membership.left < MAY_RETURN


def come_back(membership):
    """Undo leaving, soon after. Raises `BadEdit`."""
    if not may_return(membership):
        raise BadEdit(_("That was too long ago; an invitation brings everybody back."))
    try:
        with transaction.atomic():
            Membership.objects.filter(pk=membership.pk).update(left=None, expelled=False)
    except IntegrityError:
        raise BadEdit(_("{name} is with others by now."), name=membership.name) from None
    touch(membership.gathering)


# --- chapters and news ----------------------------------------------------------------------------------------------


@transaction.atomic
def plan(gathering, values, came):
    """A new chapter; `came` as in `record`. Raises `BadEdit`."""
    chapter_room(gathering)
    chapter = Chapter.objects.create(gathering=gathering, **dated(Chapter(), values))
    attend(chapter, came)
    touch(gathering)
    return chapter


@transaction.atomic
def record(chapter, seen, values, came, back=False):
    """Another state of a chapter and who took part: {membership: what changed}; `back`: also where it was removed.

    The state that it replaces can be read again. Raises `BadEdit` or `Conflict`.
    """
    if back and chapter.deleted:
        return_chapter(chapter)
    values = dated(chapter, values)
    save(chapter, seen, **values)
    states.keep(chapter, values, came)
    attend(chapter, came, anew=values["held"] and not chapter.held)


def dated(chapter, values):
    """`values`, of today where a chapter is recorded as played without a date; one that was played keeps its own."""
    if values.get("held") and not values.get("date"):
        return values | {"date": chapter.date if chapter.held else timezone.localdate()}
    return values


def chapter_room(gathering):
    """Raises `BadEdit` where a gathering has all the chapters that are kept."""
    if Chapter.objects.filter(gathering=gathering, deleted__isnull=True).count() >= MOST_CHAPTERS:
        raise BadEdit(_("There are {most} chapters; more are not kept."), most=MOST_CHAPTERS)


def return_chapter(chapter):
    """Bring a removed chapter back. Raises `BadEdit`."""
    chapter_room(chapter.gathering)
    bring_back(chapter)


def attend(chapter, came, anew=False):
    """Keep who took part. The state of their rosters is noted with them, for all of them `anew` or for the new ones."""
    known = {} if anew else dict(chapter.participations.values_list("membership_id", "revision"))
    chapter.participations.all().delete()
    Participation.objects.bulk_create(
        Participation(
            chapter=chapter,
            membership=member,
            text=text,
            revision=known.get(member.pk) or (member.roster.revision if member.roster else None),
        )
        for member, text in came.items()
    )


def announce(gathering, text):
    """Tell everybody something. Raises `BadEdit`."""
    news_room(gathering)
    touch(gathering)
    return News.objects.create(gathering=gathering, text=text)


def news_room(gathering):
    """Raises `BadEdit` where a gathering has all the news that are kept."""
    if News.objects.filter(gathering=gathering, deleted__isnull=True).count() >= MOST_NEWS:
        raise BadEdit(_("There are {most} pieces of news; remove some first."), most=MOST_NEWS)


def return_news(news):
    """Bring removed news back. Raises `BadEdit`."""
    news_room(news.gathering)
    bring_back(news)


# --- votes ----------------------------------------------------------------------------------------------------------


def vote_for_chapter(voter, chapter):
    """A member's one voice for what is played next; None takes it back."""
    if chapter is None:
        ChapterVote.objects.filter(voter=voter).delete()
    else:
        ChapterVote.objects.update_or_create(voter=voter, defaults={"chapter": chapter})


@transaction.atomic
def vote_for_roles(voter, choices):
    """A member's voices: {candidate: the slug of a role, or "" for none}."""
    RoleVote.objects.filter(voter=voter, candidate__in=[one for one, role in choices.items() if not role]).delete()
    RoleVote.objects.bulk_create(
        (RoleVote(voter=voter, candidate=candidate, role=role) for candidate, role in choices.items() if role),
        update_conflicts=True,
        update_fields=["role"],
        unique_fields=["voter", "candidate"],
    )
