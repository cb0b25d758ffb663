"""Between two games: each step, and what it means for the next."""

from dataclasses import replace

import pytest

from rules.document import LogEntry, Roll
from rules.games.chain_reaction.aftermath import DepartureChoice, Fate, Report, aftermath
from rules.games.chain_reaction.document import Draw, StarGroup
from rules.play.dice import BadDice, Thrown
from tests import make as every
from tests.rules.chain_reaction import make

OUT, FLED, DEAD, GONE = (Fate(fate) for fate in ("out", "fled", "dead", "gone"))
KILL, REMOVED = Fate(kill=True), Fate(removed=True)


def campaign(star, *reps, **head):
    """A group in a campaign by the REP of its Star and of its NPCs."""
    npcs = [make.npc(rep, name=f"P{n}") for n, rep in enumerate(reps, 1)]
    head = {"campaign": True} | head
    return make.group(*npcs, star=make.star(rep=star, name="Ana"), fill=False, **head)


def played(group, *dice, **report):
    """The aftermath of a group; all dice must be used. `fates` by index."""
    by_index = report.pop("fates", {})
    fates = tuple(by_index.get(index, Fate()) for index in range(len(group.units)))
    source = make.typed(*dice)
    after = aftermath(group, Report(fates=fates, **report), source, make.BOOK)
    source.all_used()
    return after


def reps(after):
    return [unit.rep for unit in after.document.units]


def state(after):
    return [(unit.name, unit.rep, unit.next_game_rep) for unit in after.document.units]


def messages(after):
    return {step.slug: [str(line.message) for line in step.lines] for step in after.steps if step.lines}


FULL = campaign(5, 5, 4, 4, 3, 3)


def test_a_quiet_game_changes_nothing():
    after = played(FULL)
    assert (after.document, after.done, after.rolls) == (FULL, True, ())
    assert [step.slug for step in after.steps] == ["recovery", "rep-down", "rep-up", "departures", "recruiting"]


def test_the_worked_example_star_from_5_to_4():
    """The REP 5 leaves, four remain, nobody is left to choose."""
    after = played(FULL, 1, fates={0: OUT}, lost=True)
    assert state(after) == [("Ana", 4, 0), ("P2", 4, 0), ("P3", 4, 0), ("P4", 3, 0), ("P5", 3, 0)]
    assert messages(after) == {
        "recovery": ["Ana comes back as before: a Star chooses."],
        "rep-down": ["Ana: REP drops from 5 to 4."],
        "departures": ["P1 leaves: REP 5, above the Star’s 4."],
        "recruiting": ["No losses, no recruiting."],
    }
    assert every.broken(after.document) == []


# Recovery


@pytest.mark.parametrize(
    ("dice", "kept"), [((4, 4), ("P2", 4, 0)), ((4, 5), ("P2", 4, -1)), ((6, 1), ("P2", 4, -1)), ((5, 5), None)]
)
@pytest.mark.parametrize("fate", [OUT, FLED])
def test_recovery_is_2d6_against_rep(fate, dice, kept):
    more = () if kept else (6, 6)  # a loss: nobody is recruited
    after = played(FULL, *dice, *more, fates={2: fate})
    assert next((one for one in state(after) if one[0] == "P2"), None) == kept


def test_out_of_action_dies_and_who_fled_never_returns():
    after = played(FULL, 6, 6, 6, 5, 6, 6, fates={2: OUT, 3: FLED})
    assert messages(after)["recovery"] == [
        "P2: 0 passes against REP 4, dies of wounds.",
        "P3: 0 passes against REP 4, never comes back.",
    ]


def test_the_dead_and_the_gone_leave_without_dice():
    after = played(FULL, 6, 6, fates={1: DEAD, 5: GONE})
    assert [unit.name for unit in after.document.units] == ["Ana", "P2", "P3", "P4"]
    assert messages(after)["recovery"] == ["P1 died.", "P5 never comes back."]


def test_recovery_is_tested_with_the_rep_that_played():
    tired = replace(FULL, units=(*FULL.units[:2], replace(FULL.units[2], next_game_rep=-1), *FULL.units[3:]))
    assert state(played(tired, 4, 3, fates={2: OUT}))[2] == ("P2", 4, -1)


def test_a_rep_minus_1_lasts_one_game():
    tired = replace(FULL, units=tuple(replace(unit, next_game_rep=-1) for unit in FULL.units))
    assert played(tired).document == FULL


@pytest.mark.parametrize(("choice", "change"), [("normal", 0), ("weakened", -1)])
@pytest.mark.parametrize("fate", [OUT, FLED])
def test_a_star_chooses_its_recovery(fate, choice, change):
    assert state(played(FULL, fates={0: fate}, star_choice=choice))[0] == ("Ana", 5, change)


def test_a_dead_star_ends_the_group():
    for after in (
        played(FULL, fates={0: DEAD}),
        played(FULL, fates={0: GONE}),
        played(FULL, fates={0: OUT}, star_choice="gone"),
    ):
        assert (after.over, after.done, after.document, len(after.steps)) == (True, False, FULL, 1)


def test_without_a_star_there_is_nothing_to_walk():
    after = aftermath(StarGroup(), Report(), make.typed(), make.BOOK)
    assert (after.over, after.steps, after.document) == (True, (), StarGroup())


# REP down


@pytest.mark.parametrize("fate", [OUT, FLED, REMOVED])
def test_rep_falls_on_a_1_after_a_lost_game(fate):
    recovery = (1, 1) if fate.fate != "fine" else ()
    assert reps(played(FULL, *recovery, 1, fates={2: fate}, lost=True)) == [5, 5, 3, 4, 3, 3]
    assert reps(played(FULL, *recovery, 2, fates={2: fate}, lost=True)) == [5, 5, 4, 4, 3, 3]


def test_rep_falls_in_no_game_that_was_won():
    assert reps(played(FULL, fates={2: REMOVED})) == reps(played(FULL))


def test_rep_falls_for_nobody_who_stayed():
    assert played(FULL, lost=True).document == FULL


def test_rep_falls_no_lower_than_3_and_throws_no_die_there():
    low = campaign(5, 3, 2)
    after = played(low, fates={1: REMOVED, 2: REMOVED}, lost=True)
    assert (reps(after), messages(after)["rep-down"]) == (
        [5, 3, 2],
        ["P1: REP 3 can’t drop further.", "P2: REP 2 can’t drop further."],
    )


# REP up


@pytest.mark.parametrize(("die", "rep"), [(3, 4), (6, 4), (2, 3), (1, 3)])
def test_rep_rises_on_rep_or_more(die, rep):
    assert reps(played(FULL, die, fates={4: KILL}))[4] == rep


@pytest.mark.parametrize(
    "fate",
    [
        Fate(),
        Fate("out", kill=True),
        Fate("fled", kill=True),
        Fate(kill=True, removed=True),
        Fate(kill=True, star_power=True),
    ],
)
def test_rep_rises_only_where_all_four_conditions_hold(fate):
    recovery = (1, 1) if fate.fate != "fine" else ()
    assert played(FULL, *recovery, fates={4: fate}).document == FULL


def test_rep_rises_no_higher_than_5():
    after = played(FULL, fates={0: KILL, 1: KILL})
    assert messages(after)["rep-up"] == [
        "Ana: REP 5 can’t rise above 5.",
        "P1: REP 5 can’t rise above 5.",
    ]


def test_an_npc_rises_no_higher_than_the_star():
    assert reps(played(campaign(4, 4), fates={1: KILL})) == [4, 4]


def test_the_star_comes_first_and_makes_room_above():
    assert reps(played(campaign(4, 4, 3), 4, 4, 3, fates={0: KILL, 1: KILL, 2: KILL})) == [5, 5, 4]
    assert reps(played(campaign(4, 4, 3), 3, 3, fates={0: KILL, 1: KILL, 2: KILL})) == [4, 4, 4]


def test_the_star_comes_first_wherever_it_stands():
    last = replace(campaign(4, 4), units=(make.npc(4, name="P1"), make.star(rep=4, name="Ana")))
    assert reps(played(last, 4, 6, fates={0: KILL, 1: KILL})) == [5, 5]


# Departures


def test_too_many_npcs_ask_who_leaves():
    four = campaign(5, 4, 4, 3, 3, 3)
    after = played(four, 1, fates={0: REMOVED}, lost=True)
    assert (after.choice, after.done, after.document) == (DepartureChoice(1, (1, 2, 3, 4, 5)), False, four)


def test_the_player_chooses_who_leaves():
    four = campaign(5, 4, 4, 3, 3, 3)
    after = played(four, 1, fates={0: REMOVED}, lost=True, leaving=(3,))
    assert [unit.name for unit in after.document.units] == ["Ana", "P1", "P2", "P4", "P5"]
    assert messages(after)["departures"] == ["P3 leaves: the Star leads 4 at most."]


@pytest.mark.parametrize("leaving", [(), (0,), (99, -1), (1, 2)])
def test_who_leaves_must_fit(leaving):
    four = campaign(5, 4, 4, 3, 3, 3)
    assert played(four, 1, fates={0: REMOVED}, lost=True, leaving=leaving).choice.number == 1


def test_forced_departures_come_first():
    """Star 5 -> 4 with five others: the two of REP 5 go, and nobody has to be chosen."""
    after = played(campaign(5, 5, 5, 3, 3, 3), 1, fates={0: REMOVED}, lost=True, leaving=(3,))
    assert [unit.name for unit in after.document.units] == ["Ana", "P3", "P4", "P5"]


# Recruiting


@pytest.mark.parametrize(("dice", "number"), [((5, 1), 2), ((6, 5), 1), ((6, 6), 0)])
def test_recruiting_after_losses(dice, number):
    after = played(FULL, *dice, fates={1: DEAD, 2: DEAD})
    assert (after.recruits, len(after.document.units)) == (number, 4)


@pytest.mark.parametrize(
    ("attributes", "dice", "number"),
    [
        (("stoique",), (6, 6, 1), 1),
        (("chef-ne",), (6, 1, 1), 5),
        (("stoique", "chef-ne"), (1, 1, 1, 1), 5),
        (("courageux",), (6, 1), 1),
    ],
)
def test_a_stoic_and_a_born_leader_add_their_dice_to_recruiting(attributes, dice, number):
    """Rulings cr-62 and, for three passes and more, cr-54."""
    group = make.group(make.npc(), make.npc(), star=make.star(attributes=attributes), fill=False, campaign=True)
    after = played(group, *dice, losses=True, fates={1: DEAD, 2: DEAD})
    assert after.recruits == number
    due = played(group, losses=True, fates={1: DEAD, 2: DEAD}).due
    assert (due.number, str(due.message)) == (len(dice), f"{len(dice)}D6 against the Star’s REP 5.")


def test_recruits_are_drawn_under_the_star():
    after = played(campaign(4, 4, 4, 3), 4, 1, 6, 1, 2, fates={1: DEAD}, draw_on="generic")
    drawn = after.document.units[3:]
    assert [(unit.rep, unit.draw, unit.weapons) for unit in drawn] == [
        (3, Draw("generic", (6,), None), ()),
        (4, Draw("generic", (2,), None), ()),
    ]
    assert messages(after)["recruiting"] == [
        "Passes against the Star’s REP 4: 2. Recruits: 2; free places: 2.",
        "Human, REP 3, joins the group.",
        "Human, REP 5: above the Star, re-rolled.",
        "Human, REP 4, joins the group.",
    ]


def test_the_stars_new_rep_tests_recruiting():
    after = played(campaign(4, 4, 4), 4, 5, 5, fates={0: KILL, 1: DEAD})
    assert (reps(after), after.recruits) == ([5, 4], 4)


def test_departures_are_no_losses():
    after = played(FULL, 1, fates={0: REMOVED}, lost=True)
    assert messages(after)["recruiting"] == ["No losses, no recruiting."]


def test_the_player_may_say_otherwise():
    short = campaign(4, 4)
    assert played(short, 1, 1, losses=True).recruits == 3
    assert messages(played(short, losses=False, fates={1: DEAD}))["recruiting"] == ["No losses, no recruiting."]


def test_nobody_is_recruited_without_a_place():
    assert messages(played(FULL, losses=True))["recruiting"] == ["No free places, no recruiting."]


def test_an_unknown_table_draws_nobody():
    assert played(FULL, 1, 1, fates={1: DEAD}, draw_on="pirates").recruits == 1


# What it leaves behind


def test_indexes_follow():
    entry = LogEntry(title="Le pont", units=(0, 1, 2, 9))
    after = played(replace(FULL, leader=2, log=(entry,)), 6, 6, fates={1: DEAD})
    assert (after.document.leader, after.document.log, after.new_indexes) == (
        1,
        (replace(entry, units=(0, 1)),),
        (0, None, 1, 2, 3, 4),
    )


def test_a_leader_who_left_leads_no_more():
    assert played(replace(FULL, leader=1), 6, 6, fates={1: DEAD}).document.leader is None


def test_the_log_keeps_the_dice():
    after = played(FULL, 4, 4, 2, fates={2: OUT}, lost=True)
    logged = after.logged("2026-11-21", "Le pont", "Partie perdue")
    assert logged == replace(
        after.document,
        log=(LogEntry("2026-11-21", "Le pont", "Partie perdue", (0, 1, 2, 3, 4, 5), (Roll(None, (4, 4, 2), None),)),),
    )


def test_dice_of_a_seed_can_be_thrown_again():
    report = Report(fates=(KILL, OUT, FLED, OUT, DEAD, KILL), lost=True, draw_on="gang")
    first, again = (aftermath(FULL, report, Thrown("braise"), make.BOOK) for _time in range(2))
    assert first == again
    assert first.rolls[0].seed == "braise"


def due(group, *dice, **report):
    """Which step asks for which dice: (its slug, how many, the message)."""
    after = played(group, *dice, **report)
    assert (after.document, after.done) == (group, False)
    return after.steps[-1].slug, after.due.number, str(after.due.message)


def test_dice_are_due_step_by_step():
    report = {"fates": {1: DEAD, 2: OUT, 3: KILL, 4: REMOVED}, "lost": True, "draw_on": "military"}
    group = campaign(5, 5, 4, 4, 4)
    assert due(group, **report) == ("recovery", 2, "P2: 2D6 against REP 4.")
    assert due(group, 1, 2, **report) == ("rep-down", 1, "P2: 1D6; on a 1, REP 4 drops.")
    assert due(group, 1, 2, 1, **report) == ("rep-down", 1, "P4: 1D6; on a 1, REP 4 drops.")
    assert due(group, 1, 2, 1, 6, **report) == ("rep-up", 1, "P3: 1D6; on 4 or more, REP rises.")
    assert due(group, 1, 2, 1, 6, 4, **report) == ("recruiting", 2, "2D6 against the Star’s REP 5.")
    table = "A recruit: 2D6 on the table Military; re-roll if REP is above the Star’s."
    assert due(group, 1, 2, 1, 6, 4, 6, 1, **report) == ("recruiting", 2, table)
    assert reps(played(group, 1, 2, 1, 6, 4, 6, 1, 3, 4, **report)) == [5, 3, 5, 4, 4]


def test_of_a_roll_that_has_begun_the_rest_is_due():
    assert due(FULL, 4, fates={2: OUT})[1] == 1


def test_what_is_above_the_star_asks_for_all_dice_again():
    short = campaign(4, 4, 4, 4)
    assert due(short, 6, 1, 1, 1, losses=True, draw_on="military")[1] == 2
    assert due(short, 6, 1, 1, 1, 2, losses=True, draw_on="military")[1] == 1


def test_a_step_shows_what_is_decided_before_dice_are_due():
    after = played(FULL, 1, 2, fates={2: OUT, 3: OUT})
    assert messages(after) == {"recovery": ["P2: 2 passes against REP 4, back as before."]}


def test_a_die_that_cannot_fall_is_refused():
    with pytest.raises(BadDice, match="can’t show"):
        played(FULL, 7, fates={2: OUT})


def test_huge_figures_come_to_an_end():
    wild = campaign(10**3999, 10**3999, -(10**3999))
    report = Report(fates=(REMOVED, OUT, OUT), lost=True, losses=True, draw_on="generic")
    after = aftermath(wild, report, Thrown("x"), make.BOOK)
    assert after.done
    assert [line for step in after.steps for line in step.lines if not str(line.message)] == []
