"""Rows about the site itself."""

from django.db import models


class SigningKey(models.Model):
    """Which secret key the site signs with: one row, with a salted hash of the key."""

    only = models.BooleanField(default=True, unique=True, help_text="There is no second row")
    salt = models.CharField(max_length=32)
    fingerprint = models.CharField(max_length=64)
    since = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(only=True), name="one_signing_key")]

    def __str__(self) -> str:
        return f"since {self.since:%Y-%m-%d}"
