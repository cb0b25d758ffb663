"""What only one game has in its rules, a folder each; `game.py` in it gathers them in one `Game`."""
