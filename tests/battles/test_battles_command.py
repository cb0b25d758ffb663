"""manage.py battles: what it prints and writes, and what it refuses."""

import io
import json
import re
import shlex
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.core.management import call_command

from builder.battles import document
from tests.battles import played

pytestmark = pytest.mark.django_db
ROOT = Path(settings.BASE_DIR)
EXAMPLE = str(ROOT / "fixtures/rbn/example.json")
CROSSBOW, CHIEF = "0/2.0", "1/0.0"  # units of the example: who shoots, who is shot at
EXAMPLES = re.compile(r"^\$ manage\.py battles (.*)\n((?:(?!\$|```).*\n)*)", re.MULTILINE)


def run(*arguments):
    """(exit status, standard output, standard error) of `manage.py battles ...`."""
    out, err = io.StringIO(), io.StringIO()
    try:
        call_command("battles", *arguments, stdout=out, stderr=err)
    except SystemExit as end:
        return end.code, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def answers(*arguments):
    """The decoded lines that it prints."""
    status, output, errors = run(*arguments, "--language", "en")
    assert (status, errors, output.isascii()) == (0, "", True)
    return [json.loads(line) for line in output.splitlines()]


def refusal(*arguments):
    """The sentence on standard error; nothing is on standard output, and the status is 2."""
    status, output, errors = run(*arguments, "--language", "en")
    assert (status, output) == (2, "")
    return errors.strip()


@pytest.fixture
def battle(tmp_path):
    """The path of a battle of two lists."""
    path = str(tmp_path / "battle.json")
    assert run("start", EXAMPLE, EXAMPLE, "--scenario", "bataille-rangee", "-o", path) == (0, "", "")
    return path


def test_a_battle_is_started_with_its_lists_and_read_again():
    (started,) = answers("start", EXAMPLE, EXAMPLE, "--scenario", "embuscade", "--roles", "attacker,defender")
    assert [side["role"] for side in started["sides"]] == ["attacker", "defender"]
    assert [side["list"] for side in started["sides"]] == [json.loads(Path(EXAMPLE).read_text("utf-8"))] * 2
    assert document.write(document.read(started)) == started


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("--scenario nowhere", "There is no scenario nowhere. There is: selection-naturelle, qui-va-en-voiture"),
        ("--scenario embuscade --roles attacker,judge", "There is no role judge. There is: attacker, defender"),
        ("--scenario embuscade --roles attacker", "Lists: 2, roles: 1."),
        (str(ROOT / "fixtures/first-wave/example.json"), "This list is for another game."),
        ("nowhere.json", "Can’t read nowhere.json: No such file or directory"),
    ],
)
def test_what_no_battle_can_be_started_with_is_said(words, sentence):
    assert refusal("start", EXAMPLE, EXAMPLE, *words.split()).startswith(sentence)


def test_marks_are_written_back_and_printed(battle):
    (marked,) = answers("mark", battle, f"set {CROSSBOW}/wounds 1", f"add {CROSSBOW}/wounds 1")
    assert marked["marks"] == {f"{CROSSBOW}/wounds": 2}
    assert json.loads(Path(battle).read_text("utf-8")) == marked


def test_a_command_may_come_in_the_words_of_a_shell(battle):
    (marked,) = answers("mark", battle, "set", f"{CROSSBOW}/wounds", "2")
    assert marked["marks"] == {f"{CROSSBOW}/wounds": 2}


def test_a_mark_that_cannot_be_made_leaves_the_file_as_it_was(battle):
    before = Path(battle).read_bytes()
    assert (
        refusal("mark", battle, f"set {CROSSBOW}/wounds 1", "set 9/9.9/wounds 1") == "That unit isn’t in this battle."
    )
    assert Path(battle).read_bytes() == before


def test_a_battle_is_read_from_standard_input(battle, monkeypatch):
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(Path(battle).read_bytes())))
    (marked,) = answers("mark", "-", "next-round")
    assert marked["marks"] == {"table/round": 2}


def test_what_the_site_exports_is_read_without_its_log(client, tmp_path):
    row = played.battle()
    player = played.player(row)
    played.send(player, row, "next-round")
    path = tmp_path / "export.json"
    path.write_bytes(b"".join(player.get(played.url("battle-json", row)).streaming_content))
    (marked,) = answers("mark", str(path), "next-round")
    assert marked["marks"] == {"table/round": 3}


def test_actions_name_the_units_that_may_do_them(battle):
    by_slug = {row["action"]: row for row in answers("actions", battle)}
    assert by_slug["shoot"] == {"action": "shoot", "title": "Shoot", "units": ["0/2.0", "0/2.1", "1/2.0", "1/2.1"]}
    assert by_slug["morale"]["units"] == []
    assert {"shoot", "melee", "fall"} == {row["action"] for row in answers("actions", battle, "--unit", CROSSBOW)}


def test_an_action_says_dice_reasons_with_their_worth_and_exact_chances(battle):
    """3D6 on foot, 1 of a crossbow, 1 less for light cover (RBN p. 16, 20): 3 dice on 4+ miss with 1/8, 4 with 1/16."""
    (act,) = answers("act", battle, "shoot", f"unit={CROSSBOW}", f"target={CHIEF}", "cover=light-cover")
    assert (act["action"], act["dice"], act["against"], act["outcome"]) == ("shoot", "3D6", "4+", None)
    assert act["reasons"][-1] == {
        "value": "−1D6",
        "text": "light cover",
        "cite": "RBN v2, p. 16",
        "counts": True,
        "worth": "-1/16",
    }
    assert act["chances"][:2] == [
        {"text": "0: no effect; reaction fire at −1D6 if the target can (normal range)", "chance": "1/8"},
        {"text": "1: stunned", "chance": "1/4"},
    ]
    assert act["fields"][0] == {
        "name": "weapon",
        "label": "Weapon",
        "kind": "choice",
        "value": "0",
        "options": [{"slug": "0", "name": "Crossbow"}],
    }


def test_dice_say_what_comes_of_it_and_what_may_be_marked(battle):
    (act,) = answers("act", battle, "shoot", f"unit={CROSSBOW}", f"target={CHIEF}", "--dice", "6,4,1,1")
    wounded = {"text": "Grande Gueule (La Meute des Cendres (2)): wounded", "commands": [f"add {CHIEF}/wounds 1"]}
    assert act["outcome"]["proposals"] == [wounded]
    assert act["outcome"]["lines"][0]["value"] == "6 4 1 1"


def test_what_takes_no_dice_says_what_may_be_marked(battle):
    (act,) = answers("act", battle, "act-alone", f"unit={CROSSBOW}", "way=e")
    assert act["outcome"] == {
        "lines": [],
        "proposals": [{"text": "Activated", "commands": [f"set {CROSSBOW}/activated 1"]}],
        "onward": [{"action": f"melee?unit={CROSSBOW}", "text": "Melee"}],
    }


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("fly", "There is no action fly. There is: shoot, melee"),
        ("shoot", "There is no unit – in this battle."),
        ("shoot unit=7/7.7", "There is no unit 7/7.7 in this battle."),
        ("shoot unit=0/1.0", "Griffus 1 (La Meute des Cendres) can’t do that."),
        ("shoot unit=0/2.0 cover=wall", "cover can’t be wall. It can be: none, light-cover, heavy-cover"),
        ("shoot unit=0/2.0 above=no", "above can’t be no. It can be: 1"),
        ("shoot unit=0/2.0 table=10", "table: from -9 to 9."),
        ("shoot unit=0/2.0 aim=1", "There is no field aim. There is: weapon, target"),
        ("shoot unit=0/2.0 cover", "Each field once, as name=value, not cover."),
        ("shoot unit=0/2.0 unit=0/2.0", "Each field once, as name=value, not unit=0/2.0."),
        ("shoot unit=0/2.0 --dice 6,4", "One more die needed: a D6."),
        ("shoot unit=0/2.0 --dice 6,4,1,1,1", "Too many dice: 5 instead of 4."),
        ("shoot unit=0/2.0 --dice 6,4,1,7", "A D6 can’t show 7."),
        ("shoot unit=0/2.0 --dice six", "Enter whole numbers, such as 3 5."),
        ("morale side=2", "side can’t be 2. It can be: 0, 1"),
        ("act-alone unit=0/2.0 way=yz", "way can’t be yz. It can be: yy, yn"),
        ("act-alone unit=0/2.0 way=e --dice 1", "No dice are rolled for this."),
    ],
)
def test_what_cannot_be_done_is_a_sentence_and_never_a_guess(battle, words, sentence):
    assert refusal("act", battle, *words.split()).startswith(sentence)


def test_the_end_is_the_result_that_the_scenario_proposes(battle):
    """Points of eliminated enemies decide a pitched battle (RBN p. 36): here the second list's chief is out."""
    answers("mark", battle, f"set {CHIEF}/out 1")
    (end,) = answers("end", battle)
    assert [side["outcome"] for side in end["sides"]] == ["won", "lost"]
    assert end["lines"][0] == {
        "value": "",
        "text": "La Meute des Cendres: main mission achieved",
        "cite": "RBN v2, p. 36",
    }


def test_the_examples_of_the_document_are_as_printed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    examples = EXAMPLES.findall((ROOT / "docs/exchange-format.md").read_text("utf-8"))
    assert len(examples) == 6
    for words, printed in examples:
        pattern = ".*".join(map(re.escape, printed.split("...")))
        assert re.fullmatch(pattern, run(*shlex.split(words))[1], re.DOTALL), words


def test_the_game_plays_a_side(tmp_path):
    patrol = str(ROOT / "fixtures/chain-reaction/example.json")
    (started,) = answers("start", patrol, "--against", "insurgents")
    assert started["sides"][1] == {"name": "Insurgents", "facts": {"mode": "insurgents"}, "run_by_game": True}
    assert refusal("start", EXAMPLE, "--against", "zombies") == "There is no opponent zombies. There is: –"
    assert refusal("start", patrol, "--against", "nobody").endswith("There is: zombies, insurgents")


def test_arrivals_are_units_with_cards_markers_and_names_of_their_own(tmp_path):
    file = str(tmp_path / "battle.json")
    run("start", str(ROOT / "fixtures/chain-reaction/example.json"), "--against", "insurgents", "-o", file)
    weapons = "fusil-d-assaut lance-roquettes"
    (battle,) = answers("mark", file, f"all next-round ; arrive 2 {weapons} ; set table/die-1 4")
    assert [unit["name"]["en"] for unit in battle["others"].values()] == ["Insurgent 1", "Insurgent 2"]
    assert [unit["facts"]["weapon"] for unit in battle["others"].values()] == weapons.split()
    keys = [[marker["key"] for marker in unit["markers"]] for unit in battle["others"].values()]
    assert ["empty" in each for each in keys] == [True, False]
    assert all({"stunned", "dead", "out", "prone", "activated"} <= {*each} for each in keys)
    assert (battle["marks"]["table/round"], battle["marks"]["table/die-1"]) == (2, 4)
    for wrong in ("arrive 0", "arrive 2 fusil-d-assaut", "arrive 1 revolver", "arrive 1", "put-on zombies-"):
        assert refusal("mark", file, wrong) == "Unknown marker."
