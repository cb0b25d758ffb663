"""The next thing to do in a battle: one button that leads on, from the set-up to the end of each turn."""

from collections.abc import Iterator

from rules.catalogue import Catalogue
from rules.games.chain_reaction.play import turns
from rules.games.chain_reaction.play.activation import ACT
from rules.games.chain_reaction.play.opponents import waiting_zombies
from rules.play.actions import Notice
from rules.play.battle import ACTIVATED, HELP, TABLE, BattleDocument
from rules.play.marks import Mark, command
from rules.text import Message, _

SET_UP, START_TURN, INFESTATION, HORDE = "set-up", "start-turn", "infestation", "horde"  # slugs of actions


def next_steps(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    """What is next, where the table wants help: set-up and first turn, who acts, the end of a turn."""
    if not battle.number(HELP):
        return
    if not turns.dice_of(battle):
        if battle.round == 1 and turns.clock_of(battle, catalogue) is None:
            cite = str(catalogue.tables["time-of-day"].cite)
            yield Notice(_("Roll time of day and weather."), cite, action=SET_UP)
        else:
            yield begin(battle.round)
    elif following := turns.next_to_act(battle):
        yield acting(battle, catalogue, *following)
    else:
        if turns.infestation_due(battle):
            cite = str(catalogue.tables["infestation"].cite)
            yield Notice(_("The noise may wake zombies."), cite, action=INFESTATION)
        else:
            yield begin(battle.round + 1)


def begin(turn: int) -> Notice:
    return Notice(Message(_("Turn {n} begins: all its dice in one roll."), {"n": turn}), action=START_TURN)


def acting(battle: BattleDocument, catalogue: Catalogue, side: int, path: str) -> Notice:
    """The next figure of the side whose turn it is; all who stay may be passed over at once."""
    waiting = turns.may_act(battle, side)
    names = tuple(battle.called(other) for other in waiting)
    die = battle.number(f"{TABLE}/{turns.die_key(side)}")
    text = Message(
        _("To act ({side}, die {die}): {names}"), {"side": battle.side_name(side), "die": die, "names": names}
    )
    stay = [Mark.set(f"{other}/{ACTIVATED}") for other in waiting]
    cite = str(catalogue.special_rules["activation"].cite)
    together = path in (zombies := waiting_zombies(battle)) and len(zombies) > 1
    act, button = (HORDE, _("Together")) if together else (f"{ACT}?unit={path}", _("Act"))
    return Notice(text, cite, action=act, button=button, mark=command(stay), does=_("All stay"))
