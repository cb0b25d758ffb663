"""Stands for builder/games/: a package more there is a game more on screen and paper."""
