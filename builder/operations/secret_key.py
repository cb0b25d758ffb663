"""The secret key that all nodes share: a node with another one does not start."""

import hashlib
import hmac
import logging
import secrets
from pathlib import Path

from django.conf import settings
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from builder.operations.files import write_file
from builder.operations.models import SigningKey
from config.environment import new_secret, persistent_secrets

ROUNDS = 200_000  # of PBKDF2: a key that somebody thought up is not found from its hash
KEPT_KEYS = 3  # in the file, the newest included

logger = logging.getLogger(__name__)


class OtherSecretKey(Exception):
    """This process signs with another key than the site."""


def check_same_secret_key() -> None:
    """Note the secret key at the first start; later raise `OtherSecretKey` if this process has another one.

    A process whose SECRET_KEY_FALLBACKS hold the site's key changes it: its own key is the site's from now on. So does
    one whose database is a file, for no other machine shares that: its key was lost.
    """
    noted = SigningKey.objects.first() or _note(settings.SECRET_KEY)
    if matches(noted, settings.SECRET_KEY):
        return
    if connection.vendor == "sqlite":
        logger.warning("The secret key is another one than before. Lists stay open; the admin logs in again.")
    elif not any(matches(noted, key) for key in settings.SECRET_KEY_FALLBACKS):
        raise OtherSecretKey(
            f"This secret key is not the one the site uses since {noted.since:%Y-%m-%d}. Give every node the same "
            "SECRET_KEY. To change it, put the one before into SECRET_KEY_FALLBACKS; if that is lost: "
            "manage.py secretkey accept"
        )
    accept_secret_key()


def accept_secret_key() -> None:
    """Make the key of this process the site's. What other keys signed is believed only by nodes that know them."""
    salt = secrets.token_hex(16)
    values = {"salt": salt, "fingerprint": fingerprint(settings.SECRET_KEY, salt), "since": timezone.now()}
    SigningKey.objects.update_or_create(only=True, defaults=values)


def rotate(path: Path) -> None:
    """Write a new key before those in the file, of which the newest stay believed."""
    keys = [new_secret(), *persistent_secrets(path)][:KEPT_KEYS]
    write_file(path, "\n".join(keys).encode())


def matches(noted: SigningKey, key: str) -> bool:
    return hmac.compare_digest(noted.fingerprint, fingerprint(key, noted.salt))


def fingerprint(key: str, salt: str) -> str:
    return hashlib.pbkdf2_hmac("sha256", key.encode(), salt.encode(), ROUNDS).hex()


def _note(key: str) -> SigningKey:
    """The row with this key, or the one that another process made at the same moment."""
    salt = secrets.token_hex(16)
    try:
        with transaction.atomic():
            return SigningKey.objects.create(salt=salt, fingerprint=fingerprint(key, salt), since=timezone.now())
    except IntegrityError:
        return SigningKey.objects.get()
