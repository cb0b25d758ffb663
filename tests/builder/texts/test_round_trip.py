"""The full text of a list reads back as the same document: of any game, in both languages, in every markup."""

import pytest
from django.utils.translation import override
from hypothesis import given
from hypothesis import strategies as st

from builder.exports.registry import EXPORTS, ExportSource
from builder.imports.files import TextFile
from builder.imports.reading import lists_of
from builder.lists.loaded import LoadedRoster
from rules import document as documents_of
from rules.registry import GAMES
from tests.documents import documents
from tests.rosters.test_rosters import READ

pytestmark = pytest.mark.django_db
FORMS = ("full", "markdown", "discord", "bbcode")
LANGUAGES = ("fr", "en")


def text_of(data, form, language):
    with override(language):
        return EXPORTS[form].render(ExportSource(LoadedRoster.from_data(data))).decode()


def read_back(text):
    """The documents in a text of which every line is understood."""
    lists = list(lists_of(TextFile("pasted", text)))
    assert [line.text for imported in lists for line in imported.not_understood] == []
    return [imported.data for imported in lists]


@pytest.mark.parametrize("first", range(4))
def test_the_text_of_every_list_is_the_list(first):
    """A list in one markup and language in French, in the next markup in English: neighbours are much alike."""
    for number, (name, data) in enumerate([*READ.items()][first::4], first // 2):
        for turn, language in enumerate(LANGUAGES):
            form = FORMS[(number + turn) % len(FORMS)]
            assert read_back(text_of(data, form, language)) == [data], (name, form, language)


@pytest.mark.parametrize("game", GAMES)
@given(data=st.data(), form=st.sampled_from(FORMS), language=st.sampled_from(LANGUAGES))
def test_the_text_of_any_document_is_the_document(game, data, form, language):
    """But for photos, which no text has (tests/builder/test_pictures.py)."""
    drawn = data.draw(documents(game))
    for unit in drawn["units"]:
        unit.pop("picture", None)
    document = documents_of.write(documents_of.read(drawn, GAMES), GAMES)
    assert read_back(text_of(document, form, language)) == [document]


@pytest.mark.parametrize("form", FORMS)
def test_several_texts_are_several_lists(form):
    lists = list(READ.values())[::40]
    parted = "---\n" if form == "discord" else "\n"
    assert read_back(parted.join(text_of(data, form, "fr") for data in lists)) == lists


def test_the_markup_of_a_chat_is_taken_off_by_copying_what_it_shows():
    data = READ["rbn/exotique-deux-volants-pour-300"]
    assert read_back(text_of(data, "discord", "en").replace("**", "")) == [data]
