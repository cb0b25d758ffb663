"""What strangers, watchers and other players try on a battle: bad bodies, others' sides, addresses without a right."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from builder.battles.services import MOST_AT_ONCE
from builder.battles.urls import urlpatterns
from builder.models import Battle, Mark, TokenBucket
from tests import make
from tests.battles import played
from tests.battles.played import url

pytestmark = pytest.mark.django_db
WOUNDS = "0/0.0/wounds"
DEEP = '{"marks":' + "[" * 20_000


def addresses(row):
    """The addresses of a battle that are for its players, by their names."""
    filled = {"<pk:pk>": row.pk, "<slug:slug>": "morale", "<int:number>": 0, "<export:export>": "pdf"}
    filled["<slug:form>"] = "text"
    of_one = [one for one in urlpatterns if str(one.pattern).startswith("battles/<pk:pk>/")]
    return {one.name: "/" + re.sub(r"<[^>]+>", lambda part: str(filled[part[0]]), str(one.pattern)) for one in of_one}


def everything():
    """All that is stored of battles, but when it was."""
    rows = list(Battle.objects.order_by("pk").values("setup", "state", "revision", "structure", "host", "ended"))
    keys = list(Battle.objects.order_by("pk").values_list("join_key", "watch_key"))
    return rows, keys, list(Mark.objects.values_list("uid", "changes"))


# --- who may --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["get", "head", "post", "put", "delete"])
def test_a_stranger_with_lists_of_his_own_finds_nothing_of_a_battle(method):
    battle = played.battle()
    stranger = make.grant(Client(), played.roster())
    before = everything()
    fields = {"command": "next-round", "action": "watch", "scenario": "1"}
    answers = {name: getattr(stranger, method)(path, fields).status_code for name, path in addresses(battle).items()}
    assert len(answers) > 12
    assert set(answers.values()) <= {404, 405}, answers
    assert everything() == before


@pytest.mark.parametrize("name", ["battle-join", "battle-watch", "battle-state"])
def test_the_key_of_one_address_opens_no_other(name):
    battle = played.battle()
    keys = {battle.join_key, battle.watch_key, "A" * 22}
    own = battle.join_key if name == "battle-join" else battle.watch_key
    statuses = {key: Client().get(reverse(name, args=[key])).status_code for key in keys}
    assert statuses == {key: 200 if key == own else 404 for key in keys}


@pytest.mark.parametrize("name", ["battle-watch", "battle-state"])
def test_a_watcher_marks_nothing(name):
    battle = played.battle()
    before = everything()
    watcher = Client()
    watcher.get(reverse("battle-watch", args=[battle.watch_key]))
    assert watcher.post(reverse(name, args=[battle.watch_key]), {"command": "next-round"}).status_code == 405
    assert watcher.post(url("battle-marks", battle), {"command": "next-round"}).status_code == 404
    assert everything() == before


OTHERS = [
    f"set {WOUNDS} 1",
    f"add {WOUNDS} 1",
    f"all set 1/0.0/wounds 1 ; set {WOUNDS} 1",
    "set 0/0.0/activated 1",
    "set 00/0.0/wounds 1",
    "set ../0/0.0/wounds 1",
    "undo",
    "undo 1",
]


def test_a_guest_marks_nothing_of_the_hosts_side_and_takes_none_of_its_marks_back():
    battle = played.battle()
    played.send(played.player(battle, 0), battle, "set 0/0.1/out 1", "next-round")
    before = everything()
    guest = played.player(battle, 1)
    assert len(played.send(guest, battle, *OTHERS)["refused"]) == len(OTHERS)
    for command in OTHERS:
        guest.post(url("battle-marks", battle), {"command": command})
        guest.post(url("battle-paper", battle), {"command": command})
    assert everything() == before


@pytest.mark.parametrize("name", ["battle-end", "battle-reopen", "battle-scenario"])
def test_only_the_host_ends_a_battle_or_changes_its_scenario(name):
    battle = played.battle()
    before = everything()
    assert played.player(battle, 1).post(url(name, battle), {"outcome-0": "lost"}).status_code == 404
    assert everything() == before


def test_who_may_no_longer_edit_the_list_plays_it_no_longer():
    battle = played.battle()
    guest, row = played.player(battle, 1), battle.rosters.get(number=1).roster
    type(row).objects.filter(pk=row.pk).update(generation=row.generation + 1)
    statuses = {name: guest.get(path).status_code for name, path in addresses(battle).items()}
    assert set(statuses.values()) <= {404, 405}, statuses


# --- what is sent ---------------------------------------------------------------------------------------------------


def batch(**mark):
    return json.dumps({"marks": [{"id": "sound-0001", "command": "next-round"} | mark]})


BODIES = {
    "no JSON": "command=next-round",
    "no object": "[]",
    "no list": '{"marks": {"id": "sound-0001"}}',
    "no marks": '{"mark": []}',
    "null": "null",
    "a number of 5,000 digits": '{"marks": [' + "9" * 5_000 + "]}",
    "deep": DEEP + "]" * 20_000 + "}",
    "cut off": DEEP,
    "a mark too many": json.dumps({"marks": [{"id": f"mark-{n:05}", "command": "next-round"} for n in range(101)]}),
    "10,000 marks": json.dumps({"marks": [{"id": f"mark-{n:05}", "command": "next-round"} for n in range(10_000)]}),
    "1 MB": batch(text="x" * 1_000_000),
    "a command of 300,000 letters": batch(command="set " * 75_000),
    "a text of 3,000 letters": batch(text="x" * 3_000),
    "an id of 300 letters": batch(id="i" * 300),
    "a short id": batch(id="i"),
    "an id with a line end": batch(id="sound-0001\n"),
    "an id that is a number": batch(id=12345678),
    "a command that is a list": batch(command=["next-round"]),
    "a command that is null": batch(command=None),
    "a text that is an object": batch(text={"a": 1}),
    "half of a pair": '{"marks": [{"id": "sound-0001", "command": "say \\ud800"}]}',
    "half of a pair in the text": '{"marks": [{"id": "sound-0001", "command": "say x", "text": "\\udfff"}]}',
    "a control character": batch(command="say \0"),
    "no UTF-8": b'{"marks": [{"id": "sound-0001", "command": "say \xff"}]}',
}


def test_what_is_no_batch_of_marks_is_refused_whole():
    assert MOST_AT_ONCE == 100
    battle = played.battle()
    client, before = played.player(battle), everything()
    answers = {what: send_body(client, battle, body).status_code for what, body in BODIES.items()}
    assert answers == dict.fromkeys(BODIES, 400) | {"1 MB": 413}
    assert everything() == before


def send_body(client, battle, body):
    return client.post(url("battle-marks", battle), body, content_type="application/json")


ODD = {
    "nothing": "",
    "spaces": "   ",
    "numbers of other scripts": f"set {WOUNDS} ٣",
    "a long number": f"set {WOUNDS} {'9' * 3_000}",
    "no number": f"set {WOUNDS} NaN",
    "a fraction": f"set {WOUNDS} 1.5",
    "a marker of no unit": "set 0/99.9/wounds 1",
    "many words": "set " * 900,
    "itself": "all all all",
    "much at once": "all " + " ; ".join(["set 9/9/9 1"] * 200),
    "an attribute": "__class__",
    "a unit of none": "take-off 1",
}


def test_commands_that_say_nothing_are_refused_with_a_reason_and_change_nothing():
    battle = played.battle()
    client, before = played.player(battle), played.state(battle)
    answer = played.send(client, battle, *ODD.values())
    assert (len(answer["refused"]), len(answer["done"])) == (len(ODD), 0)
    assert all(one["reason"] for one in answer["refused"])
    for command in ODD.values():
        for name in ("battle-marks", "battle-paper"):
            assert client.post(url(name, battle), {"command": command}).status_code == 302
    assert played.state(battle) == before


WORDS = ["x" * 300, "x" * 20_000, "a\0b", "\x1b[2J", "a\ud800b", "‮x", "𝔘" * 200, "9" * 5_000, "-1"]


def as_browsers_do(fields):
    """A form's body; half of a pair of UTF-16 as a broken browser would send it."""
    return "&".join(f"{key}={value}" for key, value in fields.items()).encode("utf-8", "surrogatepass")


FORM = {"content_type": "application/x-www-form-urlencoded"}


@pytest.mark.parametrize("name", ["battle-marks", "battle-paper", "battle-end", "battle-scenario", "battle-invite"])
def test_no_word_in_a_form_of_a_battle_breaks_it(name):
    battle = played.battle()
    client = played.player(battle)
    fields = ("command", "id", "unit", "text", "scenario", "action", "outcome-0", "points-0", "feats-0", "notes")
    bodies = [as_browsers_do(dict.fromkeys(fields, word)) for word in WORDS]
    assert max(client.post(url(name, battle), body, **FORM).status_code for body in bodies) < 500
    assert client.get(url("battle", battle)).status_code == 200


@pytest.mark.parametrize("field", ["player", "role", "scenario", "others", "roster"])
def test_no_word_in_the_forms_that_start_and_join_breaks_them(field):
    battle, row = played.battle(lists=1), played.roster()
    client = make.grant(Client(), row)
    paths = [reverse("battle-new", args=[row.pk]), reverse("battle-join", args=[battle.join_key])]
    bodies = [as_browsers_do({"roster": row.pk} | {field: word}) for word in WORDS]
    assert max(client.post(path, body, **FORM).status_code for path in paths for body in bodies) < 500
    assert max(client.get(url("battle", one)).status_code for one in Battle.objects.all()) < 500


def test_no_word_in_the_query_breaks_a_page():
    battle = played.battle("first-wave")
    client = played.player(battle)
    for word in WORDS[2:7]:
        names = ("unit", "view", "roll", "dice", "side", "weapon", "target", "scenario")
        query = dict.fromkeys(names, word.encode("utf-8", "surrogatepass"))
        statuses = {name: client.get(path, query).status_code for name, path in addresses(battle).items()}
        assert max(statuses.values()) < 500, statuses


# --- what only looks, and how often ---------------------------------------------------------------------------------


@pytest.mark.database
@pytest.mark.parametrize("headers", [{}, {"Sec-Purpose": "prefetch"}])
def test_looking_changes_nothing(headers):
    battle, new = played.battle(), played.roster()
    host = make.grant(played.player(battle), new)
    made = ("battle-export", "battle-picture")  # they make a file
    looked = [path for name, path in addresses(battle).items() if name not in made]
    looked += [reverse("battle-new", args=[new.pk]), "/battles/"]
    looked += [reverse("battle-join", args=[battle.join_key]), reverse("battle-watch", args=[battle.watch_key])]
    before = everything(), battle.rosters.count(), TokenBucket.objects.count()
    for path in looked:
        assert host.head(path, headers=headers).status_code in (200, 202, 302, 404, 405)
        assert host.get(path, headers=headers).status_code in (200, 202, 302, 404, 405)
    assert (everything(), battle.rosters.count(), TokenBucket.objects.count()) == before


def test_nobody_else_keeps_a_page_of_a_battle():
    battle = played.battle()
    client = played.player(battle)
    kept = [url("battle", battle), url("battle-log", battle), url("battle-json", battle), url("battle-invite", battle)]
    kept += [reverse("battle-join", args=[battle.join_key]), reverse("battle-watch", args=[battle.watch_key])]
    for path in kept:
        assert {"private", "no-store"} <= set(client.get(path)["Cache-Control"].split(", ")), path
        assert client.get(path)["Referrer-Policy"] == "same-origin"
    assert Client().get(played.state_url(battle))["Cache-Control"] == "private, no-cache"


def test_marks_starts_and_joins_are_counted_apart(settings):
    battle, row = played.battle(lists=1), played.roster()
    client = make.grant(played.player(battle), row)
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"mark": "2/min", "create": "1/h", "join": "1/h"}
    TokenBucket.objects.all().delete()
    mark = [client.post(url("battle-marks", battle), {"command": "next-round"}) for _time in range(3)]
    start = [client.post(reverse("battle-new", args=[row.pk]), {}) for _time in range(2)]
    join = [client.post(reverse("battle-join", args=[battle.join_key]), {"roster": row.pk}) for _time in range(2)]
    assert [one.status_code for one in (*mark, *start, *join)] == [302, 302, 429, 302, 429, 302, 429]
    assert int(mark[-1]["Retry-After"]) > 0
    assert played.state(battle).round == 3


def test_who_shares_a_list_plays_its_side_until_the_grant_ends():
    battle = played.battle()
    one, other = played.player(battle, 1), played.player(battle, 1)
    played.send(one, battle, "set 1/0.0/out 1")
    assert played.send(other, battle, "undo")["refused"] == []
    assert played.state(battle).number("1/0.0/out") == 0
    row = battle.rosters.get(number=1).roster
    type(row).objects.filter(pk=row.pk).update(generation=row.generation + 1)
    before = everything()
    for client in (one, other):
        for name in ("battle-marks", "battle-paper", "battle-invite"):
            assert client.post(url(name, battle), {"command": "next-round", "action": "leave 1"}).status_code == 404
    assert everything() == before
