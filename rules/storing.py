"""A catalogue -> rows, in the place of what its edition held; rows changed by hand are not overwritten unasked."""

from django.db import transaction

from rules import models
from rules.loading import FIGURES, ITEM_SHELVES, TEXTS_OF_SCENARIOS

ENTRY_MODELS = (
    models.SpecialRule,
    models.UnitType,
    models.Characteristic,
    models.Item,
    models.Activity,
    models.Faction,
    models.Trait,
    models.Scenario,
    models.Profile,
    models.Reminder,
    models.VictoryGrade,
    models.Table,
    models.TableRow,
    models.Ruling,
)


class EditedByHand(Exception):
    """Rows that were changed in the admin, which a load would overwrite."""

    def __init__(self, rows):
        self.rows = rows
        super().__init__(", ".join(rows))


def hand_edited(edition):
    """The names of the rows of an edition that were changed by hand, and of those that were deleted."""
    head = [f"edition {edition.slug}"] if edition.edited else []
    rows = [
        f"{model._meta.verbose_name} {slug}"
        for model in ENTRY_MODELS
        for slug in model._default_manager.filter(edition=edition, edited=True).values_list("slug", flat=True)
    ]
    return head + rows + [f"{name} (deleted)" for name in edition.removed]


@transaction.atomic
def store(book, digest="", force=False):
    """Take a catalogue in as rows, in the place of what the edition held. Returns the `Edition`.

    Raises `EditedByHand` where that would overwrite rows changed in the admin, unless `force`.
    """
    game, _made = models.Game.objects.update_or_create(
        slug=book.game, defaults={"name_fr": book.name.fr, "name_en": book.name.en}
    )
    edition, made = models.Edition.objects.select_for_update().get_or_create(
        game=game, slug=book.edition, defaults={"title": book.title, "dated": book.dated}
    )
    if not made:
        edited = hand_edited(edition)
        if edited and not force:
            raise EditedByHand(edited)
        edition.revision += 1
    edition.title, edition.dated, edition.digest = book.title, book.dated, digest
    edition.edited, edition.removed = False, []
    edition.save()
    edition.refresh_from_db()
    Storing(edition, book).run()
    return edition


class Storing:
    """Writes a catalogue's entries as rows of one edition."""

    def __init__(self, edition, book):
        self.edition, self.book = edition, book

    def run(self):
        models.Opening.objects.filter(item__edition=self.edition).delete()
        models.Opening.objects.filter(unittype__edition=self.edition).delete()
        for model in reversed(ENTRY_MODELS):
            model._default_manager.filter(edition=self.edition).delete()
        book = self.book
        self.special_rules = self.rows(models.SpecialRule, book.special_rules)
        self.activities = self.rows(models.Activity, book.activities)
        self.unit_types = self.rows(models.UnitType, book.unit_types, self.of_unit_type)
        characteristics = self.rows(models.Characteristic, book.characteristics)
        self.items = {}
        for name, kind in ITEM_SHELVES.items():
            for slug, row in self.rows(models.Item, getattr(book, name), self.of_item).items():
                self.items[kind, slug] = row
        self.rows(models.Scenario, book.scenarios, self.of_scenario)
        self.factions = self.rows(models.Faction, book.factions, self.of_faction)
        self.rows(models.Profile, book.profiles, self.of_profile)
        self.rows(models.Reminder, book.reminders, self.of_reminder)
        self.rows(models.VictoryGrade, book.victory)
        for slug, row in self.rows(models.Table, book.tables, lambda one: {"dice": one.dice}).items():
            self.rows(models.TableRow, book.tables[slug].rows, lambda one, row=row: self.of_table_row(one, row))
        self.rows(models.Ruling, book.rulings, self.of_ruling)
        for slug, row in characteristics.items():
            models.CharacteristicCost.objects.bulk_create(
                models.CharacteristicCost(characteristic=row, value=str(value), cost=cost, position=position)
                for position, (value, cost) in enumerate(book.characteristics[slug].costs.items())
            )
        self.link()

    def rows(self, model, entries, more=lambda _entry: {}):
        made = [
            model(
                edition=self.edition,
                position=position,
                slug=one.slug,
                icon=one.icon,
                retired=one.retired,
                book=one.cite.book,
                page=one.cite.page,
                heading=one.cite.heading,
                **both("name", one.name),
                **both("text", one.text),
                **both("card", one.card),
                **more(one),
            )
            for position, one in enumerate(entries.values())
        ]
        model.objects.bulk_create(made)
        return {row.slug: row for row in made}

    def of_unit_type(self, one):
        return {name: getattr(one, name) for name in ("kind", "cost", "printed", *FIGURES)}

    def of_item(self, one):
        names = (
            "kind", "cost", "printed", "places", "slots", "melee", "arc", "weapon", "exotic", "repeatable",
            "demountable", "seats", "shooters", "needs_rule",
        )  # fmt: skip
        return {name: getattr(one, name) for name in names}

    def of_faction(self, one):
        return {"replaces": one.replaces, "activities_printed": one.activities_printed}

    def of_scenario(self, one):
        figures = {name: getattr(one, name) for name in ("number", "budget", "turns", "vehicles", "secondary_missions")}
        texts = [both(name, getattr(one, name)) for name in TEXTS_OF_SCENARIOS]
        return figures | {key: value for pair in texts for key, value in pair.items()} | {"bonus": list(one.bonus)}

    def of_profile(self, one):
        return {
            "unit": one.unit,
            "printed_cost": one.printed,
            "printed_for": self.factions.get(one.printed_for),
            "printed_otherwise": one.printed_otherwise,
        }

    def of_reminder(self, one):
        rows = [{"left": plain(row.left), "right": plain(row.right)} for row in one.rows]
        return {"uses": one.uses, "rows": rows}

    def of_table_row(self, one, table):
        return {"table": table, "figures": one.figures, "low": one.low, "high": one.high}

    def of_ruling(self, one):
        return both("reason", one.reason) | {"rules": list(one.rules)}

    def link(self):
        """What hangs between rows that are there by now."""
        for slug, row in self.unit_types.items():
            self.open_to(row, self.book.unit_types[slug].opening)
        for name, kind in ITEM_SHELVES.items():
            for slug, one in getattr(self.book, name).items():
                self.link_item(self.items[kind, slug], one)
        for slug, one in self.book.factions.items():
            self.link_faction(self.factions[slug], one)
        for number, one in enumerate(self.book.scenarios.values()):
            self.link_scenario(models.Scenario.objects.get(edition=self.edition, position=number), one)

    def open_to(self, row, opening):
        if opening is None:
            return
        row.opening = models.Opening.objects.create(rule=opening.rule)
        row.opening.factions.set([self.factions[slug] for slug in opening.factions | opening.subfactions])
        row.opening.drawbacks.set([self.factions[slug] for slug in opening.drawbacks])
        row.save(update_fields=["opening"])

    def link_item(self, row, one):
        self.open_to(row, one.opening)
        row.types.set([self.unit_types[slug] for slug in one.types])
        row.ammunition.set([self.items["ammunition", slug] for slug in one.ammunition])
        models.ItemRule.objects.bulk_create(
            models.ItemRule(item=row, rule=self.special_rules[slug], position=n) for n, slug in enumerate(one.rules)
        )
        if one.needs:
            row.needs = self.items["equipment", one.needs]
            row.save(update_fields=["needs"])
        if one.limit:
            models.ItemLimit.objects.create(
                item=row, scope=one.limit.scope, maximum=one.limit.maximum, per=one.limit.per, rule=one.limit.rule
            )
        if one.ranged:
            models.RangedFigures.objects.create(
                item=row,
                pilot=one.ranged.pilot,
                passenger=one.ranged.passenger,
                **both("template", one.ranged.template),
                **of_band("normal", one.ranged.normal),
                **of_band("long", one.ranged.long),
            )

    def link_faction(self, row, one):
        if one.parent:
            row.parent = self.factions[one.parent]
            row.save(update_fields=["parent"])
        models.FactionActivity.objects.bulk_create(
            models.FactionActivity(faction=row, activity=self.activities[slug], position=n)
            for n, slug in enumerate(one.activities)
        )
        for side in (one.advantage, one.drawback):
            made = self.rows(models.Trait, {side.slug: side}, lambda trait: {"side": trait.side, "faction": row})
            models.PriceChange.objects.bulk_create(
                models.PriceChange(
                    trait=made[side.slug],
                    item=self.items.get((change.kind, change.slug)),
                    unit_type=self.unit_types[change.slug] if change.kind == "unit_type" else None,
                    cost=change.cost,
                    change=change.change,
                    position=n,
                )
                for n, change in enumerate(side.prices)
            )

    def link_scenario(self, row, one):
        models.ScenarioRole.objects.bulk_create(
            models.ScenarioRole(scenario=row, slug=role.slug, factor=role.factor, position=n, **both("name", role.name))
            for n, role in enumerate(one.roles)
        )
        models.ScenarioMission.objects.bulk_create(
            models.ScenarioMission(scenario=row, role=mission.role, position=n, **both("text", mission.text))
            for n, mission in enumerate(one.missions)
        )


def plain(words):
    return {"fr": words.fr, "en": words.en}


def both(name, words):
    return {f"{name}_fr": words.fr, f"{name}_en": words.en}


def of_band(name, one):
    values = (None, None, None) if one is None else (one.start, one.end, one.dice)
    return {f"{name}_{part}": value for part, value in zip(("from", "to", "dice"), values, strict=True)}
