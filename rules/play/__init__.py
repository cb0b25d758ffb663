"""How a game is played with dice: pools, exact chances, actions as values, their outcomes. Plain Python, no game."""
