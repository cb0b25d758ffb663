"""The printed sheet of a list of this game."""
