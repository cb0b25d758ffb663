"""The games by slug; each is one `Game` object in its own folder."""

from rules.games import chain_reaction, first_wave, of_the_dead, rbn, reichbusters

MODULES = (rbn, first_wave, chain_reaction, of_the_dead, reichbusters)
GAMES = {module.GAME.slug: module.GAME for module in MODULES}
