"""The report of an evening, to post: how it ended, and for each side what was counted and who fell."""

from collections.abc import Iterator
from typing import Any

from django.template.loader import render_to_string
from django.utils.formats import date_format
from django.utils.text import slugify
from django.utils.translation import gettext

from builder.battles.document import read, write
from builder.battles.ending import headline
from builder.battles.loading import document_of
from builder.battles.models import Battle
from builder.battles.printing import BattleSheetRequest, PrintedSide, printed_side, scenario_name, title_of
from builder.exports.models import KeptFile
from builder.exports.responses import LONGEST_FILE_NAME
from builder.sheets.picture import HEIGHT, WIDTH, emblem, png_of
from builder.texts.dialects import BBCODE, BETWEEN_MESSAGES, DISCORD, MARKDOWN, PLAIN, Dialect, messages, written
from builder.texts.lines import APART, Line, Role
from builder.wording import in_words
from rules.play.battle import BattleDocument

FORMS: dict[str, Dialect] = {"text": PLAIN, "markdown": MARKDOWN, "discord": DISCORD, "bbcode": BBCODE}
MOST_MARKS = 4  # of a side, in the picture
JOB, TIMES_SECONDS = "battle-picture", 1


def report_text(row: Battle, battle: BattleDocument, form: str) -> str:
    """The report in the active language; messages for Discord are parted by a line of "---"."""
    lines = [*report_lines(battle, day_of(row))]
    if FORMS[form] is DISCORD:
        return f"{BETWEEN_MESSAGES}\n".join(messages(lines, DISCORD))
    return written(lines, FORMS[form])


def day_of(row: Battle) -> str:
    return date_format(row.ended or row.changed, "SHORT_DATE_FORMAT")


def report_lines(battle: BattleDocument, day: str) -> Iterator[Line]:
    yield Line(Role.TITLE, title_of(battle))
    yield Line(Role.GAME, APART.join(filter(None, [scenario_name(battle), day, outcome(battle)])))
    for side in sides(battle):
        yield Line(Role.GAP)
        yield Line(Role.UNIT, name_of(side))
        yield Line(Role.ENTRY, f"{gettext('Standing')} {side.standing}/{len(side.units)}")
        for mark in side.marks:
            yield Line(Role.ENTRY, mark)
        if fallen := names_of_fallen(side):
            yield Line(Role.ENTRY, f"{gettext('Out of the battle')}: {', '.join(fallen)}")
    if battle.result and battle.result.notes:
        yield Line(Role.GAP)
        yield from (Line(Role.QUOTE, line) for line in battle.result.notes.splitlines() if line.strip())


def sides(battle: BattleDocument) -> list[PrintedSide]:
    return [printed_side(battle, number) for number in range(len(battle.sides))]


def outcome(battle: BattleDocument) -> str:
    """How it ended in a few words; "" while it goes on."""
    return in_words(headline(battle, battle.result)) if battle.result else ""


def name_of(side: PrintedSide) -> str:
    """The list and its player, with the points of the result."""
    name = side.name or side.label or gettext("Untitled list")
    scored = side.result.points if side.result else None
    player = f" ({side.player})" if side.player else ""
    return f"{name}{player}" + ("" if scored is None else f"{APART}{scored}")


def names_of_fallen(side: PrintedSide) -> list[str]:
    """The units that are out, those of one name counted."""
    fallen = [unit.name for unit in side.units if unit.down]
    return [f"{fallen.count(name)} × {name}" if fallen.count(name) > 1 else name for name in dict.fromkeys(fallen)]


class BattlePictureRequest(BattleSheetRequest):
    """A request for the picture of the report."""

    def requested(self) -> KeptFile:
        request = {"job": JOB, "battle": write(document_of(self.access.battle)), "language": self.language}
        name = slugify(self.access.battle.name)[:LONGEST_FILE_NAME] or f"battle-{self.access.battle.pk}"
        return self.requested_file(request, name, self.subject.parts)


def make_picture(request: dict[str, Any]) -> bytes:
    """The job of the file worker."""
    from builder.sheets import pdf  # importing WeasyPrint takes half a second

    return png_of(pdf.render_alone(report_html(read(request["battle"]))))


def report_html(battle: BattleDocument) -> str:
    """The picture of the report as an HTML document."""
    rows = [(name_of(side), side.standing, len(side.units), side.marks[:MOST_MARKS]) for side in sides(battle)]
    context = {
        "title": title_of(battle),
        "scenario": scenario_name(battle),
        "outcome": outcome(battle),
        "sides": rows,
        "width": WIDTH,
        "height": HEIGHT,
        "emblem": emblem(battle.game),
    }
    return render_to_string("battles/picture.html", context)
