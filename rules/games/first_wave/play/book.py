"""First Wave's data of play, as its catalogue has it."""

from dataclasses import dataclass
from typing import cast

from rules.catalogue import Catalogue
from rules.play.battle import Marker
from rules.play.entries import PlayBook
from rules.play.marks import EffectMark
from rules.play.targets import Target
from rules.text import Text


@dataclass(frozen=True)
class KitToken:
    """A token or marker of the table kit, and how many of it; border: how its kind is told from others."""

    name: Text
    count: int
    icon: str = ""  # of a book stored before, which has neither
    border: str = "plain"


Marks = dict[str, tuple[Marker, ...]]


@dataclass(frozen=True, kw_only=True)
class FirstWavePlay(PlayBook):
    """Its data of play.

    shots  -- the effect of each row of the shooting tables, by the row's slug
    melees -- the effects of each row of the melee table: on a survivor, and on anything else
    marks  -- what is marked: on survivors and NPCs by what they are, on survivors and on sides by the scenario
    results -- what is marked for rows of tables that a unit rolls on, by their slugs, such as "set fire 0"
    """

    targets: dict[str, Target]
    shots: dict[str, str]
    melees: dict[str, tuple[str, ...]]
    tokens: tuple[KitToken, ...]
    marks: Marks
    scenario_marks: Marks
    side_marks: Marks
    results: dict[str, tuple[EffectMark, ...]]


def play_of(catalogue: Catalogue) -> FirstWavePlay:
    return cast(FirstWavePlay, catalogue.play)
