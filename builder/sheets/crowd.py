"""One card for several copies of a unit: what all of them have, and a row of boxes for each."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from builder.sheets.fit import is_spare
from builder.sheets.paper import FORMATS, Format
from builder.sheets.parts import BoxTable, CardItem, CardLine, SheetCard, SheetUnit, TickLine, Track, copy_letters
from builder.sheets.sleeves import effects

# The formats of such a card, smallest first, with the number of tables in which the copies stand.
CROWD_FORMATS = (
    (FORMATS["module"], 1),
    (Format(2, 1, columns=2), 1),
    (FORMATS["tall"], 1),
    (Format(2, 1), 1),
    (Format(2, 2), 1),
    (FORMATS["mat"], 2),
)


def are_alike(unit: SheetUnit, copies: Sequence[int]) -> bool:
    """Whether these copies differ in their boxes at most."""
    return len({unit.cards[copy].lines for copy in copies}) == 1


def even(copies: Sequence[int], parts: int) -> list[Sequence[int]]:
    """Copies in so many parts of about the same length, the longest first."""
    least, more = divmod(len(copies), parts)
    ends = [number * least + min(number, more) for number in range(parts + 1)]
    return [copies[start:end] for start, end in pairwise(ends)]


def crowd_content(unit: SheetUnit, copies: Sequence[int], tables: int) -> SheetCard:
    """What a card says of these copies (numbers from 0), with their boxes in so many tables."""
    first = unit.cards[copies[0]]
    boxes = (
        BoxTable(tuple((copy_letters(copy + 1), tuple(all_boxes(unit.cards[copy]))) for copy in part))
        for part in even(copies, tables)
    )
    lines = list(without_boxes(first.lines))
    spare = [line for line in lines if is_spare(line)]
    lines = [*(line for line in lines if not is_spare(line)), *boxes, *effects(first.tracks), *spare]
    return SheetCard(first.stats, tuple(lines), (), first.rules, first.shields)


def all_boxes(card: SheetCard) -> Iterator[Track]:
    """The boxes of a copy: its states, then those in its lines; what stood in a box is its heading."""
    labels = [track.label for line in card.lines for track in getattr(line, "tracks", ())]
    for line in (card, *card.lines):
        owner = getattr(line, "head", "") or getattr(line, "whose", "")
        lead = ""
        for track in getattr(line, "tracks", ()):
            if not track.boxes:
                lead = track.label
                continue
            words = (lead, owner if labels.count(track.label) > 1 else "", track.label)
            names = () if track.is_word else track.names
            yield replace(track, label=" ".join(filter(None, words)), names=names)


def without_boxes(items: Sequence[CardItem]) -> Iterator[CardItem]:
    """Items without the boxes that stand in the rows of the copies."""
    for item in items:
        if isinstance(item, CardLine):
            yield replace(item, tracks=())
        elif not isinstance(item, TickLine):
            yield item
