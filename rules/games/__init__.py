"""The games by slug; each is one `Game` object in its own folder."""

from rules.games import first_wave, rbn

MODULES = (rbn, first_wave)
GAMES = {module.GAME.slug: module.GAME for module in MODULES}
