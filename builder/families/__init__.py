"""What games of one family share on screen and paper: games import a family, a family imports no game."""
