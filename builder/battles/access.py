"""Who may mark in a battle, and who may look: players by the right to edit their lists, watchers by a link."""

from dataclasses import dataclass

from django.db import connection
from django.http import Http404, HttpRequest

from builder.accounts.browsers import browser_of
from builder.battles.models import Battle, BattleRoster
from builder.lists.models import RosterGrant
from builder.web.keys import row_of_key


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
        """Whether this browser may mark every side."""
        return self.battle.host in self.mine

    @property
    def plays(self) -> bool:
        """Whether this browser marks anything: it plays a side, and the battle is not over."""
        return bool(self.mine) and self.battle.ended is None

    def may_mark(self, side: int) -> bool:
        return self.host or side in self.mine


def access_or_404(request: HttpRequest, pk: int) -> BattleAccess:
    """The access of a player to a battle, in one query; 404 for strangers, as for a battle that does not exist."""
    browser = browser_of(request)
    rows = BattleRoster.objects.filter(battle=pk).select_related("battle").defer("battle__setup").order_by("number")
    rosters = list(browser.annotate_due(rows, RosterGrant, "roster"))
    mine = [
        roster.number for roster in rosters if roster.roster_id and browser.uses(RosterGrant, roster.roster_id, roster)
    ]
    if not mine:
        raise Http404
    return BattleAccess(rosters[0].battle, rosters, mine)


def sides_or_404(request: HttpRequest, pk: int) -> list[int]:
    """The numbers of the sides that this browser plays in a battle; 404 for strangers. It reads nothing else."""
    grants = browser_of(request).grants(RosterGrant, roster__battles__battle=pk)
    sides = sorted(set(grants.values_list("roster__battles__number", flat=True)))
    if not sides:
        raise Http404
    return sides


def host_access_or_404(request: HttpRequest, pk: int) -> BattleAccess:
    """As `access_or_404`; 404 also for players who are not the host."""
    access = access_or_404(request, pk)
    if not access.host:
        raise Http404
    return access


def battle_of_key(column: str, key: str) -> Battle:
    """The battle by its "join_key" or "watch_key" (`column`), or 404; 410 where it was replaced."""
    return row_of_key(Battle.objects.defer("setup"), column, key)


def watching(battle: Battle) -> BattleAccess:
    """The access of somebody who only looks."""
    return BattleAccess(battle, list(battle.rosters.order_by("number")), [])


def reader_or_404(request: HttpRequest, pk: int | None, key: str) -> BattleAccess:
    """The access of a player to the battle `pk`, or of who only looks by its `key`."""
    return access_or_404(request, pk) if pk else watching(battle_of_key("watch_key", key))


STATE_OF = "SELECT revision, structure FROM builder_battle WHERE watch_key = %s"


def state_number(watch_key: str) -> tuple[int, int]:
    """(revision, structure) of a battle, or 404. Written in SQL: every phone at a table asks for it every 3 seconds."""
    with connection.cursor() as cursor:
        cursor.execute(STATE_OF, [watch_key])
        row = cursor.fetchone()
    if row is None:
        raise Http404
    return row
