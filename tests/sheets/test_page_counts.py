"""How many pages some lists take, and how many of their texts are cut: what changes it is meant to."""

import pytest

from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from rules.document import decode
from tests.paper import ROSTERS, cut_texts, printed
from tests.printed import page_texts

pytestmark = [pytest.mark.django_db, pytest.mark.paper]
# {document: {layout: (pages, texts that end in an ellipsis)}}, on A4 in French.
EXPECTED = {
    "rbn/mutants": {"cards": (3, 0), "roster": (2, 0)},
    "rbn/survivants-900-huit-roquettes": {"cards": (6, 0), "roster": (3, 0)},
    "first-wave/caserne-300-chien-arme": {"cards": (3, 0), "roster": (2, 0)},
    "first-wave/chien-arme": {"cards": (2, 0), "roster": (2, 0)},
    "chain-reaction/six-pnj": {"cards": (3, 0), "roster": (2, 0)},
    "chain-reaction/armes-inconnues": {"cards": (3, 0), "roster": (2, 0)},
    "of-the-dead/les-dix-vocations": {"cards": (6, 0), "roster": (2, 0)},
    "of-the-dead/reincarne": {"cards": (2, 0), "roster": (2, 0)},
    "reichbusters/cinq-heros": {"cards": (3, 0), "roster": (2, 0)},
    "reichbusters/heroisme-au-maximum": {"cards": (2, 0), "roster": (2, 0)},
}
TO_PLAY = {"rbn": 5, "first-wave": 4, "chain-reaction": 4, "of-the-dead": 6, "reichbusters": 4}


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("game", TO_PLAY)
def test_all_that_an_evening_needs_takes_as_many_pages_on_either_paper(game, paper):
    loaded = LoadedRoster.from_data(decode(example_file(game).read_bytes()))
    assert len(page_texts(printed(loaded, "play", paper, "fr"))) == TO_PLAY[game]


@pytest.mark.parametrize("name", EXPECTED)
@pytest.mark.parametrize("layout", ["cards", "roster"])
def test_a_list_takes_so_many_pages_and_cuts_so_many_texts(name, layout):
    loaded = LoadedRoster.from_data(decode((ROSTERS / f"{name}.json").read_bytes()))
    pages = page_texts(printed(loaded, layout, "a4", "fr"))
    assert {layout: (len(pages), cut_texts(pages))} == {layout: EXPECTED[name][layout]}
