"""A team's table kit: the alarm, vigilance, lines of sight, and what an overload does. Lengths are millimetres."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, cast

from django.utils.translation import gettext as _

from builder.games.reichbusters.sheet.dashboard import kind_words
from builder.games.reichbusters.sheet.header import phase_rounds
from builder.games.reichbusters.sheet.words import display_name
from builder.sheets.common import passage
from builder.sheets.kit import KitPage, with_needs
from builder.sheets.parts import Passage
from builder.wording import local
from rules.catalogue import TableRow
from rules.games.reichbusters.analysis import HeroAnalysis, TeamAnalysis
from rules.games.reichbusters.document import TOKENS, Team
from rules.verdict import Verdict

_JAMMED, DISCHARGED = TOKENS
TEMPLATES = "sheets/kit/reichbusters"
TOKEN = 25  # from one vigilance token to the next
SMALL_TOKEN = 24
MOST_ROWS = 8  # weapons and tokens of the overload that its page has room for
LONGEST = 34  # letters of a player's own name
ZONE, BOARD_WIDTH = 18, 102  # a zone, and from one board to the next


class Position(NamedTuple):
    """Where a token is drawn, or a line of sight ends."""

    x: int
    y: int


class BoardPiece(NamedTuple):
    """Something on a board: its kind, its middle, whether it is seen; None where that says nothing."""

    kind: str
    x: int
    y: int
    seen: bool | None


class Looks(NamedTuple):
    """Who looks from the middle of a board: (kind, column, row, seen), (column, row) of the ends, the drawn walls."""

    pieces: tuple[tuple[str, int, int, bool | None], ...]
    rays: tuple[tuple[float, float], ...]
    walls: str


class VrilWeapon(NamedTuple):
    """A weapon with vril dice on a side: whose it is, and the dice of the side that is up and of the other."""

    hero: str
    name: str
    up: str
    down: str
    discharged: bool


# Who sees whom, p. 14. A closed door is in the north of the hero, an open one in the west of the enemy.
HERO_LOOKS = Looks(
    pieces=(
        ("hero", 2, 2, None),
        ("enemy", 2, 0, False),
        ("hero", 3, 2, None),
        ("enemy", 4, 2, True),
        ("token", 2, 3, True),
        ("token", 2, 4, True),
        ("enemy", 1, 2, True),
        ("enemy", 0, 2, False),
        ("enemy", 3, 1, False),
    ),
    rays=((2, 0.6), (4, 2), (2, 4), (1, 2)),
    walls="closed",
)
ENEMY_LOOKS = Looks(
    pieces=(
        ("enemy", 2, 2, None),
        ("enemy", 2, 1, None),
        ("hero", 2, 0, True),
        ("hero", 3, 2, True),
        ("hero", 4, 2, False),
        ("down", 2, 3, True),
        ("hero", 2, 4, True),
        ("hero", 0, 2, True),
        ("hero", 1, 3, False),
    ),
    rays=((2, 0), (3, 2), (2, 4), (0, 2)),
    walls="open",
)


def table_kit(document: Team, verdict: Verdict) -> tuple[KitPage, ...]:
    """The pages for a team; none while nobody goes."""
    analysis = cast(TeamAnalysis, verdict.analysis)
    if not analysis.units:
        return ()
    pages = (
        kit_page("vigilance", reminder(analysis, "vigilance"), vigilance(analysis)),
        kit_page("alarm", reminder(analysis, "alarme"), alarm(analysis), reminder(analysis, "round").title),
        kit_page("sight", reminder(analysis, "ligne-de-vue"), sight(analysis)),
        kit_page("overload", overload_rules(analysis), overload(analysis)),
    )
    return tuple(with_needs(pages, needs(analysis)))


def needs(analysis: TeamAnalysis) -> Mapping[str, bool]:
    """Which pages are not for every team: an overload takes vril dice, and globes bring them (p. 11, 19)."""
    return {"overload": any(has_vril(hero) for hero in analysis.units)}


def has_vril(hero: HeroAnalysis) -> bool:
    """Whether it has vril dice on a side of a weapon, a globe, or something discharged."""
    discharged = DISCHARGED in {thing.token for thing in hero.unit.things}
    return discharged or any(vril_weapons(hero)) or any(thing.globe for thing in hero.unit.objects)


def kit_page(name: str, text: Passage, context: dict[str, Any], *others: str) -> KitPage:
    """A page with the title, the rows and the citation of a passage; it says what `others` do, too."""
    template, context = f"{TEMPLATES}/{name}.html", {"passage": text, **context}
    return KitPage(name, text.title, template, context, text.cite, replaces=(text.title, *others))


def reminder(analysis: TeamAnalysis, slug: str) -> Passage:
    return passage(analysis.context.catalogue.reminders[slug])


def overload_rules(analysis: TeamAnalysis) -> Passage:
    """What is drawn stands in the steps; below them how to reload, and what globes are for besides."""
    text, reload = reminder(analysis, "vril"), base_action(analysis, "recharger")
    rows = ((local(reload.name), local(reload.text)), *text.rows[1:])
    return replace(text, title=_("Overload and discharge"), rows=rows)


def base_action(analysis: TeamAnalysis, slug: str) -> TableRow:
    return analysis.context.catalogue.tables["actions-de-base"].rows[slug]


def alarm(analysis: TeamAnalysis) -> dict[str, Any]:
    """Who plays when in the rounds after it."""
    heroes = [shortened(display_name(hero)) for hero in analysis.units[: analysis.context.most_heroes]]
    _before, (_sure, most) = phase_rounds(analysis)
    return {"rounds": range(1, most + 1), "heroes": heroes}


def vigilance(analysis: TeamAnalysis) -> dict[str, Any]:
    """Tokens to cut out and fold: as many as the box holds."""
    number = analysis.context.catalogue.tables["materiel"].rows["vigilance"].figures["count"]
    return {"tokens": [Position(TOKEN * place, 0) for place in range(number)]}


def sight(analysis: TeamAnalysis) -> dict[str, Any]:
    """Two boards: what the team's first hero sees, and what an enemy sees."""
    name = shortened(display_name(analysis.units[0]))
    return {"hero": name, "boards": (board(HERO_LOOKS, 0), board(ENEMY_LOOKS, BOARD_WIDTH))}


def board(looks: Looks, x: int) -> dict[str, Any]:
    """A drawn board of 5 by 5 zones, the one who looks in the middle."""
    pieces = [BoardPiece(kind, centre(column), centre(row), seen) for kind, column, row, seen in looks.pieces]
    reached = [Position(centre(column), centre(row)) for column, row in looks.rays]
    return {"x": x, "pieces": pieces, "rays": reached, "middle": centre(2), "walls": looks.walls}


def centre(number: float) -> int:
    """The middle of a column or row of zones; half a number more is the line behind it."""
    return round(ZONE / 2 + ZONE * number)


def overload(analysis: TeamAnalysis) -> dict[str, Any]:
    """The weapons with vril dice, and free rows for those that are upgraded during the mission."""
    weapons = [weapon for hero in analysis.units for weapon in vril_weapons(hero)][:MOST_ROWS]
    places = min(MOST_ROWS, analysis.context.weapon_places * len(analysis.units))
    tokens = [Position(SMALL_TOKEN * number, 0) for number in range(MOST_ROWS)]
    return {"weapons": weapons, "free": range(max(0, places - len(weapons))), "tokens": tokens}


def vril_weapons(hero: HeroAnalysis) -> Iterator[VrilWeapon]:
    for weapon in hero.unit.weapons:
        if any(side.vril_dice for side in weapon.sides):
            name = shortened(weapon.name.strip()) or kind_words(weapon.side.type)
            other = weapon.other_side
            yield VrilWeapon(
                shortened(display_name(hero)),
                name,
                dice(weapon.side),
                dice(other) if other else "",
                weapon.token == DISCHARGED,
            )


def dice(side: Any) -> str:
    return "" if side.vril_dice is None else str(side.vril_dice)[:2]


def shortened(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"
