"""A melee of First Wave: where the dice come from, what befalls the loser ("Corps à corps des fantassins", p. 9)."""

from collections.abc import Iterator, Sequence

from rules.catalogue import TableRow
from rules.games.first_wave.play import figures
from rules.games.first_wave.play.book import play_of
from rules.games.first_wave.play.figures import figure_choices, figure_of, marks_proposal
from rules.games.first_wave.play.state import (
    AMPHETAMINE,
    FIGHTER,
    INFECTED,
    NPC,
    SURVIVOR,
    gun_key,
    has,
    is_wounded,
    picked_key,
)
from rules.play.actions import Action, Attempt, Choice, Outcome, Reason
from rules.play.battle import OTHERS, Battle
from rules.play.circumstances import changed
from rules.play.dice_book import effect, modifier
from rules.play.effect_dice import EffectDie
from rules.play.entries import UNBOUNDED, Effect, EffectRow, Modifier, dice_of
from rules.play.melees import Combatant, Fight, Melee, Party
from rules.play.pools import Pool
from rules.text import Message, Text, _

PARRY, CARNAGE, SKILLED = "parade", "carnage", "combattant-emerite"
INFECTS = "infects"


class SurvivorMelee(Melee):
    """The melee of a survivor, of an infected, of a machine."""

    # --- Who and with what --------------------------------------------------------------------------------------------

    def foes(self, chosen: str) -> Sequence[Choice]:
        return figure_choices(self.context, self.path, chosen, allies=False)

    def called(self, path: str) -> Text:
        return figure_of(self.context, path).name

    def keys(self, slug: str, number: int) -> Sequence[str]:
        """What is thrown may be picked up (ruling A95)."""
        return gun_key(slug, number), picked_key(slug, number)

    def decided(self, foe: str) -> Attempt | None:
        """An infected or a machine that is immobilised is eliminated in any melee ("Inconscient / immobilisé").

        It was a melee of this turn all the same.
        """
        figure = figure_of(self.context, foe)
        label = Message(_("State of {name}"), {"name": figure.name})
        if figure.kind == SURVIVOR or not self.form.either(
            "foe-still", label, _("able to fight"), _("immobilised"), figure.still
        ):
            return None
        cite = str(self.catalogue.reminders["etats"].cite)
        out = [effect(self.catalogue, "eliminated", cite)]
        note = Reason("", _("Immobilised: eliminated in this melee, no roll."), cite)
        proposals = marks_proposal(self.battle, figure, out, self.side)
        more = self.one_melee_more(self.path, figure.path)
        return Attempt(self.form.fields, notes=[note], proposals=[*proposals, *more])

    # --- Dice ---------------------------------------------------------------------------------------------------------

    def combatant(self, party: Party) -> Combatant:
        figure = figure_of(self.context, party.path)
        about = party.circumstances(self.facts_of(party))
        conditions = [*(about.modifiers("fighter") if figure.path else ()), *about.modifiers("against")]
        modifiers = [*self.own_modifiers(party), *conditions, *party.free_modifier()]
        rules = frozenset(party.weapon.rules if party.weapon else ()) | (
            {INFECTS} if figure.kind == INFECTED else set()
        )
        held = self.weapons(party.path)
        again = PARRY in rules and sum(item is party.weapon for item in held) > 1
        pool = Pool(dice_of(modifiers), self.need_of(party), sixes_again=CARNAGE in rules, ones_again=again)
        return Combatant(
            figure.path,
            figure.name,
            modifiers,
            pool,
            party.weapon,
            spent=party.is_spent(),
            rules=rules,
            kind=figure.kind,
            plated=figure.plated,
        )

    def need_of(self, party: Party) -> int:
        """Its C; that of an infected dog in a pack (p. 11); typed in for who is no unit of the battle."""
        if party.path not in party.battle.units_by_path:
            return party.typed_value()
        return party.value_in_pack(party.fact("pack"))

    def own_modifiers(self, party: Party) -> Iterator[Modifier]:
        """Base, weapon or power, amphetamine ("Corps à corps des fantassins", p. 9, 11)."""
        base = modifier(party.catalogue, "base")
        if party.path not in party.battle.units_by_path:
            yield party.typed_dice(base.dice)
            return
        yield base
        if (power := party.fact("melee")) is not None:
            yield modifier(party.catalogue, "power", power)
        yield from party.weapon_dice()

    def facts_of(self, party: Party) -> dict[str, int]:
        """What it is and took, and what the other's shield and weapon stop."""
        parries, unit = bool(party.against and PARRY in party.against.rules), party.battle.units_by_path.get(party.path)
        facts: dict[str, int] = {"foe-shield": figure_of(self.context, party.other).shield, "parries": parries}
        if unit is None:
            return facts
        return facts | {
            unit.kind: 1,
            AMPHETAMINE: party.battle.number(f"{party.path}/{AMPHETAMINE}"),
            SKILLED: has(unit, SKILLED),
            "wounded": is_wounded(party.battle, party.path),
        }

    # --- What comes of it ---------------------------------------------------------------------------------------------

    def rows(self, winner: Combatant, loser: Combatant) -> Sequence[EffectRow]:
        """What befalls the loser, by the difference ("Effets du corps à corps")."""
        catalogue = self.catalogue
        if winner.spent:
            return [EffectRow(1, UNBOUNDED, (effect(catalogue, "dodge"),))]
        table, does = catalogue.tables["effet-corps-a-corps"], play_of(catalogue).melees
        of_npcs = int(loser.kind != SURVIVOR)

        def does_to(row: TableRow) -> Effect:
            return effect(catalogue, does[row.slug][of_npcs], str(table.cite))

        rules = dict.fromkeys(winner.rules, 1)
        return [
            EffectRow(row.low or 0, row.high or 0, tuple(changed(catalogue, "melee", rules, [does_to(row)])))
            for row in table.rows.values()
        ]

    def effect_dice(self, _winner: Combatant, loser: Combatant) -> list[EffectDie]:
        return [figures.plating(self.catalogue)] if loser.plated else []

    def marks(self, fight: Fight, effects: Sequence[Effect]) -> Outcome:
        """The loser's, with the credit for an NPC: the winner's side; of an NPC, named by hand too, "others"."""
        winner, loser = fight.winner, fight.loser
        side = winner.path.split("/")[0] if winner.kind == SURVIVOR else OTHERS
        return Outcome([], [*marks_proposal(self.battle, loser, effects, side)])


def may_fight(battle: Battle, path: str) -> bool:
    return battle.units_by_path[path].kind in (FIGHTER, NPC)


MELEE = Action(_("Fight"), SurvivorMelee.attempted, icon="crossed-swords", kinds=(FIGHTER, NPC), suits=may_fight)
