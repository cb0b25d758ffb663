"""Sessions that are safe for parallel requests of one browser."""

from copy import copy
from typing import Any

from django.contrib.sessions.backends import db
from django.db import transaction


class SessionStore(db.SessionStore):
    """Stored in the database. Saving merges with what other requests saved since this one read.

    The row is locked while it is merged and written.
    """

    _session: dict[str, Any]  # Django's property: the data, loaded at the first access

    def __init__(self, session_key: str | None = None):
        super().__init__(session_key)
        self.loaded_data: dict[str, Any] = {}

    def _validate_session_key(self, key: str | None) -> bool:
        """Django accepts any long text, but PostgreSQL fails on NUL."""
        return bool(super()._validate_session_key(key) and key and key.isascii() and key.isalnum())  # type: ignore[misc]

    def load(self) -> dict[str, Any]:
        data = super().load()
        self.loaded_data = copy_values(data)
        return data

    def save(self, must_create: bool = False) -> None:
        with transaction.atomic():
            if self.session_key and not must_create:
                data, stored = self._session, self.stored_data()
                self._session_cache = data if stored is None else merge(stored, self.loaded_data, data)
            super().save(must_create)
        self.loaded_data = copy_values(self._session)

    def stored_data(self) -> dict[str, Any] | None:
        """The data in the database, its row locked until the transaction ends; None where the session was deleted."""
        rows = self.model.objects.select_for_update().filter(session_key=self.session_key)
        data = rows.values_list("session_data", flat=True).first()
        return None if data is None else self.decode(data)


def copy_values(data: dict[str, Any]) -> dict[str, Any]:
    return {key: copy(value) for key, value in data.items()}


def merge(stored: dict[str, Any], loaded: dict[str, Any], changed: dict[str, Any]) -> dict[str, Any]:
    """`stored` with the difference between `loaded` and `changed`; where all three hold a dict, entry by entry."""
    result: dict[str, Any] = {key: value for key, value in stored.items() if key in changed or key not in loaded}
    for key, value in changed.items():
        if key in loaded and loaded[key] == value:
            continue
        values: tuple[Any, Any, Any] = result.get(key), loaded.get(key, {}), value
        result[key] = merge(*values) if all(isinstance(one, dict) for one in values) else value
    return result
