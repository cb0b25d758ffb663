"""What people can do in a gathering: found it, join, leave, plan, record, vote; each function stores what it does."""

from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from builder.gatherings import chapter_revisions
from builder.gatherings.models import (
    Chapter,
    ChapterVote,
    Gathering,
    Membership,
    News,
    Participation,
    RoleVote,
)
from builder.lists.edits import BadEdit
from builder.lists.history import Conflict
from builder.web.keys import hash_key, new_key
from rules.document import MOST_UNITS
from rules.text import _

MOST_CHAPTERS = 200
MOST_NEWS = 500
MAY_RETURN = timedelta(hours=1)  # for so long, leaving is undone without a new invitation


@transaction.atomic
def create(game, roster=None, **head):
    """A new gathering and its organiser's key, which is stored nowhere; with a roster in it if one is given.

    Raises `BadEdit` where the roster cannot join.
    """
    key = new_key()
    gathering = Gathering.objects.create(
        game=game,
        organiser_key_hash=hash_key(key),
        invite_key=new_key(),
        share_key=new_key(),
        changed=timezone.now(),
        **head,
    )
    if roster:
        join(gathering, roster)
    return gathering, key


def touch(gathering):
    """Note that something in a gathering changed now."""
    Gathering.objects.filter(pk=gathering.pk).update(changed=timezone.now())


def save(row, submitted_revision, **values):
    """Write `values` where the row is still in the state that the form was filled in for. Raises `Conflict`."""
    same = type(row).objects.filter(pk=row.pk, revision=submitted_revision, deleted__isnull=True)
    if not same.update(**values, revision=submitted_revision + 1):
        raise Conflict
    touch(getattr(row, "gathering", row))


def remove(row):
    row.deleted = timezone.now()
    row.save(update_fields=["deleted"])


def restore(row):
    row.deleted = None
    row.save(update_fields=["deleted"])


# --- members --------------------------------------------------------------------------------------------------------


def join(gathering, roster):
    """The membership of a roster, made where there is none yet. Raises `BadEdit`."""
    try:
        with transaction.atomic():
            return join_or_explain(gathering, roster)
    except IntegrityError:  # it joined elsewhere in this very moment
        raise BadEdit(_("{name} is with others by now."), name=name_of(roster)) from None


def join_or_explain(gathering, roster):
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
    require_room(gathering, roster)
    touch(gathering)
    return Membership.objects.create(gathering=gathering, roster=roster, name=name_of(roster), joined=timezone.now())


def name_of(roster):
    """What a roster's player goes by: the name of its only unit, else the list's, else its first unit's."""
    units = roster.document["units"]
    first = units[0].get("name", "") if units else ""
    return (first if len(units) == 1 else "") or roster.name or first


def require_room(gathering, roster):
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


def undo_leaving(membership):
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
    require_chapter_room(gathering)
    chapter = Chapter.objects.create(gathering=gathering, **with_date(Chapter(), values))
    save_attendance(chapter, came)
    touch(gathering)
    return chapter


@transaction.atomic
def record(chapter, submitted_revision, values, came, bring_back=False):
    """Store another state of a chapter and who took part: {membership: what changed}.

    bring_back -- do so where the chapter was removed meanwhile, and bring it back

    The state that it replaces can be read again. Raises `BadEdit` or `Conflict`.
    """
    if bring_back and chapter.deleted:
        restore_chapter(chapter)
    values = with_date(chapter, values)
    save(chapter, submitted_revision, **values)
    chapter_revisions.keep_replaced(chapter, values, came)
    save_attendance(chapter, came, anew=values["held"] and not chapter.held)


def with_date(chapter, values):
    """`values`, of today where a chapter is recorded as played without a date; one that was played keeps its own."""
    if values.get("held") and not values.get("date"):
        return values | {"date": chapter.date if chapter.held else timezone.localdate()}
    return values


def require_chapter_room(gathering):
    """Raises `BadEdit` where a gathering has all the chapters that are kept."""
    if Chapter.objects.filter(gathering=gathering, deleted__isnull=True).count() >= MOST_CHAPTERS:
        raise BadEdit(_("There are {most} chapters; more are not kept."), most=MOST_CHAPTERS)


def restore_chapter(chapter):
    """Bring a removed chapter back. Raises `BadEdit`."""
    require_chapter_room(chapter.gathering)
    restore(chapter)


def save_attendance(chapter, came, anew=False):
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
    require_news_room(gathering)
    touch(gathering)
    return News.objects.create(gathering=gathering, text=text)


def require_news_room(gathering):
    """Raises `BadEdit` where a gathering has all the news that are kept."""
    if News.objects.filter(gathering=gathering, deleted__isnull=True).count() >= MOST_NEWS:
        raise BadEdit(_("There are {most} pieces of news; remove some first."), most=MOST_NEWS)


def restore_news(news):
    """Bring removed news back. Raises `BadEdit`."""
    require_news_room(news.gathering)
    restore(news)


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
