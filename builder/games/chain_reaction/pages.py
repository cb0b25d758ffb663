"""The pages that only Chain Reaction has: of a list, what follows a game; of the game, its clock and its modes."""

from builder.figures import page
from builder.games.chain_reaction.clock import clock_page
from builder.games.chain_reaction.modes import modes_page
from builder.games.chain_reaction.walkthrough import aftermath_page
from builder.pages.spec import GamePage
from rules.text import _

LIST_PAGES = {
    "aftermath": GamePage(_("After a battle"), aftermath_page, "right"),
    "figures": GamePage(page.TITLE, page.figures, "eye"),
}
GAME_PAGES = {
    "clock": GamePage(_("Clock and weather"), clock_page, "clock"),
    "modes": GamePage(_("Zombies and insurgents"), modes_page, "dice"),
}
