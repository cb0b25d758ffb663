"""The pages of a battle of First Wave: NPCs question by question, dice, the sealed successor."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

from builder.battles import services
from builder.battles.services import WantedMark
from builder.models import Mark
from config.logs import redact
from rules.games.first_wave.play.lineage import sealed
from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db
LINEAGE = "assassinat-de-la-ligne"


@pytest.fixture
def battle(request):
    return played.battle("first-wave", scenario=getattr(request, "param", None))


@pytest.fixture
def host(battle):
    return played.player(battle, 0)


@pytest.fixture
def guest(battle):
    return played.player(battle, 1)


def text(client, address, **query):
    answer = client.get(address, query, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def named(client, battle, name, side=1):
    """Seal a name; returns the query of the link that opens the seal."""
    answer = client.post(url("battle-page", battle, "successor"), {"side": side, "name": name})
    return {key: one for key, [one] in parse_qs(urlsplit(answer["Location"]).query).items()}


# --- NPCs ------------------------------------------------------------------------------------------------------------


def test_npcs_are_activated_question_after_question(battle, host):
    played.send(host, battle, "put-on robot-militaire 2")
    address = url("battle-page", battle, "npcs")
    assert text(host, address).count("?unit=others/") == 2
    first = text(host, address, unit="others/1")
    assert re.findall(r"&amp;way=([a-z0-9.-]+)#npc", first) == ["yes", "no"]
    third = text(host, address, unit="others/1", way="no")
    assert re.findall(r"&amp;way=([a-z0-9.-]+)#npc", third) == ["no.yes", "no.no"]
    assert re.findall(r'<li value="(\d)"', third) == ["1", "2", "3"]
    last = text(host, address, unit="others/1", way="no.yes.no")
    assert 'name="unit" value="others/1"' in last
    assert host.post(address, {"unit": "others/1"})["Location"] == address
    assert played.state(battle).number("others/1/activated") == 1
    assert text(host, address).count("?unit=others/") == 1


@pytest.mark.parametrize("unit", ["others/9", "0/0.0", "", "../x"])
def test_whoever_is_no_npc_is_not_activated_there(battle, host, unit):
    played.send(host, battle, "put-on robot-militaire")
    address = url("battle-page", battle, "npcs")
    assert 'id="npc"' not in text(host, address, unit=unit)
    host.post(address, {"unit": unit})
    assert not Mark.objects.filter(command__contains="activated").exists()


def test_hidden_children_are_named(battle, host):
    child = next(one for one in played.state(battle).sides[0].units if "enfant" in str(one.facts["tags"]))
    played.send(host, battle, f"set 0/{child.key}/hidden 1")
    assert child.name.en in text(host, url("battle-page", battle, "npcs"))


def test_dice_put_npcs_on_the_table(battle, host):
    address = url("battle-action", battle, "entry")
    page = text(host, address, dice="4 4 5")
    assert 'value="put-on chien-infecte 3"' in page
    rolled = host.post(address)
    assert "#outcome" in rolled["Location"]
    assert text(host, rolled["Location"].partition("#")[0])


@pytest.mark.parametrize("slug", ["infection", "fire", "fall", "swim", "resource"])
def test_every_action_of_a_survivor_has_its_page(battle, host, slug):
    played.send(host, battle, "set 0/0.0/infection 1", "set 0/0.0/fire 1")
    assert "D6" in text(host, url("battle-action", battle, slug), unit="0/0.0")


def test_the_page_of_the_battle_offers_what_fits(battle, host):
    page = text(host, url("battle-table", battle))
    assert 'value="put-on humain-infecte"' in page
    assert url("battle-page", battle, "npcs") in page
    assert url("battle-action", battle, "entry") in page


# --- the successor ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("battle", [LINEAGE], indirect=True)
def test_a_successor_is_sealed_and_nobody_else_can_read_the_name(battle, host, guest):
    link = named(guest, battle, "0/1.0")
    assert sorted(link) == ["key", "side"]
    state = played.state(battle)
    name = f"{state.sides[0].units[1].name.fr} (#2)"
    assert state.value("1/step-seal") == sealed(link["key"], name)
    stored = "".join(f"{one.command} {one.changes} {one.roll}" for one in Mark.objects.all())
    assert link["key"] not in stored
    assert name not in stored
    page = url("battle-page", battle, "successor")
    assert link["key"] not in text(host, page)
    assert f'<h2 id="sealed-title">Chosen: {name}' in text(guest, page, **link).replace("\u2068", "")


@pytest.mark.parametrize("battle", [LINEAGE], indirect=True)
def test_the_link_reveals_it_and_everybody_can_check(battle, host, guest):
    link = named(guest, battle, "0/1.0")
    page = url("battle-page", battle, "successor")
    guest.post(page, link)
    state = played.state(battle)
    assert state.value("1/successor") == f"{state.sides[0].units[1].name.fr} (#2)"
    assert link["key"] in text(host, page)
    assert "as chosen" in text(host, page)


@pytest.mark.parametrize("battle", [LINEAGE], indirect=True)
def test_a_name_that_is_only_said_counts_without_the_seal(battle, host):
    name = f"{played.state(battle).sides[1].units[1].name.fr} (#2)"
    before = WantedMark("before-0001", f"say 0/successor {name}", of_page=True)  # as players could once mark it
    services.mark(battle.pk, [0], [before])
    assert "not verified" in text(host, url("battle-page", battle, "successor"))


@pytest.mark.parametrize("battle", [LINEAGE], indirect=True)
@pytest.mark.parametrize("name", ["0/0.0", "1/1.0", "others/1", "", "x"])
def test_only_whom_the_book_allows_is_sealed(battle, guest, name):
    assert named(guest, battle, name) == {"side": "1"}
    assert played.state(battle).marks == {}


@pytest.mark.parametrize("battle", [LINEAGE], indirect=True)
def test_nobody_seals_for_another_side_but_the_host(battle, host, guest):
    assert named(guest, battle, "0/1.0", side=0)["side"] == "1"
    assert named(host, battle, "0/1.0", side=1)["side"] == "1"


@pytest.mark.parametrize("battle", [LINEAGE], indirect=True)
def test_a_wrong_key_reveals_nothing(battle, guest):
    named(guest, battle, "0/1.0")
    page = url("battle-page", battle, "successor")
    guest.post(page, {"side": 1, "key": "0" * 32})
    assert played.state(battle).value("1/successor") == ""
    assert "doesn’t match this list’s choice" in text(guest, page, side=1, key="0" * 32)


@pytest.mark.parametrize("battle", [LINEAGE], indirect=True)
def test_another_name_takes_the_place_of_the_first(battle, guest):
    first = named(guest, battle, "0/1.0")
    second = named(guest, battle, "0/1.0")
    page = url("battle-page", battle, "successor")
    assert "doesn’t match this list’s choice" in text(guest, page, **first)
    assert "doesn’t match this list’s choice" not in text(guest, page, **second)


def test_other_scenarios_have_no_successor(battle, host):
    page = url("battle-page", battle, "successor")
    assert "has no successor" in text(host, page)
    host.post(page, {"side": 0, "name": "1/1.0"})
    assert played.state(battle).marks == {}


@pytest.mark.parametrize("slug", ["npcs", "successor"])
def test_strangers_find_no_page(battle, slug):
    assert Client().get(url("battle-page", battle, slug)).status_code == 404
    assert Client().post(url("battle-page", battle, slug), {"unit": "others/1"}).status_code == 404


def test_nobody_can_be_named_before_another_list_joins():
    alone = played.battle("first-wave", lists=1, scenario=LINEAGE)
    page = text(played.player(alone), url("battle-page", alone, "successor"))
    assert "No other list has joined yet" in page


@pytest.mark.parametrize("battle", [LINEAGE], indirect=True)
def test_the_link_that_opens_a_seal_stands_in_no_log(battle, guest):
    link = named(guest, battle, "0/1.0")
    assert link["key"] not in redact(f"GET {url('battle-page', battle, 'successor')}?side=1&key={link['key']}")


@pytest.mark.parametrize("battle", [LINEAGE], indirect=True)
def test_a_seal_is_not_changed_once_the_chief_is_out(battle, host, guest):
    named(guest, battle, "0/1.0")
    before = played.state(battle).value("1/step-seal")
    played.send(host, battle, "set 0/0.0/out 1")
    named(guest, battle, "0/2.0")
    assert played.state(battle).value("1/step-seal") == before
    assert "open your reveal link" in text(guest, url("battle-page", battle, "successor"))


def test_the_table_adds_to_a_fall_and_the_log_says_why(battle, host):
    address = url("battle-action", battle, "fall")
    chosen = {"unit": "0/0.0", "height": "10", "table": "-2", "table-why": "wet roof"}
    counted = text(host, address, **chosen)
    assert "<b>−2</b> <span>the table: wet roof" in counted
    assert 'class="worth"' not in counted
    valued = text(host, address, **chosen, worth="1")
    assert re.search(r'the table: wet roof\s*<i class="worth">\+\d+%</i>', valued)
    assert "or of the first outcome listed" in valued
    host.post(address, chosen)
    kept = Mark.objects.get(battle=battle, roll__isnull=False)
    assert "wet roof" in kept.roll["words"]["en"]


def test_the_wound_of_armour_stays_listed_as_struck_through(battle, host):
    paths = [f"0/{unit.key}" for unit in played.state(battle).sides[0].units]
    worn = next(path for path in paths if played.state(battle).markers_by_path[f"{path}/wounds"].free)
    played.send(host, battle, f"set {worn}/wounds 1")
    page = text(host, url("battle-action", battle, "fall"), unit=worn)
    assert "<b>2D6</b>" in page
    assert re.search(r"<s>wounded, only once \(A63\) \(no effect: [^<]+\)</s>", page)
