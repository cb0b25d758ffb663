"""Phase 2: melee, shot, throw, flight: pools with reasons, what is counted, what that marks ("Phase d'action")."""

from collections.abc import Iterator, Sequence
from functools import partial

from rules.games.of_the_dead.play import state, tokens
from rules.games.of_the_dead.play.counting import (
    FOE,
    MOST_ON_CARD,
    Counts,
    Left,
    Pool,
    asked,
    fortune,
    left_of,
    number_pool,
)
from rules.games.of_the_dead.play.figures import Figure, companions, foes_of, with_stuns
from rules.games.of_the_dead.play.moving import NOBODY, Reads, cite_of, figure_action, foe_dice, is_played, ruling
from rules.games.of_the_dead.play.turns import ACTION, PHASE
from rules.play.actions import Action, Attempt, Choice, Proposal, Reason
from rules.play.battle import Battle
from rules.play.entries import Modifier
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, _

COVERS = ("partial-cover", "cover", "hidden")  # rows of the book, each with its dice
PACE_LEAST = 1


def refusal(figure: Figure, fights: bool = True) -> Iterator[Reason]:
    """Why it can take no action: states, and for a fight fire."""
    words = figure.catalogue.special_rules
    if figure.marked(state.UNCONSCIOUS):
        yield Reason("", _("Unconscious: no action."), str(words["etourdissement"].cite))
    elif figure.marked(state.STUN):
        yield Reason("", _("Stunned: no action."), str(words["etourdissement"].cite))
    elif figure.marked(state.PANIC):
        yield Reason("", _("Panicked: no action but to recover, encourage or flee a melee."), ruling(figure, "otd-26"))
    elif fights and figure.marked(state.FIRE):
        yield Reason("", _("On fire: no attack."), str(words["combustion"].cite))
    elif fights and figure.marked(state.OPERATION):
        yield Reason("", _("Busy with an operation: no attack."), str(words["operation"].cite))


fight_action = partial(figure_action, refuses=refusal)
turn_action = partial(figure_action, refuses=partial(refusal, fights=False))


def stealth(figure: Figure) -> Iterator[Modifier]:
    """A die for an attack out of stealth."""
    if figure.marked(state.STEALTH):
        word = figure.catalogue.special_rules["furtivite"]
        yield Modifier(figure.rule("stealth").dice, word.name, str(word.cite))


class Fight:
    """An attack on somebody as it is chosen so far; nobody in stealth is attacked ("Phase de mouvement")."""

    def __init__(self, figure: Figure, form: ActionForm, pool: str, against: str) -> None:
        self.figure, self.form, self.cite = figure, form, cite_of(figure, pool)
        paths = foes_of(figure.battle, figure.path)
        seen = [path for path in paths if not figure.other(path).marked(state.STEALTH)]
        choices = [Choice(path, figure.battle.called(path)) for path in seen]
        self.target = form.choice("foe", _("Against"), [*choices, Choice(NOBODY, _("Somebody else"))])
        self.foe = None if self.target == NOBODY else figure.other(self.target)
        self.name, self.defence = foe_dice(figure, form, self.target, against)
        self.notes: list[Reason] = []
        self.ally, self.of_ally = NOBODY, Counts(0, 0, 0)

    def ask_ally(self) -> None:
        """Who of the own team is in contact with the target, and what its Réflexes count."""
        battle, own = self.figure.battle, self.figure.path
        friends = [path for path in companions(battle, own) if path != own and is_played(battle, path)]
        choices = [Choice(NOBODY, _("Nobody")), *(Choice(path, battle.called(path)) for path in friends)]
        self.ally = self.form.choice("ally", _("Ally in contact with the target"), choices, folded=True)
        if self.ally != NOBODY:
            self.of_ally = asked(self.form, "ally-", battle.called(self.ally), fiascos=False)

    def hits_ally(self, counts: Counts, notes: list[Reason]) -> list[Mark]:
        """On the other side of the coin the fiascos alone hit the ally, as successes (ruling otd-44)."""
        figure = self.figure
        if self.ally == NOBODY or counts.fiascos < figure.rule("setback").least:
            return []
        ally = figure.other(self.ally)
        left = left_of(Counts(counts.fiascos, 0, 0), self.of_ally).total
        dice = sum(modifier.dice for modifier in ally.dice("reflexes"))
        words = Message(
            _("The fiascos hit {name}, who defends with {dice}D and loses {n} life."),
            {"name": ally.called, "dice": max(0, dice), "n": left},
        )
        notes.append(Reason(str(left), words, ruling(figure, "otd-44")))
        return [ally.add(state.LIFE, -left)] if left else []

    def attempt(self, own: Pool, other: Pool, zele: bool, more: Sequence[Mark] = ()) -> Attempt:
        """Count both pools, cancel, and propose what it comes to; `zele`: both must re-roll, else the target may."""
        figure, form, foe = self.figure, self.form, self.foe
        own.uses_prudence(form, figure, "")
        if zele:
            own.uses_zele(form, figure, "", must=True)
        if foe:
            other.uses_prudence(form, foe, FOE)
            other.uses_zele(form, foe, FOE, must=zele)
        counts, against = own.counted(form, ""), other.counted(form, FOE)
        left, marks = left_of(counts, against), [*own.discards, *other.discards]
        notes = [*self.notes, *own.notes, *other.notes, *self.damage_lines(left)]
        marks += fortune(figure, counts, notes) + (fortune(foe, against, notes) if foe else [])
        if foe and left.total:
            marks += [foe.add(state.LIFE, -left.total)] if foe.has(state.LIFE) else []
            marks += [foe.add(state.WOUNDS, left.total)] if foe.has(state.WOUNDS) else []
        marks += self.hits_ally(counts, notes)
        marks += [figure.set(state.STEALTH, 0)] if figure.marked(state.STEALTH) else []
        marks = [*with_stuns(figure, [*marks, *more]), *figure.done()]
        proposals = [Proposal(marking(left.total), marks)]
        return Attempt(form.fields, reasons=[*own.reasons(), *other.reasons()], notes=notes, proposals=proposals)

    def damage_lines(self, left: Left) -> Iterator[Reason]:
        """What is left after cancelling: damage, and of criticals the card, for players' characters alone."""
        values = {"name": self.name, "n": left.total}
        yield Reason(str(left.total), Message(_("{name} loses {n} life."), values), self.cite)
        if left.criticals and self.foe and self.foe.is_zombie:
            cite = str(self.figure.catalogue.tables["zombies"].cite)
            yield Reason(str(left.criticals), _("Criticals on a zombie: as its card says."), cite)
        elif left.criticals:
            words = _("Critical damage card: the one with this number on its back.")
            yield Reason(str(left.criticals), words, ruling(self.figure, "otd-28"))


def marking(damage: int) -> Message:
    """What the button says that marks so much damage."""
    if damage > 1:
        return Message(_("Mark it: {n} damage"), {"n": damage})
    return Message(_("Mark it: 1 damage")) if damage else Message(_("Mark it: no damage"))


@fight_action
def melee(figure: Figure, form: ActionForm) -> Attempt:
    """Combat against Combat, at a pace or less (ruling otd-45)."""
    fight = Fight(figure, form, "melee", "combat")
    own = Pool(figure.called, [*own_dice(figure, form), *stealth(figure), *figure.surrounded()])
    own.modifiers += form.free_modifier(of_figure=True)
    other = Pool(fight.name, [*fight.defence, *(fight.foe.surrounded() if fight.foe else ())])
    if form.sent.keys() <= {"unit", "foe"}:  # nothing is counted yet
        fight.notes.append(Reason("", _("From one pace of the target, or less."), ruling(figure, "otd-45")))
    return fight.attempt(own, other, zele=True)


def own_dice(figure: Figure, form: ActionForm) -> Iterator[Modifier]:
    """Combat; of a zombie as many dice as its card says."""
    if figure.is_known:
        yield from figure.dice("combat")
    else:
        label = Message(_("{name}: dice on its card"), {"name": figure.called})
        yield Modifier(form.number("own-dice", label, 0, 0, MOST_ON_CARD), Message(_("on its card")))


@fight_action
def shoot(figure: Figure, form: ActionForm) -> Attempt:
    """Combat against Réflexes, with range and cover; noise as the weapon's card says."""
    if refused := [*pinned(figure, "pinned", _("Surrounded by four or more: no shot."))]:
        return Attempt((), notes=refused)
    fight, rows = Fight(figure, form, "shooting", "reflexes"), figure.catalogue.tables["shooting-dice"].rows
    useful = form.flag("useful-range", rows["useful-range"].name)
    effective = form.flag("effective-range", rows["effective-range"].name)
    options = [Choice("none", _("No cover")), *(Choice(slug, rows[slug].name) for slug in COVERS)]
    cover = form.choice("cover", _("Cover"), options)
    noise = form.number("noise", _("Noise on the weapon’s card"), 0, 0, MOST_ON_CARD)
    if cover == "hidden":
        return Attempt(form.fields, notes=[Reason("", rows["hidden"].card, str(rows["hidden"].cite))])
    own = Pool(figure.called, [*figure.dice("combat"), *stealth(figure)])
    own.modifiers += [Modifier.of(rows["useful-range"], rows["useful-range"].figures["attack"])] * useful
    own.modifiers += form.free_modifier(of_figure=True)
    other = Pool(fight.name, fight.defence)
    for slug in ("effective-range",) * effective + (cover,) * (cover != "none"):
        other.modifiers.append(Modifier.of(rows[slug], rows[slug].figures["defence"]))
    if fight.foe and fight.foe.is_surrounded:
        row = rows["surrounded"]
        other.modifiers.append(Modifier(row.figures["defence"] * fight.foe.marked(state.FOES), row.card, str(row.cite)))
    fight.ask_ally()
    return fight.attempt(own, other, zele=False, more=tokens.lay(tokens.NOISE, noise))


def pinned(figure: Figure, rule: str, words: str) -> Iterator[Reason]:
    """Why it is too surrounded."""
    if figure.marked(state.FOES) >= figure.rule(rule).least:
        yield Reason("", words, str(figure.catalogue.special_rules["cerne"].cite))


# --- throws and flight ----------------------------------------------------------------------------------------------


@fight_action
def throw(figure: Figure, form: ActionForm) -> Attempt:
    """Combat against the paces to where it aims; a miss goes astray (rulings otd-22, otd-23)."""
    cite = cite_of(figure, "throw")
    if refused := [*pinned(figure, "surrounded", _("Surrounded by three or more: no explosive can be thrown."))]:
        return Attempt((), notes=refused)
    reach = max(PACE_LEAST, sum(modifier.dice for modifier in figure.dice("physique")))
    paces = form.number("paces", _("Paces to the target"), PACE_LEAST, PACE_LEAST, reach)
    kinds = (tokens.DUE, tokens.MOLOTOV)
    kind = form.choice("kind", _("What is thrown"), [Choice(slug, tokens.NAMES[slug]) for slug in kinds])
    own = Pool(figure.called, [*figure.dice("combat"), *stealth(figure), *form.free_modifier(of_figure=True)])
    other = number_pool(Message(_("Paces")), paces, cite)
    own.uses_prudence(form, figure, "")
    counts, against = own.counted(form, ""), other.counted(form, FOE, fiascos=False)
    notes = [*own.notes, landing(figure, counts, left_of(counts, against).total, cite)]
    marks = [*own.discards, *fortune(figure, counts, notes), *tokens.lay(kind)]
    marks += [figure.set(state.STEALTH, 0)] if figure.marked(state.STEALTH) else []
    proposals = [Proposal(_("Mark it"), [*with_stuns(figure, marks), *figure.done()])]
    return Attempt(form.fields, reasons=[*own.reasons(), *other.reasons()], notes=notes, proposals=proposals)


def landing(figure: Figure, counts: Counts, left: int, cite: str) -> Reason:
    """Where a throw lands."""
    if left:
        return Reason(str(left), _("It lands where it was aimed."), cite)
    if counts.fiascos >= figure.rule("setback").least:
        words = _("Critical miss: 1D6 for the direction, all round, and 1D6 paces from the thrower.")
        return Reason("2D6", words, ruling(figure, "otd-22"))
    return Reason(
        "2D6", _("Missed: 1D6 for the direction, in front, and 1D6 paces from the thrower."), ruling(figure, "otd-23")
    )


@figure_action
def flee(figure: Figure, form: ActionForm) -> Attempt:
    """Combat against the number of attackers; who is stunned may not (ruling otd-40)."""
    cite, ruled = cite_of(figure, "flight"), ruling(figure, "otd-40")
    if figure.marked(state.UNCONSCIOUS) or figure.marked(state.STUN):
        return Attempt((), notes=[Reason("", _("Stunned or unconscious: no flight."), ruled)])
    number = form.number("attackers", _("Attackers"), max(1, figure.marked(state.FOES)), 1, MOST_ON_CARD)
    own = Pool(figure.called, [*figure.dice("combat"), *form.free_modifier(of_figure=True)])
    other = number_pool(Message(_("Attackers")), number, cite)
    counts, against = own.counted(form, "", fiascos=False), other.counted(form, FOE, fiascos=False)
    left, reasons = left_of(counts, against).total, [*own.reasons(), *other.reasons()]
    if not left:
        note = Reason("0", _("It does not get away."), cite)
        return Attempt(form.fields, reasons=reasons, notes=[note], proposals=[Proposal(note.text, figure.done())])
    gains = {key: figure.rule(f"flight-{key}").gain for key in ("zele", "panic", "noise")}
    values = {"zele": f"+{gains['zele']}", "panic": f"+{gains['panic']}", "noise": gains["noise"]}
    note = Reason(
        str(left), Message(_("Two paces out of the melee: Zèle {zele}, Panic {panic}, noise {noise}."), values), cite
    )
    marks = [figure.set(state.FOES, 0), figure.add(state.ZELE, gains["zele"]), figure.add(state.PANIC, gains["panic"])]
    marks = [*with_stuns(figure, [*marks, *tokens.lay(tokens.NOISE, gains["noise"])]), *figure.done()]
    return Attempt(form.fields, reasons=reasons, notes=[note], proposals=[Proposal(_("Mark it"), marks)])


def is_acting(battle: Battle, path: str) -> bool:
    """Whether it is the phase of actions, or no phase is kept."""
    return battle.number(PHASE) in (0, ACTION) and is_played(battle, path)


def may_fight(battle: Battle, path: str) -> bool:
    """As `is_acting`; a zombie on the table too."""
    is_zombie = battle.units_by_path[path].kind == state.ZOMBIE and not battle.is_down(path)
    return is_acting(battle, path) or (is_zombie and battle.number(PHASE) in (0, ACTION))


def action(title: str, attempt: Reads, icon: str) -> Action:
    """An action of the second phase."""
    return Action(title, attempt, icon, (state.CHARACTER,), is_acting)


FIGHTING = {
    "melee": Action(_("Melee attack"), melee, "boxing-glove", (state.CHARACTER, state.ZOMBIE), may_fight),
    "shoot": action(_("Shoot"), shoot, "dice"),
    "throw": action(_("Throw"), throw, "dice"),
    "flee": action(_("Flee the melee"), flee, "run"),
}
