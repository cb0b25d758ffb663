"""What is kept of a person, as values for JSON. Hashes, keys and secrets are left out."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db.models import Q

from builder.accounts.models import AccountToken, RecoveryCode
from builder.accounts.user_names import called
from builder.battles.document import write
from builder.battles.erasing import without_sides
from builder.battles.export import log
from builder.battles.loading import document_of
from builder.battles.models import Battle, BattleRoster
from builder.error_reports.models import ErrorReport
from builder.gatherings.campaign_state import stage_of
from builder.gatherings.models import (
    Attendance,
    Chapter,
    ChapterVote,
    Gathering,
    Membership,
    News,
    Participation,
    RoleVote,
)
from builder.lists.compression import decompressed
from builder.lists.models import Box, Picture, Revision, Roster, RosterGrant
from builder.personal_data.owner import Owner

AT_ONCE = 200  # states that are read at once
Json = dict[str, Any]
Times = datetime | None


def time(moment: Times) -> str | None:
    """ISO 8601."""
    return None if moment is None else moment.isoformat()


# --- the account ----------------------------------------------------------------------------------------------------


def account(pk: int) -> Json:
    user = User.objects.get(pk=pk)
    return {
        "user_name": user.username,
        "name": called(user),
        "created": time(user.date_joined),
        "last_sign_in": time(user.last_login),
        "email_addresses": email_addresses(user),
        "sessions": [
            {
                "device": session.user_agent,
                "address": session.ip,
                "since": time(session.created_at),
                "last_used": time(session.last_seen_at),
            }
            for session in UserSession.objects.filter(user=user).order_by("created_at", "pk")
        ],
        "passkeys": [
            {"name": str(key.data.get("name", "")), "added": time(key.created_at), "last_used": time(key.last_used_at)}
            for key in authenticators(user, Authenticator.Type.WEBAUTHN)
        ],
        "code_apps": [
            {"added": time(code_app.created_at), "last_used": time(code_app.last_used_at)}
            for code_app in authenticators(user, Authenticator.Type.TOTP)
        ],
        "api_tokens": [
            {"name": token.name, "made": time(token.made), "last_used": token.used and token.used.isoformat()}
            for token in AccountToken.objects.filter(account=user).order_by("pk")
        ],
        "recovery_codes": RecoveryCode.objects.filter(account=user).count(),
        "news": [about_news(row) for row in News.objects.filter(account=user).order_by("made", "pk")],
    }


def email_addresses(user: User) -> list[Json]:
    addresses = EmailAddress.objects.filter(user=user).order_by("pk")
    rows = [{"address": row.email, "confirmed": row.verified, "primary": row.primary} for row in addresses]
    if user.email and user.email not in [row["address"] for row in rows]:
        rows.append({"address": user.email, "confirmed": False, "primary": not rows})
    return rows


def authenticators(user: User, kind: str) -> Iterable[Authenticator]:
    return Authenticator.objects.filter(user=user, type=kind).order_by("created_at", "pk")


# --- lists ----------------------------------------------------------------------------------------------------------


def own_lists(owner: Owner) -> dict[int, RosterGrant]:
    """The owner's grants by the pk of the list, in its order; of several of one list the one that was used last."""
    return {grant.roster_id: grant for grant in owner.list_grants().order_by("roster_id", "used", "pk")}


def own_boxes(owner: Owner) -> Iterator[tuple[int, Json]]:
    """(its pk, what is in it) of each box of models."""
    for row in Box.objects.filter(grants__in=owner.box_grants()).distinct().order_by("pk"):
        content: Any = row.content
        yield row.pk, content


def about_list(roster: Roster, grant: RosterGrant) -> Json:
    return {
        "number": roster.pk,
        "name": roster.name,
        "game": roster.game,
        "state": roster.revision,
        "created": time(roster.created),
        "changed": time(roster.changed),
        "removed": time(roster.deleted),
        "labels": [line for line in grant.labels.splitlines() if line],
        "pinned": grant.pinned,
        "archived": grant.archived,
        "counted_in_statistics": roster.counted,
        "career_shared": roster.career_shared,
        "yours_since": time(grant.granted),
        "mistakes_reported": [
            {"time": time(row.made), "state": row.revision, "expected": row.expected}
            for row in ErrorReport.objects.filter(roster=roster).order_by("pk")
        ],
    }


def states(roster: int) -> Iterator[tuple[Json, bytes]]:
    """Each kept state of a list, oldest first: what is known of it, and its document as compact UTF-8."""
    rows = Revision.objects.filter(roster=roster).order_by("number").defer("roster")
    bases: dict[int, bytes] = {}
    for state in rows.iterator(chunk_size=AT_ONCE):
        if state.base is not None and state.base not in bases:
            whole = Revision.objects.get(roster=roster, number=state.base)
            bases = {state.base: decompressed(bytes(whole.content))}
        raw = decompressed(bytes(state.content), None if state.base is None else bases[state.base])
        if state.base is None:
            bases = {state.number: raw}
        about = {
            "number": state.number,
            "parent": state.parent,
            "action": state.action,
            "time": time(state.made),
            "shared": state.shared,
        }
        yield about, raw


# --- gatherings -----------------------------------------------------------------------------------------------------


def own_gatherings(owner: Owner, lists: Iterable[int]) -> Iterator[Json]:
    """The gatherings that the owner organises, or in which one of the own lists is or was.

    lists -- the pks of the own lists
    """
    organised = set(owner.gathering_grants().values_list("gathering", flat=True))
    memberships: dict[int, list[Membership]] = {}
    for member in memberships_of(sorted(lists)):
        memberships.setdefault(member.gathering_id, []).append(member)
    for row in Gathering.objects.filter(pk__in=organised | memberships.keys()).order_by("pk"):
        yield gathering(row, owner, row.pk in organised, memberships.get(row.pk, []))


def memberships_of(lists: Sequence[int]) -> Iterator[Membership]:
    rows = Membership.objects.select_related("roster").defer("roster__document")
    for start in range(0, len(lists), AT_ONCE):
        yield from rows.filter(roster__in=lists[start : start + AT_ONCE])


def gathering(row: Gathering, owner: Owner, organises: bool, own: list[Membership]) -> Json:
    """What the pages of a gathering show to this player, but of the other members nothing.

    Who neither organises it nor is in it any more gets what became of the own characters.
    """
    content: Json = {
        "number": row.pk,
        "name": row.name,
        "game": row.game,
        "organiser": organises,
        "memberships": [membership(entry, owner) for entry in own],
    }
    sees_all = organises or (row.deleted is None and any(entry.current for entry in own))
    chapters = Chapter.objects.filter(gathering=row).order_by("made", "pk")
    news = News.objects.filter(Q(writer=None) | Q(writer__in=own), gathering=row).order_by("made", "pk")
    if not organises:
        chapters, news = chapters.filter(deleted=None), news.filter(deleted=None)
    parts = own_parts(own)
    if not sees_all:
        return content | {"chapters": [past_chapter(entry, parts[entry.pk]) for entry in chapters if entry.pk in parts]}
    return content | {
        "notes": row.notes,
        "created": time(row.created),
        "changed": time(row.changed),
        "removed": time(row.deleted),
        "chapters": [chapter(entry, parts.get(entry.pk, [])) for entry in chapters],
        "news": [about_news(row) for row in news],
        "votes": votes([entry for entry in own if entry.current]),
    }


def membership(row: Membership, owner: Owner) -> Json:
    return {
        "list": row.roster_id,
        "name": row.called,
        "name_shown": row.account_id is not None and row.account_id == owner.account,
        "joined": time(row.joined),
        "left": time(row.left),
        "expelled": row.expelled,
    }


def about_news(row: News) -> Json:
    return {"text": row.text, "time": time(row.made), "removed": time(row.deleted)}


def own_parts(own: list[Membership]) -> dict[int, list[Json]]:
    """What the own lists had to do with each chapter, by its pk."""
    parts: dict[int, list[Json]] = {}
    rows = Participation.objects.filter(membership__in=own).select_related("membership", "chapter")
    for row in rows.order_by("pk"):
        about = {"list": row.membership.roster_id, "state": row.revision, "text": row.text}
        parts.setdefault(row.chapter_id, []).append(about | own_side(row))
    return parts


def own_side(row: Participation) -> Json:
    """In a campaign: which scenario was played, in which role, and what was reached."""
    stage = stage_of(row.chapter)
    side = next((part for part in stage.parts if part.member == row.membership_id), None) if stage else None
    if stage is None or side is None:
        return {}
    return {"scenario": stage.scenario, "role": side.role, "reached": list(side.reached)}


def past_chapter(row: Chapter, parts: list[Json]) -> Json:
    return {
        "title": row.title,
        "date": None if row.date is None else row.date.isoformat(),
        "held": row.held,
        "participations": parts,
    }


def chapter(row: Chapter, parts: list[Json]) -> Json:
    return past_chapter(row, parts) | {
        "hour": None if row.hour is None else row.hour.isoformat(),
        "venue": row.venue,
        "text": row.text,
        "conditions": row.conditions,
        "least_members": row.least_members,
        "least_score": row.least_score,
        "removed": time(row.deleted),
    }


def votes(own: list[Membership]) -> Json:
    """The votes of the owner's lists; who is voted for is named as the pages name them."""
    voters = Q(voter__in=own)
    for_chapters = ChapterVote.objects.filter(voters, chapter__deleted=None).select_related("voter", "chapter")
    for_roles = RoleVote.objects.filter(voters).select_related("voter", "candidate__roster")
    answers = Attendance.objects.filter(membership__in=own).select_related("membership", "chapter")
    return {
        "coming": [
            {"list": row.membership.roster_id, "chapter": row.chapter.title, "answer": row.answer} for row in answers
        ],
        "next_chapter": [{"list": vote.voter.roster_id, "chapter": vote.chapter.title} for vote in for_chapters],
        "roles": [
            {
                "list": vote.voter.roster_id,
                "candidate": vote.candidate.called,
                "role": vote.role,
                "argument": vote.argument,
            }
            for vote in for_roles.defer("candidate__roster__document").order_by("pk")
            if vote.candidate.current
        ],
    }


# --- battles --------------------------------------------------------------------------------------------------------


def own_battles(lists: Iterable[int]) -> Iterator[Json]:
    """The battles in which one of the own lists was played.

    lists -- the pks of the own lists
    """
    pks = sorted(lists)
    own: dict[int, list[BattleRoster]] = {}
    for start in range(0, len(pks), AT_ONCE):
        for battle_roster in BattleRoster.objects.filter(roster__in=pks[start : start + AT_ONCE]).order_by("number"):
            own.setdefault(battle_roster.battle_id, []).append(battle_roster)
    for pk in sorted(own):
        yield battle(Battle.objects.get(pk=pk), own[pk])


def battle(row: Battle, own: Sequence[BattleRoster]) -> Json:
    """A battle with the own lists and what was marked on them and on the table; of the others' lists nothing."""
    document, sides = document_of(row), {entry.number for entry in own}
    others = [number for number in range(len(document.sides)) if number not in sides]
    return {
        "number": row.pk,
        "name": row.name,
        "created": time(row.created),
        "changed": time(row.changed),
        "ended": time(row.ended),
        "lists": [played(entry) for entry in own],
        "photos": [f"pictures/{name}.jpg" for name in own_photos(row, own)],
        "battle": write(without_sides(document, others)) | {"log": list(log(row, sides))},
    }


def own_photos(row: Battle, own: Sequence[BattleRoster]) -> Iterable[str]:
    lists = [entry.roster_id for entry in own]
    return Picture.objects.filter(battle=row, roster__in=lists).values_list("name", flat=True)


def played(row: BattleRoster) -> Json:
    return {
        "list": row.roster_id,
        "side": row.number,
        "state": row.revision,
        "outcome": row.outcome,
        "fielded": row.fielded,
        "survived": row.survived,
    }
