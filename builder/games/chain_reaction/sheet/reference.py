"""What a group's players look up: the tables of the book that this list uses, and what its attributes do."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from builder.games.chain_reaction import reactions, session
from builder.games.chain_reaction.sheet.figure import display_name, melee_gains
from builder.games.chain_reaction.sheet.weapons import PLAIN_DICE
from builder.sheets.common import effect_passage, is_play_table, listed, passage, with_results
from builder.sheets.parts import FLOW, SEPARATOR, Passage
from builder.wording import local, minus
from rules.catalogue import Catalogue, Reminder
from rules.games.chain_reaction.analysis import TARGETS, StarGroupAnalysis, centimetres, is_grenade
from rules.games.chain_reaction.play.book import play_of

TESTS, SHOOTING = "tests", "tir"
TARGET = "target"  # `Tick.of`
OF_CARDS = {"vest", "mounted"}  # `Reminder.uses` of what cards say, too
OF_ITS_ARMS = {"blast"}  # of what an opponent asks besides
PASSES = ("2", "1", "0")
RESULTS = re.compile(r"([210])\s*:\s*(.*?)(?=\s*[210]\s*:|$)")  # of a text "2: ... 1: ... 0: ..."
# Rows of reminders about what dice show: from, to.
DICE_ROWS = {
    "blessures": (0, 3),
    "corps-a-corps": (0, 3),
    "star-power": (0, 3),
    "gilet": (0, 3),
    "cavaliers": (0, 2),
    "tir": (2, 5),
}
OF_DICE = 2  # rows of shooting that are about its dice
# The rows of the reminder of tests.
TABLE_TESTS = (
    reactions.FAST,
    reactions.IN_SIGHT,
    reactions.SHOT_AT,
    reactions.CHARGE,
    reactions.CHARGED,
    reactions.STUNNED,
    reactions.RALLY,
    reactions.FOCUS,
    reactions.LEADER_LOST,
)
OF_OTHER_CHAPTERS = ("blesse", "rompre", "groupe")


def reference(analysis: StarGroupAnalysis) -> Iterator[Passage]:
    """The reminders that this list needs, and the session that was rolled."""
    yield from reminders(analysis, analysis.uses - OF_ITS_ARMS - OF_CARDS)
    for row, _roll in session.latest_rolls(analysis.document, analysis.context.catalogue).values():
        if row and local(row.text):
            yield passage(row)


def own_rules(analysis: StarGroupAnalysis) -> Iterator[Passage]:
    """What an opponent has to know of its figures, too."""
    return reminders(analysis, analysis.uses & OF_ITS_ARMS)


def reminders(analysis: StarGroupAnalysis, uses: Collection[str]) -> Iterator[Passage]:
    """The reminders of these uses that are no tables of the game."""
    catalogue = analysis.context.catalogue
    for reminder in catalogue.reminders.values():
        is_elsewhere = reminder.slug == TESTS or is_play_table(catalogue, reminder)
        if reminder.uses in uses and not is_elsewhere:
            yield in_full(analysis, reminder)


def in_full(analysis: StarGroupAnalysis, reminder: Reminder) -> Passage:
    """A reminder with what dice show in boxes, and who throws others."""
    text = with_results(passage(reminder), *DICE_ROWS.get(reminder.slug, ()))
    return replace(text, text=" ".join([text.text, *own_dice(analysis, reminder.slug)]))


def own_dice(analysis: StarGroupAnalysis, slug: str) -> Iterator[str]:
    """Who throws other dice than a table of vests or grenades says."""
    has = {"gilet": lambda figure: figure.unit.vest, "grenades": lambda figure: any(map(is_grenade, figure.weapons))}
    test = {"gilet": reactions.VEST, "grenades": reactions.GRENADE}.get(slug, "")
    for figure in analysis.units if test else ():
        if has[slug](figure) and (dice := reactions.dice(figure, test)) != PLAIN_DICE:
            yield f"{listed(display_name(figure), [dice])}."


def tests_passage(analysis: StarGroupAnalysis) -> Passage:
    """The tests that moves, shots and charges bring."""
    return passage(analysis.context.catalogue.reminders[TESTS])


def table_of_tests(analysis: StarGroupAnalysis, tests: Collection[str] = TABLE_TESTS) -> Passage:
    """The tests that moves, shots and charges bring, with a column for each number of passes."""
    table = tests_passage(analysis)
    headings = (ngettext("{n} pass", "{n} passes", int(passes)).format(n=passes) for passes in PASSES)
    rows = ((name, *results) for test, name, results in once_each(analysis, named_tests(table)) if test in tests)
    return replace(table, rows=(), matrix=((_("Test"), *headings), *rows))


def tests_cards(analysis: StarGroupAnalysis) -> Iterator[Passage]:
    """The same as tables that are narrow as a card, those that are needed most first."""
    table, tests = tests_passage(analysis), play_of(analysis.context.catalogue).tests
    named = sorted(test_names(analysis).items(), key=lambda named: named[0] not in reactions.REACTIONS)
    for test, name, results in once_each(analysis, named):
        yield Passage(name, matrix=(("", local(tests[test].when)), *zip(PASSES, results, strict=True)))
    yield replace(table, rows=())


def once_each(
    analysis: StarGroupAnalysis, named: Iterable[tuple[str, str]]
) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """(slug, name, `results`) of tests: where several paths are those of a test before, its name alone."""
    whose: dict[str, str] = {}
    for test, name in named:
        paths = results(test, analysis)
        yield test, name, tuple(whose.get(words, words) for words in paths)
        row = analysis.context.catalogue.tables["tests"].rows[test]
        whose |= {words: _("as for “{name}”").format(name=local(row.name)) for words in paths if "\n" in words}


def named_tests(table: Passage) -> Iterator[tuple[str, str]]:
    """The slug and the name of each test of the table."""
    return zip(TABLE_TESTS, (name for name, _words in table.rows), strict=True)


def test_names(analysis: StarGroupAnalysis) -> dict[str, str]:
    """The same without conditions, which stand below these names."""
    return {test: name.partition(",")[0] for test, name in named_tests(tests_passage(analysis))}


def results(test: str, analysis: StarGroupAnalysis) -> tuple[str, ...]:
    """What 2, 1 and 0 passes bring, a line for each of its paths."""
    paths = dict(reactions.branches(test, analysis.context.catalogue))
    return tuple(
        "\n".join(FLOW.join(filter(None, (", ".join(path.conditions), path.result))) for path in paths[int(passes)])
        for passes in PASSES
    )


def play(analysis: StarGroupAnalysis) -> Iterator[Passage]:
    """The tables of the game that a turn needs, and other distances."""
    catalogue = analysis.context.catalogue
    for table in catalogue.play.sheet_tables:
        reminder = catalogue.reminders[table.slug]
        if reminder.uses in analysis.uses:
            text = in_full(analysis, reminder)
            yield from shooting(text, catalogue) if table.slug == SHOOTING else (text,)
    yield distances(analysis)


def shooting(text: Passage, catalogue: Catalogue) -> Iterator[Passage]:
    """The reminder of shooting in two: 8, 9 and 10 have a column each, where its `results` are sentences."""
    play = play_of(catalogue)
    causes: dict[tuple[str, tuple[int, ...]], list[str]] = {}
    for tick in play.ticks.values():
        causes.setdefault((tick.of, tick.misses), []).append(local(tick.text))
    rows = [
        (_("target {words}").format(words=", ".join(words)) if of == TARGET else ", ".join(words), missed)
        for (of, missed), words in causes.items()
    ]
    cells = (
        (words, *("–" if total in missed else _("yes") for total in TARGETS))
        for words, missed in (*rows, (local(play.situations["otherwise"].text), ()))
    )
    *totals, last = map(str, TARGETS)
    matrix = (_("hits at"), *totals, f"{last}+"), *cells
    yield replace(text, rows=text.rows[:OF_DICE], results=(), matrix=matrix)
    yield Passage(_("Shooting: special cases"), rows=text.rows[OF_DICE:], cite=text.cite)


def distances(analysis: StarGroupAnalysis) -> Passage:
    """The distances of the chapter on moves that are no moves, with what goes with them; reminders have the others."""
    table = analysis.context.catalogue.tables["distances"]
    rows = [row for row in table.rows.values() if row.slug not in ("zombie", *OF_OTHER_CHAPTERS)]
    texts = ((length_words(row.figures["inches"]), local(row.text)) for row in rows)
    lines = (SEPARATOR.join(filter(None, words)) for words in texts)
    names = (local(row.name) for row in rows)
    metric = _("1″ = {cm}\xa0cm").format(cm=local(centimetres(1)))
    return Passage(local(table.name), metric, tuple(zip(names, lines, strict=True)), str(table.cite))


def length_words(inches: int) -> str:
    """A length in inches, as a table prints it."""
    return minus(f"{inches}″")


def gear(analysis: StarGroupAnalysis) -> Iterator[Passage]:
    """What its attributes, vests and mounts do, for a layout without cards."""
    yield from reminders(analysis, analysis.uses & OF_CARDS)
    used = {slug for figure in analysis.units for slug in figure.unit.attributes}
    gains = set().union(*map(melee_gains, analysis.units))
    for collection in (analysis.context.advantages, analysis.context.disadvantages):
        for slug, row in collection.items():
            if slug in used:
                yield effect_passage(row, slug in gains)
