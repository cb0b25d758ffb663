"""The checks of Chain Reaction, a file per chapter of the compendium.

Importing any of them registers all, in this order.
"""

from rules.games.chain_reaction.checks import arms, attributes, campaign, crews, draws, troops  # noqa: F401
