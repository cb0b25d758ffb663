"""The pages that only Chain Reaction has: of a list, what follows a game; of the game, its clock and its modes."""

from builder.desk import Page
from builder.games.chain_reaction import clock, modes
from rules.text import _


def after_a_game(request, row):
    from builder.games.chain_reaction.walkthrough import page  # it needs `history`, which needs the desks

    return page(request, row)


PAGES = {"aftermath": Page(_("After a game"), after_a_game, "right")}
REFERENCE = {
    "clock": Page(_("Clock and weather"), clock.page, "clock"),
    "modes": Page(_("Zombies and insurgents"), modes.page, "dice"),
}
