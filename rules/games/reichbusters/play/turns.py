"""Turns: whose it is, how it begins and ends, the order drawn after the alarm, the final phase (p. 8, 19, 27)."""

from collections.abc import Mapping

from rules.games.reichbusters.play import clock, state
from rules.games.reichbusters.play.cards import end_of_round
from rules.games.reichbusters.play.doing import clears
from rules.games.reichbusters.play.state import ALARM_DUE, STEP, TURN, EnemyStep
from rules.games.reichbusters.play.symbols import rule
from rules.games.reichbusters.play.tests import room_of
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Outcome, Proposal, Reason
from rules.play.battle import ACTIVATED, TABLE, Battle, Context
from rules.play.dice import Dice
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, _

FIRST_OF_ENEMIES = {
    False: EnemyStep.ACHTUNG,
    True: EnemyStep.POSTS,
}  # step of the enemy turn that is the first, by whether the alarm has sounded
Sent = Mapping[str, str]

# --- whose turn -----------------------------------------------------------------------------------------------------


def choose(context: Context, sent: Sent) -> Attempt:
    """Before the alarm anybody who has not played yet; after it the next of the order that was drawn (p. 8)."""
    battle, cite = context.battle, rule(context.catalogue, "order").cite
    left = state.waiting(battle)
    if state.is_after(battle) and left:
        left = left[:1]
    onward = [(f"begin?unit={path}", battle.called(path)) for path in left]
    return Attempt((), notes=[Reason("", order_words(battle), cite)], onward=onward)


def order_words(battle: Battle) -> str:
    if state.is_after(battle):
        return _("After the alarm: in the order that was drawn.")
    return _("Before the alarm: in any order.")


def is_drawn(battle: Battle) -> bool:
    """Whether everybody has a place in the order of this round."""
    return all(state.order_of(battle, path) for path in state.heroes(battle))


def draw_order(context: Context, sent: Sent) -> Attempt:
    """The tokens of the order shuffled: a die of as many sides as tokens are left says which is drawn (p. 8)."""
    battle, cite = context.battle, rule(context.catalogue, "order").cite
    everybody = state.heroes(battle)

    def read(dice: Dice) -> Outcome:
        tokens, drawn = [*range(1, len(everybody) + 1)], []
        for _path in everybody:
            drawn.append(tokens.pop(dice.d(len(tokens)) - 1 if len(tokens) > 1 else 0))
        pairs = sorted(zip(drawn, everybody, strict=True))
        lines = [Reason(str(token), battle.called(path), cite) for token, path in pairs]
        return Outcome(
            lines,
            [
                Proposal(
                    _("Play in this order"), [Mark.set(f"{path}/{state.ORDER}", token) for token, path in pairs], cite
                )
            ],
        )

    why = Message(_("turn order tokens, drawn at random: {n}"), {"n": len(everybody)})
    dice = " + ".join(f"D{sides}" for sides in range(len(everybody), 1, -1))
    return Attempt((), dice or "D1", reasons=[Reason("", why, cite)], reads=read)


# --- a turn begins --------------------------------------------------------------------------------------------------


@unit_action(state.HERO)
def begin(acting: ActingUnit, form: ActionForm) -> Attempt:
    """A hero's turn; who is down is captured among four enemy units, else recovers (p. 17, 19)."""
    battle, path, book = acting.battle, acting.path, acting.catalogue
    commands = [Mark.say(f"{TABLE}/{TURN}", path), *in_order(battle, path), *counted_rooms(battle)]
    if not battle.number(f"{path}/{state.DOWN}"):
        free = [Mark.set(f"{path}/{state.CAPTURED}", 0)] if battle.number(f"{path}/{state.CAPTURED}") else []
        return Attempt((), proposals=[Proposal(began(acting), [*commands, *free], rule(book, "base-actions").cite)])
    capture, recover = rule(book, "capture"), rule(book, "recover")
    alone = not form.flag("together", _("Another hero is in the zone"), folded=False)
    units = form.number("units", _("Enemy units in the zone (units, not tokens)"), 0, 0, 99)
    if alone and units >= capture.least:
        taken = Proposal(
            _("Captured: no actions, the enemy turn follows"),
            [*commands, Mark.set(f"{path}/{state.CAPTURED}")],
            capture.cite,
        )
        return Attempt(form.fields, proposals=[taken])
    most = rule(book, "base-actions").most
    kept = min(recover.most, battle.number(f"{path}/{state.WOUNDS}"))
    marks = [
        Mark.set(f"{path}/{state.BASE}", most),
        Mark.set(f"{path}/{state.WOUNDS}", kept),
        Mark.set(f"{path}/{state.CAPTURED}", 0),
    ]
    words = Message(_("Recovers: both base actions, wound cards kept: {n}"), {"n": kept})
    return Attempt(form.fields, proposals=[Proposal(words, [*commands, *marks], recover.cite)])


def began(acting: ActingUnit) -> Message:
    return Message(_("{name} plays"), {"name": acting.battle.called(acting.path)})


def in_order(battle: Battle, path: str) -> list[Mark]:
    """The place of a turn in its round, which decides ties; after the alarm it was drawn."""
    if state.order_of(battle, path):
        return []
    latest = max(state.order_of(battle, other) for other in state.paths(battle, state.HERO))
    return [Mark.set(f"{path}/{state.ORDER}", latest + 1)]


def counted_rooms(battle: Battle) -> list[Mark]:
    """Units are counted at the start of a hero's turn, and nobody was seen in it yet (rulings rb-36, rb-42)."""
    commands = []
    for room in state.paths(battle, state.ROOM):
        values = {state.MOST_UNITS: battle.number(f"{room}/{state.ENEMIES}"), state.HEROIC: 0, state.SEEN: 0}
        commands += [
            Mark.set(f"{room}/{key}", value) for key, value in values.items() if battle.number(f"{room}/{key}") != value
        ]
    return commands


# --- during a turn, and its end -------------------------------------------------------------------------------------

FREE = ("give", "upgrade", "noise", "heroism")  # beside base actions
DOES = ("move", "attack", "search", "reload", "draw", "door", *FREE)


def act_among(actions: Mapping[str, Action]) -> Action:
    """The page that leads to all that a hero may do, and ends the turn."""

    @unit_action(state.HERO)
    def act(acting: ActingUnit, form: ActionForm) -> Attempt:
        battle, path = acting.battle, acting.path
        if battle.number(f"{path}/{state.CAPTURED}"):
            note = Reason("", _("Captured: no actions."), acting.rule("capture").cite)
            return Attempt((), notes=[note], proposals=[ends(acting, "")])
        left = max(0, acting.rule("base-actions").most - battle.number(f"{path}/{state.BASE}"))
        notes = [Reason(str(left), _("base actions left; action cards are free"), acting.rule("base-actions").cite)]
        room = room_of(form, battle)
        onward = [
            (f"{slug}?unit={path}", actions[slug].title) for slug in DOES if actions[slug].suits_unit(battle, path)
        ]
        return Attempt(
            form.fields, notes=notes, proposals=[ends(acting, room), escapes(acting), *sounds(acting)], onward=onward
        )

    return Action(_("Act"), act, "walk", (state.HERO,))


def over(acting: ActingUnit) -> list[Mark]:
    """The marks that end a hero's turn, where the enemy's begins."""
    return [acting.set(ACTIVATED), Mark.set(f"{TABLE}/{STEP}", FIRST_OF_ENEMIES[state.is_after(acting.battle)])]


def ends(acting: ActingUnit, room: str) -> Proposal:
    """The end of a hero's turn; a cleared token where no enemy unit is left."""
    marks = [*over(acting), Mark.say(f"{acting.path}/{state.EFFECTS}"), *clears(acting.battle, room)]
    return Proposal(_("End of the turn: enemies"), marks, acting.rule("enemy-turn").cite)


def escapes(acting: ActingUnit) -> Proposal:
    marks = [acting.set(state.ESCAPED), *over(acting)]
    return Proposal(_("Escapes: out of the mission"), marks, acting.rule("escape").cite)


def sounds(acting: ActingUnit) -> list[Proposal]:
    """Something sets the alarm off: the turn is cut, and the enemy turn after it not played (ruling rb-32)."""
    if state.is_after(acting.battle):
        return []
    commands = [acting.set(ACTIVATED), Mark.set(f"{TABLE}/{ALARM_DUE}", state.DUE), Mark.say(f"{TABLE}/{TURN}")]
    return [Proposal(_("The alarm goes off: the turn is over"), commands, acting.rule("alarm").cite)]


# --- the end of a round ---------------------------------------------------------------------------------------------


def final(context: Context, sent: Sent) -> Attempt:
    """Cards, tokens, the marker, order tokens; where the alarm was set off, its steps begin instead (p. 20, 27)."""
    battle, book = context.battle, context.catalogue
    hand, cite = rule(book, "hand"), rule(book, "final").cite
    if first := comes_first(battle, cite):
        return first
    commands = end_of_round(battle, hand.gain, hand.least)
    moved = [Mark.set(f"{TABLE}/{ALARM_DUE}", state.DUE)] if state.table(battle, ALARM_DUE) else clock.advanced(battle)
    notes = still_to_play(battle, cite)
    notes += [
        Reason(
            f"+{hand.gain}", Message(_("card for who has fewer than {n} in hand (rb-39)"), {"n": hand.least}), hand.cite
        )
    ]
    notes += [Reason("", row.right, cite) for row in book.reminders["fin-du-round"].rows[1:2]]
    if Mark.set(f"{TABLE}/{ALARM_DUE}", state.DUE) in moved:
        alarm = [
            *commands,
            Mark.set(f"{TABLE}/{ALARM_DUE}", state.UNDER_WAY),
            Mark.set(f"{TABLE}/{STEP}", 0),
            Mark.say(f"{TABLE}/{TURN}"),
        ]
        return Attempt((), notes=notes, proposals=[Proposal(_("The alarm sounds"), alarm, rule(book, "alarm").cite)])
    lost = Mark.set(f"{TABLE}/{state.LOST}") in moved
    text = _("The track has run out: mission lost") if lost else _("Next round")
    after = moved if lost else [Mark("next-round")]
    return Attempt((), notes=notes, proposals=[Proposal(text, [*commands, *after], cite)])


def comes_first(battle: Battle, cite: str) -> Attempt | None:
    """The steps of the alarm, or of an enemy turn, that come before a final phase; None where none is under way."""
    if state.table(battle, ALARM_DUE) == state.UNDER_WAY:
        return Attempt((), notes=[Reason("", _("First the steps of the alarm."), cite)])
    if state.table(battle, STEP):
        words = _("First the enemy turn.")
        return Attempt((), notes=[Reason("", words, cite)], onward=[("enemies", _("Enemy turn"))])
    return None


def still_to_play(battle: Battle, cite: str) -> list[Reason]:
    """The heroes without a turn in this round; an alarm that was set off leaves theirs out (p. 20)."""
    names = tuple(battle.called(path) for path in state.waiting(battle))
    is_cut = not names or state.table(battle, ALARM_DUE)
    return [] if is_cut else [Reason("", Message(_("Still to play: {names}"), {"names": names}), cite)]


TURN_ACTIONS = {
    "choose": Action(_("Who plays"), choose, "walk", actor=""),
    "draw-order": Action(_("Turn order"), draw_order, "card-pick", actor=""),
    "final": Action(_("End of the round"), final, "sundial", actor=""),
    "begin": Action(_("Start of a turn"), begin, "walk", (state.HERO,)),
}
