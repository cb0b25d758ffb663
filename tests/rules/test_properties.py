"""What is true of every document: reading refuses or keeps it, writing is canonical, judging never fails."""

import json
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.document import decode, read, write
from rules.game import AnalysisCache
from rules.registry import GAMES
from rules.shapes import Refused
from rules.verdict import answer
from tests import make
from tests.documents import documents

PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
KEYS = st.sampled_from(
    [
        "format",
        "game",
        "units",
        "kind",
        "stats",
        "weapons",
        "item",
        "crew",
        "log",
        "count",
        "prices",
        "attributes",
        "draw",
        "track",
    ]
)
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS | st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)
of_every_game = pytest.mark.parametrize("game", GAMES)
EMPTY = {"format": "bivouac-roster/1", "game": "rbn", "units": []}


def reads(document):
    """Read a document, or say why it is refused."""
    try:
        return read(document, GAMES)
    except Refused as refused:
        return str(refused)


@of_every_game
@given(data=st.data())
def test_canonical_documents_are_fixed_points(game, data):
    document = data.draw(documents(game))
    roster = read(document, GAMES)
    canonical = write(roster, GAMES)
    assert read(canonical, GAMES) == roster
    assert write(read(canonical, GAMES), GAMES) == canonical


@of_every_game
@given(data=st.data())
def test_documents_survive_as_text(game, data):
    document = data.draw(documents(game))
    canonical = write(read(document, GAMES), GAMES)
    assert read(decode(json.dumps(canonical)), GAMES) == read(document, GAMES)
    assert decode(json.dumps(canonical, ensure_ascii=False)) == canonical


@of_every_game
@given(data=st.data())
def test_rosters_can_be_hashed(game, data):
    document = data.draw(documents(game))
    assert hash(read(document, GAMES)) == hash(read(document, GAMES))


@given(ANYTHING)
@example({"format": "bivouac-roster/1", "game": "rbn", "units": [{"kind": {}}]})
@example({"format": [], "game": {}, "units": 1})
def test_reading_anything_refuses_or_reads(document):
    reads(document)


@of_every_game
@given(data=st.data())
def test_reading_a_changed_document_refuses_or_reads(game, data):
    document = data.draw(documents(game))
    place = document
    while place and data.draw(st.booleans()):
        key = data.draw(st.sampled_from(sorted(place) if isinstance(place, dict) else range(len(place))))
        if not isinstance(place[key], (dict, list)):
            place[key] = data.draw(ANYTHING)
            break
        place = place[key]
    else:
        if isinstance(place, dict):
            place[data.draw(KEYS)] = data.draw(ANYTHING)
    reads(document)


@given(st.binary(max_size=60) | st.text(max_size=60) | ANYTHING.map(lambda value: json.dumps(value)))
@example(b"\xef\xbb\xbf")
@example("[" * 100_000)
def test_decoding_anything_refuses_or_decodes(text):
    try:
        decode(text)
    except Refused as refused:
        str(refused)


@of_every_game
@given(data=st.data())
def test_judging_never_fails(game, data):
    document = data.draw(documents(game))
    verdict = make.judge(read(document, GAMES))
    written = answer(verdict, "fr", str)
    assert json.loads(json.dumps(written)) == written
    assert verdict.legal == all(finding["level"] == "warning" for finding in written["findings"])


@of_every_game
@given(data=st.data())
def test_every_finding_is_about_the_list_or_one_of_its_units(game, data):
    document = data.draw(documents(game))
    verdict = make.judge(read(document, GAMES))
    assert {finding.unit for finding in verdict.findings} <= {None, *range(len(document["units"]))}


@of_every_game
@given(data=st.data())
def test_the_prohibitions_broken_are_the_findings_that_refuse_options(game, data):
    document = data.draw(documents(game))
    roster = read(document, GAMES)
    broken = {(one.rule.id, one.unit) for one in make.judge(roster).findings if one.rule.refuses_options}
    assert set(make.prohibitions(roster)) == broken


@of_every_game
@given(data=st.data())
def test_the_analysis_cache_changes_no_verdict(game, data):
    analysis_cache = AnalysisCache()
    for document in data.draw(st.lists(documents(game), min_size=2, max_size=3)):
        roster = read(document, GAMES)
        with_cache = make.judged(roster, make.catalogue(game), GAMES[game], analysis_cache)
        assert with_cache == make.judge(roster)


@pytest.mark.parametrize("head", [{"budget": 100}, {"bonus": 5}, {"exotic": True}, {"role": "attaquant"}])
def test_the_analysis_cache_knows_every_field_of_the_head(head):
    analysis_cache = AnalysisCache()
    roster = make.convoy()
    for convoy in (roster, replace(roster, **head)):
        analysis = GAMES["rbn"].analyse(convoy, make.catalogue(), analysis_cache)
        assert analysis.context.document == convoy


@pytest.mark.parametrize(
    "odd",
    [
        {"units": [{"kind": "vehicle", "crew": [{"unit": 0}]}]},
        {"scenario": "la-source-du-mal", "bonus": -(10**40), "units": [{"kind": "vehicle", "flying": True}]},
    ],
)
def test_odd_documents_are_judged(odd):
    assert make.judge(read(EMPTY | odd, GAMES)).findings


@pytest.mark.parametrize("digits", [10, 1_000, 4_000])
def test_figures_of_any_length_are_judged(digits):
    huge = int("9" * digits)
    document = EMPTY | {"budget": huge, "bonus": -huge, "scenario": "la-source-du-mal", "prices": {"sidecar": huge}}
    units = [
        {"kind": "vehicle", "type": "sidecar", "count": 400},
        {"kind": "fighter", "stats": {"T": huge, "C": -huge}},
    ]
    written = answer(make.judge(read(document | {"units": units}, GAMES)), "fr", str)
    assert json.loads(json.dumps(written)) == written
