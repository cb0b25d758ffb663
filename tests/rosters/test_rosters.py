"""Whole lists as players build them, each with the verdict that the rules give it beside it."""

import json
from pathlib import Path

import pytest

from rules.document import decode, read, write
from rules.registry import GAMES
from rules.verdict import answer
from tests import make

FOLDER = Path(__file__).parent
DOCUMENTS = {
    f"{file.parent.name}/{file.stem}": file
    for file in sorted(FOLDER.glob("*/*.json"))
    if not file.name.endswith(".expected.json")
}
READ = {name: decode(file.read_bytes()) for name, file in DOCUMENTS.items()}
EXPECTED = {name: json.loads(file.with_suffix(".expected.json").read_text("utf-8")) for name, file in DOCUMENTS.items()}


def rank(found):
    rule, unit = found
    return rule, -1 if unit is None else unit


@pytest.mark.parametrize("game", GAMES)
def test_documents_are_canonical_and_their_verdicts_the_expected_ones_in_whole_sentences(game):
    for name in (name for name in DOCUMENTS if name.startswith(f"{game}/")):
        roster = read(READ[name], GAMES)
        assert write(roster, GAMES) == READ[name], name
        verdict = make.judge(roster)
        findings = sorted(([finding.rule.id, finding.unit] for finding in verdict.findings), key=rank)
        assert EXPECTED[name] == {
            "legal": verdict.legal,
            "total": verdict.total,
            "budget": verdict.budget,
            "findings": findings,
        }, name
        texts = [finding["message"] for finding in answer(verdict, "en", str)["findings"]]
        assert [message for message in texts if not message.endswith(".") or "{" in message] == [], name


def test_no_verdict_is_without_its_document():
    assert {file.name for file in FOLDER.glob("*/*.expected.json")} == {
        file.with_suffix(".expected.json").name for file in DOCUMENTS.values()
    }


@pytest.mark.parametrize(
    ("key", "values"),
    [
        ("faction", {slug for slug, one in make.catalogue().factions.items() if not one.parent}),
        ("subfaction", {slug for slug, one in make.catalogue().factions.items() if one.parent}),
        ("scenario", set(make.catalogue().scenarios)),
    ],
)
@pytest.mark.parametrize("legal", [True, False])
def test_every_faction_and_scenario_has_a_legal_and_an_illegal_list(key, values, legal):
    assert values <= {READ[name].get(key) for name, expected in EXPECTED.items() if expected["legal"] is legal}


def test_findings_are_written_sorted():
    assert [name for name, one in EXPECTED.items() if one["findings"] != sorted(one["findings"], key=rank)] == []
