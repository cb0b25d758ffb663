"""What the books of one family share: games import a family, a family imports no game."""
