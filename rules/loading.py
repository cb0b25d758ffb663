"""Rows -> a catalogue; one catalogue per process and edition revision."""

from rules import models
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
from rules.text import Text

ITEM_SHELVES = {
    "weapons": "weapon",
    "equipment": "equipment",
    "abilities": "ability",
    "options": "option",
    "ammunition": "ammunition",
    "modifications": "modification",
}
TEXTS_OF_SCENARIOS = ("table", "deployment", "brings", "special", "influence")
PLAIN_OF_ITEMS = (
    "kind",
    "cost",
    "printed",
    "places",
    "slots",
    "melee",
    "arc",
    "weapon",
    "exotic",
    "repeatable",
    "demountable",
    "seats",
    "shooters",
    "needs_rule",
)
FIGURES = ("places", "wounds", "seats", "shooters", "slots", "road", "clear", "hard", "ram")


def text(row, name):
    return Text(getattr(row, f"{name}_fr"), getattr(row, f"{name}_en"))


def entry(row):
    return {
        "slug": row.slug,
        "name": text(row, "name"),
        "text": text(row, "text"),
        "card": text(row, "card"),
        "icon": row.icon,
        "retired": row.retired,
        "cite": Cite(row.book, row.page, row.heading),
    }


def opening(row):
    if row is None:
        return None
    factions = list(row.factions.all())
    return Opening(
        row.rule,
        frozenset(one.slug for one in factions if one.parent_id is None),
        frozenset(one.slug for one in factions if one.parent_id is not None),
        frozenset(one.slug for one in row.drawbacks.all()),
    )


def band(row, name):
    start, end, dice = (getattr(row, f"{name}_{part}") for part in ("from", "to", "dice"))
    return None if end is None else Band(start, end, dice)


def ranged(item):
    row = getattr(item, "figures", None)
    if row is None:
        return None
    return Ranged(band(row, "normal"), band(row, "long"), text(row, "template"), row.pilot, row.passenger)


def limit(item):
    row = getattr(item, "limit", None)
    return None if row is None else Limit(row.scope, row.maximum, row.rule, row.per)


def item(row):
    return Item(
        **entry(row),
        **{name: getattr(row, name) for name in PLAIN_OF_ITEMS},
        rules=tuple(one.rule.slug for one in row.itemrule_set.all()),
        ranged=ranged(row),
        types=frozenset(one.slug for one in row.types.all()),
        ammunition=frozenset(one.slug for one in row.ammunition.all()),
        opening=opening(row.opening),
        limit=limit(row),
        needs=row.needs.slug if row.needs else "",
    )


def trait(row):
    prices = tuple(
        PriceChange(
            one.item.kind if one.item else "unit_type",
            one.item.slug if one.item else one.unit_type.slug,
            one.cost,
            one.change,
        )
        for one in row.prices.all()
    )
    return Trait(**entry(row), side=row.side, prices=prices)


def faction(row):
    traits = {one.side: trait(one) for one in row.traits.all()}
    return Faction(
        **entry(row),
        parent=row.parent.slug if row.parent else "",
        replaces=row.replaces,
        activities=tuple(one.activity.slug for one in row.factionactivity_set.all()),
        activities_printed=row.activities_printed,
        advantage=traits["advantage"],
        drawback=traits["drawback"],
    )


def scenario(row):
    return Scenario(
        **entry(row),
        **{name: text(row, name) for name in TEXTS_OF_SCENARIOS},
        number=row.number,
        budget=row.budget,
        turns=row.turns,
        vehicles=row.vehicles,
        secondary_missions=row.secondary_missions,
        roles=tuple(Role(one.slug, text(one, "name"), one.factor) for one in row.roles.all()),
        missions=tuple(Mission(one.role, text(one, "text")) for one in row.missions.all()),
        bonus=tuple(row.bonus),
    )


def unit_type(row):
    figures = {name: getattr(row, name) for name in ("kind", "cost", "printed", *FIGURES)}
    return UnitType(**entry(row), **figures, opening=opening(row.opening))


def characteristic(row):
    costs = {int(one.value) if one.value.isdigit() else one.value: one.cost for one in row.costs.all()}
    return Characteristic(**entry(row), costs=costs)


def profile(row):
    return Profile(
        **entry(row),
        unit=row.unit,
        printed=row.printed_cost,
        printed_for=row.printed_for.slug if row.printed_for else "",
        printed_otherwise=row.printed_otherwise,
    )


def reminder(row):
    rows = tuple(ReminderRow(Text(**one["left"]), Text(**one["right"])) for one in row.rows)
    return Reminder(**entry(row), uses=row.uses, rows=rows)


def table_row(row):
    return TableRow(**entry(row), figures=row.figures, low=row.low, high=row.high)


def table(row):
    return Table(**entry(row), dice=row.dice, rows={one.slug: table_row(one) for one in row.rows.all()})


def ruling(row):
    return Ruling(**entry(row), reason=text(row, "reason"), rules=tuple(row.rules))


def collection(rows, make):
    return {row.slug: make(row) for row in rows}


def load(edition):
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
        title=edition.title,
        dated=edition.dated.isoformat(),
        unit_types=collection(edition.unittypes.select_related("opening").prefetch_related(*openings), unit_type),
        characteristics=collection(edition.characteristics.prefetch_related("costs"), characteristic),
        special_rules=collection(edition.specialrules.all(), lambda row: Entry(**entry(row))),
        **{name: collection([one for one in items if one.kind == kind], item) for name, kind in ITEM_SHELVES.items()},
        factions=collection(factions, faction),
        activities=collection(edition.activitys.all(), lambda row: Entry(**entry(row))),
        scenarios=collection(edition.scenarios.prefetch_related("roles", "missions"), scenario),
        profiles=collection(edition.profiles.select_related("printed_for"), profile),
        reminders=collection(edition.reminders.all(), reminder),
        victory=collection(edition.victorygrades.all(), lambda row: Entry(**entry(row))),
        tables=collection(edition.tables.prefetch_related("rows"), table),
        rulings=collection(edition.rulings.all(), ruling),
    )


_kept: dict[int, Catalogue] = {}


class NoBook(LookupError):
    """No edition of a game has been loaded."""


def editions(game):
    """The editions of a game, newest first: (pk, slug, revision). One query."""
    return list(models.Edition.objects.filter(game__slug=game).values_list("pk", "slug", "revision"))


def catalogue(game, edition=None):
    """The catalogue of a game's newest edition, or of the named one where it exists. One query when it is known.

    Fresh in every process after an edit in the admin, because the revision is asked for each time.
    """
    rows = editions(game)
    if not rows:
        raise NoBook(game)
    pk, _slug, revision = next((row for row in rows if row[1] == edition), rows[0])
    kept = _kept.get(pk)
    if kept is None or kept.revision != revision:
        row = models.Edition.objects.select_related("game").get(pk=pk)
        kept = _kept[pk] = load(row)
    return kept
