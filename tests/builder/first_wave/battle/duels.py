"""A group of survivors facing another, infected and machines, made in one line."""

from dataclasses import replace

from builder.games.first_wave.battle.npcs import npc
from tests.builder.first_wave.battle import fought
from tests.rules.first_wave import make


def duel(*own, foes=(), npcs=(), marks=None, scenario=None):
    """The context of a marked battle of groups of these units, with NPCs of these profiles as others/1, others/2 ..."""
    groups = [make.group(units=own), make.group(units=foes or (make.fighter(C=4, name="Ajax"),))]
    battle = fought.battle(*groups, scenario=scenario)
    rows = make.catalogue().tables["bestiaire"].rows
    others = {
        str(number): replace(npc(battle, make.catalogue(), rows[slug]), key=str(number))
        for number, slug in enumerate(npcs, start=1)
    }
    marked = replace(battle, others=others, marks=marks or {})
    return fought.context(marked, lists=[fought.loaded(one) for one in groups])
