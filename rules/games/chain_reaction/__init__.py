"""Chain Reaction, after the Compendium: a Star and the figures that follow it, without points."""
