"""The result of a battle: what the conditions propose and what the players enter."""

import pytest
from django.utils.translation import override

from builder.battles.ending import entered_result, headline, proposed_result, result_choices, winner_of
from builder.battles.spec import Condition
from builder.lists.edits import BadEdit
from builder.wording import in_words
from rules.play.battle import BattleDocument, BattleSide, Result, SideResult

BATTLE = BattleDocument("rbn", sides=(BattleSide("Chacals"), BattleSide("Vautours")))
GRADE = SideResult("won", 5, facts={"grade": 3})


def test_the_conditions_propose_a_result_for_each_side():
    assert proposed_result(BATTLE, Condition((GRADE, SideResult("lost")))) == Result((GRADE, SideResult("lost")))


@pytest.mark.parametrize("condition", [None, Condition(())])
def test_without_conditions_nothing_is_proposed(condition):
    assert proposed_result(BATTLE, condition) == Result((SideResult(), SideResult()))


def test_what_was_entered_is_shown_again():
    entered = Result((SideResult("drawn"), SideResult("drawn")), "Night fell.")
    battle = BattleDocument("rbn", sides=BATTLE.sides, result=entered)
    assert proposed_result(battle, Condition((SideResult("won"), SideResult("lost")))) == entered


def test_what_the_game_keeps_follows_the_marks_when_a_result_is_entered_again():
    entered = Result((SideResult("lost", facts={"grade": 1}), SideResult("won")))
    battle = BattleDocument("rbn", sides=BATTLE.sides, result=entered)
    again = (SideResult("lost", facts=GRADE.facts), SideResult("won"))
    assert proposed_result(battle, Condition((GRADE, SideResult()))).sides == again


def test_players_may_enter_everything_and_the_games_own_facts_stay():
    fields = {"outcome-0": "lost", "points-0": " -2 ", "feats-0": "a\r\nb\0", "outcome-1": "?", "notes": " Rain. "}
    result = entered_result(BATTLE, Result((GRADE, SideResult())), fields)
    assert result == Result((SideResult("lost", -2, "a\nb", GRADE.facts), SideResult()), "Rain.")


@pytest.mark.parametrize("words", ["x", "1.5", "100000", "٣", "--1"])
def test_points_are_a_number(words):
    with pytest.raises(BadEdit):
        entered_result(BATTLE, Result((GRADE, SideResult())), {"points-0": words})
    assert entered_result(BATTLE, Result((GRADE, GRADE)), {"points-0": "-99999"}).sides[0].points == -99_999


def test_who_may_have_won_is_chosen_by_name_and_a_name_is_no_text_of_the_site():
    battle = BattleDocument("rbn", sides=(BattleSide("Out"), BattleSide("")))
    (asked,) = result_choices(battle, Result((SideResult(), SideResult())))
    with override("fr"):
        assert [in_words(one.name) for one in asked.first] == ["Out", "#2", "Match nul"]


def result(*outcomes, points=()):
    """A result with these outcomes, and points where they are given."""
    return Result(tuple(SideResult(one, *points[n : n + 1]) for n, one in enumerate(outcomes)))


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (result("won", "lost", points=(159, 115)), "Chacals wins 159-115"),
        (result("lost", "won", points=(159, 115)), "Vautours wins 115-159"),
        (result("won", "lost"), "Chacals wins"),
        (result("won", "lost", points=(159,)), "Chacals wins"),
        (result("drawn", "drawn", points=(3, 3)), "A draw"),
        (result("lost", "lost"), "Everyone loses"),
        (result("won", "won"), "Everyone wins"),
        (result("", ""), ""),
        (result("won", ""), ""),
    ],
)
def test_who_won_is_said_first_in_one_line(found, words):
    assert str(headline(BATTLE, found)) == words


def test_of_several_sides_the_winner_stands_first():
    three = BattleDocument("rbn", sides=(*BATTLE.sides, BattleSide("Meute")))
    assert str(headline(three, result("lost", "lost", "won", points=(5, 9, 12)))) == "Meute wins 12-9-5"
    assert str(headline(BattleDocument("rbn", sides=BATTLE.sides[:1]), result("lost", points=(4,)))) == "Defeat"


@pytest.mark.parametrize(
    ("winner", "outcomes"),
    [
        ("0", ["won", "lost"]),
        ("1", ["lost", "won"]),
        ("drawn", ["drawn", "drawn"]),
        ("lost", ["lost", "lost"]),
        ("", ["", ""]),
        ("2", ["drawn", "drawn"]),
        ("x", ["drawn", "drawn"]),
    ],
)
def test_one_choice_says_how_every_side_fared(winner, outcomes):
    fields = {"winner": winner, "outcome-0": "drawn", "outcome-1": "drawn"}
    entered = entered_result(BATTLE, Result((SideResult(), SideResult())), fields)
    assert [one.outcome for one in entered.sides] == outcomes
    if winner not in ("2", "x"):
        assert winner_of(BATTLE, entered) == winner
