"""The list as a picture, which is shown with its link."""

from builder.exports.registry import Export, ExportSource
from builder.sheets.picture import picture_html, png_of
from rules.text import _


def render(source: ExportSource) -> bytes:
    from builder.sheets import pdf  # importing WeasyPrint takes half a second

    return png_of(pdf.render_alone(picture_html(source.sheet())))


EXPORT = Export(
    name="png",
    label=_("Picture"),
    icon="eye",
    content_type="image/png",
    render=render,
    costly=True,
    inline=True,
    for_robots=True,
)
