"""What units and markers are called in a battle: each is told apart, on the board, in choices and in the log."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from django.urls import reverse

from builder.battles.log import words_of
from builder.battles.markers import side_of
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from rules.play.battle import BattleDocument, BattleSide, BattleUnit, Marker
from rules.text import Text
from tests import make
from tests.battles import played
from tests.battles.played import url
from tests.builder.test_options import load_roster
from tests.languages import in_language

pytestmark = pytest.mark.django_db
DRY = Marker("pistol-empty", Text("Pistolet : à sec", "Pistol: dry"))
BILLY = BattleUnit("0.0", Text("Billy", "Billy"), markers=(DRY, replace(DRY, key="pistol-empty-2")))


def names(*units):
    """What the units of a convoy are called in a battle."""
    return [one.name.en for one in side_of(load_roster(make.convoy(units=units))).units]


def test_units_of_one_name_are_numbered_through_a_list():
    warrior = make.fighter(name="Warrior")
    found = names(warrior, make.fighter(name="Gordon"), replace(warrior, count=2), warrior)
    assert found == ["Warrior 1", "Gordon", "Warrior 2", "Warrior 3", "Warrior 4"]


def test_who_has_a_name_alone_has_no_number():
    assert names(make.fighter(name="Warrior"), make.fighter(name="warriors")) == ["Warrior", "warriors"]


def test_markers_of_one_name_are_numbered_within_their_unit():
    other = replace(BILLY, key="1.0", markers=BILLY.markers[:1])
    battle = BattleDocument("chain-reaction", sides=(BattleSide("Posse", units=(BILLY, other)),))
    labels = [battle.label(path).en for path in ("0/0.0/pistol-empty", "0/0.0/pistol-empty-2", "0/1.0/pistol-empty")]
    assert labels == ["Pistol: dry (1)", "Pistol: dry (2)", "Pistol: dry"]


def test_the_log_says_whose_a_mark_is():
    alone = replace(BILLY, name=Text("Ann", "Ann"), key="1.0")
    sides = BattleSide("Posse", units=(BILLY, alone)), BattleSide("Gang", player="Mira", units=(BILLY,))
    battle = BattleDocument("chain-reaction", sides=sides)
    done = {f"{path}/pistol-empty-2": [None, 1] for path in ("0/0.0", "0/1.0", "1/0.0")}
    assert in_language("en", lambda: list(words_of(done, battle))) == [
        "Billy (Posse) · Pistol: dry (2): ✓",
        "Ann · Pistol: dry (2): ✓",
        "Billy (Mira) · Pistol: dry (2): ✓",
    ]


def test_each_of_two_things_of_a_kind_has_a_mark_of_its_own():
    data = json.loads(Path("tests/rosters/first-wave/deux-grappins.json").read_text("utf-8"))
    for unit in side_of(LoadedRoster.from_data(data)).units:
        keys = [one.key for one in unit.markers]
        assert len(keys) == len(set(keys)), keys


def test_the_board_and_the_choices_tell_three_warriors_apart():
    loaded = load_roster(make.convoy(units=[make.fighter("fusil", T=5, name="Warrior")] * 3))
    rows = [history.create(loaded, "new")[0] for _list in range(2)]
    battle = played.of(*rows)
    client = played.player(battle)
    page = client.get(url("battle", battle)).content.decode()
    assert re.findall(r'<span class="name">\s*(Warrior \d)', page) == ["Warrior 1", "Warrior 2", "Warrior 3"]
    shoot = client.get(reverse("battle-action", args=[battle.pk, "shoot"]) + "?unit=0/0.0").content.decode()
    assert shoot.count("<option") >= 5
    assert "Warrior 2" in shoot
