"""Infected and machines on the table: their cards, with figures, rules and what shots and melees do to them."""

from builder.battles.spec import BattleContext
from builder.games.first_wave.battle.npcs import BESTIARY
from builder.games.first_wave.kit import profile
from builder.sheets.parts import CardLine, SheetCard
from builder.wording import cited
from rules.games.first_wave.play.state import PROFILE
from rules.play.battle import BattleUnit


def card(context: BattleContext, unit: BattleUnit) -> SheetCard | None:
    """The card of a profile of the bestiary (p. 11), for `BattleSpec.card`; None for what is none."""
    row = context.catalogue.tables[BESTIARY].rows.get(str(unit.facts.get(PROFILE, "")))
    if row is None:
        return None
    npc = profile(context.catalogue, row)
    effects = [CardLine(label, words) for label, words in npc.effects]
    place = CardLine(text=cited(npc.cite, context.language))
    return SheetCard(npc.figures, (CardLine(text=npc.text), *effects, place), ())
