"""The list as plain text with every choice, which reads back as the same list."""

from functools import partial

from builder.exports.copied_text import copied_text, full_text
from builder.texts.dialects import PLAIN
from rules.text import _

EXPORT = copied_text(name="full", label=_("Text, complete"), render=partial(full_text, PLAIN), position=2, ending="txt")
