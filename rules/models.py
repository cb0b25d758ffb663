"""The books as rows: games, editions, factions, traits, unit types, items, costs, limits, scenarios, rulings."""

from typing import Any

from django.db import models
from django.db.models import F, Q

TEXT_FIELDS: Any = {"blank": True, "default": ""}


class Game(models.Model):
    slug = models.SlugField(unique=True)
    name_fr = models.CharField(max_length=200)
    name_en = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.name_fr


class Edition(models.Model):
    """A dated state of a game's book. `revision` rises with every change, `digest` is the fingerprint of its files.

    present -- the edition that this is an earlier revision of, kept for lists that stay with it; None for the others
    """

    game = models.ForeignKey(Game, models.CASCADE, related_name="editions")
    slug = models.SlugField()
    title = models.CharField(max_length=200)
    title_en = models.CharField(max_length=200, blank=True, default="", db_default="")
    dated = models.DateField()
    revision = models.PositiveIntegerField(default=1)
    digest = models.CharField(max_length=64, editable=False, **TEXT_FIELDS)
    play = models.TextField(editable=False, help_text="Its data of play, as JSON", db_default="", **TEXT_FIELDS)
    edited = models.BooleanField(default=False, editable=False, help_text="Its head was changed by hand.")
    removed = models.JSONField(default=list, editable=False, help_text="Rows deleted by hand, which a load brings back")
    present = models.ForeignKey("self", models.CASCADE, null=True, editable=False, related_name="earlier")

    class Meta:
        ordering = ["game", "-dated", "-pk"]
        constraints = [models.UniqueConstraint(fields=["game", "slug"], name="edition_once")]

    def __str__(self) -> str:
        return f"{self.game} {self.slug}"


class EntryRow(models.Model):
    """What every row of a book has. `edited`: changed by hand, so a load leaves it alone unless forced."""

    edition = models.ForeignKey(Edition, models.CASCADE, related_name="%(class)ss")
    slug = models.CharField(max_length=100)
    position = models.PositiveSmallIntegerField(default=0)
    name_fr = models.CharField(max_length=200)
    name_en = models.CharField(max_length=200)
    text_fr = models.TextField(**TEXT_FIELDS)
    text_en = models.TextField(**TEXT_FIELDS)
    card_fr = models.CharField(max_length=200, **TEXT_FIELDS)
    card_en = models.CharField(max_length=200, **TEXT_FIELDS)
    icon = models.CharField(max_length=60, **TEXT_FIELDS)
    book = models.CharField(max_length=60, help_text="The short title that is cited, as in “RBN v2, p. 28”.")
    page = models.PositiveSmallIntegerField(null=True, blank=True)
    heading = models.CharField(max_length=200, help_text="Cited where no page is known.", **TEXT_FIELDS)
    retired = models.BooleanField(default=False, help_text="Kept in stored lists and shown as retired.")
    edited = models.BooleanField(default=False, editable=False)

    class Meta:
        abstract = True
        ordering = ["edition", "position"]
        constraints = [
            models.UniqueConstraint(fields=["edition", "slug"], name="%(class)s_once"),
            models.CheckConstraint(
                # a comparison with no page is neither true nor false, and only false is refused
                condition=Q(page__isnull=False, page__gte=1) | (Q(page__isnull=True) & ~Q(heading="")),
                name="%(class)s_is_cited",
            ),
        ]

    def __str__(self) -> str:
        return self.name_fr


class Opening(models.Model):
    """Who may take a thing, and the rule that says so."""

    rule = models.CharField(max_length=60)
    factions: "models.ManyToManyField[Faction, Any]" = models.ManyToManyField("Faction", related_name="+", blank=True)
    drawbacks: "models.ManyToManyField[Faction, Any]" = models.ManyToManyField("Faction", related_name="+", blank=True)

    def __str__(self) -> str:
        return f"{self.rule}: " + ", ".join(map(str, self.factions.all()))


class SpecialRule(EntryRow):
    """A special rule of weapons, such as Rafale."""


class UnitType(EntryRow):
    class Kind(models.TextChoices):
        FIGHTER = "fighter"
        VEHICLE = "vehicle"

    kind = models.CharField(max_length=20, choices=Kind)
    cost = models.SmallIntegerField(help_text="Points; what is charged.")
    printed = models.BooleanField(default=True, help_text="Off where no book prints the cost.")
    places = models.PositiveSmallIntegerField(default=0)
    wounds = models.PositiveSmallIntegerField(default=0)
    seats = models.PositiveSmallIntegerField(default=0)
    shooters = models.PositiveSmallIntegerField(default=0)
    slots = models.PositiveSmallIntegerField(default=0)
    road = models.PositiveSmallIntegerField(default=0, help_text="cm")
    clear = models.PositiveSmallIntegerField(default=0, help_text="cm")
    hard = models.PositiveSmallIntegerField(default=0, help_text="cm")
    ram = models.PositiveSmallIntegerField(default=0, help_text="D6 against fighters on foot")
    opening = models.OneToOneField(Opening, models.SET_NULL, null=True, blank=True)

    class Meta(EntryRow.Meta):
        constraints = [
            *EntryRow.Meta.constraints,
            models.CheckConstraint(condition=Q(kind__in=["fighter", "vehicle"]), name="unittype_kind"),
            models.CheckConstraint(condition=Q(cost__gte=0), name="unittype_costs_something"),
            models.CheckConstraint(condition=Q(shooters__lte=F("seats")), name="unittype_shooters_sit"),
        ]


class Characteristic(EntryRow):
    """T or C; each value has a `CharacteristicCost`."""


class CharacteristicCost(models.Model):
    """What a value of a characteristic costs. `value` is "-" or a number."""

    characteristic = models.ForeignKey(Characteristic, models.CASCADE, related_name="costs")
    value = models.CharField(max_length=10)
    cost = models.SmallIntegerField()
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["characteristic", "value"], name="characteristic_value_once"),
            models.CheckConstraint(condition=Q(cost__gte=0), name="characteristic_costs_something"),
        ]

    def __str__(self) -> str:
        return f"{self.characteristic.slug}{self.value}: {self.cost}"


class Item(EntryRow):
    """Anything bought for a unit: weapon, equipment, ability, vehicle option, ammunition, modification."""

    class Kind(models.TextChoices):
        WEAPON = "weapon"
        EQUIPMENT = "equipment"
        ABILITY = "ability"
        OPTION = "option"
        AMMUNITION = "ammunition"
        MODIFICATION = "modification"

    kind = models.CharField(max_length=20, choices=Kind)
    also_fr = models.CharField(
        max_length=200, help_text="Other names that the book gives it", db_default="", **TEXT_FIELDS
    )
    also_en = models.CharField(max_length=200, db_default="", **TEXT_FIELDS)
    cost = models.SmallIntegerField(help_text="Points; what is charged.")
    printed = models.BooleanField(default=True, help_text="Off where no book prints the cost.")
    places = models.PositiveSmallIntegerField(default=0, help_text="Weapon places on a fighter")
    slots = models.PositiveSmallIntegerField(default=0, help_text="Slots on a vehicle")
    rules: "models.ManyToManyField[SpecialRule, ItemRule]" = models.ManyToManyField(
        SpecialRule, through="ItemRule", blank=True
    )
    melee = models.SmallIntegerField(null=True, blank=True, help_text="D6 added in melee")
    melee_page = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Where these stand, if elsewhere")
    arc = models.CharField(max_length=10, **TEXT_FIELDS)
    weapon = models.BooleanField(default=False)
    exotic = models.BooleanField(default=False)
    repeatable = models.BooleanField(default=False)
    demountable = models.BooleanField(default=False)
    seats = models.PositiveSmallIntegerField(default=0, help_text="Seats it adds")
    shooters = models.PositiveSmallIntegerField(default=0, help_text="Shooters it adds")
    types = models.ManyToManyField(UnitType, blank=True, help_text="The unit types it is open to; none: all")
    ammunition = models.ManyToManyField("self", symmetrical=False, blank=True, related_name="weapons")
    opening = models.OneToOneField(Opening, models.SET_NULL, null=True, blank=True)
    needs = models.ForeignKey("self", models.SET_NULL, null=True, blank=True, related_name="needed_by")
    needs_rule = models.CharField(max_length=60, **TEXT_FIELDS)

    class Meta(EntryRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["edition", "kind", "slug"], name="item_once"),
            EntryRow.Meta.constraints[1],
            models.CheckConstraint(condition=Q(places__lte=3), name="item_places"),
            models.CheckConstraint(condition=Q(slots__lte=4), name="item_slots"),
        ]


class ItemRule(models.Model):
    item = models.ForeignKey(Item, models.CASCADE)
    rule = models.ForeignKey(SpecialRule, models.CASCADE)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["item", "rule"], name="item_rule_once")]

    def __str__(self) -> str:
        return str(self.rule)


class RangedFigures(models.Model):
    """A shooting weapon's bands in cm and D6; pilot and passenger empty where they cannot shoot it."""

    item = models.OneToOneField(Item, models.CASCADE, related_name="figures")
    normal_from = models.PositiveSmallIntegerField(null=True, blank=True)
    normal_to = models.PositiveSmallIntegerField(null=True, blank=True)
    normal_dice = models.SmallIntegerField(null=True, blank=True)
    long_from = models.PositiveSmallIntegerField(null=True, blank=True)
    long_to = models.PositiveSmallIntegerField(null=True, blank=True)
    long_dice = models.SmallIntegerField(null=True, blank=True)
    template_fr = models.CharField(max_length=100, **TEXT_FIELDS)
    template_en = models.CharField(max_length=100, **TEXT_FIELDS)
    pilot = models.SmallIntegerField(null=True, blank=True)
    passenger = models.SmallIntegerField(null=True, blank=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(normal_to__isnull=True)
                | Q(normal_from__isnull=False, normal_to__gt=F("normal_from"), normal_dice__isnull=False),
                name="normal_band_runs_outwards",
            ),
            models.CheckConstraint(
                condition=Q(long_to__isnull=True)
                | Q(long_from__isnull=False, long_to__gt=F("long_from"), long_dice__isnull=False),
                name="long_band_runs_outwards",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}: figures"


class ItemLimit(models.Model):
    """At most `maximum` per unit, per list, or per full `per` points; `rule` reports it."""

    class Scope(models.TextChoices):
        UNIT = "unit"
        LIST = "list"
        POINTS = "points"

    item = models.OneToOneField(Item, models.CASCADE, related_name="limit")
    scope = models.CharField(max_length=10, choices=Scope)
    maximum = models.PositiveSmallIntegerField()
    per = models.PositiveSmallIntegerField(default=0)
    rule = models.CharField(max_length=60)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(maximum__gte=1), name="limit_allows_one"),
            models.CheckConstraint(
                condition=Q(scope="points", per__gte=1) | Q(scope__in=["unit", "list"], per=0), name="limit_scope"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.maximum} per {self.per} points" if self.per else f"{self.maximum} per {self.scope}"


class Activity(EntryRow):
    class Meta(EntryRow.Meta):
        verbose_name_plural = "activities"


class Faction(EntryRow):
    parent = models.ForeignKey("self", models.CASCADE, null=True, blank=True, related_name="subfactions")
    replaces = models.BooleanField(default=False, help_text="Its traits stand instead of its parent's.")
    activities: "models.ManyToManyField[Activity, FactionActivity]" = models.ManyToManyField(
        Activity, through="FactionActivity", blank=True
    )
    activities_printed = models.BooleanField(default=True)

    class Meta(EntryRow.Meta):
        constraints = [
            *EntryRow.Meta.constraints,
            models.CheckConstraint(condition=~Q(parent=F("id")), name="faction_is_not_its_own_parent"),
        ]


class FactionActivity(models.Model):
    faction = models.ForeignKey(Faction, models.CASCADE)
    activity = models.ForeignKey(Activity, models.CASCADE)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["faction", "activity"], name="faction_activity_once")]

    def __str__(self) -> str:
        return str(self.activity)


class Trait(EntryRow):
    """An advantage or a drawback. Price changes belong to it, not to its faction, because mercenaries borrow traits."""

    class Side(models.TextChoices):
        ADVANTAGE = "advantage"
        DRAWBACK = "drawback"

    faction = models.ForeignKey(Faction, models.CASCADE, related_name="traits")
    side = models.CharField(max_length=10, choices=Side)

    class Meta(EntryRow.Meta):
        constraints = [
            *EntryRow.Meta.constraints,
            models.UniqueConstraint(fields=["faction", "side"], name="one_trait_a_side"),
        ]


class PriceChange(models.Model):
    """A trait sets the cost of an item or a unit type, or adds to it."""

    trait = models.ForeignKey(Trait, models.CASCADE, related_name="prices")
    item = models.ForeignKey(Item, models.CASCADE, null=True, blank=True)
    unit_type = models.ForeignKey(UnitType, models.CASCADE, null=True, blank=True)
    cost = models.SmallIntegerField(null=True, blank=True)
    change = models.SmallIntegerField(default=0)
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.CheckConstraint(
                condition=Q(item__isnull=False, unit_type__isnull=True) | Q(item__isnull=True, unit_type__isnull=False),
                name="a_price_of_one_thing",
            ),
            models.CheckConstraint(
                condition=Q(cost__isnull=False, change=0) | Q(cost__isnull=True), name="a_price_is_set_or_changed"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item or self.unit_type}: {f'{self.change:+d}' if self.cost is None else self.cost}"


class Scenario(EntryRow):
    number = models.PositiveSmallIntegerField()
    budget = models.PositiveSmallIntegerField(null=True, blank=True)
    turns = models.PositiveSmallIntegerField(default=0)
    vehicles = models.BooleanField(default=True)
    secondary_missions = models.BooleanField(default=True)
    table_fr = models.TextField(**TEXT_FIELDS)
    table_en = models.TextField(**TEXT_FIELDS)
    deployment_fr = models.TextField(**TEXT_FIELDS)
    deployment_en = models.TextField(**TEXT_FIELDS)
    brings_fr = models.TextField(**TEXT_FIELDS)
    brings_en = models.TextField(**TEXT_FIELDS)
    special_fr = models.TextField(**TEXT_FIELDS)
    special_en = models.TextField(**TEXT_FIELDS)
    influence_fr = models.TextField(**TEXT_FIELDS)
    influence_en = models.TextField(**TEXT_FIELDS)
    bonus = models.JSONField(default=list, blank=True, help_text="Prize points that may be spent: a list of numbers")

    class Meta(EntryRow.Meta):
        constraints = [
            *EntryRow.Meta.constraints,
            models.UniqueConstraint(fields=["edition", "number"], name="scenario_number_once"),
        ]


class ScenarioRole(models.Model):
    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="roles")
    slug = models.CharField(max_length=60)
    name_fr = models.CharField(max_length=100)
    name_en = models.CharField(max_length=100)
    factor = models.PositiveSmallIntegerField(default=1, help_text="Multiplies the agreed budget")
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["scenario", "slug"], name="role_once"),
            models.CheckConstraint(condition=Q(factor__gte=1), name="role_factor"),
        ]

    def __str__(self) -> str:
        return self.name_fr


class ScenarioMission(models.Model):
    scenario = models.ForeignKey(Scenario, models.CASCADE, related_name="missions")
    role = models.CharField(max_length=60, **TEXT_FIELDS)
    text_fr = models.TextField()
    text_en = models.TextField()
    position = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["position"]

    def __str__(self) -> str:
        return self.text_fr


class Profile(EntryRow):
    """A ready-made unit with the cost that the book prints, which may differ from what the rules make it cost."""

    unit = models.JSONField(help_text="A unit in the exchange format")
    printed_cost = models.SmallIntegerField()
    printed_for = models.ForeignKey(Faction, models.SET_NULL, null=True, blank=True)
    printed_otherwise = models.SmallIntegerField(null=True, blank=True)


class Reminder(EntryRow):
    """A table to have at hand; `rows` is a list of {left: {fr, en}, right: {fr, en}}."""

    uses = models.CharField(max_length=60, default="always")
    rows = models.JSONField(default=list, blank=True)


class VictoryGrade(EntryRow):
    """A grade of victory, by the main and the secondary missions."""


class Table(EntryRow):
    """A table of the book; `dice` where it is rolled on."""

    dice = models.CharField(max_length=10, help_text="Such as 2D6; empty where nobody rolls", **TEXT_FIELDS)


class TableRow(EntryRow):
    """A row of a table; on a dice table the totals from `low` to `high` lead to it."""

    table = models.ForeignKey(Table, models.CASCADE, related_name="rows")
    low = models.PositiveSmallIntegerField(null=True, blank=True)
    high = models.PositiveSmallIntegerField(null=True, blank=True)
    figures = models.JSONField(default=dict, blank=True, help_text="Figures by name: numbers, words, true, false, null")

    class Meta(EntryRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["table", "slug"], name="tablerow_once"),
            EntryRow.Meta.constraints[1],
            models.CheckConstraint(
                condition=Q(low__isnull=True, high__isnull=True)
                | Q(low__isnull=False, high__isnull=False, low__lte=F("high")),
                name="tablerow_totals",
            ),
        ]


class Ruling(EntryRow):
    """A decision where the book is silent, and why."""

    reason_fr = models.TextField()
    reason_en = models.TextField()
    rules = models.JSONField(default=list, blank=True, help_text="The ids of the rules it decides")
