"""of the dead: a gang of survivors, each of them its player's own character."""

from rules.game import Game
from rules.games.of_the_dead import checks  # noqa: F401  (fills the register)
from rules.games.of_the_dead.analysis import analyse
from rules.games.of_the_dead.document import SHAPE
from rules.games.of_the_dead.register import REGISTER

GAME = Game(slug="of-the-dead", shape=SHAPE, register=REGISTER, analyse=analyse, position=4)
