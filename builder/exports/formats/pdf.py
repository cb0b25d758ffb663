"""The printed sheet as PDF."""

from collections.abc import Sequence

from builder.exports.registry import Export, ExportSource
from builder.sheets.rendering import sheet_html
from rules.text import _


def render(source: ExportSource, language: str) -> bytes:
    return render_several([source], language)


def render_several(sources: Sequence[ExportSource], language: str) -> bytes:
    """The sheets one after the other, each with its own code, number and count of pages."""
    from builder.sheets import pdf  # importing WeasyPrint takes half a second

    names = [source.loaded.document.name for source in sources]
    title = ", ".join(filter(None, names)) if len(sources) > 1 else ""
    sides = sources[0].choices.sides
    return pdf.render_several((html(source, language) for source in sources), title, sides)


def html(source: ExportSource, language: str) -> str:
    sheet = source.sheet(language)
    return sheet_html(sheet, source.choices, language, source.share_url, source.revision, source.kit(language))


EXPORT = Export(
    name="pdf",
    label=_("Print"),
    icon="print",
    content_type="application/pdf",
    render=render,
    on_paper=True,
    costly=True,
    inline=True,
    render_several=render_several,
)
