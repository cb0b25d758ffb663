"""Browsers and their grants; what belongs to accounts; how often clients acted, how forms were answered."""

from typing import ClassVar

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.utils import timezone


class Browser(models.Model):
    """A browser that was granted something, with one key, which is in its cookie.

    key_hash    -- SHA-256 of the key, which is stored nowhere; None while its grants are handed over to another device
    used        -- the day of the last use
    replaced_by -- the browser that has a newer key and all that this one was granted
    grace_ends  -- the first use of the key after this moment shows that it is stored, and ends the browsers that this
                   one replaced; None once that is done, and where there are none
    """

    key_hash = models.CharField(max_length=64, unique=True, null=True)
    created = models.DateTimeField(auto_now_add=True)
    used = models.DateField(default=timezone.localdate, db_index=True)
    replaced_by = models.ForeignKey("self", models.SET_NULL, null=True, related_name="replaced")
    grace_ends = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"browser {self.pk}"


class Grant(models.Model):
    """What one browser or one account may do with one row.

    A subclass has a foreign key named `TARGET`, with related_name="grants", and the constraints of `grant_constraints`.

    browser    -- None where an account has it
    account    -- who has it on every device; None where a browser has it
    generation -- of the row when it was granted; a row of a higher generation is not opened
    used       -- the day of the last use

    HAS_KEY: the row has a secret key that its pages show while it is new
    """

    TARGET: ClassVar[str]
    HAS_KEY: ClassVar[bool] = True

    # The constraints of subclasses are the indexes.
    browser = models.ForeignKey(Browser, models.CASCADE, null=True, related_name="+", db_index=False)
    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+", db_index=False)
    generation = models.PositiveIntegerField()
    granted = models.DateTimeField()
    used = models.DateField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        holder = f"browser {self.browser_id}" if self.account_id is None else f"account {self.account_id}"
        return f"{self.TARGET} {getattr(self, f'{self.TARGET}_id')} for {holder}"


def grant_constraints(target: str) -> list[models.BaseConstraint]:
    """One holder a grant, and one grant of a row for each holder. target -- as `Grant.TARGET`"""
    one_holder = models.Q(browser__isnull=False, account__isnull=True) | models.Q(
        browser__isnull=True, account__isnull=False
    )
    return [
        models.UniqueConstraint(fields=["browser", target], name=f"one_grant_of_a_{target}"),
        models.UniqueConstraint(fields=["account", target], name=f"one_account_grant_of_a_{target}"),
        models.CheckConstraint(condition=one_holder, name=f"one_holder_of_a_{target}_grant"),
    ]


class RecoveryCode(models.Model):
    """A code that opens an account once whose password or second factor is lost.

    code_hash -- SHA-256 of the code, which is stored nowhere
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="recovery_codes")
    code_hash = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"recovery code of account {self.account_id}"


class AccountToken(models.Model):
    """What lets another program do by the API what an account may do with its lists, until it is ended.

    token_hash -- SHA-256 of the token, which is stored nowhere
    name       -- the player's word for where it is used
    used       -- the day of the last use
    """

    account = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="api_tokens")
    token_hash = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=60)
    made = models.DateTimeField(auto_now_add=True)
    used = models.DateField(null=True)

    def __str__(self) -> str:
        return f"token of account {self.account_id}"


class Handover(models.Model):
    """What a browser hands over to another device, once and for a few minutes.

    key_hash -- SHA-256 of the key in the address, which is stored nowhere
    asked_hash -- ... of the key for a device that typed the short code; it works once the player `agreed`
    browser  -- without keys of its own: it has a copy of each grant that is handed over
    taken    -- when the other device took it; the grants are gone then
    """

    key_hash = models.CharField(max_length=64, unique=True)
    asked_hash = models.CharField(max_length=64, unique=True, null=True)
    agreed = models.BooleanField(default=False, db_default=False)
    browser = models.ForeignKey(Browser, models.CASCADE, null=True, related_name="+")
    made = models.DateTimeField(db_index=True)
    taken = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"handover {self.pk}"


class ShortCode(models.Model):
    """Four letters that lead to an address for ten minutes, or to a handover once (`builder.accounts.short_codes`)."""

    code = models.CharField(max_length=4, primary_key=True)
    path = models.CharField(max_length=200, blank=True)
    handover = models.OneToOneField(Handover, models.CASCADE, null=True, related_name="short_code")
    made = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.code


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
