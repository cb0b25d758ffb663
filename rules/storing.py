"""A catalogue -> rows, which replace those of its edition; rows changed by hand are overwritten only if told to."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from django.db import transaction
from django.db.models import Model, Q

from rules import models
from rules.catalogue import ITEM_KINDS, Band, Catalogue, Faction, Item, Opening, Profile, Reminder
from rules.loading import columns, earlier
from rules.text import Text
from rules.typed_shapes import BOOK_SHAPES

ENTRY_MODELS: list[Any] = models.EntryRow.__subclasses__()  # none before those that it refers to


class EditedByHand(Exception):
    """Rows that were changed in the admin, which a load would overwrite."""

    def __init__(self, rows: list[str]) -> None:
        self.rows = rows
        super().__init__(", ".join(rows))


def hand_edited(edition: models.Edition) -> list[str]:
    """The names of the rows of an edition that were changed by hand, and of those that were deleted."""
    head = [f"edition {edition.slug}"] if edition.edited else []
    rows = [
        f"{model._meta.verbose_name} {slug}"
        for model in ENTRY_MODELS
        for slug in model.objects.filter(edition=edition, edited=True).values_list("slug", flat=True)
    ]
    return head + rows + [f"{name} (deleted)" for name in edition.removed]


@transaction.atomic
def store(book: Catalogue, digest: str = "", force: bool = False) -> models.Edition:
    """Make a catalogue's rows those of its edition. Returns the `Edition`.

    The rows of before are kept as an earlier revision where they came from other files. Raises `EditedByHand` where
    that would overwrite rows changed in the admin, unless `force`.
    """
    game, _created = models.Game.objects.update_or_create(
        slug=book.game, defaults={"name_fr": book.name.fr, "name_en": book.name.en}
    )
    edition = models.Edition.objects.select_for_update().filter(game=game, slug=book.edition).first()
    if edition is None:
        edition = models.Edition(game=game, slug=book.edition)
    else:
        edited = hand_edited(edition)
        if edited and not force:
            raise EditedByHand(edited)
        revision = edition.revision + 1
        edition = edition if digest == edition.digest else successor(edition)
        edition.revision = revision
    edition.title, edition.title_en, edition.dated, edition.digest = book.title.fr, book.title.en, book.dated, digest
    edition.play = json.dumps(BOOK_SHAPES.record(type(book.play)).write(book.play), ensure_ascii=False)
    edition.edited, edition.removed = False, []
    edition.save()
    edition.refresh_from_db()
    Storing(edition, book).replace_rows()
    return edition


def successor(edition: models.Edition) -> models.Edition:
    """A new row for an edition, whose rows of now stay under another slug."""
    slug = edition.slug
    edition.slug = earlier(slug, edition.revision)
    edition.save(update_fields=["slug"])
    following = models.Edition.objects.create(game=edition.game, slug=slug, title=edition.title, dated=edition.dated)
    models.Edition.objects.filter(Q(pk=edition.pk) | Q(present=edition)).update(present=following)
    return following


class Storing:
    """Writes a catalogue's entries as rows of one edition: first every row, then what relates them."""

    def __init__(self, edition: models.Edition, book: Catalogue) -> None:
        self.edition, self.book = edition, book

    def replace_rows(self) -> None:
        models.Opening.objects.filter(item__edition=self.edition).delete()
        models.Opening.objects.filter(unittype__edition=self.edition).delete()
        for model in reversed(ENTRY_MODELS):
            model.objects.filter(edition=self.edition).delete()
        book = self.book
        self.special_rules = self.create(models.SpecialRule, book.special_rules)
        self.activities = self.create(models.Activity, book.activities)
        self.unit_types = self.create(models.UnitType, book.unit_types)
        self.items = {
            (kind, slug): row
            for name, kind in ITEM_KINDS.items()
            for slug, row in self.create(models.Item, getattr(book, name)).items()
        }
        self.factions = self.create(models.Faction, book.factions)
        self.create(models.Profile, book.profiles, self.profile_columns)
        self.create(models.Reminder, book.reminders, reminder_columns)
        self.create(models.VictoryGrade, book.victory)
        for slug, table in self.create(models.Table, book.tables).items():
            self.create(models.TableRow, book.tables[slug].rows, table=table)
        self.create(models.Ruling, book.rulings)
        for slug, row in self.create(models.Characteristic, book.characteristics).items():
            costs = book.characteristics[slug].costs.items()
            parts = ({"value": str(value), "cost": cost} for value, cost in costs)
            add_parts(models.CharacteristicCost, parts, characteristic=row)
        for slug, row in self.create(models.Scenario, book.scenarios).items():
            scenario = book.scenarios[slug]
            for model, entries in ((models.ScenarioRole, scenario.roles), (models.ScenarioMission, scenario.missions)):
                add_parts(model, (values(model, entry) for entry in entries), scenario=row)
        for slug, row in self.unit_types.items():
            self.open_to(row, book.unit_types[slug].opening)
        for (kind, slug), row in self.items.items():
            self.relate_item(row, book.collections[kind][slug])
        for slug, row in self.factions.items():
            self.relate_faction(row, book.factions[slug])

    def create(self, model: Any, entries: dict[str, Any], more: Callable = lambda _: {}, **same: Any) -> dict[str, Any]:
        """A row of `model` for each entry, by slug; `more` gives further columns of an entry, `same` those of all."""
        rows = [
            model(
                edition=self.edition,
                position=position,
                **values(model, entry.cite),
                **values(model, entry) | more(entry),
                **same,
            )
            for position, entry in enumerate(entries.values())
        ]
        model.objects.bulk_create(rows)
        return {row.slug: row for row in rows}

    def profile_columns(self, profile: Profile) -> dict[str, Any]:
        return {"printed_cost": profile.printed, "printed_for": self.factions.get(profile.printed_for)}

    def open_to(self, row: models.Item | models.UnitType, opening: Opening | None) -> None:
        if opening is None:
            return
        row.opening = models.Opening.objects.create(rule=opening.rule)
        row.opening.factions.set([self.factions[slug] for slug in opening.factions | opening.subfactions])
        row.opening.drawbacks.set([self.factions[slug] for slug in opening.drawbacks])
        row.save(update_fields=["opening"])

    def relate_item(self, row: models.Item, item: Item) -> None:
        self.open_to(row, item.opening)
        row.types.set([self.unit_types[slug] for slug in item.types])
        row.ammunition.set([self.items["ammunition", slug] for slug in item.ammunition])
        add_parts(models.ItemRule, ({"rule": self.special_rules[slug]} for slug in item.rules), item=row)
        if item.needs:
            row.needs = self.items["equipment", item.needs]
            row.save(update_fields=["needs"])
        if item.limit:
            models.ItemLimit.objects.create(item=row, **values(models.ItemLimit, item.limit))
        if item.ranged:
            bands = band_columns("normal", item.ranged.normal) | band_columns("long", item.ranged.long)
            models.RangedFigures.objects.create(item=row, **values(models.RangedFigures, item.ranged), **bands)

    def relate_faction(self, row: models.Faction, faction: Faction) -> None:
        if faction.parent:
            row.parent = self.factions[faction.parent]
            row.save(update_fields=["parent"])
        activities = ({"activity": self.activities[slug]} for slug in faction.activities)
        add_parts(models.FactionActivity, activities, faction=row)
        sides = {trait.slug: trait for trait in (faction.advantage, faction.drawback)}
        for slug, trait in self.create(models.Trait, sides, faction=row).items():
            changes = (
                {
                    "item": self.items.get((change.kind, change.slug)),
                    "unit_type": self.unit_types[change.slug] if change.kind == "unit_type" else None,
                    **values(models.PriceChange, change),
                }
                for change in sides[slug].prices
            )
            add_parts(models.PriceChange, changes, trait=trait)


def add_parts(model: Any, parts: Iterable[dict[str, Any]], **whole: Any) -> None:
    """A row of `model` for each of the parts of a `whole`: their other columns by name, in their order."""
    model.objects.bulk_create(model(position=position, **part, **whole) for position, part in enumerate(parts))


def values(model: type[Model], entry: Any) -> dict[str, Any]:
    """The columns of `model` that hold the plain fields of an entry, or of a part of one."""
    written: dict[str, Any] = {}
    for name, is_text in columns(entry.__class__, model):
        value = getattr(entry, name)
        written |= {f"{name}_fr": value.fr, f"{name}_en": value.en} if is_text else {name: value}
    return written


def reminder_columns(reminder: Reminder) -> dict[str, Any]:
    def pair(text: Text) -> dict[str, str]:
        return {"fr": text.fr, "en": text.en}

    return {"rows": [{"left": pair(row.left), "right": pair(row.right)} for row in reminder.rows]}


def band_columns(name: str, band: Band | None) -> dict[str, int | None]:
    figures = (band.start, band.end, band.dice) if band else (None, None, None)
    return {f"{name}_{part}": figure for part, figure in zip(("from", "to", "dice"), figures, strict=True)}
