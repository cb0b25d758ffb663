"""The desks by the slug of their game, in the order of the first page."""

from builder.games import chain_reaction, first_wave, of_the_dead, rbn, reichbusters

MODULES = (rbn, first_wave, chain_reaction, of_the_dead, reichbusters)
DESKS = {module.DESK.game.slug: module.DESK for module in MODULES}
