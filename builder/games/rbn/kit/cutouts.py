"""The templates to cut out: accident, explosion, flames. Lengths are millimetres."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import cos, pi, sin
from typing import Any

from django.utils.translation import gettext as _

from builder.families.red_button.sheet.reference import FIRE, FLAMES, rules_used, weapons_and_guns
from builder.games.rbn.sheet.reference import gear_used
from builder.sheets.common import passage
from builder.sheets.kit import KitPage, mm
from builder.wording import local
from rules.play.entries import PlayRule

WAYS = 6  # of an accident; how they lie is ruling A61
CORE, REACH, DIGIT = 26, 47, 29.5  # from the middle to a notch, to a tip, to a digit; the book gives no size
HALF_DIGIT = 4.2  # half its height
CM = 10
FLAME_WIDTH, FLAME_STEP = 50, 38  # from one flame to the next, which lies the other way round
AREA_RULES, AREA_GEAR = ("degats-de-zone", "rafale"), ("filet-de-capture", "lance-filet")  # RBN p. 21, 29, 30


@dataclass(frozen=True, slots=True)
class Way:
    """A direction of the accident template: its number, how far it is turned, where its digit stands."""

    number: int
    degrees: int
    left: str
    top: str


def accident_page(analysis: Any) -> KitPage:
    reminders = analysis.context.catalogue.reminders
    texts = [passage(reminders[slug]) for slug in ("accident", "debarquement-d-urgence", "avaries")]
    rules = analysis.context.catalogue.play.rules
    context = {"ways": list(ways()), "outline": accident_outline(), "texts": texts}
    titles, cite = tuple(text.title for text in texts), rules["accident"].cite
    return KitPage("accident", _("Accident"), "sheets/kit/rbn/accident.html", context, cite, replaces=titles)


def ways() -> Iterator[Way]:
    """Clockwise from straight ahead (ruling A61)."""
    for number in range(WAYS):
        x, y = from_middle(DIGIT, 360 * number / WAYS)
        yield Way(number + 1, 360 * number // WAYS, mm(x), mm(y + HALF_DIGIT))


def from_middle(distance: float, degrees: float) -> tuple[float, float]:
    """A point at this distance in this direction, clockwise from straight up."""
    return distance * sin(degrees * pi / 180), -distance * cos(degrees * pi / 180)


def accident_outline() -> str:
    """The path of a star with a tip for each way."""
    corners = []
    for number in range(WAYS):
        turn = 360 * number / WAYS
        corners += [from_middle(REACH, turn), from_middle(CORE, turn + 180 / WAYS)]
    return outline(corners)


def outline(points: Iterable[tuple[float, float]]) -> str:
    """The closed path through these points."""
    return "M" + "L".join(f"{mm(x)} {mm(y)}" for x, y in points) + "Z"


def explosion_page(analysis: Any) -> KitPage:
    """The area template, with the rules by which this list uses it, or else what it is for."""
    used = uses_area_template(analysis)
    rules, template = analysis.context.catalogue.special_rules, analysis.context.catalogue.play.rules["area-template"]
    area = CM * template.reach
    context = {
        "discs": [mm(area / 2 + 2 + (area + 12) * number) for number in range(template.most)],
        "radius": mm(area / 2),
        "burst": burst(),
        "texts": [passage(entry) for entry in used or [rules[slug] for slug in AREA_RULES]],
        "carriers": [local(item.name) for item in belongings(analysis).values() if uses_area(item)],
    }
    return KitPage("explosion", _("Area template"), "sheets/kit/rbn/explosion.html", context, template.cite)


def uses_area_template(analysis: Any) -> list[Any]:
    """The rules and gear of this list that use it (RBN p. 21, 29, 30)."""
    rules, carried = rules_used(analysis), belongings(analysis)
    special_rules = analysis.context.catalogue.special_rules
    used = [special_rules[slug] for slug in AREA_RULES if slug in rules]
    return used + [carried[slug] for slug in AREA_GEAR if slug in carried]


def burst() -> str:
    """The jagged ring of an explosion, inside its edge."""
    points = [from_middle(46 if number % 2 else (30, 36, 26)[number // 2 % 3], number * 7.5) for number in range(48)]
    return outline(points)


def flames_page(analysis: Any) -> KitPage:
    rules, template = analysis.context.catalogue.special_rules, analysis.context.catalogue.play.rules["flame-template"]
    context = {
        "flames": list(flames(template)),
        "texts": [passage(rules[slug]) for slug in (FLAMES, FIRE)],
        "carriers": [local(item.name) for item in belongings(analysis).values() if throws_flames(item)],
    }
    return KitPage("flames", _("Flame template"), "sheets/kit/rbn/flames.html", context, template.cite)


def flames(template: PlayRule) -> Iterator[dict[str, str]]:
    """Each flame: where its axis stands, and how it is turned, for they fit head to tail."""
    for number in range(template.most):
        left = FLAME_WIDTH / 2 + 2 + FLAME_STEP * number
        turned = bool(number % 2)
        yield {"left": mm(left), "top": mm(CM * template.reach + 1 if turned else 1), "turn": "180" if turned else "0"}


def belongings(analysis: Any) -> dict[str, Any]:
    """{slug: item} of all weapons, guns and gear of the list."""
    return {item.slug: item for item in (*weapons_and_guns(analysis), *gear_used(analysis))}


def uses_area(item: Any) -> bool:
    return item.slug in AREA_GEAR or not set(AREA_RULES).isdisjoint(item.rules)


def throws_flames(item: Any) -> bool:
    return bool(item.ranged and item.ranged.template and FIRE in item.rules)
