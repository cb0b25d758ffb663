"""How much of pasted texts is understood, clean and spoilt: golden/*.txt, with the list that each is meant to be."""

import json
from collections import Counter
from pathlib import Path

import pytest

from builder.imports.files import TextFile
from builder.imports.free_text import read_free_text
from builder.imports.reading import lists_of

pytestmark = pytest.mark.django_db
GOLDEN = Path(__file__).parent / "golden"
ROSTERS = Path(__file__).parents[2] / "rosters"
EXPECTED = json.loads((GOLDEN / "expected.json").read_text("utf-8"))
HEAD = ("faction", "subfaction", "activity", "period")
ONE, MAPS = ("type", "vocation", "hero", "rep", "count", "kind"), ("stats", "attributes")
SEVERAL = ("weapons", "equipment", "abilities", "options", "attributes")
DEFAULTS = {("type", "leger")}  # which a text may say and a document does not

# What was measured when this was written: 97.7 % of all that the lists say, 1.7 % of what was read being wrong.
LEAST_UNDERSTOOD, MOST_WRONG = 0.975, 0.02


def expected(name):
    meant = EXPECTED[name]
    return json.loads((ROSTERS / f"{meant}.json").read_text("utf-8")) if isinstance(meant, str) else meant


def facts(data):
    """Each thing that a list says of what the texts say."""
    counter = Counter(("head", key, data[key].casefold()) for key in HEAD if isinstance(data.get(key), str))
    for index, unit in enumerate(data["units"]):
        counter.update((index, key, unit[key]) for key in ONE if key in unit and (key, unit[key]) not in DEFAULTS)
        for key in MAPS:
            counter.update(
                (index, key, *pair) for pair in (unit[key].items() if isinstance(unit.get(key), dict) else ())
            )
        for key in SEVERAL:
            counter.update((index, key, item) for item in items(unit.get(key)))
    return counter


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
        meant, right, read = meant + wanted.total(), right + (wanted & got).total(), read + got.total()
    assert len(EXPECTED) >= 60
    assert right / meant >= LEAST_UNDERSTOOD
    assert (read - right) / read <= MOST_WRONG


@pytest.mark.parametrize("name", EXPECTED)
def test_each_line_of_a_pasted_text_is_shown(name):
    text = (GOLDEN / f"{name}.txt").read_text("utf-8")
    shown = [line.text for line in read_free_text(text).lines]
    assert sorted(shown) == sorted(line for line in text.splitlines() if line.strip(" \t-=_*"))


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
