"""Rosters that players keep, and every state they had."""

from django.db import models

from builder.accounts.models import Grant


class Roster(models.Model):
    """A player's list: its document, the number of its state, and the two keys to it.

    `share_key` is readable, for it only shows; the edit key is kept as a SHA-256 hash. `generation` rises with a
    new edit key and ends all grants before it. What an index page needs is written with every state
    and holds for `book_revision` of the book.
    """

    game = models.CharField(max_length=30)
    document = models.JSONField()
    revision = models.PositiveIntegerField(default=1)
    last_revision = models.PositiveIntegerField(default=1, help_text="The highest number given so far")
    undo_to = models.PositiveIntegerField(null=True)
    redo_to = models.PositiveIntegerField(null=True)
    share_key = models.CharField(max_length=32, unique=True)
    edit_key_hash = models.CharField(max_length=64, unique=True)
    generation = models.PositiveIntegerField(default=1)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField()
    deleted = models.DateTimeField(null=True, blank=True)
    name = models.CharField(max_length=200, blank=True)
    label_fr = models.CharField(max_length=200, blank=True, help_text="The faction or the like")
    label_en = models.CharField(max_length=200, blank=True)
    points = models.BigIntegerField(null=True)
    budget = models.BigIntegerField(null=True)
    errors = models.PositiveIntegerField(default=0)
    warnings = models.PositiveIntegerField(default=0)
    units = models.PositiveIntegerField(default=0)
    book_revision = models.PositiveIntegerField(default=0)
    counted = models.BooleanField(default=False, help_text="Its owner lets it count in the statistics, without a name")

    class Meta:
        ordering = ["-changed", "-pk"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(revision__lte=models.F("last_revision")), name="revision_was_given"
            )
        ]

    def __str__(self) -> str:
        return self.name or f"{self.game} {self.pk}"

    @property
    def legal(self) -> bool:
        return not self.errors


class RosterGrant(Grant):
    """A browser may edit a roster."""

    TARGET = "roster"

    roster = models.ForeignKey(Roster, models.CASCADE, related_name="grants")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["browser", "roster"], name="one_grant_of_a_roster")]


class Revision(models.Model):
    """One state of a roster; `parent` is the state it was made from, `action` the edit that made it.

    `shared`: whoever has the share link may see it even when it is no longer the present one.
    """

    roster = models.ForeignKey(Roster, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True)
    document = models.JSONField()
    action = models.CharField(max_length=200, blank=True)
    made = models.DateTimeField()
    shared = models.BooleanField(default=False)

    class Meta:
        ordering = ["roster", "number"]
        constraints = [models.UniqueConstraint(fields=["roster", "number"], name="revision_number_once")]

    def __str__(self) -> str:
        return f"{self.roster} @ {self.number}"
