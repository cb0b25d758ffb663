"""A shot of First Wave: where its dice come from, what it does, what becomes of the weapon ("Tir"; p. 7 to 9)."""

from collections.abc import Iterable, Iterator, Sequence

from rules.families.red_button.guns import guns_of
from rules.families.red_button.weapons import ONCE
from rules.games.first_wave.play import figures
from rules.games.first_wave.play.book import play_of
from rules.games.first_wave.play.figures import figure_choices, figure_of, marks_proposal, profile_of
from rules.games.first_wave.play.state import FIGHTER, FRESH, FRESH_USED, NPC, gun_key, is_wounded
from rules.play.actions import Action, Choice, Outcome, Proposal, Reason
from rules.play.battle import Battle
from rules.play.dice import Dice
from rules.play.dice_book import effect, modifier
from rules.play.effect_dice import EffectDie
from rules.play.entries import Effect, EffectRow
from rules.play.guns import Gun
from rules.play.pools import Pool, Rolled, has_more_ones
from rules.play.shot_form import Aim
from rules.play.shots import Shot
from rules.play.targets import Target, is_on_side
from rules.text import _

GUNFIGHT, LIMITED, CRITICAL = "gunfight", "munitions-limitees", "critique"
SPARING, POISON, CARNAGE, SMOKE = "assommante", "poison", "carnage", "fumigene"
USED_UP = {CARNAGE, SMOKE}  # rounds that are fired once


class SurvivorShot(Shot):
    """The shot of a survivor or of a robot; `alike`: with two of the same weapon."""

    last_die = LIMITED
    short_rounds = (SPARING,)
    alike = False

    # --- Who, and with how many dice ----------------------------------------------------------------------------------

    def guns(self) -> Sequence[Gun]:
        """The ranged weapons of a survivor's list, or that of a military robot (p. 11)."""
        if self.path not in self.battle.units_by_path:
            return ()
        gun = profile_of(self.context, self.path).get("gun")
        return [Gun("0", self.catalogue.weapons[str(gun)])] if gun else guns_of(self.context, self.path)

    def target_choices(self, chosen: str) -> Sequence[Choice]:
        return figure_choices(self.context, self.path, chosen)

    def target(self, slug: str) -> Target:
        return figure_of(self.context, slug)

    def allies(self) -> Iterable[str]:
        paths = self.battle.units_by_path
        return (path for path in paths if path != self.path and is_on_side(self.battle, path, self.side))

    def facts_of_shot(self) -> dict[str, int]:
        """Whose shot it is, and what is marked."""
        return super().facts_of_shot() | {
            self.battle.units_by_path[self.path].kind: 1,
            "wounded": is_wounded(self.battle, self.path),
            "empty": self.battle.number(self.empty),
            "rounds-used": self.battle.number(self.used_rounds),
            "fresh": self.is_fresh() and not self.battle.number(f"{self.path}/{FRESH_USED}"),
        }

    def ask_more(self) -> None:
        """Two of the same weapon with gunfight roll 1s again (p. 8)."""
        if self.gun.alike and self.has(GUNFIGHT):
            self.alike = self.form.either("alike", _("In hand"), _("one weapon"), _("two the same"), self.has_two())

    def has_two(self) -> bool:
        """Whether two weapons of this kind have ammunition left."""
        loaded = (
            gun for gun in self.guns() if gun.item == self.gun.item and not self.battle.number(self.empty_of(gun))
        )
        return len([*loaded]) > 1

    def pool(self, number: int, _target: Target) -> Pool:
        """6s are rolled once more by a critical weapon and rounds of carnage (p. 8, 9)."""
        return Pool(number, self.need or 7, self.has(CRITICAL) or self.rounds == CARNAGE, self.alike)

    def runs_dry(self) -> bool:
        """Not with fresh ammunition, nor where it is used up anyway."""
        return not self.is_fresh() and self.rounds != CARNAGE

    def is_fresh(self) -> bool:
        return bool(self.battle.number(f"{self.path}/{FRESH}"))

    # --- What is to be minded -----------------------------------------------------------------------------------------

    @property
    def empty(self) -> str:
        """The path of the marker of its weapon that is out of ammunition, or used."""
        return self.empty_of(self.gun)

    def empty_of(self, gun: Gun) -> str:
        return f"{self.path}/{gun_key(gun.item.slug, gun.number)}"

    @property
    def used_rounds(self) -> str:
        """The path of the marker of its rounds that are fired once, and used."""
        return f"{self.path}/used-{self.rounds}-{self.gun.item.slug}-{self.gun.number}"

    def notes(self) -> Iterator[Reason]:
        yield from super().notes()
        yield from self.circumstances().notes("fresh")

    # --- What dice say ------------------------------------------------------------------------------------------------

    def rows(self, aim: Aim) -> list[EffectRow]:
        """What successes do to a figure, from its table, with what the rounds change."""
        does = play_of(self.catalogue).shots
        table = self.catalogue.tables[f"tir-sur-{aim.target.kind}"]
        cite = str(table.cite)
        about = self.circumstances(aim.target)
        return [
            EffectRow(
                row.low or 0, row.high or 0, about.changed("shot", [effect(self.catalogue, does[row.slug], cite)])
            )
            for row in table.rows.values()
        ]

    def effect_dice(self, aim: Aim) -> Iterable[EffectDie]:
        """What immobilises a plated robot may only disorient it (p. 11); a poisoned wound may be two (p. 9)."""
        if aim.target.plated:
            yield figures.plating(self.catalogue)
        if self.rounds == POISON:
            twice = effect(self.catalogue, "poisoned")
            yield EffectDie("wounded", self.play_rule("poison").least, twice, _("poison: no extra wound"))

    def marks(self, target: Target, effects: Sequence[Effect], side: str = "") -> Iterable[Proposal]:
        return marks_proposal(self.battle, target, effects, side)

    def after(self, rolled: Sequence[Rolled], dice: Dice) -> Iterator[Outcome]:
        """Rounds fired once, used up, out of ammunition, the die of limited ammunition (p. 8, 9)."""
        catalogue, rules = self.catalogue, self.catalogue.special_rules
        if self.rounds in USED_UP:
            yield self.rounds_spent()
        if self.has(ONCE):
            yield self.spent(self.empty, _("one shot per battle: weapon used"), str(rules[ONCE].cite))
            return
        if self.rounds == CARNAGE:
            cite = str(catalogue.ammunition[CARNAGE].cite)
            yield self.spent(self.empty, _("carnage, one shot only: out of ammo"), cite)
        if self.runs_dry() and has_more_ones(rolled):
            yield self.spent(self.empty, _("more 1s than successes: out of ammo"), modifier(catalogue, "dry").cite)
        if self.has_last_die():
            yield self.roll_last(dice, self.empty, _("limited ammo: some left"), _("limited ammo: that was the last"))

    def rounds_spent(self) -> Outcome:
        """The mark of rounds that are fired once (p. 9)."""
        return Outcome([], self.spent(self.used_rounds, "", str(self.catalogue.ammunition[self.rounds].cite)).proposals)


def may_shoot(battle: Battle, path: str) -> bool:
    """A survivor with a weapon that shoots, a robot with a gun."""
    unit = battle.units_by_path[path]
    if unit.kind == NPC:
        return bool(unit.facts.get("gun"))
    shoots = isinstance(unit.facts.get("T"), int)
    return shoots and any(marker.key.startswith("empty-") for marker in unit.markers)


SHOOT = Action(_("Shoot"), SurvivorShot.attempted, "crosshair", (FIGHTER, NPC), may_shoot)
