"""The sheet of a list with what is marked in a battle ticked on it."""

from collections import defaultdict, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from builder.battles.document import COUNTER, WORDS, BattleDocument, Marker, Value
from builder.sheets.common import NO_BREAK, TICKED, tick
from builder.sheets.parts import (
    BOX,
    CIRCLE,
    FREE_BOX,
    SEPARATOR,
    CardItem,
    CardLine,
    Sheet,
    SheetCard,
    SheetUnit,
    TickLine,
    Track,
)
from builder.wording import clean

BOXES = frozenset((BOX, FREE_BOX, CIRCLE, TICKED))
Marked = tuple[Marker, Value]


def marked_sheet(sheet: Sheet, battle: BattleDocument, side: int, language: str) -> Sheet:
    """A side's sheet as the battle stands: boxes ticked, and a line with what no box of it says."""
    own = Marks(marked(battle, str(side), battle.sides[side].markers), language)
    paths = {(unit.index, unit.copy): f"{side}/{unit.key}" for unit in battle.sides[side].units}
    return replace(
        sheet,
        tracks=tuple(map(own.track, sheet.tracks)),
        units=tuple(marked_unit(unit, battle, paths, language) for unit in sheet.units),
    )


def marked_unit(
    unit: SheetUnit, battle: BattleDocument, paths: dict[tuple[int | None, int], str], language: str
) -> SheetUnit:
    """A unit whose cards are marked, each as its copy is; one that the battle does not have stays as it is."""
    cards = []
    for copy, card in enumerate(unit.cards):
        path = paths.get((unit.index, copy), "")
        found = battle.units_by_path.get(path)
        cards.append(marked_card(card, Marks(marked(battle, path, found.markers), language)) if found else card)
    return replace(unit, cards=tuple(cards))


def marked(battle: BattleDocument, path: str, markers: Iterable[Marker]) -> list[Marked]:
    """Each marker of what stands at a path, with its value."""
    return [(one, battle.value(f"{path}/{one.key}")) for one in markers]


def marked_card(card: SheetCard, marks: "Marks") -> SheetCard:
    lines, tracks = tuple(map(marks.item, card.lines)), tuple(map(marks.track, card.tracks))
    rest = marks.rest()
    untold = (CardLine(_("In the battle"), SEPARATOR.join(rest), splits=True),) if rest else ()
    return replace(card, lines=(*untold, *lines), tracks=tracks)


class Marks:
    """What is marked of a unit or a side, found by the labels of its sheet; each is told once."""

    def __init__(self, marks: Iterable[Marked], language: str) -> None:
        self.language = language
        self.by_label: dict[str, deque[Marked]] = defaultdict(deque)
        for one in marks:
            self.by_label[one[0].label.into(language)].append(one)

    def track(self, track: Track) -> Track:
        """A track with its boxes ticked; a number that is counted stands instead of the boxes."""
        found = self.by_label.get(track.label)
        if not found or not BOXES.intersection(track.boxes):
            return track
        marker, value = found.popleft()
        told = isinstance(value, int) and marker.kind != COUNTER
        return replace(track, boxes=ticked(track.boxes, int(value)) if told else str(value))

    def item(self, item: CardItem) -> CardItem:
        if isinstance(item, TickLine):
            return TickLine(tuple(map(self.track, item.tracks)))
        if isinstance(item, CardLine) and item.ticks:
            return replace(item, ticks=self.ticks(item.ticks))
        return item

    def ticks(self, words: str) -> str:
        """Boxes behind a text, each with its own words, as `common.tick` puts them."""
        for label, found in self.by_label.items():
            if found and found[0][1] == 1 and tick(label) in words.split(" "):
                found.popleft()
                words = " ".join(tick(label, True) if one == tick(label) else one for one in words.split(" "))
        return words

    def rest(self) -> Sequence[str]:
        """In words what is marked and has no box on the sheet."""
        return [
            told(marker, value, self.language)
            for found in self.by_label.values()
            for marker, value in found
            if value != marker.nothing
        ]


def ticked(boxes: str, number: int) -> str:
    """Boxes to tick of which so many are ticked, the others not; their groups stay."""
    left, signs = number, []
    for sign in boxes:
        if sign in BOXES:
            signs.append(TICKED if left > 0 else BOX if sign == TICKED else sign)
            left -= 1
        else:
            signs.append(sign)
    return "".join(signs)


def told(marker: Marker, value: Value, language: str) -> str:
    """A marker in words: "out", "Wounds 2/3", "Points 5", "Driver: Mira"."""
    label = marker.label.into(language)
    if marker.kind == WORDS:
        return _("{label}: {text}").format(label=label, text=clean(str(value)))
    if (marker.least, marker.most) == (0, 1):
        return label
    most = "" if marker.kind == COUNTER else f"/{marker.most}"
    return f"{label}{NO_BREAK}{value}{most}"
