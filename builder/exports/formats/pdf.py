"""The printed sheet as PDF."""

from builder.exports.registry import Export, ExportSource
from builder.sheets.rendering import sheet_html
from rules.text import _


def render(source: ExportSource, language: str) -> bytes:
    from builder.sheets import pdf  # importing WeasyPrint takes half a second

    html = sheet_html(source.sheet(language), source.layout, language, source.paper, source.share_url, source.revision)
    return pdf.render(html)


EXPORT = Export(
    name="pdf",
    label=_("Print"),
    icon="print",
    content_type="application/pdf",
    render=render,
    on_paper=True,
    costly=True,
    inline=True,
)
