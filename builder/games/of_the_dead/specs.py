"""of the dead on screen and paper, gathered in one `GameUI`."""

from builder.battles.spec import BATTLES
from builder.game_ui import GamePage, GameUI, ListLabels
from builder.games.of_the_dead import editor, gang, offers
from builder.games.of_the_dead.battle.build import BATTLE
from builder.games.of_the_dead.edits import EDITS, renumber
from builder.games.of_the_dead.head import head, read_head
from builder.games.of_the_dead.kit import table_kit
from builder.games.of_the_dead.remedies import REMEDIES
from builder.games.of_the_dead.sheet.build import build_sheet, with_gathering
from builder.gatherings.views.joining import roster_gathering
from builder.gatherings.views.statistics import game_statistics
from builder.lists.edits import shared_edits
from rules.games.of_the_dead.game import GAME
from rules.text import _

GAME_UI = GameUI(
    game=GAME,
    edits=shared_edits(renumber) | EDITS,
    read_head=read_head,
    head=head,
    opened=editor.opened,
    new_units=offers.new_units,
    remedies=REMEDIES,
    terms=editor.terms,
    build_sheet=build_sheet,
    label=editor.label,
    templates="of-the-dead",
    labels=ListLabels(
        adding=_("Add to the gang"),
        empty=_("No characters yet. Add one."),
    ),
    count_label=editor.count_label,
    list_pages={"gang": GamePage(_("Gang"), roster_gathering, "people")},
    game_pages={"statistics": GamePage(_("Statistics"), game_statistics, "eye")},
    credit=editor.CREDIT,
    table_kit=table_kit,
    gathering=gang.GATHERING,
    gathering_sheet=with_gathering,
)


def register() -> None:
    """Hand each folder the spec of this game."""
    BATTLES[GAME.slug] = BATTLE
