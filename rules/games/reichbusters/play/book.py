"""Reichbusters' data of play, as its catalogue has it."""

from dataclasses import dataclass
from typing import cast

from rules.catalogue import Catalogue
from rules.play.battle import Marker
from rules.play.entries import PlayBook


@dataclass(frozen=True, kw_only=True)
class ReichbustersPlay(PlayBook):
    """Its data of play; marks: those of a hero, a room, a type of enemies and the table."""

    marks: dict[str, tuple[Marker, ...]]


def play_of(catalogue: Catalogue) -> ReichbustersPlay:
    return cast(ReichbustersPlay, catalogue.play)
