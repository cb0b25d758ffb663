"""What only one game has on screen and paper, a folder each; `game_ui.py` in it gathers them in one `GameUI`."""
