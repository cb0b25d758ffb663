"""The desk of Red Button's Nation."""

from builder.desk import Desk, Words
from builder.edits import shared
from builder.games.rbn import editor, offers
from builder.games.rbn.edits import EDITS, renumber
from builder.games.rbn.head import read_head
from builder.games.rbn.sheet import sheet
from rules.games.rbn import GAME
from rules.text import _

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
    words=Words(
        adding=_("Add to the convoy"),
        empty=_("The camp is empty. Add a fighter, a vehicle or a ready-made profile."),
        nameless=_("Convoy without a name"),
    ),
)
