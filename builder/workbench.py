"""A stored roster opened on the bench: its typed list, its catalogue and its verdict, worked out once."""

from functools import cached_property

from rules import roster as rosters
from rules.games import GAMES
from rules.loading import catalogue
from rules.verdict import judge


class Bench:
    """A list being looked at or worked on. `known` carries surveyed units from one judgement to the next."""

    def __init__(self, list_, game=None):
        self.list = list_
        self.game = game or GAMES[list_.game]
        self.known = {}
        self.asking = None  # what `options` has asked about this state

    @classmethod
    def of_document(cls, document):
        """The bench for a decoded document. Raises `Refused`."""
        return cls(rosters.read(document, GAMES))

    @classmethod
    def empty(cls, game):
        """The bench of a list of a game (its slug) in which nothing stands yet."""
        return cls.of_document({"format": rosters.FORMAT, "game": game, "units": []})

    @cached_property
    def catalogue(self):
        return catalogue(self.list.game, self.list.edition)

    @cached_property
    def verdict(self):
        return judge(self.list, self.catalogue, self.game, self.known)

    @property
    def survey(self):
        return self.verdict.survey

    @cached_property
    def document(self):
        return rosters.write(self.list, GAMES)

    def changed(self, list_):
        """The bench with another state of the same list, with all that is known carried over."""
        other = Bench(list_, self.game)
        other.known = self.known
        if list_.edition == self.list.edition:
            other.catalogue = self.catalogue
        return other
