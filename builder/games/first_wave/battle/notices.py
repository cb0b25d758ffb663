"""What is due in a battle of First Wave, from what is marked."""

from collections.abc import Iterator

from builder.games.first_wave.battle import activation, successor
from builder.games.first_wave.battle.scenarios import rounds
from rules.catalogue import Catalogue
from rules.games.first_wave.analysis import LINEAGE
from rules.games.first_wave.play import lineage
from rules.games.first_wave.play.activation import waiting
from rules.games.first_wave.play.hazards import is_burning, is_infected, rising
from rules.games.first_wave.play.lineage import SEAL, SUCCESSOR
from rules.games.first_wave.play.scores import is_eliminated, score_rows, victory_points
from rules.games.first_wave.play.state import FIGHTER, INFECTION
from rules.play.actions import Notice
from rules.play.battle import ACTIVATED, BattleDocument
from rules.text import Message, _


def notices(battle: BattleDocument, catalogue: Catalogue) -> list[Notice]:
    """Victory points so far, then what asks for dice or for a name."""
    return list(due(battle, catalogue))


def due(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    yield from score(battle, catalogue)
    for side in range(len(battle.sides)):
        yield from of_survivors(battle, catalogue, side)
    yield from of_npcs(battle, catalogue)
    if battle.scenario == LINEAGE:
        yield from of_lineage(battle, catalogue)
    yield from last_turn(battle, catalogue)


def score(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    """The victory points of each side by what is marked (p. 12)."""
    if score_rows(catalogue, battle.scenario):
        points = victory_points(battle, catalogue)
        scores = tuple(f"{battle.side_name(side)} {number}" for side, number in enumerate(points))
        words = Message(_("Victory points: {scores}"), {"scores": scores})
        yield Notice(words, str(catalogue.tables["scores"].cite))


def of_survivors(battle: BattleDocument, catalogue: Catalogue, side: int) -> Iterator[Notice]:
    """Who fell infected, who is infected and not yet activated, who burns (p. 9, 11)."""
    infection, fire = str(catalogue.tables["infection"].cite), str(catalogue.tables["feu"].cite)
    for unit in battle.sides[side].units:
        path, named = f"{side}/{unit.key}", {"name": unit.name}
        markers = battle.number(f"{path}/{INFECTION}")
        if unit.kind == FIGHTER and markers and is_eliminated(battle, path):
            words = Message(_("{name}: eliminated with an infection marker, rises at once."), named)
            proposal = rising(battle, catalogue, path)
            yield Notice(words, infection, side, mark=proposal.command, does=_("An infected rises"))
        if is_infected(battle, path) and not battle.number(f"{path}/{ACTIVATED}"):
            words = Message(_("{name}, start of activation: infection, +{n}."), named | {"n": markers})
            yield Notice(words, infection, side, "1D6", f"infection?unit={path}")
        if is_burning(battle, path):
            words = Message(_("{name}, end of turn: on fire."), named)
            yield Notice(words, fire, side, "1D6", f"fire?unit={path}")


def of_npcs(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    """NPCs act once all survivors have (p. 10)."""
    standing = [path for side in range(len(battle.sides)) for path in battle.standing(side)]
    number = len([*waiting(battle)])
    if number and standing and all(battle.number(f"{path}/{ACTIVATED}") for path in standing):
        words = Message(_("Phase 2, NPCs to activate: {number}."), {"number": number})
        yield Notice(words, str(catalogue.tables["actions-des-pnj"].cite), page=activation.PAGE)


def of_lineage(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    """A successor is named in secret, and revealed once the chief is out (p. 12, ruling A77)."""
    cite = str(catalogue.scenarios[LINEAGE].cite)
    for side in range(len(battle.sides)):
        named = {"side": battle.side_name(side)}
        if battle.value(f"{side}/{SUCCESSOR}") or len(battle.sides) < 2:
            continue
        if not battle.value(f"{side}/{SEAL}"):
            words = Message(_("{side} must secretly name the opponent’s successor."), named)
            yield Notice(words, cite, side, page=successor.PAGE)
        elif lineage.chief_is_out(battle, side):
            words = Message(_("Opposing chief out: {side} reveals the successor (A77)."), named)
            yield Notice(words, cite, side, page=successor.PAGE)


def last_turn(battle: BattleDocument, catalogue: Catalogue) -> Iterator[Notice]:
    """The length of the scenario (p. 12)."""
    length = rounds(catalogue, battle.scenario, battle.sides)
    if length and battle.round >= length:
        words = Message(_("Turn {number}: the last of this scenario."), {"number": length})
        yield Notice(words, str(catalogue.scenarios[battle.scenario or ""].cite))
