"""How passwords are hashed and judged."""

from django.contrib.auth.hashers import Argon2PasswordHasher
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.utils.translation import gettext as _


class Argon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB and two rounds, the least that OWASP advises: Django's 100 MiB are much for a small machine.

    A hash with other parameters is checked with them, and made anew at the next signing in.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1


class SimilarityValidator(UserAttributeSimilarityValidator):
    """Django's own, whose message calls the username what our forms call it."""

    def get_error_message(self) -> str:
        return _("Too much like your name or username. Choose another password.")
