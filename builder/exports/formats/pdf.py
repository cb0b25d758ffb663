"""The printed sheet as PDF."""

from collections.abc import Sequence
from functools import partial

from builder.exports.registry import Export, ExportSource
from builder.sheets.rendering import sheet_html, sheets_contents_html
from builder.wording import clean
from rules.text import _


def render(source: ExportSource) -> bytes:
    return render_several([source])


def render_several(sources: Sequence[ExportSource]) -> bytes:
    """The sheets one after the other, each with its own code, number and count of pages, after a table of contents."""
    from builder.sheets import pdf  # importing WeasyPrint takes half a second

    names = [clean(source.loaded.document.name) for source in sources]
    title = ", ".join(filter(None, names)) if len(sources) > 1 else ""
    choices = sources[0].choices
    contents = partial(contents_html, sources, title) if len(sources) > 1 else None
    attached = [source.certificate.encode() for source in sources if source.certificate]
    return pdf.render_several((html(source) for source in sources), title, choices.sides, contents, attached)


def contents_html(sources: Sequence[ExportSource], title: str, pages: Sequence[int]) -> str:
    """The table of contents as HTML; `pages` are those on which the lists begin."""
    lists = [(source.sheet(), page) for source, page in zip(sources, pages, strict=True)]
    return sheets_contents_html(lists, title, sources[0].choices)


def html(source: ExportSource) -> str:
    sheet = source.sheet()
    return sheet_html(sheet, source.choices, source.share_url, source.revision, source.kit())


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
