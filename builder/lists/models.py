"""Rosters that players keep, and the states they had."""

from typing import Any, Self

from django.db import models
from django.db.models import OuterRef, Subquery
from django.utils.functional import cached_property

from builder.accounts.models import Grant, grant_constraints
from builder.lists.compression import PackedJSONField, decompressed, unpacked
from rules.verdict import state_of


class RosterQuerySet(models.QuerySet["Roster"]):
    def with_base(self) -> Self:
        """Each with its `base_content` from the same query, for what stores a new state."""
        return self.annotate(base_content=content_of(roster=OuterRef("pk")))


class RevisionQuerySet(models.QuerySet["Revision"]):
    def with_base(self) -> Self:
        """Each with its `base_content` from the same query, for what reads documents."""
        return self.annotate(base_content=content_of(roster=OuterRef("roster")))


def content_of(**roster: OuterRef) -> Subquery:
    """The stored content of the state that a row names as its `base`."""
    return Subquery(Revision.objects.filter(**roster, number=OuterRef("base")).values("content")[:1])


class Roster(models.Model):
    """A player's list: its document, the number of its state, and the two keys to it.

    `share_key` is readable, for it only shows; the edit key is kept as a SHA-256 hash. `generation` rises with a
    new edit key and ends all grants before it. What an index page needs is written with every state
    and holds for `book_revision` of the book. `base` is the number of the state that new ones are compared with.
    `printed_as` says how it was printed last, as the fields of an address.
    """

    game = models.CharField(max_length=30)
    document = PackedJSONField()
    revision = models.PositiveIntegerField(default=1)
    last_revision = models.PositiveIntegerField(default=1, help_text="The highest number given so far")
    undo_to = models.PositiveIntegerField(null=True)
    redo_to = models.PositiveIntegerField(null=True)
    base = models.PositiveIntegerField(null=True)
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
    prohibitions = models.PositiveIntegerField(null=True, help_text="Among the errors; None: not counted yet")
    warnings = models.PositiveIntegerField(default=0)
    units = models.PositiveIntegerField(default=0)
    book_revision = models.PositiveIntegerField(default=0)
    counted = models.BooleanField(default=False, help_text="Its owner lets it count in the statistics, without a name")
    career_shared = models.BooleanField(
        default=False, db_default=False, help_text="Whoever sees it may see how it fared over time"
    )
    pictured = models.BooleanField(
        default=True, db_default=True, help_text="Messengers show a picture of it with its share link"
    )
    printed_as = models.TextField(blank=True, default="", db_default="")

    objects = RosterQuerySet.as_manager()

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
    def state(self) -> str:
        """As `Verdict.state`."""
        return state_of(self.errors, self.prohibitions)

    @cached_property
    def base_content(self) -> bytes | None:
        """The stored content of the state `base`; None where there is none."""
        contents = self.revisions.values_list("content", flat=True)
        return None if self.base is None else contents.filter(number=self.base).first()

    def refresh_from_db(self, *arguments: Any, **options: Any) -> None:
        self.__dict__.pop("base_content", None)
        super().refresh_from_db(*arguments, **options)


class RosterGrant(Grant):
    """A browser or an account may edit a roster, which has its place among the lists of that holder.

    pinned   -- it stands before the others
    archived -- it is out of sight until the archive is asked for
    labels   -- the holder's own words for it, each in a line of its own
    """

    TARGET = "roster"

    roster = models.ForeignKey(Roster, models.CASCADE, related_name="grants")
    pinned = models.BooleanField(default=False, db_default=False)
    archived = models.BooleanField(default=False, db_default=False)
    labels = models.TextField(blank=True, default="", db_default="")

    class Meta:
        constraints = grant_constraints("roster")


class Box(models.Model):
    """The models that a player owns, of one game; erased once nobody has a grant of it, for it has no link.

    content, before     -- what is in it, and what was before the last change: as `BoxDocument.data`
    generation, deleted -- as every granted row has them
    """

    game = models.CharField(max_length=30)
    content = PackedJSONField()
    before = PackedJSONField(null=True)
    generation = models.PositiveIntegerField(default=1)
    deleted = models.DateTimeField(null=True, blank=True)
    changed = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"{self.game} box {self.pk}"


class BoxGrant(Grant):
    """A browser or an account owns what is in a box."""

    TARGET, HAS_KEY = "box", False

    box = models.ForeignKey(Box, models.CASCADE, related_name="grants")

    class Meta:
        constraints = grant_constraints("box")


class PictureContent(models.Model):
    """A photo as it is stored: once, however many lists have it; gone with the last `Picture` of it.

    sha256  -- of the content, in hexadecimal
    content -- JPEG without metadata
    """

    sha256 = models.CharField(max_length=64, primary_key=True)
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.sha256


class Picture(models.Model):
    """A photo of a unit of a list, or of a battle in which it was played: whoever may see those may see it.

    name    -- in addresses, and by which units name it: random
    battle  -- None: it is of a unit
    unnamed -- since when no unit of the list names it; None: one does
    """

    roster = models.ForeignKey(Roster, models.CASCADE, related_name="pictures", db_index=False)
    battle = models.ForeignKey("Battle", models.CASCADE, null=True, related_name="pictures")
    name = models.CharField(max_length=32)
    stored = models.ForeignKey(PictureContent, models.PROTECT, related_name="pictures")
    made = models.DateTimeField(auto_now_add=True)
    unnamed = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["roster", "name"], name="picture_name_once")]

    def __str__(self) -> str:
        return f"{self.name} of {self.roster_id}"


class Revision(models.Model):
    """One state of a roster; `parent` is the state it was made from, `action` the edit that made it.

    content -- its document as `compression` stores it: whole, or what differs from the state `base`
    base    -- the number of a state that is stored whole; None where this one is
    parent  -- None too where that state is no longer kept
    uid     -- of the edit that made it, chosen by the browser: what is sent twice counts once; None where it chose none
    shared  -- whoever has the share link may see it, even when it is no longer the present one
    """

    roster = models.ForeignKey(Roster, models.CASCADE, related_name="revisions", db_index=False)
    number = models.PositiveIntegerField()
    parent = models.PositiveIntegerField(null=True)
    content = models.BinaryField()
    base = models.PositiveIntegerField(null=True)
    action = models.CharField(max_length=200, blank=True)
    uid = models.CharField(max_length=40, null=True, editable=False)
    made = models.DateTimeField()
    shared = models.BooleanField(default=False)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        ordering = ["roster", "number"]
        constraints = [
            models.UniqueConstraint(fields=["roster", "number"], name="revision_number_once"),
            models.UniqueConstraint(
                fields=["roster", "uid"], condition=models.Q(uid__isnull=False), name="revision_uid_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.roster} @ {self.number}"

    @cached_property
    def base_content(self) -> bytes | None:
        """The stored content of the state `base`; None where this one is stored whole."""
        contents = Revision.objects.filter(roster=self.roster_id).values_list("content", flat=True)
        return None if self.base is None else contents.get(number=self.base)

    @property
    def packed(self) -> bytes:
        """Its document as `compression.packed` gives it."""
        base = self.base_content
        return decompressed(self.content, None if base is None else decompressed(base))

    @property
    def document(self) -> Any:
        """Its document as decoded JSON."""
        return unpacked(self.packed)
