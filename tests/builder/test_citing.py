"""Citations of a book in the reader's language."""

import re
from pathlib import Path

import pytest
from django.utils.translation import override

from builder.wording import cited
from rules.catalogue import Cite

TEMPLATES = Path(__file__).parent.parent.parent / "templates"
CITES = [  # a citation, in French, in English
    (Cite("RBN v2", 31), "RBN v2, p.\u00a031", "RBN v2, p.\u00a031"),
    (Cite("RBN v2", heading="Tir"), "RBN v2, «\u202fTir\u202f»", "RBN v2, “Tir”"),
    (
        "First Wave, « Tir », « Nage » ; RBN v2, p. 8",  # as battles of before have kept it
        "First Wave, «\u202fTir\u202f», «\u202fNage\u202f»\u202f; RBN v2, p.\u00a08",
        "First Wave, “Tir”, “Nage”; RBN v2, p.\u00a08",
    ),
    (Cite("CR", heading="Comment tirer ?"), "CR, «\u202fComment tirer\u202f?\u202f»", "CR, “Comment tirer\u202f?”"),
    (Cite("of the dead"), "of the dead", "of the dead"),
    ("", "", ""),
]


@pytest.mark.parametrize(("cite", "french", "english"), CITES)
def test_a_citation_has_the_quotation_marks_of_the_reader(cite, french, english):
    assert (cited(cite, "fr"), cited(cite, "en")) == (french, english)
    with override("en"):
        assert cited(cite) == english


def test_no_template_shows_a_citation_as_it_was_written():
    shown = re.compile(r"\{\{ ?(?:[\w.]*\.)?(?:\w+_)?cite(?:s\.\w+)? ?\}\}")
    assert [str(file) for file in TEMPLATES.rglob("*.html") if shown.search(file.read_text("utf-8"))] == []
