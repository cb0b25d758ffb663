"""A sheet on a screen: units that read alike on one card, findings of a rule together, nothing only for paper."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from builder.lists.findings import MIND
from builder.sheets.parts import (
    BOX,
    NONE,
    SEPARATOR,
    TICKED,
    Aside,
    BoxTable,
    CardItem,
    CardLine,
    Fact,
    FigureRow,
    LabelledFigure,
    PlainItem,
    Plan,
    Sheet,
    SheetCard,
    SheetFinding,
    SheetUnit,
    Strips,
    without_frames,
)
from rules.verdict import BAD, TODO

LINE_TO_WRITE_ON = re.compile("_{4,}")


@dataclass(frozen=True, slots=True)
class ScreenCard:
    """Units of a list that read alike but for their names, in the order of the list; most cards have one."""

    units: tuple[SheetUnit, ...]

    @property
    def first(self) -> SheetUnit:
        return self.units[0]

    @property
    def badges(self) -> tuple[str, ...]:
        return self.first.badges + self.first.made

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys(unit.name for unit in self.units))

    @property
    def numbers(self) -> str:
        """Where its units stand in the list: "#2, #5, #7"."""
        return ", ".join(unit.number for unit in self.units)

    @property
    def count(self) -> int:
        return sum(unit.count for unit in self.units)

    @property
    def points(self) -> int | None:
        """The points of all its units; None in a game without points."""
        return sum(unit.points or 0 for unit in self.units) if self.first.points is not None else None

    @property
    def state(self) -> str:
        """How the card is marked, by the gravest finding of its units: BAD, TODO, MIND or ""."""
        levels = {finding.level for finding in self.first.findings}
        return next((level for level in (BAD, TODO, MIND) if level in levels), "")

    @property
    def stats(self) -> list[LabelledFigure]:
        """What dice must show, then its other figures."""
        card = self.first.card
        return [on_screen(replace(shield, loud=True)) for shield in card.shields] + [*map(on_screen, card.stats)]

    @property
    def arms(self) -> list[CardLine]:
        """What has figures of its own, such as weapons with their dice: a folded card shows it."""
        return [line for line in self.lines if line.head and line.asides and not line.title]

    @property
    def lines(self) -> list[CardLine]:
        """The lines of the first copy, then those in which other copies differ (the crews of vehicles)."""
        first, *others = dict.fromkeys(self.first.cards)
        lines: list[CardItem] = list(first.lines)
        for other in others:
            number = self.first.cards.index(other) + 1
            lines.append(CardLine(_("No. {number}").format(number=number), title=True))
            lines += [line for line in other.lines if line not in first.lines]
        return list(screen_lines(lines))


def screen_cards(sheet: Sheet) -> list[ScreenCard]:
    """The cards of a sheet: units that read alike share one, at the place of the first of them."""
    alike: dict[tuple[object, ...], list[SheetUnit]] = {}
    for unit in sheet.units:
        alike.setdefault(reading(unit), []).append(unit)
    return [ScreenCard(tuple(units)) for units in alike.values()]


def reading(unit: SheetUnit) -> tuple[object, ...]:
    """All that a card says of a unit, but for its name, its number and how many copies there are."""
    findings = tuple((finding.rule, finding.text) for finding in unit.findings)
    cards: tuple[SheetCard, ...] = tuple(dict.fromkeys(unit.cards))
    return unit.kind, unit.badges, unit.made, unit.cost, cards, findings, unit.picture


@dataclass(frozen=True, slots=True)
class ScreenFinding:
    """The findings of one rule, which a reader counts as one."""

    findings: tuple[SheetFinding, ...]

    @property
    def first(self) -> SheetFinding:
        return self.findings[0]

    @property
    def texts(self) -> list[tuple[str, list[SheetFinding]]]:
        """Each of its texts with those of its findings that are about a unit."""
        distinct = dict.fromkeys(finding.text for finding in self.findings)
        return [
            (text, [finding for finding in self.findings if finding.text == text and finding.unit is not None])
            for text in distinct
        ]


def screen_findings(sheet: Sheet) -> list[ScreenFinding]:
    """The findings of a sheet, those of one rule together at the place of the first of them."""
    rules = dict.fromkeys(finding.rule for finding in sheet.findings)
    return [ScreenFinding(tuple(finding for finding in sheet.findings if finding.rule == rule)) for rule in rules]


def screen_facts(sheet: Sheet) -> list[Fact]:
    """The facts of the head that are known."""
    return [fact for fact in sheet.facts if written(fact.value)]


def on_screen(figure: LabelledFigure) -> LabelledFigure:
    """A figure; a dash where paper has an empty box."""
    return replace(figure, value=written(figure.value) or NONE)


def as_lines(item: PlainItem) -> Iterator[CardLine]:
    """An item of a card as lines of text; places to write and to tick are for paper."""
    if isinstance(item, CardLine):
        yield with_targets(item) if item.rows else item
    elif isinstance(item, FigureRow):
        yield from figure_lines(item)
    elif isinstance(item, Plan):
        yield CardLine(item.caption, title=True)
        for side in (item.front, item.left, item.right, item.rear):
            yield CardLine(side.title, SEPARATOR.join(f"{left} {right}" for left, right in side.rows))
    elif isinstance(item, BoxTable):
        yield CardLine(item.head, title=True)
        for name, boxes in item.rows:
            if name:
                yield CardLine(name, SEPARATOR.join(track.label for track in boxes if TICKED in track.boxes))
    elif isinstance(item, Strips):
        for strip in item.strips:
            yield CardLine(strip.heading, strip.text)


def with_targets(line: CardLine) -> CardLine:
    """A weapon whose dice say against whom they are, in the cell of each band."""
    columns = zip(*(row.dice for row in line.rows), strict=True)
    targets = [row.target for row in line.rows]
    values = [
        SEPARATOR.join(f"{target} {dice}" for target, dice in zip(targets, column, strict=True) if dice)
        for column in columns
    ]
    asides = tuple(replace(aside, value=value) for aside, value in zip(line.asides, values, strict=True))
    return replace(line, asides=asides, rows=())


def figure_lines(item: FigureRow) -> Iterator[CardLine]:
    """The figures that are known: those of a row on one line, words on a line each."""
    known = [figure for figure in item.figures if written(figure.value)]
    if item.plain:
        yield from (CardLine(figure.label, figure.value) for figure in known)
    elif known:
        yield CardLine(
            text=SEPARATOR.join(" ".join(f"{figure.label} {figure.note} {figure.value}".split()) for figure in known)
        )


def screen_lines(items: Iterable[CardItem]) -> Iterator[CardLine]:
    """The lines that say something, without boxes to tick and lines to write on; no heading without a line."""
    heading = None
    for line in map(without_blanks, (line for item in without_frames(items) for line in as_lines(item))):
        if line.title:
            heading = line
        elif line.text or line.asides or (line.head and not line.ticks):
            if heading:
                yield heading
            heading = None
            yield replace(line, tracks=())


def without_blanks(line: CardLine) -> CardLine:
    """A line without places to fill in; the player's own words, which may be `splits`, stay as they are."""
    if line.splits:
        return line
    is_blank = any(aside.value for aside in line.asides) and not any(written(aside.value) for aside in line.asides)
    known = () if is_blank else line.asides
    asides = tuple(Aside(written(aside.on_screen or aside.label), or_dash(aside.value)) for aside in known)
    head = or_dash(line.head)
    return replace(line, head=head, text=written(line.text), asides=tuple(aside for aside in asides if aside.words))


def or_dash(text: str) -> str:
    """The same; a dash where nothing else stood."""
    return written(text) or (NONE if text else "")


def written(text: str) -> str:
    """A text without lines to write on; a dash for each box that is to be filled in."""
    return LINE_TO_WRITE_ON.sub("", text).replace(BOX, NONE).strip()
