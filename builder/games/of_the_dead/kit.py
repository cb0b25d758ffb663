"""The table kit of a gang: procedures and discs to have on the table, with the dice of its own characters."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import cast

from django.utils.translation import gettext
from django.utils.translation import gettext as _

from builder.games.of_the_dead.sheet.words import NONE, display_name, state_words
from builder.sheets.common import short
from builder.sheets.discs import RINGS, Disc, DiscGroup
from builder.sheets.icons import icon_letter
from builder.sheets.kit import KitPage, mm, with_needs
from builder.sheets.parts import SEPARATOR
from builder.wording import local
from rules.catalogue import TableRow
from rules.games.of_the_dead.analysis import PACE, CharacterAnalysis, GangAnalysis
from rules.games.of_the_dead.document import Gang
from rules.play.entries import PlayRule
from rules.verdict import Verdict

ROWS = 10  # characters on a page, more have further pages
MOST_TURNS = 6
BURNING = 2  # life that fire takes in a turn
MOLOTOV = "molotov"  # sets on fire ("Phase d'action"); players write their things themselves
DISC = 45  # mm: radius of the disc of directions
SIXTHS = 6
MOST_PACES = 6  # of 1D6
COLUMNS = 8  # of the mat on which dice are cancelled
TOKENS = 9  # of a kind: a row
TABLES_OF = {  # the table of the sheet that a page says
    "panic": "panique",
    "surrounded": "cerne",
    "stumble": "trebuchement",
    "scatter": "lancer",
    "cancelling": "marqueurs",
    "fire": "feu",
}


@dataclass(frozen=True, slots=True)
class CharacterRow:
    """A character's line: what its card does not say."""

    name: str
    figures: tuple[str, ...] = ()


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
    reminders = analysis.catalogue.reminders  # without these tables in a book stored before they were there
    said = {slug: (local(reminders[table].name),) for slug, table in TABLES_OF.items() if table in reminders}
    pages = (replace(page, replaces=said.get(page.slug, ())) for page in kit_pages(analysis))
    return tuple(with_needs(pages, needs(analysis)))


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
    """Pages of which two or three fill a page: tokens stand where they are cut off at its foot."""
    words, tables, characters = analysis.catalogue.special_rules, analysis.catalogue.tables, playing(analysis)
    if not characters:
        return
    move, action = str(words["panique"].cite), str(words["cerne"].cite)
    if any(character.throw_range > 0 for character in characters):
        yield page("scatter", _("A throw that misses"), action, **discs())
    yield page("panic", local(tables["markers"].rows["panic"].name), move)
    around = rings(analysis.catalogue.play.rules)
    yield from pages("surrounded", local(words["cerne"].name), action, map(surrounded, characters), rings=around)
    groups = (DiscGroup(tuple(tokens(analysis))),)
    yield KitPage("tokens", _("Tokens to cut out"), "sheets/kit/tokens.html", {"groups": groups}, move)
    yield page("stumble", _("Stumble and flight"), move, obstacles=tuple(obstacles(tables["obstacles"].rows.values())))
    cancelling = page("cancelling", _("Criticals go first"), action, columns=columns())
    yield replace(cancelling, former=("critical-damage",))
    yield from pages("fire", state_words()["fire"], move, map(fire, characters), sectors=sectors(360))


def tokens(analysis: GangAnalysis) -> Iterator[Disc]:
    """Tokens of what lies beside characters, a row of each kind; those of fire where somebody needs its page."""
    rows = analysis.catalogue.tables["markers"].rows
    names = {key: local(rows[key].name) for key in ("panic", "stun", "zele")} | {"stun": state_words()["stun"]}
    kinds = [(name, rows[key].icon) for key, name in names.items()]
    if needs(analysis)["fire"]:
        noise = local(analysis.catalogue.special_rules["bruit"].name), "speaker"
        kinds += [(state_words()["fire"], rows["fire"].icon), noise]
    for (label, icon), ring in zip(kinds, RINGS.values(), strict=False):
        yield from [Disc(label, icon_letter(icon), ring)] * TOKENS


def page(slug: str, title: str, cite: str, **context: object) -> KitPage:
    return KitPage(slug, title, f"sheets/kit/of-the-dead/{slug}.html", context, cite)


def pages(slug: str, title: str, cite: str, rows: Iterable[CharacterRow], **drawing: object) -> Iterator[KitPage]:
    """A page for every `ROWS` rows, none without a row."""
    for first in range(0, len(rows := tuple(rows)), ROWS):
        yield page(slug, title, cite, rows=rows[first : first + ROWS], **drawing)


# --- rows: what the card of a character does not say -----------------------------------------------------------------


def dice(number: int) -> str:
    return gettext("{n}D").format(n=short(number)) if number > 0 else NONE


def fire(character: CharacterAnalysis) -> CharacterRow:
    """Life after each turn on fire, morale after each turn in which somebody of the team is."""
    lives = range(character.life - BURNING, -BURNING, -BURNING)[:MOST_TURNS]
    morales = range(character.morale - 1, -1, -1)[:MOST_TURNS]
    columns = [max(0, life) for life in lives], morales
    return CharacterRow(display_name(character), tuple(SEPARATOR.join(map(short, column)) for column in columns))


def surrounded(character: CharacterAnalysis) -> CharacterRow:
    """Dice in a duel and against a shot with three or four foes around."""
    combat, reflexes = character.current["combat"], character.current["reflexes"]
    shot_at = [dice(reflexes - foes) for foes in foes_around(character.catalogue.play.rules)]
    return CharacterRow(display_name(character), (dice(combat - 1), *shot_at))


def foes_around(rules: Mapping[str, PlayRule]) -> tuple[int, int]:
    """How many surround a character, and how many pin it."""
    return rules["surrounded"].least, rules["pinned"].least


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
