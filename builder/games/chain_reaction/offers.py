"""What a group may still take: for the whole list, for one figure; refused things with reasons."""

from dataclasses import dataclass

from builder.edits import add_unit
from builder.games.chain_reaction import edits
from builder.options import Asking, Group
from rules.games.chain_reaction.document import GENERIC, Figure
from rules.games.chain_reaction.survey import HUMAN, LEAST_STAR_REP, NEW_REP
from rules.text import Message, Text, _


@dataclass(frozen=True)
class Entry:
    """Something to offer that is no row of the book."""

    name: Text
    icon: str = ""


STAR = Entry(Text("Star", "Star"), "star-formation")
VEST = Entry(Text("Gilet pare-balles", "Bullet-proof vest"))
HORSE = Entry(Text("À cheval", "On horseback"))
LEADER = Entry(Text("Leader", "Leader"))
WEAKENED = Entry(Text("REP −1 à la prochaine partie", "REP −1 in the next game"))


# --- the whole list -------------------------------------------------------------------------------------------------


def new_units(bench):
    """What may be added: the Star, figures that are chosen, figures that are drawn (a table each)."""
    asking, terms = Asking.of(bench), bench.survey.terms
    kinds = tuple(
        asking.offer(f"add-npc {row.slug}", row, edits.add_npc, row.slug, bench.catalogue)
        for row in terms.figures.values()
    )
    return [
        Group("star", _("Star"), (asking.offer("add-star", STAR, edits.add_star),)),
        Group("drawn", _("Drawn by dice"), tuple(draws(bench, asking))),
        Group("chosen", _("Chosen, not rolled"), kinds),
    ]


def draws(bench, asking):
    """A draw on each table; the figure that comes of it is only known when the dice have fallen."""
    anybody = Figure(rep=1)
    for word, table in bench.survey.terms.draws.items():
        yield asking.offer(f"draw-npc {word}", table, add_unit, anybody, cost=table.dice)


# --- one figure -----------------------------------------------------------------------------------------------------


def of_unit(bench, index):
    """The groups of offers for the figure at `index`: weapons by period, its list's first, then attributes."""
    asking, catalogue = Asking.of(bench), bench.catalogue
    for period in periods(bench):
        table = catalogue.tables[f"weapons-{period.slug}"]
        offers = tuple(
            asking.offer(
                f"add-weapon {index} {period.slug} {row.slug}", row, edits.add_weapon, index, period.slug, row.slug
            )
            for row in table.rows.values()
        )
        yield Group(period.slug, named(period), offers)
    for key in ("advantages", "disadvantages"):
        rows = [row for row in catalogue.tables[key].rows.values() if bench.survey.terms.attribute(row.slug)]
        offers = tuple(
            asking.offer(f"add-attribute {index} {row.slug}", row, edits.add_attribute, index, row.slug) for row in rows
        )
        yield Group(key, named(catalogue.tables[key]), offers)


def named(entry):
    """The name of an entry as a heading."""
    return Message("{name}", {"name": entry.name})


def periods(bench):
    """The periods that have weapons: the list's own, the generic one, then the others."""
    rows = bench.catalogue.tables["periods"].rows.values()
    mine = bench.list.period
    return sorted(rows, key=lambda row: (row.slug != mine, row.slug != GENERIC))


def reps(bench, index):
    """The REPs that the figure at `index` could have."""
    asking, unit = Asking.of(bench), bench.list.units[index]
    least = LEAST_STAR_REP if unit.kind == "star" else 1
    return tuple(
        asking.offer(f"set-rep {index} {rep}", rep, edits.set_rep, index, str(rep), taken=unit.rep == rep)
        for rep in range(NEW_REP, least - 1, -1)
    )


def figures(bench, index):
    """What the figure at `index` could be: human, dog, zombie."""
    asking, unit = Asking.of(bench), bench.list.units[index]
    return tuple(
        asking.offer(
            f"set-figure {index} {row.slug}",
            row,
            edits.set_figure,
            index,
            row.slug,
            bench.catalogue,
            taken=unit.figure == row.slug,
        )
        for row in bench.survey.terms.figures.values()
    )


def switches(bench, index):
    """What is on or off on the figure at `index`: leader, vest, horse, REP in the next game."""
    asking, unit = Asking.of(bench), bench.list.units[index]
    leader = bench.list.leader == index
    yield asking.offer(f"set-leader {index}", LEADER, edits.set_leader, index, taken=leader)
    yield asking.offer(f"toggle-vest {index}", VEST, edits.toggle("vest"), index, taken=unit.vest)
    if unit.figure == HUMAN or unit.mounted:
        yield asking.offer(f"toggle-mounted {index}", HORSE, edits.toggle("mounted"), index, taken=unit.mounted)
    if bench.list.campaign or unit.next_game_rep:
        taken = unit.next_game_rep != 0
        yield asking.offer(f"toggle-next-game {index}", WEAKENED, edits.toggle_next_game, index, taken=taken)
