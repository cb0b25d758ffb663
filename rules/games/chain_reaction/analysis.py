"""A group with everything worked out that its checks, its pages and its sheet read."""

from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import NamedTuple

from rules.game import UnitAnalysis, analyse_units
from rules.games.chain_reaction.document import GENERIC, OwnWeapon, Weapon
from rules.games.chain_reaction.odds import SIDES, pass_odds
from rules.games.chain_reaction.register import REGISTER
from rules.text import Text

HUMAN, PET_DOG, ZOMBIE = "human", "pet-dog", "zombie"
DOGS = ("attack-dog", PET_DOG)
NEW_REP = 5  # a new Star's REP, and nobody's is ever higher ("La Star", "Augmentation de la REP")
LEAST_STAR_REP = 3  # a campaign takes no REP below it ("Diminution de la REP")
HIGHEST_REP = 6  # the top of the scale ("Tirer les PNJ")
TARGETS = (8, 9, 10)  # what die and REP come to ("Comment tirer ?")
ALWAYS = "always"  # the rank of an explosion: it outguns whatever else there is (ruling cr-24)
HEADER = attrgetter("period", "campaign", "leader")
PHOBIA = "phobie"
OWN, TWICE, OPPOSITE, DRAWN, MOUNTED, VEST = "@own", "@twice", "@opposite", "@drawn", "@mounted", "@vest"


def kind_tag(figure):
    """The mark of a kind of figure, apart from the attributes' slugs."""
    return f"@kind:{figure}"


def centimetres(inches):
    """A number of inches in centimetres, as the book counts them (x 2.5): a `Text` such as 7,5 / 7.5."""
    tenths = inches * 25
    whole, rest = divmod(abs(tenths), 10)
    sign = "-" if tenths < 0 else ""
    return Text(f"{sign}{whole},{rest}", f"{sign}{whole}.{rest}") if rest else Text(*[f"{sign}{whole}"] * 2)


def length(inches):
    """A number of inches as the book writes lengths: a `Text` such as 48" (120 cm)."""
    cm = centimetres(inches)
    return Text(f'{inches}" ({cm.fr} cm)', f'{inches}" ({cm.en} cm)')


class Shot(NamedTuple):
    """What a D6 must show at least for die and REP to come to `total`: 8, 9 or 10.

    `needs` is None where no face does. Cover alone may then still be beaten by a natural 6: see `FigureView.desperate`.
    """

    total: int
    needs: int | None


class Move(NamedTuple):
    """A figure's move in inches: normal, and fast by passes (0, 1, 2); `fast` is None for who is never fast."""

    normal: int
    fast: tuple | None = None


@dataclass(frozen=True, slots=True)
class WeaponLine:
    """A weapon as cards and pages show it; lengths in inches, None where the book prints a dash.

    name    -- a `Text`, or the player's own words
    rate    -- its class: the D6 it shoots with and its rank for outgunning
    blast   -- the diameter of its blast
    origin  -- "book", "own" (the player's figures), "natural" (a dog's or a zombie's) or "unknown" (not in this book)
    weapon  -- what the document says; None for a natural weapon
    entry   -- its row of the book's table, or None
    """

    name: object
    range: int | None = None
    rate: int | None = None
    impact: int | None = None
    blast: int | None = None
    origin: str = "book"
    weapon: object = None
    entry: object = None

    @property
    def melee(self):
        """No range: it only strikes."""
        return self.range is None and self.origin != "unknown"

    @property
    def rank(self):
        """What outgunning compares: `ALWAYS` for a blast, else the class; None without one."""
        return ALWAYS if self.blast else self.rate

    @property
    def reach(self):
        """The range as a `Text` in inches and centimetres, or None."""
        return None if self.range is None else length(self.range)

    @property
    def blast_reach(self):
        return None if self.blast is None else length(self.blast)


def outguns(attacker, target):
    """Whether a rank outguns another ("Surclassement"): the higher class does, a blast does all but a blast."""
    if attacker is None or target == ALWAYS:
        return False
    return attacker == ALWAYS or attacker > (target or 0)


def highest(ranks):
    """The rank that counts for a figure with several weapons: the highest."""
    known = [rank for rank in ranks if rank is not None]
    return ALWAYS if ALWAYS in known else max(known, default=None)


class RulesContext:
    """What the head of a group means: period, campaign or not, main leader."""

    def __init__(self, document, catalogue):
        self.document, self.catalogue = document, catalogue
        tables = catalogue.tables
        self.campaign = document.campaign
        self.period = tables["periods"].rows.get(document.period)
        self.figures = tables["figures"].rows
        self.advantages = tables["advantages"].rows
        self.disadvantages = tables["disadvantages"].rows
        self.draws = draw_tables(catalogue)
        self.lines = {}

    def line(self, weapon):
        """The `WeaponLine` of a document's weapon in anybody's hands, made once."""
        if weapon not in self.lines:
            self.lines[weapon] = line_of(weapon, self)
        return self.lines[weapon]

    def weapon(self, period, item):
        """The row of a weapon in a period's table; None where the book has none."""
        table = self.catalogue.tables.get(f"weapons-{period}")
        return table.rows.get(item) if table else None

    def attribute(self, slug):
        """The row of an attribute; 19 and 20 on the D20 are none."""
        row = self.advantages.get(slug) or self.disadvantages.get(slug)
        return row if row and "rolls" not in row.figures else None


def draw_tables(catalogue):
    """The tables that NPCs are drawn on, by the word that documents use: generic, military, insurgent, police, gang."""
    return {slug.removeprefix("draw-"): one for slug, one in catalogue.tables.items() if slug.startswith("draw-")}


class FigureAnalysis(UnitAnalysis):
    """A figure: its REP, what it carries, and what both come to in play.

    row        -- its kind's row in the table "figures"; None where the book knows no such kind
    attributes -- the rows of its attributes, unknown ones left out
    weapons    -- a `WeaponLine` for each weapon, a dog's or a zombie's own last
    """

    def __init__(self, unit, context):
        self.unit, self.context, self.count = unit, context, unit.count
        self.kind, self.rep = unit.kind, unit.rep
        self.is_star = unit.kind == "star"
        self.row = context.figures.get(unit.figure)
        self.attributes = [row for row in map(context.attribute, unit.attributes) if row]
        self.tags = self.seen()

    @cached_property
    def weapons(self):
        return [*[in_hand(self.context.line(one), self) for one in self.unit.weapons], *natural_weapons(self)]

    def seen(self):
        """Its attributes, and behind an @ what else checks look out for."""
        unit, tags = self.unit, {kind_tag(self.unit.figure), *self.unit.attributes}
        opposites = {row.figures.get("opposite") for row in self.attributes}
        true = {
            OWN: any(isinstance(one, OwnWeapon) for one in unit.weapons),
            TWICE: len(set(unit.attributes)) < len(unit.attributes),
            OPPOSITE: not opposites.isdisjoint(unit.attributes),
            DRAWN: unit.draw is not None,
            MOUNTED: unit.mounted,
            VEST: unit.vest,
        }
        return tags | {tag for tag, holds in true.items() if holds}

    @property
    def name(self):
        """Its name, or what it was drawn as, or its kind of figure: a `Text` or words; "" where nothing says."""
        return self.unit.name or self.drawn_as or (self.row.name if self.row else "")

    @cached_property
    def drawn(self):
        """The row of the draw table that its dice lead to; None where it was chosen or the dice cannot have fallen."""
        draw = self.unit.draw
        table = self.context.draws.get(draw.table) if draw else None
        return table.row(sum(draw.dice)) if table and self.dice_fit else None

    @property
    def drawn_as(self):
        """The name in its draw table; None for the generic table, whose rows are a REP and no more."""
        return self.drawn.name if self.drawn and self.unit.draw.table != GENERIC else None

    @property
    def dice_due(self):
        """How many D6 its draw table takes: one for the generic table, two for the others."""
        return 1 if self.unit.draw.table == GENERIC else 2

    @property
    def dice_fit(self):
        dice = self.unit.draw.dice
        return len(dice) == self.dice_due and all(1 <= one <= SIDES for one in dice)

    @property
    def chosen(self):
        """An NPC whose REP was chosen and not rolled (ruling cr-26)."""
        return not self.is_star and self.unit.draw is None

    @property
    def effective_rep(self):
        """REP as it plays: one less in the game after a bad recovery; the caps go by the REP itself."""
        return self.rep + (self.unit.next_game_rep if self.unit.next_game_rep == -1 else 0)

    @property
    def activation(self):
        """The faces of its side's activation die on which it acts, as a tuple: those up to its REP ("Activation")."""
        return tuple(range(1, min(self.effective_rep, SIDES) + 1))

    @property
    def star_power(self):
        """The D6 of Star Power that a Star starts each game with: its REP (ruling cr-2), 0 for anybody else."""
        return min(max(self.rep, 0), HIGHEST_REP) if self.is_star else 0

    @property
    def shots(self):
        """The `Shot`s for 8, 9 and 10 with its effective REP."""
        return shots(self.effective_rep)

    @property
    def hasty_shots(self):
        """The same at REP -1: reflex fire, return fire, two weapons at once."""
        return shots(self.effective_rep - 1)

    @property
    def desperate(self):
        """The faces that hit on the D6 after a natural 6 that only cover stops ("Tir désespéré")."""
        return min(max(self.effective_rep, 0), SIDES)

    def odds(self, dice=2):
        """The `Odds` of passes on a test of so many dice with its effective REP."""
        return pass_odds(self.effective_rep, dice)

    @property
    def on_foot(self):
        """Its `Move` on foot; None for an unknown kind of figure."""
        return self.move("foot") if self.row else None

    @property
    def in_the_saddle(self):
        """Its `Move` mounted; None for who does not ride."""
        return self.move("mounted") if self.unit.mounted and self.row else None

    def move(self, how):
        """A `Move`; somebody slow counts one pass at most."""
        figures = self.context.catalogue.tables["moves"].rows[how].figures
        if not self.row.figures["fast"]:
            return Move(self.row.figures["move"])
        fast = tuple(figures[key] for key in ("no_pass", "one_pass", "two_passes"))
        return Move(figures["normal"], (*fast[:2], fast[1]) if "lent" in self.tags else fast)

    @property
    def rank(self):
        """Its rank for outgunning: the highest class it carries, `ALWAYS` with a blast, None without any."""
        return highest(line.rank for line in self.weapons)

    @property
    def unarmed(self):
        return not self.weapons


def shots(rep):
    """The `Shot`s for 8, 9 and 10 with this REP; a die shows 1 at least."""
    return tuple(Shot(total, max(1, total - rep) if total - rep <= SIDES else None) for total in TARGETS)


def line_of(weapon, context):
    """The `WeaponLine` of a weapon as the document or the book has it."""
    if isinstance(weapon, OwnWeapon):
        return WeaponLine(weapon.name, weapon.range, weapon.rate, weapon.impact, None, "own", weapon)
    row = context.weapon(weapon.period, weapon.item)
    return of_row(row, "book", weapon) if row else WeaponLine(weapon.item, origin="unknown", weapon=weapon)


def of_row(row, origin, weapon=None):
    figures = {key: row.figures.get(key) for key in ("range", "rate", "impact", "blast")}
    return WeaponLine(row.name, **figures, origin=origin, weapon=weapon, entry=row)


def in_hand(line, figure):
    """A weapon as one figure uses it: a thrower's grenade flies farther."""
    if not (line.entry and line.entry.slug == "grenade"):
        return line
    reaches = [row.figures["grenade"] for row in figure.attributes if row.figures.get("grenade")]
    return replace(line, range=max([line.range or 0, *reaches])) if reaches else line


def natural_weapons(figure):
    """What a dog or a zombie fights as: an improvised weapon, by its row's figures."""
    item = figure.row.figures["fights_as"] if figure.row else None
    if item is None:
        return []
    row = figure.context.weapon(GENERIC, item)
    return [of_row(row, "natural")] if row else []


class StarGroupAnalysis:
    """The whole group: the Star (its first, or None), the NPCs, and how many of them are due."""

    total = budget = None

    def __init__(self, document, context, units):
        self.document, self.context, self.units = document, context, units
        self.stars = [unit for unit in units if unit.is_star]
        self.npcs = [unit for unit in units if not unit.is_star]
        self.star = self.stars[0] if self.stars else None

    @property
    def slots(self):
        """How many NPCs the Star leads: its REP; that of a new Star where there is none yet."""
        return self.star.rep if self.star else NEW_REP

    @property
    def open_slots(self):
        return max(0, self.slots - len(self.npcs))

    @property
    def leader(self):
        """The main leader's view; None without one, or where the document names a unit that is not there."""
        index = self.document.leader
        return self.units[index] if index is not None and 0 <= index < len(self.units) else None

    @property
    def draw_tables(self):
        """The draw tables in use, as words of the document, in the order of the book."""
        used = {unit.unit.draw.table for unit in self.npcs if unit.unit.draw}
        return [slug for slug in self.context.draws if slug in used]

    @property
    def foreign_weapons(self):
        """Weapons of another period than the list's; the generic ones belong to all (ruling cr-20)."""
        at_home = (GENERIC, self.document.period)
        lines = [line for unit in self.units for line in unit.weapons if isinstance(line.weapon, Weapon)]
        return [line for line in lines if line.entry and line.weapon.period not in at_home]

    @cached_property
    def uses(self):
        """What the list needs of the book's reminders: `Reminder.uses` says the word; "always" is in it."""
        tags = set().union(*[unit.tags for unit in self.units])
        names = {MOUNTED: "mounted", VEST: "vest", kind_tag(ZOMBIE): "zombie"}
        used = {"always"} | {word for tag, word in names.items() if tag in tags}
        if self.document.campaign:
            used.add("campaign")
        lines = [line for unit in self.units for line in unit.weapons]
        if any(line.entry and line.entry.slug == "grenade" for line in lines):
            used.add("grenade")
        if any(line.blast for line in lines):
            used.add("blast")
        return used


def analyse(document, catalogue, analysis_cache=None):
    """The `StarGroupAnalysis` of a `StarGroup`; `analysis_cache` as in `rules.verdict.judge`."""
    context = None if analysis_cache is None else analysis_cache.context
    if context is None or context.catalogue is not catalogue or HEADER(context.document) != HEADER(document):
        context = RulesContext(document, catalogue)
    return StarGroupAnalysis(
        document, context, analyse_units(document.units, context, FigureAnalysis, REGISTER.judge_unit, analysis_cache)
    )
