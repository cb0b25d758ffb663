"""The battles that belong to chapters, as the pages of gatherings show them; a folder above finds them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.dispatch import Signal

from builder.gatherings.models import Chapter
from builder.web.signals import answers


@dataclass(frozen=True)
class PlayedSide:
    """A list in a battle.

    roster   -- its pk; None where it was erased
    revision -- the number of the state in which it is played
    outcome  -- won, lost, drawn; "" before the end
    reached  -- the slugs of the goals that it reached, as the battle's result says
    """

    roster: int | None
    revision: int
    outcome: str = ""
    reached: tuple[str, ...] = ()
    feats: str = ""


@dataclass(frozen=True)
class PlayedBattle:
    """A battle of a chapter.

    address -- of its page, for those who play in it; watch: for everybody else
    ended   -- None while it is played
    """

    chapter: int
    address: str
    watch: str
    ended: datetime | None
    sides: tuple[PlayedSide, ...]


battles_requested = Signal()  # sent with `chapters`, their pks; receivers return `PlayedBattle`s, the first one first


def battles_of(chapters: Sequence[int]) -> dict[int, list[PlayedBattle]]:
    """{pk of a chapter: its battles, the first one first}, of chapters by their pks."""
    by_chapter: dict[int, list[PlayedBattle]] = {}
    for battles in answers(battles_requested, Chapter, chapters=chapters) if chapters else ():
        for battle in battles:
            by_chapter.setdefault(battle.chapter, []).append(battle)
    return by_chapter
