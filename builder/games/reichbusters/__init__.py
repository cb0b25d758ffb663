"""The desk of Reichbusters."""

from builder.desk import Desk, Words
from builder.edits import shared
from builder.games.reichbusters import editor, offers
from builder.games.reichbusters.edits import EDITS, renumber
from builder.games.reichbusters.head import head, read_head
from builder.games.reichbusters.sheet import sheet
from rules.games.reichbusters import GAME
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
    templates="reichbusters",
    words=Words(
        adding=_("Add to the team"),
        empty=_("Nobody goes yet. Choose one to four heroes."),
        nameless=_("Team without a name"),
    ),
    counted=editor.counted,
)
