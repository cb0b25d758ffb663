"""A figure acts: what it may do now, one tap each, and the mark that it has."""

from collections.abc import Iterator, Mapping

from rules.catalogue import Catalogue
from rules.games.chain_reaction.analysis import ZOMBIE
from rules.games.chain_reaction.modes import INSURGENTS, ZOMBIES
from rules.games.chain_reaction.play.blasts import BLAST_ACTIONS
from rules.games.chain_reaction.play.book import play_of
from rules.games.chain_reaction.play.driving import CAR_ACTIONS
from rules.games.chain_reaction.play.figures import KINDS, STUNNED, has_attribute, rides
from rules.games.chain_reaction.play.melee import MELEE_ACTIONS
from rules.games.chain_reaction.play.moving import MOVE_ACTIONS
from rules.games.chain_reaction.play.opponents import conduct, mode_of
from rules.games.chain_reaction.play.reactions import REACTION_ACTIONS
from rules.games.chain_reaction.play.shooting import SHOT_ACTIONS
from rules.games.chain_reaction.play.turns import REP, game_side, may_act
from rules.games.chain_reaction.play.wounds import WOUND_ACTIONS
from rules.play.acting_unit import NOTHING
from rules.play.actions import Action, Attempt, Proposal, Reason
from rules.play.battle import ACTIVATED, FLED, GAME_PLAYS, HELP, Battle, Context, figure, side_of_path
from rules.play.marks import Mark
from rules.text import Message, _

ACT, RECOVER, IDIOT, LEADER = "act", "recover", "idiot", "leader"  # actions; a fact of the main leader
REACTIONS = {
    "in-sight",
    "shot-at",
    "charged",
    "leader-lost",
    "power",
    "blast",
    "crash",
    "passenger",
}  # of who is inactive
ONLY = {  # until it recovers, is rallied, is no longer in a melee
    STUNNED: {RECOVER},
    FLED: {"move", "rally"},
    "melee": {"melee", "break-off", "finish"},
}
NEVER = {INSURGENTS: {"charge", "fast"}, ZOMBIES: {"charge", "fast", "focus"}}  # of those whom the game plays (cr-48)


ALONG, INSTEAD = _("Along, within 4″: {name}"), _("Instead: {name}")
FIGURE_ACTIONS = {  # in the order in which a card offers them
    **MOVE_ACTIONS,
    **SHOT_ACTIONS,
    **MELEE_ACTIONS,
    **REACTION_ACTIONS,
    **BLAST_ACTIONS,
    **CAR_ACTIONS,
    **WOUND_ACTIONS,
}


def may_be_activated(battle: Battle, path: str) -> bool:
    return not battle.is_down(path) and not battle.number(f"{path}/{ACTIVATED}")


def act(context: Context, sent: Mapping[str, str]) -> Attempt:
    """What a figure may do now, and the mark that ends its activation."""
    battle, path = context.battle, sent.get("unit", "")
    unit = battle.units_by_path.get(path)
    if unit is None or unit.kind not in KINDS:
        return NOTHING
    onward = [(f"{slug}?unit={path}", FIGURE_ACTIONS[slug].title) for slug in offered(battle, path)]
    for words, paths in ((ALONG, of_group(battle, path)), (INSTEAD, waiting_beside(battle, path))):
        onward += [(f"{ACT}?unit={other}", Message(words, {"name": battle.called(other)})) for other in paths]
    done = Proposal(Message(_("{name}: done"), {"name": battle.called(path)}), [Mark.set(f"{path}/{ACTIVATED}")])
    return Attempt((), notes=[*notes(context, path)], onward=onward, proposals=[done, *stands_up(context, path)])


def offered(battle: Battle, path: str) -> Iterator[str]:
    """The slugs of what a figure may do, now that it is active."""
    never = REACTIONS | NEVER.get(mode_of(battle, path), set())
    only = next((slugs for key, slugs in ONLY.items() if battle.number(f"{path}/{key}")), {*FIGURE_ACTIONS})
    if IDIOT in only and is_undecided(battle, path):
        only = {IDIOT}
    suiting = (slug for slug, action in FIGURE_ACTIONS.items() if action.suits_unit(battle, path))
    return (slug for slug in suiting if slug in only and slug not in never)


def is_undecided(battle: Battle, path: str) -> bool:
    """Whether an idiot has yet to roll whether it does anything in this activation ("Table des désavantages")."""
    marker = f"{path}/step-{IDIOT}"
    return has_attribute(battle, path, IDIOT) and marker in battle.markers_by_path and not battle.number(marker)


def stands_up(context: Context, path: str) -> Iterator[Proposal]:
    """Who is prone and not stunned may stand up for free when activated ("Se mettre à plat ventre")."""
    battle = context.battle
    if battle.number(f"{path}/prone") and not battle.number(f"{path}/{STUNNED}"):
        words = Message(_("{name}: stands up, for free"), {"name": battle.called(path)})
        yield Proposal(words, [Mark.set(f"{path}/prone", 0)], play_of(context.catalogue).effects["goes-prone"].cite)


def waiting_beside(battle: Battle, path: str) -> list[str]:
    """The others of its side who may act in its stead."""
    side = side_of_path(path)
    number = game_side(battle) if side is None else side
    return [] if number is None else [other for other in may_act(battle, number) if other != path]


def of_group(battle: Battle, path: str) -> list[str]:
    """Those of a leader's side whom only their leader, who acts, may activate: their REP is below its side's die."""
    side = side_of_path(path)
    if side is None or LEADER not in battle.units_by_path[path].facts:
        return []
    ready, standing = may_act(battle, side), battle.standing(side)
    return [other for other in standing if other not in (path, *ready) and may_be_activated(battle, other)]


def notes(context: Context, path: str) -> Iterator[Reason]:
    """What it does where the game plays it; else whom it takes along, a REP below its side's die, how far it moves."""
    battle, book = context.battle, context.catalogue
    unit, cite = battle.units_by_path[path], str(book.special_rules["activation"].cite)
    if battle.number(f"{path}/{STUNNED}"):
        stunned = book.special_rules["sonne"]
        yield Reason("", stunned.card, str(stunned.cite))
        return
    if battle.number(f"{path}/{FLED}"):
        flight = book.tables["distances"].rows["fuite"]
        yield Reason(inches(flight.figures["inches"]), flight.text, str(flight.cite))
        return
    if mode_of(battle, path):
        yield from conduct(battle, book, path) if battle.number(HELP) == GAME_PLAYS else ()
        return
    side = side_of_path(path)
    if LEADER in unit.facts:
        yield Reason("4″", _("Leader: friends within 4″ act too, whatever their REP (cr-66)."), cite)
    elif side is not None and path not in may_act(battle, side):
        rep = figure(unit.facts, REP)
        yield Reason(f"REP {rep}", _("Its side’s die is higher: it acts only in the group of a leader who acts."), cite)
    yield from distances(battle, book, path)


def distances(battle: Battle, book: Catalogue, path: str) -> Iterator[Reason]:
    """How far it moves, and what an obstacle or a casualty takes off ("Mouvement")."""
    rows = book.tables["distances"].rows
    if battle.units_by_path[path].facts.get("figure") == ZOMBIE:
        yield Reason(inches(rows["zombie"].figures["inches"]), rows["zombie"].text, str(rows["zombie"].cite))
        return
    normal = book.tables["moves"].rows["mounted" if rides(battle, path) else "foot"]
    yield Reason(inches(normal.figures["normal"]), normal.name, str(normal.cite))
    for row in (rows[slug] for slug in ("obstacle", "ramper", "blesse")):
        yield Reason(inches(row.figures["inches"]), row.name, str(row.cite))


def inches(number: int) -> str:
    return f"{number}″".replace("-", "−")


ACT_ACTION = Action(_("Act"), act, "walk", KINDS, may_be_activated)
