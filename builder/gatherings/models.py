"""Gatherings of several players' rosters: members, chapters, votes and news."""

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone

from builder.accounts.models import Grant, grant_constraints
from builder.accounts.user_names import called
from builder.lists.models import Roster
from rules.text import Text


class Gathering(models.Model):
    """Several players' rosters together, such as a gang or a campaign. Each roster keeps its own keys and undo.

    organiser_key_hash -- of the secret key that lets a browser organise
    invite_key         -- of the address where players join
    share_key          -- of the address that only shows
    generation         -- of the organiser's key; a new key ends the grants of older generations
    revision           -- of name and notes
    community          -- its members may write for all players of the game, and so may its organiser
    """

    game = models.CharField(max_length=30)
    name = models.CharField(max_length=200)
    notes = models.TextField(max_length=5_000, blank=True)
    revision = models.PositiveIntegerField(default=1)
    community = models.BooleanField(default=False, db_default=False)
    organiser_key_hash = models.CharField(max_length=64, unique=True)
    generation = models.PositiveIntegerField(default=1)
    invite_key = models.CharField(max_length=32, unique=True)
    share_key = models.CharField(max_length=32, unique=True)
    created = models.DateTimeField(auto_now_add=True)
    changed = models.DateTimeField()
    deleted = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-changed", "-pk"]

    def __str__(self) -> str:
        return self.name


class GatheringGrant(Grant):
    """A browser or an account may organise a gathering."""

    TARGET = "gathering"

    gathering = models.ForeignKey(Gathering, models.CASCADE, related_name="grants")

    class Meta:
        constraints = grant_constraints("gathering")


class Regrouping(models.Model):
    """A gathering that became part of another, or whose members left together for a new one.

    moved -- {name of what moved: pks}, by which it is undone
    """

    MERGED, SPLIT = "merged", "split"

    kind = models.CharField(max_length=10)
    source = models.ForeignKey(Gathering, models.CASCADE, related_name="left_by")
    target = models.ForeignKey(Gathering, models.CASCADE, related_name="made_of")
    moved = models.JSONField()
    made = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-made", "-pk"]

    def __str__(self) -> str:
        return f"{self.source_id} {self.kind} {self.target_id}"

    @classmethod
    def of(cls, gathering: Gathering) -> models.QuerySet["Regrouping"]:
        return cls._default_manager.filter(models.Q(source=gathering) | models.Q(target=gathering))

    @property
    def stays(self) -> Gathering:
        """The one whose organiser may undo it."""
        return self.target if self.kind == self.MERGED else self.source


class Membership(models.Model):
    """A roster in a gathering, now or in the past. A roster that leaves and joins again gets another row.

    name     -- of the roster or its first unit, when it joined or left
    account  -- whose name the others see beside it, because that player agreed
    expelled -- the organiser ended the membership
    """

    gathering = models.ForeignKey(Gathering, models.CASCADE, related_name="memberships")
    roster = models.ForeignKey(Roster, models.SET_NULL, null=True, related_name="memberships")
    name = models.CharField(max_length=200, blank=True)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+")
    joined = models.DateTimeField()
    left = models.DateTimeField(null=True, blank=True)
    expelled = models.BooleanField(default=False)

    class Meta:
        ordering = ["joined", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["roster"], condition=models.Q(left__isnull=True), name="roster_in_one_gathering"
            ),
            models.CheckConstraint(
                condition=models.Q(left__isnull=True) | models.Q(left__gte=models.F("joined")),
                name="membership_left_after_joining",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.called or self.roster_id} in {self.gathering_id}"

    @property
    def current(self) -> bool:
        """Whether nobody ended it and its roster is not removed."""
        return self.left is None and self.roster is not None and self.roster.deleted is None

    @property
    def called(self) -> str:
        """The name of the roster while it is in; `name` for others and for rosters without a name."""
        return (self.roster.name if self.current and self.roster else "") or self.name


class Chapter(models.Model):
    """A game that a gathering plans, or has played if `held`, with its requirements. `revision` counts its states.

    hour, venue -- when on that day, in the site's time zone, and where
    """

    gathering = models.ForeignKey(Gathering, models.CASCADE, related_name="chapters")
    title = models.CharField(max_length=200)
    date = models.DateField(null=True, blank=True)
    hour = models.TimeField(null=True, blank=True)
    venue = models.CharField(max_length=200, blank=True, default="", db_default="")
    text = models.TextField(max_length=5_000, blank=True)
    conditions = models.TextField(max_length=1_000, blank=True, help_text="What else one needs to take part")
    least_members = models.PositiveIntegerField(null=True, blank=True, help_text="How many have to come")
    least_score = models.PositiveIntegerField(null=True, blank=True, help_text="What each needs of the game's score")
    held = models.BooleanField(default=False)
    stage = models.JSONField(null=True, blank=True, help_text="In a campaign: its battle, as a campaign’s `Stage`")
    revision = models.PositiveIntegerField(default=1)
    made = models.DateTimeField(auto_now_add=True)
    deleted = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = [models.F("date").asc(nulls_last=True), "pk"]

    def __str__(self) -> str:
        return self.title


class ChapterRevision(models.Model):
    """A state of a chapter that was replaced; `state` as `chapter_revisions.state` returns it."""

    chapter = models.ForeignKey(Chapter, models.CASCADE, related_name="revisions")
    number = models.PositiveIntegerField()
    state = models.JSONField(encoder=DjangoJSONEncoder)
    replaced = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-number"]
        constraints = [models.UniqueConstraint(fields=["chapter", "number"], name="one_chapter_state_per_number")]

    def __str__(self) -> str:
        return f"{self.chapter_id} #{self.number}"


class Participation(models.Model):
    """A member's part in a chapter: what changed for it, and the `revision` of its roster at the time.

    fate -- what became of it, a state as its game calls it, such as dead; "" where nothing did
    """

    chapter = models.ForeignKey(Chapter, models.CASCADE, related_name="participations")
    membership = models.ForeignKey(Membership, models.CASCADE, related_name="participations")
    text = models.CharField(max_length=200, blank=True)
    revision = models.PositiveIntegerField(null=True)
    fate = models.CharField(max_length=30, blank=True, default="", db_default="")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["chapter", "membership"], name="takes_part_once")]

    def __str__(self) -> str:
        return f"{self.membership_id} in {self.chapter_id}"


YES, PERHAPS, NO = "yes", "perhaps", "no"
ANSWERS = (YES, PERHAPS, NO)


class Attendance(models.Model):
    """Whether a member comes to a planned chapter: one of `ANSWERS`."""

    chapter = models.ForeignKey(Chapter, models.CASCADE, related_name="attendances")
    membership = models.ForeignKey(Membership, models.CASCADE, related_name="attendances")
    answer = models.CharField(max_length=10)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["chapter", "membership"], name="one_answer_a_member")]

    def __str__(self) -> str:
        return f"{self.membership_id} in {self.chapter_id}: {self.answer}"


class ChapterVote(models.Model):
    """The planned chapter that a member wants to play next, one vote each."""

    voter = models.OneToOneField(Membership, models.CASCADE, related_name="chapter_vote")
    chapter = models.ForeignKey(Chapter, models.CASCADE, related_name="votes")

    def __str__(self) -> str:
        return f"{self.voter_id} for {self.chapter_id}"


class RoleVote(models.Model):
    """The role (a slug of the book) that a member proposes for a member and why, one vote for each candidate."""

    voter = models.ForeignKey(Membership, models.CASCADE, related_name="role_votes")
    candidate = models.ForeignKey(Membership, models.CASCADE, related_name="role_votes_for")
    role = models.CharField(max_length=100)
    argument = models.CharField(max_length=200, blank=True, default="", db_default="")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["voter", "candidate"], name="one_role_vote_each")]

    def __str__(self) -> str:
        return f"{self.voter_id}: {self.candidate_id} as {self.role}"


class News(models.Model):
    """A message to all members, and with an account, whose name it shows, to all players of the game.

    writer   -- the member who wrote it; None: the organiser
    reported -- when a reader last asked who runs the site to look at it
    hidden   -- when that one hid it
    """

    gathering = models.ForeignKey(Gathering, models.CASCADE, related_name="news")
    writer = models.ForeignKey(Membership, models.CASCADE, null=True, blank=True, related_name="news")
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, blank=True, related_name="+")
    text = models.TextField(max_length=1_000)
    made = models.DateTimeField(auto_now_add=True)
    deleted = models.DateTimeField(null=True, blank=True)
    reported = models.DateTimeField(null=True, blank=True)
    hidden = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-made", "-pk"]
        verbose_name_plural = "news"

    def __str__(self) -> str:
        return self.text[:60]

    @property
    def author(self) -> str:
        """Whose name all players of the game read."""
        return called(self.account)


class GameNews(models.Model):
    """What who runs the site says of a game (its slug)."""

    game = models.CharField(max_length=30)
    text_fr = models.TextField("in French", max_length=1_000)
    text_en = models.TextField("in English", max_length=1_000)
    made = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["-made", "-pk"]
        verbose_name_plural = "news of games"

    def __str__(self) -> str:
        return self.text_fr[:60]

    @property
    def text(self) -> Text:
        return Text(self.text_fr, self.text_en)
