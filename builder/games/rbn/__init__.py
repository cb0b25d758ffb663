"""The desk of Red Button's Nation."""

from builder.desk import Desk
from builder.edits import shared
from builder.games.rbn import editor, offers
from builder.games.rbn.edits import EDITS, renumber
from builder.games.rbn.head import read_head
from builder.games.rbn.sheet import sheet
from rules.games.rbn import GAME

DESK = Desk(
    game=GAME,
    edits=shared(renumber) | EDITS,
    read_head=read_head,
    head=editor.head,
    opened=editor.opened,
    new_units=offers.new_units,
    sheet=sheet,
    label=editor.label,
    templates="rbn",
)
