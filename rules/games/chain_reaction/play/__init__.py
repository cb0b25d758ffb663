"""Chain Reaction at the table: turns, what the game's own side does, reactions, shots, wounds, melee, blasts, cars."""
