"""The games by slug; each is one `Game` object in its own folder."""

from rules.games import rbn

GAMES = {game.slug: game for game in (rbn.GAME,)}
