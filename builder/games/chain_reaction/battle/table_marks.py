"""What is marked of the whole table: how much help it wants, clock and weather, noise, a die a side."""

from collections.abc import Iterator, Sequence

from builder.battles.markers import bilingual
from rules.catalogue import Catalogue
from rules.games.chain_reaction.clock import TIMES
from rules.games.chain_reaction.modes import MOST_MARKERS, ZOMBIES
from rules.games.chain_reaction.odds import SIDES
from rules.games.chain_reaction.play import turns
from rules.games.chain_reaction.play.turns import MODE
from rules.play.actions import Choice
from rules.play.battle import ASSISTED, BOXES, COUNTER, GAME_PLAYS, HELP, MARKS_ONLY, BattleSide, Marker
from rules.text import _

HELPS = (
    Choice(str(MARKS_ONLY), _("Marks only"), _("Boxes to tick; the book says the rest.")),
    Choice(str(ASSISTED), _("Assisted"), _("Says what is next and reads the dice that you roll.")),
    Choice(str(GAME_PLAYS), _("The game plays"), _("Rolls, and says what zombies and insurgents do.")),
)


def table(catalogue: Catalogue, _scenario: str | None, sides: Sequence[BattleSide]) -> list[Marker]:
    """All of it; against a side that the game plays, a battle begins with all of its help."""
    is_solo = any(side.run_by_game for side in sides)
    helping = Marker(
        HELP.rpartition("/")[2],
        bilingual(_("Help")),
        BOXES,
        most=GAME_PLAYS,
        start=GAME_PLAYS if is_solo else MARKS_ONLY,
    )
    noise, cite = bilingual(_("Noise markers")), str(catalogue.tables["modes"].cite)
    return [
        helping,
        *day(catalogue),
        Marker(turns.NOISE, noise, COUNTER, most=MOST_MARKERS, each_round=True, cite=cite),
        *infestation(catalogue, sides),
        *dice(catalogue, sides),
    ]


def day(catalogue: Catalogue) -> Iterator[Marker]:
    """Time of day and weather as the sums of 2D6 that lead to them, and how many turns are left."""
    for slug, key in turns.TABLES.items():
        table = catalogue.tables[slug]
        most = max(row.high or 0 for row in table.rows.values())
        yield Marker(key, table.name.followed_by(f" ({table.dice})"), COUNTER, most=most, cite=str(table.cite))
    times = catalogue.tables[TIMES]
    longest = max(row.figures["turns"] for row in times.rows.values())
    yield Marker(turns.LEFT, bilingual(_("Turns left of it")), COUNTER, most=longest, cite=str(times.cite))


def infestation(catalogue: Catalogue, sides: Sequence[BattleSide]) -> Iterator[Marker]:
    """The level of the variant, 0 without it, and that a turn's noise was rolled for."""
    if any(side.facts.get(MODE) == ZOMBIES for side in sides):
        table = catalogue.tables["infestation"]
        yield Marker(turns.INFESTATION, table.name, BOXES, most=len(table.rows), cite=str(table.cite))
        yield Marker(turns.AWAKENED, table.name, each_round=True)


def dice(catalogue: Catalogue, sides: Sequence[BattleSide]) -> Iterator[Marker]:
    """An activation die for each side."""
    label, cite = bilingual(_("Activation die")), str(catalogue.special_rules["activation"].cite)
    for number in range(len(sides)):  # without the names of lists, which are forgotten with them
        whose = label.followed_by(f" {number + 1}") if len(sides) > 1 else label
        yield Marker(turns.die_key(number), whose, BOXES, most=SIDES, each_round=True, cite=cite)
