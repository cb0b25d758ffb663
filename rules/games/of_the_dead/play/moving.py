"""Phase 1: moves with their markers and noise, stumbles at obstacles, escapes ("Phase de mouvement")."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from rules.catalogue import TableRow
from rules.games.of_the_dead.play import state, tokens
from rules.games.of_the_dead.play.counting import MOST_ON_CARD, Counts, Pool, is_lucky, left_of, number_pool
from rules.games.of_the_dead.play.figures import Figure, foes_of, with_stuns
from rules.games.of_the_dead.play.turns import MOVEMENT, PHASE
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Choice, Proposal, Reason, Words
from rules.play.battle import Battle, Context
from rules.play.entries import Modifier
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, _

CAREFUL, WALK, RUN = "prudent", "normal", "run"
STAND, SNEAK = "stand-up", "sneak"
FASTER = {CAREFUL: WALK, WALK: RUN, RUN: state.SPRINT}  # who goes further (rulings otd-42)
STUMBLE, ESCAPE = "stumble", "escape"  # slugs of actions
NOBODY = "-"


Reads = Callable[[Context, Mapping[str, str]], Attempt]  # `Action.attempt`


def nothing(_figure: Figure) -> Iterable[Reason]:
    return ()


def figure_action(
    attempt: Callable[[Figure, ActionForm], Attempt], refuses: Callable[[Figure], Iterable[Reason]] = nothing
) -> Reads:
    """An `Action.attempt` of a function (figure, form) -> attempt; refuses: (figure) -> why it can not."""

    def attempted(acting: ActingUnit, form: ActionForm) -> Attempt:
        figure = Figure(*acting)
        refused = [*refuses(figure)]
        return Attempt((), notes=refused) if refused else attempt(figure, form)

    return unit_action(state.CHARACTER, state.ZOMBIE)(attempted)


def moves_of(figure: Figure) -> Iterator[Choice]:
    """The moves that its states leave it."""
    rows = figure.catalogue.tables["moves"].rows
    if figure.marked(state.PRONE):
        yield Choice(STAND, _("Stand up"))
        return
    if figure.marked(state.STEALTH):
        yield Choice(SNEAK, _("Stealthy"))
    walks = (CAREFUL, WALK) if figure.marked(state.STUN) else (*rows,)
    yield from (Choice(slug, rows[slug].name) for slug in walks)


@figure_action
def move(figure: Figure, form: ActionForm) -> Attempt:
    """A move as it is announced, and as it became where it went further."""
    if figure.marked(state.UNCONSCIOUS):
        return Attempt((), notes=[Reason("", _("Unconscious: no move."))])
    if figure.marked(state.OPERATION):
        word = figure.catalogue.special_rules["operation"]
        return Attempt((), notes=[Reason("", _("Busy with an operation: no move."), str(word.cite))])
    if figure.marked(state.FOES) and "free" not in form.sent:
        notes = [Reason("", _("Caught by an enemy: escape first."), cite_of(figure, ESCAPE))]
        return Attempt((), notes=notes, onward=[(f"{ESCAPE}?unit={figure.path}", _("Escape an attacker"))])
    slug = form.choice("move", _("Move"), [*moves_of(figure)], usual=WALK)
    rows = figure.catalogue.tables["moves"].rows
    beyond = slug in rows and form.flag("beyond", _("Went further than announced"))
    if beyond and slug in FASTER and not (figure.marked(state.STUN) and slug == WALK):
        slug, beyond = FASTER[slug], False
    marks, reasons = move_marks(figure, slug, beyond)
    onward = [(f"{STUMBLE}?unit={figure.path}", _("Obstacle in the way"))] if slug == state.SPRINT else []
    proposal = Proposal(_("Move so"), [*with_stuns(figure, marks), *figure.done()])
    return Attempt(form.fields, reasons=reasons, notes=[*move_notes(figure)], proposals=[proposal], onward=onward)


def move_marks(figure: Figure, slug: str, beyond: bool) -> tuple[list[Mark], list[Reason]]:
    """What a move marks, and the lines that say so."""
    stealth = figure.catalogue.special_rules["furtivite"]
    row = figure.catalogue.tables["moves"].rows.get(slug)
    if row is None and slug == STAND:
        return [figure.set(state.PRONE, 0)], [Reason("", _("Standing up takes this move."), ruling(figure, "otd-32"))]
    if row is None:
        return [], [Reason("", _("Half speed, in cover only."), str(stealth.cite))]
    marks, lines = marks_of_row(figure, row, beyond)
    if figure.marked(state.STEALTH):
        marks.append(figure.set(state.STEALTH, 0))
        lines.append(Reason("×", _("Faster than half speed: stealth is lost."), str(stealth.cite)))
    return marks, lines


def marks_of_row(figure: Figure, row: TableRow, beyond: bool) -> tuple[list[Mark], list[Reason]]:
    words, cite, values = figure.catalogue.special_rules, str(row.cite), row.figures
    marks, lines = list[Mark](), [Reason(f"{values['cm']} cm", row.name, cite)]
    if values["gives"] == state.PRUDENCE:
        marks.append(figure.set(state.PRUDENCE))
        lines.append(Reason("+1", words["prudence"].name, cite))
        if figure.marked(state.PANIC):
            marks.append(figure.add(state.PANIC, -1))
            lines.append(Reason("−1", words["panique"].name, ruling(figure, "otd-41")))
    if values["zele"]:
        marks.append(figure.add(state.ZELE, values["zele"]))
        lines.append(Reason(f"+{values['zele']}", words["zele"].name, cite))
    if row.slug == state.SPRINT:
        marks.append(figure.set(state.SPRINT))
        lines.append(Reason("+1", figure.catalogue.tables["markers"].rows[state.SPRINT].name, ruling(figure, "otd-13")))
    if values["noise"]:
        marks += tokens.lay(tokens.NOISE, values["noise"])
        lines.append(Reason(f"+{values['noise']}", words["bruit"].name, cite))
    if beyond and row.slug == state.SPRINT:
        marks.append(figure.add(state.PANIC))
        lines.append(Reason("+1", words["panique"].name, str(figure.catalogue.tables["moves"].cite)))
    return marks, lines


def move_notes(figure: Figure) -> Iterator[Reason]:
    words = figure.catalogue.special_rules
    if figure.marked(state.FIRE):
        yield Reason("1D6", _("On fire: it must move, and a die gives the direction."), ruling(figure, "otd-23"))
    if figure.marked(state.STUN):
        yield Reason("", _("Stunned: it only walks."), str(words["etourdissement"].cite))


def cite_of(figure: Figure, pool: str) -> str:
    """Where a roll of the book's table stands."""
    return str(figure.catalogue.tables["pools"].rows[pool].cite)


def ruling(figure: Figure, slug: str) -> str:
    """Where the ruling is about, with its number."""
    return f"{figure.catalogue.rulings[slug].cite} ({slug})"


# --- stumbles -------------------------------------------------------------------------------------------------------


@figure_action
def stumble(figure: Figure, form: ActionForm) -> Attempt:
    """Réflexes against the structure of an obstacle, or 1 of a small blast (rulings otd-21, otd-33 to otd-35)."""
    table = figure.catalogue.tables["obstacles"]
    slug = form.choice("obstacle", _("Obstacle"), [Choice(row.slug, row.name) for row in table.rows.values()])
    row = table.rows[slug]
    own = Pool(figure.called, [*figure.dice("reflexes"), *form.free_modifier(of_figure=True)])
    other = number_pool(row.name, row.figures["structure"], str(row.cite))
    counts, against = own.counted(form, "", fiascos=False), other.counted(form, "foe-", fiascos=False)
    notes, marks = stumbled(figure, counts, left_of(counts, against).total)
    reasons = [*own.reasons(), *other.reasons()]
    return Attempt(
        form.fields, reasons=reasons, notes=notes, proposals=[Proposal(notes[0].text, marks)] if marks else []
    )


def stumbled(figure: Figure, counts: Counts, left: int) -> tuple[list[Reason], list[Mark]]:
    """What a stumble roll leads to: (lines, marks of a fall)."""
    cite = str(figure.catalogue.tables["obstacles"].cite)
    if left and is_lucky(figure, counts):
        return [Reason(str(left), _("Into cover beside the obstacle."), cite)], []
    if left:
        return [Reason(str(left), _("It keeps its feet."), cite)], []
    fall = figure.rule("fall")
    noise = tokens.lay(tokens.NOISE, fall.most)
    marks = with_stuns(figure, [figure.set(state.PRONE), figure.add(state.MORALE, fall.gain), *noise])
    values = {"morale": f"−{-fall.gain}", "noise": fall.most}
    words = Message(_("It falls: prone, morale {morale}, noise {noise}."), values)
    return [Reason("0", words, ruling(figure, "otd-33"))], marks


# --- caught before its move -----------------------------------------------------------------------------------------


def foe_of(figure: Figure, form: ActionForm) -> Pool:
    """Who is fought: one of the others with its dice, or dice that the table gives."""
    paths = foes_of(figure.battle, figure.path)
    choices = [Choice(path, figure.battle.called(path)) for path in paths]
    path = form.choice("foe", _("Against"), [*choices, Choice(NOBODY, _("Somebody else"))])
    return Pool(*foe_dice(figure, form, path, "combat"))


def foe_dice(figure: Figure, form: ActionForm, path: str, attribute: str) -> tuple[Words, list[Modifier]]:
    """The name of who is fought and the dice of an attribute; of whom nothing is known, as many as the card says."""
    foe = None if path == NOBODY else figure.other(path)
    name = foe.called if foe else Message(_("Opponent"))
    if foe and foe.is_known:
        return name, [*foe.dice(attribute)]
    number = form.number("foe-dice", Message(_("{name}: dice on its card"), {"name": name}), 0, 0, MOST_ON_CARD)
    return name, [Modifier(number, Message(_("on its card")))]


@figure_action
def escape(figure: Figure, form: ActionForm) -> Attempt:
    """Combat against the Combat of who has caught it, before its move."""
    cite = cite_of(figure, ESCAPE)
    if figure.marked(state.UNCONSCIOUS):
        return Attempt((), notes=[Reason("", _("Unconscious: no move."))])
    own = Pool(figure.called, [*figure.dice("combat"), *figure.surrounded(), *form.free_modifier(of_figure=True)])
    foe = foe_of(figure, form)
    counts, against = own.counted(form, "", fiascos=False), foe.counted(form, "foe-", fiascos=False)
    left, reasons = left_of(counts, against).total, [*own.reasons(), *foe.reasons()]
    if not left:
        note = Reason("0", _("It stays where it is."), cite)
        return Attempt(form.fields, reasons=reasons, notes=[note], proposals=[Proposal(note.text, figure.done())])
    notes = [Reason(str(left), _("Free: it goes on with its move."), cite)]
    if is_lucky(figure, counts):
        notes.append(Reason(str(counts.criticals), _("Its attacker stumbles."), ruling(figure, "otd-25")))
    move_on = (f"move?unit={figure.path}&free=1", _("Move"))
    proposal = Proposal(notes[0].text, [figure.set(state.FOES, 0)])
    return Attempt(form.fields, reasons=reasons, notes=notes, proposals=[proposal], onward=[move_on])


def is_moving(battle: Battle, path: str) -> bool:
    """Whether it is the phase of moves, or no phase is kept."""
    return battle.number(PHASE) in (0, MOVEMENT) and is_played(battle, path)


def is_played(battle: Battle, path: str) -> bool:
    """Whether a unit takes part with attributes: battles of before have none."""
    return "reflexes" in battle.units_by_path[path].facts and not battle.is_down(path)


MOVING = {
    "move": Action(_("Move"), move, "walk", (state.CHARACTER,), is_moving),
    ESCAPE: Action(_("Escape an attacker"), escape, "run", (state.CHARACTER,), is_moving),
    STUMBLE: Action(_("Stumble"), stumble, "sprint", (state.CHARACTER,), is_played),
}
