"""Reichbusters: Projekt Vril: commando teams of one to four heroes."""

from rules.game import Game
from rules.games.reichbusters import checks  # noqa: F401  (fills the register)
from rules.games.reichbusters.analysis import analyse
from rules.games.reichbusters.document import SHAPE
from rules.games.reichbusters.play.book import ReichbustersPlay
from rules.games.reichbusters.register import REGISTER

GAME = Game(slug="reichbusters", shape=SHAPE, register=REGISTER, analyse=analyse, play=ReichbustersPlay, position=5)
