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


class DailyTask(models.Model):
    """The work of a day, which one node does for all.

    name    -- such as "backup"
    node    -- who claimed it last
    claimed -- when that node last said that it is at work; None while nobody is
    retry   -- not before this time again, after a failure
    done    -- when it was finished
    """

    name = models.CharField(max_length=40)
    day = models.DateField()
    node = models.CharField(max_length=200, blank=True)
    claimed = models.DateTimeField(null=True)
    retry = models.DateTimeField(null=True)
    done = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["name", "day"], name="daily_task_once")]

    def __str__(self) -> str:
        return f"{self.name} of {self.day}"
