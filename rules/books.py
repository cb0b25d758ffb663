"""A book's files -> a catalogue, all or nothing; a bad book is refused with file, entry and reason."""

import dataclasses
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import yaml

from rules.catalogue import (
    ITEM_KINDS,
    Band,
    Catalogue,
    Characteristic,
    Cite,
    Count,
    Entry,
    Faction,
    Item,
    Limit,
    Mission,
    Opening,
    Positive,
    PriceChange,
    Profile,
    Ranged,
    Reminder,
    ReminderRow,
    Role,
    Ruling,
    Scenario,
    Slug,
    Slugs,
    Table,
    TableRow,
    Trait,
    UnitType,
)
from rules.document import FORMAT
from rules.game import Game
from rules.play.circumstances import has_entry
from rules.play.entries import PlayBook
from rules.shapes import SLUG, Refused
from rules.text import Text
from rules.typed_shapes import BOOK_SHAPES

BOOK_FILE = "book.yaml"
DICE = re.compile(r"([1-9])D([1-9][0-9]?)").fullmatch
SCOPES = ("unit", "list", "points")
REQUIRED: Any = dataclasses.MISSING
NOUNS = {int: "a whole number", str: "a text", bool: "true or false", dict: "a mapping", list: "a list", date: "a date"}


class BadBook(Exception):
    """A book that cannot be loaded: the file, the entry and the reason."""

    def __init__(self, file: str, entry: str | None, reason: str) -> None:
        self.reason = reason
        super().__init__(f"{file}: {entry}: {reason}" if entry else f"{file}: {reason}")


SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Loader(SafeLoader):
    """YAML in which no key is repeated."""

    def construct_mapping(self, node: Any, deep: bool = False) -> Any:
        keys = [key.value for key, _value in node.value]
        repeated = {key for key in keys if keys.count(key) > 1}
        if repeated:
            raise yaml.constructor.ConstructorError(None, None, f"key {repeated.pop()!r} twice", node.start_mark)
        return super().construct_mapping(node, deep)


class Entries(dict):
    """A mapping of a file that knows its line."""

    line = 0


def construct_entries(loader: Loader, node: Any) -> Iterator[Entries]:
    entries = Entries()
    yield entries
    entries.update(loader.construct_mapping(node))
    entries.line = node.start_mark.line + 1


Loader.add_constructor("tag:yaml.org,2002:map", construct_entries)


def plain(value: Any) -> Any:
    """What a file says without its lines, as JSON would have it."""
    if isinstance(value, list):
        return [plain(inner) for inner in value]
    return {key: plain(inner) for key, inner in value.items()} if isinstance(value, dict) else value


# `on` and `no` are words like any other; only true and false are truth values.
BOOLEAN = "tag:yaml.org,2002:bool"
Loader.yaml_implicit_resolvers = {
    first: [resolver for resolver in resolvers if resolver[0] != BOOLEAN]
    for first, resolvers in SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(BOOLEAN, re.compile("(?:true|false)$"), list("tf"))


def is_a(value: Any, kind: type) -> bool:
    """Whether a value is of a kind; to Python, but not here, a truth value is a number."""
    return isinstance(value, kind) and not (kind is int and isinstance(value, bool))


class Fields:
    """The keys of one mapping of a file. Each is taken once, what is left over is refused by `done`.

    A key without a default is required; null is the same as no key. Every problem is raised as `BadBook`.
    """

    def __init__(self, file: str, entry: str, values: Any) -> None:
        self.file, self.entry = file, entry
        self.nested: list[Fields] = []
        if not isinstance(values, dict):
            raise self.bad("not a mapping")
        self.values = dict(values)

    def bad(self, reason: str) -> BadBook:
        return BadBook(self.file, self.entry, reason)

    def take(self, key: str, kind: type, default: Any = REQUIRED) -> Any:
        if key not in self.values and default is REQUIRED:
            raise self.bad(f"{key} is missing")
        value = self.values.pop(key, None)
        if value is None and default is not REQUIRED:
            return default
        if not is_a(value, kind):
            raise self.bad(f"{key} is {value!r}, not {NOUNS[kind]}")
        return value

    def slug(self, key: str = "slug", default: Any = REQUIRED) -> str:
        value = self.take(key, str, default)
        if not SLUG(value.lower()):
            raise self.bad(f"{key} {value!r} is no slug")
        return value

    def integer(self, key: str, default: Any = REQUIRED, least: int | None = None) -> Any:
        value = self.take(key, int, default)
        if value is not None and least is not None and value < least:
            raise self.bad(f"{key} is {value}, below {least}")
        return value

    def text(self, key: str, default: Any = REQUIRED) -> Text:
        """A text; where one is given, both languages are."""
        value = self.take(key, dict, default)
        if isinstance(value, Text):
            return value
        if value.keys() != {"fr", "en"} or not all(isinstance(text, str) and text.strip() for text in value.values()):
            raise self.bad(f"{key} needs a French and an English text")
        return Text(value["fr"].strip(), value["en"].strip())

    def sequence(self, key: str, default: Any = (), kind: type = str) -> tuple:
        values = self.take(key, list, default)
        for value in values:
            if not is_a(value, kind):
                raise self.bad(f"{key} has {value!r}, not {NOUNS[kind]}")
        return tuple(values)

    def set(self, key: str, default: Any = ()) -> frozenset:
        return frozenset(self.sequence(key, default))

    def inner(self, key: str, default: Any = REQUIRED) -> Any:
        """The mapping under a key as `Fields`; None where it is missing and `default` is None."""
        values = self.take(key, dict, default)
        return None if values is None else self.nest(key, values)

    def inners(self, key: str) -> "list[Fields]":
        """The mappings in the list under a key; none where it is missing."""
        return [self.nest(f"{key}[{number}]", values) for number, values in enumerate(self.take(key, list, []))]

    def maybe(self, key: str, read: Callable[["Fields"], Any]) -> Any:
        """What `read` makes of the mapping under a key; None where it is missing."""
        inner = self.inner(key, None)
        return None if inner is None else read(inner)

    def nest(self, place: str, values: Any) -> "Fields":
        self.nested.append(Fields(self.file, f"{self.entry}.{place}", values))
        return self.nested[-1]

    def make(self, cls: Any, **given: Any) -> Any:
        """A `cls` of the fields `given`; its other plain fields are read here, each by its type and default."""
        for field in dataclasses.fields(cls):
            if field.init and field.name not in given and field.type in PLAIN:
                given[field.name] = PLAIN[field.type](self, field.name, default=field.default)
        self.done()
        return cls(**given)

    def done(self) -> None:
        for fields in self.nested:
            fields.done()
        if self.values:
            raise self.bad(f"unknown key {next(iter(self.values))!r}")


# How a field of the catalogue is read by its type. All other fields are read one by one in `Reader`.
PLAIN: dict[Any, Callable] = {
    bool: partial(Fields.take, kind=bool),
    str: partial(Fields.take, kind=str),
    int: Fields.integer,
    int | None: Fields.integer,
    Count: partial(Fields.integer, least=0),
    Positive: partial(Fields.integer, least=1),
    Positive | None: partial(Fields.integer, least=1),
    Slug: Fields.slug,
    Text: Fields.text,
    Slugs: Fields.set,
    tuple[str, ...]: Fields.sequence,
    tuple[int, ...]: partial(Fields.sequence, kind=int),
}


class Reader:
    """Reads the files of one folder into the parts of a catalogue."""

    def __init__(self, folder: Path | str, game: Game) -> None:
        self.folder, self.game = Path(folder), game
        self.books: dict[str, str] = {}
        self.collections: dict[str, dict] = {collection: {} for collection in READERS}
        self.files: dict[tuple[str, str], str] = {}

    def read(self) -> Catalogue:
        head = Fields(BOOK_FILE, "", self.load(BOOK_FILE))
        slug = head.slug("game")
        if slug != self.game.slug:
            raise head.bad(f"game is {slug!r}, the folder is read as {self.game.slug!r}")
        self.books = plain(head.take("books", dict))
        files = head.sequence("files", REQUIRED)
        dated = head.take("dated", date).isoformat()
        if isinstance(title := head.values.get("title"), str):  # a name is the same in both languages
            head.values["title"] = {"fr": title, "en": title}
        for file in files:
            for collection, entries in self.lists(file):
                for number, values in enumerate(entries):
                    self.entry(file, collection, number, values)
        play = self.play(head.sequence("play"))
        catalogue = head.make(Catalogue, game=slug, revision=0, dated=dated, play=play, **self.collections)
        for collection, slug, reason in CrossCheck(catalogue, self.game).problems():
            raise BadBook(self.files[collection, slug], slug, reason)
        for place, path in play.entry_paths():
            if not has_entry(catalogue, path):
                raise BadBook(self.origin[place.partition(".")[0]], place, f"there is no {path!r}")
        return catalogue

    def lists(self, file: str) -> Iterator[tuple[str, list]]:
        """The lists of entries in a file, by the collection they belong to."""
        content = self.load(file)
        if not isinstance(content, dict):
            raise BadBook(file, None, "not a mapping of lists")
        for collection, entries in content.items():
            if collection not in READERS:
                raise BadBook(file, None, f"unknown list {collection!r}")
            if not isinstance(entries, list):
                raise BadBook(file, collection, "not a list of entries")
            yield collection, entries

    def play(self, files: Iterable[str]) -> PlayBook:
        """The data of play in these files, each with lists of its own; an error names the file and the line."""
        data: dict[str, Any] = {}
        origin: dict[str, str] = {}
        for file in files:
            content = self.load(file)
            if not isinstance(content, dict) or data.keys() & content.keys():
                raise BadBook(file, None, "not a mapping, or with a list of another file")
            data |= {key: self.cited(file, value, (key,)) for key, value in content.items()}
            origin |= dict.fromkeys(content, file)
        try:
            play: PlayBook = BOOK_SHAPES.record(self.game.play).read(data)
        except Refused as refused:
            file = origin.get(refused.path[0] if refused.path else "", BOOK_FILE)
            raise BadBook(f"{file}:{self.line(file, refused.path)}", refused.pointer, str(refused.message)) from None
        for place, reason in play.problems():
            raise BadBook(origin[place.partition(".")[0]], place, reason)
        self.origin = origin
        return play

    def cited(self, file: str, value: Any, path: Sequence[Any]) -> Any:
        """Data of play with a `cite` in place of page, heading and book; `path`: where it stands."""
        if isinstance(value, list):
            return [self.cited(file, inner, (*path, number)) for number, inner in enumerate(value)]
        if not isinstance(value, dict):
            return value
        data = {key: self.cited(file, inner, (*path, key)) for key, inner in value.items()}
        if {"page", "heading"} & data.keys():
            given = {key: data.pop(key) for key in ("book", "page", "heading") if key in data}
            try:
                data["cite"] = str(self.cite(Fields(file, "", given)))
            except BadBook as bad:
                raise BadBook(f"{file}:{self.line(file, path)}", None, bad.reason) from None
        return data

    def line(self, file: str, path: Sequence[Any]) -> int:
        """The line of a file where the value at a path stands, or the last part of its path that it has."""
        node: Any = yaml.compose((self.folder / file).read_text("utf-8"), Loader)
        line = node.start_mark.line
        for key in path:
            if isinstance(key, int):
                node = node.value[key]
                line = node.start_mark.line
            elif inner := next(((name, value) for name, value in node.value if name.value == str(key)), None):
                line, node = inner[0].start_mark.line, inner[1]
        return int(line) + 1

    def load(self, file: str) -> Any:
        try:
            with open(self.folder / file, encoding="utf-8") as stream:
                return yaml.load(stream, Loader)  # noqa: S506  (a safe loader)
        except FileNotFoundError:
            raise BadBook(file, None, "the file is missing") from None
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise BadBook(file, None, " ".join(str(error).split())) from None

    def entry(self, file: str, collection: str, number: int, values: Any) -> None:
        name = f"{collection}[{number}]"
        if isinstance(values, Entries):
            name, file = values.get("slug", name), f"{file}:{values.line}"
        for entry in READERS[collection](self, Fields(file, name, values)):
            if entry.slug in self.collections[collection]:
                raise BadBook(file, entry.slug, "this slug is there twice")
            self.collections[collection][entry.slug] = entry
            self.files[collection, entry.slug] = file

    def cite(self, fields: Fields, whole: Cite | None = None) -> Cite:
        """A page, or a heading where the book has no pages. A part that says nothing cites what its `whole` does."""
        key = fields.take("book", str, None)
        if key is not None and key not in self.books:
            raise fields.bad(f"unknown book {key!r}")
        book = self.books[key] if key else whole.book if whole else next(iter(self.books.values()))
        page, heading = fields.integer("page", None, least=1), fields.take("heading", str, "")
        if whole and not page and not heading:
            page, heading = whole.page, whole.heading
        if not page and not heading:
            raise fields.bad("neither page nor heading")
        return Cite(book, page, heading)

    def plain(self, fields: Fields, cls: type = Entry) -> Iterator[Entry]:
        yield fields.make(cls, cite=self.cite(fields))

    def price(self, fields: Fields) -> dict[str, Any]:
        cost, default = fields.integer("cost", None), fields.integer("default_cost", None)
        if cost is None and default is None:
            raise fields.bad("neither cost nor default_cost")
        return {"cost": default if cost is None else cost, "printed": cost is not None}

    def opening(self, fields: Fields) -> Opening | None:
        return fields.maybe("open_to", lambda inner: inner.make(Opening))

    def limit(self, inner: Fields) -> Limit:
        scope = next((scope for scope in SCOPES if scope in inner.values), None)
        if scope is None:
            raise inner.bad("a limit is per unit, list or points")
        number = inner.integer(scope, least=1)
        if scope == "points":
            return inner.make(Limit, scope=scope, per=number, maximum=inner.integer("maximum", 1, least=1))
        return inner.make(Limit, scope=scope, per=0, maximum=number)

    def band(self, inner: Fields) -> Band:
        band = Band(inner.integer("from", 0, least=0), inner.integer("to"), inner.integer("dice", 0))
        if band.start >= band.end:
            raise inner.bad("the band ends before it starts")
        return band

    def ranged(self, inner: Fields) -> Ranged:
        return inner.make(Ranged, normal=inner.maybe("normal", self.band), long=inner.maybe("long", self.band))

    def item(self, fields: Fields, kind: str) -> Iterator[Item]:
        if kind == "weapon":
            fields.values = {"places": 1, "weapon": True} | fields.values
        melee, gives, needs = (fields.inner(key, None) for key in ("melee", "gives", "needs"))
        yield fields.make(
            Item,
            kind=kind,
            cite=self.cite(fields),
            **self.price(fields),
            ranged=fields.maybe("ranged", self.ranged),
            melee=melee.integer("dice") if melee else None,
            melee_page=melee.integer("page", None, least=1) if melee else None,
            arc=str(fields.values.pop("arc", "")),
            seats=gives.integer("seats", 0, least=0) if gives else 0,
            shooters=gives.integer("shooters", 0, least=0) if gives else 0,
            opening=self.opening(fields),
            limit=fields.maybe("limit", self.limit),
            needs=needs.take("equipment", str) if needs else "",
            needs_rule=needs.take("rule", str) if needs else "",
        )

    def unit_type(self, fields: Fields) -> Iterator[UnitType]:
        moves = fields.inner("moves", None)
        yield fields.make(
            UnitType,
            cite=self.cite(fields),
            **self.price(fields),
            **{name: moves.integer(name, 0, least=0) if moves else 0 for name in ("road", "clear", "hard")},
            opening=self.opening(fields),
        )

    def characteristic(self, fields: Fields) -> Iterator[Characteristic]:
        costs = {}
        for inner in fields.inners("values"):
            value = inner.values.pop("value", None)
            if not isinstance(value, (int, str)) or value in costs:
                raise inner.bad("value is missing, no number and no text, or there twice")
            costs[value] = inner.integer("cost")
        yield fields.make(Characteristic, cite=self.cite(fields), costs=costs)

    def trait(self, fields: Fields, faction: str, cite: Cite, side: str) -> Trait:
        inner, prices = fields.inner(side), []
        for change in inner.inners("prices"):
            cost, by = change.integer("cost", None), change.integer("change", 0)
            for name in change.sequence("items"):
                kind, _colon, slug = name.partition(":")
                prices.append(PriceChange(kind, slug, cost, by))
        return inner.make(Trait, slug=f"{faction}-{side}", side=side, cite=cite, prices=tuple(prices))

    def faction(self, fields: Fields, parent: str = "", book: Cite | None = None) -> Iterator[Faction]:
        slug, cite = fields.slug(), self.cite(fields, book)
        subfactions = [
            subfaction
            for inner in fields.inners("subfactions")
            for subfaction in self.faction(inner, slug, Cite(cite.book))
        ]
        yield fields.make(
            Faction,
            slug=slug,
            cite=cite,
            parent=parent,
            advantage=self.trait(fields, slug, cite, "advantage"),
            drawback=self.trait(fields, slug, cite, "drawback"),
        )
        yield from subfactions

    def scenario(self, fields: Fields) -> Iterator[Scenario]:
        roles = tuple(inner.make(Role) for inner in fields.inners("roles"))
        missions = tuple(inner.make(Mission) for inner in fields.inners("missions"))
        yield fields.make(Scenario, cite=self.cite(fields), roles=roles, missions=missions)

    def profile(self, fields: Fields) -> Iterator[Profile]:
        otherwise = fields.inner("printed_for", None)
        yield fields.make(
            Profile,
            cite=self.cite(fields),
            unit=plain(fields.take("unit", dict)),
            printed_for=otherwise.take("faction", str) if otherwise else "",
            printed_otherwise=otherwise.integer("cost") if otherwise else None,
        )

    def reminder(self, fields: Fields) -> Iterator[Reminder]:
        rows = tuple(inner.make(ReminderRow) for inner in fields.inners("rows"))
        yield fields.make(Reminder, cite=self.cite(fields), rows=rows)

    def table(self, fields: Fields) -> Iterator[Table]:
        cite, rows = self.cite(fields), {}
        for inner in fields.inners("rows"):
            row = self.table_row(inner, cite)
            if row.slug in rows:
                raise inner.bad(f"{row.slug} is there twice")
            rows[row.slug] = row
        table = fields.make(Table, cite=cite, rows=rows)
        if table.dice:
            self.check_totals(fields, table)
        yield table

    def table_row(self, fields: Fields, cite: Cite) -> TableRow:
        totals, figures = fields.sequence("on", kind=int), fields.take("figures", dict, {})
        if totals and len(totals) != 2:
            raise fields.bad("on needs the lowest and the highest total")
        if not all(isinstance(figure, (int, str, type(None))) for figure in figures.values()):
            raise fields.bad("figures are numbers, words, true, false or null")
        low, high = totals or (None, None)
        return fields.make(TableRow, cite=self.cite(fields, cite), figures=figures, low=low, high=high)

    def check_totals(self, fields: Fields, table: Table) -> None:
        """Each total of the dice must lead to exactly one row."""
        match = DICE(table.dice)
        if not match:
            raise fields.bad(f"dice are {table.dice!r}, not something like 2D6")
        number, sides = (int(group) for group in match.groups())
        for total in range(number, number * sides + 1):
            slugs = [row.slug for row in table.rows.values() if row.covers(total)]
            if len(slugs) != 1:
                raise fields.bad(f"a total of {total} leads to {slugs}, not to one row")


READERS: dict[str, Callable[[Reader, Fields], Iterator[Entry]]] = {
    "unit_types": Reader.unit_type,
    "characteristics": Reader.characteristic,
    "special_rules": Reader.plain,
    **{name: partial(Reader.item, kind=kind) for name, kind in ITEM_KINDS.items()},
    "factions": Reader.faction,
    "activities": Reader.plain,
    "scenarios": Reader.scenario,
    "profiles": Reader.profile,
    "reminders": Reader.reminder,
    "victory": Reader.plain,
    "tables": Reader.table,
    "rulings": partial(Reader.plain, cls=Ruling),
}


# What the checks count: the kinds of items that may have a limit, and per what.
LIMIT_SCOPES = {
    "weapon": ("list", "points"),
    "equipment": ("list", "points"),
    "ability": ("list", "points"),
    "option": ("unit", "list", "points"),
    "modification": ("list", "points"),
}


class CrossCheck:
    """Checks that every slug which an entry names is in the catalogue, and every rule in the game's register."""

    def __init__(self, catalogue: Catalogue, game: Game) -> None:
        self.catalogue, self.game = catalogue, game

    def problems(self) -> Iterator[tuple[str, str, str]]:
        """(collection, slug, reason) of each entry that names what does not exist."""
        for collection in READERS:
            for slug, entry in getattr(self.catalogue, collection).items():
                for reason in self.of_entry(entry):
                    yield collection, slug, reason

    def of_entry(self, entry: Entry) -> Iterator[str]:
        book = self.catalogue
        if isinstance(entry, Item):
            yield from self.missing(book.special_rules, entry.rules, "special rule")
            yield from self.missing(book.ammunition, entry.ammunition, "ammunition")
            yield from self.missing(book.unit_types, entry.types, "unit type")
            yield from self.missing(book.equipment, filter(None, [entry.needs]), "equipment")
            yield from self.rules(entry.limit.rule if entry.limit else None, entry.needs_rule)
            if entry.limit and entry.limit.scope not in LIMIT_SCOPES.get(entry.kind, ()):
                yield f"nothing counts a limit per {entry.limit.scope} of this kind of item ({entry.kind})"
        if isinstance(entry, (Item, UnitType)) and entry.opening:
            opening = entry.opening
            factions = opening.factions | opening.subfactions | opening.drawbacks
            yield from self.missing(book.factions, factions, "faction")
            yield from self.rules(opening.rule)
        if isinstance(entry, Faction):
            yield from self.missing(book.activities, entry.activities, "activity")
            for change in (*entry.advantage.prices, *entry.drawback.prices):
                yield from self.missing(book.collections.get(change.kind, {}), [change.slug], change.kind)
        if isinstance(entry, Table):
            onward = [row.figures["then"] for row in entry.rows.values() if "then" in row.figures]
            yield from self.missing(book.tables, onward, "table")
        if isinstance(entry, Profile):
            yield from self.unreadable(entry.unit)
        if isinstance(entry, Ruling):
            yield from self.rules(*entry.rules)

    def missing(self, collection: dict, slugs: Iterable, noun: str) -> Iterator[str]:
        for slug in slugs:
            if slug not in collection:
                yield f"there is no {noun} {slug!r}"

    def rules(self, *ids: str | None) -> Iterator[str]:
        for id in ids:
            if id and id not in self.game.register.rules:
                folder = f"rules/games/{self.game.slug.replace('-', '_')}/checks/"
                yield f"there is no rule {id!r}: register it with rule({id!r}, ...) in {folder}"

    def unreadable(self, unit: dict) -> Iterator[str]:
        try:
            self.game.shape.read({"format": FORMAT, "game": self.game.slug, "units": [unit]})
        except Refused as refused:
            yield f"the unit cannot be read: {refused}"


def read_book(folder: Path | str, game: Game) -> Catalogue:
    """The `Catalogue` in a folder of YAML files. Raises `BadBook`."""
    return Reader(folder, game).read()


def digest(folder: Path | str) -> str:
    """A fingerprint of a book's files: it changes when any of them does."""
    hashed = hashlib.sha256()
    for file in sorted(Path(folder).glob("*.yaml")):
        hashed.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return hashed.hexdigest()
