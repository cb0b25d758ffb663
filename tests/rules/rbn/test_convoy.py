"""Budget, faction, activity, and what a convoy holds at most: each rule on both sides of its edge."""

from dataclasses import replace

import pytest

from rules.catalogue import Limit
from rules.registry import GAMES
from rules.verdict import answer, judge
from tests import make


@pytest.mark.parametrize("budget", [None, 0, -300])
def test_a_budget_is_positive_where_the_scenario_prints_none(budget):
    assert make.broken(make.convoy(budget=budget, scenario="bataille-rangee")) == ["rbn.bad-budget"]
    assert make.broken(make.convoy(budget=1, units=[make.fighter(abilities="chef")])) == [
        "rbn.budget-exceeded",
        "rbn.vehicle-third",
    ]


def test_a_printed_budget_replaces_an_agreed_one():
    assert make.broken(make.convoy(budget=None, scenario="qui-va-en-voiture")) == []
    assert make.judge(make.convoy(budget=None, scenario="qui-va-en-voiture")).budget == 300


def test_a_list_may_cost_all_of_its_budget_and_no_point_more():
    chief, driver, ride = make.fighter(abilities="chef"), make.fighter(), make.vehicle("lourd")  # 10 + 10 + 50
    grapnel = make.fighter(equipment="grappin")
    assert make.broken(make.convoy(budget=70, units=[chief, driver, ride])) == []
    assert make.broken(make.convoy(budget=70, units=[chief, grapnel, ride])) == ["rbn.budget-exceeded"]


def test_copies_are_paid_one_by_one():
    chief, ride = make.fighter(abilities="chef"), make.vehicle("lourd")
    assert make.broken(make.convoy(make.fighter(count=9), units=[chief, ride], budget=150)) == []
    assert make.broken(make.convoy(make.fighter(count=10), units=[chief, ride], budget=150)) == ["rbn.budget-exceeded"]


@pytest.mark.parametrize(
    ("budget", "due"), [(299, 100), (300, 100), (301, 101), (302, 101), (303, 101), (304, 102), (900, 300)]
)
def test_a_third_on_vehicles_is_rounded_up(budget, due):
    assert make.broken(make.convoy(budget=budget, vehicle_points=due)) == []
    assert make.broken(make.convoy(budget=budget, vehicle_points=due - 1)) == ["rbn.vehicle-third"]


def test_the_third_is_of_the_budget_and_not_of_what_is_spent():
    lone = [make.fighter(abilities="chef"), make.vehicle("lourd")]
    assert make.broken(make.convoy(budget=150, units=lone)) == []
    assert make.broken(make.convoy(budget=151, units=lone)) == ["rbn.vehicle-third"]


def test_options_count_for_the_third_at_the_price_paid():
    people, ride = make.fighter(abilities="chef", count=1), make.vehicle("moyen", "mitrailleuse-fixe")
    assert make.broken(make.convoy(budget=141, units=[people, ride])) == []  # 30 + 17 = 47
    light = make.vehicle("moyen", "mitrailleuse-fixe", "structure-allegee")
    assert make.broken(make.convoy(budget=141, units=[people, light])) == ["rbn.vehicle-third"]


@pytest.mark.parametrize("faction", [None, "zombies", "sss"])
def test_a_faction_is_one_of_the_book(faction):
    assert make.broken(make.convoy(faction=faction)) == ["rbn.bad-faction"]


def test_no_faction_is_not_a_faction_of_another_book():
    assert make.messages(make.convoy(faction=None))["rbn.bad-faction"] == "No faction yet."
    assert make.messages(make.convoy(faction="zombies"))["rbn.bad-faction"] == ("This book has no faction “zombies”.")


@pytest.mark.parametrize(
    ("faction", "subfaction", "activity"),
    [
        ("mutants", "sss", "chasseurs"),
        ("cultistes", "gaia-familys", "chasseurs"),
        ("mutants", "cultistes", "chasseurs"),
        ("mutants", "ordre-des-trois-roues", "chasseurs"),
    ],
)
def test_a_subfaction_is_one_of_its_faction(faction, subfaction, activity):
    everything = make.fighter("lance-flammes", T=5)
    titan = make.vehicle("lourd", "lance-flammes-sur-pivot", count=2)
    units = [make.fighter("lance-flammes", T=5, abilities="chef"), everything, make.fighter(count=2), titan]
    assert make.broken(make.convoy(faction=faction, subfaction=subfaction, activity=activity, units=units)) == [
        "rbn.bad-subfaction"
    ]


def test_a_subfaction_that_does_not_fit_is_named():
    answered = [
        make.messages(make.convoy(faction=faction, subfaction=subfaction))["rbn.bad-subfaction"]
        for faction, subfaction in (("mutants", "sss"), ("mutants", "ordre-des-trois-roues"))
    ]
    assert answered == [
        "Supremacy of the Survivors of the Southern States (SSS) is a sub-faction of Survivors, not of this faction.",
        "This book has no sub-faction “ordre-des-trois-roues”.",
    ]


def test_a_subfaction_of_another_faction_keeps_its_own_requirements_and_activities():
    assert make.broken(make.convoy(faction="mutants", subfaction="sss", activity="chasseurs", units=[])) == [
        "rbn.bad-subfaction",
        "rbn.no-chef",
        "rbn.sss-heavy-flamer",
        "rbn.vehicle-third",
    ]
    assert "rbn.activity-forbidden" in make.broken(
        make.convoy(faction="mutants", subfaction="sss", activity="pillards")
    )


def test_an_activity_is_chosen():
    assert make.broken(make.convoy(activity=None)) == ["rbn.bad-activity"]
    assert make.broken(make.convoy(activity="pillage")) == ["rbn.bad-activity"]


def test_the_activities_that_are_open_are_named():
    family = {"faction": "mutants", "subfaction": "gaia-familys"}
    closed = make.messages(make.convoy(activity="marchands", **family))
    assert closed["rbn.activity-forbidden"] == "Merchants is closed to Gaïa Familys. Open: Archaeologists, Hunters."
    none = make.messages(make.convoy(activity=None, **family))
    assert none["rbn.bad-activity"] == "No activity yet. Open to this list: Archaeologists, Hunters."
    anybody = make.messages(make.convoy(faction=None, activity=None))["rbn.bad-activity"]
    assert [one.name.en for one in make.catalogue().activities.values() if one.name.en not in anybody] == []


def test_a_scenario_asks_nobody_else_for_an_activity():
    assert make.broken(make.convoy(activity=None, scenario="qui-va-en-voiture")) == ["rbn.bad-activity"]


def test_mercenaries_may_leave_their_activity_open_and_the_sons_may_not():
    assert make.broken(make.convoy(faction="mercenaires", activity=None)) == []
    assert make.broken(make.convoy(faction="mercenaires", subfaction="sons-of-apocalypse", activity=None)) == [
        "rbn.bad-activity"
    ]


ACTIVITIES = {"P": "pillards", "A": "archeologues", "M": "marchands", "C": "chasseurs"}
OPEN = {
    ("cultistes", None): "AC",
    ("cultistes", "devoreurs-des-derniers-jours"): "C",
    ("mutants", None): "PC",
    ("mutants", "gaia-familys"): "AC",
    ("esclavagistes", None): "PM",
    ("esclavagistes", "seigneurs-des-arenes"): "M",
    ("survivants", None): "AMC",
    ("survivants", "sss"): "C",
    ("robots", None): "PA",
    ("robots", "escadrons-noirs"): "C",
    ("mercenaires", None): "PAMC",
    ("mercenaires", "sons-of-apocalypse"): "PM",
    ("enfants-du-13", None): "PAMC",
    ("enfants-du-13", "phantom-squad"): "PAMC",
}


@pytest.mark.parametrize("letter", ACTIVITIES)
@pytest.mark.parametrize(("faction", "subfaction"), OPEN)
def test_activities_follow_the_row_of_the_faction(faction, subfaction, letter):
    convoy = make.convoy(faction=faction, subfaction=subfaction, activity=ACTIVITIES[letter])
    forbidden = [] if letter in OPEN[faction, subfaction] else ["rbn.activity-forbidden"]
    assert [id for id in make.broken(convoy) if id == "rbn.activity-forbidden"] == forbidden


def test_mercenaries_choose_once_the_scenario_is_known():
    assert make.broken(make.convoy(faction="mercenaires", scenario="extraction")) == []
    assert make.broken(make.convoy(faction="mercenaires", scenario="extraction", activity=None)) == ["rbn.no-activity"]


@pytest.mark.parametrize("scenario", ["la-source-du-mal", "retour-compromis"])
def test_nobody_is_warned_about_missions_that_are_not_played(scenario):
    assert make.broken(make.convoy(faction="mercenaires", scenario=scenario, activity=None)) == []
    light = [make.fighter(abilities="chef"), make.fighter(count=4), make.vehicle("leger", count=5)]
    merchants = {"faction": "esclavagistes", "activity": "marchands", "units": light}
    assert make.broken(make.convoy(scenario=scenario, **merchants)) == []
    assert make.broken(make.convoy(scenario="bataille-rangee", **merchants)) == ["rbn.merchant-no-transport"]


def test_no_activity_is_printed_for_the_children_of_13():
    assert make.broken(make.convoy(faction="enfants-du-13", activity="chasseurs")) == ["rbn.e13-activity"]
    assert make.broken(make.convoy(faction="enfants-du-13", activity=None)) == ["rbn.bad-activity", "rbn.e13-activity"]


@pytest.mark.parametrize(("kind", "warned"), [("leger", True), ("moyen", False), ("lourd", False)])
def test_merchants_need_a_transport(kind, warned):
    units = [make.fighter(abilities="chef", count=1), make.fighter(count=4), make.vehicle(kind, count=5)]
    convoy = make.convoy(faction="esclavagistes", activity="marchands", budget=300, units=units)
    assert make.broken(convoy) == (["rbn.merchant-no-transport"] if warned else [])


def test_merchants_need_one_transport_among_their_vehicles():
    units = [make.fighter(abilities="chef"), make.fighter(), make.vehicle("leger"), make.vehicle("moyen")]
    assert make.broken(make.convoy(faction="esclavagistes", activity="marchands", budget=150, units=units)) == []


def test_only_merchants_need_a_transport():
    units = [make.fighter(abilities="chef"), make.fighter(count=4), make.vehicle("leger", count=5)]
    assert make.broken(make.convoy(faction="esclavagistes", activity="pillards", units=units)) == []


def test_a_lightened_medium_vehicle_is_a_transport():
    units = [make.fighter(abilities="chef"), make.vehicle("moyen", "structure-allegee")]
    assert make.broken(make.convoy(faction="esclavagistes", activity="marchands", budget=75, units=units)) == []


def test_a_convoy_has_one_chief():
    nobody = [make.fighter(count=2), make.vehicle("lourd", count=2)]
    assert make.broken(make.convoy(units=nobody)) == ["rbn.no-chef"]
    assert make.broken(make.convoy(make.fighter(abilities="chef"), units=nobody)) == []
    assert make.broken(make.convoy(make.fighter(abilities="chef", count=2), units=nobody)) == ["rbn.multiple-chefs"]


@pytest.mark.parametrize(
    ("ability", "rule"), [("mecanicien", "rbn.too-many-mechanics"), ("soigneur", "rbn.too-many-healers")]
)
def test_some_trades_are_followed_by_one_fighter_only(ability, rule):
    one = make.fighter(abilities=ability)
    assert make.broken(make.convoy(one)) == []
    assert make.broken(make.convoy(one, one)) == [rule]
    assert make.broken(make.convoy(make.fighter(abilities=ability, count=2))) == [rule]


@pytest.mark.parametrize(("budget", "most"), [(149, 0), (150, 1), (299, 1), (300, 2), (449, 2), (450, 3)])
def test_a_rocket_launcher_for_each_full_150_points(budget, most):
    carriers = make.crowd(most, "lance-roquettes", T=5)
    assert make.broken(make.convoy(*carriers, budget=budget)) == []
    one_more = make.fighter("lance-roquettes", T=5)
    assert make.broken(make.convoy(*carriers, one_more, budget=budget)) == ["rbn.too-many-rockets"]


def test_rocket_launchers_in_hand_and_on_vehicles_count_together():
    truck, hand = make.vehicle("moyen", "lance-roquettes"), make.fighter("lance-roquettes", T=5)
    assert make.broken(make.convoy(truck, hand)) == []
    assert make.broken(make.convoy(truck, make.fighter("lance-roquettes", "lance-roquettes", T=5))) == [
        "rbn.too-many-rockets"
    ]


def test_rocket_launchers_are_counted_on_the_effective_budget():
    seven = make.crowd(7, "lance-roquettes", T=5)
    survivors = make.convoy(*seven, faction="survivants", budget=900)  # 1080 points
    assert make.broken(survivors) == []
    eight = make.convoy(*seven, make.fighter("lance-roquettes", T=5), faction="survivants", budget=900)
    assert make.broken(eight) == ["rbn.too-many-rockets"]


def test_one_sound_system_in_the_convoy():
    driver, loud = make.fighter(), make.vehicle("moyen", "sono")
    assert make.broken(make.convoy(driver, loud)) == []
    assert make.broken(make.convoy(driver, driver, loud, loud)) == ["rbn.too-many-sono"]
    assert make.broken(make.convoy(driver, make.vehicle("moyen", "sono", "sono"))) == ["rbn.too-many-sono"]


@pytest.mark.parametrize(("budget", "most"), [(299, 0), (300, 1), (599, 1), (600, 2)])
def test_a_flying_vehicle_for_each_full_300_points(budget, most):
    drivers, flyer = make.fighter(count=3), make.vehicle("leger", flying=True)
    assert make.broken(make.convoy(drivers, *[flyer] * most, budget=budget, exotic=True)) == []
    assert make.broken(make.convoy(drivers, *[flyer] * (most + 1), budget=budget, exotic=True)) == [
        "rbn.too-many-flying"
    ]


def test_somebody_drives_each_vehicle():
    assert make.broken(make.convoy(make.vehicle("leger"))) == ["rbn.no-driver"]
    assert make.broken(make.convoy(make.vehicle("leger"), make.fighter())) == []


@pytest.mark.parametrize("ability", ["animal", "cavalier"])
def test_animals_and_riders_drive_nothing(ability):
    assert make.broken(make.convoy(make.vehicle("leger"), make.fighter(abilities=ability))) == ["rbn.no-driver"]


def test_an_artificial_intelligence_needs_no_driver():
    thinking = make.vehicle("moyen", "intelligence-artificielle", count=3)
    assert make.broken(make.convoy(thinking, faction="robots")) == []


def test_messages_say_how_much_is_missing_or_too_much():
    units = [make.fighter(abilities="chef"), make.fighter(count=9), make.vehicle("leger")]
    assert make.messages(make.convoy(budget=100, units=units)) == {
        "rbn.budget-exceeded": "120\xa0pts for a budget of 100: 20 over.",
        "rbn.vehicle-third": "Vehicles: 20\xa0pts, at least 34 needed. Add 14\xa0pts of vehicles or options.",
    }


def test_messages_count_rockets_against_the_full_tranches():
    convoy = make.convoy(make.fighter("lance-roquettes", T=5, count=3))
    assert make.messages(convoy) == {
        "rbn.too-many-rockets": "Rocket launcher: 3 in the list, 2 at most (one per full 150\xa0pts of 300)."
    }


def test_a_row_may_limit_equipment_too():
    book = make.catalogue("rbn")
    limited = replace(book.equipment["grappin"], limit=Limit("list", 1, "rbn.too-many-sono"))
    book = replace(book, equipment=book.equipment | {"grappin": limited})
    one, two = make.fighter(equipment="grappin"), make.fighter(equipment="grappin", count=2)
    broken = [
        {finding.rule.id for finding in judge(make.convoy(unit), book, GAMES["rbn"]).findings} for unit in (one, two)
    ]
    assert broken == [set(), {"rbn.too-many-sono"}]


def test_a_verdict_is_answered_as_it_is_exchanged():
    units = [make.fighter(abilities="chef"), make.fighter(equipment="grappin"), make.vehicle("lourd")]
    answered = answer(make.judge(make.convoy(budget=70, units=units)), "en", str)
    (too_dear,) = [one for one in answered.pop("findings") if one["rule"] == "rbn.budget-exceeded"]
    assert answered == {"legal": False, "total": 71, "budget": 70}
    assert too_dear == {
        "rule": "rbn.budget-exceeded",
        "level": "error",
        "unit": None,
        "message": "71\xa0pts for a budget of 70: 1 over.",
        "cite": "RBN v2, p. 26",
    }
