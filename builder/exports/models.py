"""Kept files: each costly export of a state, from the request for it to the finished file."""

from django.db import models
from django_tasks_db.models import DBTaskResult


class KeptFile(models.Model):
    """A file that a file worker makes, such as a sheet or a data export; kept until nobody asked for it for a while.

    key       -- SHA-256 of everything that the file depends on
    subject   -- what is exported, such as "roster 7": its files are removed with it
    shows     -- {"parts": {"roster 7": true, ...}}: the subjects that make up one of several, and gatherings that it
                 shows; it is removed with each of them
    task      -- what makes it, in the queue; None as soon as it is finished. Without its task it goes too
    client    -- who asked, as the limits count clients; emptied when the file is finished
    outcome   -- what its task came to; blank before
    used      -- the last day on which somebody asked for it
    content   -- the file, where no other storage has it
    stored_at -- its name in the storage `sheets`, or blank
    pages      -- how many pages the file has; None: not counted yet, or it has none
    thumbnails -- small pictures of its first pages (`thumbnails.py`)
    only_preview -- nobody but the print page has asked for it
    """

    class Outcome(models.TextChoices):
        DONE = "done"
        TOO_LARGE = "too large"
        FAILED = "failed"

    HEAVY = ("content", "thumbnails")  # columns that are read only where they are needed

    key = models.CharField(max_length=64, unique=True)
    subject = models.CharField(max_length=60, db_index=True)
    shows = models.JSONField(default=dict, blank=True, db_column="request")
    task = models.OneToOneField(DBTaskResult, models.CASCADE, null=True, blank=True, related_name="+")
    client = models.CharField(max_length=64, blank=True)
    outcome = models.CharField(max_length=10, choices=Outcome.choices, blank=True, db_column="state")
    made = models.DateTimeField()
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
        db_table = "builder_keptsheet"  # this and names of columns as the release before has them
        ordering = ["made", "pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["client"],
                condition=models.Q(task__isnull=False),
                name="one_unfinished_file_per_client",
            )
        ]
        indexes = [models.Index(fields=["made", "id"], condition=models.Q(task__isnull=False), name="unfinished_files")]

    def __str__(self) -> str:
        return f"{self.file_name} ({self.outcome or 'unfinished'})"
