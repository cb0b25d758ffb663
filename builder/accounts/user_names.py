"""User names: one that the player chooses, or the player's word and a number that the site draws, such as maud-4821.

The number lets any number of players have the same word, and who takes a drawn name learns nothing of others.
"""

import re
import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth.models import User
from django.utils.text import slugify
from django.utils.translation import gettext

LONGEST_WORD = 40
NAMELESS = "player"  # for a name without a letter of the alphabet
DIGITS, MORE_DIGITS = 4, 6  # of the number; the latter after one that somebody has
_SPELLED = re.compile(r"(.+?)[\W_]*([0-9]{4,9})")


def word(name: str) -> str:
    """The player's part of a user name: a name in small letters, digits and hyphens."""
    return plain(name) or NAMELESS


def plain(name: str) -> str:
    """A name in small letters, digits and hyphens; "" where nothing is left of it."""
    return slugify(name)[:LONGEST_WORD].strip("-")


def draw(name: str, digits: int = DIGITS) -> str:
    """A user name for a player of this name.

    Whether somebody has it is asked when the account is made, not before: who draws often enough would read from what
    never comes which names there are.
    """
    lowest = 10 ** (digits - 1)
    return f"{word(name)}-{lowest + secrets.randbelow(9 * lowest)}"


def spelled(typed: str) -> str:
    """A typed user name as it is stored: "Maud 4821", "maud4821" and "MAUD#4821" are maud-4821, "Émile Z." is emile-z.

    An e-mail address stays as it is.
    """
    typed = typed.strip()
    match = _SPELLED.fullmatch(typed)
    if match:
        return f"{word(match[1])}-{match[2]}"
    return typed if "@" in typed else plain(typed) or typed


def account_of(typed: str) -> User | None:
    """Whose account it is, by a user name as it is stored or however it is spelled, or a confirmed e-mail address."""
    typed = typed.strip()
    accounts = User.objects.filter(username__in={typed, spelled(typed)})
    account = max(accounts, key=lambda account: account.username == typed, default=None)
    if account is None and "@" in typed:
        address = EmailAddress.objects.filter(email=typed.lower(), verified=True).select_related("user").first()
        account = address and address.user
    return account


def called(account: Any) -> str:
    """What others read: the name that a player gave, without the number with which the account signs in."""
    return account.first_name or account.username.rpartition("-")[0] or gettext("Someone")
