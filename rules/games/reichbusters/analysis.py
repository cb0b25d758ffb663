"""A team with everything worked out that its checks, its page and its sheet read."""

from collections import Counter
from functools import cached_property

from rules.game import UnitAnalysis, analyse_units
from rules.games.reichbusters.register import REGISTER

OTHER = "other"
DOWN_AT = 4
GLOBES_AN_UPGRADE = 2
MODES = ("campaign", "raid")
MELEE, RANGED = KINDS = ("melee", "ranged")
FIGURES = ("range", "attack_dice", "noise_dice", "vril_dice")


class RulesContext:
    """What every team is judged by: the heroes, the places and the supplies of the book."""

    def __init__(self, catalogue):
        self.catalogue = catalogue
        rows = {slug: table.rows for slug, table in catalogue.tables.items()}
        places = rows["tableau-de-bord"]
        self.heroes, self.others = rows["heros"], rows["heros-d-ailleurs"]
        self.most_heroes = counted(rows["materiel"]["tableaux-de-bord"])
        self.weapon_places, self.skill_places, self.object_places = (
            counted(places[slug]) for slug in ("armes", "competences", "objets")
        )
        self.deck = sum(counted(row) for row in rows["paquet-d-un-heros"].values())
        self.wound_cards = counted(rows["materiel"]["cartes-blessure"])
        self.heroism = {row.figures["type"]: row for row in rows["heroisme"].values()}
        self.pre, self.post = (
            [row.figures["rounds"] for row in rows["pistes"].values() if row.figures["phase"] == phase]
            for phase in ("pre", "post")
        )
        self.unarmed = rows["a-mains-nues"]["mains-nues"]


def counted(row):
    return row.figures["count"]


class HeroAnalysis(UnitAnalysis):
    """A hero: the card as the book knows it, and what follows from wounds, globes and cards."""

    kind = "hero"

    def __init__(self, unit, context):
        self.unit, self.context, self.count = unit, context, unit.count
        self.row = context.heroes.get(unit.hero)
        self.other = unit.hero == OTHER and bool(unit.name.strip())
        self.tags = {unit.hero}
        self.heroism = dict(unit.heroism)

    @property
    def who(self):
        """What tells one hero from another: the card, and the name where the card is not of this book."""
        return (self.unit.hero, self.unit.name.strip().casefold() if self.unit.hero == OTHER else "")

    @property
    def title(self):
        """The name of the card as a `Text`, or what was written in."""
        row = self.row or self.context.others.get(self.unit.hero)
        return row.name if row else self.unit.hero

    @property
    def playable(self):
        return self.row is not None and bool(self.row.figures.get("playable"))

    @property
    def down(self):
        """Out of the fight from four lasting wounds on (ruling rb-11)."""
        return self.unit.wounds >= DOWN_AT

    @property
    def globes(self):
        return sum(one.globe for one in self.unit.objects)

    @property
    def upgrades(self):
        """How many weapons the globes at hand can still turn over (p. 19)."""
        plain = sum(not weapon.upgraded for weapon in self.unit.weapons)
        return min(self.globes // GLOBES_AN_UPGRADE, plain)

    @property
    def deck(self):
        """Action cards that are still in the game (p. 20)."""
        return self.context.deck - self.unit.removed_cards

    @property
    def elsewhere(self):
        """Cards in the draw and discard piles together; None where the hand is not counted."""
        return None if self.unit.hand is None else self.deck - self.unit.hand

    @property
    def skills(self):
        return tuple(skill for skill in self.unit.skills if skill.strip())


class TeamAnalysis:
    """A whole team: its views in the order of the list and the sums over them. The game has no points."""

    total = budget = None

    def __init__(self, document, context, units):
        self.document, self.context, self.units = document, context, units

    @cached_property
    def heroism(self):
        """Tokens held in the whole team, by type."""
        return {kind: sum(max(0, unit.heroism.get(kind, 0)) for unit in self.units) for kind in self.context.heroism}

    @cached_property
    def wounds(self):
        """Lasting wounds on all heroes together."""
        return sum(max(0, unit.unit.wounds) for unit in self.units)

    @cached_property
    def doubles(self):
        """The indexes of heroes who stand in the team already."""
        seen: Counter = Counter()
        doubles = []
        for index, unit in enumerate(self.units):
            if unit.unit.hero and seen[unit.who]:
                doubles.append(index)
            seen[unit.who] += 1
        return doubles

    @property
    def enemy_turns(self):
        """Turns of the enemy a round: one after each hero's (p. 8)."""
        return len(self.units)

    @property
    def rounds(self):
        """The most rounds that the mission lasts; None where the track is not written in."""
        track = self.document.track
        return None if track is None or track.pre is None or track.post is None else track.pre + track.post

    @property
    def globes(self):
        return sum(unit.globes for unit in self.units)

    @property
    def upgrades(self):
        return sum(unit.upgrades for unit in self.units)


def analyse(document, catalogue, analysis_cache=None):
    """The `TeamAnalysis` of a `Team`; `analysis_cache` as in `rules.verdict.judge`."""
    context = None if analysis_cache is None else analysis_cache.context
    if context is None or context.catalogue is not catalogue:
        context = RulesContext(catalogue)
    return TeamAnalysis(
        document, context, analyse_units(document.units, context, HeroAnalysis, REGISTER.judge_unit, analysis_cache)
    )
