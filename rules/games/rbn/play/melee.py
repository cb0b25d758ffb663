"""A melee of Red Button's Nation: who strikes whom, where dice come from, what comes of it (RBN p. 22, 26, 30, 31)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rules.catalogue import Item
from rules.families.red_button.targets import ordered
from rules.families.red_button.traits import has_trait
from rules.games.rbn.play import state
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.morale import is_without_chief
from rules.games.rbn.play.state import PICKED_UP, USED, WOUNDS, item_key
from rules.games.rbn.play.targets import FIGHTER_BY_HAND as HAND
from rules.games.rbn.play.targets import is_on_foot, is_wounded, past_armour, rules_of, sitting
from rules.play.actions import Action, Choice, Outcome, Proposal, Reason
from rules.play.battle import OTHERS, Battle, side_of_path
from rules.play.circumstances import Circumstances, changed
from rules.play.dice_book import effect, effect_rows, modifier
from rules.play.effect_dice import EffectDie
from rules.play.entries import UNBOUNDED, Effect, EffectRow, Modifier, befell, dice_of, marks_proposal
from rules.play.melees import Combatant, Fight, Melee, Party
from rules.play.pools import Pool
from rules.text import Text, _

DEVOURERS, CULTISTS, MUTANTS, SSS = "devoreurs-des-derniers-jours", "cultistes", "mutants", "sss"
PARRY, CARNAGE, BACTERIAL, SLY, VENOM, PACK = "parade", "carnage", "bacteriel", "sournois", "poison", "meute"
SHIELD, BANNER, CUMBERSOME = "bouclier", "banniere", "encombrant"
AMBIDEXTROUS, RIDER, SKILLED = "ambidextre", "cavalier", "combattant-emerite"
MOST_WOUNDS = 6  # of an enemy that the form takes
POWER = Text("puissance de corps à corps", "melee power")


class RbnMelee(Melee):
    """The melee of a fighter or of a hostile element."""

    # --- Who and with what --------------------------------------------------------------------------------------------

    def foes(self, chosen: str) -> Sequence[Choice]:
        """Who may be struck: figures of the other sides, hostile elements, then somebody named by hand."""
        paths = [foe for foe in ordered(self.battle, self.path) if foe == chosen or self.may_strike(foe)]
        return [*(Choice(foe, self.called(foe)) for foe in paths), Choice(HAND, self.called(HAND))]

    def called(self, path: str) -> Text:
        return play_of(self.catalogue).targets[HAND].name if path == HAND else self.battle.called(path)

    def may_strike(self, foe: str) -> bool:
        """A figure on foot of another side, no vehicle; hostile elements fight whom they meet."""
        is_ally = foe.split("/")[0] == self.side or self.battle.units_by_path[foe].kind == state.VEHICLE
        return foe != self.path and not is_ally and is_on_foot(self.battle, foe)

    def keys(self, slug: str, number: int) -> Sequence[str]:
        """Spears are thrown and picked up (ruling A94)."""
        return [item_key(key, slug, number) for key in (USED, PICKED_UP)]

    def one_handed(self, path: str) -> list[Item]:
        """Its one-handed melee weapons: to a giant body all are (ruling A60); two of a kind are two."""
        giant = self.battle.units_by_path[path].facts.get("giant")
        return [item for item in self.weapons(path) if giant or CUMBERSOME not in item.rules]

    # --- Dice ---------------------------------------------------------------------------------------------------------

    def combatant(self, party: Party) -> Combatant:
        if party.path == HAND:
            return self.by_hand(party)
        battle, path = party.battle, party.path
        about = party.circumstances(self.facts_of(party))
        conditions = [*about.modifiers("fighter"), *about.modifiers("against")]
        modifiers = [*self.own_modifiers(party), *conditions, *party.free_modifier()]
        raging = bool(about.facts.get("chief"))
        rules = frozenset(party.weapon.rules if party.weapon else ()) | rules_of(battle.units_by_path[path])
        rules_of_book = party.catalogue.play.rules
        venom = rules_of_book["poison"].least if VENOM in rules else 0
        spent = party.is_spent()
        need = party.value_in_pack(rules_of_book["pack"].least if PACK in rules else None)
        pool = Pool(dice_of(modifiers), need, sixes_again=CARNAGE in rules, misses_again=self.again(party), venom=venom)
        shield = rules_of_book["shield"].least if state.has(battle, path, SHIELD) else 0
        devours = self.holds(party, "drawbacks", DEVOURERS)
        rules |= {DEVOURERS} if devours else set()
        return Combatant(path, party.name, modifiers, pool, party.weapon, shield, spent, raging, rules)

    def by_hand(self, party: Party) -> Combatant:
        """Somebody who is no unit of the battle, such as the hunters' quarry (RBN p. 27): C and dice are typed in."""
        need = party.typed_value()
        parried = party.circumstances({"parries": self.parries(party)}).modifiers("against")
        modifiers = [party.typed_dice(modifier(party.catalogue, "base").dice), *parried]
        return Combatant("", party.name, modifiers, Pool(dice_of(modifiers), need))

    def holds(self, party: Party, which: str, slug: str) -> bool:
        return has_trait(party.battle, side_of_path(party.path), which, slug)

    def own_modifiers(self, party: Party) -> Iterator[Modifier]:
        """Base and weapon (RBN p. 22); all of a hostile element's (p. 44)."""
        catalogue, base = party.catalogue, modifier(party.catalogue, "base")
        yield base
        if (power := party.fact("melee")) is not None:
            yield Modifier(power - base.dice, POWER, modifier(catalogue, "tiny").cite)
        yield from party.weapon_dice()

    def facts_of(self, party: Party) -> dict[str, int]:
        """Its body, hands and abilities, the traits of its side, what the other's weapon parries."""
        battle, path, side = party.battle, party.path, side_of_path(party.path)
        weapon, hands = party.weapon, self.one_handed(path)
        other = None if party.other == HAND else side_of_path(party.other)
        return {
            "attacks": not party.prefix,
            "giant": party.fact("giant") or 0,
            "two-hands": weapon in hands and len(hands) > 1 and state.has(battle, path, AMBIDEXTROUS),
            **{slug: state.has(battle, path, slug) for slug in (RIDER, SKILLED)},
            **{slug: has_trait(battle, side, "advantages", slug) for slug in (MUTANTS, SSS)},
            "foe-mutants": other is not None and battle.sides[other].facts.get("faction") == MUTANTS,
            "cultist": self.holds(party, "drawbacks", CULTISTS) and not party.fact("chief"),
            "chief-out": side is not None and is_without_chief(battle, side),
            "wounded": is_wounded(battle, path),
            "parries": self.parries(party),
        }

    def parries(self, party: Party) -> int:
        """How often the other parries: twice where it is ambidextrous, with two weapons that do (RBN p. 22)."""
        if party.against is None or PARRY not in party.against.rules:
            return 0
        parries = sum(PARRY in item.rules for item in self.one_handed(party.other)) if party.other != HAND else 0
        return 1 + (parries > 1 and state.has(party.battle, party.other, AMBIDEXTROUS))

    def again(self, party: Party) -> int:
        """How many misses it rolls again: one by a banner, one for each wound of who fights a Devourer (p. 26, 30)."""
        battle, side = party.battle, side_of_path(party.path)
        standing = state.standing(battle, state.FIGHTER, side) if side is not None else []
        bearers = [path for path in standing if state.has(battle, path, BANNER)]
        number = 0
        if bearers and bearers != [party.path]:
            number += party.flag("banner", _("{name}: banner in sight within 20\xa0cm"))
        if self.holds(party, "advantages", DEVOURERS):
            wounds = battle.number(f"{party.other}/{WOUNDS}")
            number += party.number("prey", _("Wounds of {name}’s enemy"), wounds, 0, MOST_WOUNDS)
        return number

    # --- What comes of it ---------------------------------------------------------------------------------------------

    def rows(self, winner: Combatant, loser: Combatant) -> Sequence[EffectRow]:
        """What befalls the loser, by the difference. Rage comes first (ruling A100)."""
        catalogue = self.catalogue
        if loser.raging or winner.spent:
            return [EffectRow(1, UNBOUNDED, (effect(catalogue, "rage" if loser.raging else "dodge"),))]
        rules = dict.fromkeys(winner.rules, 1)
        rows = effect_rows(catalogue, "melee")
        return [replace(row, effects=tuple(changed(catalogue, "melee", rules, row.effects))) for row in rows]

    def effect_dice(self, winner: Combatant, _loser: Combatant) -> list[EffectDie]:
        """A bacterial wound is two on a 6 (RBN p. 22)."""
        if BACTERIAL not in winner.rules:
            return []
        bitten = effect(self.catalogue, "bitten", str(self.catalogue.special_rules[BACTERIAL].cite))
        return [EffectDie("blow", self.catalogue.play.rules["bacteria"].least, bitten, _("bacteria: no extra wound"))]

    def further(self, winner: Combatant, loser: Combatant, effects: Sequence[Effect]) -> Iterator[Effect]:
        """Armour does not stop the sly (RBN p. 44)."""
        if SLY in winner.rules:
            yield from past_armour(self.context, loser.path, effects)

    def marks(self, fight: Fight, effects: Sequence[Effect]) -> Outcome:
        """The loser's marks, and those of a Devourer who has killed: only an attacker's activation ends (RBN p. 26)."""
        markers, loser, winner = self.battle.markers_by_path, fight.loser, fight.winner
        proposals: list[Proposal] = [*marks_proposal(loser.name, loser.path, effects, markers)]
        if not (DEVOURERS in winner.rules and self.kills(loser.path, effects)):
            return Outcome([], proposals)
        fed = effect(self.catalogue, "devoured")
        if winner is fight.defender:
            fed = effect(self.catalogue, "stunned", fed.cite)
        line = Reason("", befell(winner.name, [fed]), fed.cite)
        return Outcome([line], [*proposals, *marks_proposal(winner.name, winner.path, [fed], markers)])

    def kills(self, loser: str, effects: Sequence[Effect]) -> bool:
        """Whether the loser is killed: outright, or by the last wound that it can take (RBN p. 14, 22)."""
        slugs = [effect.slug for effect in effects]
        if {"death", "rage"}.intersection(slugs):
            return True
        marker = self.battle.markers_by_path.get(f"{loser}/{WOUNDS}")
        wounds = sum(slug in ("blow", "bitten") for slug in slugs)
        return marker is not None and wounds > 0 and self.battle.number(f"{loser}/{WOUNDS}") + wounds >= marker.most

    def bars(self, foe: str) -> Iterator[Reason]:
        return sitting(self.context, (self.path, foe))

    def notes(self, first: Combatant, second: Combatant) -> Iterator[Reason]:
        """What is not counted in dice."""
        for fighter, other in ((first, second), (second, first)):
            facts = dict.fromkeys(fighter.rules, 1) | {"foe-shield": bool(other.shield and fighter.path)}
            names = {"name": fighter.name, "other": other.name}
            yield from Circumstances(self.catalogue, self.form, facts, names).notes("melee")


def may_fight(battle: Battle, path: str) -> bool:
    if path.startswith(f"{OTHERS}/"):
        return bool(battle.units_by_path[path].facts.get("hostile"))
    return state.vehicle_of(battle, path) is None


MELEE = Action(_("Fight"), RbnMelee.attempted, icon="crossed-swords", kinds=("fighter", "hostile"), suits=may_fight)
