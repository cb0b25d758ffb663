"""The first page of a list: its head, its units, what an opponent reads, and which tables of rules it asks for."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property

from django.utils.translation import gettext

from builder.sheets.choices import PrintChoices
from builder.sheets.head import Trackers, head_height, trackers_of
from builder.sheets.measure import height
from builder.sheets.paper import (
    COLUMN_GAP,
    LARGE,
    LOW,
    LOW_PAPER,
    MOST_WORDS,
    NORMAL,
    PAPERS,
    POINTS,
    SLEEVED,
    Metrics,
)
from builder.sheets.parts import Passage, Plan, Sheet, count_words
from builder.sheets.row_table import Table
from builder.sheets.rows import rows_of
from builder.sheets.tables import few_words, glossary

PLANS_ACROSS, PLAN_TITLE = 2, 20  # plans beside each other; points of the title of one, with its gap
MOST_NEEDED = 3  # tables of the game: the first of them
FIXED_WORDS = 30  # of the headings that all rosters have, and of the footer


class FirstPage:
    """What stands under the name of a list, whatever the type of its tables of rules."""

    def __init__(self, sheet: Sheet, choices: PrintChoices):
        if choices.for_opponent:
            # all else that is counted is its player's, where there is an opponent
            tracks = tuple(track for track in sheet.tracks if track.fatal or not sheet.has_opponent)
            sheet = replace(sheet, notes=(), brief=sheet.opponent_brief, tracks=tracks, writing=())
        elif not choices.prints("head"):
            sheet = replace(sheet, brief=())
        self.sheet = sheet
        self.choices = choices
        self.paper = PAPERS[choices.paper]
        small = SLEEVED if choices.in_sleeves else NORMAL if self.paper.height > LOW_PAPER else LOW
        self.metrics: Metrics = LARGE if choices.large_print else small

    @property
    def stands_under_name(self) -> set[str]:
        """The parts that are printed under the name of the list."""
        return set(self.choices.printed_parts) - {"cards", "kit"} - (set() if self.sheet.checks else {"findings"})

    @property
    def content(self) -> tuple[float, float]:
        """Width and height of a page inside its margins, in points."""
        width, height = self.paper.content_size
        return width * POINTS, height * POINTS

    @cached_property
    def head_height(self) -> float:
        """The greatest height of what stands on the first page above the units, in points."""
        return self.height_with(self.brief)

    def height_with(self, brief: tuple[Passage, ...]) -> float:
        """The same with these passages about the game."""
        findings = self.sheet.checks if self.choices.prints("findings") else ()
        return head_height(replace(self.sheet, brief=brief), self.content[0], self.metrics, findings)

    @cached_property
    def wide_tables(self) -> tuple[Passage, ...]:
        """Tables as wide as the page for which the first one has no room: the columns of weapons are worth more."""
        brief = self.sheet.brief
        wide = tuple(passage for passage in brief if passage.matrix)
        if not wide:
            return ()
        tables = self.unit_tables if self.choices.prints("roster") else []
        least = min((table.height for table in tables), default=0.0)
        return wide if self.height_with(brief) + least + self.plans_height > self.content[1] else ()

    @cached_property
    def brief(self) -> tuple[Passage, ...]:
        """What the first page says of the game."""
        return tuple(passage for passage in self.sheet.brief if passage not in self.wide_tables)

    def is_needed(self, passage: Passage) -> bool:
        """Whether the first page should have a table: the first ones of the game, for an opponent all of the list."""
        if self.choices.for_opponent:
            return passage not in self.sheet.play[MOST_NEEDED:]
        return passage in self.tables_below[:MOST_NEEDED]

    def missing(self, lacking: Iterable[Passage]) -> float:
        """How much of what the first page should have is lacking: each table weighs more than all after it."""
        places = {table: place for place, table in enumerate(self.tables_below)}
        return sum(0.5 ** places.get(table, 0) for table in lacking if self.is_needed(table))

    @cached_property
    def room_for_units(self) -> float:
        """The height that is left for the units on the first page."""
        return self.content[1] - self.head_height - self.plans_height

    @cached_property
    def fitting(self) -> list[Table]:
        """The tables of units that the first page has room for."""
        return [table for table in self.unit_tables if table.height <= self.room_for_units]

    @cached_property
    def unit_tables(self) -> list[Table]:
        """The table of units in each type, then less high ones: with labels among words."""
        rows = rows_of(self.sheet, self.choices)
        return [
            Table(rows, number, self.content[0], self.metrics, tight)
            for tight in (False, True)
            for number in range(len(self.metrics.rows))
        ]

    @cached_property
    def trackers(self) -> Trackers:
        return trackers_of(self.sheet.tracks, self.content[0], self.metrics)

    # --- plans, for the opponent who rolls on them ---

    @cached_property
    def plans(self) -> list[tuple[str, Plan]]:
        """(whose it is, what each side of it says), each plan once."""
        whose: dict[Plan, list[str]] = {}
        for unit in self.sheet.units if self.choices.for_opponent else ():
            for item in unit.card.lines:
                if isinstance(item, Plan):
                    whose.setdefault(item, []).append(f"{unit.tag(0)} {unit.name}")
        return [(", ".join(names), plan) for plan, names in whose.items()]

    @property
    def plans_across(self) -> int:
        return 1 if self.choices.large_print else PLANS_ACROSS

    @property
    def plans_height(self) -> float:
        """Of the rows of plans."""
        width = (self.content[0] - COLUMN_GAP * (self.plans_across - 1)) / self.plans_across
        type_ = self.metrics.tables[-1]
        heights = [PLAN_TITLE + height(plan, width, *type_, self.metrics) for _names, plan in self.plans]
        rows = (heights[start : start + self.plans_across] for start in range(0, len(heights), self.plans_across))
        return sum(map(max, rows))

    # --- tables of rules ---------------------------------------------------------------------------------------------

    @cached_property
    def tables_below(self) -> Sequence[Passage]:
        """The tables for the room on the first page; for an opponent what this list has comes first."""
        sheet = self.sheet
        if self.choices.for_opponent:
            return (*self.own_rules, *sheet.play)
        has_more = self.choices.prints("reference")
        return (
            *(sheet.play if has_more or self.choices.prints("roster") else ()),
            *(self.looked_up if has_more else ()),
        )

    @cached_property
    def looked_up(self) -> tuple[Passage, ...]:
        """The rules of what the list has, and what cards say of them where there are none."""
        sheet = self.sheet
        plans = () if self.choices.prints("cards") else sheet.plans
        return (*self.own_rules, *plans, *glossary(gettext("Also"), sheet.reference, sheet.book))

    @cached_property
    def own_rules(self) -> tuple[Passage, ...]:
        """What the list has means: its special rules, and its gear where no cards say it."""
        gear = () if self.choices.prints("cards") else self.sheet.gear
        return glossary(gettext("Special rules"), [*self.sheet.rules, *gear], self.sheet.book)

    @cached_property
    def short_tables(self) -> tuple[list[Passage], list[Passage]]:
        """(the tables for which the first page has words left, the others).

        Who only looks up has time to read; further pages of units have no limit.
        """
        if self.choices.for_opponent or not self.choices.prints("roster") or not self.fitting:
            return list(self.tables_below), []
        return few_words(self.tables_below, MOST_WORDS - self.words_above)

    @cached_property
    def words_above(self) -> int:
        """How many words stand on the first page above the tables."""
        sheet = self.sheet
        states = (words for track in sheet.tracks for words in (track.label, track.effect, track.note))
        head = [sheet.name, sheet.subtitle, sheet.verdict, sheet.credit, *sheet.notes, *states]
        head += [figure.label for figure in sheet.head] + [row.words for row in sheet.writing]
        if self.choices.prints("findings"):
            head += [f"{one.about} {one.text} {one.cite}" for one in sheet.checks]
        return (
            FIXED_WORDS
            + count_words(" ".join(head))
            + sum(passage.words for passage in self.brief)
            + (self.unit_tables[0].count_words() if self.choices.prints("roster") else 0)
        )
