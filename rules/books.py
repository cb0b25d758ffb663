"""A book's files -> a catalogue, all or nothing; a bad book is refused with file, entry and reason."""

import hashlib
import re
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import yaml

from rules.catalogue import (
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
from rules.shapes import SLUG, Refused
from rules.text import Text

BOOK_FILE = "book.yaml"
DICE = re.compile(r"([1-9])D([1-9][0-9]?)").fullmatch
SCOPES = {"unit", "list", "points"}


class BadBook(Exception):
    """A book that cannot be taken in: the file, the entry and the reason."""

    def __init__(self, file, entry, reason):
        super().__init__(f"{file}: {entry}: {reason}" if entry else f"{file}: {reason}")


SafeLoader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


class Loader(SafeLoader):
    """YAML in which a key stands once."""

    def construct_mapping(self, node, deep=False):
        keys = [key.value for key, _value in node.value]
        doubled = {key for key in keys if keys.count(key) > 1}
        if doubled:
            raise yaml.constructor.ConstructorError(None, None, f"key {doubled.pop()!r} twice", node.start_mark)
        return super().construct_mapping(node, deep)


# `on` and `no` are words like any other; only true and false are truth values.
BOOLEAN = "tag:yaml.org,2002:bool"
Loader.yaml_implicit_resolvers = {
    first: [one for one in resolvers if one[0] != BOOLEAN]
    for first, resolvers in SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver(BOOLEAN, re.compile("(?:true|false)$"), list("tf"))


class Fields:
    """One entry of a file; every key is taken once and what is left over is refused."""

    def __init__(self, file, entry, values):
        self.file, self.entry = file, entry
        if not isinstance(values, dict):
            raise self.bad("a mapping is due here")
        self.values = dict(values)

    def bad(self, reason):
        return BadBook(self.file, self.entry, reason)

    def take(self, key, kind, default=None, required=False):
        if key not in self.values:
            if required:
                raise self.bad(f"{key} is missing")
            return default
        value = self.values.pop(key)
        if value is None and not required:
            return default
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.bad(f"{key} is {value!r}, a {kind.__name__} is due")
        return value

    def slug(self, key="slug"):
        value = self.take(key, str, required=True)
        if not SLUG(value.lower()):
            raise self.bad(f"{key} {value!r} is no slug")
        return value

    def integer(self, key, default=None, least=None, required=False):
        value = self.take(key, int, default, required)
        if value is not None and least is not None and value < least:
            raise self.bad(f"{key} is {value}, below {least}")
        return value

    def words(self, key, required=False):
        """A bilingual text; where one is given, both languages are."""
        value = self.take(key, dict, required=required)
        if value is None:
            return Text()
        if value.keys() != {"fr", "en"} or not all(isinstance(one, str) and one.strip() for one in value.values()):
            raise self.bad(f"{key} needs a French and an English text")
        return Text(value["fr"].strip(), value["en"].strip())

    def inner(self, key, required=False):
        value = self.take(key, dict, required=required)
        return None if value is None else Fields(self.file, f"{self.entry}.{key}", value)

    def inners(self, key):
        return [Fields(self.file, f"{self.entry}.{key}[{n}]", one) for n, one in enumerate(self.take(key, list, []))]

    def slugs(self, key):
        return tuple(self.take(key, list, []))

    def done(self):
        if self.values:
            raise self.bad(f"unknown key {next(iter(self.values))!r}")


class Reader:
    """Reads the files of one folder into the parts of a catalogue."""

    def __init__(self, folder, game):
        self.folder, self.game = Path(folder), game
        self.collections = {}
        self.owners = {}

    def read(self):
        head = Fields(BOOK_FILE, "", self.load(BOOK_FILE))
        slug = head.slug("game")
        if slug != self.game.slug:
            raise head.bad(f"game is {slug!r}, the folder is read as {self.game.slug!r}")
        self.books = head.take("books", dict, required=True)
        about = {
            "game": slug,
            "name": head.words("name", required=True),
            "edition": head.slug("edition"),
            "title": head.take("title", str, required=True),
            "dated": head.take("dated", date, required=True).isoformat(),
        }
        files = head.slugs("files")
        head.done()
        for file in files:
            for collection, entries in self.lists(file):
                for number, values in enumerate(entries):
                    self.entry(file, collection, number, values)
        catalogue = Catalogue(
            revision=0, **about, **{collection: self.collections.get(collection, {}) for collection in READERS}
        )
        CrossCheck(self, catalogue).run()
        return catalogue

    def lists(self, file):
        """The lists of entries in a file, by the shelf they belong on."""
        content = self.load(file)
        if not isinstance(content, dict):
            raise BadBook(file, None, "a mapping of lists is due")
        for collection, entries in content.items():
            if collection not in READERS:
                raise BadBook(file, None, f"unknown list {collection!r}")
            if not isinstance(entries, list):
                raise BadBook(file, collection, "a list of entries is due")
            yield collection, entries

    def load(self, file):
        try:
            with open(self.folder / file, encoding="utf-8") as stream:
                return yaml.load(stream, Loader)  # noqa: S506  (a safe loader)
        except FileNotFoundError:
            raise BadBook(file, None, "the file is missing") from None
        except (yaml.YAMLError, UnicodeDecodeError) as error:
            raise BadBook(file, None, " ".join(str(error).split())) from None

    def entry(self, file, collection, number, values):
        name = values.get("slug", f"{collection}[{number}]") if isinstance(values, dict) else f"{collection}[{number}]"
        fields = Fields(file, name, values)
        for made in READERS[collection](self, fields):
            if made.slug in self.collections.setdefault(collection, {}):
                raise BadBook(file, made.slug, "stands twice")
            self.collections[collection][made.slug] = made
            self.owners[collection, made.slug] = file
        fields.done()

    def common(self, fields):
        """What every entry has; each cites a page, or a heading where its book has no pages."""
        book = fields.take("book", str, next(iter(self.books)))
        if book not in self.books:
            raise fields.bad(f"unknown book {book!r}")
        page, heading = fields.integer("page", least=1), fields.take("heading", str, "")
        if not page and not heading:
            raise fields.bad("neither page nor heading")
        return {
            "slug": fields.slug(),
            "name": fields.words("name", required=True),
            "text": fields.words("text"),
            "card": fields.words("card"),
            "icon": fields.take("icon", str, ""),
            "retired": fields.take("retired", bool, False),
            "cite": Cite(self.books[book], page, heading),
        }

    def plain(self, fields):
        yield Entry(**self.common(fields))

    def price(self, fields):
        cost = fields.integer("cost")
        default = fields.integer("default_cost")
        if cost is None and default is None:
            raise fields.bad("neither cost nor default_cost")
        return {"cost": default if cost is None else cost, "printed": cost is not None}

    def opening(self, fields):
        inner = fields.inner("open_to")
        if inner is None:
            return None
        made = Opening(
            inner.take("rule", str, required=True),
            *(frozenset(inner.slugs(key)) for key in ("factions", "subfactions", "drawbacks")),
        )
        inner.done()
        return made

    def limit(self, fields):
        inner = fields.inner("limit")
        if inner is None:
            return None
        rule = inner.take("rule", str, required=True)
        scope = next((scope for scope in SCOPES if scope in inner.values), None)
        if scope is None:
            raise inner.bad("a limit is per unit, list or points")
        number = inner.integer(scope, least=1)
        maximum = inner.integer("maximum", 1, least=1) if scope == "points" else number
        inner.done()
        return Limit(scope, maximum, rule, number if scope == "points" else 0)

    def band(self, fields, key):
        inner = fields.inner(key)
        if inner is None:
            return None
        made = Band(inner.integer("from", 0, 0), inner.integer("to", required=True), inner.integer("dice", 0))
        if made.start >= made.end:
            raise inner.bad("the band ends before it starts")
        inner.done()
        return made

    def ranged(self, fields):
        inner = fields.inner("ranged")
        if inner is None:
            return None
        made = Ranged(
            self.band(inner, "normal"),
            self.band(inner, "long"),
            inner.words("template"),
            inner.integer("pilot"),
            inner.integer("passenger"),
        )
        inner.done()
        return made

    def item(self, kind):
        def read(fields):
            melee, gives, needs = fields.inner("melee"), fields.inner("gives"), fields.inner("needs")
            yield Item(
                kind=kind,
                **self.common(fields),
                **self.price(fields),
                places=fields.integer("places", 1 if kind == "weapon" else 0, 0),
                slots=fields.integer("slots", 0, 0),
                rules=fields.slugs("rules"),
                ranged=self.ranged(fields),
                melee=melee.integer("dice", required=True) if melee else None,
                arc=str(fields.values.pop("arc", "")),
                weapon=fields.take("weapon", bool, kind == "weapon"),
                exotic=fields.take("exotic", bool, False),
                repeatable=fields.take("repeatable", bool, False),
                demountable=fields.take("demountable", bool, False),
                seats=gives.integer("seats", 0) if gives else 0,
                shooters=gives.integer("shooters", 0) if gives else 0,
                types=frozenset(fields.slugs("types")),
                ammunition=frozenset(fields.slugs("ammunition")),
                opening=self.opening(fields),
                limit=self.limit(fields),
                needs=needs.take("equipment", str, required=True) if needs else "",
                needs_rule=needs.take("rule", str, required=True) if needs else "",
            )
            for inner in (melee, gives, needs):
                if inner:
                    inner.done()

        return read

    def figures(self, fields, *names):
        """Numbers from 0 up, each 0 where it is not given, as all are without `fields`."""
        return {name: fields.integer(name, 0, 0) if fields else 0 for name in names}

    def unit_type(self, fields):
        moves = fields.inner("moves")
        yield UnitType(
            kind=fields.take("kind", str, required=True),
            **self.common(fields),
            **self.price(fields),
            **self.figures(fields, "places", "wounds", "seats", "shooters", "slots", "ram"),
            **self.figures(moves, "road", "clear", "hard"),
            opening=self.opening(fields),
        )
        if moves:
            moves.done()

    def characteristic(self, fields):
        costs = {}
        for inner in fields.inners("values"):
            value = inner.values.pop("value", None)
            if not isinstance(value, (int, str)) or value in costs:
                raise inner.bad("a value once, please")
            costs[value] = inner.integer("cost", required=True)
            inner.done()
        yield Characteristic(**self.common(fields), costs=costs)

    def trait(self, fields, faction, side):
        inner = fields.inner(side, required=True)
        prices = []
        for change in inner.inners("prices"):
            cost, by = change.integer("cost"), change.integer("change", 0)
            for one in change.slugs("items"):
                kind, _colon, slug = str(one).partition(":")
                prices.append(PriceChange(kind, slug, cost, by))
            change.done()
        made = Trait(
            slug=f"{faction['slug']}-{side}",
            side=side,
            cite=faction["cite"],
            name=inner.words("name", required=True),
            text=inner.words("text", required=True),
            card=inner.words("card"),
            prices=tuple(prices),
        )
        inner.done()
        return made

    def faction(self, fields, parent=""):
        common = self.common(fields)
        yield Faction(
            **common,
            parent=parent,
            replaces=fields.take("replaces", bool, False),
            activities=fields.slugs("activities"),
            activities_printed=fields.take("activities_printed", bool, True),
            advantage=self.trait(fields, common, "advantage"),
            drawback=self.trait(fields, common, "drawback"),
        )
        for inner in fields.inners("subfactions"):
            inner.values.setdefault("book", next(k for k, short in self.books.items() if short == common["cite"].book))
            yield from self.faction(inner, parent=common["slug"])
            inner.done()

    def scenario(self, fields):
        roles = [
            Role(one.slug(), one.words("name", True), one.integer("factor", 1, 1)) for one in fields.inners("roles")
        ]
        missions = [
            Mission(one.take("role", str, "") or "", one.words("text", True)) for one in fields.inners("missions")
        ]
        yield Scenario(
            **self.common(fields),
            number=fields.integer("number", required=True),
            budget=fields.integer("budget", least=1),
            turns=fields.integer("turns", 0, 0),
            vehicles=fields.take("vehicles", bool, True),
            secondary_missions=fields.take("secondary_missions", bool, True),
            **{key: fields.words(key) for key in ("table", "deployment", "brings", "special", "influence")},
            roles=tuple(roles),
            missions=tuple(missions),
            bonus=fields.slugs("bonus"),
        )

    def profile(self, fields):
        other = fields.inner("printed_for")
        unit = fields.take("unit", dict, required=True)
        data = {"format": "bivouac-roster/1", "game": self.game.slug, "units": [unit]}
        try:
            self.game.shape.read(data)
        except Refused as refused:
            raise fields.bad(f"the unit cannot be read: {refused}") from None
        yield Profile(
            **self.common(fields),
            unit=unit,
            printed=fields.integer("printed", required=True),
            printed_for=other.take("faction", str, required=True) if other else "",
            printed_otherwise=other.integer("cost", required=True) if other else None,
        )

    def reminder(self, fields):
        rows = tuple(ReminderRow(one.words("left", True), one.words("right", True)) for one in fields.inners("rows"))
        yield Reminder(**self.common(fields), uses=fields.take("uses", str, "always"), rows=rows)

    def table(self, fields):
        common, dice = self.common(fields), fields.take("dice", str, "")
        rows: dict[str, TableRow] = {}
        for inner in fields.inners("rows"):
            row = self.table_row(inner, common["cite"])
            if row.slug in rows:
                raise inner.bad(f"{row.slug} stands twice")
            rows[row.slug] = row
        if dice:
            self.every_total_leads_somewhere(fields, dice, rows.values())
        yield Table(**common, dice=dice, rows=rows)

    def table_row(self, fields, cite):
        """A row stands where its table does, unless it says otherwise."""
        if not {"page", "heading"} & fields.values.keys():
            fields.values |= {"page": cite.page, "heading": cite.heading}
        fields.values.setdefault("book", next(key for key, short in self.books.items() if short == cite.book))
        on, figures = fields.slugs("on"), fields.take("figures", dict, {})
        if on and (len(on) != 2 or not all(type(one) is int for one in on)):
            raise fields.bad("on needs the lowest and the highest total")
        if not all(isinstance(one, (int, str, type(None))) for one in figures.values()):
            raise fields.bad("figures are numbers, words, true, false or null")
        low, high = on or (None, None)
        made = TableRow(**self.common(fields), figures=figures, low=low, high=high)
        fields.done()
        return made

    def every_total_leads_somewhere(self, fields, dice, rows):
        found = DICE(dice)
        if not found:
            raise fields.bad(f"dice are {dice!r}, something like 2D6 is due")
        number, sides = (int(one) for one in found.groups())
        for total in range(number, number * sides + 1):
            leading = [row.slug for row in rows if row.low is not None and row.low <= total <= row.high]
            if len(leading) != 1:
                raise fields.bad(f"a total of {total} leads to {leading}, one row is due")

    def ruling(self, fields):
        yield Ruling(**self.common(fields), reason=fields.words("reason", True), rules=fields.slugs("rules"))


READERS: dict[str, Callable] = {
    "unit_types": Reader.unit_type,
    "characteristics": Reader.characteristic,
    "special_rules": Reader.plain,
    "weapons": lambda reader, fields: reader.item("weapon")(fields),
    "equipment": lambda reader, fields: reader.item("equipment")(fields),
    "abilities": lambda reader, fields: reader.item("ability")(fields),
    "options": lambda reader, fields: reader.item("option")(fields),
    "ammunition": lambda reader, fields: reader.item("ammunition")(fields),
    "modifications": lambda reader, fields: reader.item("modification")(fields),
    "factions": Reader.faction,
    "activities": Reader.plain,
    "scenarios": Reader.scenario,
    "profiles": Reader.profile,
    "reminders": Reader.reminder,
    "victory": Reader.plain,
    "tables": Reader.table,
    "rulings": Reader.ruling,
}


class CrossCheck:
    """Every slug that an entry names must stand somewhere in the book, every rule id in the register."""

    def __init__(self, reader, catalogue):
        self.reader, self.catalogue = reader, catalogue

    def run(self):
        for collection in READERS:
            for slug, entry in getattr(self.catalogue, collection).items():
                for reason in self.dangling(entry):
                    raise BadBook(self.reader.owners[collection, slug], slug, reason)

    def dangling(self, entry):
        book = self.catalogue
        if isinstance(entry, Item):
            yield from self.missing(book.special_rules, entry.rules, "special rule")
            yield from self.missing(book.ammunition, entry.ammunition, "ammunition")
            yield from self.missing(book.unit_types, entry.types, "unit type")
            yield from self.missing(book.equipment, filter(None, [entry.needs]), "equipment")
            yield from self.rules(entry.limit, entry.needs_rule)
        if isinstance(entry, (Item, UnitType)) and entry.opening:
            opening = entry.opening
            named = opening.factions | opening.subfactions | opening.drawbacks
            yield from self.missing(book.factions, named, "faction")
            yield from self.rules(opening)
        if isinstance(entry, Faction):
            yield from self.missing(book.activities, entry.activities, "activity")
            for change in (*entry.advantage.prices, *entry.drawback.prices):
                yield from self.missing(book.collections.get(change.kind, {}), [change.slug], change.kind)
        if isinstance(entry, Table):
            onward = [row.figures["then"] for row in entry.rows.values() if "then" in row.figures]
            yield from self.missing(book.tables, onward, "table")
        if isinstance(entry, Ruling):
            yield from self.rules(*entry.rules)

    def missing(self, collection, slugs, what):
        for slug in slugs:
            if slug not in collection:
                yield f"there is no {what} {slug!r}"

    def rules(self, *named):
        for one in named:
            id = one if isinstance(one, str) or one is None else one.rule
            if id and id not in self.reader.game.register.rules:
                yield f"there is no rule {id!r}"


def read_book(folder, game):
    """The `Catalogue` in a folder of YAML files. Raises `BadBook`."""
    return Reader(folder, game).read()


def digest(folder):
    """A fingerprint of a book's files: it changes when any of them does."""
    hashed = hashlib.sha256()
    for file in sorted(Path(folder).glob("*.yaml")):
        hashed.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return hashed.hexdigest()
