"""Chain Reaction at the table: reactions, shots, wounds, melee, blasts, mortars, cars."""
