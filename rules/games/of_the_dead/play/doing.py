"""Phase 2: all that is no fight: encouraging, recovering, operations, first aid, hiding, shouting, fire and blasts."""

from collections.abc import Iterator
from functools import partial

from rules.games.of_the_dead.play import state, tokens
from rules.games.of_the_dead.play.counting import FOE, Pool, fortune, left_of, number_pool
from rules.games.of_the_dead.play.fighting import action, refusal, turn_action
from rules.games.of_the_dead.play.figures import Figure, companions, with_stuns
from rules.games.of_the_dead.play.moving import STUMBLE, Reads, cite_of, figure_action, is_played, ruling
from rules.play.actions import Action, Attempt, Choice, Proposal, Reason
from rules.play.battle import Battle
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, _

MOST_TURNS, MOST_DAMAGE = 9, 20


def on_team(figure: Figure, *keys: str) -> list[Choice]:
    """Those of the team who have one of these marks, itself first."""
    paths = sorted(companions(figure.battle, figure.path), key=lambda path: path != figure.path)
    marked = [path for path in paths if any(figure.other(path).marked(key) for key in keys)]
    return [Choice(path, figure.battle.called(path)) for path in marked]


def senseless(figure: Figure) -> Iterator[Reason]:
    """Panic alone keeps nobody from what takes it off (ruling otd-26)."""
    if figure.marked(state.STUN) or figure.marked(state.UNCONSCIOUS):
        yield from refusal(figure)


calming_action = partial(figure_action, refuses=senseless)


@calming_action
def encourage(figure: Figure, form: ActionForm) -> Attempt:
    """Morale against the Panic of one of the team; each success left takes one off (rulings otd-36, otd-38)."""
    cite, choices = cite_of(figure, "encouragement"), on_team(figure, state.PANIC)
    if not choices:
        return Attempt((), notes=[Reason("", _("Nobody of the team is panicked."), cite)])
    target = figure.other(form.choice("target", _("Whom"), choices))
    panic = target.marked(state.PANIC)
    own = Pool(figure.called, [*figure.dice(state.MORALE), *form.free_modifier(of_figure=True)])
    other = number_pool(figure.catalogue.special_rules["panique"].name, panic, cite)
    counts, against = own.counted(form, "", fiascos=False), other.counted(form, FOE, fiascos=False)
    off = min(panic, left_of(counts, against).total)
    notes = [Reason(f"−{off}" if off else "0", Message(_("{name}: Panic off"), {"name": target.called}), cite)]
    marks = [target.add(state.PANIC, -off)] * bool(off) + fortune(figure, counts, notes) + figure.done()
    reasons = [*own.reasons(), *other.reasons()]
    return Attempt(form.fields, reasons=reasons, notes=notes, proposals=[Proposal(_("Mark it"), marks)])


@calming_action
def recover(figure: Figure, form: ActionForm) -> Attempt:
    """The action of the turn for one Panic less, for anybody (ruling otd-36)."""
    ruled = ruling(figure, "otd-36")
    if not figure.marked(state.PANIC):
        return Attempt((), notes=[Reason("", _("Not panicked."), ruled)])
    gain = figure.rule("recover").gain
    note = Reason(f"−{-gain}", figure.catalogue.special_rules["panique"].name, ruled)
    return Attempt(
        (), notes=[note], proposals=[Proposal(_("Recover"), [figure.add(state.PANIC, gain), *figure.done()])]
    )


@turn_action
def operate(figure: Figure, form: ActionForm) -> Attempt:
    """First aid, searching, repairing ...: at once, or over some turns without moving or attacking.

    Its marker counts the turns with this one, for the end phase takes one off.
    """
    word = figure.catalogue.special_rules["operation"]
    turns = form.number("turns", _("Further turns that it takes"), 0, 0, MOST_TURNS - 1)
    aided = form.choice("aid", _("First aid or fire put out"), [Choice("", _("Nobody")), *patients(figure)])
    notes = [Reason(str(turns), _("Further turns without moving or attacking"), str(word.cite))] if turns else []
    marks = [figure.set(state.OPERATION, turns + 1)]
    marks += [Mark.set(aided, 0)] if aided else []
    return Attempt(form.fields, notes=notes, proposals=[Proposal(word.name, [*marks, *figure.done()])])


def patients(figure: Figure) -> Iterator[Choice]:
    """The paths of what first aid may end, one at a time; a fire is put out by somebody else of the team."""
    words = figure.catalogue.special_rules
    for key, word in ((state.BLEEDING, words["saignement"]), (state.FIRE, words["combustion"])):
        for choice in on_team(figure, key):
            if key != state.FIRE or choice.slug != figure.path:
                values = {"target": choice.name, "reason": word.name}
                yield Choice(f"{choice.slug}/{key}", Message(_("{target}: {reason}"), values))


@turn_action
def hide(figure: Figure, form: ActionForm) -> Attempt:
    word = figure.catalogue.special_rules["furtivite"]
    return Attempt(
        (),
        notes=[Reason("", word.card, str(word.cite))],
        proposals=[Proposal(word.name, [figure.set(state.STEALTH), *figure.done()])],
    )


@turn_action
def stand_up(figure: Figure, form: ActionForm) -> Attempt:
    """As an action; who is stunned stands up in the movement only (ruling otd-32)."""
    ruled = ruling(figure, "otd-32")
    if not figure.marked(state.PRONE):
        return Attempt((), notes=[Reason("", _("Not prone."), ruled)])
    return Attempt(
        (),
        notes=[Reason("", _("Standing up takes the action."), ruled)],
        proposals=[Proposal(_("Stand up"), [figure.set(state.PRONE, 0), *figure.done()])],
    )


@turn_action
def shout(figure: Figure, form: ActionForm) -> Attempt:
    """Free, on top of any action of who may take one."""
    gain, cite = figure.rule("shout").gain, figure.rule("shout").cite
    note = Reason(f"+{gain}", figure.catalogue.special_rules["bruit"].name, cite)
    return Attempt((), notes=[note], proposals=[Proposal(_("Shout"), tokens.lay(tokens.NOISE, gain))])


@figure_action
def leave_stealth(figure: Figure, form: ActionForm) -> Attempt:
    """Of its own will in any phase: two strides more, and a Zèle in place of the stealth ("Phase de mouvement")."""
    stealth, reach = figure.catalogue.special_rules["furtivite"], figure.rule("stealth").reach
    cite = str(stealth.cite)
    if figure.marked(state.STUN) or figure.marked(state.UNCONSCIOUS):
        return Attempt((), notes=[Reason("", _("Stunned or unconscious: no special move."), cite)])
    lines = [Reason(f"{reach} cm", stealth.name, cite), Reason("+1", figure.catalogue.special_rules["zele"].name, cite)]
    marks = [figure.set(state.STEALTH, 0), figure.add(state.ZELE)]
    return Attempt((), reasons=lines, proposals=[Proposal(_("Leave stealth, two strides"), marks)])


# --- what befalls it ------------------------------------------------------------------------------------------------


@figure_action
def catch_fire(figure: Figure, form: ActionForm) -> Attempt:
    """The damage of catching fire, Panic, noise, a critical damage card; it burns from then on."""
    word = figure.catalogue.special_rules["combustion"]
    damage = form.number("damage", _("Damage at once"), 0, 0, MOST_DAMAGE)
    panic, noise = figure.rule("fire-panic").gain, figure.rule("fire-noise").gain
    lines = [
        *(
            [Reason(f"−{damage}", figure.catalogue.tables["gauges"].rows[state.LIFE].name, str(word.cite))]
            if damage
            else []
        ),
        Reason(f"+{panic}", figure.catalogue.special_rules["panique"].name, str(word.cite)),
        Reason(f"+{noise}", figure.catalogue.special_rules["bruit"].name, str(word.cite)),
        Reason("", _("Draw a critical damage card, for firearms."), str(word.cite)),
    ]
    marks = [figure.set(state.FIRE), figure.add(state.PANIC, panic), *tokens.lay(tokens.NOISE, noise)]
    marks += [figure.add(state.LIFE, -damage)] if damage else []
    return Attempt(form.fields, notes=lines, proposals=[Proposal(word.name, with_stuns(figure, marks))])


@figure_action
def blasted(figure: Figure, form: ActionForm) -> Attempt:
    """More than half under a template: damage by its size, then a stumble, a stun roll or fainting (ruling otd-21)."""
    table = figure.catalogue.tables["explosions"]
    row = table.rows[form.choice("size", table.name, [Choice(row.slug, row.name) for row in table.rows.values()])]
    damage, sizes = row.figures["damage"], [*table.rows]
    notes = [Reason(f"−{damage}", figure.catalogue.tables["gauges"].rows[state.LIFE].name, str(row.cite))]
    notes.append(Reason("", row.card, ruling(figure, "otd-21")))
    marks, onward = [figure.add(state.LIFE, -damage)], []
    proposals = [Proposal(_("Damage"), marks)]
    if row.slug == sizes[0]:
        onward = [(f"{STUMBLE}?unit={figure.path}", _("Stumble"))]
    elif row.slug == sizes[1]:
        proposals.append(Proposal(_("Damage, and stunned"), [*marks, *figure.stunned()]))
    else:
        proposals = [Proposal(_("Damage, and unconscious"), [*marks, figure.set(state.UNCONSCIOUS)])]
    return Attempt(form.fields, notes=notes, proposals=proposals, onward=onward)


@figure_action
def initiative(figure: Figure, form: ActionForm) -> Attempt:
    """The sum with its reasons."""
    parts = [
        Reason(("−" if part.dice < 0 else "+") + str(abs(part.dice)), part.text, part.cite, part.counts)
        for part in figure.initiative_parts()
    ]
    cite = str(figure.catalogue.tables["markers"].cite)
    return Attempt((), reasons=[Reason(str(figure.initiative), _("Initiative"), cite), *parts])


def kept(title: str, attempt: Reads, icon: str) -> Action:
    """Something of any phase."""
    return Action(title, attempt, icon, (state.CHARACTER,), is_played)


def is_in_stealth(battle: Battle, path: str) -> bool:
    return is_played(battle, path) and battle.number(f"{path}/{state.STEALTH}") > 0


DOING = {
    "encourage": action(_("Encourage"), encourage, "conversation"),
    "recover": action(_("Recover"), recover, "brain"),
    "operate": action(_("Operation"), operate, "first-aid-kit"),
    "hide": action(_("Go into stealth"), hide, "robber"),
    "leave-stealth": Action(_("Leave stealth"), leave_stealth, "walk", (state.CHARACTER,), is_in_stealth),
    "stand-up": action(_("Stand up"), stand_up, "person"),
    "shout": action(_("Shout"), shout, "screaming"),
    "catch-fire": kept(_("Catches fire"), catch_fire, "flame"),
    "blasted": kept(_("Caught in a blast"), blasted, "flame"),
    "initiative": kept(_("Initiative"), initiative, "heavy-lightning"),
}
