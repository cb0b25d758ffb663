"""How many pages some lists take, and how many of their texts are cut: what changes it is meant to."""

import io

import pytest
from pypdf import PdfReader

from builder.lists.loaded import LoadedRoster
from rules.document import decode
from tests.paper import ROSTERS, counted, printed, texts_of

pytestmark = pytest.mark.django_db
# {document: (layout: (pages, texts that end in an ellipsis, cards that go on in the appendix))}, on A4 in French.
EXPECTED = {
}


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("layout", ["cards", "roster"])
def test_a_list_takes_so_many_pages_and_cuts_so_many_texts(name, layout):
    loaded = LoadedRoster.from_data(decode((ROSTERS / f"{name}.json").read_bytes()))
    reader = PdfReader(io.BytesIO(printed(loaded, layout, "a4", "fr")))
    found = counted([list(texts_of(page)) for page in reader.pages], "fr")
    assert {layout: found} == {layout: EXPECTED[name][layout]}
