"""The desks by the slug of their game."""

from builder.games import rbn

DESKS = {desk.game.slug: desk for desk in (rbn.DESK,)}
