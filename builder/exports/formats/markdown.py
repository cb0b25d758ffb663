"""The same text for what renders Markdown."""

from functools import partial

from builder.exports.copied_text import copied_text, full_text
from builder.texts.dialects import MARKDOWN

EXPORT = copied_text(name="markdown", label="Markdown", render=partial(full_text, MARKDOWN), position=3, ending="md")
