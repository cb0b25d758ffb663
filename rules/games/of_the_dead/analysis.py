"""A gang with everything worked out that its checks, its page and its sheet read."""

from functools import cached_property

from rules.game import UnitAnalysis, analyse_units
from rules.games.of_the_dead.document import ATTRIBUTES
from rules.games.of_the_dead.register import REGISTER

POINTS = 9  # "Devant le joueur": what a new character spreads over its attributes
LEAST = 1
HANDS = 2
POCKETS = 1
PLAYING = ("alive", "reincarnated")
PACE = 3  # cm
RESCUE = 2  # points of Physique that a rescuer alone must have above the one he carries


class CharacterAnalysis(UnitAnalysis):
    """A character: attributes as `base` and, with the lasting changes, as `current` ({attribute: points})."""

    kind = "character"

    def __init__(self, unit, catalogue):
        self.unit, self.catalogue, self.count = unit, catalogue, unit.count
        self.base = dict(unit.attributes)
        self.modifiers = dict(unit.modifiers)
        self.markers = dict(unit.markers)
        self.current = {key: self.base.get(key, 0) + self.modifiers.get(key, 0) for key in ATTRIBUTES}
        self.tags = set()

    @property
    def living(self):
        """Alive or reincarnated: it plays, with a vocation of its own."""
        return self.unit.state in PLAYING

    @property
    def spent(self):
        """Points spread over the four attributes; lasting changes are no part of them (ruling otd-3)."""
        return sum(self.base.get(key, 0) for key in ATTRIBUTES)

    @property
    def left(self):
        return POINTS - self.spent

    def first(self, gauge):
        """Markers of life or morale at the start of a game: so many for each point of its attribute."""
        figures = self.catalogue.tables["gauges"].rows[gauge].figures
        return max(0, figures["per_point"] * self.current[figures["attribute"]])

    @property
    def first_life(self):
        return self.first("life")

    @property
    def first_morale(self):
        return self.first("morale")

    @property
    def life(self):
        """Life markers now; those of the start where nothing else is noted."""
        return self.first_life if self.unit.life is None else self.unit.life

    @property
    def morale(self):
        return self.first_morale if self.unit.morale is None else self.unit.morale

    @property
    def first_initiative(self):
        return self.current["reflexes"] + self.first_life + self.first_morale

    @property
    def initiative(self):
        """Réflexes, morale and life as they are now, and what markers change ("Phase d'action").

        Rulings otd-13 and otd-15: a marker counts once however many there are, and so do Sprint and Prudence together.
        """
        return self.current["reflexes"] + self.life + self.morale + self.initiative_change

    @property
    def initiative_change(self):
        """What the markers add: the losses together, and one gain."""
        rows = self.catalogue.tables["markers"].rows
        changes = [rows[key].figures["initiative"] for key in rows if self.markers.get(key, 0) > 0]
        return max([0, *changes]) + sum(one for one in changes if one < 0)

    @property
    def throw_range(self):
        """How far it throws, in cm: as many paces as it has points of Physique."""
        return PACE * max(0, self.current["physique"])

    @property
    def rescues(self):
        """The highest Physique of somebody whom it can carry alone."""
        return max(0, self.current["physique"] - RESCUE)

    @property
    def panic_limit(self):
        """As many Panic markers stun it: its morale as it is now (ruling otd-12)."""
        return self.morale

    def carried(self, carry):
        return [thing for thing in self.unit.equipment if thing.carry == carry]

    @property
    def hands(self):
        """Hands that are taken; there are two."""
        rows = self.catalogue.tables["carries"].rows
        return sum(rows[thing.carry].figures["hands"] for thing in self.unit.equipment if thing.carry in rows)

    @property
    def pockets(self):
        return len(self.carried("pocket"))

    @property
    def stowed(self):
        return len(self.carried("stowed"))

    @property
    def containers(self):
        return self.carried("container")

    @property
    def capacity(self):
        """Objects that the containers take, by the players' own figures (ruling otd-9)."""
        return sum(max(0, thing.capacity) for thing in self.containers)

    @property
    def vocation(self):
        """The vocation as the book has it; None where there is none, or an unknown one."""
        return self.catalogue.tables["vocations"].rows.get(self.unit.vocation)

    @property
    def zombie_type(self):
        return self.catalogue.tables["zombies"].rows.get(self.unit.zombie_type)

    def traumas(self, domain):
        return [trauma for trauma in self.unit.traumas if trauma.domain == domain]


class GangAnalysis:
    """A whole gang: its views in the order of the list, and what its members cover. It has no points."""

    total = None
    budget = None

    def __init__(self, document, catalogue, units):
        self.document, self.catalogue, self.units = document, catalogue, units
        self.context = catalogue  # what the members are surveyed under: the head of a gang changes nothing

    @cached_property
    def living(self):
        return [character for character in self.units if character.living]

    @cached_property
    def covered(self):
        """Each vocation of the book with the indexes of the living members who have it: (row, indexes)."""
        held: dict = {}
        for index, character in enumerate(self.units):
            if character.living:
                held.setdefault(character.unit.vocation, []).append(index)
        return [(row, tuple(held.get(row.slug, ()))) for row in self.catalogue.tables["vocations"].rows.values()]

    @property
    def gone(self):
        """How many do not play as themselves any more: dead, or risen as zombies."""
        return len(self.units) - len(self.living)

    @property
    def vocations_covered(self):
        return sum(1 for _row, holders in self.covered if holders)

    @property
    def missing(self):
        """The vocations that no living member has."""
        return [row for row, holders in self.covered if not holders]

    @property
    def played(self):
        """Chapters in the log; one may go on over several entries of the same day and title."""
        return len({(entry.date, entry.title) for entry in self.document.log})

    @property
    def chapters(self):
        """As many as a campaign usually has: one for each character (ruling otd-5)."""
        return len(self.units)


def analyse(document, catalogue, analysis_cache=None):
    """The `GangAnalysis` of a `Gang`; `analysis_cache` as in `rules.verdict.judge`."""
    return GangAnalysis(
        document,
        catalogue,
        analyse_units(document.units, catalogue, CharacterAnalysis, REGISTER.judge_unit, analysis_cache),
    )
