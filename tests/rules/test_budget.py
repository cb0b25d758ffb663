"""The effective budget, in every scenario, for those with the survivors' fifth and those without."""

import pytest

from tests import make

BORROWED = {"faction": "mercenaires", "traits": make.choices("survivants", "cultistes", "mutants")}
WITH_THE_FIFTH = [{"faction": "survivants"}, {"faction": "survivants", "subfaction": "sss"}, BORROWED]
WITHOUT = [
    {"faction": "cultistes"},
    {"faction": "mutants", "subfaction": "gaia-familys"},
    {"faction": "mercenaires", "traits": make.choices("cultistes", "survivants", "mutants")},
    {"faction": "mercenaires", "subfaction": "sons-of-apocalypse"},
    {"faction": "enfants-du-13"},
    {"faction": None},
]
SCENARIOS = {  # scenario, role -> effective budget of 300 agreed points, the same with the fifth
    (None, None): (300, 360),
    ("selection-naturelle", None): (300, 300),
    ("qui-va-en-voiture", "player-a"): (300, 360),
    ("qui-va-en-voiture", "player-b"): (300, 360),
    ("embuscade", None): (300, 360),
    ("embuscade", "attacker"): (300, 360),
    ("embuscade", "defender"): (600, 720),
    ("extraction", "attacker"): (300, 360),
    ("extraction", "defender"): (300, 360),
    ("bataille-rangee", None): (300, 360),
    ("le-jour-du-grand-depart", "mandated"): (300, 360),
    ("le-jour-du-grand-depart", "saboteur"): (300, 360),
    ("l-autoroute-de-l-enfer", "mandated"): (300, 360),
    ("l-autoroute-de-l-enfer", "saboteur"): (300, 360),
    ("escale-sans-lendemain", "mandated"): (300, 360),
    ("escale-sans-lendemain", "saboteur"): (300, 360),
    ("la-source-du-mal", "mandated"): (300, 360),
    ("la-source-du-mal", "saboteur"): (300, 360),
    ("retour-compromis", "carrier"): (300, 360),
    ("retour-compromis", "pursuer"): (300, 360),
    ("une-autre-histoire", "attacker"): (300, 360),
}
PRINTED = {  # what a list without a budget of its own has, and the same with the fifth
    None: (None, None),
    "selection-naturelle": (150, 150),
    "qui-va-en-voiture": (300, 360),
    "embuscade": (None, None),
    "extraction": (None, None),
    "bataille-rangee": (None, None),
    "le-jour-du-grand-depart": (300, 360),
    "l-autoroute-de-l-enfer": (300, 360),
    "escale-sans-lendemain": (300, 360),
    "la-source-du-mal": (300, 360),
    "retour-compromis": (300, 360),
}


def effective(**header):
    return make.judge(make.convoy(units=(), **header)).budget


@pytest.mark.parametrize(("scenario", "role"), SCENARIOS)
def test_a_scenario_makes_the_budget(scenario, role):
    plain, more = SCENARIOS[scenario, role]
    assert [effective(scenario=scenario, role=role, **header) for header in WITHOUT] == [plain] * len(WITHOUT)
    assert [effective(scenario=scenario, role=role, **header) for header in WITH_THE_FIFTH] == [more] * len(
        WITH_THE_FIFTH
    )


@pytest.mark.parametrize("scenario", PRINTED)
@pytest.mark.parametrize("budget", [None, 0])
def test_a_printed_budget_holds_where_none_is_agreed(scenario, budget):
    plain, more = PRINTED[scenario]
    assert effective(scenario=scenario, budget=budget) == plain
    assert effective(scenario=scenario, budget=budget, faction="survivants") == more


@pytest.mark.parametrize(
    ("agreed", "more"), [(1, 2), (4, 5), (5, 6), (299, 359), (300, 360), (301, 362), (304, 365), (900, 1080)]
)
def test_the_survivors_fifth_is_rounded_up(agreed, more):
    assert effective(budget=agreed, faction="survivants") == more


def test_the_ambush_doubles_before_the_fifth():
    ambush = {"scenario": "embuscade", "role": "defender", "budget": 301}
    assert effective(**ambush) == 602
    assert effective(**ambush, faction="survivants") == 723  # 602 and a fifth of it; 362 doubled would be 724


def test_the_survivors_in_ambush_do_not_double():
    assert effective(scenario="embuscade", role="attacker", budget=301, faction="survivants") == 362


@pytest.mark.parametrize("bonus", [25, 50, 100, 7, -10])
def test_prize_points_come_last_and_in_scenario_9_only(bonus):
    assert effective(scenario="la-source-du-mal", bonus=bonus) == 300 + bonus
    assert effective(scenario="la-source-du-mal", bonus=bonus, faction="survivants") == 360 + bonus
    assert effective(scenario="escale-sans-lendemain", bonus=bonus) == 300
    assert effective(bonus=bonus) == 300


@pytest.mark.parametrize(
    ("header", "due"),
    [
        ({}, 100),
        ({"budget": 301}, 101),
        ({"faction": "survivants"}, 120),
        ({"faction": "survivants", "budget": 301}, 121),
        ({"scenario": "embuscade", "role": "defender"}, 200),
        ({"scenario": "la-source-du-mal", "bonus": 25}, 100),
        ({"scenario": "la-source-du-mal", "bonus": 100, "faction": "survivants"}, 120),
        ({"scenario": "selection-naturelle", "budget": 150}, 0),
        ({"budget": None}, 0),
    ],
)
def test_the_vehicles_share_is_of_the_effective_budget_without_the_prize(header, due):
    assert make.judge(make.convoy(units=(), **header)).analysis.vehicles_due == due


@pytest.mark.parametrize(
    ("header", "rockets"),
    [
        ({}, 2),
        ({"budget": 900}, 6),
        ({"budget": 900, "faction": "survivants"}, 7),
        ({"scenario": "la-source-du-mal", "bonus": 100}, 2),
        ({"scenario": "la-source-du-mal", "bonus": 100, "faction": "survivants"}, 3),
        ({"scenario": "embuscade", "role": "defender"}, 4),
        ({"budget": None}, None),
    ],
)
def test_rockets_are_counted_on_the_effective_budget(header, rockets):
    assert make.judge(make.convoy(units=(), **header)).analysis.rockets == (0, rockets)
