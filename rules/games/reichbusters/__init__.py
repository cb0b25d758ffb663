"""Reichbusters: Projekt Vril: commando teams of one to four heroes."""

from rules.game import Game
from rules.games.reichbusters import checks  # noqa: F401  (fills the register)
from rules.games.reichbusters.document import SHAPE
from rules.games.reichbusters.register import REGISTER
from rules.games.reichbusters.survey import survey

GAME = Game(slug="reichbusters", shape=SHAPE, register=REGISTER, survey=survey)
