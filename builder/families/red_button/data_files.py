"""The family's books as data files of BattleScribe: a game system, and a catalogue with an entry for each choice.

The ids of entries are those of `builder.texts.selections`, by which a roster made with these files is read.
"""

from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import Any
from xml.etree.ElementTree import Element

from django.utils.translation import gettext as _

from builder.exports.data_files import POINTS, VERSION
from builder.families.red_button.data_file_elements import (
    condition,
    element,
    group_of_conditions,
    hidden_without,
    limit,
    lists,
    per_points,
    profile_type,
    profile_types,
    text_element,
)
from builder.families.red_button.data_file_entries import PLACES, SLOTS, category_of
from builder.families.red_button.data_file_head import Head, is_below
from builder.texts.selections import LIST, OURS, id_within
from builder.wording import local, say
from rules.catalogue import Catalogue, Faction, Item, Opening, Trait, UnitType
from rules.families.red_button.analysis import GIANT
from rules.registry import GAMES

SCHEMA = "http://www.battlescribe.net/schema/"
ANY_NUMBER = None
APART = {"fighter": "slave", "vehicle": "type"}
# What the entries and their limits keep, besides the rules that rows of the book name.
KEPT = (
    *("budget-exceeded", "bad-budget", "bad-faction", "bad-subfaction", "bad-scenario", "bad-role", "bad-stats"),
    *("unknown-weapon", "unknown-equipment", "unknown-ability", "unknown-option", "unknown-vehicle"),
    *("dup-equipment", "dup-ability", "dup-option", "dup-ammo", "weapon-places", "slots-exceeded", "option-type"),
    *("ammo-not-allowed", "exotic-not-agreed", "flying-not-light", "demount-not-allowed", "bonus-not-allowed"),
    *("merc-choices-unexpected", "faction", "vehicles"),
)


class DataFiles(Head):
    """Writes the two files of one book in the active language.

    excepted -- the ids of rules that a row of the book names, but whose exceptions no row says
    """

    def __init__(self, book: Catalogue, excepted: Collection[str] = ()) -> None:
        super().__init__(book)
        self.excepted = excepted
        self.said: set[str] = set()  # the ids of the rules that entries and limits keep, besides `KEPT`
        self.limits: dict[str, Element] = {}  # categories of things of which a list may have so many, by their rule

    def write(self) -> tuple[Element, Element]:
        entries = [self.list_entry(), *self.units()]
        catalogue = element(
            "catalogue",
            lists(publications=self.publications(), selectionEntries=entries, sharedRules=self.special_rules()),
            **self.about("catalogueSchema", f"{self.book.game}-lists"),
            gameSystemId=OURS + self.book.game,
            gameSystemRevision=self.book.revision,
        )
        return self.game_system(), catalogue

    def about(self, schema: str, slug: str) -> dict[str, Any]:
        versions = {"revision": self.book.revision, "battleScribeVersion": VERSION, "authorName": "Bivouac"}
        return {"xmlns": SCHEMA + schema, "id": OURS + slug, "name": self.name, **versions}

    def game_system(self) -> Element:
        """The system: costs, kinds of profiles, categories and their limits; its readme says what it does not check."""
        kinds = {kind: self.category(kind, name) for kind, name in self.kinds().items()}
        categories = [*kinds.values(), *self.limits.values()]
        links = [
            element("categoryLink", id=f"link:{category.get('id')}", name=category.get("name"), hidden=False,
                    targetId=category.get("id"))
            for category in categories
        ]  # fmt: skip
        force = element("forceEntry", lists(categoryLinks=links), id="force", name=self.name, hidden=False)
        costs = {POINTS: "pts", PLACES: _("Weapon slots"), SLOTS: _("slots")}
        inner = lists(
            publications=self.publications(),
            costTypes=[element("costType", id=id, name=name, hidden=id != POINTS) for id, name in costs.items()],
            profileTypes=[profile_type(kind, name, labels) for kind, (name, labels) in profile_types().items()],
            categoryEntries=categories,
            forceEntries=[force],
        )
        return element(
            "gameSystem", [text_element("readme", self.readme()), *inner],
            **self.about("gameSystemSchema", self.book.game),
        )  # fmt: skip

    def kinds(self) -> dict[str, str]:
        kinds = {category_of(LIST): self.label(LIST), category_of("fighter"): _("Fighters")}
        return kinds | ({category_of("vehicle"): _("Vehicles")} if self.book.options else {})

    def readme(self) -> str:
        rules = GAMES[self.book.game].register.rules.values()
        unsaid = (rule for rule in rules if rule.id not in self.said and rule.id.partition(".")[2] not in KEPT)
        lines = [
            _("Data of {game} for BattleScribe and New Recruit, made by Bivouac. Unofficial.").format(game=self.name),
            _("Enter the effective budget as the limit of points. A roster made with this opens in Bivouac."),
            _("Who sits where, forces, prices that you agree on, notes and the log have no entry: they are notes."),
            _("These rules aren’t checked here, but in Bivouac:"),
        ]
        return "\n".join([*lines, *(f"- {say(rule.demand)} ({rule.cite})" for rule in unsaid)])

    # --- units ---

    def units(self) -> Iterator[Element]:
        for unit_type in self.book.unit_types.values():
            if unit_type.kind == "vehicle":
                yield self.vehicle(unit_type)
            else:
                yield self.fighter(unit_type)

    def unit(self, id: str, kind: str, unit_type: UnitType, size: str, **inner: Any) -> Element:
        size_limit = limit(id, getattr(unit_type, size), field=size, scope="self")
        changes = [*self.price_changes("unit_type", unit_type.slug), *self.reserved(unit_type.opening)]
        about: dict[str, Any] = {"most": ANY_NUMBER, "changes": changes, "limits": [size_limit], "kind": "model"}
        return self.entry(id, unit_type, unit_type.cost, categories=[self.primary(kind, id)], **about, **inner)

    def fighter(self, unit_type: UnitType) -> Element:
        id = "fighter" if unit_type is next(iter(self.book.unit_types.values())) else "fighter.slave"
        groups = chain(
            *(self.stat(id, slug) for slug in self.book.characteristics),
            self.items(id, "weapons", self.label("weapons"), self.book.weapons.values()),
            self.items(id, "equipment", self.label("equipment"), self.book.equipment.values()),
            self.items(id, "abilities", self.label("abilities"), self.book.abilities.values()),
        )
        return self.unit(id, "fighter", unit_type, PLACES, groups=groups)

    def stat(self, above: str, slug: str) -> list[Element]:
        stat, name = self.book.characteristics[slug], local(self.book.characteristics[slug].name)
        entries = (
            self.entry(id_within(above, "stats", slug, str(value)), f"{slug} {value}", cost)
            for value, cost in stat.costs.items()
        )
        return self.group(id_within(above, "stats", slug), name, entries, least=1)

    def vehicle(self, unit_type: UnitType) -> Element:
        id = f"vehicle.type.{unit_type.slug}"
        options = (item for item in self.book.options.values() if not item.types or unit_type.slug in item.types)
        flying = (self.modification(id, "flying", item) for item in self.flying() if unit_type.slug in item.types)
        groups = self.items(id, "options", self.label("options"), options)
        return self.unit(id, "vehicle", unit_type, SLOTS, entries=flying, groups=groups)

    def flying(self) -> list[Item]:
        """The modification that a vehicle's key of the same meaning stands for."""
        return [item for item in self.book.modifications.values() if item.types]

    def modification(self, above: str, key: str, item: Item) -> Element:
        return self.item(id_within(above, key), "modification", item)

    def items(self, above: str, key: str, name: str, items: Iterable[Item]) -> list[Element]:
        entries = [self.item(id_within(above, key, item.slug), item.kind, item) for item in items if not item.retired]
        return self.group(id_within(above, key), name, entries, most=ANY_NUMBER)

    def item(self, id: str, kind: str, item: Item) -> Element:
        many = item.repeatable or kind == "weapon"
        most = ANY_NUMBER if many else 1
        if item.limit and item.limit.scope == "unit":
            most = item.limit.maximum
            self.said.add(item.limit.rule)
        rounds = (self.book.ammunition[slug] for slug in self.book.ammunition if slug in item.ammunition)
        mounts = (mount for mount in self.book.modifications.values() if item.demountable and not mount.types)
        changes = chain(self.price_changes(kind, item.slug), self.reserved(item.opening), self.conditional(id, item))
        return self.entry(
            id,
            item,
            item.cost,
            most=most,
            changes=changes,
            categories=self.limited(id, item),
            entries=[self.modification(id, "demountable", mount) for mount in mounts],
            groups=self.items(id, "ammunition", self.label("ammunition"), rounds),
        )

    # --- what a list changes ---

    def reserved(self, opening: Opening | None) -> Iterator[Element]:
        if opening is None or opening.rule in self.excepted:
            return
        self.said.add(opening.rule)
        ids = [id_within(LIST, "faction", slug) for slug in sorted(opening.factions)]
        ids += [id_within(LIST, "subfaction", slug) for slug in sorted(opening.subfactions)]
        ids += [id_within(LIST, "traits.drawbacks", slug) for slug in sorted(opening.drawbacks)]
        yield hidden_without(ids)

    def conditional(self, id: str, item: Item) -> Iterator[Element]:
        """Exotic items want an agreement, others a piece of equipment; a giant holds each weapon in one place."""
        if item.exotic:
            yield hidden_without([id_within(LIST, "exotic")])
        unit = id.partition("/")[0]
        if item.needs:
            self.said.add(item.needs_rule)
            yield hidden_without([id_within(unit, "equipment", item.needs)], scope="parent")
        if item.kind == "weapon" and item.places > 1 and GIANT in self.book.equipment:
            giant = condition(id_within(unit, "equipment", GIANT), scope="parent")
            yield element("modifier", lists(conditions=[giant]), type="set", field=PLACES, value=1)

    def limited(self, id: str, item: Item) -> list[Element]:
        """The category of things of which a list may have only so many."""
        if item.limit is None or item.limit.scope == "unit":
            return []
        rule, most = item.limit.rule, item.limit.maximum
        self.said.add(rule)
        if rule not in self.limits:
            most_in_list = limit(rule, 0 if item.limit.per else most, scope="roster")
            changes = [per_points(most_in_list, most, item.limit.per)] if item.limit.per else []
            inner = lists(modifiers=changes, constraints=[most_in_list])
            self.limits[rule] = self.category(rule, str(local(item.name)), inner)
        return [self.category_link(rule, id)]

    def price_changes(self, kind: str, slug: str) -> Iterator[Element]:
        """What traits in force do to a price, what sets it before what adds to it."""
        changes = [
            (change, self.in_force(faction, trait))
            for faction in self.book.factions.values()
            for trait in (faction.advantage, faction.drawback)
            for change in trait.prices
            if (change.kind, change.slug) == (kind, slug)
        ]
        for change, in_force in sorted(changes, key=lambda pair: pair[0].cost is None):
            field = {"type": "increment" if change.cost is None else "set", "field": POINTS}
            value = change.change if change.cost is None else change.cost + change.change
            yield element("modifier", lists(conditionGroups=[in_force]), **field, value=value)

    def in_force(self, faction: Faction, trait: Trait) -> Element:
        """That a trait holds: its faction's that no sub-faction replaces, or mercenaries' who borrowed it."""
        key = "subfaction" if is_below(faction) else "faction"
        replacing = [sub.slug for sub in self.book.subfactions(faction.slug) if sub.replaces]
        own = [condition(id_within(LIST, key, faction.slug))]
        own += [condition(id_within(LIST, "subfaction", slug), chosen=False) for slug in replacing]
        side = {"advantage": "advantage", "drawback": "drawbacks"}[trait.side]
        lent = [] if is_below(faction) else [condition(id_within(LIST, f"traits.{side}", faction.slug))]
        return group_of_conditions("or", lent, group_of_conditions("and", own))
