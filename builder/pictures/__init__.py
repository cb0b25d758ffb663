"""Photos of units and battles: taken, decoded by a file worker, shown to who may see what they are of."""
