"""Brief and reference in columns: beside before overleaf, nothing lost, a single passage over the whole width."""

from hypothesis import given
from hypothesis import strategies as st

from builder.sheets.paper import NORMAL, PAPERS
from builder.sheets.parts import Passage
from builder.sheets.texts import text_pages

PASSAGES = st.lists(
    st.builds(
        Passage,
        title=st.text("abc mW", min_size=1, max_size=40),
        text=st.text("abc mW", max_size=9000),
        rows=st.lists(st.tuples(st.just("1-2"), st.text("abc m", max_size=80)), max_size=60).map(tuple),
    ),
    max_size=12,
)


def pages(brief, reference, above=200.0):
    return text_pages(brief, reference, PAPERS["a4"], above, NORMAL)


@given(PASSAGES, PASSAGES, st.floats(0, 900))
def test_no_passage_is_lost(brief, reference, above):
    printed = [
        passage
        for page in pages(brief, reference, above)
        for column in page.brief + page.reference
        for passage in column
    ]
    wanted = [*brief, *reference]
    assert sorted(one.text for one in printed if one.text) == sorted(one.text for one in wanted if one.text)
    assert sum(len(one.rows) for one in printed) == sum(len(one.rows) for one in wanted)


def test_few_words_are_large_and_stand_below_the_head():
    (page,) = pages([], [Passage("Tir", "3D6")])
    assert (page.type, page.overleaf) == (0, False)


def test_texts_go_overleaf_only_when_they_must():
    much = [Passage(f"Règle {number}", "mot " * 60) for number in range(30)]
    assert [page.overleaf for page in pages([], much)] == [False]
    assert [page.overleaf for page in pages([], much, above=760)] == [True]


def test_a_column_continues_beside_before_it_continues_overleaf():
    first, *others = pages([], [Passage(f"Règle {number}", "mot " * 200) for number in range(60)])
    assert others
    assert all(first.reference)


def test_a_single_passage_takes_the_whole_width():
    (page,) = pages([Passage("Mission", "mot " * 40)], [])
    assert len(page.brief) == 1
