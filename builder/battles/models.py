"""Battles, the lists that are played in them, the seats of who has none, and every mark that was made."""

from django.db import models
from django.urls import reverse

from builder.accounts.models import Grant, grant_constraints
from builder.gatherings.models import Chapter
from builder.lists.compression import PackedJSONField
from builder.lists.models import Roster


class Battle(models.Model):
    """A battle and the two keys to it.

    setup     -- its document without what is marked, as `loading.columns_of` gives it
    setup_key -- new with each `setup`, by which processes remember it
    state     -- what is marked, as `document.write_state` gives it: apart, for it changes with each mark
    revision  -- the number of its last mark
    host      -- the number of the side whose player may mark everything
    structure -- rises with each change of `setup`, and where units were put on the table or taken off
    join_key  -- of the address where others join with a list
    watch_key -- of the address that only shows
    chapter   -- of the campaign that it belongs to, or None
    """

    game = models.CharField(max_length=30)
    name = models.CharField(max_length=200, blank=True)
    scenario = models.CharField(max_length=100, blank=True)
    setup = PackedJSONField()
    setup_key = models.CharField(max_length=32)
    state = PackedJSONField()
    host = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)
    structure = models.PositiveIntegerField(default=1)
    join_key = models.CharField(max_length=32, unique=True)
    watch_key = models.CharField(max_length=32, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField()
    ended = models.DateTimeField(null=True, blank=True)
    chapter = models.ForeignKey(Chapter, models.SET_NULL, null=True, blank=True, related_name="battles")

    class Meta:
        ordering = ["-changed", "-pk"]

    def __str__(self) -> str:
        return self.name or f"{self.game} battle {self.pk}"

    @property
    def address(self) -> str:
        """Its page; that of its result where it is over."""
        return reverse("battle-end" if self.ended else "battle", args=[self.pk])


class BattleRoster(models.Model):
    """A list in a battle, fixed at its state `revision`. Who may edit the list plays it; who has side 0 is the host.

    name      -- of the list, when it joined
    outcome   -- how it fared, one of `document.OUTCOMES`; "" where nobody won or lost, or it is not over
    fielded, survived -- units of the list; None before the end
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="rosters")
    roster = models.ForeignKey(Roster, models.SET_NULL, null=True, related_name="battles")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    name = models.CharField(max_length=200, blank=True)
    outcome = models.CharField(max_length=10, blank=True)
    fielded = models.PositiveIntegerField(null=True)
    survived = models.PositiveIntegerField(null=True)

    class Meta:
        ordering = ["battle", "number"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "number"], name="battle_roster_number_once"),
            models.UniqueConstraint(fields=["battle", "roster"], name="battle_roster_once"),
        ]

    def __str__(self) -> str:
        return f"{self.name} in {self.battle_id}"


class Seat(models.Model):
    """Units of a list in a battle of companions that somebody without a list of one's own plays.

    side, units -- the number of the side, and the keys of its units
    player      -- who sits there, "" if nobody said
    generation, deleted -- as every granted row has them; a seat that is left is erased
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="seats")
    side = models.PositiveIntegerField()
    units = models.JSONField(default=list)
    player = models.CharField(max_length=100, blank=True)
    generation = models.PositiveIntegerField(default=1)
    deleted = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["battle", "pk"]

    def __str__(self) -> str:
        return f"{self.player or 'seat'} in {self.battle_id}"

    @property
    def paths(self) -> list[str]:
        """The paths of its units."""
        return [f"{self.side}/{key}" for key in self.units]


class SeatGrant(Grant):
    """A browser or an account plays the units of a seat."""

    TARGET, HAS_KEY = "seat", False

    seat = models.ForeignKey(Seat, models.CASCADE, related_name="grants")

    class Meta:
        constraints = grant_constraints("seat")


class Mark(models.Model):
    """Something that was marked: the state `number` of the battle is what all marks up to it leave.

    uid     -- chosen by who sends it, so that what is sent twice counts once
    side    -- of the player who marked
    seat    -- the pk of that player's `Seat`; None where who has the list marked
    changes -- {path: [before, after]}, as `marks.LoggedChanges`
    roll    -- dice that were rolled: {seed, dice, sides, ...}, or None
    undone  -- it was taken back; undoes: it takes back the mark of that number
    """

    battle = models.ForeignKey(Battle, models.CASCADE, related_name="marks", db_index=False)
    number = models.PositiveIntegerField()
    uid = models.CharField(max_length=40)
    side = models.PositiveIntegerField(default=0)
    seat = models.PositiveBigIntegerField(null=True)
    command = models.CharField(max_length=300, blank=True)
    changes = models.JSONField(default=dict)
    roll = models.JSONField(null=True, blank=True)
    made = models.DateTimeField()
    undone = models.BooleanField(default=False)
    undoes = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ["battle", "number"]
        constraints = [
            models.UniqueConstraint(fields=["battle", "number"], name="mark_number_once"),
            models.UniqueConstraint(fields=["battle", "uid"], name="mark_uid_once"),
        ]

    def __str__(self) -> str:
        return f"{self.battle_id} #{self.number}"
