"""Merc City: the grade of a battle, and what it sets for the next, each with its page."""

import pytest
from django.utils.translation import override

from builder.games.rbn import campaign
from builder.games.rbn.battle import merc_city
from builder.games.rbn.edits import EDITS
from builder.gatherings.campaign_spec import STAGE, Part, Stage
from builder.lists.edits import BadEdit
from builder.wording import local
from rules.games.rbn.document import Convoy
from rules.play.battle import BattleDocument, BattleSide
from tests import make

MAIN, SECONDARY = ("main",), ("secondary",)
BOTH, NONE = (*MAIN, *SECONDARY), ()
ROLES = {
    "qui-va-en-voiture": ("player-a", "player-b"),
    "selection-naturelle": (None, None),
    "bataille-rangee": (None, None),
    "embuscade": ("attacker", "defender"),
    "retour-compromis": ("carrier", "pursuer"),
}


@pytest.fixture(autouse=True)
def in_french():
    with override("fr"):
        yield


def stage(scenario, first=NONE, second=NONE):
    """A battle between the members 7 and 8, in the roles of its scenario."""
    one, other = ROLES.get(scenario, ("mandated", "saboteur"))
    return Stage(scenario, parts=(Part(7, one, first), Part(8, other, second)))


def next_of(*battle):
    """(scenario, casting, lines, [(slug, role, text, cite)]) of what follows, in French."""
    found = campaign.follows(stage(*battle), make.catalogue())
    gains = [(one.slug, one.role, local(one.text), one.cite) for one in found.consequences]
    return found.scenario, dict(found.casting), [(local(one.text), one.cite) for one in found.lines], gains


# --- grades (p. 34) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("main", "secondary", "expected"),
    [
        ((True, False), (False, False), (0, "victoire-majeure")),
        ((True, False), (True, False), (0, "victoire-ecrasante")),
        ((True, False), (False, True), (0, "victoire-mineure")),
        ((True, False), (True, True), (0, "victoire-majeure")),
        ((False, True), (False, False), (1, "victoire-majeure")),
        ((False, True), (False, True), (1, "victoire-ecrasante")),
        ((False, True), (True, False), (1, "victoire-mineure")),
        ((False, True), (True, True), (1, "victoire-majeure")),
        ((False, False), (False, False), (None, "egalite")),
        ((False, False), (True, True), (None, "egalite")),
        ((False, False), (True, False), (0, "victoire-mineure")),
        ((False, False), (False, True), (1, "victoire-mineure")),
    ],
)
def test_every_case_of_the_table_of_victory(main, secondary, expected):
    assert campaign.winner_and_grade(main, secondary) == expected


def test_a_score_names_the_grade_and_its_page():
    found = campaign.score(stage("le-jour-du-grand-depart", BOTH, NONE), make.catalogue())
    assert (found.outcomes, found.grade.en, found.cite) == (("won", "lost"), "Crushing victory", "RBN v2, p. 34")


@pytest.mark.parametrize(
    ("scenario", "first", "expected"),
    [
        ("la-source-du-mal", MAIN, ("won", "lost")),
        ("la-source-du-mal", NONE, ("", "")),
        ("retour-compromis", MAIN, ("won", "lost")),
        ("retour-compromis", NONE, ("lost", "lost")),
    ],
)
def test_without_secondary_missions_there_is_no_grade(scenario, first, expected):
    found = campaign.score(stage(scenario, first), make.catalogue())
    assert (found.outcomes, found.grade, found.cite) == (expected, None, "RBN v2, p. 38")


def test_a_battle_that_is_not_between_two_sides_has_no_score():
    assert campaign.score(Stage("embuscade", parts=(Part(7),)), make.catalogue()) is None
    assert campaign.score(stage("une-autre"), make.catalogue()) is None


# --- what follows ----------------------------------------------------------------------------------------------------


def test_the_winner_of_scenario_1_is_player_a_and_begins():
    assert next_of("selection-naturelle", NONE, MAIN) == (
        "qui-va-en-voiture",
        {"player-a": 8, "player-b": 7},
        [("Le gagnant du scénario 1 est le joueur A.", "RBN v2, p. 35")],
        [("initiative", "player-a", "L’initiative du tour 1, sans jet.", "RBN v2, p. 35")],
    )


def test_the_winner_of_scenario_2_is_mandated():
    scenario, casting, lines, gains = next_of("qui-va-en-voiture", NONE, MAIN)
    assert (scenario, casting, gains) == ("le-jour-du-grand-depart", {"mandated": 8, "saboteur": 7}, [])
    assert [page for _text, page in lines] == ["RBN v2, p. 36"]


@pytest.mark.parametrize("scenario", ["selection-naturelle", "qui-va-en-voiture"])
def test_without_a_winner_nobody_is_cast(scenario):
    _next, casting, lines, gains = next_of(scenario)
    assert (casting, len(lines), gains) == ({}, 1, [])


@pytest.mark.parametrize(
    ("winner", "loser", "sentence"),
    [
        (MAIN, SECONDARY, "Se déploie 10\u00a0cm plus loin, sur 30\u00a0cm de profondeur."),
        (MAIN, NONE, "Se déploie 20\u00a0cm plus loin, sur 40\u00a0cm de profondeur."),
        (BOTH, SECONDARY, "Se déploie 20\u00a0cm plus loin, sur 40\u00a0cm de profondeur."),
        (BOTH, NONE, "Se déploie 30\u00a0cm plus loin, sur 50\u00a0cm de profondeur."),
        (SECONDARY, NONE, "Se déploie 10\u00a0cm plus loin, sur 30\u00a0cm de profondeur."),
    ],
)
def test_the_winner_of_scenario_6_deploys_farther_by_the_grade(winner, loser, sentence):
    roles = {"mandated": 7, "saboteur": 8}
    gained = [("deployment", "saboteur", sentence, "RBN v2, p. 36")]
    assert next_of("le-jour-du-grand-depart", loser, winner) == ("l-autoroute-de-l-enfer", roles, [], gained)


def test_without_a_winner_of_scenario_6_both_zones_are_as_printed():
    _next, casting, lines, gains = next_of("le-jour-du-grand-depart")
    assert (casting, [page for _text, page in lines], gains) == ({"mandated": 7, "saboteur": 8}, ["RBN v2, p. 37"], [])


def test_the_winner_of_scenario_7_places_the_hostile_elements():
    scenario, casting, lines, gains = next_of("l-autoroute-de-l-enfer", MAIN)
    assert (scenario, casting, lines) == ("escale-sans-lendemain", {"mandated": 7, "saboteur": 8}, [])
    sentence = "Place tous les éléments hostiles du tableau des rencontres."
    assert gains == [("hostile", "mandated", sentence, "RBN v2, p. 37")]
    assert next_of("l-autoroute-de-l-enfer")[3] == []


@pytest.mark.parametrize(
    ("winner", "loser", "points"), [(MAIN, SECONDARY, 25), (MAIN, NONE, 50), (BOTH, BOTH[1:], 50), (BOTH, NONE, 100)]
)
def test_the_winner_of_scenario_8_gets_points_by_the_grade(winner, loser, points):
    battle = stage("escale-sans-lendemain", winner, loser)
    (gained,) = campaign.follows(battle, make.catalogue()).consequences
    assert (gained.role, gained.cite, gained.facts) == (
        "mandated",
        "RBN v2, p. 37",
        {"campaign-points": "mandated", "campaign-points-amount": points},
    )
    after = stage("la-source-du-mal")
    assert campaign.take_on(after, 0, [gained]) == f"take-stage la-source-du-mal mandated {points}"
    assert campaign.take_on(after, 1, [gained]) == "take-stage la-source-du-mal saboteur 0"


def test_the_winner_of_scenario_9_is_the_carrier_of_10():
    scenario, casting, lines, gains = next_of("la-source-du-mal", NONE, MAIN)
    assert (scenario, casting, gains) == ("retour-compromis", {"carrier": 8, "pursuer": 7}, [])
    assert lines == [("Le gagnant du scénario 9 est le convoyeur.", "RBN v2, p. 38")]


@pytest.mark.parametrize("scenario", ["retour-compromis", "embuscade", "bataille-rangee"])
def test_nothing_follows_the_last_scenario_and_those_put_in(scenario):
    assert campaign.follows(stage(scenario, MAIN), make.catalogue()) is None


def test_the_chain_is_that_of_the_book():
    order, at = [], "selection-naturelle"
    while at:
        order.append(make.catalogue().scenarios[at].number)
        found = campaign.follows(stage(at, MAIN), make.catalogue())
        at = found and found.scenario
    assert order == [1, 2, 6, 7, 8, 9, 10]


# --- what is chosen, and what a list takes on ------------------------------------------------------------------------


def test_scenarios_name_their_sides_and_what_is_noted():
    found = {one.slug: one for one in campaign.scenarios(make.catalogue())}
    assert [one.follows for one in found.values()] == [True, True, False, False, False, *[True] * 5]
    assert [len(one.goals) for one in found.values()] == [2] * 8 + [1, 1]
    assert {len(one.roles) for one in found.values()} == {2}
    first = found["selection-naturelle"]
    assert (first.name.fr, first.cite, first.roles) == ("1. Sélection naturelle", "RBN v2, p. 35", ((None, ""),) * 2)


def test_every_sentence_of_the_campaign_has_its_page():
    book = make.catalogue()
    lines = [
        *campaign.CAMPAIGN.about(book),
        *campaign.CAMPAIGN.open(book),
        *(one for _slug, one in campaign.openings(book)),
    ]
    assert [one.cite.startswith("RBN v2, p. 3") for one in lines] == [True] * 11
    assert [bool(one.text.fr and one.text.en) for one in lines] == [True] * 11


def test_a_list_takes_on_scenario_role_and_points():
    run = EDITS["take-stage"].run
    taken = run(Convoy(budget=300, bonus=25), "la-source-du-mal", "mandated", "50")
    assert (taken.scenario, taken.role, taken.bonus) == ("la-source-du-mal", "mandated", 50)
    assert run(taken, "selection-naturelle", "none", "0") == Convoy(budget=300, scenario="selection-naturelle")
    with pytest.raises(BadEdit):
        run(taken, "la-source-du-mal", "mandated", "1001")


def test_a_stage_is_kept_whole():
    noted = Stage("la-source-du-mal", 5, (Part(7, "mandated", MAIN), Part(None, "saboteur")), ("points",))
    assert STAGE.read(STAGE.write(noted)) == noted


def test_a_new_list_has_the_name_that_was_given():
    assert campaign.CAMPAIGN.newcomer(Convoy(budget=300), "Les Loups", "Maud") == Convoy(budget=300, name="Les Loups")


# --- in the battle itself -------------------------------------------------------------------------------------------


def battle(scenario, round_=1, **facts):
    """A battle between a saboteur and a mandated convoy in this round."""
    marks = {"table/round": round_}
    sides = BattleSide(role="saboteur"), BattleSide(role="mandated")
    kept = {f"campaign-{name.replace('_', '-')}": value for name, value in facts.items()}
    return BattleDocument("rbn", scenario=scenario, sides=sides, facts=kept, marks=marks)


def said(*arguments, **facts):
    """[(text, page, side)] of the campaign's notices."""
    found = merc_city.notices(battle(*arguments, **facts), make.catalogue())
    return [(local(one.text), one.cite, one.side) for one in found]


def test_a_battle_says_what_the_one_before_gave_and_to_whom():
    deeper = ("Mandaté · Se déploie 30\u00a0cm plus loin, sur 50\u00a0cm de profondeur.", "RBN v2, p. 36", 1)
    facts = {"deployment": "mandated", "deployment_amount": 30}
    assert said("l-autoroute-de-l-enfer", **facts) == [deeper]
    assert said("l-autoroute-de-l-enfer", 2, **facts) == []
    assert said("embuscade", **facts) == []
    assert said("l-autoroute-de-l-enfer") == []


def test_who_places_the_hostile_elements_is_said_to_the_end():
    sentence = "Saboteur · Place tous les éléments hostiles du tableau des rencontres."
    assert said("escale-sans-lendemain", 5, hostile="saboteur") == [(sentence, "RBN v2, p. 37", 0)]


def test_the_result_of_a_battle_keeps_what_each_side_fulfilled():
    found, sides = merc_city.results(make.catalogue(), "le-jour-du-grand-depart", (False, True), (True, False))
    assert found.grade.en == "Minor victory"
    assert [(one.outcome, dict(one.facts)) for one in sides] == [
        ("lost", {"main": 0, "secondary": 1}),
        ("won", {"main": 1, "secondary": 0}),
    ]


def test_a_battle_of_three_sides_has_no_grade():
    found, sides = merc_city.results(make.catalogue(), "bataille-rangee", (True, False, False), (False,) * 3)
    assert (found, [one.outcome for one in sides]) == (None, ["", "", ""])
