"""A melee of two: what the form asks, their dice, who wins by how much, how likely that is, what befalls the loser."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial

from rules.catalogue import Catalogue, Item
from rules.play import chances
from rules.play.actions import Attempt, Chance, Choice, Outcome, Proposal, Reason, together
from rules.play.battle import Battle, listed
from rules.play.chances import Spread
from rules.play.circumstances import Circumstances, cites
from rules.play.dice import Dice
from rules.play.dice_book import effect, modifier
from rules.play.effect_dice import EffectDie, parted, roll_due
from rules.play.entries import Effect, EffectRow, Modifier, row_for, worths
from rules.play.form import ActionForm, ChosenAction
from rules.play.marks import Mark
from rules.play.pools import Pool, words
from rules.text import Message, Text, _

FISTS = "fists"
MELEES = "melees"  # key of the marker of a unit
MOST_BY_HAND = 12
LEAST_C, MOST_C = 2, 6
TYPED = Text("dés saisis", "dice entered")


def weakest(catalogue: Catalogue) -> int:
    """The C that costs nothing: of who has no other."""
    return next(int(value) for value, cost in catalogue.characteristics["C"].costs.items() if not cost)


@dataclass(frozen=True)
class Combatant:
    """One of the two.

    path      -- in the battle; "" for who is named by hand
    modifiers -- where its dice come from
    weapon    -- what it fights with; None for bare hands, and for who has no arsenal
    shield    -- from which figure on a die of its shield undoes a success of the other; 0: it has none
    spent     -- it can deal no more damage in this turn
    raging    -- any melee lost is its end
    rules     -- slugs of what comes with its blows: of its weapon, or of what it is
    kind      -- what it is to the table of the game; `plated`: with plating
    """

    path: str
    name: Text
    modifiers: Sequence[Modifier]
    pool: Pool
    weapon: Item | None = None
    shield: int = 0
    spent: bool = False
    raging: bool = False
    rules: frozenset[str] = frozenset()
    kind: str = ""
    plated: bool = False

    def reasons(self) -> Iterator[Reason]:
        yield from (modifier.reason(self.name) for modifier in self.modifiers)


@dataclass(frozen=True)
class Party:
    """One of the two before its dice: what the form asks of it.

    path    -- in the battle, or the slug of who is named by hand; `other`: of whom it fights
    weapon  -- what it fights with; `against`: what the other fights with
    prefix  -- of its fields: "" for who acts, else "foe-"
    """

    battle: Battle
    catalogue: Catalogue
    form: ActionForm
    path: str
    other: str
    name: Text
    weapon: Item | None
    against: Item | None
    prefix: str

    def fact(self, name: str) -> int | None:
        """A number that the unit has; None for who has none or is named by hand."""
        unit = self.battle.units_by_path.get(self.path)
        value = unit.facts.get(name) if unit else None
        return value if isinstance(value, int) else None

    def flag(self, name: str, label: str) -> bool:
        return self.form.flag(f"{self.prefix}{name}", Message(label, {"name": self.name}))

    def number(self, name: str, label: str, usual: int, least: int, most: int) -> int:
        return self.form.number(f"{self.prefix}{name}", Message(label, {"name": self.name}), usual, least, most, True)

    def circumstances(self, facts: dict[str, int]) -> Circumstances:
        return Circumstances(self.catalogue, self.form, facts, {"name": self.name}, prefix=self.prefix)

    def weapon_dice(self) -> Iterator[Modifier]:
        if self.weapon and self.weapon.melee:
            yield Modifier(self.weapon.melee, self.weapon.name, str(self.weapon.melee_cite))

    def free_modifier(self) -> Iterable[Modifier]:
        """Of who acts."""
        return () if self.prefix else self.form.free_modifier()

    def is_spent(self) -> bool:
        spent = self.battle.number(f"{self.path}/{MELEES}") >= self.catalogue.play.rules["melees"].most
        label = Message(_("Melees already fought this turn by {name}"), {"name": self.name})
        return self.form.either(f"{self.prefix}melees", label, _("fewer than 3"), _("3 or more"), spent)

    def value_in_pack(self, pack: int | None) -> int:
        """Its C, or that of a pack, where it has one and a mate is near."""
        value = self.fact("C")
        value = weakest(self.catalogue) if value is None else value
        if pack is not None and self.flag("pack", _("{name}: pack mate within 10\xa0cm")):
            return min(value, pack)
        return value

    def typed_value(self) -> int:
        return self.form.number("foe-c", _("Opponent’s C"), weakest(self.catalogue), LEAST_C, MOST_C)

    def typed_dice(self, usual: int) -> Modifier:
        return Modifier(self.form.number("foe-dice", _("Opponent’s dice"), usual, 0, MOST_BY_HAND), TYPED)


class Melee(ChosenAction):
    """The melee of a unit, which spends the action, as it is chosen so far. A game's own says what its book says."""

    def foes(self, chosen: str) -> Sequence[Choice]:
        """Whom the unit may strike; who is `chosen` stays among them."""
        raise NotImplementedError

    def called(self, path: str) -> Text:
        """The name of a unit, or of who is named by hand."""
        raise NotImplementedError

    def keys(self, slug: str, number: int) -> Sequence[str]:
        """Of the markers of the how many'th weapon of a kind: thrown, picked up."""
        raise NotImplementedError

    def combatant(self, party: Party) -> Combatant:
        raise NotImplementedError

    def rows(self, winner: Combatant, loser: Combatant) -> Sequence[EffectRow]:
        """What befalls the loser, by the difference."""
        raise NotImplementedError

    def marks(self, fight: "Fight", effects: Sequence[Effect]) -> Outcome:
        raise NotImplementedError

    def decided(self, _foe: str) -> Attempt | None:
        """What comes without dice; None where they are rolled."""
        return None

    def effect_dice(self, _winner: Combatant, _loser: Combatant) -> Sequence[EffectDie]:
        return ()

    def further(self, _winner: Combatant, _loser: Combatant, _effects: Sequence[Effect]) -> Iterable[Effect]:
        """What comes beside the effects once it is known who wins."""
        return ()

    def bars(self, _foe: str) -> Iterable[Reason]:
        """Why the two cannot fight."""
        return ()

    def notes(self, _first: Combatant, _second: Combatant) -> Iterable[Reason]:
        """What is not counted in dice."""
        return ()

    def attempt(self) -> Attempt:
        if self.path not in self.battle.units_by_path:
            return Attempt((), notes=[Reason("", _("Nobody fights."))])
        foe = self.form.choice("foe", _("Enemy"), self.foes(self.form.sent.get("foe", "")))
        weapon, against = self.chosen_weapon(self.path, ""), self.chosen_weapon(foe, "foe-")
        if decided := self.decided(foe):
            return decided
        first = self.combatant(self.party(self.path, foe, weapon, against, ""))
        second = self.combatant(self.party(foe, self.path, against, weapon, "foe-"))
        bars = [*self.bars(foe)]
        return Attempt(
            self.form.fields,
            "" if bars else f"{first.pool.number}D6 + {second.pool.number}D6",
            f"{first.pool.need}+, {second.pool.need}+",
            [*first.reasons(), *second.reasons()],
            [*bars, *self.notes(first, second)],
            [*self.chances(first, second)],
            partial(self.read, first, second),
            valued=partial(valued, first, second),
        )

    def party(self, path: str, other: str, weapon: Item | None, against: Item | None, prefix: str) -> Party:
        name = self.called(path)
        return Party(self.battle, self.catalogue, self.form, path, other, name, weapon, against, prefix)

    def weapons(self, path: str) -> list[Item]:
        """The melee weapons of a unit that were not thrown, or were picked up since, two of a kind twice."""
        seen, held = Counter[str](), []
        unit = self.battle.units_by_path.get(path)
        for slug in listed(unit.facts, "weapons") if unit else ():
            item = self.catalogue.weapons.get(slug)
            if item is None or item.melee is None:
                continue
            seen[slug] += 1
            thrown, picked_up = (self.battle.number(f"{path}/{key}") for key in self.keys(slug, seen[slug]))
            if picked_up or not thrown:
                held.append(item)
        return held

    def chosen_weapon(self, path: str, prefix: str) -> Item | None:
        """What somebody fights with, each kind once, the most dice first; None for bare hands or no arsenal."""
        weapons = sorted(self.weapons(path), key=lambda item: -(item.melee or 0))
        carried = {item.slug: item for item in weapons}
        if not carried:
            return None
        options = [*(Choice(slug, item.name) for slug, item in carried.items()), Choice(FISTS, _("Bare hands"))]
        label = Message(_("Weapon of {name}"), {"name": self.called(path)})
        return carried.get(self.form.choice(f"{prefix}weapon", label, options))

    def chances(self, first: Combatant, second: Combatant) -> Iterator[Chance]:
        """Who wins, and what befalls the loser."""
        leads = leads_of(first, second)
        for is_first, winner, loser in ((True, first, second), (False, second, first)):
            for row in self.rows(winner, loser):
                likely = won_by(leads, is_first, row)
                for effects, chance in parted(row.effects, likely, self.effect_dice(winner, loser)):
                    yield Chance(loses(loser, row, effects), chance)

    def read(self, first: Combatant, second: Combatant, dice: Dice) -> Outcome:
        """The dice of both, what befalls the loser, further dice, the marks, and a melee more for both."""
        cited = cites(self.catalogue, "melee", dict.fromkeys(first.rules | second.rules, 1))
        fight = roll_melee(first, second, dice, cited)
        winner, loser = fight.winner, fight.loser
        row = row_for(self.rows(winner, loser), fight.lead.difference)
        effects: Sequence[Effect] = row.effects if row else ()
        effects = [*effects, *self.further(winner, loser, effects)]
        lines = [result(self.catalogue, fight), *(Reason("", effect.text, effect.cite) for effect in effects)]
        effects, rolled = roll_due(effects, self.effect_dice(winner, loser), dice)
        more = Outcome([], [*self.one_melee_more(first.path, second.path)])
        return together(Outcome([*fight.lines, *lines, *rolled]), self.marks(fight, effects), more)

    def one_melee_more(self, *paths: str) -> Iterator[Proposal]:
        """A melee more in this turn for the units at these paths, as far as it is counted for them."""
        counters = [f"{path}/{MELEES}" for path in paths]
        marks = [Mark.add(counter) for counter in counters if counter in self.battle.markers_by_path]
        if marks:
            yield Proposal(_("Melee counted for this turn"), marks, effect(self.catalogue, "dodge").cite)


# --- Dice -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lead:
    """How many successes the attacker is ahead; a tie is won by the attacker with a difference of 1."""

    successes: int

    @property
    def is_the_attackers(self) -> bool:
        return self.successes >= 0

    @property
    def difference(self) -> int:
        return abs(self.successes) or 1


@dataclass(frozen=True)
class Fight:
    """A melee that was rolled: its lead, with the successes that shields left, and how it came about."""

    attacker: Combatant
    defender: Combatant
    lead: Lead
    lines: Sequence[Reason] = ()

    @property
    def winner(self) -> Combatant:
        return self.attacker if self.lead.is_the_attackers else self.defender

    @property
    def loser(self) -> Combatant:
        return self.defender if self.lead.is_the_attackers else self.attacker


def roll_melee(attacker: Combatant, defender: Combatant, dice: Dice, cited: Mapping[str, str]) -> Fight:
    """The dice in their order: the attacker's and what they roll again, the defender's, then the shields'."""
    lines: list[Reason] = []
    rolled = [count_successes(fighter, dice, lines, cited) for fighter in (attacker, defender)]
    lost = [count_blocked(fighter, rolled[1 - n], dice, lines, cited) for n, fighter in enumerate((attacker, defender))]
    return Fight(attacker, defender, Lead(rolled[0] - lost[1] - rolled[1] + lost[0]), lines)


def count_successes(fighter: Combatant, dice: Dice, lines: list[Reason], cited: Mapping[str, str]) -> int:
    """The successes of one of the two, with a line for its dice and for each kind that is rolled again."""
    rolled = fighter.pool.roll(dice)
    values = {"name": fighter.name, "successes": rolled.successes, "need": fighter.pool.need}
    lines.append(Reason(words(rolled.fell), Message(SUCCESSES, values), cited["count"]))
    again = (
        (rolled.replaced, _("re-rolled, second roll counts"), cited.get("again", "")),
        (rolled.further, _("6s rolled again"), cited.get("carnage", "")),
        (rolled.venom, _("rolls for poisoned successes"), cited.get("venom", "")),
    )
    lines += [Reason(words(faces), text, cite) for faces, text, cite in again if faces]
    return rolled.successes


SUCCESSES = _("{name}, successes: {successes} (on {need} or more, a 6 counts 2)")


def count_blocked(bearer: Combatant, successes: int, dice: Dice, lines: list[Reason], cited: Mapping[str, str]) -> int:
    """How many successes a shield undoes: a die for each."""
    faces = dice.several(successes if bearer.shield else 0, worth=lambda face: face >= bearer.shield)
    number = sum(face >= bearer.shield for face in faces)
    if faces:
        text = Message(_("shield of {name}, successes cancelled: {number}"), {"name": bearer.name, "number": number})
        lines.append(Reason(words(faces), text, cited["shield"]))
    return number


def leads_of(attacker: Combatant, defender: Combatant) -> Spread:
    """The chances of (successes of the attacker less those of the defender), shields included."""
    both = chances.beside(successes_left(attacker, defender), successes_left(defender, attacker))
    return chances.mapped(both, lambda counts: (counts[0] - counts[1],))


def successes_left(fighter: Combatant, other: Combatant) -> Spread:
    """The successes of one of the two that the other's shield leaves."""
    successes = chances.mapped(fighter.pool.spread(), lambda counts: counts[:1])
    if not other.shield:
        return successes
    stays = chances.die(lambda face: (int(face < other.shield),))
    return chances.then(successes, lambda counts: chances.times(stays, counts[0]))


def valued(first: Combatant, second: Combatant) -> list[Reason]:
    """The reasons of both with what each is worth: by how much it changes the chance that who acts wins."""

    def likely(number: int, other: Combatant, is_first: bool) -> Fraction:
        fighter = first if is_first else second
        changed = replace(fighter, pool=replace(fighter.pool, number=number))
        leads = leads_of(changed, other) if is_first else leads_of(other, changed)
        return chances.chance(leads, lambda lead: lead[0] >= 0)

    own = worths(first.modifiers, lambda number: likely(number, second, True), first.name)
    return [*own, *worths(second.modifiers, lambda number: likely(number, first, False), second.name)]


def won_by(leads: Spread, attackers: bool, row: EffectRow) -> Fraction:
    """How likely one of the two wins by a difference of this row."""

    def wins(lead: Lead) -> bool:
        return lead.is_the_attackers == attackers and row.covers(lead.difference)

    return chances.chance(leads, lambda counts: wins(Lead(counts[0])))


# --- What is said and marked ------------------------------------------------------------------------------------------


def loses(loser: Combatant, row: EffectRow, effects: Sequence[Effect]) -> Message:
    values = {"loser": loser.name, "effects": tuple(effect.text for effect in effects), "span": row.span}
    return Message(_("{loser} loses by {span}: {effects}"), values)


def result(catalogue: Catalogue, fight: Fight) -> Reason:
    cite = modifier(catalogue, "base").cite
    values = {"winner": fight.winner.name, "difference": fight.lead.difference}
    if not fight.lead.successes:
        return Reason("=", Message(_("tie: {winner} spent the action and wins by 1"), values), cite)
    return Reason(str(fight.lead.difference), Message(_("{winner} wins by {difference}"), values), cite)
