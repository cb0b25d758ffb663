"""What WeasyPrint would do again for each element of a sheet, though most of them are alike: done once."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from weasyprint import css
from weasyprint.css.properties import INITIAL_VALUES
from weasyprint.layout import inline, preferred
from weasyprint.text.line_break import split_first_line

# The properties of a style that lines are broken by.
OF_LINES = re.compile(
    "direction|font_.*|hyphen.*|lang|letter_spacing|line_height|overflow_wrap|tab_size|text_decoration_line|white_space|word_.*"
)
NAMES = [name for name in INITIAL_VALUES if OF_LINES.fullmatch(name)]
MOST_LINES = 20_000  # about a kilobyte each
_lines: dict[tuple[Any, ...], Any] = {}
find_style_attributes = css.find_style_attributes


@contextmanager
def once() -> Iterator[None]:
    """Inside, equal lines are broken once in this process, and elements with equal styles share them."""
    if len(_lines) > MOST_LINES:
        _lines.clear()
    inline.split_first_line = preferred.split_first_line = split_once
    css.find_style_attributes = shared_attributes
    try:
        yield
    finally:
        inline.split_first_line = preferred.split_first_line = split_first_line
        css.find_style_attributes = find_style_attributes


def split_once(text: str, style: Any, context: Any, *about: Any, **flags: Any) -> Any:
    """As WeasyPrint's: it draws a line by setting it anew, so that several boxes may have the same one."""
    if not hasattr(style, "of_lines"):
        style.of_lines = repr([style[name] for name in NAMES])
    key = (text, style.of_lines, about, *flags.items())
    if key not in _lines:
        _lines[key] = split_first_line(text, style, context, *about, **flags)
    return _lines[key]


def shared_attributes(*about: Any, **flags: Any) -> Iterator[tuple[Any, ...]]:
    """As WeasyPrint's, with the same declarations for an equal `style`, by which it shares the styles of elements."""
    same: dict[str, Any] = {}
    for specificity, element, declarations, base_url in find_style_attributes(*about, **flags):
        yield specificity, element, same.setdefault(element.get("style"), declarations), base_url
