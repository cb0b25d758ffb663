"""What a group's players look up: special rules of this list, what gear does, the tables in short."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.utils.translation import gettext as _

from builder.families.red_button.sheet.fighter import threshold
from builder.families.red_button.sheet.reference import rules_used
from builder.families.red_button.sheet.weapons import bands, dice, reach
from builder.games.first_wave.play import ENTRY, INFECTION
from builder.games.first_wave.sheet.fighter import GAINS
from builder.sheets.common import NO_BREAK, effect, effect_passage, is_play_table, listed, passage, play_tables
from builder.sheets.parts import SEPARATOR, Passage
from builder.wording import local
from rules.catalogue import Catalogue, Table, TableRow
from rules.families.red_button.weapons import FOOT_BASE, MELEE_BASE
from rules.games.first_wave.analysis import SurvivorGroupAnalysis

MOVING = ("actions", "mouvements", "escalade", "chute", "nager")
SHOTS = ("tir-sur-infecte", "tir-sur-machine", "tir-sur-survivant")
MELEE_EFFECT = "effet-corps-a-corps"
TABLES = ("ressources", "blindage")


def rules(analysis: SurvivorGroupAnalysis) -> Iterator[Passage]:
    """The special rules of its weapons."""
    used = rules_used(analysis)
    rules = analysis.context.catalogue.special_rules.items()
    yield from (effect_passage(rule) for slug, rule in rules if slug in used)


def reference(analysis: SurvivorGroupAnalysis) -> Iterator[Passage]:
    """The reminders that are none of the tables of the game."""
    catalogue = analysis.context.catalogue
    entries = catalogue.reminders.values()
    yield from (passage(entry) for entry in entries if not is_play_table(catalogue, entry) and entry.slug not in MOVING)


def play(analysis: SurvivorGroupAnalysis) -> Iterator[Passage]:
    """The tables of the game: shooting, melee, states, NPCs, fire and what brings NPCs, the turn, all others, moves."""
    catalogue = analysis.context.catalogue
    slugs = (table.slug for table in catalogue.play.sheet_tables)  # none in a book stored before they were there
    tables = dict(zip(slugs, play_tables(catalogue, lambda _reminder: True), strict=True))
    turn, shooting, melee, states = map(tables.get, ("tour-de-jeu", "tir", "corps-a-corps", "etats"))
    yield from filter(None, [shooting])
    yield shots([catalogue.tables[slug] for slug in SHOTS])
    if melee:
        yield with_effect(melee, catalogue.tables[MELEE_EFFECT])
    yield from filter(None, [states])
    yield chart(catalogue.tables["actions-des-pnj"])
    yield beasts(catalogue)
    yield table_passage(catalogue.tables["feu"])
    yield infection(catalogue)
    yield table_passage(catalogue.tables[ENTRY])
    yield from filter(None, [turn])
    yield from (table_passage(catalogue.tables[slug]) for slug in TABLES)
    if moving := [entry for slug, entry in catalogue.reminders.items() if slug in MOVING]:
        rows = tuple(row for moves in moving for row in passage(moves).rows)
        yield Passage(local(moving[0].name), rows=rows, cite=headings(moving))


def headings(entries: Any) -> str:
    """Where entries without a page stand: the book, then the heading of each."""
    return ", ".join([entries[0].cite.book, *(entry.cite.place for entry in entries)])


def table_passage(table: Table) -> Passage:
    """A table in short: when it is used, what the dice or successes show, and what comes of it."""
    title = local(table.name)
    rows = tuple((left_column(table, row), local(row.card or row.name)) for row in table.rows.values())
    return Passage(f"{title} ({table.dice})" if table.dice else title, effect(table), rows, str(table.cite))


def infection(catalogue: Catalogue) -> Passage:
    """What the die alone shows when a fighter is lost, by its markers (p. 11)."""
    rule = catalogue.play.rules["infection"]
    markers = range(1, rule.most)
    heads = (_("Markers"), *map(str, markers), f"{rule.most}+")
    lost = (_("Lost on"), *(f"{rule.least - number}+" for number in markers), _("always"))
    return replace(table_passage(catalogue.tables[INFECTION]), rows=(), matrix=(heads, lost))


def with_effect(melee: Passage, table: Table) -> Passage:
    """How melee goes, with what the difference of successes brings in boxes below."""
    effects = table_passage(table)
    rows = (*melee.rows, (_("Effect"), effects.text))
    return replace(melee, rows=rows, results=effects.rows, cite=f"{melee.cite}, {table.cite.place}")


def shots(tables: Sequence[Table]) -> Passage:
    """What the successes of a shot do: a row for each number of them, a column for each kind of target."""
    last = max(row.low or 0 for table in tables for row in table.rows.values())
    effects = [(number, tuple(shot_effect(table, number) for table in tables)) for number in range(1, last + 1)]
    groups = ((cells, [number for number, _cells in group]) for cells, group in groupby(effects, itemgetter(1)))
    rows = ((successes(numbers[0], numbers[-1], last), *cells) for cells, numbers in groups)
    heads = ("", *(local(table.name) for table in tables))
    return Passage(_("Shooting effect"), cite=headings(tables), matrix=(heads, *rows))


def shot_effect(table: Table, number: int) -> str:
    return next(local(row.card) for row in table.rows.values() if (row.low or 0) <= number <= (row.high or 0))


def successes(low: int, high: int, last: int) -> str:
    """Successes in words; those of the last row, or more: "5+"."""
    if high == last:
        return f"{low}+"
    return str(low) if low == high else f"{low}-{high}"


def left_column(table: Table, row: TableRow) -> str:
    """The totals of the dice that lead to a row; its name in a table without dice."""
    if not table.dice:
        return local(row.name)
    return str(row.low) if row.low == row.high else f"{row.low}-{row.high}"


def beasts(catalogue: Catalogue) -> Passage:
    """The bestiary: move, T, C and melee dice of infected and machines; above them packs and shots."""
    table = catalogue.tables["bestiaire"]
    heads = ("", _("move, cm"), "T", "C", _("dice"))
    rows = ((local(row.name), *beast_figures(row.figures)) for row in table.rows.values())
    more = (listed(local(row.name), words) for row in table.rows.values() if (words := list(extras(catalogue, row))))
    return Passage(local(table.name), SEPARATOR.join(more), cite=str(table.cite), matrix=(heads, *rows))


def beast_figures(figures: Mapping[str, Any]) -> tuple[str, ...]:
    return (
        str(figures["move"]),
        threshold(figures["T"]),
        threshold(figures["C"]),
        dice(MELEE_BASE + figures["melee"]),
    )


def extras(catalogue: Catalogue, row: TableRow) -> Iterator[str]:
    """What it needs in a pack, and all dice of each band of its gun."""
    if "pack" in row.figures:
        yield _("C {pack}+ in a pack").format(pack=row.figures["pack"])
    if gun := row.figures.get("gun"):
        yield from (f"{reach(band)} {dice(FOOT_BASE + band.dice)}" for band in bands(catalogue.weapons[gun]))


def chart(table: Table) -> Passage:
    """What infected and machines do: each question, and where its answers lead; the last step asks none (p. 10)."""
    heads = ("", _("yes"), _("no"))
    rows = (step(local(row.name), row.figures) for row in table.rows.values())
    return Passage(local(table.name), effect(table), cite=str(table.cite), matrix=(heads, *rows))


def step(name: str, figures: Mapping[str, Any]) -> tuple[str, str, str]:
    yes, no = (str(figures[answer] or "") for answer in ("yes", "no"))
    return f"{figures['step']}{NO_BREAK} {name}", yes, no


def gear(analysis: SurvivorGroupAnalysis) -> Iterator[Passage]:
    """Equipment, abilities and rounds of the list with what they do: for a layout without cards."""
    catalogue = analysis.context.catalogue
    fighters = analysis.fighters
    tags = set().union(*(fighter.tags for fighter in fighters))
    ammunition = {slug for fighter in fighters for weapon in fighter.unit.weapons for slug in weapon.ammunition}
    for collection, used in (
        (catalogue.equipment, tags),
        (catalogue.abilities, tags),
        (catalogue.ammunition, ammunition),
    ):
        yield from (effect_passage(item, slug in GAINS) for slug, item in collection.items() if slug in used)
