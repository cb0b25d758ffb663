"""What the templates of Chain Reaction need beside what all templates have."""

from collections.abc import Iterable, ValuesView
from dataclasses import asdict
from typing import Any
from urllib.parse import urlencode

from django import template

from builder.games.chain_reaction import session as sessions
from builder.games.chain_reaction.crews import crewed_lines
from builder.games.chain_reaction.sheet.figure import faces, needed
from builder.lists.loaded import LoadedRoster
from builder.templatetags.components import cached_include
from builder.wording import local, minus
from rules.catalogue import Table, TableRow
from rules.games.chain_reaction.analysis import RulesContext, length
from rules.games.chain_reaction.modes import Stirring, weapon_row
from rules.text import _

register = template.Library()
register.filter(faces)
register.filter(needed)
register.filter(crewed_lines)
register.filter("attribute", RulesContext.attribute)
register.filter("proof_of", sessions.proof_of_draw)
register.filter("insurgent_weapon", weapon_row)
FIGURE_COLUMNS = {"rep": "REP", "inches": _("distance"), "sight": _("sight")}
ROW_TEMPLATES = {"tests": "test_rows", "mortars": "mortar_rows", "mortar-crews": "crew_rows", "moves": "move_rows"}


@register.simple_tag
def rows_of(table: Table) -> str:
    """The rows of a table of the book, rendered once, by the template that fits their figures."""
    kind = "weapon_rows" if table.slug.startswith("weapons-") else ROW_TEMPLATES.get(table.slug, "plain_rows")
    return cached_include(f"chain-reaction/_{kind}.html", table=table)


@register.simple_tag
def figure_column(table: Table) -> dict[str, Any] | None:
    """The column of the figure that a table's rows have: its key, its name, whether it is a length; or None."""
    keys = [key for key in FIGURE_COLUMNS if any(row.figures.get(key) for row in table.rows.values())]
    return {"key": keys[0], "label": FIGURE_COLUMNS[keys[0]], "is_length": keys[0] != "rep"} if keys else None


@register.filter
def inches(number: int | None) -> str:
    """A length in inches as the book writes it: 48″ (120 cm); a dash where it has none."""
    return "–" if number is None else minus(local(length(number)))


@register.filter
def session(loaded: LoadedRoster) -> list[dict[str, Any]]:
    """The newest roll for the time of day and for the weather, from the list's log (see `session_tables`)."""
    return list(sessions.session_tables(loaded.document, loaded.catalogue))


@register.filter
def clock_query(loaded: LoadedRoster) -> str:
    """The query that starts the clock with these rolls; "" where one of them is missing."""
    clock = sessions.session_clock(loaded.document, loaded.catalogue)
    return f"?{urlencode(asdict(clock))}" if clock else ""


@register.filter
def rows(table: Table) -> ValuesView[TableRow]:
    return table.rows.values()


@register.filter
def appearing(stirrings: Iterable[Stirring]) -> int:
    """How many zombies appear."""
    return sum(stirring.appears for stirring in stirrings)
