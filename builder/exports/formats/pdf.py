"""The printed sheet as PDF."""

from collections.abc import Sequence
from functools import partial

from builder.exports.registry import Export, ExportSource
from builder.sheets.rendering import sheet_html, sheets_contents_html
from builder.wording import clean
from rules.text import _


def render(source: ExportSource, language: str) -> bytes:
    return render_several([source], language)


def render_several(sources: Sequence[ExportSource], language: str) -> bytes:
    """The sheets one after the other, each with its own code, number and count of pages, after a table of contents."""
    from builder.sheets import pdf  # importing WeasyPrint takes half a second

    names = [clean(source.loaded.document.name) for source in sources]
    title = ", ".join(filter(None, names)) if len(sources) > 1 else ""
    choices = sources[0].choices
    contents = partial(contents_html, sources, title, language) if len(sources) > 1 else None
    return pdf.render_several((html(source, language) for source in sources), title, choices.sides, contents)


def contents_html(sources: Sequence[ExportSource], title: str, language: str, pages: Sequence[int]) -> str:
    """The table of contents as HTML; `pages` are those on which the lists begin."""
    lists = [(source.sheet(language), page) for source, page in zip(sources, pages, strict=True)]
    return sheets_contents_html(lists, title, sources[0].choices, language)


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
