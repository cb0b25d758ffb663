"""Red Button's Nation on screen and paper, gathered in one `GameUI`."""

from builder.battles.spec import BATTLES
from builder.game_ui import GamePage, GameUI, ListLabels
from builder.games.rbn import editor, offers, play
from builder.games.rbn.battle.build import BATTLE
from builder.games.rbn.campaign import CAMPAIGN
from builder.games.rbn.edits import EDITS, renumber
from builder.games.rbn.head import head, read_head
from builder.games.rbn.kit.build import table_kit
from builder.games.rbn.remedies import REMEDIES
from builder.games.rbn.sheet.build import build_sheet
from builder.gatherings.views.joining import roster_gathering
from builder.lists.edits import shared_edits
from rules.games.rbn.game import GAME
from rules.text import _

GAME_UI = GameUI(
    game=GAME,
    edits=shared_edits(renumber) | EDITS,
    read_head=read_head,
    head=head,
    opened=editor.opened,
    picker=offers.of_unit,
    new_units=offers.new_units,
    remedies=REMEDIES,
    terms=editor.terms,
    build_sheet=build_sheet,
    table_kit=table_kit,
    game_pages={"encounters": GamePage(_("Hostile elements"), play.encounters, "eye")},
    label=editor.label,
    list_pages={"campaign": GamePage(_("Campaign"), roster_gathering, "people")},
    gathering=CAMPAIGN,
    templates="rbn",
    labels=ListLabels(
        adding=_("Add to convoy"),
        empty=_("No units yet. Add a fighter, a vehicle or a ready-made unit."),
    ),
)


def register() -> None:
    """Hand each folder the spec of this game."""
    BATTLES[GAME.slug] = BATTLE
