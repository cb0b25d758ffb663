"""First Wave: groups of survivors among the infected and the machines; a supplement to Red Button's Nation."""

from rules.game import Game
from rules.games.first_wave import checks  # noqa: F401  (fills the register)
from rules.games.first_wave.analysis import analyse
from rules.games.first_wave.document import SHAPE
from rules.games.first_wave.play.book import FirstWavePlay
from rules.games.first_wave.register import REGISTER

GAME = Game(slug="first-wave", shape=SHAPE, register=REGISTER, analyse=analyse, play=FirstWavePlay, position=2)
