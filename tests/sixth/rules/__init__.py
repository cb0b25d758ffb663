"""Stands for rules/games/: a package more there is a game more."""
