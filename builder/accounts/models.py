"""Rows about clients: how often they acted, and how their forms were answered."""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models


class TokenBucket(models.Model):
    """What a client may still do of one kind: `tokens` at the time `updated` (seconds since 1970), refilled since."""

    key = models.CharField(max_length=120, primary_key=True)
    tokens = models.FloatField()
    updated = models.FloatField()

    def __str__(self) -> str:
        return self.key


class FormAnswer(models.Model):
    """How a form was answered: the redirect `to` another page, and the `grants` that came with it."""

    key = models.CharField(max_length=64, primary_key=True, help_text="SHA-256 of address, token and contents")
    to = models.TextField(blank=True)
    grants = models.JSONField(default=dict, encoder=DjangoJSONEncoder)
    made = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.to
