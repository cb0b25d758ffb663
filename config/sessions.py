"""Sessions of browsers that ask for several things at once."""

from copy import copy

from django.contrib.sessions.backends import cached_db
from django.db import transaction


class SessionStore(cached_db.SessionStore):
    """Kept in the database, read from the cache; saving keeps what other requests saved since this one read.

    The row is locked meanwhile, and the cache is written under the same lock, so that it never falls behind.
    """

    def __init__(self, session_key=None):
        super().__init__(session_key)
        self.before = {}

    def _validate_session_key(self, key):
        return super()._validate_session_key(key) and key.isascii() and key.isalnum()  # PostgreSQL looks up no NUL

    def load(self):
        data = super().load()
        self.before = copied(data)
        return data

    def save(self, must_create=False):
        with transaction.atomic():
            if self.session_key and not must_create:
                now, stored = self._session, self.stored()
                self._session_cache = now if stored is None else merged(stored, self.before, now)
            super().save(must_create)
        self.before = copied(self._session)

    def stored(self):
        """What the database holds by now, locked until the transaction ends; None where the session is gone."""
        rows = self.model.objects.select_for_update().filter(session_key=self.session_key)
        data = rows.values_list("session_data", flat=True).first()
        return None if data is None else self.decode(data)


def copied(data):
    return {key: copy(value) for key, value in data.items()}


def merged(stored, before, now):
    """`stored` with what changed from `before` to `now`, entry by entry where both hold dicts."""
    made = {key: value for key, value in stored.items() if key in now or key not in before}
    for key, value in now.items():
        there, was = made.get(key), before.get(key, {})
        if key in before and was == value:
            continue
        inside = all(isinstance(one, dict) for one in (there, was, value))
        made[key] = merged(there, was, value) if inside else value
    return made
