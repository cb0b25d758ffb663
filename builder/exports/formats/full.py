"""The list as plain text with every choice, which reads back as the same list."""

from builder.exports.registry import Export, ExportSource
from builder.texts.dialects import PLAIN, written
from builder.texts.lines import TextWriter
from rules.text import _


def render(source: ExportSource) -> bytes:
    return written(TextWriter(source.loaded, source.sheet()).lines(), PLAIN).encode()


EXPORT = Export(
    name="full",
    label=_("Text, complete"),
    icon="copy",
    content_type="text/plain; charset=utf-8",
    render=render,
    inline=True,
    pasted=True,
    position=2,
    ending="txt",
)
