"""The same text for Discord, as messages that are short enough for it."""

from builder.exports.registry import Export, ExportSource
from builder.texts.dialects import BETWEEN_MESSAGES, DISCORD, messages
from builder.texts.lines import TextWriter


def render(source: ExportSource) -> bytes:
    """The messages, parted by a line of "---"."""
    parts = messages(TextWriter(source.loaded, source.sheet()).lines(), DISCORD)
    return f"{BETWEEN_MESSAGES}\n".join(parts).encode()


EXPORT = Export(
    name="discord",
    label="Discord",
    icon="copy",
    content_type="text/plain; charset=utf-8",
    render=render,
    inline=True,
    pasted=True,
    position=4,
    ending="txt",
)
