"""Tests of a hero with symbols that the table types in: attack, defence, noise (p. 9 to 12, 26)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.games.reichbusters.analysis import MELEE
from rules.games.reichbusters.play import heroism, state
from rules.games.reichbusters.play.paying import noise_marked, pays
from rules.games.reichbusters.play.state import Arm
from rules.games.reichbusters.play.symbols import Symbols, effects_marked, read_symbols, rule, used_effects
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Choice, Proposal, Reason, Words
from rules.play.battle import Battle, figure
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, Text, _

MOST_DICE, MOST_DAMAGE = 99, 99
UNARMED = "unarmed"


def arms(acting: ActingUnit) -> dict[str, Arm]:
    """The weapons that a hero can use, and bare hands (p. 16), by what the form calls them."""
    usable = (
        arm for arm in state.arms_of(acting.battle, acting.path) if state.is_usable(acting.battle, acting.path, arm)
    )
    row = acting.catalogue.tables["a-mains-nues"].rows["mains-nues"]
    bare = Arm(-1, 0, MELEE, 0, row.figures["attack_dice"], row.figures["noise_dice"], 0, "", ())
    return {str(arm.index): arm for arm in usable} | {UNARMED: bare}


def arm_names(acting: ActingUnit, choices: Mapping[str, Arm]) -> list[Choice]:
    unarmed = acting.catalogue.tables["a-mains-nues"].rows["mains-nues"].name
    names = {slug: Text(arm.name, arm.name) if arm.name else weapon_number(slug) for slug, arm in choices.items()}
    return [Choice(slug, unarmed if slug == UNARMED else name) for slug, name in names.items()]


def weapon_number(slug: str) -> Message:
    return Message(_("Weapon {n}"), {"n": int(slug) + 1 if slug.isdigit() else ""})


def skills(acting: ActingUnit, arm: Arm | None) -> list[str]:
    """Keywords of the weapon and skills on which a special result may be spent, without those of this action."""
    used = used_effects(acting.battle, acting.path)
    known = (*(arm.keywords if arm else ()), *state.listed_facts(acting.battle, acting.path, "skills"))
    return [name for name in dict.fromkeys(known) if name not in used]


def used_notes(acting: ActingUnit) -> Iterator[Reason]:
    if used := used_effects(acting.battle, acting.path):
        words = Message(_("Already used in this action: {names} (rb-40)"), {"names": used})
        yield Reason("", words, acting.rule("star").cite)


def dice_of(form: ActionForm, label: Words, usual: int | None, why: Words, cite: str) -> tuple[int, list[Reason]]:
    """How many dice: as on the card, and what cards, skills and objects add or take."""
    number = form.number("dice", label, usual or 0, 0, MOST_DICE, folded=usual is not None)
    more = form.number("more", _("Dice from cards, skills, objects"), 0, -MOST_DICE, MOST_DICE, folded=True)
    reasons = [Reason(str(number), why, cite)]
    if more:
        reasons.append(Reason(f"{more:+}".replace("-", "−"), _("cards, skills, objects"), cite))
    return max(0, number + more), reasons


def overload_marks(path: str, symbols: Symbols, arm: Arm | None) -> list[Mark]:
    """Each overload left is the lasting effect of a wound card; what was used is discharged (p. 11, ruling rb-19)."""
    if not symbols.overloads_left:
        return []
    token = [Mark.set(f"{path}/{state.weapon_mark(arm.index, 'discharged')}")] if arm and arm.index >= 0 else []
    return [Mark.add(f"{path}/{state.WOUNDS}", symbols.overloads_left), *token]


def overload_notes(acting: ActingUnit, symbols: Symbols) -> Iterator[Reason]:
    if symbols.overloads_left:
        words = _("overloads left: each draws a wound card for its lasting effect alone; weapon or object discharged")
        yield Reason(str(symbols.overloads_left), words, acting.rule("overload").cite)


class Tested(NamedTuple):
    """A test as it stands: its symbols, what heroism did, and whether it succeeds.

    tokens  -- the marks of the heroism that was spent
    no_loot -- a special result was meant for loot, but the dice kill nobody
    """

    symbols: Symbols
    tokens: Sequence[Mark]
    success: bool
    no_loot: bool = False

    def lines(self, acting: ActingUnit) -> Iterator[Reason]:
        if self.symbols != NO_DICE:
            yield from self.symbols.lines(acting.catalogue)

    def notes(self, acting: ActingUnit) -> list[Reason]:
        refused = Reason("", _("no loot without a kill"), acting.rule("loot").cite)
        return [
            *self.symbols.notes(acting.catalogue),
            *overload_notes(acting, self.symbols),
            *([refused] if self.no_loot else []),
        ]


NO_DICE = Symbols(0, 0, 0, 0, (), 0, 0, 0, 0, 0)


def tested(
    acting: ActingUnit, form: ActionForm, kind: str, against: int, dice: int, vril: int, arm: Arm | None, loot: int
) -> Tested:
    """A test of attack or defence against a figure: heroism before it needs no dice, after it two tokens (p. 11).

    loot -- how many enemies may drop some: where the dice kill them, else a special result gives a bonus die (p. 10)
    """
    if before := heroism.spent(acting, form, kind, heroism.BEFORE):
        return Tested(NO_DICE, before, True)
    symbols = read_symbols(form, acting.catalogue, dice + vril, skills(acting, arm), loot, vril)
    reached = symbols.total >= against
    no_loot = bool(symbols.loot) and not reached
    symbols = symbols._replace(loot=0) if no_loot else symbols
    failed = symbols.is_done and not reached
    after = heroism.spent(acting, form, kind, heroism.AFTER) if failed else []
    return Tested(symbols, after, reached or bool(after), no_loot)


# --- attack ---------------------------------------------------------------------------------------------------------


@unit_action(state.HERO)
def attack(acting: ActingUnit, form: ActionForm) -> Attempt:
    """An attack test against the defence of an enemy unit; the noise of the action comes after it (p. 16)."""
    battle, path, book = acting.battle, acting.path, acting.catalogue
    cite = rule(book, "loot").cite
    paid, choices = pays(acting, form, "attaquer"), arms(acting)
    arm = choices[form.choice("weapon", _("Weapon"), arm_names(acting, choices))]
    enemies = [Choice("", _("Another")), *(Choice(foe, battle.called(foe)) for foe in state.paths(battle, state.ENEMY))]
    foe = form.choice("foe", _("Target"), enemies, enemies[-1].slug if len(enemies) == 2 else "")
    usual, lives = (state.enemy_figure(battle, foe, key, least) for key, least in (("defence", 0), ("lives", 1)))
    defence = form.number("defence", _("Its defence"), usual, 0, 99, folded=bool(foe))
    room = room_of(form, battle)
    dice, reasons = dice_of(form, _("Attack dice"), arm.attack, _("attack dice"), cite)
    vril = form.number("vril", _("Vril dice"), arm.vril or 0, 0, MOST_DICE, folded=True)
    reasons += [Reason(f"+{vril}", _("vril dice"), rule(book, "overload").cite)] if vril else []
    again = form.flag("again", _("Another test of this action follows"))
    last = state.is_last_wound(battle, foe, lives)
    kills = form.number("kills", _("Killed, if it succeeds"), int(last), 0, 99, folded=True)
    noise = noise_of(form, arm)
    test = tested(acting, form, heroism.ATTACK, defence, dice, vril, arm, loot=kills)
    lines = [*reasons, Reason(f"{defence}+", _("defence of the target"), cite), *test.lines(acting)]
    notes = [*used_notes(acting), *paid.notes, *test.notes(acting)]
    if not test.symbols.is_done:
        return Attempt(form.fields, reasons=lines, notes=[*notes, *aim_notes(acting, arm)])
    marks = [*paid.marks, *test.tokens, *overload_marks(path, test.symbols, arm)]
    marks += killed(foe, room, kills, lives, bool(test.tokens)) if test.success else []
    marks += [effects_marked(path, (*used_effects(battle, path), *test.symbols.effects), again)]
    marks += noise_marked(battle, path, noise)
    notes += loot_notes(acting, test.symbols, foe)
    return Attempt(
        form.fields, reasons=lines, notes=notes, proposals=[Proposal(hit_words(kills, test.success), marks, cite)]
    )


def aim_notes(acting: ActingUnit, arm: Arm) -> Iterator[Reason]:
    """Whom a weapon reaches, and that each other hero of the zone may help with one card (p. 16, 20)."""
    beyond = _("in another zone, in sight and range, with no enemy unit in the hero’s own")
    words = _("in its own zone") if arm.type == MELEE else beyond
    yield Reason("", words, acting.rule("loot").cite)
    cards = acting.catalogue.reminders["cartes-action"]
    yield Reason("", cards.rows[-1].right, str(cards.cite))


def hit_words(kills: int, success: bool) -> Words:
    if not success:
        return _("Missed")
    return Message(_("Hit, killed: {n}"), {"n": kills}) if kills else _("Hit: a wound")


def room_of(form: ActionForm, battle: Battle, name: str = "room") -> str:
    """The room or corridor that a form names; "" where the table has none."""
    rooms = state.paths(battle, state.ROOM)
    options = [Choice("", _("Not noted")), *(Choice(room, battle.called(room)) for room in rooms)]
    return form.choice(name, _("Room or corridor"), options) if rooms else ""


def noise_of(form: ActionForm, arm: Arm) -> int:
    """The highest of card and weapon, and what modifiers add (p. 12, 18, ruling rb-33)."""
    weapon = form.number("noise", _("Noise dice of the weapon"), arm.noise or 0, 0, 99, folded=arm.noise is not None)
    card = form.number("card-noise", _("Noise dice of the action card"), 0, 0, 99, folded=True)
    modifiers = form.number("more-noise", _("Noise dice of modifiers"), 0, 0, 99, folded=True)
    return max(weapon, card) + modifiers


def killed(foe: str, room: str, kills: int, lives: int, heroic: bool) -> list[Mark]:
    """The marks of units that are killed, or of a wound token on one that takes several (p. 16)."""
    marks: list[Mark] = []
    if not kills:
        return [Mark.add(f"{foe}/wound-tokens")] if foe else []
    if foe:
        marks += [Mark.add(f"{foe}/{state.IN_PLAY}", -kills)]
        marks += [Mark.add(f"{foe}/wound-tokens", -((lives - 1) * kills))] if lives > 1 else []
    if room:
        marks += [Mark.set(f"{room}/{state.HEROIC}")] * heroic + [Mark.add(f"{room}/{state.ENEMIES}", -kills)]
    return marks


def loot_notes(acting: ActingUnit, symbols: Symbols, foe: str) -> Iterator[Reason]:
    """What killed units drop, each for a special result (p. 16)."""
    if symbols.loot:
        vril = bool(foe) and state.loot_of(acting.battle, foe) == "vril"
        words = (
            _("draw a vril loot token, face up in its zone") if vril else _("draw a loot token, face up in its zone")
        )
        yield Reason(f"×{symbols.loot}" if symbols.loot > 1 else "", words, acting.rule("loot").cite)


# --- defence --------------------------------------------------------------------------------------------------------


@unit_action(state.HERO)
def defend(acting: ActingUnit, form: ActionForm) -> Attempt:
    """A defence test against the total of the attackers; what is missing is damage (p. 26)."""
    path, cite = acting.path, acting.rule("defence").cite
    against = form.number("attack", _("Total of the attackers"), 0, 0, MOST_DAMAGE)
    facts = acting.battle.units_by_path[path].facts
    usual = figure(facts, "defence") if "defence" in facts else None
    dice, reasons = dice_of(form, _("Defence dice"), usual, _("defence dice"), cite)
    vril = form.number("vril", _("Vril dice"), 0, 0, MOST_DICE, folded=True)
    test = tested(acting, form, heroism.DEFENCE, against, dice, vril, None, loot=0)
    total = Reason(f"{against}+", _("total of the attackers"), acting.rule("support").cite)
    lines, notes = [*reasons, total, *test.lines(acting)], test.notes(acting)
    if not test.symbols.is_done:
        return Attempt(form.fields, reasons=lines, notes=notes)
    marks = [*test.tokens, *overload_marks(path, test.symbols, None)]
    if test.success:
        lines.append(Reason("0", _("damage: unharmed"), cite))
        return Attempt(form.fields, reasons=lines, notes=notes, proposals=kept(_("Unharmed"), marks, cite))
    damage = against - test.symbols.total
    lines.append(Reason(str(damage), _("damage: draw a wound card, its upper effect counts"), cite))
    threshold = form.number("card", _("Threshold on the wound card"), 0, 0, MOST_DAMAGE)
    if damage < threshold:
        lines.append(Reason(f"< {threshold}", _("upper effect alone"), cite))
        return Attempt(form.fields, reasons=lines, notes=notes, proposals=kept(_("Upper effect alone"), marks, cite))
    if not threshold:
        return Attempt(form.fields, reasons=lines, notes=notes)
    effect = form.words("effect-kept", _("Its lasting effect"), folded=False)
    lasting = [*marks, Mark.add(f"{path}/{state.WOUNDS}"), *wound_text(acting, effect)]
    proposals = [Proposal(_("Upper effect and lasting wound"), lasting, cite)]
    return Attempt(form.fields, reasons=lines, notes=notes, proposals=proposals)


def kept(text: Words, marks: Sequence[Mark], cite: str) -> list[Proposal]:
    """The proposal of these marks, where there are any."""
    return [Proposal(text, marks, cite)] if marks else []


def wound_text(acting: ActingUnit, effect: str) -> list[Mark]:
    """The mark that notes the text of a wound card beside those that the hero has."""
    before = str(acting.battle.value(f"{acting.path}/wounds") or "")
    words = " · ".join(filter(None, (before, effect)))
    return [Mark.say(f"{acting.path}/wounds", words)] if effect else []


# --- noise ----------------------------------------------------------------------------------------------------------


@unit_action(state.HERO)
def noise(acting: ActingUnit, form: ActionForm) -> Attempt:
    """A noise test, one an action: from 1 on a noise card is drawn, from its threshold on its lower effect counts."""
    path, book, battle = acting.path, acting.catalogue, acting.battle
    rule_of_noise = rule(book, "noise")
    due = battle.number(f"{path}/{state.NOISE}")
    dice = form.number("dice", _("Noise dice"), due, 0, 99, folded=bool(due))
    symbols = read_symbols(form, book, dice, skills(acting, None))
    lines = [Reason(str(dice), _("noise dice"), rule_of_noise.cite), *symbols.lines(book)]
    notes = [*noise_notes(acting), *symbols.notes(book)]
    if not symbols.is_done:
        return Attempt(form.fields, reasons=lines, notes=notes)
    done = [Mark.set(f"{path}/{state.NOISE}", 0)]
    if symbols.total < rule_of_noise.least:
        silent = Proposal(_("Nobody hears it"), done, rule_of_noise.cite)
        return Attempt(form.fields, reasons=lines, notes=notes, proposals=[silent])
    added = form.number("card-dice", _("Symbols that the card adds"), 0, 0, 99, folded=True)
    threshold = form.number("card", _("Threshold on the noise card"), 0, 0, 99)
    lines.append(Reason("", _("heard: draw a noise card, its upper effect counts"), rule_of_noise.cite))
    if not threshold:
        return Attempt(form.fields, reasons=lines, notes=notes)
    lower = symbols.total + added >= threshold
    text = _("Upper and lower effect") if lower else _("Upper effect alone")
    arrival = ("appear", _("Units appear")) if state.is_after(battle) else ("patrol", _("A patrol comes"))
    onward: Sequence[tuple[str, Words]] = [arrival] if lower else []
    proposals = [Proposal(text, done, rule_of_noise.cite)]
    return Attempt(form.fields, reasons=lines, notes=notes, proposals=proposals, onward=onward)


def noise_notes(acting: ActingUnit) -> Iterator[Reason]:
    """After the alarm one die may be rolled again, before the card is drawn (ruling rb-41)."""
    cite = acting.rule("noise").cite
    yield Reason("", _("No heroism on a noise test."), acting.rule("heroism").cite)
    if state.is_after(acting.battle):
        yield Reason(
            "", _("After the alarm: one die may be re-rolled before a card, never a special result (rb-41)."), cite
        )


def has_noise(battle: Battle, path: str) -> bool:
    return not battle.is_down(path)


TEST_ACTIONS = {
    "attack": Action(Text("Attaquer", "Attack"), attack, "crosshair", (state.HERO,), tells=("weapon", "foe")),
    "defend": Action(_("Defend"), defend, "shield", (state.HERO,)),
    "noise": Action(_("Noise test"), noise, "speaker", (state.HERO,), has_noise),
}
