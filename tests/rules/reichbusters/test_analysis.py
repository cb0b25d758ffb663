"""What follows from a team's figures, and how its documents read."""

import pytest

from rules.document import read, write
from rules.games.reichbusters.document import Hero, Team, Track
from rules.registry import GAMES
from rules.shapes import Refused
from tests import make as tests
from tests.rules.reichbusters import make

HERE = {"format": "bivouac-roster/1", "game": "reichbusters"}


def analyse(roster):
    return tests.judge(roster).analysis


def hero(**fields):
    return analyse(make.party(**fields)).units[0]


def test_enemies_act_once_a_hero():
    assert [analyse(make.team(*make.crowd(n))).enemy_turns for n in range(5)] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("track", "rounds"), [(Track(4, 3), 7), (Track(7, 6), 13), (None, None), (Track(4), None)])
def test_rounds_are_those_of_the_track(track, rounds):
    assert analyse(make.team(track=track)).rounds == rounds


@pytest.mark.parametrize(
    ("globes", "upgraded", "upgrades"), [(1, 0, 0), (2, 0, 1), (3, 0, 1), (4, 0, 2), (4, 1, 1), (4, 2, 0)]
)
def test_two_globes_turn_a_plain_weapon_over(globes, upgraded, upgrades):
    objects = tuple(make.thing(globe=n < globes) for n in range(4))
    weapons = tuple(make.weapon(upgraded=n < upgraded, vril_dice=1) for n in range(2))
    analysis = hero(objects=objects, weapons=weapons)
    assert (analysis.globes, analysis.upgrades) == (globes, upgrades)


@pytest.mark.parametrize(("wounds", "down"), [(0, False), (3, False), (4, True), (5, True)])
def test_four_wounds_put_a_hero_down(wounds, down):
    assert hero(wounds=wounds).down is down


@pytest.mark.parametrize(("hand", "removed", "deck", "elsewhere"), [(5, 2, 10, 5), (0, 0, 12, 12), (None, 1, 11, None)])
def test_cards_left(hand, removed, deck, elsewhere):
    analysis = hero(hand=hand, removed_cards=removed)
    assert (analysis.deck, analysis.elsewhere) == (deck, elsewhere)


def test_the_team_sums_its_tokens():
    first, second = make.hero(heroism=(("joker", 2),), wounds=3), make.hero("sarge", heroism=(("joker", 1),))
    team = analyse(make.team(first, second))
    assert (team.heroism, team.wounds) == ({"attack": 0, "defense": 0, "joker": 3}, 3)


def test_a_team_without_points_has_none():
    verdict = tests.judge(make.party())
    assert (verdict.total, verdict.budget, verdict.legal) == (None, None, True)


# Documents


def test_what_is_left_out_is_blank():
    document = HERE | {"units": [{"kind": "hero"}]}
    assert read(document, GAMES) == Team(units=(Hero(),))
    assert write(Team(units=(Hero(),)), GAMES) == document


def test_defaults_are_left_out_of_the_canonical_form():
    bare = {"kind": "hero", "hero": "brick"}
    spelt = {
        "name": "",
        "player": "",
        "defense": None,
        "weapons": [],
        "skills": [],
        "objects": [],
        "heroism": {"attack": 0, "defense": 0, "joker": 0},
        "wounds": 0,
        "captured": False,
        "hand": None,
        "removed_cards": 0,
    }
    head = {"mode": "campaign", "track": None, "mission": "", "faction": "", "team": ""}
    document = HERE | head | {"units": [bare | spelt]}
    assert write(read(document, GAMES), GAMES) == HERE | {"units": [bare]}


@pytest.mark.parametrize(
    "heroism", [{"attack": 1}, {"attack": 1, "defense": 0, "joker": 0}, {"attack": 0}, {"luck": 0}, {"joker": -1}]
)
def test_heroism_is_kept_as_it_was_written(heroism):
    document = HERE | {"units": [{"kind": "hero", "hero": "brick", "heroism": heroism}]}
    assert write(read(document, GAMES), GAMES) == document


@pytest.mark.parametrize("track", [{"pre": 4, "post": 3}, {"pre": 4}, {}])
def test_a_track_is_kept_as_far_as_it_was_written(track):
    document = HERE | {"track": track, "units": []}
    assert write(read(document, GAMES), GAMES) == document


@pytest.mark.parametrize(
    ("unit", "pointer"),
    [
        ({"kind": "fighter"}, "/units/0/kind"),
        ({"kind": "hero", "hero": None}, "/units/0/hero"),
        ({"kind": "hero", "hero": "Brick"}, "/units/0/hero"),
        ({"kind": "hero", "count": 2}, "/units/0/count"),
        ({"kind": "hero", "defense": 1.5}, "/units/0/defense"),
        ({"kind": "hero", "wounds": None}, "/units/0/wounds"),
        ({"kind": "hero", "captured": 1}, "/units/0/captured"),
        ({"kind": "hero", "skills": ["x"] * 41}, "/units/0/skills"),
        ({"kind": "hero", "weapons": ["knife"]}, "/units/0/weapons/0"),
        ({"kind": "hero", "weapons": [{"damage": 1}]}, "/units/0/weapons/0/damage"),
        ({"kind": "hero", "heroism": {"attack": "1"}}, "/units/0/heroism/attack"),
        ({"kind": "hero", "heroism": {"\0": 1}}, "/units/0/heroism/\0"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_place(unit, pointer):
    with pytest.raises(Refused) as refused:
        read(HERE | {"units": [unit]}, GAMES)
    assert refused.value.pointer == pointer


@pytest.mark.parametrize("track", [[4, 3], {"pre": None}, {"pre": "4"}, {"round": 1}])
def test_a_track_of_another_shape_is_refused(track):
    with pytest.raises(Refused):
        read(HERE | {"track": track, "units": []}, GAMES)


# The book


def counts(table):
    return {slug: row.figures["count"] for slug, row in tests.catalogue("reichbusters").tables[table].rows.items()}


@pytest.mark.parametrize(
    ("table", "whole"),
    [
        ("tuiles", "tuiles"),
        ("portes", "portes"),
        ("des", "des"),
        ("heroisme", "points-d-heroisme"),
        ("jetons-ennemis", "jetons-ennemis"),
        ("cartes-bruit", "cartes-bruit"),
        ("cartes-raid", "cartes-raid"),
    ],
)
def test_parts_add_up_to_what_the_box_holds(table, whole):
    assert sum(counts(table).values()) == counts("materiel")[whole]


def test_each_hero_card_has_its_action_cards():
    box = counts("materiel")
    assert sum(counts("paquet-d-un-heros").values()) * box["cartes-heros"] == box["cartes-action"]


def test_six_figures_share_five_cards():
    rows = tests.catalogue("reichbusters").tables["heros"].rows
    assert [rows[slug].figures["playable"] for slug in (*make.FIVE, "o-reilly")] == [True] * 5 + [False]


def test_cards_of_the_book_fit_on_paper():
    book = tests.catalogue("reichbusters")
    entries = [row for table in book.tables.values() for row in table.rows.values()]
    assert [row.slug for row in entries if max(len(row.card.fr), len(row.card.en)) > 200] == []


# The two sides of a weapon token

GUN = {"name": "Vickers", "type": "ranged", "range": 2, "attack_dice": 4}
BETTER = {"type": "ranged", "range": 3, "attack_dice": 5, "vril_dice": 1, "keywords": ["Brasier"]}


@pytest.mark.parametrize("extra", [{}, {"upgraded": True}, {"improved": BETTER}, {"improved": {}, "upgraded": True}])
def test_a_weapon_of_one_or_two_sides_is_canonical(extra):
    document = HERE | {"units": [{"kind": "hero", "weapons": [GUN | extra]}]}
    assert write(read(document, GAMES), GAMES) == document


def test_no_upgraded_side_is_left_out_of_the_canonical_form():
    document = HERE | {"units": [{"kind": "hero", "weapons": [GUN | {"improved": None}]}]}
    assert write(read(document, GAMES), GAMES) == HERE | {"units": [{"kind": "hero", "weapons": [GUN]}]}


@pytest.mark.parametrize(
    ("side", "pointer"),
    [
        ({"name": "Vickers"}, "/units/0/weapons/0/improved/name"),
        ({"upgraded": True}, "/units/0/weapons/0/improved/upgraded"),
        ({"range": "3"}, "/units/0/weapons/0/improved/range"),
        ([], "/units/0/weapons/0/improved"),
    ],
)
def test_an_upgraded_side_of_another_shape_is_refused(side, pointer):
    with pytest.raises(Refused) as refused:
        read(HERE | {"units": [{"kind": "hero", "weapons": [GUN | {"improved": side}]}]}, GAMES)
    assert refused.value.pointer == pointer


@pytest.mark.parametrize(
    ("improved", "upgraded", "attack", "other"),
    [(None, False, 2, None), (None, True, 2, None), (3, False, 2, 3), (3, True, 3, 2)],
)
def test_the_side_that_is_up_is_read(improved, upgraded, attack, other):
    """Where one side alone is written in, it is read whatever is up: so older lists read as before."""
    weapon = make.weapon(upgraded=upgraded, improved=improved and make.side(attack_dice=improved))
    assert (weapon.side.attack_dice, weapon.other_side and weapon.other_side.attack_dice) == (attack, other)
