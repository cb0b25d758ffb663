"""What was said of a state of a list when a sheet of it was made."""

from django.db import models

from builder.lists.models import Roster


class Certificate(models.Model):
    """The signed statement that a sheet carries: one for each state and each revision of its book.

    content -- JSON, as `certificates` writes it
    """

    roster = models.ForeignKey(Roster, models.CASCADE, related_name="certificates")
    number = models.PositiveIntegerField()
    book_revision = models.PositiveIntegerField()
    content = models.TextField()

    class Meta:
        ordering = ["roster", "number", "-book_revision"]
        constraints = [
            models.UniqueConstraint(fields=["roster", "number", "book_revision"], name="certificate_of_state_once")
        ]

    def __str__(self) -> str:
        return f"{self.roster} @ {self.number}"
