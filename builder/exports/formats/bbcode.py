"""The same text for forums."""

from builder.exports.registry import Export, ExportSource
from builder.texts.dialects import BBCODE, written
from builder.texts.lines import TextWriter


def render(source: ExportSource) -> bytes:
    return written(TextWriter(source.loaded, source.sheet()).lines(), BBCODE).encode()


EXPORT = Export(
    name="bbcode",
    label="BBCode",
    icon="copy",
    content_type="text/plain; charset=utf-8",
    render=render,
    inline=True,
    pasted=True,
    position=5,
    ending="txt",
)
