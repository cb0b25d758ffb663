"""Each PDF is made once in a run: it is a function of its HTML, its title and its sides (tests/sheets/test_pdf.py)."""

import hashlib
import json
import os
from functools import cache
from pathlib import Path

from pypdfium2 import PdfDocument

from builder.sheets import pdf

render_anew = pdf.render_several


def print_once(patch, folder: Path) -> None:
    """Keep what is printed in a folder that all processes of a run share. patch -- a `pytest.MonkeyPatch`

    A file with a table of contents or certificates is printed anew: they are not known beforehand.
    """

    def render_several(documents, title="", sides="single", contents=None, certificates=()):
        documents = list(documents)
        if contents or certificates:
            return render_anew(documents, title, sides, contents, certificates)
        key = hashlib.sha256(json.dumps([documents, title, sides]).encode()).hexdigest()
        file = folder / f"{key}.pdf"
        if not file.exists():
            (part := folder / f"{key}.{os.getpid()}").write_bytes(render_anew(documents, title, sides))
            part.replace(file)
        return file.read_bytes()

    patch.setattr(pdf, "render_several", render_several)


def leave_blank(patch) -> None:
    """For tests that read no sheet: its HTML is made, its PDF is a blank page."""

    def render_several(documents, title="", sides="single", contents=None, certificates=()):
        lengths = [1 for _html in documents]
        if contents:
            contents(range(2, 2 + len(lengths)))
        return blank_page()

    patch.setattr(pdf, "render_several", render_several)


@cache
def blank_page() -> bytes:
    return render_anew(["<html lang=en><title>A blank page</title>"])


def print_anew(patch) -> None:
    """For tests of how a PDF is made."""
    patch.setattr(pdf, "render_several", render_anew)


def page_texts(content: bytes) -> list[str]:
    """The text of each page of a PDF, in the order of painting."""
    document = PdfDocument(content)
    return [page.get_textpage().get_text_range().replace("\r\n", "\n") for page in document]
