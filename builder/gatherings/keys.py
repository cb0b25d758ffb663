"""Who may see a gathering and who may change it: the organiser by a key, members by the rosters that are theirs."""

from dataclasses import dataclass

from django.http import Http404

from builder import access
from builder.access import hashed, new_key, one, renewed
from builder.models import Gathering, Membership

GRANTS = "gatherings"


@dataclass
class Seat:
    """What this browser is in a gathering: its organiser, its members through rosters of its own, or both.

    `memberships` are all there ever were, in the order of joining.
    """

    gathering: Gathering
    organiser: bool
    memberships: list
    mine: list

    @property
    def current(self):
        return [one for one in self.memberships if one.current]

    def own(self, pk):
        """A current membership of this browser's own by its pk, or 404."""
        return found(self.mine, pk)

    def member(self, pk):
        """Any membership there ever was, or 404."""
        return found(self.memberships, pk)


def found(memberships, pk):
    for membership in memberships:
        if membership.pk == pk:
            return membership
    raise Http404


def grant(request, gathering):
    """Let this browser organise a gathering for as long as its present organiser's key holds."""
    grants = request.session.get(GRANTS, {})
    request.session[GRANTS] = grants | {str(gathering.pk): gathering.generation}


def organises(request, gathering):
    return request.session.get(GRANTS, {}).get(str(gathering.pk)) == gathering.generation


def owns(request, roster):
    """Whether this browser may edit a roster."""
    return request.session.get(access.GRANTS, {}).get(str(roster.pk)) == roster.generation


def seat(request, pk, documents=False):
    """The `Seat` of this browser in a gathering, or 404: a stranger learns not even that it exists.

    `documents`: read the members' documents with their rosters.
    """
    return seated(request, Gathering.objects.filter(pk=pk, deleted__isnull=True), documents)


def seated(request, gatherings, documents=False):
    gathering = one(gatherings)
    memberships = members_of(gathering, documents)
    mine = [member for member in memberships if member.current and owns(request, member.roster)]
    organiser = organises(request, gathering)
    if not (organiser or mine):
        raise Http404
    return Seat(gathering, organiser, memberships, mine)


def members_of(gathering, documents=True):
    rows = Membership.objects.filter(gathering=gathering).select_related("roster")
    return list(rows if documents else rows.defer("roster__document"))


def organiser_seat(request, pk, documents=False, deleted=False):
    """The seat of the organiser, or 404."""
    taken = seated(request, Gathering.objects.filter(pk=pk, deleted__isnull=not deleted), documents)
    if not taken.organiser:
        raise Http404
    return taken


def by_key(kind, key):
    """The gathering of a key that is kept readable, "invite_key" or "share_key", or 404."""
    return one(Gathering.objects.filter(deleted__isnull=True, **{kind: key}))


def by_organiser_key(key):
    return one(Gathering.objects.filter(organiser_key_hash=hashed(key), deleted__isnull=True))


def renew_organiser_key(request, gathering):
    """A new organiser's key; the old one and all other grants end. Returns the key, which is kept nowhere."""
    return renewed(request, gathering, "organiser_key_hash", grant)


def renew(gathering, kind):
    """Another "invite_key" or "share_key"; the address with the old one ends."""
    setattr(gathering, kind, new_key())
    gathering.save(update_fields=[kind])


def removed(request):
    """The gatherings that this browser organises and took away, the latest first."""
    rows = Gathering.objects.filter(pk__in=request.session.get(GRANTS, {}), deleted__isnull=False)
    return [row for row in rows.order_by("-deleted") if organises(request, row)]


def mine(request):
    """The gatherings of this browser, newest first, as (gathering, whether it organises, its member rosters' names)."""
    grants = request.session.get(GRANTS, {})
    rosters = access.mine(request)
    memberships = Membership.objects.filter(
        roster__in=[row.pk for row in rosters], left__isnull=True, gathering__deleted__isnull=True
    ).select_related("gathering")
    names = {row.pk: row.name for row in rosters}
    found = {row.pk: (row, []) for row in Gathering.objects.filter(pk__in=grants, deleted__isnull=True)}
    found = {pk: kept for pk, kept in found.items() if organises(request, kept[0])}
    for membership in memberships:
        _row, members = found.setdefault(membership.gathering_id, (membership.gathering, []))
        members.append(names[membership.roster_id])
    rows = sorted(found.values(), key=lambda kept: (kept[0].changed, kept[0].pk), reverse=True)
    return [(row, organises(request, row), members) for row, members in rows]
