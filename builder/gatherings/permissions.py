"""Who may see and change a gathering: organisers by a secret key, members by the right to edit their rosters."""

from dataclasses import dataclass

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from builder.gatherings.models import Gathering, Membership
from builder.lists.access import may_edit, my_rosters
from builder.web.keys import hash_key, new_key, renew_secret_key

GRANTS = "gatherings"  # the session's key: {gathering pk as text: generation of the organiser's key}


@dataclass
class GatheringAccess:
    """What this browser may do in a gathering.

    organiser   -- whether it may organise
    memberships -- all there ever were, in the order of joining
    mine        -- the current ones whose rosters this browser may edit
    """

    gathering: Gathering
    organiser: bool
    memberships: list[Membership]
    mine: list[Membership]

    @property
    def current(self) -> list[Membership]:
        """The current memberships."""
        return [one for one in self.memberships if one.current]

    def own(self, pk: int | None) -> Membership:
        """One of `mine` by its pk, or 404."""
        return membership_or_404(self.mine, pk)

    def member(self, pk: int | None) -> Membership:
        """One of `memberships` by its pk, or 404."""
        return membership_or_404(self.memberships, pk)


def membership_or_404(memberships: list[Membership], pk: int | None) -> Membership:
    for membership in memberships:
        if membership.pk == pk:
            return membership
    raise Http404


def grant(request: HttpRequest, gathering: Gathering) -> None:
    """Let this browser organise a gathering until the organiser's key is renewed."""
    grants = request.session.get(GRANTS, {})
    request.session[GRANTS] = grants | {str(gathering.pk): gathering.generation}


def organises(request: HttpRequest, gathering: Gathering) -> bool:
    return request.session.get(GRANTS, {}).get(str(gathering.pk)) == gathering.generation


def access_or_404(request: HttpRequest, pk: int, documents: bool = False, deleted: bool = False) -> GatheringAccess:
    """The access of this browser to a gathering; 404 for strangers, as for a gathering that does not exist.

    documents -- read the members' documents with their rosters
    deleted   -- look among the removed gatherings instead
    """
    gathering = get_object_or_404(Gathering.objects.filter(pk=pk, deleted__isnull=not deleted))
    memberships = memberships_of(gathering, documents)
    mine = [member for member in memberships if member.current and member.roster and may_edit(request, member.roster)]
    organiser = organises(request, gathering)
    if not (organiser or mine):
        raise Http404
    return GatheringAccess(gathering, organiser, memberships, mine)


def organiser_access_or_404(
    request: HttpRequest, pk: int, documents: bool = False, deleted: bool = False
) -> GatheringAccess:
    """As `access_or_404`; 404 also for members who do not organise."""
    access = access_or_404(request, pk, documents, deleted)
    if not access.organiser:
        raise Http404
    return access


def memberships_of(gathering: Gathering, documents: bool = True) -> list[Membership]:
    """All memberships there ever were, with their rosters and, unless `documents` is false, the rosters' documents."""
    rows = Membership.objects.filter(gathering=gathering).select_related("roster")
    return list(rows if documents else rows.defer("roster__document"))


def gathering_of_key(column: str, key: str) -> Gathering:
    """The gathering by its "invite_key" or "share_key" (`column`), which are stored readable, or 404."""
    return get_object_or_404(Gathering.objects.filter(deleted__isnull=True, **{column: key}))


def gathering_of_organiser_key(key: str) -> Gathering:
    return get_object_or_404(Gathering.objects.filter(organiser_key_hash=hash_key(key), deleted__isnull=True))


def renew_organiser_key(request: HttpRequest, gathering: Gathering) -> str:
    """Store and return a new organiser's key; the old one and the grants of other browsers end."""
    return renew_secret_key(request, gathering, "organiser_key_hash", grant)


def renew_readable_key(gathering: Gathering, column: str) -> None:
    """Store a new "invite_key" or "share_key" (`column`); the address with the old one ends."""
    setattr(gathering, column, new_key())
    gathering.save(update_fields=[column])


def removed_gatherings(request: HttpRequest) -> list[Gathering]:
    """The removed gatherings that this browser organises, last removed first."""
    rows: QuerySet[Gathering] = Gathering.objects.filter(pk__in=request.session.get(GRANTS, {}), deleted__isnull=False)
    return [row for row in rows.order_by("-deleted") if organises(request, row)]


def my_gatherings(request: HttpRequest) -> list[tuple[Gathering, bool, list[str]]]:
    """This browser's gatherings, last changed first: (gathering, whether it organises, names of its rosters in it)."""
    rosters = my_rosters(request)
    memberships = Membership.objects.filter(
        roster__in=[roster.pk for roster in rosters], left__isnull=True, gathering__deleted__isnull=True
    ).select_related("gathering")
    names: dict[int | None, str] = {roster.pk: roster.name for roster in rosters}
    granted = Gathering.objects.filter(pk__in=request.session.get(GRANTS, {}), deleted__isnull=True)
    gatherings: dict[int, tuple[Gathering, list[str]]] = {
        row.pk: (row, []) for row in granted if organises(request, row)
    }
    for membership in memberships:
        _row, members = gatherings.setdefault(membership.gathering_id, (membership.gathering, []))
        members.append(names[membership.roster_id])
    rows = sorted(gatherings.values(), key=lambda row: (row[0].changed, row[0].pk), reverse=True)
    return [(row, organises(request, row), members) for row, members in rows]
