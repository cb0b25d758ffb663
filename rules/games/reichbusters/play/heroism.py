"""Heroism: tokens that make a test succeed, and how a hero gains one (p. 11, 19)."""

from collections.abc import Iterator

from rules.catalogue import Catalogue
from rules.games.reichbusters.play import state
from rules.games.reichbusters.play.symbols import rule
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Choice, Notice, Proposal
from rules.play.battle import TABLE, Battle
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, _

ATTACK, DEFENCE, JOKER = "attack", "defense", "joker"
BEFORE, AFTER = "before", "after"
WORDS = {BEFORE: _("Heroism before the test: {n}"), AFTER: _("Heroism after a failed test: {n}")}
WHYS = (
    Choice("pacified", _("Pacified a room or corridor")),
    Choice("rescued", _("Attack left fewer than four enemies with a captured hero")),
)


def held(battle: Battle, path: str, kind: str) -> list[str]:
    """The tokens of a hero that a test of this kind may take, those of the kind before jokers."""
    return [one for one in (kind, JOKER) for _token in range(battle.number(f"{path}/heroism-{one}"))]


def spent(acting: ActingUnit, form: ActionForm, kind: str, when: str) -> list[Mark]:
    """The marks that take tokens BEFORE a test, or AFTER one that failed, where the hero has enough and says so."""
    tokens, heroism = held(acting.battle, acting.path, kind), acting.rule("heroism")
    number = heroism.dice if when == BEFORE else heroism.most
    if len(tokens) < number or not form.flag(when, Message(WORDS[when], {"n": number}), folded=when == BEFORE):
        return []
    return [acting.add(f"heroism-{one}", -1) for one in tokens[:number]]


def left(battle: Battle, book: Catalogue) -> list[Choice]:
    """The kinds of which tokens are left in the supply: all teams share it."""
    rows = book.tables["heroisme"].rows.values()
    everybody = state.paths(battle, state.HERO)
    taken = {
        row.slug: sum(battle.number(f"{path}/heroism-{row.figures['type']}") for path in everybody) for row in rows
    }
    return [Choice(row.figures["type"], row.name) for row in rows if taken[row.slug] < row.figures["count"]]


@unit_action(state.HERO)
def gain(acting: ActingUnit, form: ActionForm) -> Attempt:
    """A token drawn blind: for a pacified room or corridor, or once a round for a rescue (p. 19)."""
    rescued = state.table(acting.battle, state.RESCUED)
    why = form.choice("why", _("For what"), WHYS[: 1 if rescued else 2])
    kinds = left(acting.battle, acting.catalogue)
    if not kinds:
        return Attempt(form.fields)
    kind = form.choice("kind", _("Token drawn blind"), kinds)
    marks = [acting.add(f"heroism-{kind}")]
    marks += [Mark.set(f"{TABLE}/{state.RESCUED}")] if why == "rescued" else forget(acting.battle)
    cite = rule(acting.catalogue, "pacify" if why == "pacified" else "capture").cite
    return Attempt(form.fields, proposals=[Proposal(_("Take the token"), marks, cite)])


def forget(battle: Battle) -> list[Mark]:
    return [Mark.set(f"{room}/{state.MOST_UNITS}", 0) for room in pacified_rooms(battle)]


def pacified_rooms(battle: Battle) -> list[str]:
    """Rooms that held units in this turn and hold none any more, none of them killed by heroism."""
    rooms = state.paths(battle, state.ROOM)
    return [room for room in rooms if battle.number(f"{room}/{state.MOST_UNITS}") and is_empty(battle, room)]


def is_empty(battle: Battle, room: str) -> bool:
    return not battle.number(f"{room}/{state.ENEMIES}") and not battle.number(f"{room}/{state.HEROIC}")


def pacified(battle: Battle, book: Catalogue) -> Iterator[Notice]:
    """In a hero's turn: a room of four units at its start, or at once later in it, has none left (ruling rb-36)."""
    path, pacify = state.turn_of(battle), rule(book, "pacify")
    if not path or state.table(battle, state.STEP):
        return
    for room in pacified_rooms(battle):
        if battle.number(f"{room}/{state.MOST_UNITS}") >= pacify.least:
            values = {"room": battle.called(room), "hero": battle.called(path)}
            words = Message(_("{room} is pacified: {hero} draws a heroism token."), values)
            yield Notice(words, pacify.cite, action=f"heroism?unit={path}", button=_("Which token"))


HEROISM_ACTIONS = {"heroism": Action(_("Gain heroism"), gain, "star-medal", (state.HERO,))}
