"""Conditions, changes and notes of a book: what they give, ask and say as the facts are."""

from types import SimpleNamespace

import pytest

from rules.books import BadBook, read_book
from rules.play.circumstances import Circumstances
from rules.play.conditions import Change, Condition, Note
from rules.play.entries import Effect, Modifier, PlayBook
from rules.play.form import ActionForm
from rules.registry import GAMES
from rules.text import Text
from tests import make

SHIELD = SimpleNamespace(name=Text("shield", "shield"), cite="p. 30")
DICE = {"above": 1, "light": -1, "heavy": -2}
MODIFIERS = {slug: Modifier(dice, Text(slug, slug), "p. 16") for slug, dice in DICE.items()}
OPTIONS = (Text("non", "no"), Text("oui", "yes"))


def given(*conditions, sent=(), facts=()):
    """(dice and text of each modifier, the facts afterwards)."""
    play = PlayBook(modifiers=MODIFIERS, conditions={"shooter": conditions})
    catalogue = SimpleNamespace(play=play, equipment={"shield": SHIELD})
    about = Circumstances(catalogue, ActionForm(dict(sent)), dict(facts))
    return [(one.dice, str(one.text), one.counts) for one in about.modifiers("shooter")], about.facts


def test_an_entry_counts_while_its_facts_are_so():
    row = Condition(entry="equipment/shield", dice=-1, when=("shield",), unless=("pierced",))
    assert given(row)[0] == []
    assert given(row, facts={"shield": 1})[0] == [(-1, "shield", True)]
    assert given(row, facts={"shield": 1, "pierced": 1})[0] == []


def test_what_is_asked_is_a_fact_afterwards():
    row = Condition(name="above", modifier=("above",), ask="flag")
    assert given(row) == ([], {"above": 0})
    assert given(row, sent={"above": "1"}) == ([(1, "above", True)], {"above": 1})


def test_the_facts_answer_until_somebody_does():
    row = Condition(name="hurt", modifier=("light",), ask="either", options=OPTIONS, usual="wounds")
    assert given(row, facts={"wounds": 2})[0] == [(-1, "light", True)]
    assert given(row, facts={"wounds": 2}, sent={"hurt": "no"})[0] == []


def test_a_number_counts_beyond_its_least():
    row = Condition(name="foes", modifier=("light",), ask="number", least=1, most=6)
    assert [given(row, sent={"foes": number})[0] for number in ("1", "3")] == [[], [(-2, "light", True)]]


def test_a_choice_gives_what_is_chosen():
    row = Condition(name="cover", modifier=("light", "heavy"), ask="choice", options=OPTIONS[:1])
    assert given(row)[0] == []
    assert given(row, sent={"cover": "heavy"})[0] == [(-2, "heavy", True)]


def test_facts_say_how_often_it_counts_and_what_takes_its_effect():
    row = Condition(modifier=("light",), times="parries", ignored="equipment/shield")
    assert given(row)[0] == []
    assert given(row, facts={"parries": 2})[0] == [(-2, "light", True)]
    assert given(row, facts={"parries": 1, "shield": 1})[0] == [(-1, "light (no effect: shield)", False)]


def test_effects_are_changed_once_and_get_company():
    effects = {slug: Effect(slug, Text(slug, slug), "p. 1") for slug in ("dead", "hurt", "fire")}
    changes = (
        Change(on=("dead",), when=("soft",), instead=("hurt",), entry="equipment/shield"),
        Change(on=("dead", "hurt"), beside=("fire",)),
    )
    catalogue = SimpleNamespace(play=PlayBook(effects=effects, changes={"shot": changes}), equipment={"shield": SHIELD})

    def changed(**facts):
        about = Circumstances(catalogue, ActionForm({}), facts)
        return [(effect.slug, effect.cite) for effect in about.changed("shot", [effects["dead"]])]

    assert changed() == [("dead", "p. 1"), ("fire", "p. 1")]
    assert changed(soft=1) == [("hurt", "p. 30"), ("fire", "p. 1")]


def test_notes_cite_their_entry_or_that_of_the_case():
    notes = (Note(entry="equipment/shield", text=OPTIONS[0]), Note(entry="weapon", text=OPTIONS[1], when=("dry",)))
    catalogue = SimpleNamespace(play=PlayBook(notes={"shot": notes}), equipment={"shield": SHIELD})
    about = Circumstances(catalogue, ActionForm({}), {"dry": 1}, entries={"weapon": SimpleNamespace(cite="p. 20")})
    assert [(note.text.en, note.cite) for note in about.notes("shot")] == [("no", "p. 30"), ("yes", "p. 20")]


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("modifier: [above]", "modifier: [abvoe]", "conditions.shooter: there is no modifier 'abvoe'"),
        ("instead: [nothing]", "instead: [nohting]", "changes.shot: there is no effect 'nohting'"),
        ("entry: equipment/armure", "entry: equipment/amrure", "conditions.target: there is no 'equipment/amrure'"),
    ],
)
def test_a_row_that_names_nothing_is_refused(tmp_path, old, new, reason):
    for file in (make.FIXTURES / "rbn").glob("*.yaml"):
        (tmp_path / file.name).write_text(file.read_text("utf-8").replace(old, new), "utf-8")
    with pytest.raises(BadBook, match=reason):
        read_book(tmp_path, GAMES["rbn"])
