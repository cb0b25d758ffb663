"""Reichbusters on screen and paper, gathered in one `GameUI`."""

from builder.battles.spec import BATTLES
from builder.game_ui import GameUI, ListLabels
from builder.games.reichbusters import editor, offers
from builder.games.reichbusters.battle.build import BATTLE
from builder.games.reichbusters.edits import EDITS
from builder.games.reichbusters.head import head, read_head
from builder.games.reichbusters.kit import table_kit
from builder.games.reichbusters.remedies import REMEDIES
from builder.games.reichbusters.sheet.build import build_sheet
from rules.games.reichbusters.game import GAME
from rules.text import _

GAME_UI = GameUI(
    game=GAME,
    edits=EDITS,
    read_head=read_head,
    head=head,
    opened=editor.opened,
    new_units=offers.new_units,
    remedies=REMEDIES,
    terms=editor.terms,
    build_sheet=build_sheet,
    table_kit=table_kit,
    label=editor.label,
    templates="reichbusters",
    labels=ListLabels(
        adding=_("Add to the team"),
        empty=_("No heroes yet. Choose one to four."),
    ),
    count_label=editor.count_label,
)


def register() -> None:
    """Hand each folder the spec of this game."""
    BATTLES[GAME.slug] = BATTLE
