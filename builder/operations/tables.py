"""The rows of all tables, as they were or are at a state of the migrations, in a form that both databases read.

What can be made anew is left out.
"""

import base64
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import date, time, timedelta
from decimal import Decimal
from itertools import islice
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, models, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.loader import MigrationLoader
from django.db.models.functions import Cast
from django.utils.duration import duration_iso_string
from psycopg import IsolationLevel

# Which day's work is done, kept files (by both names of their model), their queue, the secret key in use, limits.
LEFT_OUT = {
    "builder.dailytask",
    "builder.keptfile",
    "builder.keptsheet",
    "builder.signingkey",
    "builder.tokenbucket",
    "django_tasks_database.dbtaskresult",
}
SNAPSHOT = "snapshot"  # the alias of the connection that `snapshot` opens
ROWS_AT_ONCE = 500
RAW_KINDS: dict[type[models.Field], type[models.Field]] = {
    models.JSONField: models.TextField,
    models.BinaryField: models.BinaryField,
}

Model = type[models.Model]
Node = tuple[str, str]


class Unreadable(Exception):
    """The database is in a state that this code does not know; the text says which."""


@contextmanager
def another_connection(alias: str, **settings: Any) -> Iterator[BaseDatabaseWrapper]:
    """A further connection to the default database under an alias of its own; `settings` replace its settings."""
    connection = connections[DEFAULT_DB_ALIAS].copy(alias)
    connection.settings_dict |= settings
    connections[alias] = connection
    try:
        yield connection
    finally:
        connection.close()
        del connections[alias]


@contextmanager
def snapshot() -> Iterator[BaseDatabaseWrapper]:
    """A connection that sees the database as it is now, whatever others write meanwhile; nobody waits for it."""
    settings = connections[DEFAULT_DB_ALIAS].settings_dict
    options = dict(settings.get("OPTIONS", {}))
    if connections[DEFAULT_DB_ALIAS].vendor == "sqlite":
        options["transaction_mode"] = "DEFERRED"  # a reader, which does not ask for the one place of the writer
    else:
        options["isolation_level"] = IsolationLevel.REPEATABLE_READ
    with (
        another_connection(SNAPSHOT, OPTIONS=options, DISABLE_SERVER_SIDE_CURSORS=False) as connection,
        transaction.atomic(using=SNAPSHOT),
    ):
        yield connection


def applied_migrations(connection: BaseDatabaseWrapper) -> list[Node]:
    """The migrations that a database has. Raises `Unreadable` if the code lacks one of them."""
    loader = MigrationLoader(connection)
    applied = sorted(loader.applied_migrations)
    require_known(loader, applied, "The database")
    return applied


def require_known(loader: MigrationLoader, nodes: Iterable[Node], what: str) -> None:
    """Raises `Unreadable` about `what` if it has a migration that the code lacks."""
    unknown = sorted(set(nodes) - loader.graph.nodes.keys())
    if unknown:
        name = ".".join(unknown[-1])
        raise Unreadable(f"{what} is of a newer release: this code has no migration {name}.")


def leaves(loader: MigrationLoader, nodes: Iterable[Node]) -> list[Node]:
    """Those of `nodes` that no other of them follows in the same application."""
    chosen = set(nodes)
    followed = {
        parent.key for node in chosen for parent in loader.graph.node_map[node].parents if parent.key[0] == node[0]
    }
    return sorted(chosen - followed)


def models_at(connection: BaseDatabaseWrapper, nodes: list[Node]) -> list[Model]:
    """The models with tables as they are when the migrations `nodes` are applied."""
    loader = MigrationLoader(connection)
    apps = loader.project_state(leaves(loader, nodes)).apps
    return [
        model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy and not model._meta.swapped
    ]


def kept_models(connection: BaseDatabaseWrapper, nodes: list[Node]) -> list[Model]:
    """`models_at` without those that are left out."""
    return [model for model in models_at(connection, nodes) if model._meta.label_lower not in LEFT_OUT]


def stored_fields(model: Model) -> list[Any]:
    return [field for field in model._meta.concrete_fields if not getattr(field, "generated", False)]


def rows_of(model: Model, alias: str) -> Iterator[list[Any]]:
    """All rows in the order of their keys, as values for JSON. A value of a JSON field is its text.

    Fields that turn text or bytes into something else are read as the text or the bytes.
    """
    fields = stored_fields(model)
    raw = {f"raw_{field.attname}": Cast(field.attname, kind()) for field in fields if (kind := raw_kind(field))}
    names = [f"raw_{field.attname}" if raw_kind(field) else field.attname for field in fields]
    rows = model._base_manager.using(alias).order_by("pk").annotate(**raw).values_list(*names)
    for row in rows.iterator(chunk_size=ROWS_AT_ONCE):
        yield [plain(value) for value in row]


def raw_kind(field: Any) -> type[models.Field] | None:
    """The kind of field as which a column is read; None: as its own."""
    return next((kind for base, kind in RAW_KINDS.items() if isinstance(field, base)), None)


def plain(value: Any) -> Any:
    """A value of a column as JSON has it: times in ISO 8601, bytes in base64."""
    match value:
        case None | bool() | int() | float() | str():
            return value
        case bytes() | memoryview():
            return base64.b64encode(value).decode("ascii")
        case date() | time():  # a datetime is a date too
            return value.isoformat()
        case timedelta():
            return duration_iso_string(value)
        case Decimal() | uuid.UUID():
            return str(value)
    raise TypeError(f"A column has a value of type {type(value).__name__}, unknown to backups.")


def reader(field: Any, connection: Any) -> Callable[[Any], Any]:
    """What turns a value of `plain` into one that the database driver takes for this field."""
    if isinstance(field, models.JSONField):
        return lambda value: value
    if isinstance(field, models.BinaryField):
        return lambda value: None if value is None else connection.Database.Binary(base64.b64decode(value))
    parsed = models.DateField | models.TimeField | models.DecimalField | models.UUIDField | models.DurationField
    if isinstance(field, parsed):
        return lambda value: field.get_db_prep_save(field.to_python(value), connection)
    return lambda value: field.get_db_prep_save(value, connection)


def insert(model: Model, columns: list[str], rows: Iterator[list[Any]], connection: BaseDatabaseWrapper) -> None:
    """Store rows as `rows_of` gave them; `columns` are the names of their fields' attributes."""
    fields = {field.attname: field for field in stored_fields(model)}
    readers = [reader(fields[name], connection) for name in columns]
    quote = connection.ops.quote_name
    names = ", ".join(quote(fields[name].column) for name in columns)
    places = ", ".join(["%s"] * len(columns))
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({names}) VALUES ({places})"  # noqa: S608
    with connection.cursor() as cursor:
        while batch := list(islice(rows, ROWS_AT_ONCE)):
            values = [[read(value) for read, value in zip(readers, row, strict=True)] for row in batch]
            cursor.executemany(statement, values)


def count(model: Model, connection: BaseDatabaseWrapper) -> int:
    return model._base_manager.using(connection.alias).count()


# --- the highest key that a table has given -------------------------------------------------------------------------


def sequence(model: Model, connection: BaseDatabaseWrapper) -> int | None:
    """The highest key that was ever given, so that no later row gets the key of an erased one; None without keys."""
    key = model._meta.auto_field
    if key is None:
        return None
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
        else:
            name = sequence_name(model, cursor)
            cursor.execute(f"SELECT last_value FROM {name} WHERE is_called")  # noqa: S608
        row = cursor.fetchone()
    return row[0] if row else None


def set_sequence(model: Model, highest: int | None, connection: BaseDatabaseWrapper) -> None:
    """Let the next key be greater than `highest`."""
    if not highest or model._meta.auto_field is None:
        return
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [table])
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, highest])
        else:
            cursor.execute("SELECT setval(%s, %s)", [sequence_name(model, cursor), highest])


def sequence_name(model: Model, cursor: Any) -> str:
    """The quoted name of the sequence behind a table's key on PostgreSQL."""
    table = f'"{model._meta.db_table}"'
    key: Any = model._meta.auto_field
    cursor.execute("SELECT pg_get_serial_sequence(%s, %s)", [table, key.column])
    return cursor.fetchone()[0]
