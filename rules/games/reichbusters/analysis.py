"""A team with everything worked out that its checks, its page and its sheet read."""

from collections.abc import Sequence
from functools import cached_property

from rules.catalogue import Catalogue, TableRow
from rules.game import AnalysisCache, UnitAnalysis, analyse_units
from rules.games.reichbusters.document import TOKENS, Hero, Team
from rules.games.reichbusters.register import REGISTER
from rules.text import Text, folded, visible

OTHER = "other"
DOWN_AT = 4  # lasting wounds (ruling rb-11)
GLOBES_AN_UPGRADE = 2  # p. 19
MODES = ("campaign", "raid")
MELEE, RANGED = KINDS = ("melee", "ranged")
FIGURES = ("range", "attack_dice", "noise_dice", "vril_dice")


class RulesContext:
    """The heroes, the dashboard's places and the supplies of the book; the head of a team changes none of them."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        rows = {slug: table.rows for slug, table in catalogue.tables.items()}
        places = rows["tableau-de-bord"]
        self.heroes: dict[str, TableRow] = rows["heros"]
        self.others: dict[str, TableRow] = rows["heros-d-ailleurs"]
        self.most_heroes = count_of(rows["materiel"]["tableaux-de-bord"])
        self.weapon_places, self.skill_places, self.object_places = (
            count_of(places[slug]) for slug in ("armes", "competences", "objets")
        )
        self.deck = sum(count_of(row) for row in rows["paquet-d-un-heros"].values())
        self.wound_cards = count_of(rows["materiel"]["cartes-blessure"])
        self.tokens = count_of(rows["materiel"]["enraye-decharge"])
        self.heroism: dict[str, TableRow] = {row.figures["type"]: row for row in rows["heroisme"].values()}
        self.pre, self.post = (
            [row.figures["rounds"] for row in rows["pistes"].values() if row.figures["phase"] == phase]
            for phase in ("pre", "post")
        )
        self.unarmed = rows["a-mains-nues"]["mains-nues"]


def count_of(row: TableRow) -> int:
    return row.figures["count"]


class HeroAnalysis(UnitAnalysis):
    """A hero: its card, and what follows from wounds, globes and cards.

    row    -- the card's row in the book; None for a card that the book does not have
    other  -- a hero of another box, with a name
    """

    kind = "hero"
    unit: Hero

    def __init__(self, unit: Hero, context: RulesContext) -> None:
        self.unit, self.context, self.count = unit, context, unit.count
        self.row = context.heroes.get(unit.hero)
        self.other = unit.hero == OTHER and bool(visible(unit.name))
        self.tags = {unit.hero}
        self.heroism: dict[str, int] = dict(unit.heroism)

    @property
    def identity(self) -> tuple[str, str]:
        """The card's slug, and the name where the card is of another box: no two heroes of a team have the same."""
        return (self.unit.hero, folded(self.unit.name) if self.unit.hero == OTHER else "")

    @property
    def title(self) -> Text | str:
        """The name of the card; its slug where the book does not have it."""
        row = self.row or self.context.others.get(self.unit.hero)
        return row.name if row else self.unit.hero

    @property
    def playable(self) -> bool:
        return self.row is not None and bool(self.row.figures.get("playable"))

    @property
    def down(self) -> bool:
        """Out of the fight: four lasting wounds or more (ruling rb-11)."""
        return self.unit.wounds >= DOWN_AT

    @property
    def globes(self) -> int:
        return sum(thing.globe for thing in self.unit.objects)

    @property
    def upgrades(self) -> int:
        """How many weapons can still be upgraded with the hero's globes: two a weapon (p. 19)."""
        plain = sum(not weapon.upgraded for weapon in self.unit.weapons)
        return min(self.globes // GLOBES_AN_UPGRADE, plain)

    @property
    def deck(self) -> int:
        """How many action cards are still in the game (p. 20)."""
        return self.context.deck - self.unit.removed_cards

    @property
    def elsewhere(self) -> int | None:
        """Cards in the draw and discard piles together; None where the hand is not counted."""
        return None if self.unit.hand is None else self.deck - self.unit.hand

    @property
    def tokens(self) -> int:
        """Jammed and discharged tokens on weapons and objects."""
        return sum(thing.token in TOKENS for thing in self.unit.things)

    @property
    def skills(self) -> tuple[str, ...]:
        return tuple(skill for skill in self.unit.skills if visible(skill))


class TeamAnalysis:
    """A whole team: its heroes in the order of the list, and sums over them. No points."""

    total: int | None = None
    budget: int | None = None

    def __init__(self, document: Team, context: RulesContext, units: Sequence[HeroAnalysis]) -> None:
        self.document, self.context, self.units = document, context, units

    @cached_property
    def heroism(self) -> dict[str, int]:
        """How many tokens of each type the whole team has."""
        return {kind: sum(max(0, unit.heroism.get(kind, 0)) for unit in self.units) for kind in self.context.heroism}

    @cached_property
    def wounds(self) -> int:
        """Lasting wounds on all heroes together."""
        return sum(max(0, unit.unit.wounds) for unit in self.units)

    @cached_property
    def tokens(self) -> int:
        """Jammed and discharged tokens on all dashboards together."""
        return sum(unit.tokens for unit in self.units)

    @cached_property
    def doubles(self) -> list[int]:
        """The indexes of heroes who are in the team already, further up in the list."""
        first = {unit.identity: index for index, unit in reversed([*enumerate(self.units)])}
        return [index for index, unit in enumerate(self.units) if unit.unit.hero and first[unit.identity] < index]

    @property
    def enemy_turns(self) -> int:
        """How many turns the enemy has in a round: one after each hero's (p. 8)."""
        return len(self.units)

    @property
    def rounds(self) -> int | None:
        """The most rounds that the mission lasts; None where the track is not written in."""
        track = self.document.track
        return None if track is None or track.pre is None or track.post is None else track.pre + track.post

    @property
    def globes(self) -> int:
        return sum(unit.globes for unit in self.units)

    @property
    def upgrades(self) -> int:
        return sum(unit.upgrades for unit in self.units)


def analyse(document: Team, catalogue: Catalogue, analysis_cache: AnalysisCache | None = None) -> TeamAnalysis:
    """The `TeamAnalysis` of a `Team`; `analysis_cache` as in `rules.verdict.judge`."""
    context = None if analysis_cache is None else analysis_cache.context
    if context is None or context.catalogue is not catalogue:
        context = RulesContext(catalogue)
    units = analyse_units(document.units, context, HeroAnalysis, REGISTER.judge_unit, analysis_cache)
    return TeamAnalysis(document, context, units)
