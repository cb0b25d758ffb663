"""A group with everything worked out that its checks, its pages and its sheet read."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from rules.catalogue import Catalogue, Table, TableRow
from rules.game import AnalysisCache, UnitAnalysis, analyse_units
from rules.games.chain_reaction.document import GENERIC, Car, Figure, Mortar, OwnWeapon, StarGroup, Weapon
from rules.games.chain_reaction.odds import SIDES, Odds, good_faces, pass_odds
from rules.games.chain_reaction.play.book import play_of
from rules.games.chain_reaction.register import REGISTER
from rules.text import Text, visible

HUMAN, PET_DOG, ZOMBIE = "human", "pet-dog", "zombie"
DOGS = ("attack-dog", PET_DOG)
NEW_REP = 5  # a new Star's REP, and nobody's is ever higher ("La Star", "Augmentation de la REP")
LEAST_STAR_REP = 3  # a campaign takes no REP below it ("Diminution de la REP")
HIGHEST_REP = 6  # the top of the scale ("Tirer les PNJ")
TARGETS = (8, 9, 10)  # what die and REP have to come to ("Comment tirer ?")
PHOBIA, RECRUITING = "phobie", "recrutement"
STAR, CAR = Text("Star", "Star"), Text("Voiture", "Car")
# Tags of figures. Other tags are slugs of attributes, which never begin with an @.
OWN, TWICE, OPPOSITE, DRAWN, MOUNTED, VEST = "@own", "@twice", "@opposite", "@drawn", "@mounted", "@vest"
head_of = attrgetter("period", "campaign", "leader")


def kind_tag(figure: str) -> str:
    """The tag of a kind of figure: an attribute of that name has another."""
    return f"@kind:{figure}"


def centimetres(inches: int) -> Text:
    """A number of inches in centimetres, as the book counts them (x 2.5): a `Text` such as 7,5 / 7.5."""
    tenths = inches * 25
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return Text(f"{sign}{whole},{rest}", f"{sign}{whole}.{rest}") if rest else Text(*[f"{sign}{whole}"] * 2)


def length(inches: int) -> Text:
    """A number of inches as the book writes lengths: a `Text` such as 48″ (120 cm)."""
    cm = centimetres(inches)
    return Text(f"{inches}″ ({cm.fr} cm)", f"{inches}″ ({cm.en} cm)")


class HitThreshold(NamedTuple):
    """What a D6 must show at least for die and REP to come to `total`: 8, 9 or 10.

    `needs` is None where no face does. A natural 6 may then still hit a target in cover: `FigureAnalysis.desperate`.
    """

    total: int
    needs: int | None


class Move(NamedTuple):
    """A figure's move in inches: normal, and fast with 0, 1 or 2 passes; `fast` is None for a figure that has none."""

    normal: int
    fast: tuple[int, int, int] | None = None


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """A weapon as cards and pages show it; lengths in inches, None where the book prints a dash.

    name    -- a `Text`, or the player's own words
    rate    -- its class: the D6 it shoots with and its rank for outgunning
    blast   -- the diameter of its blast
    origin  -- "book", "own" (the player's figures), "natural" (a dog's or a zombie's) or "unknown" (not in this book)
    weapon  -- what the document has; None for a natural weapon
    entry   -- its row of the book's table, or None
    """

    name: Text | str
    range: int | None = None
    rate: int | None = None
    impact: int | None = None
    blast: int | None = None
    origin: str = "book"
    weapon: Weapon | OwnWeapon | None = None
    entry: TableRow | None = None

    @property
    def reach(self) -> Text | None:
        """The range in inches and centimetres."""
        return None if self.range is None else length(self.range)


class RulesContext:
    """What the head of a group means: period, campaign or not; and the tables that figures are looked up in."""

    def __init__(self, document: StarGroup, catalogue: Catalogue) -> None:
        self.document, self.catalogue = document, catalogue
        tables = catalogue.tables
        self.campaign = document.campaign
        self.period: TableRow | None = tables["periods"].rows.get(document.period)
        self.figures: dict[str, TableRow] = tables["figures"].rows
        self.advantages: dict[str, TableRow] = tables["advantages"].rows
        self.disadvantages: dict[str, TableRow] = tables["disadvantages"].rows
        self.draws = draw_tables(catalogue)
        self.weapon_lines: dict[Weapon | OwnWeapon, WeaponLine] = {}

    def weapon_line(self, weapon: Weapon | OwnWeapon) -> WeaponLine:
        """The `WeaponLine` of a document's weapon, whoever carries it; kept for the next figure."""
        if weapon not in self.weapon_lines:
            self.weapon_lines[weapon] = line_of(weapon, self)
        return self.weapon_lines[weapon]

    def weapon(self, period: str, item: str) -> TableRow | None:
        """The row of a weapon in a period's table; None where the book has none."""
        table = self.catalogue.tables.get(f"weapons-{period}")
        return table.rows.get(item) if table else None

    def mortar(self, size: str) -> TableRow | None:
        """The row of a mortar of this size; None where the book has none."""
        return self.catalogue.tables["mortars"].rows.get(size)

    def crew_row(self, mortar: Mortar) -> TableRow | None:
        """What a mortar can do with its crew: the row of as many, or of fewer; None where it has nobody."""
        rows = self.catalogue.tables["mortar-crews"].rows.values()
        crew = len(set(mortar.crew))
        fitting = [row for row in rows if row.figures["mortar"] == mortar.size and row.figures["crew"] <= crew]
        return max(fitting, key=lambda row: row.figures["crew"], default=None)

    def attribute(self, slug: str) -> TableRow | None:
        """The row of an attribute; 19 and 20 on the D20 are none."""
        row = self.advantages.get(slug) or self.disadvantages.get(slug)
        return row if row and "rolls" not in row.figures else None


def draw_tables(catalogue: Catalogue) -> dict[str, Table]:
    """The tables that NPCs are drawn on, by the word that documents use: generic, military, insurgent, police, gang."""
    return {slug.removeprefix("draw-"): table for slug, table in catalogue.tables.items() if slug.startswith("draw-")}


class FigureAnalysis(UnitAnalysis):
    """A figure: its REP, what it carries, and what both come to in play.

    row        -- its kind's row in the table "figures"; None where the book has no such kind
    attributes -- the rows of its attributes, unknown ones left out
    """

    unit: Figure

    def __init__(self, unit: Figure, context: RulesContext) -> None:
        self.unit, self.context, self.count = unit, context, unit.count
        self.kind, self.rep = unit.kind, unit.rep
        self.is_star = unit.kind == "star"
        self.row = context.figures.get(unit.figure)
        self.attributes = [row for row in map(context.attribute, unit.attributes) if row]
        self.tags = self.collected_tags()

    @cached_property
    def weapons(self) -> list[WeaponLine]:
        """Its weapons in the order of the document, then the natural weapon of a dog or a zombie."""
        carried = [used_by(self, self.context.weapon_line(weapon)) for weapon in self.unit.weapons]
        return [*carried, *natural_weapons(self)]

    def collected_tags(self) -> set[str]:
        unit, tags = self.unit, {kind_tag(self.unit.figure), *self.unit.attributes}
        opposites = {row.figures.get("opposite") for row in self.attributes}
        conditions = {
            OWN: any(isinstance(weapon, OwnWeapon) for weapon in unit.weapons),
            TWICE: len(set(unit.attributes)) < len(unit.attributes),
            OPPOSITE: not opposites.isdisjoint(unit.attributes),
            DRAWN: unit.draw is not None,
            MOUNTED: unit.mounted,
            VEST: unit.vest,
        }
        return tags | {tag for tag, holds in conditions.items() if holds}

    @property
    def name(self) -> Text | str:
        """Its name, else "Star", else what it was drawn as, else its kind; "" where the book has no such kind."""
        return self.unit.name or (STAR if self.is_star else self.drawn_as) or self.kind_name

    @property
    def kind_name(self) -> Text | str:
        return self.row.name if self.row else ""

    def numbered(self, index: int) -> Text | str:
        """Its name where it stands at `index`: an NPC without a name of its own has its number in the list."""
        if self.unit.name or self.is_star:
            return self.name
        name = self.name if isinstance(self.name, Text) else Text(self.unit.figure, self.unit.figure)
        return Text(f"{name.fr} #{index + 1}", f"{name.en} #{index + 1}")

    @cached_property
    def drawn(self) -> TableRow | None:
        """The row of the draw table that its dice lead to; None where it was chosen or the dice cannot have fallen."""
        draw = self.unit.draw
        table = self.context.draws.get(draw.table) if draw else None
        return table.row(sum(draw.dice)) if draw and table and self.dice_fit else None

    @property
    def drawn_as(self) -> Text | None:
        """The name in its draw table; None for the generic table, whose rows are only a REP."""
        draw = self.unit.draw
        return self.drawn.name if draw and self.drawn and draw.table != GENERIC else None

    @property
    def dice_fit(self) -> bool:
        """Its draw has the dice that its table takes: one D6 for the generic table, two for the others."""
        draw = self.unit.draw
        due = 1 if draw and draw.table == GENERIC else 2
        return draw is not None and len(draw.dice) == due and all(1 <= die <= SIDES for die in draw.dice)

    @property
    def chosen(self) -> bool:
        """An NPC whose REP was chosen and not rolled (ruling cr-26)."""
        return not self.is_star and self.unit.draw is None

    @property
    def effective_rep(self) -> int:
        """REP as it plays: one less in the game after a bad recovery. Limits compare `rep`."""
        return self.rep - (self.unit.next_game_rep == -1)

    @property
    def activation(self) -> tuple[int, ...]:
        """The faces of its side's activation die on which it acts: those up to its REP ("Activation")."""
        return tuple(range(1, min(self.effective_rep, SIDES) + 1))

    @property
    def star_power(self) -> int:
        """The D6 of Star Power that a Star starts each game with: its REP (ruling cr-2); 0 for an NPC."""
        return min(max(self.rep, 0), HIGHEST_REP) if self.is_star else 0

    @property
    def shoots(self) -> bool:
        """Whether it has what is shot at 1D6 + REP, or a knife that it is good with and may throw.

        A grenade is thrown by a test of its own; dogs and zombies use no weapon ("Lancer des grenades", "Animaux").
        """
        if self.unit.figure in (*DOGS, ZOMBIE):
            return False
        return "bon-au-couteau" in self.tags or any(shoots(line) for line in self.weapons)

    @property
    def shots(self) -> tuple[HitThreshold, ...]:
        """The `HitThreshold`s for 8, 9 and 10 with its effective REP."""
        return shots(self.effective_rep)

    @property
    def hasty_shots(self) -> tuple[HitThreshold, ...]:
        """The same at REP -1: reflex fire, return fire, two weapons at once."""
        return shots(self.effective_rep - 1)

    @property
    def desperate(self) -> int:
        """How many faces hit on the second D6, after a natural 6 that only cover stops ("Tir désespéré").

        None at REP 1: its 6 comes to 7, which misses without any cover.
        """
        return good_faces(self.effective_rep) if self.effective_rep + SIDES >= min(TARGETS) else 0

    def dice_of(self, test: str) -> int:
        """The dice of a test, without a leader's: its own or a single one, and what attributes add (ruling cr-43)."""
        changes = [change for _slug, change in play_of(self.context.catalogue).changes_of(self.tags, test)]
        return (1 if any(change.single for change in changes) else 2) + sum(change.dice for change in changes)

    @property
    def recruiting_dice(self) -> int:
        """The dice of a Star's test for recruits; born leader and stoic add one (ruling cr-62)."""
        return self.dice_of(RECRUITING)

    @property
    def recruiting_odds(self) -> Odds:
        """The `Odds` of that test with its full REP."""
        return pass_odds(self.rep, self.recruiting_dice)

    @property
    def on_foot(self) -> Move | None:
        """Its `Move` on foot; None for an unknown kind of figure."""
        return self.move("foot", self.row) if self.row else None

    @property
    def in_the_saddle(self) -> Move | None:
        """Its `Move` mounted; None for a figure that does not ride."""
        return self.move("mounted", self.row) if self.unit.mounted and self.row else None

    def move(self, how: str, kind: TableRow) -> Move:
        """The `Move` of its kind, "foot" or "mounted"; a slow figure counts one pass at most."""
        figures = self.context.catalogue.tables["moves"].rows[how].figures
        if not kind.figures["fast"]:
            return Move(kind.figures["move"])
        no_pass, one_pass, two_passes = (figures[key] for key in ("no_pass", "one_pass", "two_passes"))
        return Move(figures["normal"], (no_pass, one_pass, one_pass if "lent" in self.tags else two_passes))

    @property
    def unarmed(self) -> bool:
        return not self.weapons


def is_grenade(line: WeaponLine) -> bool:
    return line.entry is not None and line.entry.slug == "grenade"


def shoots(line: WeaponLine) -> bool:
    """Whether it is shot at 1D6 + REP: it reaches farther than the hand that holds it, and is no grenade."""
    return line.range is not None and not is_grenade(line)


def shots(rep: int) -> tuple[HitThreshold, ...]:
    """The `HitThreshold`s for 8, 9 and 10 with this REP; a die shows 1 at least."""
    return tuple(HitThreshold(total, max(1, total - rep) if total - rep <= SIDES else None) for total in TARGETS)


def line_of(weapon: Weapon | OwnWeapon, context: RulesContext) -> WeaponLine:
    """The `WeaponLine` of a weapon as the document or the book has it."""
    if isinstance(weapon, OwnWeapon):
        return WeaponLine(weapon.name, weapon.range, weapon.rate, weapon.impact, None, "own", weapon)
    row = context.weapon(weapon.period, weapon.item)
    return line_of_row(row, "book", weapon) if row else WeaponLine(weapon.item, origin="unknown", weapon=weapon)


def is_foreign(line: WeaponLine, period: str) -> bool:
    """A weapon of the book from another period than `period`; generic ones only where they are modern firearms."""
    if line.entry is None or not isinstance(line.weapon, Weapon) or line.weapon.period == period:
        return False
    return line.weapon.period != GENERIC or bool(line.entry.figures.get("modern"))


def line_of_row(row: TableRow, origin: str, weapon: Weapon | None = None) -> WeaponLine:
    figures = {key: row.figures.get(key) for key in ("range", "rate", "impact", "blast")}
    return WeaponLine(row.name, **figures, origin=origin, weapon=weapon, entry=row)


def used_by(figure: FigureAnalysis, line: WeaponLine) -> WeaponLine:
    """A weapon with the range that it has for this figure: a thrower's grenade flies farther."""
    if not is_grenade(line):
        return line
    ranges = [row.figures["grenade"] for row in figure.attributes if row.figures.get("grenade")]
    return replace(line, range=max([line.range or 0, *ranges])) if ranges else line


def natural_weapons(figure: FigureAnalysis) -> list[WeaponLine]:
    """What a dog or a zombie fights as: the improvised weapon that its row names, or nothing."""
    item = figure.row.figures["fights_as"] if figure.row else None
    row = figure.context.weapon(GENERIC, item) if item else None
    return [line_of_row(row, "natural")] if row else []


class StarGroupAnalysis:
    """The whole group: its figures in the order of the list, the Star (its first, or None) and the NPCs. No points."""

    total: int | None = None
    budget: int | None = None

    def __init__(self, document: StarGroup, context: RulesContext, units: Sequence[FigureAnalysis]) -> None:
        self.document, self.context, self.units = document, context, units
        self.stars = [unit for unit in units if unit.is_star]
        self.npcs = [unit for unit in units if not unit.is_star]
        self.star = self.stars[0] if self.stars else None

    @property
    def slots(self) -> int:
        """How many NPCs the Star leads: its REP; that of a new Star where there is none yet."""
        return self.star.rep if self.star else NEW_REP

    @property
    def open_slots(self) -> int:
        return max(0, self.slots - len(self.npcs))

    @property
    def leader(self) -> FigureAnalysis | None:
        """The main leader; None without one, or where the document names a unit that is not there."""
        index = self.document.leader
        return self.units[index] if index is not None and 0 <= index < len(self.units) else None

    @property
    def leader_name(self) -> Text | str:
        """The main leader's name, with its number where it has none of its own; "" without a leader."""
        return self.leader.numbered(self.document.leader or 0) if self.leader else ""

    @cached_property
    def mortar_names(self) -> list[Text]:
        """What its mortars are called, those of one size numbered."""
        rows = [(mortar.size, self.context.mortar(mortar.size)) for mortar in self.document.mortars]
        return told_apart([row.name if row else Text(size, size) for size, row in rows])

    @cached_property
    def car_names(self) -> list[Text]:
        """What its cars are called, numbered where they have no names of their own, or the same."""
        return told_apart([Text(car.name, car.name) if visible(car.name) else CAR for car in self.document.cars])

    def figures_of(self, indexes: Iterable[int]) -> list[FigureAnalysis]:
        """The figures with these indexes; strangers to the group are left out."""
        return [self.units[index] for index in indexes if 0 <= index < len(self.units)]

    def posts(self, figure: FigureAnalysis) -> Iterator[Text]:
        """The mortars that a figure serves and the cars that it is in."""
        posts: list[Mortar | Car] = [*self.document.mortars, *self.document.cars]
        for post, name in zip(posts, (*self.mortar_names, *self.car_names), strict=True):
            if any(other is figure for other in self.figures_of(post.figures)):
                yield name

    @property
    def crews(self) -> list[int]:
        """The indexes of those who serve mortars."""
        return [index for mortar in self.document.mortars for index in mortar.crew]

    @property
    def busy(self) -> list[int]:
        """The indexes of those who serve mortars or are in cars, as often as they do."""
        return [*self.crews, *(index for car in self.document.cars for index in car.figures)]

    @property
    def draw_tables(self) -> list[str]:
        """The draw tables in use, as words of the document, in the order of the book."""
        used = {unit.unit.draw.table for unit in self.npcs if unit.unit.draw}
        return [slug for slug in self.context.draws if slug in used]

    @property
    def foreign_weapons(self) -> list[WeaponLine]:
        """Weapons of another period than the list's: of generic ones only modern firearms (ruling cr-20)."""
        return [line for unit in self.units for line in unit.weapons if is_foreign(line, self.document.period)]

    @cached_property
    def uses(self) -> set[str]:
        """Which of the book's reminders the list needs: words of `Reminder.uses`, "always" among them."""
        tags = set().union(*[unit.tags for unit in self.units])
        words = {MOUNTED: "mounted", VEST: "vest", kind_tag(ZOMBIE): "zombie"}
        used = {"always"} | {word for tag, word in words.items() if tag in tags}
        kept = {"campaign": self.document.campaign, "mortar": self.document.mortars, "car": self.document.cars}
        used |= {word for word, holds in kept.items() if holds}
        lines = [line for unit in self.units for line in unit.weapons]
        if any(map(is_grenade, lines)):
            used.add("grenade")
        if self.document.mortars or any(line.blast for line in lines):
            used.add("blast")
        return used


def told_apart(names: Sequence[Text]) -> list[Text]:
    """Names in their order; one that is there more than once has its number behind it."""
    numbers = [names[: position + 1].count(name) for position, name in enumerate(names)]
    return [
        name.followed_by(f" {n}") if names.count(name) > 1 else name for name, n in zip(names, numbers, strict=True)
    ]


def analyse(
    document: StarGroup, catalogue: Catalogue, analysis_cache: AnalysisCache | None = None
) -> StarGroupAnalysis:
    """The `StarGroupAnalysis` of a `StarGroup`; `analysis_cache` as in `rules.verdict.judge`."""
    context = None if analysis_cache is None else analysis_cache.context
    if context is None or context.catalogue is not catalogue or head_of(context.document) != head_of(document):
        context = RulesContext(document, catalogue)
    units = analyse_units(document.units, context, FigureAnalysis, REGISTER.judge_unit, analysis_cache)
    return StarGroupAnalysis(document, context, units)
