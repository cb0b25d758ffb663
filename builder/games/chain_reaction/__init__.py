"""The desk of Chain Reaction."""

from builder.desk import Desk, Words
from builder.edits import add_unit, shared
from builder.games.chain_reaction import editor, offers
from builder.games.chain_reaction.edits import EDITS, renumber
from builder.games.chain_reaction.head import head, read_head
from builder.games.chain_reaction.pages import PAGES, REFERENCE
from builder.games.chain_reaction.sheet import counted, sheet
from rules.games.chain_reaction import GAME
from rules.games.chain_reaction.document import Figure
from rules.text import _


def begin(list_, _catalogue):
    """A new group starts with its Star, who leads."""
    return add_unit(list_, Figure(kind="star")) if not list_.units else list_


DESK = Desk(
    game=GAME,
    edits=shared(renumber) | EDITS,
    read_head=read_head,
    head=head,
    opened=editor.opened,
    new_units=offers.new_units,
    sheet=sheet,
    label=editor.label,
    templates="chain-reaction",
    words=Words(
        adding=_("Add to the group"),
        empty=_("Nobody here yet. Add your Star, then draw or choose its NPCs."),
        nameless=_("Group without a name"),
    ),
    counted=counted,
    begin=begin,
    pages=PAGES,
    reference=REFERENCE,
)
