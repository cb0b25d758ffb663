"""Gatherings that become one, and members who leave one together for a new one: undone within a day."""

from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from builder.gatherings import services
from builder.gatherings.models import Chapter, Gathering, GatheringGrant, Membership, News, Regrouping
from builder.lists.edits import BadEdit
from rules.document import MOST_UNITS
from rules.text import _

MAY_UNDO = timedelta(days=1)
MOVED: dict[str, type[Membership | Chapter | News]] = {"memberships": Membership, "chapters": Chapter, "news": News}


def undoable(gathering: Gathering) -> list[Regrouping]:
    """What became of a gathering during the last day, latest first, as far as its organiser may undo it."""
    rows = Regrouping.of(gathering).filter(made__gt=timezone.now() - MAY_UNDO).select_related("source", "target")
    return [row for row in rows if row.stays == gathering]


@transaction.atomic
def merge(source: Gathering, target: Gathering) -> Regrouping:
    """Move all that a gathering has into another of the same game; its links lead there. Raises `BadEdit`."""
    both = Gathering.objects.filter(pk__in=[source.pk, target.pk], game=target.game, deleted__isnull=True)
    if len(both.order_by("pk").select_for_update()) < 2:
        raise BadEdit(_("Choose another one of the same game."))
    require_room(source, target)
    moved = {name: list(model._default_manager.filter(gathering=source).values_list("pk", flat=True))
             for name, model in MOVED.items()}  # fmt: skip
    move(moved, source, target)
    moved["grants"] = grant_too(source, target)
    services.remove(source)
    services.touch(target)
    return Regrouping.objects.create(kind=Regrouping.MERGED, source=source, target=target, moved=moved)


def require_room(source: Gathering, target: Gathering) -> None:
    """Raises `BadEdit` where two gatherings have more units, chapters or news than one may have."""
    both = [source, target]
    units = Membership.objects.filter(gathering__in=both, left__isnull=True).values_list("roster__units", flat=True)
    if sum(filter(None, units)) > MOST_UNITS:
        raise BadEdit(_("Full. Maximum units: {most}."), most=MOST_UNITS)
    for model, most in services.MOST.items():
        if model._default_manager.filter(gathering__in=both, deleted__isnull=True).count() > most:
            raise BadEdit(services.FULL[model], most=most)


def move(moved: dict[str, list[int]], source: Gathering, target: Gathering) -> None:
    for name, model in MOVED.items():
        model._default_manager.filter(gathering=source, pk__in=moved[name]).update(gathering=target)


def grant_too(source: Gathering, target: Gathering) -> list[int]:
    """Let who organises a gathering organise another one, too; the pks of the new grants."""
    present = set(target.grants.values_list("browser", "account"))
    grants = source.grants.filter(generation=source.generation)
    added = [
        GatheringGrant.objects.create(
            gathering=target,
            browser_id=grant.browser_id,
            account_id=grant.account_id,
            generation=target.generation,
            granted=timezone.now(),
            used=grant.used,
        )
        for grant in grants
        if (grant.browser_id, grant.account_id) not in present
    ]
    return [grant.pk for grant in added]


@transaction.atomic
def split(source: Gathering, leaving: Sequence[Membership], name: str) -> tuple[Regrouping, str]:
    """Found a new gathering with some members of one; what they played stays where it is, and in their careers.

    Returns it and the new organiser's key. Raises `BadEdit`.
    """
    if not leaving:
        raise BadEdit(_("Choose who leaves."))
    target, key = services.create(source.game, name=name)
    for membership in leaving:
        account, roster = membership.account, membership.roster
        services.end(membership)
        if roster is not None:
            Membership.objects.filter(pk=services.join(target, roster).pk).update(account=account)
    moved = {"memberships": [membership.pk for membership in leaving]}
    return Regrouping.objects.create(kind=Regrouping.SPLIT, source=source, target=target, moved=moved), key


@transaction.atomic
def undo(row: Regrouping) -> None:
    """Undo what became of gatherings; who joined since stays where they are. Raises `BadEdit` after a day."""
    if timezone.now() - row.made > MAY_UNDO:
        raise BadEdit(_("Too late to undo."))
    if row.kind == Regrouping.MERGED:
        move(row.moved, row.target, row.source)
        GatheringGrant.objects.filter(pk__in=row.moved["grants"]).delete()
        services.restore(row.source)
    else:
        bring_back(row)
    row.delete()


def bring_back(row: Regrouping) -> None:
    """Let those who left for a new gathering come back; it is disbanded where nobody else is in it."""
    for old in Membership.objects.filter(pk__in=row.moved["memberships"], roster__isnull=False):
        new = Membership.objects.filter(gathering=row.target, roster=old.roster, left__isnull=True).first()
        if new is not None:
            services.end(new)
            Membership.objects.filter(pk=old.pk).update(left=None, account=new.account)
    if not Membership.objects.filter(gathering=row.target, left__isnull=True).exists():
        services.remove(row.target)
    services.touch(row.source)
