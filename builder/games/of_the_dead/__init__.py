"""The desk of of the dead."""

from builder.desk import Desk, Words
from builder.edits import shared
from builder.games.of_the_dead import editor, gang, offers
from builder.games.of_the_dead.edits import EDITS, renumber
from builder.games.of_the_dead.head import head, read_head
from builder.games.of_the_dead.sheet import sheet
from rules.games.of_the_dead import GAME
from rules.text import _

DESK = Desk(
    game=GAME,
    edits=shared(renumber) | EDITS,
    read_head=read_head,
    head=head,
    opened=editor.opened,
    new_units=offers.new_units,
    sheet=sheet,
    label=editor.label,
    templates="of-the-dead",
    words=Words(
        adding=_("Add to the gang"),
        empty=_("Nobody here yet. Add a character."),
        nameless=_("A gang without a name"),
    ),
    counted=editor.counted,
    pages=gang.PAGES,
    reference=gang.REFERENCE,
    credit=editor.CREDIT,
    gathering=gang.GATHERING,
)
