"""What players do in a gathering: create, join, leave, plan, record, vote. Each function stores its result."""

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Exists, F
from django.dispatch import receiver
from django.utils import timezone

from builder.gatherings import chapter_revisions
from builder.gatherings.models import (
    ANSWERS,
    Attendance,
    Chapter,
    ChapterVote,
    Gathering,
    Membership,
    News,
    Participation,
    RoleVote,
)
from builder.gatherings.permissions import assembles, gathering_labels, renew_gathering_key
from builder.lists.edits import BadEdit
from builder.lists.history import Conflict
from builder.lists.models import Roster
from builder.lists.thinning import states_requested
from builder.web.keys import hash_key, new_key
from rules.document import MOST_UNITS
from rules.text import _

MOST: dict[type[Chapter | News], int] = {Chapter: 200, News: 500}  # of a gathering
FULL = {Chapter: _("Maximum chapters: {most}."), News: _("Maximum updates: {most}. Delete one first.")}
MOST_LISTS = 40  # of a campaign
MAY_RETURN = timedelta(hours=1)  # how long leaving can be undone without a new invitation


@transaction.atomic
def create(game: str, roster: Roster | None = None, **fields: Any) -> tuple[Gathering, str]:
    """Store a new gathering of a game (its slug), with its first member if a roster is given.

    fields -- name, notes

    Returns it and its organiser's key, which is stored only as a hash. Raises `BadEdit` if the roster cannot join.
    """
    key = new_key()
    gathering = Gathering.objects.create(
        game=game,
        organiser_key_hash=hash_key(key),
        invite_key=new_key(),
        share_key=new_key(),
        changed=timezone.now(),
        **fields,
    )
    if roster:
        join(gathering, roster)
    return gathering, key


def touch(gathering: Gathering) -> None:
    """Set the time of the last change to now."""
    Gathering.objects.filter(pk=gathering.pk).update(changed=timezone.now())


def save(row: Gathering | Chapter, submitted_revision: int, **values: Any) -> None:
    """Write `values`. Raises `Conflict` unless the row has the revision that the form was filled in for."""
    same = type(row)._default_manager.filter(pk=row.pk, revision=submitted_revision, deleted__isnull=True)
    if not same.update(**values, revision=submitted_revision + 1):
        raise Conflict
    touch(row if isinstance(row, Gathering) else row.gathering)


def remove(row: Gathering | Chapter | News) -> None:
    row.deleted = timezone.now()
    row.save(update_fields=["deleted"])


def restore(row: Gathering | Chapter | News) -> None:
    row.deleted = None
    row.save(update_fields=["deleted"])


# --- members --------------------------------------------------------------------------------------------------------


def join(gathering: Gathering, roster: Roster) -> Membership:
    """The membership of a roster, created if it is not in yet. Raises `BadEdit` if it cannot join."""
    try:
        with transaction.atomic():
            return join_or_explain(gathering, roster)
    except IntegrityError:  # it joined another gathering at the same time
        raise BadEdit(gathering_labels(gathering.game).taken) from None


def join_or_explain(gathering: Gathering, roster: Roster) -> Membership:
    """As `join`, without the case of two requests at once."""
    if roster.game != gathering.game:
        raise BadEdit(_("This list is for another game."))
    present = Membership.objects.filter(roster=roster, left__isnull=True).select_related("gathering").first()
    if present and present.gathering_id == gathering.pk:
        return present
    if present and present.gathering.deleted is None:
        raise BadEdit(
            _("Already in {other}: leave it first."),
            other=str(present.gathering),
        )
    if present:
        end(present)
    require_room_for_units(gathering, roster)
    touch(gathering)
    return Membership.objects.create(gathering=gathering, roster=roster, name=name_of(roster), joined=timezone.now())


def name_of(roster: Roster) -> str:
    """The name of a roster's only unit, else of the list, else of its first unit; in a campaign that of the list."""
    units = roster.document["units"]
    first = units[0].get("name", "") if units else ""
    return (first if len(units) == 1 and assembles(roster.game) else "") or roster.name or first


def require_room_for_units(gathering: Gathering, roster: Roster) -> None:
    """Raises `BadEdit` if the assembled document would have more than `MOST_UNITS` units, a campaign too many lists."""
    rows = Membership.objects.filter(gathering=gathering, left__isnull=True)
    if not assembles(gathering.game):
        if rows.count() >= MOST_LISTS:
            raise BadEdit(_("Full. Maximum lists: {most}."), most=MOST_LISTS)
        return
    units = sum(rows.values_list("roster__units", flat=True))
    if units + roster.units > MOST_UNITS:
        raise BadEdit(_("Full. Maximum units: {most}."), most=MOST_UNITS)


@transaction.atomic
def end(membership: Membership, expelled: bool = False) -> None:
    """End a membership: the member leaves or, where `expelled`, the organiser ends it. Does nothing to an ended one.

    A player who was expelled knows the invitation, so it is replaced.
    """
    values = {
        "left": timezone.now(),
        "expelled": expelled,
        "name": name_of(membership.roster) if membership.roster else membership.called,
        "account": None,
    }
    if Membership.objects.filter(pk=membership.pk, left__isnull=True).update(**values):
        touch(membership.gathering)
        if expelled and membership.current:
            renew_gathering_key(membership.gathering, "invite_key")


def may_return(membership: Membership) -> bool:
    return membership.left is not None and timezone.now() - membership.left < MAY_RETURN


def undo_leaving(membership: Membership) -> None:
    """Undo the end of a membership. Raises `BadEdit` after `MAY_RETURN`, or if the roster has joined another one."""
    if not may_return(membership):
        raise BadEdit(_("Too late to undo. Use an invitation to come back."))
    try:
        with transaction.atomic():
            Membership.objects.filter(pk=membership.pk).update(left=None, expelled=False)
    except IntegrityError:
        raise BadEdit(gathering_labels(membership.gathering.game).taken) from None
    touch(membership.gathering)


def show_account(membership: Membership, account: int | None) -> bool:
    """Let the others read the name of an account (its pk) beside a member.

    Returns False, and changes nothing, unless the account itself may edit the roster of a present member.
    """
    if account is None:
        return False
    granted = Membership.objects.filter(
        pk=membership.pk,
        left__isnull=True,
        roster__grants__account=account,
        roster__grants__generation=F("roster__generation"),
    )
    return bool(granted.update(account=account))


def hide_account(membership: Membership, account: int | None) -> None:
    """Undo `show_account`; nothing changes where the name of another account is shown."""
    Membership.objects.filter(pk=membership.pk, account=account).update(account=None)


# --- chapters and news ----------------------------------------------------------------------------------------------


@transaction.atomic
def plan(
    gathering: Gathering,
    values: dict[str, Any],
    participants: Mapping[Membership, str],
    revisions: Mapping[int, int] | None = None,
) -> Chapter:
    """Store a new chapter; arguments as in `record`. Raises `BadEdit` as that does."""
    require_room(gathering, Chapter)
    values = with_date(Chapter(), values)
    require_day_has_come(values)
    chapter = Chapter.objects.create(gathering=gathering, **values)
    save_participants(chapter, participants, played_at=revisions)
    if chapter.held:
        close_role_votes(gathering, values["date"])
    touch(gathering)
    return chapter


@transaction.atomic
def record(
    chapter: Chapter,
    submitted_revision: int,
    values: dict[str, Any],
    participants: Mapping[Membership, str],
    bring_back: bool = False,
    revisions: Mapping[int, int] | None = None,
) -> None:
    """Store a new state of a chapter; the replaced state is kept.

    values       -- the fields of the chapter by name
    participants -- {membership: what changed for it}
    bring_back   -- restore the chapter if it was removed meanwhile
    revisions    -- {pk of a membership: the state of its roster that was played}, where a battle says so

    Raises `Conflict` for another revision or a removed chapter, `BadEdit` if there are too many chapters to restore it
    or if it is recorded as played before its day.
    """
    values = with_date(chapter, values)
    require_day_has_come(values)
    if bring_back and chapter.deleted:
        restore_if_room(chapter)
    save(chapter, submitted_revision, **values)
    chapter_revisions.keep_replaced(chapter, values, participants)
    played_now = values["held"] and not chapter.held
    save_participants(chapter, participants, renew_revisions=played_now, played_at=revisions)
    if played_now:
        close_role_votes(chapter.gathering, values["date"])


def with_date(chapter: Chapter, values: dict[str, Any]) -> dict[str, Any]:
    """`values` with a date if the chapter is played: the stored one if it was played already, else today."""
    if values.get("held") and not values.get("date"):
        return values | {"date": chapter.date if chapter.held else timezone.localdate()}
    return values


def require_day_has_come(values: Mapping[str, Any]) -> None:
    """Raises `BadEdit` for a chapter that is recorded as played with a day in the future."""
    if values.get("held") and values["date"] and values["date"] > timezone.localdate():
        raise BadEdit(_("That date is in the future. Correct it, or record the chapter later."))


def require_room(gathering: Gathering, model: type[Chapter | News]) -> None:
    """Raises `BadEdit` where a gathering has as many chapters or news as it may."""
    if model._default_manager.filter(gathering=gathering, deleted__isnull=True).count() >= MOST[model]:
        raise BadEdit(FULL[model], most=MOST[model])


def restore_if_room(row: Chapter | News) -> None:
    """Restore a removed chapter or news. Raises `BadEdit` where there are too many."""
    require_room(row.gathering, type(row))
    restore(row)


def save_participants(
    chapter: Chapter,
    participants: Mapping[Membership, str],
    renew_revisions: bool = False,
    played_at: Mapping[int, int] | None = None,
) -> None:
    """Replace the participations of a chapter.

    Each notes the revision of the member's roster: that of `played_at`, else the one stored before, or the present one
    where there is none or with `renew_revisions`.
    """
    revisions = {} if renew_revisions else dict(chapter.participations.values_list("membership_id", "revision"))
    revisions |= played_at or {}
    fates = dict(chapter.participations.values_list("membership_id", "fate"))
    chapter.participations.all().delete()
    Participation.objects.bulk_create(
        Participation(
            chapter=chapter,
            membership=member,
            text=text,
            fate=fates.get(member.pk, ""),
            revision=revisions.get(member.pk) or (member.roster.revision if member.roster else None),
        )
        for member, text in participants.items()
    )


@receiver(states_requested)
def states_of_chapters(roster: Roster, **_signal: Any) -> Iterable[int | None]:
    """The states of a roster in which it took part in chapters, which show them: thinning keeps them."""
    return Participation.objects.filter(membership__roster=roster).values_list("revision", flat=True)


def announce(gathering: Gathering, text: str, writer: Membership | None = None, account: int | None = None) -> News:
    """Store news, with an account (its pk) for all players of the game. Raises `BadEdit` if there are too many."""
    require_room(gathering, News)
    touch(gathering)
    return News.objects.create(gathering=gathering, text=text, writer=writer, account_id=account)


@transaction.atomic
def take_part(chapter: Chapter, membership: Membership, text: str, revision: int, fate: str = "") -> None:
    """Note that a member has played a chapter, what changed, and what became of it; the chapter is played then."""
    row = Chapter.objects.select_for_update().get(pk=chapter.pk)
    part = {"text": text, "revision": revision, "fate": fate}
    Participation.objects.update_or_create(chapter=row, membership=membership, defaults=part)
    if not row.held:
        today = timezone.localdate()
        row.held, row.date, row.revision = True, min(row.date or today, today), row.revision + 1
        row.save()
        close_role_votes(row.gathering, row.date)
    touch(row.gathering)


def answer(membership: Membership, chapter: Chapter, word: str) -> None:
    """Note whether a member comes to a planned chapter: one of `ANSWERS`, or "" for no answer. Raises `BadEdit`."""
    if chapter.held:
        raise BadEdit(_("{title} has been played."), title=chapter.title)
    if word in ANSWERS:
        Attendance.objects.update_or_create(chapter=chapter, membership=membership, defaults={"answer": word})
    else:
        Attendance.objects.filter(chapter=chapter, membership=membership).delete()


# --- votes ----------------------------------------------------------------------------------------------------------


def vote_for_chapter(voter: Membership, chapter: Chapter | None) -> None:
    """Set a member's vote for the next chapter; None removes it. Raises `BadEdit` for a chapter that was played."""
    if chapter is None:
        ChapterVote.objects.filter(voter=voter).delete()
    elif Chapter.objects.filter(pk=chapter.pk, held=True).exists():
        raise BadEdit(_("{title} has been played: voting is closed."), title=chapter.title)
    else:
        ChapterVote.objects.update_or_create(voter=voter, defaults={"chapter": chapter})


@transaction.atomic
def vote_for_roles(
    voter: Membership, choices: Mapping[Membership, str], arguments: Mapping[Membership, str] | None = None
) -> None:
    """Set a member's votes for roles: {candidate: slug of the role, "" to remove the vote}, with a line why."""
    why = arguments or {}
    withdrawn = [candidate for candidate, role in choices.items() if not role]
    RoleVote.objects.filter(voter=voter, candidate__in=withdrawn).delete()
    RoleVote.objects.bulk_create(
        (
            RoleVote(voter=voter, candidate=candidate, role=role, argument=why.get(candidate, ""))
            for candidate, role in choices.items()
            if role
        ),
        update_conflicts=True,
        update_fields=["role", "argument"],
        unique_fields=["voter", "candidate"],
    )


def close_role_votes(gathering: Gathering, day: date) -> None:
    """End the votes for roles with the game that they were cast for, played on `day`; not for a chapter of long ago."""
    later = Chapter.objects.filter(gathering=gathering, held=True, deleted__isnull=True, date__gt=day)
    RoleVote.objects.filter(~Exists(later), voter__gathering=gathering).delete()
