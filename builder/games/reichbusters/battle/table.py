"""The table of a mission: its track, rooms and corridors, rows of the faction card; how they are put there."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from builder.battles.markers import bilingual
from builder.battles.marks import SIMPLE, Changes, Command, MarkContext, next_round, put_on, together_of, whole_number
from builder.battles.spec import BattleContext
from builder.lists.edits import BadEdit
from rules.catalogue import Catalogue
from rules.games.reichbusters.analysis import count_of
from rules.games.reichbusters.play.book import play_of
from rules.games.reichbusters.play.clock import FIRST
from rules.games.reichbusters.play.enemies import FIGURES
from rules.games.reichbusters.play.state import AFTER, ALARM, BEFORE, ENEMY, IN_PLAY, ROOM
from rules.play.actions import Choice, Words
from rules.play.battle import ASSISTED, BOXES, HELP, MARKS_ONLY, SWITCH, BattleSide, BattleUnit, Fact, Marker, figure
from rules.text import Text, _

HELPS = (
    Choice(str(MARKS_ONLY), _("Marks only"), _("Boxes to tick; the book says the rest.")),
    Choice(str(ASSISTED), _("Console"), _("Says what is next, and reads the symbols that you roll.")),
)
ROW = (*FIGURES, "white", "loot")
PHASES = {BEFORE: "pre", AFTER: "post"}


def table(catalogue: Catalogue, _scenario: str | None, sides: Sequence[BattleSide]) -> list[Marker]:
    """Help, the track as the first team with one has it, and what a mission keeps."""
    helping = Marker(HELP.rpartition("/")[2], bilingual(_("Help")), BOXES, most=ASSISTED, start=ASSISTED)
    return [helping, *track(catalogue, sides), *play_of(catalogue).marks["table"]]


def track(catalogue: Catalogue, sides: Sequence[BattleSide]) -> Iterator[Marker]:
    """The spaces before and after the alarm, and the alarm between them; the marker stands on the first (rb-31)."""
    book = catalogue.tables["pistes"]
    names = {BEFORE: _("Before the alarm"), ALARM: _("ALARM"), AFTER: _("After the alarm")}
    for key, name in names.items():
        if key == ALARM:
            yield Marker(key, bilingual(name), SWITCH, cite=str(book.cite))
        else:
            most, free = spaces(catalogue, sides, key)
            start = FIRST if key == BEFORE else 0
            yield Marker(key, bilingual(name), BOXES, most=most, free=free, start=start, cite=str(book.cite))


def spaces(catalogue: Catalogue, sides: Sequence[BattleSide], key: str) -> tuple[int, int]:
    """(spaces of a phase at most, how many of them only longer tracks have): of the first team that knows for sure."""
    known = [(figure(side.facts, f"{key}-most"), figure(side.facts, f"{key}-free")) for side in sides if side.units]
    known = [(most, free) for most, free in known if most]
    rows = catalogue.tables["pistes"].rows.values()
    lengths = [row.figures["rounds"] for row in rows if row.figures["phase"] == PHASES[key]]
    return min(known, key=lambda pair: pair[1], default=(max(lengths), max(lengths) - min(lengths)))


# --- rooms, corridors and enemies -----------------------------------------------------------------------------------


def room_of(catalogue: Catalogue, key: str) -> BattleUnit:
    """A room by the slug of its tile, such as room-9a, or a corridor by its number: corridor-17. Raises `BadEdit`."""
    kind, _hyphen, slug = key.partition("-")
    names = rooms(catalogue) if kind == ROOM else corridors(catalogue)
    if kind not in (ROOM, "corridor") or slug not in names:
        raise BadEdit(_("Unknown marker."))
    return BattleUnit(key=key, name=names[slug], kind=ROOM, markers=play_of(catalogue).marks[ROOM])


def rooms(catalogue: Catalogue) -> dict[str, Text]:
    return {row.slug: row.name for row in catalogue.tables["salles"].rows.values()}


def corridors(catalogue: Catalogue) -> dict[str, Text]:
    """The tiles after those of the rooms, by their numbers."""
    tiles = catalogue.tables["tuiles"].rows.values()
    first = 1 + max(row.figures["tile"] for row in catalogue.tables["salles"].rows.values())
    numbers = range(first, 1 + sum(count_of(row) for row in tiles))
    return {str(number): Text(f"Couloir {number}", f"Corridor {number}") for number in numbers}


def others(context: BattleContext) -> list[tuple[Words, list[BattleUnit]]]:
    """Rooms and corridors that may be put on the table."""
    book = context.catalogue
    groups = {
        _("Rooms"): [f"{ROOM}-{slug}" for slug in rooms(book)],
        _("Corridors"): [f"corridor-{slug}" for slug in corridors(book)],
    }
    return [(title, [room_of(book, key) for key in keys]) for title, keys in groups.items()]


def put_on_room(context: MarkContext, key: str) -> Changes:
    """`put-on room-9a`, `put-on corridor-17`."""
    return put_on(context.battle, room_of(context.catalogue, key))


def copy_row(context: MarkContext, slug: str, *words: str) -> Changes:
    """`copy-row FIGURE MOST MELEE SUPPORT RANGED SUPPORT DEFENCE WOUNDS WHITE LOOT NAME / KEYWORDS`: a card’s row."""
    if len(words) <= len(ROW):
        raise BadEdit(_("We couldn’t read this change."))
    numbers = {key: whole_number(word) for key, word in zip(FIGURES, words, strict=False)}
    white, loot, *rest = words[len(FIGURES) :]
    name, _slash, keywords = (part.strip() for part in " ".join(rest).partition("/"))
    rows = context.catalogue.tables["ennemis"].rows
    called = rows[slug].name if slug in rows else Text(name[:60], name[:60])
    facts: dict[str, Fact] = {**numbers, "white": whole_number(white), "loot": loot.strip("-")[:20]}
    marks = (limited(marker, numbers["most"]) for marker in play_of(context.catalogue).marks[ENEMY])
    unit = BattleUnit(slug[:40], called, ENEMY, line=line_of(numbers, keywords[:60]), markers=tuple(marks), facts=facts)
    return put_on(context.battle, unit)


def limited(marker: Marker, most: int) -> Marker:
    return replace(marker, most=most) if marker.key == IN_PLAY and most else marker


def line_of(numbers: dict[str, int], keywords: str) -> Text:
    """A row of the card in short."""
    melee, ranged = (f"{numbers[way]}+{numbers[f'{way}-support']}" for way in ("melee", "ranged"))
    french = f"mêlée {melee} · tir {ranged} · défense {numbers['defence']}"
    english = f"melee {melee} · ranged {ranged} · defence {numbers['defence']}"
    return Text(french, english).followed_by(f" · {keywords}" if keywords else "")


OWN: dict[str, Command] = {"put-on": put_on_room, "copy-row": copy_row}
COMMANDS: dict[str, Command] = {**OWN, "all": together_of({**SIMPLE, **OWN, "next-round": next_round})}
