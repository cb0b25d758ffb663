"""A catalogue -> rows and rows -> a catalogue; one catalogue per process and edition revision."""

from django.db import transaction

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
    models.Ruling,
)


class EditedByHand(Exception):
    """Rows that were changed in the admin, which a load would overwrite."""

    def __init__(self, rows):
        self.rows = rows
        super().__init__(", ".join(rows))


# --- rows -> catalogue ----------------------------------------------------------------------------------------------


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


def ruling(row):
    return Ruling(**entry(row), reason=text(row, "reason"), rules=tuple(row.rules))


def shelf(rows, make):
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
        unit_types=shelf(edition.unittypes.select_related("opening").prefetch_related(*openings), unit_type),
        characteristics=shelf(edition.characteristics.prefetch_related("costs"), characteristic),
        special_rules=shelf(edition.specialrules.all(), lambda row: Entry(**entry(row))),
        **{name: shelf([one for one in items if one.kind == kind], item) for name, kind in ITEM_SHELVES.items()},
        factions=shelf(factions, faction),
        activities=shelf(edition.activitys.all(), lambda row: Entry(**entry(row))),
        scenarios=shelf(edition.scenarios.prefetch_related("roles", "missions"), scenario),
        profiles=shelf(edition.profiles.select_related("printed_for"), profile),
        reminders=shelf(edition.reminders.all(), reminder),
        victory=shelf(edition.victorygrades.all(), lambda row: Entry(**entry(row))),
        rulings=shelf(edition.rulings.all(), ruling),
    )


_kept: dict[int, Catalogue] = {}


class NoBook(LookupError):
    """No edition of a game has been loaded."""


def catalogue(game, edition=None):
    """The catalogue of a game's newest edition, or of the named one where it exists. One query when it is known.

    Fresh in every process after an edit in the admin, because the revision is asked for each time.
    """
    rows = list(models.Edition.objects.filter(game__slug=game).values_list("pk", "slug", "revision"))
    if not rows:
        raise NoBook(game)
    pk, _slug, revision = next((row for row in rows if row[1] == edition), rows[0])
    kept = _kept.get(pk)
    if kept is None or kept.revision != revision:
        row = models.Edition.objects.select_related("game").get(pk=pk)
        kept = _kept[pk] = load(row)
    return kept


# --- catalogue -> rows ----------------------------------------------------------------------------------------------


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
