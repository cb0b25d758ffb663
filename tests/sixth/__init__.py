"""An invented sixth game, whole: what docs/adding-a-game.md tells to write, and nothing else."""
