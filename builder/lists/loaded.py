"""A stored roster that was read: its typed document, its catalogue and its verdict, each worked out once."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any

from builder.lists.compression import packed
from builder.wording import local
from rules import document as documents
from rules.catalogue import Catalogue
from rules.game import AnalysisCache, Game, RosterAnalysis
from rules.loading import catalogue
from rules.registry import GAMES
from rules.verdict import Verdict, judge


class LoadedRoster:
    """A list being looked at or edited.

    document       -- the typed document, a subclass of `rules.document.Document`
    game           -- its `Game`
    analysis_cache -- units analysed so far; `with_document` hands it on to the next state of the list
    offer_checkers -- what `offers` has asked about this state: for other units, and for another head
    """

    def __init__(self, document: Any, game: Game | None = None):
        self.document = document
        self.game = game or GAMES[document.game]
        self.analysis_cache = AnalysisCache()
        self.offer_checkers: dict[bool, Any] = {}

    @classmethod
    def from_data(cls, data: Any) -> LoadedRoster:
        """The loaded roster of a document as it is stored, decoded JSON. Raises `Refused`."""
        return cls(documents.read(data, GAMES))

    @classmethod
    def empty(cls, game: str) -> LoadedRoster:
        """A list of a game (its slug) in which nothing stands yet."""
        return cls.from_data({"format": documents.FORMAT, "game": game, "units": []})

    @cached_property
    def catalogue(self) -> Catalogue:
        return catalogue(self.document.game, self.document.edition)

    @cached_property
    def verdict(self) -> Verdict:
        return judge(self.document, self.catalogue, self.game, self.analysis_cache)

    @property
    def analysis(self) -> RosterAnalysis:
        return self.verdict.analysis

    @cached_property
    def data(self) -> dict:
        """The document as it is stored and exported, ready for JSON."""
        return documents.write(self.document, GAMES)

    @cached_property
    def packed(self) -> bytes:
        """The same as compact UTF-8, as states are compared and counted."""
        return packed(self.data)

    def for_reader(self) -> LoadedRoster:
        """The same list, where ready-made units that no player named have the book's name in the active language."""
        names = self.catalogue.profile_names
        units = tuple(
            replace(unit, name=local(names[unit.name])) if unit.name in names else unit for unit in self.document.units
        )
        return self if units == self.document.units else self.with_document(replace(self.document, units=units))

    def with_document(self, document: Any) -> LoadedRoster:
        """Another state of the same list; the analysis cache is handed on."""
        other = LoadedRoster(document, self.game)
        other.analysis_cache = self.analysis_cache
        if document.edition == self.document.edition:
            other.catalogue = self.catalogue
        return other
