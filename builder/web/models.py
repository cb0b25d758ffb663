"""What the site remembers of links."""

from django.db import models
from django.utils import timezone


class ReplacedKey(models.Model):
    """A key that a newer one replaced, as a SHA-256 hash: its address says so, and of what is stored nowhere."""

    key_hash = models.CharField(max_length=64, primary_key=True)
    replaced = models.DateTimeField(default=timezone.now, db_index=True)

    def __str__(self) -> str:
        return self.key_hash
