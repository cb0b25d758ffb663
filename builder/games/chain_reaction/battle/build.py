"""What Chain Reaction brings to its battles: who is out of play, the test for a lost leader, what to have at hand."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import override

from builder.battles.markers import bilingual, with_markers
from builder.battles.marks import UNDO_CHAIN
from builder.battles.spec import BattleContext, BattleSpec
from builder.games.chain_reaction import reactions
from builder.games.chain_reaction.battle.next_step import (
    HORDE,
    INFESTATION,
    SET_UP,
    START_TURN,
    next_steps,
)
from builder.games.chain_reaction.battle.opponents import COMMANDS, against, card, others, reminders_of
from builder.games.chain_reaction.battle.table_marks import HELPS, table
from builder.games.chain_reaction.battle.turn_page import PAGE, TURN
from builder.games.chain_reaction.sheet.reference import play, reference, tests_passage
from builder.lists.loaded import LoadedRoster
from builder.sheets.common import passage
from builder.sheets.parts import Passage
from rules.catalogue import Catalogue
from rules.games.chain_reaction.analysis import StarGroupAnalysis
from rules.games.chain_reaction.play import chain, turns
from rules.games.chain_reaction.play.activation import ACT, ACT_ACTION, FIGURE_ACTIONS
from rules.games.chain_reaction.play.facts import facts_of, group_facts, group_marks, with_marks
from rules.games.chain_reaction.play.opponents import equally_near, horde
from rules.play.actions import Action, Notice
from rules.play.battle import BOXES, FLED, LOST, OUT, BattleDocument, BattleSide, BattleUnit, Marker, Value
from rules.play.marks import Mark, command
from rules.text import Message, _

DEAD, REMOVED = "dead", "removed-from-play"
STAR, STAR_POWER = "star", "star-power"  # a fact of a unit, and its marker
LEADER, TESTED = "leader", "leader-lost-tested"  # a fact of a side and of its leader, and a marker: the others tested
LEADER_LOST, TURNS, GAME_LOST = "leader-lost", "turns", "game-lost"
RANKS = {STAR: _("Star"), LEADER: _("Leader")}
AFTERMATH = "aftermath"  # the list's page after a game, and the table of its steps, which are done there
FOLLOWING = (STAR_POWER, LEADER_LOST, TURNS, GAME_LOST)  # boxes in a sheet's head that other marks say


def fit_side(side: BattleSide, loaded: LoadedRoster) -> BattleSide:
    """The group, its dead out of play; who flees may rally ("Se rallier") and is still in it."""
    side = with_markers(side, fit_marker)
    leader, star = loaded.document.leader, loaded.analysis.star  # type: ignore[attr-defined]
    figures, steps = loaded.analysis.units, loaded.catalogue.tables[AFTERMATH].rows
    side = replace(
        side,
        markers=(
            *(marker for marker in side.markers if marker.key not in (*FOLLOWING, *steps)),
            *group_marks(loaded.analysis),  # type: ignore[arg-type]
        ),
        units=tuple(
            replace(
                unit,
                markers=with_marks(figure := figures[unit.index or 0], unit.markers),
                facts={**unit.facts, **facts_of(figure), **dict(roles(unit, leader, figure is star))},
            )
            for unit in side.units
        ),
        facts={**side.facts, **group_facts(loaded.analysis)},  # type: ignore[arg-type]
    )
    if leader is None or not any(unit.index == leader for unit in side.units):
        return side
    tested = Marker(TESTED, bilingual(_("Leader lost: tested")), cite=str(loaded.catalogue.tables["tests"].cite))
    return replace(side, markers=(*side.markers, tested), facts={**side.facts, LEADER: leader})


def roles(unit: BattleUnit, leader: int | None, is_star: bool) -> Iterator[tuple[str, int]]:
    if leader is not None and unit.index == leader:
        yield LEADER, 1
    if is_star:
        yield STAR, 1


def ranks(unit: BattleUnit) -> list[str]:
    """What a figure is beside its name."""
    return [words for fact, words in RANKS.items() if fact in unit.facts]


def fit_marker(_unit: BattleUnit, marker: Marker) -> Marker:
    if marker.key == FLED:
        return replace(marker, ends=False)
    return replace(marker, ends=marker.ends or marker.key in (DEAD, REMOVED))


def notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """The test of a group whose leader is dead or out of action, what reactions follow, then what is next."""
    pending = [*lost_leaders(battle, catalogue), *(replace(link, opens=True) for link in chain.due(battle, catalogue))]
    if chain.links(battle):
        words = _("Undo all that this chain has marked so far.")
        pending.append(Notice(words, mark=UNDO_CHAIN, does=_("Undo the chain")))
    return pending or [*next_steps(battle, catalogue)]


def lost_leaders(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    row = catalogue.tables["tests"].rows[reactions.LEADER_LOST]
    for number in range(len(battle.sides)):
        leader = leader_of(battle.sides[number])
        if leader and is_lost(battle, f"{number}/{leader.key}") and not battle.number(f"{number}/{TESTED}"):
            words = Message(
                _("Leader dead or out of action ({name}): the others test, a Star chooses."), {"name": leader.name}
            )
            dice, tests = f"{row.figures['dice']}D6", chain.lost_leader(battle, catalogue, f"{number}/{leader.key}")
            mark = command([*tests, Mark.set(f"{number}/{TESTED}")])
            yield Notice(words, str(row.cite), number, dice, mark=mark, does=_("One after the other"))


def leader_of(side: BattleSide) -> BattleUnit | None:
    return next((unit for unit in side.units if unit.index == side.facts.get(LEADER)), None)


def is_lost(battle: BattleDocument, path: str) -> bool:
    """Whether a leader is dead or out of action, Star Power or not; who fled and was removed is neither."""
    saved = str(battle.value(f"{path}/{chain.DUE}") or "").partition(" ")[2].startswith("power")
    return not saved and any(battle.number(f"{path}/{key}") for key in (DEAD, OUT))


def follows(battle: BattleDocument, number: int) -> Iterator[tuple[Marker, Value]]:
    """What the head of a group's sheet shows of marks that stand elsewhere: each is marked once."""
    side, leader = battle.sides[number], leader_of(battle.sides[number])
    for unit in side.units:
        for marker in unit.markers:
            if marker.key == STAR_POWER and STAR in unit.facts:
                yield marker, battle.value(f"{number}/{unit.key}/{STAR_POWER}")
    lost = leader is not None and is_lost(battle, f"{number}/{leader.key}")
    yield Marker(LEADER_LOST, bilingual(_("Leader lost"))), int(lost)
    yield Marker(TURNS, bilingual(_("Turns")), BOXES, most=battle.round), battle.round
    yield Marker(GAME_LOST, bilingual(_("Game lost"))), int(was_lost(battle, number))


def was_lost(battle: BattleDocument, number: int) -> bool:
    """Whether a side lost, by the result; battles of before have a mark for it too."""
    results = battle.result.sides if battle.result else ()
    lost = number < len(results) and results[number].outcome == LOST
    return lost or bool(battle.number(f"{number}/{GAME_LOST}"))


def brief(context: BattleContext) -> list[Passage]:
    """The reminders that the lists need, each once, and those of opponents whom the game plays."""
    with override(context.language):
        lists = [loaded for loaded in context.lists if loaded is not None]
        own = (text for loaded in lists for text in at_hand(loaded.analysis))  # type: ignore[arg-type]
        further = opponents(context.battle, context.catalogue)
        return list({text.title: text for text in (*own, *further)}.values())


def at_hand(analysis: StarGroupAnalysis) -> Iterator[Passage]:
    """All that a group's sheet says of the rules."""
    yield tests_passage(analysis)
    yield from (*play(analysis), *reference(analysis))


def opponents(battle: BattleDocument, catalogue: Catalogue) -> list[Passage]:
    """The reminders of those whom the game plays; of all of them where a list is on its own."""
    return [passage(reminder) for reminder in reminders_of(battle, catalogue)]


def afterwards(loaded: LoadedRoster) -> str:
    """A campaign goes on with what became of its figures."""
    return AFTERMATH if loaded.document.campaign else ""  # type: ignore[attr-defined]


TABLE_ACTIONS = {
    SET_UP: Action(_("Time of day and weather"), turns.set_up, "sun-cloud", actor=""),
    START_TURN: Action(_("Start of a turn"), turns.start_turn, "sundial", actor=""),
    INFESTATION: Action(_("Infestation"), turns.infestation, "shambling-zombie", actor=""),
    HORDE: Action(_("Zombies together"), horde, "shambling-zombie", actor=""),
    "equally-near": Action(_("Equally near"), equally_near, "shambling-zombie", actor=""),
}
ACTIONS = {ACT: ACT_ACTION, **FIGURE_ACTIONS, **TABLE_ACTIONS}


BATTLE = BattleSpec(
    fit_side=fit_side,
    table=table,
    helps=HELPS,
    against=against,
    others=others,
    card=card,
    commands=COMMANDS,
    actions=ACTIONS,
    notices=notices,
    in_chain=lambda battle: bool(chain.links(battle)),
    pages={PAGE: TURN},
    brief=brief,
    reference=opponents,
    ranks=ranks,
    follows=follows,
    afterwards=afterwards,
    step=turns.step,
)
