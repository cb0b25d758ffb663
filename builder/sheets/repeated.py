"""What WeasyPrint would do again for each box of a sheet, though most of them are alike: done once.

Each function here answers as WeasyPrint's of the same name does; `once` puts it in its place.
"""

import re
import zlib
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from weasyprint import css, draw
from weasyprint.css.properties import INHERITED, INITIAL_NOT_COMPUTED, INITIAL_VALUES
from weasyprint.draw import border
from weasyprint.draw.color import get_color
from weasyprint.draw.text import draw_text
from weasyprint.formatting_structure.boxes import Box, PageBox
from weasyprint.layout import absolute, background, block, inline, page, preferred, table
from weasyprint.layout import float as floats
from weasyprint.layout.percent import resolve_percentages
from weasyprint.pdf import fonts, pydyf
from weasyprint.text.ffi import ffi, gobject, pango
from weasyprint.text.line_break import Layout, split_first_line, strut

# The properties of a style that lines are broken by.
OF_LINES = re.compile(
    "direction|font_.*|hyphen.*|lang|letter_spacing|line_height|overflow_wrap|tab_size|text_decoration_line|white_space|word_.*"
)
NAMES = [name for name in INITIAL_VALUES if OF_LINES.fullmatch(name)]
MOST_LINES = 20_000  # about a kilobyte each
WIDEST = 2**20  # pixels: where an ellipsis would begin in what has room
SIDES = ("top", "right", "bottom", "left")
# What a box has resolved from its style and the block that it stands in.
RESOLVED = (
    *(f"{name}_{side}" for name in ("margin", "padding") for side in SIDES),
    *(f"border_{side}_width" for side in SIDES),
    *(f"{least}{side}" for least in ("", "min_", "max_") for side in ("width", "height")),
)
# Properties that are as they are at first where nothing declares them.
AS_FIRST = {
    name: INITIAL_VALUES[name]
    for name in INITIAL_VALUES.keys() - INHERITED - INITIAL_NOT_COMPUTED - {"page", "position", "float"}
    if not name.startswith("text_decoration_")
}
CORNERS = [f"border_{corner}_radius" for corner in ("top_left", "top_right", "bottom_right", "bottom_left")]
SQUARE = dict.fromkeys(CORNERS, (0, 0))
LENGTH = re.compile(r"\[[0-9]+]")  # of an array, in the name of its type
# PDFs are packed as well as most are: the best way takes three times as long and saves a fortieth.
PACKING = SimpleNamespace(compressobj=lambda level: zlib.compressobj())
layout_box_backgrounds = background.layout_box_backgrounds
find_style_attributes, missing = css.find_style_attributes, css.ComputedStyle.__missing__
computed, anonymous = css.ComputedStyle.__init__, css.AnonymousStyle.__init__
set_up_anew = Layout.setup
ffi.cdef("PangoLayout * pango_layout_copy(PangoLayout * layout);")
_layouts: dict[str, Any] = {}  # without a text, by `of_lines`
_lines: dict[tuple[Any, ...], Any] = {}
_drawn: dict[str, Any] = {"fonts": None}  # the fonts of a PDF, and its lines: (font, operators) by what they are


@contextmanager
def once() -> Iterator[None]:
    """Inside, WeasyPrint does nothing again that it did for an equal line (in this process), style or box."""
    if len(_lines) > MOST_LINES:
        _lines.clear()
    with ExitStack() as patches:
        for module in (inline, preferred):
            patches.enter_context(patch.object(module, "split_first_line", split_line))
        for module in (absolute, block, floats, inline, page, table):
            patches.enter_context(patch.object(module, "resolve_percentages", resolve))
        patches.enter_context(patch.object(draw, "draw_text", draw_line))
        patches.enter_context(patch.object(draw, "draw_border", draw_border))
        patches.enter_context(patch.object(Layout, "setup", set_up))
        patches.enter_context(patch.object(css, "find_style_attributes", style_attributes))
        patches.enter_context(patch.object(css.ComputedStyle, "__init__", begin_computed))
        patches.enter_context(patch.object(css.ComputedStyle, "__missing__", value_of))
        patches.enter_context(patch.object(css.AnonymousStyle, "__init__", begin_anonymous))
        patches.enter_context(patch.object(background, "layout_box_backgrounds", layout_backgrounds))
        patches.enter_context(patch.object(inline, "strut", by_style(strut)))
        patches.enter_context(patch.object(Box, "is_in_normal_flow", by_style(Box.is_in_normal_flow)))
        patches.enter_context(patch.object(fonts, "ffi", Arrays()))
        patches.enter_context(patch.object(pydyf, "zlib", PACKING))
        yield


def by_style(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """A function of a style, or of a box by its style alone, that is asked once for each style."""
    name = function.__name__

    def answer(of: Any) -> Any:
        answers = getattr(of, "style", of).__dict__
        if name not in answers:
            answers[name] = function(of)
        return answers[name]

    return answer


@by_style
def is_bare(style: Any) -> bool:
    """Whether a box has square corners, and neither background, shadow nor pictures around it."""
    pictures = style["border_image_source"], style["mask_border_source"], *style["background_image"]
    is_square = all((0, "px") in style[corner] for corner in CORNERS)
    return (
        is_square
        and {kind for kind, _picture in pictures} == {"none"}
        and not (style["box_shadow"] or get_color(style, "background_color").alpha)
    )


def layout_backgrounds(page: Any, box: Any, *about: Any, **flags: Any) -> None:
    """`layout_box_backgrounds`, without a look for what a box has not."""
    box = getattr(box, "_box", box)  # one that has a place of its own stands in another
    if box is page or not is_bare(box.style):
        layout_box_backgrounds(page, box, *about, **flags)
        return
    box.__dict__.update(SQUARE, background=None)
    for child in box.all_children():
        layout_backgrounds(page, child, *about, **flags)


class Arrays:
    """cffi's `ffi` for the subsets of fonts: it would parse the type of an array anew for each of their lengths."""

    def __getattr__(self, name: str) -> Any:
        return getattr(ffi, name)

    def new(self, kind: str, *values: Any) -> Any:
        return ffi.new(LENGTH.sub("[]", kind) if values else kind, *values)


def of_lines(style: Any) -> str:
    """The properties of a style that lines are broken and drawn by."""
    if not hasattr(style, "of_lines"):
        style.of_lines = repr([style[name] for name in NAMES])
    return str(style.of_lines)


def split_line(text: str, style: Any, context: Any, room: float | None, *about: Any, **flags: Any) -> Any:
    """`split_first_line`: WeasyPrint draws a line by setting it anew, so that several boxes may have the same one.

    A text that has room in a line is the same in all that are as long.
    """
    text_key = text, of_lines(style), about
    line, key = _lines.get(text_key), (*text_key, room, *flags.items())
    if line and (room is None or line[3] <= room):
        return line
    if key not in _lines:
        layout, _length, rest, width, *_ = _lines[key] = split_first_line(text, style, context, room, *about, **flags)
        if rest is None and (room is None or width <= room):
            layout.max_width = WIDEST
            _lines[text_key] = _lines[key]
    return _lines[key]


def set_up(layout: Any, style: Any) -> None:
    """`Layout.setup`: as the first one of its style, of which Pango makes a copy."""
    key = of_lines(style)
    if key not in _layouts:
        _layouts[key] = SimpleNamespace()
        set_up_anew(_layouts[key], style)
    copied = ffi.gc(pango.pango_layout_copy(_layouts[key].layout), gobject.g_object_unref)
    vars(layout).update(vars(_layouts[key]), style=style, layout=copied)


def draw_line(stream: Any, textbox: Any, offset: float, overflow: str = "clip", ellipsis: str = "none") -> None:
    """`draw_text`: equal lines of a PDF have the same signs, of which WeasyPrint asks Pango again for each."""
    if _drawn["fonts"] is not stream._fonts:
        _drawn.update(fonts=stream._fonts, lines={})
    lines, style = _drawn["lines"], textbox.style
    key = (textbox.pango_layout.text, of_lines(style), textbox.justification_spacing)
    if key in lines:
        font, operators = lines[key]
        stream.set_color(style["color"])
        stream.begin_text()
        stream.set_text_matrix(1, 0, 0, -1, textbox.position_x, textbox.position_y + textbox.baseline)
        stream.stream += operators[1:] if stream._current_font == font else operators
        stream._current_font = font
        stream.end_text()
        return
    stream._current_font = stream._old_font = None  # so that it says its font
    draw_text(stream, textbox, offset, overflow, ellipsis)
    matrix, *operators, _end = stream.stream[-4:]  # where it stands, its font, its signs
    if isinstance(matrix, bytes) and matrix.endswith(b" Tm") and operators[0].endswith(b" Tf"):
        lines[key] = stream._old_font, operators


def draw_border(stream: Any, box: Any) -> None:
    """`draw_border`: a line below alone is a rectangle, for which WeasyPrint would clip a frame; no image is one."""
    others = box.border_top_width or box.border_left_width or box.border_right_width
    if not others and not box.border_bottom_width:
        return
    if others or not box.border_bottom_width or box.style["border_bottom_style"] != "solid":
        border.draw_border(stream, box)
        return
    left, top, width, height, *_radii = box.rounded_border_box()
    with stream.artifact(), stream.stacked():
        stream.set_color(get_color(box.style, "border_bottom_color"))
        stream.rectangle(left, top + height - box.border_bottom_width, width, box.border_bottom_width)
        stream.fill()


def style_attributes(*about: Any, **flags: Any) -> Iterator[tuple[Any, ...]]:
    """`find_style_attributes`, with the same declarations for an equal `style`, by which elements share a style."""
    same: dict[str, Any] = {}
    for specificity, element, declarations, base_url in find_style_attributes(*about, **flags):
        yield specificity, element, same.setdefault(element.get("style"), declarations), base_url


def begin_computed(style: Any, parent: Any, cascaded: Any, *about: Any) -> None:
    """`ComputedStyle.__init__`, with what no stylesheet says; none of ours has logical properties."""
    computed(style, parent, cascaded, *about)
    style.update(AS_FIRST)
    for name in cascaded.keys() & AS_FIRST.keys():
        del style[name]


def begin_anonymous(style: Any, parent: Any) -> None:
    """`AnonymousStyle.__init__`, with all that is not as above."""
    anonymous(style, parent)
    style.update(AS_FIRST)


def value_of(style: Any, name: str) -> Any:
    """`ComputedStyle.__missing__`, without its way for what is as above."""
    if name in INHERITED and name not in style.cascaded and style.parent_style is not None:
        style[name] = style.parent_style[name]
        return style[name]
    return missing(style, name)


def resolve(box: Any, containing_block: Any) -> None:
    """`resolve_percentages`: lengths of boxes of one style in blocks of one size are equal."""
    if isinstance(box, PageBox) or box.style["border_collapse"] == "collapse":  # there borders are those of the table
        return resolve_percentages(box, containing_block)
    block = containing_block
    size = (block.width, block.height) if isinstance(block, Box) else tuple(block)
    resolved = box.style.__dict__.setdefault("resolved", {})
    if size not in resolved:
        resolve_percentages(box, block)
        resolved[size] = {name: getattr(box, name) for name in RESOLVED}
    return box.__dict__.update(resolved[size])
