"""The desk of First Wave."""

from builder.desk import Desk, Page, Words
from builder.edits import shared
from builder.games.first_wave import editor, head, offers, play
from builder.games.first_wave.edits import EDITS
from builder.games.first_wave.sheet import sheet
from builder.games.rbn.edits import renumber
from rules.games.first_wave import GAME
from rules.text import _

DESK = Desk(
    game=GAME,
    edits=shared(renumber) | EDITS,
    read_head=head.read_head,
    head=head.head,
    opened=editor.opened,
    new_units=offers.new_units,
    sheet=sheet,
    label=editor.label,
    templates="first-wave",
    words=Words(
        adding=_("Add to the group"),
        empty=_("Nobody has survived yet. Add a survivor, a child or an animal."),
        nameless=_("Group without a name"),
    ),
    reference={
        "table": Page(_("At the table"), play.table),
        "bestiary": Page(_("Bestiary"), play.bestiary, "eye"),
    },
)
