"""Browsers, their keys and grants; how often clients acted, and how their forms were answered."""

from typing import ClassVar

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models


class Browser(models.Model):
    """A browser that was granted something; `turn` is that of its newest key and rises with each grant."""

    created = models.DateTimeField(auto_now_add=True)
    turn = models.PositiveIntegerField(default=1)

    def __str__(self) -> str:
        return f"browser {self.pk}"


class BrowserKey(models.Model):
    """A key in a cookie of a browser. It sees the grants of its browser whose turn is not above its own.

    key_hash    -- SHA-256 of the key, which is stored nowhere
    used        -- the day of the last use
    replaced_by -- the key that was made with a later grant
    settles     -- the first use after this moment shows that the browser has stored the key, and ends the keys that it
                   replaced; None once that is done, and where there are none
    """

    browser = models.ForeignKey(Browser, models.CASCADE, related_name="keys")
    key_hash = models.CharField(max_length=64, unique=True)
    turn = models.PositiveIntegerField(default=1)
    made = models.DateTimeField()
    used = models.DateField(db_index=True)
    replaced_by = models.ForeignKey("self", models.SET_NULL, null=True, related_name="replaced")
    settles = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"key {self.turn} of browser {self.browser_id}"


class Grant(models.Model):
    """What one browser may do with one row. A subclass has a foreign key named `TARGET`, with related_name="grants".

    turn       -- that of the key with which it was granted: keys before that one do not see it
    generation -- of the row when it was granted; a row of a higher generation is not opened
    used       -- the day of the last use

    An account will hold grants in the same table: a nullable `account` beside a then nullable `browser`, and one more
    alternative in `RequestBrowser.sees`.
    """

    TARGET: ClassVar[str]

    browser = models.ForeignKey(Browser, models.CASCADE, related_name="+", db_index=False)  # the constraint is one
    turn = models.PositiveIntegerField(default=1)
    generation = models.PositiveIntegerField()
    granted = models.DateTimeField()
    used = models.DateField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return f"{self.TARGET} {getattr(self, f'{self.TARGET}_id')} for browser {self.browser_id}"


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
