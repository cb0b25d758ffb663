"""Who may mark in a battle, and who may look: players by the right to edit their lists, watchers by a link."""

from dataclasses import dataclass

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from builder.accounts.browsers import browser_of
from builder.battles.models import Battle, BattleRoster
from builder.lists.models import RosterGrant


@dataclass
class BattleAccess:
    """What a browser may do in a battle.

    rosters  -- the lists in it, in the order of their sides
    mine     -- the numbers of the sides whose lists this browser may edit; empty for a watcher
    """

    battle: Battle
    rosters: list[BattleRoster]
    mine: list[int]

    @property
    def side(self) -> int | None:
        """The side that this browser marks as."""
        return self.mine[0] if self.mine else None

    @property
    def host(self) -> bool:
        """Whether this browser may mark every side: it has the first list that is not erased."""
        first = next((one.number for one in self.rosters if one.roster_id), None)
        return first is not None and first in self.mine

    def may_mark(self, side: int) -> bool:
        return self.host or side in self.mine


def access_or_404(request: HttpRequest, pk: int, document: bool = True) -> BattleAccess:
    """The access of a player to a battle, in one query; 404 for strangers, as for a battle that does not exist.

    document -- read the battle's document too
    """
    browser = browser_of(request)
    rows = BattleRoster.objects.filter(battle=pk).select_related("battle").order_by("number")
    rows = rows if document else rows.defer("battle__document")
    rosters = list(browser.annotate_due(rows, RosterGrant, "roster"))
    mine = [one.number for one in rosters if one.roster_id and browser.uses(RosterGrant, one.roster_id, one)]
    if not mine:
        raise Http404
    return BattleAccess(rosters[0].battle, rosters, mine)


def host_access_or_404(request: HttpRequest, pk: int) -> BattleAccess:
    """As `access_or_404`; 404 also for players who are not the host."""
    access = access_or_404(request, pk)
    if not access.host:
        raise Http404
    return access


def battle_of_key(column: str, key: str, document: bool = True) -> Battle:
    """The battle by its "join_key" or "watch_key" (`column`), or 404."""
    rows = Battle.objects.all() if document else Battle.objects.defer("document")
    return get_object_or_404(rows, **{column: key})


def watching(battle: Battle) -> BattleAccess:
    """The access of somebody who only looks."""
    return BattleAccess(battle, list(battle.rosters.order_by("number")), [])


def my_battles(request: HttpRequest, most: int = 100) -> list[BattleRoster]:
    """The lists of this browser in battles, with the battles, last changed first."""
    mine = browser_of(request).grants(RosterGrant).values("roster")
    rows = BattleRoster.objects.filter(roster__in=mine).select_related("battle").defer("battle__document")
    return list(rows.order_by("-battle__changed", "number")[:most])
