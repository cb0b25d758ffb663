"""What is worked out for a figure: activation, Star Power, shots, moves, weapon lines."""

import pytest

from rules.game import AnalysisCache
from rules.games.chain_reaction.analysis import HitThreshold, Move, centimetres, length
from rules.games.chain_reaction.document import Car, Mortar
from rules.registry import GAMES
from rules.text import Text
from rules.verdict import judge
from tests import make as every
from tests.rules.chain_reaction import make


def npc(rep=4, **fields):
    return make.figure(make.npc(rep, **fields), campaign=True)


@pytest.mark.parametrize(
    ("rep", "faces"),
    [(6, (1, 2, 3, 4, 5, 6)), (5, (1, 2, 3, 4, 5)), (3, (1, 2, 3)), (1, (1,)), (0, ()), (-(10**3999), ())],
)
def test_a_figure_acts_on_the_faces_up_to_its_rep(rep, faces):
    assert npc(rep).activation == faces


def test_rep_minus_1_changes_how_it_plays():
    tired = npc(5, next_game_rep=-1)
    assert (tired.rep, tired.effective_rep, tired.activation) == (5, 4, (1, 2, 3, 4))
    assert npc(5, next_game_rep=-7).effective_rep == 5


@pytest.mark.parametrize(("rep", "dice"), [(5, 5), (3, 3), (0, 0), (-2, 0), (10**3999, 6)])
def test_star_power_is_the_rep_of_the_star(rep, dice):
    star = every.judge(make.group(star=make.star(rep=rep), fill=False)).analysis.star
    assert star.star_power == dice


def test_a_tired_star_keeps_its_star_power_and_others_have_none():
    assert every.judge(make.group(star=make.star(next_game_rep=-1), campaign=True)).analysis.star.star_power == 5
    assert npc(5).star_power == 0


@pytest.mark.parametrize(
    ("rep", "needs"),
    [
        (5, (3, 4, 5)),
        (4, (4, 5, 6)),
        (3, (5, 6, None)),
        (2, (6, None, None)),
        (1, (None, None, None)),
        (7, (1, 2, 3)),
        (9, (1, 1, 1)),
    ],
)
def test_what_a_shot_needs(rep, needs):
    assert npc(rep).shots == tuple(HitThreshold(total, need) for total, need in zip((8, 9, 10), needs, strict=True))


@pytest.mark.parametrize(
    ("fields", "shoots"),
    [
        ({}, True),
        ({"weapons": (make.weapon("grenade"),)}, False),
        ({"weapons": (make.weapon("lance-grenades"),)}, True),
        ({"weapons": (make.weapon("grenade"), make.weapon("revolver"))}, True),
        ({"weapons": (make.weapon("epee", "black-powder"),)}, False),
        ({"weapons": (make.own(range=None),)}, False),
        ({"weapons": (make.own(range=None),), "attributes": ("bon-au-couteau",)}, True),
        ({"weapons": ()}, False),
        ({"figure": "attack-dog"}, False),
        ({"figure": "pet-dog"}, False),
        ({"figure": "zombie"}, False),
    ],
)
def test_who_has_nothing_to_shoot_does_not_shoot(fields, shoots):
    assert npc(4, **fields).shoots is shoots


def test_hasty_shots_are_at_rep_minus_1():
    assert npc(5).hasty_shots == npc(4).shots
    assert npc(4, next_game_rep=-1).hasty_shots == npc(2).shots


@pytest.mark.parametrize(("rep", "faces"), [(5, 5), (2, 2), (6, 5), (9, 5), (-1, 0)])
def test_a_desperate_shot_hits_on_the_faces_up_to_rep(rep, faces):
    assert npc(rep).desperate == faces


def test_at_rep_1_a_natural_6_misses_and_no_desperate_shot_follows():
    assert (npc(1).desperate, npc(2, next_game_rep=-1).desperate) == (0, 0)


def test_moves():
    assert npc().on_foot == Move(8, (8, 12, 16))
    assert npc().in_the_saddle is None
    assert npc(mounted=True).in_the_saddle == Move(16, (16, 24, 32))


def test_the_slow_count_one_pass():
    slow = npc(attributes=("lent",), mounted=True)
    assert (slow.on_foot, slow.in_the_saddle) == (Move(8, (8, 12, 12)), Move(16, (16, 24, 24)))


def test_zombies_are_never_fast():
    assert npc(figure="zombie").on_foot == Move(6)
    assert npc(figure="ghost").on_foot is None


def lines(figure):
    return [(str(one.name), one.range, one.rate, one.impact, one.blast, one.origin) for one in figure.weapons]


def test_weapon_lines():
    armed = npc(
        weapons=(make.weapon("revolver"), make.weapon("revolver", "prohibition"), make.own(), make.weapon("laser"))
    )
    assert lines(armed) == [
        ("Revolver", 12, 2, 2, None, "book"),
        ("Revolver", 12, 1, 2, None, "book"),
        ("Sarbacane", 4, 1, 1, None, "own"),
        ("laser", None, None, None, None, "unknown"),
    ]


@pytest.mark.parametrize(
    ("kind", "rep", "wanted"),
    [
        ("attack-dog", 4, [("Arme de corps à corps improvisée à deux mains", None, 1, 2, None, "natural")]),
        ("zombie", 4, [("Arme de corps à corps improvisée à une main", None, 1, 1, None, "natural")]),
        ("pet-dog", 3, []),
        ("ghost", 4, []),
    ],
)
def test_what_dogs_and_zombies_fight_as(kind, rep, wanted):
    assert lines(npc(rep, figure=kind, weapons=())) == wanted


def test_a_thrower_throws_grenades_farther_but_shoots_no_farther():
    weapons = (make.weapon("grenade"), make.weapon("lance-grenades"))
    assert [weapon.range for weapon in npc(weapons=weapons).weapons] == [6, 24]
    assert [weapon.range for weapon in npc(weapons=weapons, attributes=("lanceur",)).weapons] == [9, 24]


def test_lengths_in_inches_and_centimetres():
    assert [str(centimetres(inches)) for inches in (96, 48, 10, 0, -1)] == ["240", "120", "25", "0", "-2,5"]
    assert centimetres(3) == Text("7,5", "7.5")
    assert length(15) == Text("15″ (37,5 cm)", "15″ (37.5 cm)")


def test_lengths_of_4000_digits():
    inches = 10**3999 + 1
    assert str(centimetres(inches)) == f"25{'0' * 3997}2,5"
    assert npc(weapons=(make.own(range=inches),)).weapons[0].reach.en == f"{inches}″ (25{'0' * 3997}2.5 cm)"


def test_reach_of_weapons():
    revolver, sword = npc(weapons=(make.weapon("revolver"), make.weapon("epee", "black-powder"))).weapons
    assert (str(revolver.reach), sword.reach) == ("12″ (30 cm)", None)


def test_slots():
    analysis = every.judge(make.group(make.npc(), star=make.star(rep=4), fill=False, campaign=True)).analysis
    assert (analysis.slots, analysis.open_slots, len(analysis.npcs), analysis.leader) == (4, 3, 1, analysis.star)
    assert every.judge(make.group(leader=99)).analysis.leader is None


def test_reminders_that_a_list_uses():
    def uses(figure, **head):
        return every.judge(make.group(figure, **head)).analysis.uses

    assert uses(make.npc()) == {"always"}
    assert uses(make.npc(mounted=True, vest=True), campaign=True) == {"always", "mounted", "vest", "campaign"}
    assert uses(make.npc(weapons=(make.weapon("grenade"),))) == {"always", "grenade", "blast"}
    assert uses(make.npc(weapons=(make.weapon("lance-roquettes"),))) == {"always", "blast"}
    assert uses(make.npc(figure="zombie")) == {"always", "zombie"}
    mortar, car = Mortar("petit-mortier", (1,)), Car(driver=1)
    assert uses(make.npc(), mortars=(mortar,), cars=(car,)) == {"always", "mortar", "blast", "car"}


def test_a_reminder_is_for_a_use_that_a_list_may_have():
    words = {"always", "mounted", "vest", "zombie", "zombies-mode", "insurgent", "grenade", "blast", "campaign"}
    words |= {"mortar", "car"}
    assert {reminder.uses for reminder in make.BOOK.reminders.values()} <= words


def test_a_group_has_no_points():
    verdict = every.judge(make.group())
    assert (verdict.total, verdict.budget, verdict.legal) == (None, None, True)


def test_figures_are_analysed_once():
    cache, game = AnalysisCache(), GAMES["chain-reaction"]
    group = make.group()
    first = judge(group, make.BOOK, game, cache).analysis
    again = judge(group, make.BOOK, game, cache).analysis
    assert [a is b for a, b in zip(first.units, again.units, strict=True)] == [True] * 6
    campaign = judge(make.group(campaign=True), make.BOOK, game, cache).analysis
    assert campaign.context is not first.context
