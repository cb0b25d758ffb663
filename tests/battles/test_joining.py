"""The page of the link that invites to a battle: what it says, and with which list one joins."""

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse

from builder.battles import services
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Roster
from tests import make
from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db
ENGLISH = {"headers": {"accept-language": "en"}}


@pytest.fixture
def battle():
    """A battle of one list, whose player has notes."""
    document = LoadedRoster.from_data(played.example() | {"name": "La Meute", "notes": "Secret."}).document
    units = (replace(document.units[0], notes="Secret too."), *document.units[1:])
    row = history.create(LoadedRoster(replace(document, units=units)), "new")[0]
    return services.start([played.participant(row, "Mira")], "bataille-rangee")


def join(battle):
    return reverse("battle-join", args=[battle.join_key])


def test_the_page_says_who_invites_to_what(battle):
    page = Client(**ENGLISH).get(join(battle)).content.decode()
    words = " ".join(re.sub("<[^>]*>", " ", page).split())
    for one in ("Mira invites you", "Red Button’s Nation", "5. Pitched battle", "Budget 300", "La Meute"):
        assert one in words, one


def test_who_has_no_list_joins_with_a_copy_of_the_hosts_without_its_notes(battle):
    client = Client(**ENGLISH)
    assert re.findall(r'<option value="(\w+)"', client.get(join(battle)).content.decode())[:2] == ["copy", "example"]
    assert client.post(join(battle), {"roster": "copy"})["Location"] == url("battle", battle)
    copied = battle.rosters.get(number=1).roster
    assert copied.pk != battle.rosters.get(number=0).roster_id
    loaded = history.load_roster(copied)
    assert (loaded.document.notes, loaded.document.units[0].notes) == ("", "")
    assert len(loaded.document.units) == len(played.example()["units"])
    assert client.get(reverse("roster", args=[copied.pk])).status_code == 200


def test_a_copy_that_may_not_be_made_is_none(battle):
    played.player(battle).post(url("battle-invite", battle), {"action": "leave 0"})
    before = Roster.objects.count()
    assert Client().post(join(battle), {"roster": "copy"}).status_code == 404
    assert Roster.objects.count() == before


def test_who_builds_a_list_comes_back_and_joins_with_it(battle):
    client = Client(**ENGLISH)
    link = re.search(r'href="(/new/rbn/\?back=[^"]*)"', client.get(join(battle)).content.decode())[1]
    assert f'href="{join(battle)}"' in client.get(link).content.decode()
    editor = client.post(link, {"name": "Mine", "budget": "300"})["Location"]
    back = f"{join(battle)}?roster={Roster.objects.latest('pk').pk}"
    for address in (editor, editor.partition("?")[0]):
        assert f'href="{back}"' in client.get(address).content.decode()
    assert (
        re.search(r'<option value="(\d+)"\s+selected\s*>', client.get(back).content.decode())[1] == back.split("=")[1]
    )
    client.post(join(battle), {"roster": back.split("=")[1]})
    assert f'href="{back}"' not in client.get(editor).content.decode()


@pytest.mark.parametrize(
    "back", ["https://evil.example/b/x/", "//evil.example/b/", "/lists/1/", "/b/../x/", "javascript:x"]
)
def test_only_an_invitation_is_a_way_back(back):
    client = Client(**ENGLISH)
    page = client.get("/new/rbn/", {"back": back})
    assert back not in re.findall(r'href="([^"]*)"', page.content.decode())
    created = client.post(f"/new/rbn/?back={back}", {"name": "Mine", "budget": "300"})
    assert "back" not in created.cookies


def test_an_invitation_chosen_before_is_chosen_again_only_among_ones_own(battle):
    mine = [played.roster(name=name) for name in ("One", "Two")]
    client = Client(**ENGLISH)
    for row in mine:
        make.grant(client, row)
    stranger = played.roster()
    chosen = [
        re.findall(r'<option value="(\w+)"\s+selected\s*>', client.get(join(battle), {"roster": pk}).content.decode())
        for pk in (mine[0].pk, stranger.pk)
    ]
    assert chosen == [[str(mine[0].pk)], []]


def test_lists_of_one_name_are_told_apart_by_their_players_or_numbered(battle):
    for player in ("Bob", "", "Bob"):
        Client().post(join(battle), {"roster": "copy", "player": player})
    names = [side.name for side in played.state(battle).sides]
    assert names == ["La Meute", "La Meute (Bob)", "La Meute (3)", "La Meute (4)"]


def test_who_is_in_finds_the_way_there_first_and_further_lists_folded(battle):
    folded = '<details class="panel">'
    host = played.player(battle).get(join(battle)).content.decode()
    assert folded in host.partition("You’ve joined")[2].partition('name="roster"')[0]
    assert folded not in Client(**ENGLISH).get(join(battle)).content.decode()


def test_another_scenario_keeps_what_was_filled_in():
    row, other = played.roster(), played.roster(name="The others")
    client = make.grant(make.grant(Client(**ENGLISH), row), other)
    asked = {"scenario": "bataille-rangee", "player": "Mira", "others": other.pk}
    page = client.get(reverse("battle-new", args=[row.pk]), asked).content.decode()
    assert re.search(r'name="player"[^>]* value="Mira"|value="Mira"[^>]* name="player"', page)
    assert re.search(rf'name="others" value="{other.pk}"\s+checked', page)


def test_facts_of_a_side_without_a_label_have_no_empty_place():
    row = played.of(played.roster(faction=None))
    page = played.player(row).get(url("battle", row)).content.decode()
    facts = re.search(r'<p class="small side-facts">(.*?)</p>', page, re.DOTALL)[1]
    assert " ".join(re.sub("<[^>]*>", " ", facts).split()).startswith("294/300")


def test_the_log_writes_colons_as_its_language_does(battle):
    client = played.player(battle)
    played.send(client, battle, "set 0/0.0/wounds 1", "set 0/1.0/on-fire 1")
    page = client.get(url("battle-log", battle), headers={"accept-language": "fr"}).content.decode()
    assert "Blessures\u202f: 0 → 1" in page
    assert "En feu\u202f: ✓" in page
