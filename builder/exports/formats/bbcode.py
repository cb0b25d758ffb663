"""The same text for forums."""

from functools import partial

from builder.exports.copied_text import copied_text, full_text
from builder.texts.dialects import BBCODE

EXPORT = copied_text(name="bbcode", label="BBCode", render=partial(full_text, BBCODE), position=5, ending="txt")
