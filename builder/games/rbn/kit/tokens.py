"""What is laid on the table: mission tokens and markers of states. Lengths are millimetres."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from builder.families.red_button.sheet.reference import FIRE, rules_used
from builder.games.rbn.kit.encounters import meets
from builder.games.rbn.sheet.fighter import ARMOUR
from builder.sheets.icons import icon_letter
from builder.sheets.kit import KitPage, mm
from builder.wording import local
from rules.games.rbn.play.book import KitMarker, KitToken, play_of

TOKEN, MARKER, DRAWN, GAP = (
    30,
    20,
    20,
    1.4,
)  # diameters, that of the drawing, and the room between discs; the book gives no size
WIDTH, HEIGHT = 194, 235  # of a page's drawing
HEADING, LINE, LETTERS = 10, 4.3, 105  # heights of a heading with its gaps and of a line, fewest letters of a line
ROW = 9  # markers that fit side by side
MOST_MARKERS = (2 * ROW, ROW)  # of one kind


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc to cut out: where its middle is, in millimetres as an SVG writes them, and its number."""

    x: str
    y: str
    number: int


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle inside a disc that is drawn 20 mm wide: lengths for an SVG."""

    radius: str
    width: str
    dashes: str = "none"


RINGS = {
    "plain": Ring("9.2", ".3"),
    "full": Ring("9", "1.6"),
    "dashed": Ring("9", "1", "3 1.5"),
    "double": Ring("8.8", ".7"),
    "dotted": Ring("9", "1", "1 1"),
}


@dataclass(frozen=True, slots=True)
class Discs:
    """Discs of one kind under a heading.

    label, note -- on each disc; the note says what a player measures or rolls
    scale       -- of the drawing, which is 20 mm wide; height: of all rows, in millimetres
    ring        -- inside the edge, by which kinds differ in black and white
    """

    heading: str
    text: str
    cite: str
    label: str
    note: str
    icon: str
    scale: str
    discs: tuple[Disc, ...]
    height: float
    ring: Ring
    numbered: bool = True

    @property
    def room(self) -> float:
        """The height that heading, text and discs take, in millimetres, and a little more."""
        return HEADING + LINE * -(-len(self.text) // LETTERS) + self.height

    @property
    def svg_height(self) -> str:
        return mm(self.height)


def in_rows(count: int, diameter: int) -> dict[str, Any]:
    """So many discs in rows, and the height of all rows."""
    across = int((WIDTH + GAP) // (diameter + GAP))
    step, edge = diameter + GAP, diameter / 2 + GAP / 2
    placed = tuple(
        Disc(mm(edge + step * (number % across)), mm(edge + step * (number // across)), number + 1)
        for number in range(count)
    )
    return {"scale": mm(diameter / DRAWN), "discs": placed, "height": -(-count // across) * step}


def pages(analysis: Any) -> Iterator[KitPage]:
    """Mission tokens and markers: on one page where they fit, with fewer markers if need be; else on two."""
    tokens = mission_tokens(analysis)
    for most in MOST_MARKERS:
        groups = tokens + state_markers(analysis, most)
        if sum(group.room for group in groups) <= HEIGHT:
            yield discs_page("tokens", _("Tokens and markers") if tokens else _("Markers"), groups)
            return
    yield discs_page("tokens", _("Mission tokens"), tokens)
    yield discs_page("markers", _("Markers"), state_markers(analysis, MOST_MARKERS[0]))


def discs_page(slug: str, title: str, groups: list[Discs]) -> KitPage:
    return KitPage(slug, title, "sheets/kit/rbn/tokens.html", {"groups": groups})


def mission_tokens(analysis: Any) -> list[Discs]:
    """Those of the activity and of the scenario."""
    sources = dict(token_sources(analysis))
    tokens = play_of(analysis.context.catalogue).tokens
    return [tokens_of(token, sources[token.uses]) for token in tokens if token.uses in sources]


def token_sources(analysis: Any) -> Iterator[tuple[str, Any]]:
    """What puts tokens on the table: the activity, where secondary missions are played, and the scenario."""
    context = analysis.context
    if context.activity and plays_secondary(context.scenario):
        yield f"activity:{context.activity.slug}", context.activity
    if context.scenario:
        yield f"scenario:{context.scenario.slug}", context.scenario


def plays_secondary(scenario: Any) -> bool:
    return scenario is None or scenario.secondary_missions


def tokens_of(token: KitToken, entry: Any) -> Discs:
    """The tokens of an activity or of a scenario, with the text that uses them."""
    text = getattr(entry, "special", None) or entry.text
    return Discs(
        heading=local(entry.name),
        text=local(text),
        cite=str(entry.cite),
        label=local(token.name),
        note=local(token.note),
        icon=icon_letter(token.icon),
        numbered=token.count > 1,
        ring=RINGS["double"],
        **in_rows(token.count, TOKEN),
    )


def state_markers(analysis: Any, most: int) -> list[Discs]:
    """Those of the states that this list and its scenario bring about, at most so many of one kind."""
    counts = marker_counts(analysis)
    markers = [marker for marker in play_of(analysis.context.catalogue).markers if counts[marker.slug]]
    return [markers_of(marker, min(counts[marker.slug], most)) for marker in markers]


def marker_counts(analysis: Any) -> dict[str, int]:
    """{slug of a marker: how many} the list's own figures may have before they are out; of some one row.

    In armour a figure has one wound more (RBN p. 30).
    """
    catalogue = analysis.context.catalogue
    rules, wounds = catalogue.play.rules, catalogue.unit_types["combattant"].wounds - 1
    figures = max(analysis.fighter_count, 1)
    armoured = sum(fighter.count for fighter in analysis.fighters if ARMOUR in fighter.tags)
    return {
        "sonne": rules["stunned"].most * figures,
        "blesse": wounds * figures + armoured,
        "feu": ROW if FIRE in rules_used(analysis) else 0,
        "avarie": rules["breakdowns"].least * analysis.vehicle_count,
        "infection": ROW if "zombie" in meets(analysis) else 0,
    }


def markers_of(marker: KitMarker, count: int) -> Discs:
    return Discs(
        heading=local(marker.name),
        text=local(marker.text),
        cite=marker.cite,
        label=local(marker.name),
        note="",
        icon=icon_letter(marker.icon),
        numbered=False,
        ring=RINGS[marker.border],
        **in_rows(count, MARKER),
    )
