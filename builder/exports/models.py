"""Kept sheets: each costly export of a state, from the request for it to the finished file."""

from django.db import models


class KeptFile(models.Model):
    """A costly export as a row. A sheet worker makes the file; it is kept until nobody asked for it for a while.

    key       -- SHA-256 of everything that the file depends on
    subject   -- what is exported, such as "roster 7": its sheets are removed with it
    request   -- what a sheet worker needs; emptied when the sheet is finished, except for its `parts`: the subjects
                 that make up one of several, and gatherings that it shows; it is removed with each of them
    client    -- who asked, as the limits count clients; emptied when the sheet is finished
    alive     -- when the worker that makes it last said so
    attempts  -- how often a worker began
    used      -- the last day on which somebody asked for it
    content   -- the file, where no other storage has it
    stored_at -- its name in the storage `sheets`, or blank
    pages      -- how many pages the file has; None: not counted yet, or it has none
    thumbnails -- small pictures of its first pages (`thumbnails.py`)
    only_preview -- nobody but the print page has asked for it
    """

    class State(models.TextChoices):
        WAITING = "waiting"
        RUNNING = "running"
        DONE = "done"
        TOO_LARGE = "too large"
        FAILED = "failed"

    UNFINISHED = (State.WAITING, State.RUNNING)
    HEAVY = ("content", "request", "thumbnails")  # columns that are read only where they are needed

    key = models.CharField(max_length=64, unique=True)
    subject = models.CharField(max_length=60, db_index=True)
    request = models.JSONField(default=dict, blank=True)
    client = models.CharField(max_length=64, blank=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    made = models.DateTimeField()
    started = models.DateTimeField(null=True, blank=True)
    alive = models.DateTimeField(null=True, blank=True)
    finished = models.DateTimeField(null=True, blank=True)
    used = models.DateField(db_index=True)
    file_name = models.CharField(max_length=100)
    size = models.PositiveIntegerField(default=0)
    sha256 = models.CharField(max_length=64, blank=True)
    content = models.BinaryField(null=True, blank=True)
    stored_at = models.CharField(max_length=200, blank=True)
    pages = models.PositiveIntegerField(null=True)
    thumbnails = models.BinaryField(null=True)
    only_preview = models.BooleanField(default=False, db_default=False)

    class Meta:
        db_table = "builder_keptsheet"  # its name in the release before
        ordering = ["made", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["client"],
                condition=models.Q(state__in=["waiting", "running"]),
                name="one_unfinished_sheet_per_client",
            )
        ]
        indexes = [
            models.Index(
                fields=["made", "id"], condition=models.Q(state__in=["waiting", "running"]), name="unfinished_sheets"
            )
        ]

    def __str__(self) -> str:
        return f"{self.file_name} ({self.state})"
