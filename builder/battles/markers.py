"""The units of a list with what is marked on them, from the boxes to tick that its sheet names."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

from django.utils.translation import gettext, override

from builder.battles.marks import require_room
from builder.battles.spec import BATTLES
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.sheets.building import sheet_of
from builder.sheets.common import NO_BREAK
from builder.sheets.parts import (
    FILLED_CIRCLE,
    FREE_BOX,
    SEPARATOR,
    SIGNS,
    TICKED,
    BoxTable,
    CardLine,
    Sheet,
    SheetCard,
    SheetUnit,
    TickLine,
    Track,
    without_frames,
)
from rules.play.battle import ACTIVATED, BOXES, FLED, MOST_MARKERS, OUT, SWITCH, BattleSide, BattleUnit, Marker
from rules.text import Text, _

LANGUAGES = ("fr", "en")
Made = TypeVar("Made")


def in_each_language(make: Callable[[], Made]) -> list[Made]:
    """What a function makes in each of `LANGUAGES`."""
    results = []
    for language in LANGUAGES:
        with override(language):
            results.append(make())
    return results


def bilingual(marked: str) -> Text:
    """A marked text in both languages."""
    return Text(*in_each_language(lambda: gettext(marked)))


def side_of(loaded: LoadedRoster, **values: object) -> BattleSide:
    """A list as a side of a battle, with the units that are on its sheet and what its game adds.

    values -- further fields of the `BattleSide`. Raises `BadEdit` where the list alone is too many for a battle.
    """
    require_room(sum(unit.count for unit in loaded.document.units))
    french, english = in_each_language(lambda: sheet_of(loaded))
    game, verdict = loaded.document.game, loaded.verdict
    side = BattleSide(
        name=loaded.document.name[:200],
        label=LISTS[game].label(loaded),
        points=verdict.total,
        budget=verdict.budget,
        legal=verdict.legal,
        units=tuple(units_of(french, english)),
        markers=tuple(numbered(markers_of(french.tracks, english.tracks))),
    )
    side = BATTLES[game].fit_side(side, loaded)
    units = tuple(replace(unit, markers=numbered(unit.markers)) for unit in side.units)
    return replace(side, units=units, **values)  # type: ignore[arg-type]


def units_of(french: Sheet, english: Sheet) -> Iterator[BattleUnit]:
    """A unit for each copy on the sheet, which was built in both languages; those of one name are numbered."""
    alike: Counter[str] = Counter()
    for unit in french.units:
        alike[unit.name] += max(1, unit.count)
    seen: Counter[str] = Counter()
    for unit, other in zip(french.units, english.units, strict=True):
        for copy in range(max(1, unit.count)):
            seen[unit.name] += 1
            yield unit_of(unit, other, copy, f" {seen[unit.name]}" if alike[unit.name] > 1 else "")


def unit_of(unit: SheetUnit, other: SheetUnit, copy: int, number: str) -> BattleUnit:
    card, other_card = (sheet.cards[min(copy, len(sheet.cards) - 1)] for sheet in (unit, other))
    return BattleUnit(
        key=f"{unit.index}.{copy}",
        name=Text(f"{unit.name[:200]}{number}", f"{other.name[:200]}{number}"),
        kind=unit.kind,
        index=unit.index,
        copy=copy,
        points=unit.cost,
        line=Text(unit.row.summary[:400], other.row.summary[:400]),
        markers=with_usual(numbered(markers_of(*map(tracks_in, LANGUAGES, (card, other_card))))),
    )


def tracks_in(language: str, card: SheetCard) -> list[Track]:
    """`tracks_of` a card in its language: their labels are put together in it."""
    with override(language):
        return list(tracks_of(card))


def tracks_of(card: SheetCard) -> Iterator[Track]:
    """All that is to be ticked on a card: the tracks at its foot first, then those of its lines."""
    for line in (TickLine(card.tracks), *without_frames(card.lines)):
        if isinstance(line, TickLine):
            yield from (replace(track, label=label) for track, label in labelled(line))
        elif isinstance(line, CardLine):
            yield from (replace(track, label=line_label(line.head, track.label)) for track in line.tracks)
        elif isinstance(line, BoxTable):
            named = [(name, track) for name, boxes in line.rows for track in boxes if name]
            yield from (replace(track, label=line_label(name, track.label)) for name, track in named)


def labelled(line: TickLine) -> Iterator[tuple[Track, str]]:
    """The tracks of a line with their labels, each behind whose it is and the words before a colon: "Found: kit"."""
    whose = f"{line.whose}{SEPARATOR}" if line.whose else ""
    heading = whose
    for track in line.tracks:
        if not track.boxes:
            heading = f"{whose}{track.label} " if track.label.endswith(":") else whose
        yield track, f"{heading if track.boxes else ''}{track.label}"


def line_label(head: str, words: str) -> str:
    """What the boxes behind a text of a card's line are called: its head and their own words."""
    words = words.replace(" ", NO_BREAK)
    return gettext("{label}: {text}").format(label=head, text=words) if head and words else head or words


def markers_of(french: Iterable[Track], english: Iterable[Track]) -> Iterator[Marker]:
    """A marker for each track with a key that has a label and boxes."""
    for track, other in zip(french, english, strict=False):
        most = sum(track.boxes.count(sign) for sign in SIGNS)
        if track.key and most and other.label:
            yield Marker(
                key=track.key,
                label=Text(track.label[:200], other.label[:200]),
                kind=SWITCH if most == 1 else BOXES,
                most=most,
                free=track.boxes.count(FREE_BOX),
                start=track.boxes.count(TICKED) + track.boxes.count(FILLED_CIRCLE),
            )


def numbered(markers: Iterable[Marker]) -> tuple[Marker, ...]:
    """Markers with keys that differ: the second "wounds" is "wounds-2"."""
    seen: Counter[str] = Counter()
    unique = []
    for marker in markers:
        seen[marker.key] += 1
        unique.append(marker if seen[marker.key] == 1 else replace(marker, key=f"{marker.key}-{seen[marker.key]}"))
    return tuple(unique)


def with_usual(markers: tuple[Marker, ...]) -> tuple[Marker, ...]:
    """With what every unit has: activated in this round, out of the battle, fled."""
    own = {marker.key: replace(marker, ends=True) for marker in markers if marker.key in (OUT, FLED)}
    usual = (
        Marker(ACTIVATED, bilingual(_("Activated")), each_round=True),
        own.get(OUT, Marker(OUT, bilingual(_("Out")), ends=True)),
        own.get(FLED, Marker(FLED, bilingual(_("Fled")), ends=True)),
    )
    keys = {marker.key for marker in usual}
    return (*(marker for marker in markers if marker.key not in keys), *usual)[-MOST_MARKERS:]


def with_markers(side: BattleSide, fit: Callable[[BattleUnit, Marker], Marker]) -> BattleSide:
    """A side with each marker of its units as (unit, marker) -> marker says. For `fit_side` of games."""
    return replace(
        side,
        units=tuple(replace(unit, markers=tuple(fit(unit, marker) for marker in unit.markers)) for unit in side.units),
    )
