"""What the templates of Chain Reaction need beside what all templates have."""

from dataclasses import asdict
from urllib.parse import urlencode

from django import template

from builder.games.chain_reaction import session as sessions
from builder.templatetags.components import cached_include
from builder.wording import local
from rules.games.chain_reaction.analysis import length
from rules.games.chain_reaction.modes import weapon_row

register = template.Library()
ROWS = {"mortars": "mortar_rows", "mortar-crews": "crew_rows", "moves": "move_rows"}


@register.simple_tag
def rows_of(table):
    """The rows of a table of the book, drawn once: what a table shows of its figures depends on what they are."""
    kind = "weapon_rows" if table.slug.startswith("weapons-") else ROWS.get(table.slug, "plain_rows")
    return cached_include(f"chain-reaction/_{kind}.html", table=table)


@register.filter
def inches(number):
    """A length in inches as the book writes it: 48" (120 cm); a dash where it has none."""
    return "–" if number is None else local(length(number))


@register.filter
def faces(numbers):
    """Faces of a die as a player reads them: 1-4, or a dash for none."""
    if not numbers:
        return "–"
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


@register.filter
def needed(shot):
    """What a die must show at least for a `Shot`: 4+, or a dash where no face does."""
    return "–" if shot.needs is None else f"{shot.needs}+"


@register.filter
def attribute(context, slug):
    """The row of an attribute, or None."""
    return context.attribute(slug)


@register.filter
def proof_of(document, draw):
    """The query of the page that throws a draw's dice again; "" where its seed does not give them."""
    return sessions.proof_of_draw(document, draw)


@register.filter
def session(loaded):
    """What was rolled for day and weather: the newest roll on each table, from the list's log."""
    return list(sessions.shown(loaded.document, loaded.catalogue))


@register.filter
def clock_query(loaded):
    """The query that starts the clock with what was rolled; "" where nothing was."""
    clock = sessions.clock(loaded.document, loaded.catalogue)
    return f"?{urlencode(asdict(clock))}" if clock else ""


@register.filter
def rows(table):
    return table.rows.values()


@register.filter
def insurgent_weapon(catalogue, row):
    """The weapon that a row of the insurgents' table names, with its figures."""
    return weapon_row(catalogue, row)


@register.filter
def appearing(stirrings):
    """How many zombies appear."""
    return sum(one.appears for one in stirrings)
