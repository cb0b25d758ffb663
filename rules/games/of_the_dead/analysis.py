"""A gang with everything worked out that its checks, its page and its sheet read."""

from collections.abc import Sequence
from functools import cached_property

from rules.catalogue import Catalogue, TableRow
from rules.game import AnalysisCache, UnitAnalysis, analyse_units
from rules.games.of_the_dead.document import ATTRIBUTES, Character, Gang, Thing, Trauma
from rules.games.of_the_dead.register import REGISTER

POINTS = 9  # what a new character spreads over its attributes ("Devant le joueur")
LEAST = 1  # and the least that each of them gets
HANDS = 2
POCKETS = 1
PLAYING = ("alive", "reincarnated")
PLAYED = (*PLAYING, "zombie")  # a player leads it, a zombie towards other goals
PACE = 3  # cm
RESCUE = 2  # a lone rescuer has so many points of Physique more than the one carried


class CharacterAnalysis(UnitAnalysis):
    """A character: its attributes by name, as `base` and, with the lasting changes, as `current`."""

    kind = "character"
    unit: Character

    def __init__(self, unit: Character, catalogue: Catalogue) -> None:
        self.unit, self.catalogue, self.count = unit, catalogue, unit.count
        self.base: dict[str, int] = dict(unit.attributes)
        self.modifiers: dict[str, int] = dict(unit.modifiers)
        self.markers: dict[str, int] = dict(unit.markers)
        self.current = {key: self.base.get(key, 0) + self.modifiers.get(key, 0) for key in ATTRIBUTES}
        self.tags = set()

    @property
    def living(self) -> bool:
        """Alive or reincarnated: such a character plays, with a vocation of its own."""
        return self.unit.state in PLAYING

    @property
    def played(self) -> bool:
        """Whether a player leads it in games, if only as a zombie (ruling otd-20)."""
        return self.unit.state in PLAYED

    @property
    def spent(self) -> int:
        """Points spread over the four attributes, without the lasting changes (ruling otd-3)."""
        return sum(self.base.get(key, 0) for key in ATTRIBUTES)

    @property
    def left(self) -> int:
        return POINTS - self.spent

    def first(self, gauge: str) -> int:
        """Markers of "life" or "morale" at the start of a game: so many for each point of its attribute."""
        figures = self.catalogue.tables["gauges"].rows[gauge].figures
        return max(0, figures["per_point"] * self.current[figures["attribute"]])

    @property
    def first_life(self) -> int:
        return self.first("life")

    @property
    def first_morale(self) -> int:
        return self.first("morale")

    @property
    def life(self) -> int:
        """Life markers now: as noted, else those of the start."""
        return self.first_life if self.unit.life is None else self.unit.life

    @property
    def morale(self) -> int:
        """As `life`."""
        return self.first_morale if self.unit.morale is None else self.unit.morale

    @property
    def first_initiative(self) -> int:
        return self.current["reflexes"] + self.first_life + self.first_morale

    @property
    def initiative(self) -> int:
        """Réflexes, morale and life as they are now, changed by markers ("Phase d'action")."""
        return self.current["reflexes"] + self.life + self.morale + self.initiative_change

    @property
    def initiative_change(self) -> int:
        """What markers add: all losses and the highest gain.

        A marker counts once however many there are, and so do Sprint and Prudence together (rulings otd-13, otd-15).
        """
        rows = self.catalogue.tables["markers"].rows
        changes = [rows[key].figures["initiative"] for key in rows if self.markers.get(key, 0) > 0]
        return max([0, *changes]) + sum(change for change in changes if change < 0)

    @property
    def throw_range(self) -> int:
        """How far it throws, in cm: a pace of 3 cm for each point of Physique."""
        return PACE * max(0, self.current["physique"])

    @property
    def rescues(self) -> int:
        """The highest Physique of a character whom it can carry alone."""
        return max(0, self.current["physique"] - RESCUE)

    @property
    def panic_limit(self) -> int:
        """How many Panic markers stun it: its morale now (ruling otd-12)."""
        return self.morale

    def carried(self, carry: str) -> list[Thing]:
        return [thing for thing in self.unit.equipment if thing.carry == carry]

    @property
    def hands(self) -> int:
        """How many hands its equipment takes."""
        rows = self.catalogue.tables["carries"].rows
        return sum(rows[thing.carry].figures["hands"] for thing in self.unit.equipment if thing.carry in rows)

    @property
    def pockets(self) -> int:
        return len(self.carried("pocket"))

    @property
    def stowed(self) -> int:
        return len(self.carried("stowed"))

    @property
    def containers(self) -> list[Thing]:
        return self.carried("container")

    @property
    def capacity(self) -> int:
        """How many objects its containers take, by the players' own figures (ruling otd-9)."""
        return sum(max(0, thing.capacity) for thing in self.containers)

    @property
    def vocation(self) -> TableRow | None:
        """The vocation as the book has it; None where there is none, or an unknown one."""
        return self.catalogue.tables["vocations"].rows.get(self.unit.vocation or "")

    @property
    def zombie_type(self) -> TableRow | None:
        return self.catalogue.tables["zombies"].rows.get(self.unit.zombie_type or "")

    def traumas(self, domain: str) -> list[Trauma]:
        return [trauma for trauma in self.unit.traumas if trauma.domain == domain]


class GangAnalysis:
    """A whole gang: its characters in the order of the list, and the vocations that they cover. No points."""

    total: int | None = None
    budget: int | None = None

    def __init__(self, document: Gang, catalogue: Catalogue, units: Sequence[CharacterAnalysis]) -> None:
        self.document, self.catalogue, self.units = document, catalogue, units
        self.context = catalogue  # the head of a gang changes nothing for its characters

    @cached_property
    def living(self) -> list[CharacterAnalysis]:
        return [character for character in self.units if character.living]

    @cached_property
    def covered(self) -> list[tuple[TableRow, tuple[int, ...]]]:
        """Each vocation of the book with the indexes of the living characters who have it."""
        living = [(index, unit.unit.vocation) for index, unit in enumerate(self.units) if unit.living]
        rows = self.catalogue.tables["vocations"].rows.values()
        return [(row, tuple(index for index, vocation in living if vocation == row.slug)) for row in rows]

    @property
    def gone(self) -> int:
        """How many are dead or zombies."""
        return len(self.units) - len(self.living)

    @property
    def vocations_covered(self) -> int:
        return sum(bool(holders) for _row, holders in self.covered)

    @property
    def missing(self) -> list[TableRow]:
        """The vocations that no living character has."""
        return [row for row, holders in self.covered if not holders]

    @property
    def played(self) -> int:
        """How many chapters the log has: entries of the same day and title are one."""
        return len({(entry.date, entry.title) for entry in self.document.log})

    @property
    def chapters(self) -> int:
        """How many chapters a campaign usually has: one for each character (ruling otd-5)."""
        return len(self.units)


def analyse(document: Gang, catalogue: Catalogue, analysis_cache: AnalysisCache | None = None) -> GangAnalysis:
    """The `GangAnalysis` of a `Gang`; `analysis_cache` as in `rules.verdict.judge`."""
    units = analyse_units(document.units, catalogue, CharacterAnalysis, REGISTER.judge_unit, analysis_cache)
    return GangAnalysis(document, catalogue, units)
