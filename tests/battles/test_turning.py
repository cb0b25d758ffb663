"""Names that turn the direction of text turn nothing beside them in a battle."""

import io
import re

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from builder.battles import services
from builder.battles.access import BattleAccess
from builder.battles.printing import make, request_for
from builder.sheets.choices import PrintChoices
from tests.battles import played
from tests.battles.played import url
from tests.languages import in_language

pytestmark = pytest.mark.django_db
TURNING = "\u202eZed"


def turned(answer):
    """The texts of a page in which a turn stands, but for those of fields and choices, which end by themselves."""
    text = re.sub(r"(?s)<(script|style|textarea|datalist|option).*?</\1>", "", answer.content.decode())
    return [one.strip() for one in re.findall(r">([^<]*\u202e[^<]*)<", text)]


@pytest.fixture
def battle():
    (first, *_more) = played.example("first-wave")["units"]
    units = [first | {"name": TURNING}, first | {"name": TURNING}]
    rosters = [played.roster("first-wave", name=TURNING, units=units) for _side in range(2)]
    return played.of(*rosters, scenario="assassinat-de-la-ligne")


def test_no_page_of_a_battle_is_turned_by_a_name(battle):
    client = played.player(battle)
    client.post(url("battle-page", battle, "successor"), {"side": "0", "name": "1/1.0"})
    played.send(client, battle, "set 0/0.0/out 1", "set 1/0.0/out 1")
    names = ("battle", "battle-log", "battle-end", "battle-paper", "battle-invite", "battle-print")
    pages = {name: client.get(url(name, battle)) for name in names}
    pages["table"] = client.get(url("battle", battle), {"view": "table"})
    pages["successor"] = client.get(url("battle-page", battle, "successor"))
    pages["shot"] = client.get(url("battle-action", battle, "shoot"), {"unit": "0/1.0"})
    pages["join"] = Client().get(reverse("battle-join", args=[battle.join_key]))
    assert {name: answer.status_code for name, answer in pages.items()} == dict.fromkeys(pages, 200)
    assert {name: found for name, answer in pages.items() if (found := turned(answer))} == {}


def words_on_paper(name):
    """What the paper of an ended battle says whose names, words and results are this, letters as they are drawn."""
    (first, *_more) = played.example("rbn")["units"]
    rosters = [played.roster(name=name, units=[first | {"name": name, "notes": name}]) for _side in range(2)]
    row = services.start([played.participant(one, name) for one in rosters], None, name)
    played.send(played.player(row), row, "set 0/0.0/wounds 1")
    fields = {"winner": "0", "feats-0": name, "feats-1": name, "notes": f"{name}\nEnd"}
    assert played.player(row).post(url("battle-end", row), fields).status_code == 302
    row.refresh_from_db()
    access = BattleAccess(row, list(row.rosters.all()), [0, 1])
    reader = PdfReader(io.BytesIO(in_language("en", make, request_for(access, PrintChoices(), "en"))))
    return [" ".join(page.extract_text().replace("\xa0", " ").split()) for page in reader.pages]


@pytest.mark.paper
def test_the_paper_of_a_battle_is_turned_by_no_name():
    plain = words_on_paper("Zed")
    assert sum(page.count("Zed") for page in plain) > 8
    assert words_on_paper("\u202eZ\u2067e\u2066d") == plain
