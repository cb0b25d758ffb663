"""Chain Reaction, after the Compendium: a Star and the figures that follow it, without points."""

from rules.game import Game
from rules.games.chain_reaction import checks  # noqa: F401  (fills the register)
from rules.games.chain_reaction.analysis import analyse
from rules.games.chain_reaction.document import SHAPE
from rules.games.chain_reaction.play.book import ChainReactionPlay
from rules.games.chain_reaction.register import REGISTER

GAME = Game(slug="chain-reaction", shape=SHAPE, register=REGISTER, analyse=analyse, play=ChainReactionPlay, position=3)
