"""The same text for what renders Markdown."""

from builder.exports.registry import Export, ExportSource
from builder.texts.dialects import MARKDOWN, written
from builder.texts.lines import TextWriter


def render(source: ExportSource) -> bytes:
    return written(TextWriter(source.loaded, source.sheet()).lines(), MARKDOWN).encode()


EXPORT = Export(
    name="markdown",
    label="Markdown",
    icon="copy",
    content_type="text/plain; charset=utf-8",
    render=render,
    inline=True,
    pasted=True,
    position=3,
    ending="md",
)
