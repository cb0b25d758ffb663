"""Who may see and change a gathering: organisers by a secret key, members by the right to edit their rosters."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Value
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from builder.accounts.browsers import RequestBrowser, browser_of
from builder.accounts.user_names import called
from builder.gatherings.campaign_spec import CAMPAIGNS
from builder.gatherings.models import Gathering, GatheringGrant, Membership, News, Regrouping
from builder.gatherings.spec import GATHERINGS, GatheringLabels
from builder.lists.access import my_rosters
from builder.lists.models import RosterGrant
from builder.web.keys import renew_key, renew_secret_key, row_of_key


@dataclass
class GatheringAccess:
    """What this browser may do in a gathering.

    organiser   -- whether it may organise
    memberships -- all there ever were, in the order of joining
    mine        -- the current ones whose rosters this browser may edit
    granted     -- those whose rosters this browser was granted, past ones and removed rosters too
    my_name     -- what others call the account that is signed in; "" without one
    account     -- the account that is signed in, by its pk
    my_own      -- the pks of those of `mine` whose rosters this account was granted: it may show its name there
    showing     -- the pks of those where it does
    names       -- {pk of a current membership: the name of the account that agreed to be shown beside it}
    """

    gathering: Gathering
    organiser: bool
    memberships: list[Membership]
    mine: list[Membership]
    granted: list[Membership]
    my_name: str
    account: int | None
    my_own: set[int]
    showing: set[int]
    names: dict[int, str]

    @property
    def current(self) -> list[Membership]:
        """The current memberships."""
        return [membership for membership in self.memberships if membership.current]

    @property
    def may_write_for_all(self) -> bool:
        """Whether this account may write for all players of the game."""
        return self.gathering.community and self.account is not None and (self.organiser or bool(self.my_own))

    @property
    def writer(self) -> Membership | None:
        """The member that this browser writes as; None: as the organiser."""
        own = sorted(self.mine, key=lambda membership: membership.pk not in self.my_own)
        return None if self.organiser else own[0]

    def may_remove(self, news: News) -> bool:
        return self.organiser or news.writer_id in {membership.pk for membership in self.mine}

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
    browser_of(request).grant(GatheringGrant, gathering)


def organises(request: HttpRequest, gathering: Gathering) -> bool:
    return browser_of(request).grants(GatheringGrant, gathering=gathering).exists()


def access_or_404(request: HttpRequest, pk: int, documents: bool = False, deleted: bool = False) -> GatheringAccess:
    """The access of this browser to a gathering; 404 for strangers, as for a gathering that does not exist.

    documents -- read the members' documents with their rosters, where the game assembles them
    deleted   -- look among the removed gatherings instead
    """
    browser = browser_of(request)
    rows = in_trash() if deleted else Gathering.objects.filter(deleted__isnull=True)
    gathering = get_object_or_404(browser.annotate_due(rows.filter(pk=pk), GatheringGrant, ""))
    documents = documents and assembles(gathering.game)
    organiser = browser.uses(GatheringGrant, pk, gathering)
    memberships = memberships_of(gathering, documents, browser)
    granted = [membership for membership in memberships if browser.uses(RosterGrant, membership.roster_id, membership)]
    mine = [membership for membership in granted if membership.current]
    if not (organiser or mine):
        raise Http404
    shown = [membership for membership in memberships if membership.current and membership.account_holds]  # type: ignore[attr-defined]
    return GatheringAccess(
        gathering,
        organiser,
        memberships,
        mine,
        granted,
        my_name=account_name(request),
        account=browser.account,
        my_own={membership.pk for membership in mine if membership.held_by_mine},  # type: ignore[attr-defined]
        showing={membership.pk for membership in shown if membership.account_id == browser.account},
        names={membership.pk: called(membership.account) for membership in shown},
    )


def assembles(game: str) -> bool:
    """Whether the gatherings of a game (its slug) assemble the lists of their members into one."""
    return game in GATHERINGS


def gathering_labels(game: str) -> GatheringLabels:
    """What a game (its slug) that has gatherings calls them."""
    return (GATHERINGS.get(game) or CAMPAIGNS[game]).labels


def account_name(request: HttpRequest) -> str:
    """What others call the account that is signed in; "" without one."""
    return "" if browser_of(request).account is None else called(request.user)


def organiser_access_or_404(
    request: HttpRequest, pk: int, documents: bool = False, deleted: bool = False
) -> GatheringAccess:
    """As `access_or_404`; 404 also for members who do not organise."""
    access = access_or_404(request, pk, documents, deleted)
    if not access.organiser:
        raise Http404
    return access


def memberships_of(
    gathering: Gathering, documents: bool = True, browser: RequestBrowser | None = None
) -> list[Membership]:
    """All memberships there ever were, with their rosters and, unless `documents` is false, the rosters' documents.

    With documents the rosters are named as their only units.

    browser -- for which `RequestBrowser.uses` is asked afterwards; the accounts are read too, as `with_accounts` says
    """
    rows = Membership.objects.filter(gathering=gathering).select_related("roster")
    rows = rows if documents else rows.defer("roster__document")
    memberships = list(browser.annotate_due(with_accounts(rows, browser), RosterGrant, "roster") if browser else rows)
    if documents:
        name_as_units(memberships)
    return memberships


def name_as_units(memberships: Iterable[Membership]) -> None:
    """Set the names of the rosters to those of their only units, as `GatheringState` does, without saving them."""
    for membership in memberships:
        if membership.current and membership.roster:
            match membership.roster.document:
                case {"units": [{"name": str(name)}]} if name:
                    membership.roster.name = name


def with_accounts(rows: QuerySet[Membership], browser: RequestBrowser) -> QuerySet[Membership]:
    """Memberships with their accounts and, from the same query, whose account still has the right to edit the roster.

    account_holds -- the account that is shown
    held_by_mine  -- the account that is signed in
    """
    grants = RosterGrant.objects.filter(roster=OuterRef("roster"), generation=OuterRef("roster__generation"))
    mine = Value(False) if browser.account is None else Exists(grants.filter(account=browser.account))
    holds = Exists(grants.filter(account=OuterRef("account")))
    return rows.select_related("account").annotate(account_holds=holds, held_by_mine=mine)


def gathering_of_key(column: str, key: str) -> Gathering:
    """The gathering by one of its keys (`column`), or 404; 410 where the key was replaced."""
    present = Q(deleted__isnull=True) | Q(left_by__kind=Regrouping.MERGED)
    return merged_into(row_of_key(Gathering.objects.filter(present), column, key))


def merged_into(gathering: Gathering | None) -> Gathering:
    """The gathering, or that which it has become part of; 404 where it was removed."""
    passed: set[int] = set()
    while gathering is not None and gathering.deleted and gathering.pk not in passed:
        passed.add(gathering.pk)
        step = Regrouping.objects.filter(source=gathering, kind=Regrouping.MERGED).select_related("target").first()
        gathering = step.target if step else None
    if gathering is None or gathering.deleted:
        raise Http404
    return gathering


def parts_of(gathering: Gathering) -> list[Gathering]:
    """The gatherings that have become part of one, also by way of others: their keys lead there."""
    parts: dict[int, Gathering] = {}
    targets = [gathering.pk]
    while targets:
        rows = Gathering.objects.filter(
            deleted__isnull=False, left_by__kind=Regrouping.MERGED, left_by__target__in=targets
        )
        new = {row.pk: row for row in rows.exclude(pk__in=[gathering.pk, *parts])}
        parts, targets = parts | new, list(new)
    return list(parts.values())


@transaction.atomic
def renew_gathering_key(gathering: Gathering, column: str) -> None:
    """Replace a readable key, and those of the gatherings that have become part of this one."""
    for row in (gathering, *parts_of(gathering)):
        renew_key(row, column)


@transaction.atomic
def renew_organiser_key(request: HttpRequest, gathering: Gathering) -> str:
    """Store and return a new organiser's key; the old one and the grants of other browsers end.

    So do those of the gatherings that have become part of this one, which this browser organises if they come back.
    """
    key = renew_secret_key(gathering, "organiser_key_hash")
    browser_of(request).keep(GatheringGrant, gathering)
    for part in parts_of(gathering):
        renew_secret_key(part, "organiser_key_hash")
        grant(request, part)
    return key


def in_trash() -> QuerySet[Gathering]:
    """The removed gatherings, without those that became part of others: only an undo brings these back."""
    return Gathering.objects.filter(deleted__isnull=False).exclude(left_by__kind=Regrouping.MERGED)


def removed_gatherings(request: HttpRequest) -> list[Gathering]:
    """The removed gatherings that this browser organises, last removed first."""
    return browser_of(request).opened(in_trash().order_by("-deleted"))


def my_gatherings(request: HttpRequest) -> list[tuple[Gathering, bool, list[str]]]:
    """This browser's gatherings, last changed first: (gathering, whether it organises, names of its rosters in it)."""
    rosters = my_rosters(request)
    memberships = list(
        Membership.objects.filter(
            roster__in=[roster.pk for roster in rosters], left__isnull=True, gathering__deleted__isnull=True
        ).select_related("gathering", "roster")
    )
    name_as_units(memberships)
    organised = browser_of(request).opened(Gathering.objects.filter(deleted__isnull=True))
    gatherings: dict[int, tuple[Gathering, bool, list[str]]] = {row.pk: (row, True, []) for row in organised}
    for membership in memberships:
        row: tuple[Gathering, bool, list[str]] = (membership.gathering, False, [])
        gatherings.setdefault(membership.gathering_id, row)[2].append(membership.called)
    return sorted(gatherings.values(), key=lambda row: (row[0].changed, row[0].pk), reverse=True)
