"""The same text for Discord, as messages that are short enough for it."""

from builder.exports.copied_text import copied_text
from builder.exports.registry import ExportSource
from builder.texts.dialects import BETWEEN_MESSAGES, DISCORD, messages
from builder.texts.lines import TextWriter


def render(source: ExportSource) -> bytes:
    """The messages, parted by a line of "---"."""
    parts = messages(TextWriter(source.loaded, source.sheet()).lines(), DISCORD)
    return f"{BETWEEN_MESSAGES}\n".join(parts).encode()


EXPORT = copied_text(name="discord", label="Discord", render=render, position=4, ending="txt")
