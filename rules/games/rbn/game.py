"""Red Button's Nation v2: convoys of fighters and vehicles."""

from rules.game import Game
from rules.games.rbn import checks  # noqa: F401  (fills the register)
from rules.games.rbn.analysis import analyse
from rules.games.rbn.document import SHAPE
from rules.games.rbn.play.book import RedButtonPlay
from rules.games.rbn.register import REGISTER

GAME = Game(slug="rbn", shape=SHAPE, register=REGISTER, analyse=analyse, play=RedButtonPlay, position=1)
