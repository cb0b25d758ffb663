"""Infected and machines on the table: their profiles, who puts them there, who rises, what they score."""

import pytest
from django.utils.translation import override

from builder.games.first_wave.battle.build import BATTLE
from builder.games.first_wave.battle.npcs import groups
from builder.lists.edits import BadEdit
from builder.wording import cited
from rules.games.first_wave.play.scores import victory_points
from rules.play.battle import BattleUnit
from rules.text import Text
from tests.builder.first_wave.battle import fought
from tests.rules.first_wave import make

TWO = (fought.group(make.fighter(), name="A"), fought.group(make.fighter(), name="B"))


def names(battle):
    return [one.name.en for one in battle.others.values()]


def test_the_five_profiles_may_be_put_on_the_table():
    found = [(title, [unit.key for unit in units]) for title, units in groups(fought.context(fought.battle()))]
    assert found == [
        ("Infected", ["humain-infecte", "chien-infecte"]),
        ("Machines", ["robot-domestique", "robot-de-chantier", "robot-militaire"]),
    ]


@pytest.mark.parametrize(
    ("slug", "english", "french"),
    [
        ("humain-infecte", "10 cm · T – · C 5 · melee 4D6", "10 cm · T – · C 5 · corps à corps 4D6"),
        (
            "chien-infecte",
            "15 cm · T – · C 5 · C 4 in a pack · melee 4D6",
            "15 cm · T – · C 5 · C 4 en meute · corps à corps 4D6",
        ),
        ("robot-domestique", "15 cm · T 4 · C 4 · melee 4D6", "15 cm · T 4 · C 4 · corps à corps 4D6"),
        ("robot-de-chantier", "15 cm · T – · C 4 · melee 5D6", "15 cm · T – · C 4 · corps à corps 5D6"),
        (
            "robot-militaire",
            "15 cm · T 4 · C 4 · melee 4D6 · 0-30 cm 6D6 · 30-50 cm 4D6",
            "15 cm · T 4 · C 4 · corps à corps 4D6 · 0-30 cm 6D6 · 30-50 cm 4D6",
        ),
    ],
)
def test_lines_have_all_dice(slug, english, french):
    unit = fought.marked(fought.battle(), f"put-on {slug}").others["1"]
    assert (unit.line.en, unit.line.fr) == (english, french)


def test_the_card_of_a_profile_has_its_figures_its_rules_and_its_page():
    battle = fought.marked(fought.battle(), "put-on robot-de-chantier")
    with override("en"):
        card = BATTLE.card(fought.context(battle), battle.others["1"])
    row = make.catalogue().tables["bestiaire"].rows["robot-de-chantier"]
    assert [(one.label, one.value) for one in card.stats] == [
        ("Move", "15 cm"),
        ("T", "–"),
        ("C", "4+"),
        ("Melee", "5D6"),
    ]
    assert (card.lines[0].text, card.lines[-1].text) == (row.text.en, cited(row.cite, "en"))
    assert [one.head for one in card.lines[1:-1]] == ["Shot", "Melee lost by"]


def test_a_unit_that_is_no_profile_has_no_card():
    assert BATTLE.card(fought.context(fought.battle()), BattleUnit("1", Text("Caisse", "Crate"))) is None


def test_facts_are_the_figures_of_the_bestiary():
    battle = fought.marked(fought.battle(), "put-on chien-infecte", "put-on robot-militaire")
    assert [unit.facts for unit in battle.others.values()] == [
        {"profile": "chien-infecte", "move": 15, "T": "-", "C": 5, "melee": 1, "pack": 4, "infects": 1},
        {
            "profile": "robot-militaire",
            "move": 15,
            "T": 4,
            "C": 4,
            "melee": 1,
            "plating": 1,
            "gun": "fusil-d-assaut",
        },
    ]


def test_several_come_on_numbered_among_their_like():
    battle = fought.marked(fought.battle(), "put-on chien-infecte 2", "put-on humain-infecte", "put-on chien-infecte")
    assert names(battle) == ["Infected dog 1", "Infected dog 2", "Infected human 1", "Infected dog 3"]


@pytest.mark.parametrize("command", ["put-on loup", "put-on chien-infecte 0", "put-on chien-infecte 21", "put-on"])
def test_what_the_book_lacks_is_refused(command):
    with pytest.raises(BadEdit):
        fought.marked(fought.battle(), command)


@pytest.mark.parametrize(
    ("scenario", "keys"),
    [
        (None, ["stunned", "still", "unconscious", "melees", "activated", "out"]),
        ("pouvoir", ["stunned", "still", "unconscious", "melees", "by-0", "by-1", "activated", "out"]),
        ("grand-nettoyage", ["stunned", "still", "unconscious", "melees", "by-0", "by-1", "activated", "out"]),
        ("diversion", ["stunned", "still", "unconscious", "melees", "activated", "out"]),
    ],
)
def test_markers_say_who_eliminated_it_where_that_counts(scenario, keys):
    unit = fought.marked(fought.battle(*TWO, scenario=scenario), "put-on humain-infecte").others["1"]
    assert [one.key for one in unit.markers] == keys


def test_it_is_down_for_whoever_eliminated_it():
    battle = fought.marked(fought.battle(*TWO, scenario="pouvoir"), "put-on humain-infecte", "set others/1/by-1 1")
    assert battle.is_down("others/1")
    assert battle.markers_by_path["others/1/by-1"].label.en == "Eliminated by B"


def test_a_robots_rifle_may_run_out_of_ammunition():
    battle = fought.marked(fought.battle(), "put-on robot-militaire")
    marker = battle.markers_by_path["others/1/empty-fusil-d-assaut-1"]
    assert marker.label.en == "Assault rifle: out of ammo"


def test_an_infected_stands_up_where_a_survivor_was():
    battle = fought.marked(fought.battle(*TWO), "set 1/1.0/infection 2", "rise 1/1.0")
    assert (battle.is_down("1/1.0"), battle.number("1/1.0/infection")) == (True, 0)
    assert [(one.facts["profile"], one.kind) for one in battle.others.values()] == [("humain-infecte", "npc")]
    assert names(battle) == [f"Infected human ({battle.sides[1].units[1].name.en})"]


@pytest.mark.parametrize("path", ["0/9.0", "others/1", "table/round"])
def test_only_survivors_rise(path):
    with pytest.raises(BadEdit):
        fought.marked(fought.battle(), "put-on humain-infecte", f"rise {path}")


def test_nobody_makes_another_players_survivor_rise():
    with pytest.raises(BadEdit):
        fought.marked(fought.battle(*TWO), "rise 0/1.0", sides=(1,), host=False)


def test_points_stay_when_the_fallen_are_taken_off():
    battle = fought.battle(*TWO, scenario="grand-nettoyage")
    battle = fought.marked(battle, "put-on robot-militaire", "put-on humain-infecte", "put-on robot-de-chantier")
    battle = fought.marked(battle, "set others/1/by-0 1", "set others/2/by-0 1", "set others/3/by-1 1")
    before = victory_points(battle, make.catalogue())
    cleared = fought.marked(battle, "take-off 1", "take-off 2", "take-off 3")
    assert (before, victory_points(cleared, make.catalogue()), cleared.others) == ([7, 3], [7, 3], {})


def test_whoever_is_taken_off_standing_scores_nothing():
    battle = fought.marked(fought.battle(*TWO, scenario="pouvoir"), "put-on humain-infecte", "take-off 1")
    assert victory_points(battle, make.catalogue()) == [0, 0]
