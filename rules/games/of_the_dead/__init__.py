"""of the dead: a gang of survivors, each of them its player's own character."""
