"""How much of pasted texts is understood, clean and spoilt: golden/*.txt, with the list that each is meant to be."""

import json
from collections import Counter
from itertools import product
from pathlib import Path

import pytest

from builder.imports.files import TextFile
from builder.imports.free_text import read_free_text
from builder.imports.reading import lists_of
from builder.imports.typed_lines import RULES

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parent / "golden"
ROSTERS = Path(__file__).parents[2] / "rosters"
EXPECTED = json.loads((GOLDEN / "expected.json").read_text("utf-8"))
HEAD = ("faction", "subfaction", "activity", "period")
ONE, MAPS = ("type", "vocation", "hero", "rep", "count", "kind"), ("stats", "attributes")
SEVERAL = ("weapons", "equipment", "abilities", "options", "attributes")
DEFAULTS = {("type", "leger")}  # which a text may say and a document does not

# What was measured when this was written: of all that the lists say. What is read without asking must be right.
LEAST_UNDERSTOOD = 0.978


def expected(name):
    meant = EXPECTED[name]
    return json.loads((ROSTERS / f"{meant}.json").read_text("utf-8")) if isinstance(meant, str) else meant


def facts(data):
    """Each thing that a list says of what the texts say: of its head, then of each unit."""
    head = Counter(("head", key, data[key].casefold()) for key in HEAD if isinstance(data.get(key), str))
    return [head, *map(facts_of, data["units"])]


def facts_of(unit):
    counter = Counter((key, unit[key]) for key in ONE if key in unit and (key, unit[key]) not in DEFAULTS)
    for key in MAPS:
        counter.update((key, *pair) for pair in (unit[key].items() if isinstance(unit.get(key), dict) else ()))
    for key in SEVERAL:
        counter.update((key, item) for item in items(unit.get(key)))
    return counter


def right_in(wanted, got):
    """How many of the facts that were read are right, where units keep their order and one too many shifts none."""
    most = [[0] * (len(got) + 1) for _unit in range(len(wanted) + 1)]
    for row, column in product(range(1, len(wanted) + 1), range(1, len(got) + 1)):
        both = most[row - 1][column - 1] + (wanted[row - 1] & got[column - 1]).total()
        most[row][column] = max(both, most[row - 1][column], most[row][column - 1])
    return most[-1][-1]


def items(entries):
    for entry in entries if isinstance(entries, list) else ():
        if not isinstance(entry, dict):
            yield entry
        elif "item" in entry:
            yield from [entry["item"], *entry.get("ammunition", [])]


def test_the_figure_of_pasted_texts_does_not_fall():
    meant, right, read = 0, 0, 0
    for name in EXPECTED:
        reading = read_free_text((GOLDEN / f"{name}.txt").read_text("utf-8"))
        wanted, got = facts(expected(name)), facts(reading.data)
        meant, read = meant + sum(map(Counter.total, wanted)), read + sum(map(Counter.total, got))
        right += right_in(wanted, got)
    assert len(EXPECTED) >= 90
    assert read - right == 0
    assert right / meant >= LEAST_UNDERSTOOD


@pytest.mark.parametrize("name", EXPECTED)
def test_each_line_of_a_pasted_text_is_shown(name):
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    shown = [line.text for line in read_free_text(text).lines]
    assert sorted(shown) == sorted(line for line in text.splitlines() if line.strip(RULES))


def test_a_text_of_ours_that_was_typed_into_is_read_piece_by_piece():
    text = (
        "Les Chacals\nRed Button’s Nation · 30/300 PC · Légale\nFactoin : Mutants\n\n"
        "1. Gordon · Combattant · 30 PC\nArmes : Fusil (Munitions : Munition incendiaire), epee, porte-bonheur\n"
    )
    (imported,) = lists_of(TextFile("pasted", text))
    assert imported.data["faction"] == "mutants"
    assert imported.data["units"][0]["weapons"] == [{"item": "fusil", "ammunition": ["munition-incendiaire"]}, "epee"]
    (line,) = imported.not_understood
    assert [part.text for part in line.parts if not part.understood] == ["porte-bonheur"]
