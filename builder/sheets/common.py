"""The parts of a `Sheet` that are the same for all games."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from builder.sheets.icons import icon_letter
from builder.sheets.parts import BOX, TICKED, CardLine, Passage, Sheet, SheetFinding, SheetUnit, Track
from builder.sheets.parts import NO_BREAK as NO_BREAK
from builder.wording import clean, local, verdict_word
from rules.catalogue import Catalogue, Reminder
from rules.checks import ERROR, Finding
from rules.document import Document, Unit
from rules.game import RosterAnalysis
from rules.text import Text
from rules.verdict import Verdict

ABSURD = re.compile(r"\d{7,}")
GAIN, CLAUSE_END = re.compile(r"[+−]\d"), re.compile(r"\s?;|\.(?=\s|$)|$")


def judged_sheet(
    document: Document,
    verdict: Verdict,
    unit_name: Callable[[Any], str],
    unit_fields: Callable[[Any], dict[str, Any]],
    **fields: Any,
) -> Sheet:
    """The `Sheet` of a list, with what its verdict and its notes say and the `fields` that its game adds.

    unit_name   -- (unit analysis) -> what the unit is called
    unit_fields -- (unit analysis) -> the fields of its `SheetUnit` that its game adds
    """
    units = verdict.analysis.units
    findings = tuple(sheet_finding(finding, verdict.analysis, unit_name) for finding in verdict.findings)
    shared: dict[str, Any] = {
        "slug": document.game,
        "name": clean(document.name) or _("Untitled list"),
        "legal": verdict.legal,
        "state": verdict.state,
        "verdict": verdict_word(verdict.state),
        "spent": verdict.total,
        "budget": verdict.budget,
        "findings": findings,
        "units": tuple(
            SheetUnit(
                index=index,
                kind=unit.kind,
                name=unit_name(unit),
                count=unit.unit.count,
                picture=unit.unit.picture or "",
                findings=tuple(finding for finding in findings if finding.unit == index),
                **unit_fields(unit) | chosen_silhouette(unit.unit),
            )
            for index, unit in enumerate(units)
        ),
        "notes": tuple(paragraphs(document.notes)),
    }
    return Sheet(**shared | fields)


def chosen_silhouette(unit: Unit) -> dict[str, str]:
    """The field of a `SheetUnit` that its player chose; nothing where that is no icon that can be printed."""
    icon = unit.silhouette or ""
    return {"silhouette": icon} if icon_letter(icon) else {}


def sheet_finding(finding: Finding, analysis: RosterAnalysis, unit_name: Callable[[Any], str]) -> SheetFinding:
    return SheetFinding(
        rule=finding.rule.id,
        error=finding.rule.level == ERROR,
        requirement=finding.rule.requirement,
        text=finding.message.into(get_language() or "fr", _),
        cite=str(finding.rule.cite),
        unit=finding.unit,
        about="" if finding.unit is None else f"#{finding.unit + 1} {unit_name(analysis.units[finding.unit])}",
    )


def paragraphs(text: str) -> list[str]:
    """The lines of a text without blank ones."""
    return [clean(part) for part in text.splitlines() if part.strip()]


def note_lines(text: str) -> Iterator[CardLine]:
    """A unit's notes as lines of its card."""
    for number, paragraph in enumerate(paragraphs(text)):
        yield CardLine(_("Notes") if number == 0 else "", paragraph, splits=True)


def passage(entry: Any) -> Passage:
    """An entry of the book as a `Passage`, with its rows of two columns where it has some."""
    language = get_language() or "fr"  # asked once: a sheet has hundreds of rows
    rows = tuple((row.left.into(language), row.right.into(language)) for row in getattr(entry, "rows", ()))
    return Passage(local(entry.name), local(entry.text), rows, str(entry.cite))


def play_tables(catalogue: Catalogue, is_used: Callable[[Reminder], bool]) -> Iterator[Passage]:
    """The tables of the game that a list uses, in the order in which its sheet has them."""
    for table in catalogue.play.sheet_tables:
        reminder = catalogue.reminders[table.slug]
        if is_used(reminder):
            rows = catalogue.reminders[table.results].rows if table.results else ()
            results = tuple((local(row.left), local(row.right)) for row in rows)
            yield replace(passage(reminder), results=results)


def with_results(text: Passage, first: int = 0, end: int = 0) -> Passage:
    """A table with its rows from `first` to before `end`, about what dice show, beside each other."""
    return replace(text, rows=text.rows[:first] + text.rows[end:], results=text.rows[first:end])


def is_play_table(catalogue: Catalogue, reminder: Reminder) -> bool:
    """Whether a reminder stands among the tables of the game."""
    return any(reminder.slug in (table.slug, table.results) for table in catalogue.play.sheet_tables)


def effect(entry: Any) -> str:
    """What an entry of the book does, in the few words of its card where it has them."""
    return local(entry.card or entry.text)


def counted(words: str, is_counted: bool) -> str:
    """Words on what printed figures contain already, which say so behind their last gain, or behind their first clause.

    Others are unchanged.
    """
    gains = [gain.end() for gain in GAIN.finditer(words)]
    end = CLAUSE_END.search(words, gains[-1] if gains else 0)
    return f"{words[: end.start()]} ({_('counted')}){words[end.start() :]}" if is_counted and end else words


def effect_passage(entry: Any, is_counted: bool = False) -> Passage:
    """An entry of the book with its effect, as a `Passage`; is_counted: the printed figures contain it."""
    return Passage(local(entry.name), counted(effect(entry), is_counted), cite=str(entry.cite))


def uncapitalised(words: str) -> str:
    """Words as they stand behind others: without the capital of a sentence, which a name such as "C" keeps."""
    return words[:1].lower() + words[1:] if words[1:2].islower() else words


def text_in(words: Text | str) -> str:
    """A `Text` of the book; a player's own words as one line."""
    return local(words) if isinstance(words, Text) else clean(words)


def numbered_names(names: Sequence[str]) -> Iterator[str]:
    """Names of which equal ones have numbers, so that what is ticked beside them can be told apart."""
    seen: Counter[str] = Counter()
    for name in names:
        seen[name] += 1
        yield f"{name} {seen[name]}" if names.count(name) > 1 else name


def tick(words: object, done: bool = False) -> str:
    """What a box says and the box, which no line end parts."""
    return f"{words} {TICKED if done else BOX}".replace(" ", NO_BREAK)


def one_box(words: object, key: str, done: bool = False) -> Track:
    """A box with what it says; `key`: of its marker in a battle."""
    return Track(str(words), TICKED if done else BOX, key=key)


def in_groups(signs: str, size: int) -> str:
    """Signs in groups of `size`."""
    return " ".join(signs[start : start + size] for start in range(0, len(signs), size))


def listed(label: str, words: Iterable[str]) -> str:
    """Words behind what they are, "Skills: Scout, Medic"; "" without any."""
    words = ", ".join(filter(None, words))
    return _("{label}: {words}").format(label=label, words=words) if words else ""


def signed(number: int, unit: str = "") -> str:
    """A number with its sign: +2D6, −1."""
    return f"{'−' if number < 0 else '+'}{abs(number)}{unit}"


def short_numbers(words: str) -> str:
    """Words with their absurdly large numbers in powers of ten, which would print over what stands beside them."""
    return ABSURD.sub(power_of_ten, words)


def power_of_ten(found: re.Match[str]) -> str:
    digits = found[0]
    return f"≈{digits[0]}·10^{len(digits) - 1}"


def short(value: object, widest: int = 4) -> str:
    """A value for a small box: dots where it has more than `widest` characters, and stands in full among the lines."""
    words = str(value)
    return words if len(words) <= widest else "…"
