"""How passwords are hashed."""

from django.contrib.auth.hashers import Argon2PasswordHasher


class Argon2(Argon2PasswordHasher):
    """Argon2id with 19 MiB and two rounds, the least that OWASP advises: Django's 100 MiB are much for a small machine.

    A hash with other parameters is checked with them, and made anew at the next signing in.
    """

    memory_cost = 19 * 1024  # KiB
    time_cost = 2
    parallelism = 1
