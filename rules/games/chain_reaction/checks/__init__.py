"""The checks of Chain Reaction, a file per chapter of the compendium."""
