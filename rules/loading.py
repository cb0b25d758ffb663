"""Rows -> a catalogue; one catalogue per process and edition revision."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import cache, partial
from typing import Any

from django.db import connection
from django.db.models import Model

from rules import models
from rules.catalogue import (
    ITEM_KINDS,
    Band,
    Catalogue,
    Characteristic,
    Cite,
    Entry,
    Faction,
    Item,
    Limit,
    Mission,
    Opening,
    PriceChange,
    Profile,
    Ranged,
    Reminder,
    ReminderRow,
    Role,
    Ruling,
    Scenario,
    Table,
    TableRow,
    Trait,
    UnitType,
)
from rules.play.entries import PlayBook
from rules.registry import GAMES
from rules.shapes import Refused
from rules.text import Text
from rules.typed_shapes import BOOK_SHAPES


@cache
def columns(cls: Any, model: Any) -> list[tuple[str, bool]]:
    """The fields of the dataclass `cls` that rows of `model` have a column for: (name, whether it is a `Text`).

    A `Text` has two columns, one a language. All other fields are relations, which are read and written one by one.
    """
    names = {column.name for column in model._meta.concrete_fields if not column.is_relation}
    return [(field.name, field.type is Text) for field in fields(cls) if {field.name, f"{field.name}_fr"} & names]


def text(row: Model, name: str) -> Text:
    return Text(getattr(row, f"{name}_fr"), getattr(row, f"{name}_en"))


def make(cls: Any, row: Model, **relations: Any) -> Any:
    """A `cls` of a row's columns and of these `relations`."""
    plain = {name: text(row, name) if is_text else getattr(row, name) for name, is_text in columns(cls, type(row))}
    plain = {name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()}
    return cls(**plain | relations)


def entry(row: models.EntryRow, cls: Any = Entry, **relations: Any) -> Any:
    return make(cls, row, cite=make(Cite, row), **relations)


def slugs(rows: Any) -> frozenset[str]:
    return frozenset(row.slug for row in rows.all())


def opening(row: models.Opening | None) -> Opening | None:
    if row is None:
        return None
    factions = row.factions.all()
    return make(
        Opening,
        row,
        factions=frozenset(faction.slug for faction in factions if faction.parent_id is None),
        subfactions=frozenset(faction.slug for faction in factions if faction.parent_id is not None),
        drawbacks=slugs(row.drawbacks),
    )


def band(row: models.RangedFigures, name: str) -> Band | None:
    start, end, dice = (getattr(row, f"{name}_{part}") for part in ("from", "to", "dice"))
    return None if end is None else Band(start, end, dice)


def ranged(row: models.RangedFigures | None) -> Ranged | None:
    return make(Ranged, row, normal=band(row, "normal"), long=band(row, "long")) if row else None


def item(row: models.Item) -> Item:
    limit = getattr(row, "limit", None)
    return entry(
        row,
        Item,
        rules=tuple(link.rule.slug for link in row.itemrule_set.all()),
        ranged=ranged(getattr(row, "figures", None)),
        types=slugs(row.types),
        ammunition=slugs(row.ammunition),
        opening=opening(row.opening),
        limit=make(Limit, limit) if limit else None,
        needs=row.needs.slug if row.needs else "",
    )


def price_change(row: models.PriceChange) -> PriceChange:
    priced: Any = row.item or row.unit_type
    return make(PriceChange, row, kind=priced.kind if row.item else "unit_type", slug=priced.slug)


def faction(row: models.Faction) -> Faction:
    traits = {
        trait.side: entry(trait, Trait, prices=tuple(price_change(price) for price in trait.prices.all()))
        for trait in row.traits.all()
    }
    return entry(
        row,
        Faction,
        parent=row.parent.slug if row.parent else "",
        activities=tuple(link.activity.slug for link in row.factionactivity_set.all()),
        advantage=traits["advantage"],
        drawback=traits["drawback"],
    )


def scenario(row: models.Scenario) -> Scenario:
    roles = tuple(make(Role, role) for role in row.roles.all())
    return entry(row, Scenario, roles=roles, missions=tuple(make(Mission, mission) for mission in row.missions.all()))


def unit_type(row: models.UnitType) -> UnitType:
    return entry(row, UnitType, opening=opening(row.opening))


def characteristic(row: models.Characteristic) -> Characteristic:
    costs = {int(cost.value) if cost.value.isdigit() else cost.value: cost.cost for cost in row.costs.all()}
    return entry(row, Characteristic, costs=costs)


def profile(row: models.Profile) -> Profile:
    printed_for = row.printed_for.slug if row.printed_for else ""
    return entry(row, Profile, printed=row.printed_cost, printed_for=printed_for)


def reminder(row: models.Reminder) -> Reminder:
    rows = tuple(ReminderRow(Text(**texts["left"]), Text(**texts["right"])) for texts in row.rows)
    return entry(row, Reminder, rows=rows)


def table(row: models.Table) -> Table:
    return entry(row, Table, rows=collection(row.rows.all(), partial(entry, cls=TableRow)))


def collection(rows: Iterable[Any], read: Callable = entry) -> dict[str, Any]:
    return {row.slug: read(row) for row in rows}


def play(edition: models.Edition) -> PlayBook:
    """The data of play of an edition.

    Where another release stored it, that of the edition that it is an earlier revision of; else nothing, so that lists
    open all the same.
    """
    try:
        read: PlayBook = BOOK_SHAPES.record(GAMES[edition.game.slug].play).read(json.loads(edition.play or "null"))
    except Refused:
        return play(edition.present) if edition.present else PlayBook()
    return read


def load(edition: models.Edition) -> Catalogue:
    """The `Catalogue` of an `Edition` row, by a fixed number of queries."""
    openings = ("opening__factions", "opening__drawbacks")
    items = list(
        edition.items.select_related("figures", "limit", "opening", "needs").prefetch_related(
            "itemrule_set__rule", "types", "ammunition", *openings
        )
    )
    factions = edition.factions.select_related("parent").prefetch_related(
        "factionactivity_set__activity", "traits__prices__item", "traits__prices__unit_type"
    )
    return Catalogue(
        game=edition.game.slug,
        edition=edition.slug,
        revision=edition.revision,
        name=text(edition.game, "name"),
        title=Text(edition.title, edition.title_en),
        dated=edition.dated.isoformat(),
        unit_types=collection(edition.unittypes.select_related("opening").prefetch_related(*openings), unit_type),
        characteristics=collection(edition.characteristics.prefetch_related("costs"), characteristic),
        special_rules=collection(edition.specialrules.all()),
        **{name: collection([row for row in items if row.kind == kind], item) for name, kind in ITEM_KINDS.items()},
        factions=collection(factions, faction),
        activities=collection(edition.activitys.all()),
        scenarios=collection(edition.scenarios.prefetch_related("roles", "missions"), scenario),
        profiles=collection(edition.profiles.select_related("printed_for"), profile),
        reminders=collection(edition.reminders.all(), reminder),
        victory=collection(edition.victorygrades.all()),
        tables=collection(edition.tables.prefetch_related("rows"), table),
        rulings=collection(edition.rulings.all(), partial(entry, cls=Ruling)),
        play=play(edition),
    )


_catalogues: dict[tuple[str, str], Catalogue] = {}  # by the slugs of game and edition


def forget_books() -> None:
    """Read every book anew: its revision says nothing where another database has come in the place of one."""
    _catalogues.clear()


class NoBook(LookupError):
    """No edition of a game has been loaded."""


EDITIONS = """
    SELECT game.slug, edition.id, edition.slug, edition.revision
    FROM rules_edition edition JOIN rules_game game ON game.id = edition.game_id
    {} ORDER BY edition.present_id IS NOT NULL, edition.dated DESC, edition.id DESC
"""


def editions(game: str) -> list[tuple[int, str, int]]:
    """The editions of a game, newest first, then their earlier revisions: (pk, slug, revision).

    One query; in SQL, as every mark and edit asks it.
    """
    with connection.cursor() as cursor:
        cursor.execute(EDITIONS.format("WHERE game.slug = %s"), [game])
        return [tuple(row[1:]) for row in cursor.fetchall()]


def editions_of_all() -> dict[str, list[tuple[int, str, int]]]:
    """The editions of each game (its slug), as `editions`. One query."""
    by_game: dict[str, list[tuple[int, str, int]]] = {}
    with connection.cursor() as cursor:
        cursor.execute(EDITIONS.format(""))
        for game, *row in cursor.fetchall():
            by_game.setdefault(game, []).append(tuple(row))
    return by_game


def earlier(edition: str, revision: int) -> str:
    """The slug under which an earlier revision of an edition is kept."""
    return f"{edition}-r{revision}"


def present(book: Catalogue) -> str:
    """The slug of the edition that a catalogue is, or is an earlier revision of."""
    return book.edition.removesuffix(earlier("", book.revision))


def catalogue(game: str, edition: str | None = None, rows: Sequence[tuple[int, str, int]] | None = None) -> Catalogue:
    """The catalogue of a game's newest edition, or of the named one where it exists. Raises `NoBook`.

    One query where this process has it already: that for the revision, so that no process misses an edit in the admin.

    rows -- the editions of the game, where they were asked for just now
    """
    rows = editions(game) if rows is None else rows
    if not rows:
        raise NoBook(game)
    pk, slug, revision = next((row for row in rows if row[1] == edition), rows[0])
    book = _catalogues.get((game, slug))
    if book is None or book.revision != revision:
        book = _catalogues[game, slug] = load(models.Edition.objects.select_related("game").get(pk=pk))
    return book
