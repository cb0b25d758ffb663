"""An invented sixth game, whole, in folders named like those a real game is added to."""
