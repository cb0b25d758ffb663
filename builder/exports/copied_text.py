"""What the exports of the list as text to copy have in common."""

from functools import partial

from builder.exports.registry import Export, ExportSource
from builder.texts.dialects import Dialect, written
from builder.texts.lines import TextWriter

copied_text = partial(Export, icon="copy", content_type="text/plain; charset=utf-8", inline=True, pasted=True)


def full_text(dialect: Dialect, source: ExportSource) -> bytes:
    """The list with every choice, in a dialect."""
    return written(TextWriter(source.loaded, source.sheet()).lines(), dialect).encode()
