"""Hostile elements in a battle: when the table is due, what it puts on the table, how they act, infection."""

from fractions import Fraction

import pytest
from django.utils.translation import override

from builder.battles.marks import MarkContext, apply_changes, logged_changes, next_round, perform, undo_changes
from builder.games.rbn.battle import encounters
from builder.games.rbn.battle.build import BATTLE
from builder.games.rbn.battle.hostile import hostile_unit, line
from builder.lists.edits import BadEdit
from builder.sheets.parts import SEPARATOR
from rules.games.rbn.play import acting, encounter_roll, infection
from rules.play.battle import OTHERS, BattleUnit
from rules.play.dice import Typed
from rules.text import Text
from tests import make
from tests.builder.rbn import played
from tests.builder.rbn.played import outcome, said

PLAY = make.catalogue().play
KNOWN = PLAY.encounters


VERMIN, ROBOT, ON_FOOT = "escale-sans-lendemain", "retour-compromis", "selection-naturelle"
PLAYED, ROLLED = {"table/encounters": 1}, {"table/step-encounter": 1}
EVENT = "table/step-{}".format
RULES = "RBN v2, p. 42"


@pytest.fixture(autouse=True)
def in_english():
    with override("en"):
        yield


def battle(scenario=None, turn=2, marks=None, *sides):
    return played.battle(*sides, scenario=scenario, marks={"table/round": turn} | (marks or {}))


def marked(before, *commands, side=0, host=True):
    """The battle after these marks."""
    for command in commands:
        context = MarkContext(before, (side,), host=host, book=make.catalogue())
        before = apply_changes(before, perform(BATTLE.all_commands, context, command))
    return before


def notices(played_battle):
    found = encounters.encounter_notices(played_battle, make.catalogue())
    return [(said(one.text), one.cite, one.dice, one.action) for one in found]


def names(played_battle):
    return [said(unit.name) for unit in played_battle.others.values()]


# --- When it is due -------------------------------------------------------------------------------------------------

DUE = ("After initiative: encounter table.", RULES, "2D6", "encounter")


@pytest.mark.parametrize(("turn", "due"), [(0, False), (1, False), (2, True), (3, False), (4, True)])
def test_the_table_is_due_on_even_rounds_where_it_is_played(turn, due):
    assert notices(battle(turn=turn, marks=PLAYED)) == ([DUE] if due else [])
    assert notices(battle(turn=turn)) == []


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_in_scenario_8_it_is_due_every_round_without_being_asked_for(turn):
    assert notices(battle(VERMIN, turn)) == [(DUE[0], "RBN v2, p. 37", "2D6", "encounter")]
    assert notices(battle(VERMIN, turn, {"table/encounters": 0})) == []


def test_it_is_due_once_a_round():
    rolled = battle(VERMIN, 2, ROLLED)
    assert notices(rolled) == []
    assert len(notices(apply_changes(rolled, next_round(MarkContext(rolled))))) == 1


# --- What the dice say ----------------------------------------------------------------------------------------------


def read(*dice, scenario=None):
    attempt = encounter_roll.encounter_attempt(played.context(battle(scenario)), {})
    return outcome(attempt.reads(Typed(dice)))


def test_the_roll_says_who_comes_where_and_offers_to_put_them_on_the_table():
    assert read(1, 2, 5) == (
        [
            ("12", "Vermin"),
            ("1D3", "to place: 3"),
            ("", "anywhere, even in contact with a fighter or an objective"),
        ],
        [("Place: 3 × Vermin", "met vermine 3")],
    )


def test_an_event_is_offered_to_be_noted():
    lines, proposals = read(3, 1)
    assert (lines, proposals) == ([("31", "Dead calm"), ("", "Nothing.")], [("Note: Dead calm", "met calme-plat")])


def test_in_scenario_8_the_roll_says_what_it_counts_as():
    lines, proposals = read(1, 1, 1, scenario=VERMIN)
    assert lines[:2] == [("11", "Abomination: counts as Vermin"), ("1D3", "to place: 1")]
    assert proposals == [("Place: 1 × Vermin", "met vermine 1")]


def test_in_scenario_10_the_roll_says_what_was_rolled_again():
    lines, proposals = read(1, 1, 6, 6, scenario=ROBOT)
    assert lines[:2] == [("11", "Abomination: re-roll"), ("66", "Acid rain")]
    assert proposals == [("Note: Acid rain", "met pluies-acides")]


def test_in_scenario_1_the_roll_says_that_nothing_is_stuck_in_the_sand():
    lines, proposals = read(2, 1, 3, 1, scenario=ON_FOOT)
    assert lines[:2] == [("21", "Stuck in the sand: re-roll"), ("31", "Dead calm")]
    assert proposals == [("Note: Dead calm", "met calme-plat")]


@pytest.mark.parametrize(
    ("scenario", "words"),
    [
        (
            ON_FOOT,
            [
                ("On even turns.", "RBN v2, p. 42 · A51"),
                ("Re-roll “Stuck in the sand”.", "RBN v2, p. 35"),
            ],
        ),
        (None, [("On even turns.", "RBN v2, p. 42 · A51")]),
        (
            VERMIN,
            [
                ("Every turn, not optional.", "RBN v2, p. 37"),
                ("Every encounter counts as: Vermin.", "RBN v2, p. 37"),
                (
                    "The winner of scenario 7 places them all; if none, the player with the initiative.",
                    "RBN v2, p. 37",
                ),
            ],
        ),
        (
            ROBOT,
            [
                ("On even turns.", "RBN v2, p. 42 · A51"),
                ("Events only: re-roll encounters.", "RBN v2, p. 38"),
            ],
        ),
    ],
)
def test_a_scenario_says_what_is_different(scenario, words):
    attempt = encounter_roll.encounter_attempt(played.context(battle(scenario)), {})
    assert [(said(one.text), one.cite) for one in attempt.notes] == words


def test_the_chances_of_all_rows_make_one():
    for scenario in (None, VERMIN, ROBOT):
        attempt = encounter_roll.encounter_attempt(played.context(battle(scenario)), {})
        assert sum(one.chance for one in attempt.chances) == 1
    assert (said(attempt.chances[0].text), attempt.chances[0].chance) == ("Stuck in the sand", Fraction(2, 14))


# --- On the table ---------------------------------------------------------------------------------------------------


def test_who_was_met_comes_on_the_table_numbered_on():
    after = marked(battle(marks=PLAYED), "met vermine 2", "met abomination 1", "met vermine 1")
    assert names(after) == ["Vermin", "Vermin 2", "Abomination", "Vermin 3"]
    assert list(after.others) == ["1", "2", "3", "4"]
    assert notices(after) == []


def test_what_is_marked_on_hostile_elements():
    def keys(slug):
        return [one.key for one in marked(battle(), f"met {slug} 1").others["1"].markers]

    usual = ["wounds", "stunned", "on-fire", "melees", "activated", "out"]
    assert (keys("vermine"), keys("robot-fou")) == (
        usual,
        ["wounds", "pierced", *usual[1:3], "dry-robot-fou", *usual[3:]],
    )


def test_putting_on_what_was_met_is_taken_back_at_once():
    before = battle(marks=PLAYED)
    changes = perform(BATTLE.all_commands, MarkContext(before, book=make.catalogue()), "met zombie 6")
    after = apply_changes(before, changes)
    assert (len(after.others), after.number("table/step-encounter")) == (6, 1)
    back = apply_changes(after, undo_changes(after, logged_changes(before, changes)))
    assert (back.others, back.number("table/step-encounter")) == ({}, 0)


@pytest.mark.parametrize(
    "command",
    [
        "met nobody 1",
        "met vermine 0",
        "met vermine 21",
        "met vermine x",
        "encounter nobody",
        "encounter zombie -1",
        "met",
    ],
)
def test_what_cannot_come_does_not(command):
    with pytest.raises(BadEdit):
        marked(battle(), command)


def test_every_player_puts_hostile_elements_on_the_table():
    assert names(marked(battle(), "put-on zombie", "encounter robot 1", side=1, host=False)) == ["Zombie", "The robot"]


def test_a_hostile_element_has_its_wounds_and_is_out_after_the_last():
    after = marked(
        battle(), "encounter robot-fou", "encounter zombie", "set others/1/wounds 3", "set others/2/wounds 3"
    )
    assert (after.is_down("others/1"), after.is_down("others/2")) == (False, True)
    assert marked(after, "add others/1/wounds 1").is_down("others/1")
    assert [after.markers_by_path[f"others/{n}/wounds"].free for n in (1, 2)] == [1, 0]


SHOTS = {
    "fr": ["T 4+", "0-30 cm à pied 6D6, véhicule 5D6", "30-50 cm à pied 4D6, véhicule 3D6"],
    "en": ["T 4+", "0-30 cm on foot 6D6, vehicle 5D6", "30-50 cm on foot 4D6, vehicle 3D6"],
}


@pytest.mark.parametrize(("language", "melee"), [("fr", "corps à corps 5D6"), ("en", "melee 5D6")])
def test_its_line_has_its_figures_in_both_languages(language, melee):
    figures = line(PLAY, KNOWN.bestiary["robot-fou"]).into(language)
    assert figures.split(SEPARATOR) == ["15 cm", "C 4+", melee, *SHOTS[language]]


def test_one_that_cannot_shoot_has_no_t():
    assert line(PLAY, KNOWN.bestiary["zombie"]).en.split(SEPARATOR) == ["10 cm", "C 5+", "melee 4D6"]


def test_its_card_has_figures_shots_rules_and_the_page():
    unit = hostile_unit(PLAY, KNOWN.bestiary["robot-fou"])
    card = BATTLE.card(played.context(battle()), unit)
    assert [(one.label, one.value) for one in card.stats] == [
        ("Move", "15 cm"),
        ("T", "4+"),
        ("C", "4+"),
        ("Melee", "5D6"),
    ]
    armour = "−1D6 to shots at it, except anti-armour; out on the 4th wound, no penalty for the 1st (p. 21, 30)."
    arrives = SEPARATOR.join(("25-26 → 1", "more than 20\u00a0cm from any fighter, even in contact with an objective"))
    assert [(one.head, one.text) for one in card.lines] == [
        ("Assault rifle", ""),
        ("0-30 cm", SEPARATOR.join(("6D6 on foot", "5D6 vehicle"))),
        ("30-50 cm", SEPARATOR.join(("4D6 on foot", "3D6 vehicle"))),
        ("Armour", armour),
        ("", arrives),
        ("", "RBN v2, p. 44"),
    ]


def test_what_is_no_hostile_element_has_no_card():
    assert BATTLE.card(played.context(battle()), BattleUnit("1", Text("Otage", "Hostage"))) is None


def test_its_facts_are_what_play_needs():
    assert hostile_unit(PLAY, KNOWN.boss).facts == {
        "hostile": "robot",
        "number": 1,
        "move": 15,
        "T": 3,
        "C": 4,
        "melee": 7,
        "shoots": 1,
        "rules": ("armure", "corps-gigantesque-equipement"),
    }


def test_the_ten_may_be_put_on_in_any_scenario_the_robot_in_its_own():
    groups = {one: encounters.may_be_put_on(played.context(battle(one))) for one in (None, VERMIN, ROBOT)}
    found = {one: [[unit.key for unit in units] for _title, units in groups[one]] for one in groups}
    ten = list(KNOWN.bestiary)
    assert found == {None: [ten], VERMIN: [ten], ROBOT: [["robot"], ten]}


def test_what_may_be_put_on_goes_by_its_key():
    for _title, units in encounters.may_be_put_on(played.context(battle(ROBOT))):
        for unit in units:
            assert names(marked(battle(ROBOT), f"put-on {unit.key}")) == [said(unit.name)]


# --- Events ---------------------------------------------------------------------------------------------------------


def test_an_event_in_force_is_said_until_it_ends():
    storm = marked(battle(), "met tempete-de-sable")
    (text, cite, dice, action), *_rest = notices(storm)
    assert (text.partition(":")[0], cite, dice, action) == ("Sandstorm", RULES, "", "")
    assert notices(apply_changes(storm, next_round(MarkContext(storm)))) == []


def test_a_cloud_stays_until_a_sandstorm():
    cloud = marked(battle(), "met nuage-radioactif", "next-round", "next-round")
    assert cloud.number(EVENT("nuage-radioactif")) == 1
    cleared = marked(cloud, "met tempete-de-sable")
    assert (cleared.number(EVENT("nuage-radioactif")), cleared.number(EVENT("tempete-de-sable"))) == (0, 1)


def test_the_rain_ends_with_the_round_and_a_stuck_vehicle_stays_so():
    after = marked(battle(), "met pluies-acides", "met ensable", "next-round")
    assert (after.number(EVENT("pluies-acides")), after.number(EVENT("ensable"))) == (0, 1)


def test_a_dead_calm_marks_that_it_was_rolled_and_nothing_else():
    assert marked(battle(turn=2), "met calme-plat").marks == {"table/round": 2, "table/step-encounter": 1}


# --- Checklists -----------------------------------------------------------------------------------------------------


def checklists(scenario=None, *commands):
    context = played.context(marked(battle(scenario), *commands))
    return {one.slug: one for one in encounters.encounter_checklists(context)}


def test_at_the_set_up_players_agree_on_encounters():
    (step,) = checklists()["hostile-setup"].steps
    assert (step.path, step.cite, said(step.does)) == ("table/step-encounters", RULES, "Play encounters")
    assert said(step.text) == (
        "Optional: agree whether to play encounters. Or from the start: once scenery and mission tokens are "
        "placed, players agree on type and number."
    )
    agreed = marked(battle(), step.mark)
    assert (notices(agreed), agreed.number(step.path)) == ([DUE], 1)


def test_in_scenario_8_there_is_nothing_to_agree_on():
    (step,) = checklists(VERMIN)["hostile-setup"].steps
    assert (said(step.text), step.cite, step.mark) == (
        "The encounter table isn’t optional here.",
        "RBN v2, p. 37",
        "",
    )


def test_in_scenario_10_the_robot_is_set_up():
    step = checklists(ROBOT)["hostile-setup"].steps[1]
    assert (step.path, said(step.title), step.cite) == ("table/step-boss", "The robot", "RBN v2, p. 38")
    placed = marked(battle(ROBOT), step.mark)
    assert (names(placed), placed.number(step.path)) == (["The robot"], 1)


def test_the_round_has_a_step_for_the_roll_and_for_each_that_still_acts():
    after = checklists(None, "encounter zombie 2", "encounter vermine", "set others/2/wounds 3")["hostile"].steps
    assert [step.path for step in after] == ["table/step-encounter", "others/1/activated", "others/3/activated"]
    assert outcome(after[0].reads(Typed([2, 3, 1])))[1] == [("Place: 1 × Wild dog", "met chien-sauvage 1")]


@pytest.mark.parametrize("scenario", [None, VERMIN, ROBOT])
def test_every_step_ticks_a_marker_of_the_battle(scenario):
    before = marked(battle(scenario), "encounter zombie 2")
    lists = encounters.encounter_checklists(played.context(before))
    paths = [step.path for one in lists for step in one.steps]
    assert [path for path in paths if path not in before.markers_by_path] == []
    assert len(paths) == len(set(paths))


# --- How they act ---------------------------------------------------------------------------------------------------


def act(slug, way="", path="others/1"):
    on = played.context(marked(battle(), f"encounter {slug}"))
    return acting.act(on, {"unit": path, "way": way})


def words(attempt):
    return [(one.value, said(one.text)) for one in attempt.reasons]


def buttons(attempt):
    return [(said(one.name), one.slug) for field in attempt.fields for one in field.options]


def test_a_walk_begins_with_a_question_and_two_answers():
    attempt = act("zombie")
    assert [(said(field.label), field.kind) for field in attempt.fields] == [("Already in melee?", "buttons")]
    assert buttons(attempt) == [("Yes", "y"), ("No", "n")]
    assert (attempt.proposals, attempt.onward, attempt.dice) == ((), (), "")


def test_answers_lead_on_and_keep_those_before():
    assert buttons(act("abomination", "y")) == [("Yes", "yy"), ("No", "yn")]
    assert buttons(act("abomination")) == [("Yes", "e"), ("No", "y")]


def test_a_question_behind_a_move_says_the_move():
    assert said(act("zombie", "n").fields[0].label) == (
        "Moves as far as it can towards the nearest player’s figure. In contact: 6, otherwise: 9."
    )


def test_every_action_that_a_walk_leads_to_is_there():
    led = {slug.partition("?")[0] for way in ("e", "yy") for slug, _name in act("abomination", way).onward}
    assert led == {"shoot", "melee"} <= BATTLE.actions.keys()
    assert [slug for slug in led if "hostile" not in BATTLE.actions[slug].kinds] == []


def test_a_move_says_how_far_and_which_rules_matter():
    assert words(act("zombie", "n"))[2:] == [
        ("7", "Moves as far as it can towards the nearest player’s figure. In contact: 6, otherwise: 9."),
        ("", "10 cm"),
        (
            "",
            "Horde: With no enemy in sight, moves first to join a zombie it sees; otherwise, to the nearest figure.",
        ),
        ("", "In melee, only Heavy ones take account of vehicles; the others ignore them."),
    ]


def test_a_melee_says_dice_and_rules_and_leads_to_its_dice():
    attempt = act("lezard-geant", "y")
    assert words(attempt)[2:] == [
        ("6", "Melee."),
        ("", "4D6, C 4+"),
        ("", "Heavy: Targets vehicles as well as figures."),
        ("", "Poison: 1D6 per success other than a 6: on 5 or 6, one more, which is not poisoned."),
        ("9", "Its activation ends"),
    ]
    assert [(slug, said(name)) for slug, name in attempt.onward] == [("melee?unit=others/1", "Melee")]


def test_a_shot_says_its_bands_and_leads_to_its_dice():
    attempt = act("robot", "yy")
    shots = words(attempt)[3][1].split(SEPARATOR)
    assert shots == ["T 3+", "0-20 cm on foot 6D6, vehicle 5D6", "20-40 cm on foot 5D6, vehicle 4D6"]
    assert [slug for slug, _name in attempt.onward] == ["shoot?unit=others/1"]


def test_rules_that_no_step_says_stand_beside_the_walk():
    notes = [said(one.text) for one in act("nuee-de-fourmis", "n").notes]
    assert [one.partition(":")[0] for one in notes[1:]] == ["Clinging", "Sly", "Swarm"]
    assert notes[0] == "Phase 3, one after another: the nearest to a player’s figure first."


def test_at_the_end_it_is_offered_as_activated():
    (proposal,) = act("zombie", "nn").proposals
    assert proposal.command == "set others/1/activated 1"
    assert not acting.may_act(marked(battle(), "encounter zombie", proposal.command), "others/1")


def test_every_unit_of_a_list_may_be_played_by_the_chart_alone():
    before = battle(None, 1, None, played.side(make.fighter(name="Maud"), make.vehicle("leger"), name="Camp"))
    first = acting.act_alone(played.context(before), {})
    assert [(said(one.name), one.slug) for one in first.fields[0].options] == [
        ("–", ""),
        ("Camp: Maud", "0/0.0"),
        ("Camp: Light vehicle", "0/1.0"),
    ]
    walked = acting.act_alone(played.context(before), {"unit": "0/0.0", "way": "yy"})
    assert [value for value, _words in words(walked)] == ["1", "2", "4", "9"]
    assert (walked.proposals[0].command, walked.onward[0][0]) == ("set 0/0.0/activated 1", "shoot?unit=0/0.0")


@pytest.mark.parametrize(("path", "led"), [("0/0.0", ["melee?unit=0/0.0"]), ("0/1.0", [])])
def test_a_vehicle_has_no_dice_of_a_melee(path, led):
    before = battle(None, 1, None, played.side(make.fighter(), make.vehicle("leger")))
    attempt = acting.act_alone(played.context(before), {"unit": path, "way": "e"})
    assert [slug for slug, _name in attempt.onward] == led


@pytest.mark.parametrize("path", ["", "others/7", "0/0.0", "table/round"])
def test_nothing_acts_that_is_not_there(path):
    assert act("zombie", path=path).fields == ()


# --- Infection ------------------------------------------------------------------------------------------------------


def bitten(markers=1, **marks):
    side = played.side(make.fighter(name="Maud"))
    own = {f"0/0.0/{key.replace('_', '-')}": value for key, value in marks.items()}
    return battle(None, 1, {"0/0.0/infection": markers} | own, side)


def due(before):
    found = infection.infection_notices(before, make.catalogue())
    return [(said(one.text), one.side, one.dice, one.action) for one in found]


def roll(before, *dice):
    return infection.infection_attempt(played.context(before), {"unit": "0/0.0"}).reads(Typed(dice))


def test_an_infected_fighter_rolls_before_it_acts():
    words = "Maud: infection roll at the start of activation."
    assert due(bitten(2)) == [(words, 0, "1D6 + 2", "infection?unit=0/0.0")]
    assert due(bitten(2, activated=1)) == due(bitten(0)) == []


@pytest.mark.parametrize(
    ("markers", "face", "turns"),
    [(1, 3, False), (1, 4, True), (2, 2, False), (2, 3, True), (3, 1, False), (4, 1, True)],
)
def test_five_with_the_markers_makes_a_zombie(markers, face, turns):
    proposals = outcome(roll(bitten(markers), face))[1]
    assert proposals == ([("Replace with zombie", "turn 0/0.0")] if turns else [])


def test_the_chance_to_turn_is_that_of_all_faces():
    for markers in range(1, 5):
        turned = sum(bool(roll(bitten(markers), face).proposals) for face in range(1, 7))
        attempt = infection.infection_attempt(played.context(bitten(markers)), {"unit": "0/0.0"})
        assert [one.chance for one in attempt.chances] == [Fraction(turned, 6), 1 - Fraction(turned, 6)]


def test_a_zombie_takes_the_place_of_who_turns():
    after = marked(bitten(3), "turn 0/0.0")
    assert (after.is_down("0/0.0"), names(after), due(after)) == (True, ["Zombie"], [])


def test_who_dies_infected_is_replaced_without_a_roll():
    dead = bitten(1, wounds=3)
    words = "Maud died infected: replaced by a zombie at once."
    assert due(dead) == [(words, 0, "", "infection?unit=0/0.0")]
    attempt = infection.infection_attempt(played.context(dead), {"unit": "0/0.0"})
    assert (attempt.dice, [one.command for one in attempt.proposals]) == ("", ["turn 0/0.0"])
    assert due(marked(dead, "turn 0/0.0")) == []


def test_who_fled_does_not_turn():
    assert due(bitten(1, fled=1)) == []


def test_nobody_turns_who_is_not_there_or_cannot_be_infected():
    before = marked(bitten(1), "encounter zombie")
    for path in ("0/9.0", "others/1", "table/round"):
        with pytest.raises(BadEdit):
            marked(before, f"turn {path}")


def test_another_players_fighter_turns_by_its_player_or_the_host():
    with pytest.raises(BadEdit):
        marked(bitten(1), "turn 0/0.0", side=1, host=False)
    assert marked(bitten(1), "turn 0/0.0", side=0, host=False).is_down("0/0.0")


def test_keys_of_units_that_no_list_has():
    assert list(marked(battle(), "encounter vermine 3", "take-off 2", "encounter zombie").units_by_path) == [
        f"{OTHERS}/1",
        f"{OTHERS}/3",
        f"{OTHERS}/4",
    ]
