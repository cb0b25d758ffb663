"""Chain Reaction on screen and paper, gathered in one `GameUI`."""

from dataclasses import replace

from builder.battles.spec import BATTLES
from builder.game_ui import GameUI, ListLabels
from builder.games.chain_reaction import editor, offers
from builder.games.chain_reaction.battle.build import BATTLE
from builder.games.chain_reaction.edits import EDITS, add_star
from builder.games.chain_reaction.head import head, read_head
from builder.games.chain_reaction.kit import table_kit
from builder.games.chain_reaction.pages import GAME_PAGES, LIST_PAGES
from builder.games.chain_reaction.remedies import REMEDIES
from builder.games.chain_reaction.sheet.build import build_sheet, count_label
from rules.catalogue import Catalogue
from rules.games.chain_reaction.document import StarGroup
from rules.games.chain_reaction.game import GAME
from rules.text import _


def start_list(document: StarGroup, _catalogue: Catalogue) -> StarGroup:
    """A new group starts with its Star, who leads."""
    return replace(add_star(document), leader=0) if not document.units else document


GAME_UI = GameUI(
    game=GAME,
    edits=EDITS,
    read_head=read_head,
    head=head,
    opened=editor.opened,
    picker=offers.of_unit,
    new_units=offers.new_units,
    remedies=REMEDIES,
    terms=editor.terms,
    build_sheet=build_sheet,
    label=editor.label,
    templates="chain-reaction",
    labels=ListLabels(
        adding=_("Add to the group"),
        empty=_("No figures yet. Add your Star, then roll or choose its NPCs."),
    ),
    count_label=count_label,
    start_list=start_list,
    list_pages=LIST_PAGES,
    game_pages=GAME_PAGES,
    table_kit=table_kit,
)


def register() -> None:
    """Hand each folder the spec of this game."""
    BATTLES[GAME.slug] = BATTLE
