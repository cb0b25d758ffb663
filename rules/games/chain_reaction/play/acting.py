"""Everything that figures do in a battle of Chain Reaction, in the order in which a card offers it."""

from rules.games.chain_reaction.play.blasts import BLAST_ACTIONS
from rules.games.chain_reaction.play.driving import CAR_ACTIONS
from rules.games.chain_reaction.play.melee import MELEE_ACTIONS
from rules.games.chain_reaction.play.moving import MOVE_ACTIONS
from rules.games.chain_reaction.play.reactions import REACTION_ACTIONS
from rules.games.chain_reaction.play.shooting import SHOT_ACTIONS
from rules.games.chain_reaction.play.wounds import WOUND_ACTIONS

FIGURE_ACTIONS = {
    **MOVE_ACTIONS,
    **SHOT_ACTIONS,
    **MELEE_ACTIONS,
    **REACTION_ACTIONS,
    **BLAST_ACTIONS,
    **CAR_ACTIONS,
    **WOUND_ACTIONS,
}
