"""The chart of the NPCs, walked through question after question."""

from dataclasses import replace

import pytest

from rules.games.first_wave.play.activation import Walk, ended, follow, start_of, waiting
from tests.builder.first_wave.battle import fought
from tests.rules.first_wave import make

CHART = make.catalogue().tables["actions-des-pnj"]


def walked(way, armed=False, actions=3):
    walk, trail = follow(Walk(armed, actions), way, CHART)
    return [one.step for one in trail] + [walk.step], walk.answers, (walk.moves, walk.fights)


@pytest.mark.parametrize(
    ("way", "steps", "answers", "spent"),
    [
        ("", [1], ("yes", "no"), (0, 0)),
        ("yes", [1, 6], ("yes", "no"), (0, 0)),
        ("yes.no", [1, 6, 7], (), (0, 1)),
        ("yes.yes", [1, 6, 6], ("no",), (0, 1)),
        ("yes.yes.no", [1, 6, 6, 7], (), (0, 2)),
        ("no", [1, 2, 5], ("yes", "yes-2", "no"), (0, 0)),
        ("no.no", [1, 2, 5, 7], (), (2, 0)),
        ("no.yes", [1, 2, 5, 6], ("yes", "no"), (1, 0)),
        ("no.yes-2", [1, 2, 5, 6], ("no",), (2, 0)),
        ("no.yes.yes.no", [1, 2, 5, 6, 6, 7], (), (1, 2)),
    ],
)
def test_those_without_a_gun(way, steps, answers, spent):
    assert walked(way) == (steps, answers, spent)


@pytest.mark.parametrize(
    ("way", "steps", "answers", "spent"),
    [
        ("no", [1, 2, 3], ("yes", "no"), (0, 0)),
        ("no.yes", [1, 2, 3, 4], ("yes", "no"), (0, 0)),
        ("no.yes.no", [1, 2, 3, 4, 7], (), (0, 1)),
        ("no.yes.yes.yes", [1, 2, 3, 4, 3, 4], ("no",), (0, 1)),
        ("no.yes.yes.no", [1, 2, 3, 4, 3, 5], ("yes", "yes-2", "no"), (0, 1)),
        ("no.no.yes.no", [1, 2, 3, 5, 6, 7], (), (1, 1)),
        ("no.yes.yes.no.yes-2", [1, 2, 3, 4, 3, 5, 7], (), (2, 1)),
    ],
)
def test_those_with_a_gun(way, steps, answers, spent):
    assert walked(way, armed=True) == (steps, answers, spent)


def test_lost_actions_end_it_sooner():
    assert walked("yes", actions=1) == ([1, 6], ("no",), (0, 0))
    assert walked("no.yes", actions=1) == ([1, 2, 5, 7], (), (1, 0))
    assert walked("no.yes-2", actions=1) == ([1, 2, 5], ("yes", "no"), (0, 0))


def test_answers_that_the_chart_does_not_allow_are_left_out():
    assert walked("no.yes.maybe.yes") == walked("no.yes")


@pytest.mark.parametrize(
    ("marks", "actions", "step"),
    [
        ((), 3, 1),
        (("set others/1/stunned 2",), 1, 1),
        (("set others/1/stunned 3",), 0, 7),
        (("set others/1/still 1",), 0, 7),
        (("set others/1/unconscious 1",), 0, 7),
    ],
)
def test_markers_cost_actions(marks, actions, step):
    battle = fought.marked(fought.battle(), "put-on robot-militaire", *marks)
    assert start_of(fought.context(battle), "others/1") == Walk(True, actions, step)


def test_who_is_out_of_ammunition_does_not_look_for_a_target():
    battle = fought.marked(fought.battle(), "put-on robot-militaire", "set others/1/empty-fusil-d-assaut-1 1")
    walk, trail = follow(start_of(fought.context(battle), "others/1"), "no", CHART)
    assert ([(one.step, one.answer) for one in trail], walk.step) == ([(1, "no"), (2, "no")], 5)


def test_an_activation_takes_off_what_it_sat_out():
    marks = [f"set others/1/{key}" for key in ("stunned 2", "still 1", "unconscious 1")]
    battle = fought.marked(fought.battle(), "put-on chien-infecte 2", *marks)
    after = fought.marked(battle, ended(battle, "others/1"))
    keys = ("activated", "stunned", "still", "unconscious")
    assert [after.number(f"others/1/{key}") for key in keys] == [1, 0, 0, 0]
    assert (list(waiting(battle)), list(waiting(after))) == (["others/1", "others/2"], ["others/2"])


def test_an_npc_of_a_battle_begun_before_it_could_be_unconscious_is_activated():
    battle = fought.marked(fought.battle(), "put-on chien-infecte", "set others/1/still 1")
    before = battle.others["1"]
    older = replace(before, markers=tuple(one for one in before.markers if one.key != "unconscious"))
    battle = replace(battle, others={"1": older})
    assert fought.marked(battle, ended(battle, "others/1")).number("others/1/still") == 0


def test_the_fallen_wait_for_nothing():
    battle = fought.marked(fought.battle(), "put-on chien-infecte", "set others/1/out 1")
    assert list(waiting(battle)) == []
