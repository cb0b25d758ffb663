"""The sheet of a list with what is marked in a battle ticked on it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from builder.battles.spec import BATTLES
from builder.sheets.common import NO_BREAK
from builder.sheets.parts import (
    BOX,
    CIRCLE,
    FILLED_CIRCLE,
    FREE_BOX,
    LOST_CIRCLE,
    SEPARATOR,
    SIGNS,
    TICKED,
    BoxTable,
    CardItem,
    CardLine,
    Frame,
    PlainItem,
    Sheet,
    SheetCard,
    SheetUnit,
    TickLine,
    Track,
)
from builder.wording import clean, local
from rules.loading import catalogue
from rules.play.battle import COUNTER, WORDS, BattleDocument, Marker, Value

TICKED_SIGN = {BOX: TICKED, FREE_BOX: TICKED, CIRCLE: FILLED_CIRCLE, LOST_CIRCLE: FILLED_CIRCLE}
BLANK_SIGN = {TICKED: BOX, LOST_CIRCLE: CIRCLE, FILLED_CIRCLE: CIRCLE}
MarkerValue = tuple[Marker, Value]


def marked_sheet(sheet: Sheet, battle: BattleDocument, side: int) -> Sheet:
    """A side's sheet as the battle stands: boxes ticked, and a line with what no box of it says."""
    spec = BATTLES[battle.game]
    own = KeyedMarks([*marker_values(battle, str(side), battle.sides[side].markers), *spec.follows(battle, side)])
    further = spec.reference(battle, catalogue(battle.game, battle.edition))
    titles = {passage.title for passage in (*sheet.play, *sheet.rules)}
    reference = {passage.title: passage for passage in (*further, *sheet.reference) if passage.title not in titles}
    paths = {(unit.index, unit.copy): f"{side}/{unit.key}" for unit in battle.sides[side].units}
    return replace(
        sheet,
        tracks=tuple(map(own.track, sheet.tracks)),
        reference=tuple(reference.values()),
        units=tuple(marked_unit(unit, battle, paths) for unit in sheet.units),
    )


def marked_unit(unit: SheetUnit, battle: BattleDocument, paths: dict[tuple[int | None, int], str]) -> SheetUnit:
    """A unit whose cards are marked, each as its copy is; one that the battle does not have stays as it is."""
    cards = []
    for copy, card in enumerate(unit.cards):
        path = paths.get((unit.index, copy), "")
        on_table = battle.units_by_path.get(path)
        marks = marker_values(battle, path, on_table.markers) if on_table else ()
        cards.append(marked_card(card, KeyedMarks(marks)) if on_table else card)
    return replace(unit, cards=tuple(cards), beside=())


def marker_values(battle: BattleDocument, path: str, markers: Iterable[Marker]) -> list[MarkerValue]:
    """Each marker of what stands at a path, with its value."""
    return [(marker, battle.value(f"{path}/{marker.key}")) for marker in markers]


def marked_card(card: SheetCard, marks: "KeyedMarks") -> SheetCard:
    tracks = tuple(map(marks.track, card.tracks))  # first, as their markers are before those of the lines
    lines = tuple(map(marks.item, card.lines))
    rest = marks.rest()
    first = (CardLine(_("In the battle"), SEPARATOR.join(rest), splits=True),) if rest else ()
    return replace(card, lines=(*first, *lines), tracks=tracks)


class KeyedMarks:
    """What is marked of a unit or a side, by the keys of its sheet's tracks; each is used once.

    What a battle of before has under another key stays in words.
    """

    def __init__(self, marks: Iterable[MarkerValue]) -> None:
        self.by_key: dict[str, MarkerValue] = {}
        for mark in marks:
            self.by_key.setdefault(mark[0].key, mark)
        self.seen: Counter[str] = Counter()

    def track(self, track: Track) -> Track:
        """A track with its boxes ticked; a number that is counted stands instead of them."""
        if not track.key:
            return track
        self.seen[track.key] += 1
        number = self.seen[track.key]
        mark = self.by_key.pop(track.key if number == 1 else f"{track.key}-{number}", None)
        if mark is None:
            return track
        marker, value = mark
        if not set(SIGNS).intersection(track.boxes):
            return replace(track, boxes=str(value or track.boxes))
        if isinstance(value, int) and marker.kind != COUNTER:
            return replace(track, boxes=ticked(track.boxes, value))
        return replace(track, boxes=f"→ {value} ")

    def item(self, item: CardItem) -> CardItem:
        if isinstance(item, Frame):
            return replace(item, items=tuple(map(self.plain, item.items)))
        return self.plain(item)

    def plain(self, item: PlainItem) -> PlainItem:
        if isinstance(item, CardLine | TickLine):
            return replace(item, tracks=tuple(map(self.track, item.tracks)))
        if isinstance(item, BoxTable):
            return replace(item, rows=tuple((name, self.tracks(name, boxes)) for name, boxes in item.rows))
        return item

    def tracks(self, name: str, boxes: tuple[Track, ...]) -> tuple[Track, ...]:
        """The boxes of a row; those of one without a name are no markers yet."""
        return tuple(map(self.track, boxes)) if name else boxes

    def rest(self) -> Sequence[str]:
        """In words what is marked and has no box on the sheet."""
        return [marker_in_words(marker, value) for marker, value in self.by_key.values() if value != marker.nothing]


def ticked(boxes: str, number: int) -> str:
    """Boxes to tick of which so many are ticked, the others not; their groups stay."""
    signs = []
    for sign in boxes:
        other = TICKED_SIGN if number > 0 else BLANK_SIGN
        signs.append(other.get(sign, sign) if sign in SIGNS else sign)
        number -= sign in SIGNS
    return "".join(signs)


def marker_in_words(marker: Marker, value: Value) -> str:
    """A marker in words: "out", "Wounds 2/3", "Points 5", "Driver: Mira"."""
    label = local(marker.label)
    if marker.kind == WORDS:
        return _("{label}: {text}").format(label=label, text=clean(str(value)))
    if (marker.least, marker.most) == (0, 1):
        return label
    most = "" if marker.kind == COUNTER else f"/{marker.most}"
    return f"{label}{NO_BREAK}{value}{most}"
