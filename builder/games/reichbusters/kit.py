"""A team's table kit: the alarm, vigilance, lines of sight, and what an overload does. Lengths are millimetres."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import override

from builder.games.reichbusters.sheet.dashboard import kind_words
from builder.games.reichbusters.sheet.header import phase_rounds
from builder.games.reichbusters.sheet.words import display_name
from builder.sheets.common import passage
from builder.sheets.kit import KitPage
from rules.catalogue import Reminder
from rules.games.reichbusters.analysis import HeroAnalysis, TeamAnalysis
from rules.games.reichbusters.document import Team, Weapon
from rules.verdict import Verdict

TEMPLATES = "sheets/kit/reichbusters"
SPACE = 23  # from one space of the round track to the next
ACROSS, TOKEN = 6, 30  # vigilance tokens side by side, from one to the next
MOST_ROWS = 8  # heroes of the turn order and weapons of the overload that a page has room for
LONGEST = 34  # letters of a player's own name


class Space(NamedTuple):
    """A space of the round track. `sure`: every track has it, or the mission's does."""

    x: int
    number: int
    sure: bool


class Place(NamedTuple):
    """Where a token is drawn."""

    x: int
    y: int


class VrilWeapon(NamedTuple):
    """A weapon with vril dice on a side: whose it is, and the dice of the side that is up and of the other."""

    hero: str
    name: str
    up: str
    down: str
    discharged: bool


def table_kit(document: Team, verdict: Verdict, language: str) -> tuple[KitPage, ...]:
    """The pages for a team in `language`; none while nobody goes."""
    analysis: TeamAnalysis = verdict.analysis
    if not analysis.units:
        return ()
    with override(language):
        return (
            kit_page(analysis, language, "alarme", "alarm", alarm(analysis, language)),
            kit_page(analysis, language, "vigilance", "vigilance", vigilance(analysis)),
            kit_page(analysis, language, "ligne-de-vue", "sight", sight(analysis, language)),
            kit_page(analysis, language, "vril", "overload", overload(analysis, language)),
        )


def kit_page(
    analysis: TeamAnalysis, language: str, reminder_slug: str, name: str, context: dict[str, Any]
) -> KitPage:
    """The page that draws a reminder of the book; its title and texts are the reminder's."""
    reminder: Reminder = analysis.context.catalogue.reminders[reminder_slug]
    text = passage(reminder, language)
    return KitPage(name, text.title, f"{TEMPLATES}/{name}.html", {"passage": text, **context}, text.cite)


def alarm(analysis: TeamAnalysis, language: str) -> dict[str, Any]:
    """The mission's track before and after the alarm, and who plays when in the rounds after it."""
    before, after = (spaces(length) for length in phase_rounds(analysis))
    reminders = analysis.context.catalogue.reminders
    return {
        "before": before,
        "after": after,
        "alarm_x": SPACE * len(before),
        "heroes": [shortened(display_name(hero, language)) for hero in analysis.units[:MOST_ROWS]],
        "round": passage(reminders["round"], language),
        "noise": passage(reminders["bruit"], language),
    }


def spaces(phase: tuple[int, int]) -> list[Space]:
    """The spaces of a phase that has so many rounds for sure, and so many at most."""
    sure, most = phase
    return [Space(SPACE * number, number + 1, number < sure) for number in range(most)]


def vigilance(analysis: TeamAnalysis) -> dict[str, Any]:
    """Tokens to cut out and fold: as many as the box holds."""
    number = analysis.context.catalogue.tables["materiel"].rows["vigilance"].figures["count"]
    return {"tokens": [Place(TOKEN * (one % ACROSS), 2 * TOKEN * (one // ACROSS)) for one in range(number)]}


def sight(analysis: TeamAnalysis, language: str) -> dict[str, Any]:
    """The first two heroes look in the drawing; a lone one is joined by another hero."""
    names = [shortened(display_name(hero, language)) for hero in analysis.units[:2]]
    return {"hero": names[0], "friend": names[1] if len(names) > 1 else _("hero")}


def overload(analysis: TeamAnalysis, language: str) -> dict[str, Any]:
    """The weapons with vril dice, and free rows for those that are upgraded during the mission."""
    weapons = [one for hero in analysis.units for one in vril_weapons(hero, language)][:MOST_ROWS]
    places = min(MOST_ROWS, analysis.context.weapon_places * len(analysis.units))
    return {"weapons": weapons, "free": range(max(0, places - len(weapons)))}


def vril_weapons(hero: HeroAnalysis, language: str) -> Iterator[VrilWeapon]:
    for weapon in hero.unit.weapons:
        if any(side.vril_dice for side in weapon.sides):
            name = shortened(weapon.name.strip()) or kind_words(weapon.side.type)
            other = weapon.other_side
            yield VrilWeapon(
                shortened(display_name(hero, language)),
                name,
                dice(weapon.side),
                dice(other) if other else "",
                is_discharged(weapon),
            )


def dice(side: Any) -> str:
    return "" if side.vril_dice is None else str(side.vril_dice)[:2]


def is_discharged(weapon: Weapon) -> bool:
    return weapon.token == "discharged"


def shortened(words: str) -> str:
    return words if len(words) <= LONGEST else f"{words[: LONGEST - 1].rstrip()}…"
