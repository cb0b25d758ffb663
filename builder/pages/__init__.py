"""The pages of the site: start, about, the rules of a game, and pages of a single game."""
