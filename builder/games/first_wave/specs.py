"""First Wave on screen and paper, gathered in one `GameUI`."""

from builder.battles.spec import BATTLES
from builder.game_ui import GamePage, GameUI, ListLabels
from builder.games.first_wave import editor, head, kit, offers, play
from builder.games.first_wave.battle.build import BATTLE
from builder.games.first_wave.edits import EDITS
from builder.games.first_wave.remedies import REMEDIES
from builder.games.first_wave.sheet.build import build_sheet
from builder.games.rbn.editor import terms
from builder.games.rbn.edits import renumber
from builder.lists.edits import shared_edits
from rules.games.first_wave.game import GAME
from rules.text import _

GAME_UI = GameUI(
    game=GAME,
    edits=shared_edits(renumber) | EDITS,
    read_head=head.read_head,
    head=head.head,
    opened=editor.opened,
    picker=editor.picker,
    new_units=offers.new_units,
    remedies=REMEDIES,
    terms=terms,
    build_sheet=build_sheet,
    table_kit=kit.table_kit,
    label=editor.label,
    templates="first-wave",
    labels=ListLabels(
        adding=_("Add to the group"),
        empty=_("No survivors yet. Add a survivor, a child or an animal."),
    ),
    game_pages={
        "table": GamePage(_("At the table"), play.table),
        "bestiary": GamePage(_("Bestiary"), play.bestiary, "eye"),
    },
)


def register() -> None:
    """Hand each folder the spec of this game."""
    BATTLES[GAME.slug] = BATTLE
