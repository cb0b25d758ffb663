"""The checks of Chain Reaction, a file per chapter of the compendium; importing them fills the register."""

from rules.games.chain_reaction.checks import arms, attributes, campaign, draws, troops  # noqa: F401
