"""The list in a few lines: its name, what it comes to, and a line a unit."""

from builder.exports.copied_text import copied_text
from builder.exports.registry import ExportSource
from builder.texts.lines import APART
from rules.text import _


def render(source: ExportSource) -> bytes:
    sheet = source.sheet()
    lines = [APART.join([sheet.name, sheet.score, sheet.verdict])]
    for unit in sheet.units:
        count = f"{unit.count} × " if unit.count > 1 else ""
        points = "" if unit.points is None else f" ({unit.points})"
        lines.append(f"- {count}{unit.name}{points}")
    return "".join(line + "\n" for line in lines).encode()


EXPORT = copied_text(name="short", label=_("Text, short"), render=render, position=1, ending="txt")
