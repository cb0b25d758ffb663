"""Who may mark in a battle, and who may look: players by the right to edit their list or a seat, watchers by a link."""

from dataclasses import dataclass, field

from django.db import connection
from django.http import Http404, HttpRequest
from django.utils import timezone

from builder.accounts.browsers import browser_of
from builder.battles.models import Battle, BattleRoster, Seat, SeatGrant
from builder.lists.models import RosterGrant
from builder.web.keys import row_of_key


@dataclass
class BattleAccess:
    """What a browser may do in a battle.

    rosters  -- the lists in it, in the order of their sides
    mine     -- the numbers of the sides whose lists this browser may edit; empty for a watcher
    seats    -- those of this browser where it has no list in the battle
    """

    battle: Battle
    rosters: list[BattleRoster]
    mine: list[int]
    seats: list[Seat] = field(default_factory=list)

    @property
    def is_player(self) -> bool:
        return bool(self.mine or self.seats)

    @property
    def side(self) -> int | None:
        """The side that this browser marks as."""
        return next(iter([*self.mine, *(seat.side for seat in self.seats)]), None)

    @property
    def host(self) -> bool:
        """Whether this browser may mark every side."""
        return self.battle.host in self.mine

    @property
    def plays(self) -> bool:
        """Whether this browser marks anything: it plays a side, and the battle is not over."""
        return self.is_player and self.battle.ended is None

    def may_mark(self, side: int) -> bool:
        return self.host or side in self.mine

    def has_seat(self, path: str) -> bool:
        """Whether the unit at a path is one of this browser's seats."""
        return any(path in seat.paths for seat in self.seats)


def access_or_404(request: HttpRequest, pk: int) -> BattleAccess:
    """The access of a player to a battle, in one query; 404 for strangers, as for a battle that does not exist."""
    browser = browser_of(request)
    rows = BattleRoster.objects.filter(battle=pk).select_related("battle").defer("battle__setup").order_by("number")
    rosters = list(browser.annotate_due(rows, RosterGrant, "roster"))
    mine = [
        roster.number for roster in rosters if roster.roster_id and browser.uses(RosterGrant, roster.roster_id, roster)
    ]
    seats = [] if mine else seats_or_404(request, pk)
    return BattleAccess(rosters[0].battle, rosters, mine, seats)


def seats_or_404(request: HttpRequest, pk: int) -> list[Seat]:
    """The seats of this browser in a battle; 404 where it has none."""
    grants = browser_of(request).grants(SeatGrant, seat__battle=pk).select_related("seat")
    seats = list({grant.seat_id: grant.seat for grant in grants}.values())
    if not seats:
        raise Http404
    for grant in grants:
        browser_of(request).note_use(SeatGrant, grant.seat_id, grant.used < timezone.localdate())
    return seats


def sides_or_404(request: HttpRequest, pk: int) -> tuple[list[int], list[Seat]]:
    """The numbers of the sides that this browser plays in a battle, else its seats; 404 for strangers."""
    grants = browser_of(request).grants(RosterGrant, roster__battles__battle=pk)
    sides = sorted(set(grants.values_list("roster__battles__number", flat=True)))
    return sides, [] if sides else seats_or_404(request, pk)


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
