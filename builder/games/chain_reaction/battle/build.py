"""What Chain Reaction brings to its battles: who is out of play, the test for a lost leader, what to have at hand."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from django.utils.translation import override

from builder.battles.document import FLED, OUT, BattleDocument, BattleSide, BattleUnit, Marker
from builder.battles.markers import both, with_markers
from builder.battles.spec import BattleContext, BattleSpec, Notice
from builder.games.chain_reaction import reactions
from builder.games.chain_reaction.sheet.reference import reference
from builder.lists.loaded import LoadedRoster
from builder.sheets.parts import Passage
from rules.catalogue import Catalogue
from rules.text import Message, _

DEAD, REMOVED = "dead", "removed-from-play"
LEADER, TESTED = "leader", "leader-lost-tested"  # a fact of a side, and a marker: its figures were tested


def fit_side(side: BattleSide, loaded: LoadedRoster) -> BattleSide:
    """The group, its dead out of play; who flees may rally ("Se rallier") and is still in it."""
    side = with_markers(side, fit_marker)
    leader = loaded.document.leader
    if leader is None or not any(unit.index == leader for unit in side.units):
        return side
    tested = Marker(TESTED, both(_("Leader lost: tested")), cite=str(loaded.catalogue.tables["tests"].cite))
    return replace(side, markers=(*side.markers, tested), facts=(*side.facts, (LEADER, leader)))


def fit_marker(_unit: BattleUnit, marker: Marker) -> Marker:
    if marker.key == FLED:
        return replace(marker, ends=False)
    return replace(marker, ends=marker.ends or marker.key in (DEAD, REMOVED))


def notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """The test of a group whose leader is dead or out of action, until it is marked as done."""
    return list(lost_leaders(battle, catalogue))


def lost_leaders(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    row = catalogue.tables["tests"].rows[reactions.LEADER_LOST]
    for number, side in enumerate(battle.sides):
        leader = next((one for one in side.units if one.index == side.known.get(LEADER)), None)
        if leader and is_lost(battle, f"{number}/{leader.key}") and not battle.number(f"{number}/{TESTED}"):
            words = Message(
                _("{name} led and is dead or out of action: the others test, a Star chooses."), {"name": leader.name}
            )
            yield Notice(words, str(row.cite), number, f"{row.figures['dice']}D6")


def is_lost(battle: BattleDocument, path: str) -> bool:
    """Whether a leader is dead or out of action; who fled and was removed is neither."""
    return any(battle.number(f"{path}/{key}") for key in (DEAD, OUT))


def brief(context: BattleContext) -> list[Passage]:
    """The reminders that the lists need, each once."""
    with override(context.language):
        lists = [one for one in context.lists if one is not None]
        found = chain.from_iterable(reference(one.analysis, context.language) for one in lists)  # type: ignore[arg-type]
        return list({one.title: one for one in found}.values())


BATTLE = BattleSpec(fit_side=fit_side, notices=notices, brief=brief)
