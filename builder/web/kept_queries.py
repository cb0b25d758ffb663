"""Queries that are asked at every step: Django makes their SQL once, which takes ten times as long as asking them."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from functools import wraps
from typing import Any

from cachetools import LRUCache
from django.db import connection
from django.db.models import QuerySet
from django.db.models.query import ModelIterable

MOST_STATEMENTS = 200  # of one function
FIRST_DAY = datetime(1, 1, 1, tzinfo=UTC)
STAND_INS: dict[type, Callable[[int], Any]] = {
    int: lambda number: -1_000_000_000 - number,
    str: lambda number: f"stand-in {number}",
    date: lambda number: FIRST_DAY.date() + timedelta(number),
    datetime: lambda number: FIRST_DAY + timedelta(number, seconds=1),
}


def kept_query(build: Callable[..., QuerySet[Any]]) -> Callable[..., list[Any]]:
    """The rows of the queryset that a function returns, whose SQL is kept; no row and no value is.

    Arguments that are numbers, texts, dates and times, or tuples of these, are values that differ from time to time;
    the function computes nothing from them. With any other argument (None, a bool, a function) the SQL is another. The
    queryset reads rows of one model, without `select_related`, or a `values_list`.
    """
    statements: LRUCache[Hashable, Statement] = LRUCache(MOST_STATEMENTS)

    @wraps(build)
    def rows(*arguments: Any) -> list[Any]:
        shape = tuple(shape_of(argument) for argument in arguments)
        statement = statements.get(shape)
        if statement is None:
            statement = statements[shape] = Statement(build, arguments)
        return statement.rows(arguments)

    return rows


def shape_of(argument: Any) -> Any:
    """All of an argument that the SQL depends on."""
    if isinstance(argument, tuple):
        return len(argument)
    return type(argument) if type(argument) in STAND_INS else argument


def values_of(arguments: tuple) -> Iterator[Any]:
    """The values among arguments, in their order."""
    for argument in arguments:
        if isinstance(argument, tuple) or type(argument) in STAND_INS:
            yield from argument if isinstance(argument, tuple) else [argument]


class Statement:
    """The SQL of a queryset, and which of its parameters are values: their positions among them."""

    def __init__(self, build: Callable[..., QuerySet[Any]], arguments: tuple):
        stand_ins = [STAND_INS[type(value)](number) for number, value in enumerate(values_of(arguments))]
        queue = iter(stand_ins)
        queryset = build(
            *[
                tuple(next(queue) for _value in argument)
                if isinstance(argument, tuple)
                else next(queue)
                if type(argument) in STAND_INS
                else argument
                for argument in arguments
            ]
        )
        self.model: Any = queryset.model if queryset._iterable_class is ModelIterable else None
        self.compiler = queryset.query.get_compiler(connection=connection)
        self.sql, self.parameters = self.compiler.as_sql()
        columns = [column for column, *_sql in self.compiler.select]
        self.converters = self.compiler.get_converters(columns)
        of_model = self.compiler.klass_info["select_fields"] if self.model else []
        self.columns = [columns[position].target.attname for position in of_model]
        positions = {adapted(stand_in): position for position, stand_in in enumerate(stand_ins)}
        self.positions = [positions.get(parameter) for parameter in self.parameters]
        if set(self.positions) - {None} != set(positions.values()):
            raise ValueError(f"{build.__name__} does not ask for all of its values")

    def rows(self, arguments: tuple) -> list[Any]:
        values = [adapted(value) for value in values_of(arguments)]
        pairs = zip(self.positions, self.parameters, strict=True)
        parameters = [parameter if position is None else values[position] for position, parameter in pairs]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, parameters)
            rows = self.compiler.apply_converters(cursor.fetchall(), self.converters)
        return [self.instance(row) for row in rows] if self.model else list(rows)

    def instance(self, row: Sequence[Any]) -> Any:
        instance = self.model.from_db(connection.alias, self.columns, row[: len(self.columns)])
        for name, position in self.compiler.annotation_col_map.items():
            setattr(instance, name, row[position])
        return instance


def adapted(value: Any) -> Any:
    """A value as the database takes it; SQLite takes dates and times as texts, without their time zone."""
    if type(value) is datetime:
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if type(value) is date else value
