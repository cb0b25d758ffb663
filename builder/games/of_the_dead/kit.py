"""The table kit of a gang: procedures and discs to have on the table, with the dice of its own characters."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from django.utils.translation import gettext, pgettext
from django.utils.translation import gettext as _

from builder.games.of_the_dead.sheet.words import display_name
from builder.sheets.common import short
from builder.sheets.discs import RINGS, Disc, DiscGroup
from builder.sheets.icons import icon_letter
from builder.sheets.kit import KitPage, mm, with_needs
from builder.wording import local
from rules.catalogue import TableRow
from rules.games.of_the_dead.analysis import PACE, CharacterAnalysis, GangAnalysis
from rules.games.of_the_dead.document import Gang
from rules.play.entries import PlayRule
from rules.verdict import Verdict

ROWS = 10  # characters on a page, more have further pages
MOST_BOXES = 12
BOX, STEP = 8, 8.6  # mm: a box to tick, and from one box to the next
BURNING = 2  # life that fire takes in a turn
MOLOTOV = "molotov"  # sets on fire ("Phase d'action"); players write their things themselves
DISC = 45  # mm: radius of the disc of directions
SIXTHS = 6
MOST_PACES = 6  # of 1D6
COLUMNS = 8  # of the mat on which dice are cancelled
TOKENS = 9  # of a kind: a row


@dataclass(frozen=True, slots=True)
class TickBox:
    """A box to tick: its left side and its middle in millimetres, what stands in it, and whether it is ticked."""

    left: str
    middle: str
    label: str = ""
    ticked: bool = False


@dataclass(frozen=True, slots=True)
class CharacterRow:
    """A character's line: numbers of dice or the like, and boxes to tick."""

    name: str
    figures: tuple[str, ...] = ()
    boxes: tuple[TickBox, ...] = ()
    more: tuple[TickBox, ...] = ()

    @property
    def width(self) -> str:
        """Of the boxes, in millimetres."""
        return mm(STEP * len(self.boxes))

    @property
    def more_width(self) -> str:
        return mm(STEP * len(self.more))


@dataclass(frozen=True, slots=True)
class Sector:
    """A part of a disc: the end of the line before it, the tip of its arrow, and where its number stands, in mm."""

    number: int
    edge: tuple[str, str]
    tip: tuple[str, str]
    label: tuple[str, str]


def table_kit(document: Gang, verdict: Verdict) -> tuple[KitPage, ...]:
    """The pages for the characters who play; none for a gang without any."""
    analysis = cast(GangAnalysis, verdict.analysis)
    return tuple(with_needs(kit_pages(analysis), needs(analysis)))


def needs(analysis: GangAnalysis) -> Mapping[str, bool]:
    """Which pages are not for every gang: fire where somebody brings it or burns, throws where there is a thing."""
    things = [thing for character in playing(analysis) for thing in character.unit.equipment]
    burning = any(dict(character.unit.markers).get("fire") for character in playing(analysis))
    return {
        "fire": burning or any(MOLOTOV in thing.name.casefold() for thing in things),
        "scatter": bool(things),
    }


def playing(analysis: GangAnalysis) -> list[CharacterAnalysis]:
    """Who has a player at the table: who came back as a zombie rolls like any other (ruling otd-47)."""
    return [character for character in analysis.units if character.unit.state != "dead"]


def kit_pages(analysis: GangAnalysis) -> Iterator[KitPage]:
    words, tables, characters = analysis.catalogue.special_rules, analysis.catalogue.tables, playing(analysis)
    move, action = str(words["panique"].cite), str(words["cerne"].cite)

    def page(
        slug: str, title: str, cite: str, row: Callable[[CharacterAnalysis], CharacterRow], **drawing: object
    ) -> Iterator[KitPage]:
        return pages(slug, title, cite, map(row, characters), **drawing)

    yield from page("panic", local(tables["markers"].rows["panic"].name), move, panic)
    around = rings(analysis.catalogue.play.rules)
    yield from page("surrounded", local(words["cerne"].name), action, surrounded, rings=around)
    ways = tuple(obstacles(tables["obstacles"].rows.values()))
    yield from page("stumble", _("Stumble and flight"), move, stumble, obstacles=ways)
    if characters:
        groups = (DiscGroup(tuple(tokens(analysis))),)
        yield KitPage("tokens", _("Tokens to cut out"), "sheets/kit/tokens.html", {"groups": groups}, move)
    throwers = [character for character in characters if character.throw_range > 0]
    yield from pages("scatter", _("A throw that misses"), action, map(throw, throwers), **discs())
    survivors = map(critical_damage, analysis.living)  # zombies follow their own cards
    yield from pages("critical-damage", _("Critical damage"), str(tables["traumas"].cite), survivors)
    yield from page("fire", local(tables["markers"].rows["fire"].name), move, fire, sectors=sectors(360))
    rolls = [local(tables["pools"].rows[slug].name) for slug in ("melee", "shooting", "dodge")]
    yield from page("cancelling", _("Criticals go first"), action, duels, columns=columns(), rolls=rolls)


def tokens(analysis: GangAnalysis) -> Iterator[Disc]:
    """Tokens of what lies beside characters, a row of each kind; those of fire where somebody needs its page."""
    rows = analysis.catalogue.tables["markers"].rows
    names = {key: local(rows[key].name) for key in ("panic", "stun", "zele")}
    names["stun"] = pgettext("of the dead", "Stunned")  # "Étourdissement" has no room on one
    kinds = [(name, rows[key].icon) for key, name in names.items()]
    if needs(analysis)["fire"]:
        noise = local(analysis.catalogue.special_rules["bruit"].name), "speaker"
        kinds += [(local(rows["fire"].name), rows["fire"].icon), noise]
    for (label, icon), ring in zip(kinds, RINGS.values(), strict=False):
        yield from [Disc(label, icon_letter(icon), ring)] * TOKENS


def pages(slug: str, title: str, cite: str, rows: Iterable[CharacterRow], **drawing: object) -> Iterator[KitPage]:
    """A page for every `ROWS` rows, none without a row."""
    for first in range(0, len(rows := tuple(rows)), ROWS):
        context = {"rows": rows[first : first + ROWS]} | drawing
        yield KitPage(slug, title, f"sheets/kit/of-the-dead/{slug}.html", context, cite)


# --- rows: what each character rolls and ticks ------------------------------------------------------------------------


def dice(number: int) -> str:
    return gettext("{n}D").format(n=short(max(0, number)))


def boxes(labels: Sequence[object], ticked: int = 0) -> tuple[TickBox, ...]:
    """A box for each label, the first so many of them ticked."""
    return tuple(
        TickBox(mm(0.3 + STEP * column), mm(0.3 + STEP * column + BOX / 2), short(label, 3), column < ticked)
        for column, label in enumerate(labels)
    )


def panic(character: CharacterAnalysis) -> CharacterRow:
    """A box for each marker up to the one that stuns, then those of the stun; those of markers that it has ticked."""
    most = min(MOST_BOXES, max(1, character.panic_limit))
    has = character.markers.get
    stun = boxes([""] * character.catalogue.play.rules["stun"].most, has("stun", 0))
    panics = boxes(range(1, most + 1), has("panic", 0))
    return CharacterRow(display_name(character), (dice(character.morale),), panics, stun)


def fire(character: CharacterAnalysis) -> CharacterRow:
    """Life after each turn on fire, morale after each turn in which somebody of the team is."""
    left = range(character.life - BURNING, -BURNING, -BURNING)
    lives = [max(0, life) for life in left[: MOST_BOXES // 2]]
    return CharacterRow(
        display_name(character), (), boxes(lives), boxes(range(character.morale - 1, -1, -1)[: MOST_BOXES // 2])
    )


def stumble(character: CharacterAnalysis) -> CharacterRow:
    return CharacterRow(
        display_name(character), (dice(character.current["reflexes"]), dice(character.current["combat"]))
    )


def throw(character: CharacterAnalysis) -> CharacterRow:
    """Dice, and how far it throws in paces and centimetres."""
    reach = character.throw_range
    return CharacterRow(
        display_name(character), (dice(character.current["combat"]), short(reach // PACE), short(reach))
    )


def surrounded(character: CharacterAnalysis) -> CharacterRow:
    """Dice in a duel and against a shot with three or four foes around, and dice of an escape."""
    combat, reflexes = character.current["combat"], character.current["reflexes"]
    shot_at = [dice(reflexes - foes) for foes in foes_around(character.catalogue.play.rules)]
    return CharacterRow(display_name(character), (dice(combat - 1), *shot_at, dice(combat)))


def foes_around(rules: Mapping[str, PlayRule]) -> tuple[int, int]:
    """How many surround a character, and how many pin it."""
    return rules["surrounded"].least, rules["pinned"].least


def duels(character: CharacterAnalysis) -> CharacterRow:
    combat, reflexes = character.current["combat"], character.current["reflexes"]
    return CharacterRow(display_name(character), (dice(combat), dice(combat), dice(reflexes)))


def critical_damage(character: CharacterAnalysis) -> CharacterRow:
    return CharacterRow(display_name(character), (), boxes([""] * 5))


# --- drawings ---------------------------------------------------------------------------------------------------------


def point(radius: float, angle: float) -> tuple[str, str]:
    """A point of a circle around 0, 0; angles clockwise in degrees from the top."""
    return mm(radius * math.sin(math.radians(angle))), mm(-radius * math.cos(math.radians(angle)))


def sectors(whole: int) -> tuple[Sector, ...]:
    """Six equal parts of a disc of 360 degrees, or of half a disc of 180 with its flat side down (ruling otd-23)."""
    each, start = whole / SIXTHS, -whole / 2
    return tuple(
        Sector(
            number + 1,
            point(DISC, start + number * each),
            point(DISC - 3, start + (number + 0.5) * each),
            point(DISC * 0.62, start + (number + 0.5) * each),
        )
        for number in range(SIXTHS)
    )


def discs() -> dict[str, object]:
    """Both discs of directions, and a rule of six paces: where each begins, and what is written at its end."""
    paces = tuple((mm(10 * PACE * (pace - 1)), mm(10 * PACE * pace), str(pace)) for pace in range(1, MOST_PACES + 1))
    return {"half": sectors(180), "whole": sectors(360), "paces": paces}


def obstacles(rows: Iterable[TableRow]) -> Iterator[tuple[str, str, str]]:
    """Of each kind of obstacle: the middle of its drawing in mm, its dice, its name."""
    for middle, row in zip(("16", "45", "79"), rows, strict=True):
        yield middle, dice(row.figures["structure"]), local(row.name)


def rings(rules: Mapping[str, PlayRule]) -> tuple[tuple[int, tuple[tuple[str, str], ...]], ...]:
    """Three and four foes around a character: (their number, where each stands in mm around it)."""
    return tuple(
        (number, tuple(point(17, 360 * foe / number) for foe in range(number))) for number in foes_around(rules)
    )


def columns() -> tuple[tuple[str, str], ...]:
    """The columns of the mat for dice: left side and middle, in mm."""
    return tuple((mm(22 * column), mm(22 * column + 10)) for column in range(COLUMNS))
