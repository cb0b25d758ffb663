"""The API: its answers are the command line's, its problems are problem details, its documentation is true."""

import io
import json
import re
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.management import call_command
from django.utils import timezone
from django.utils.translation import override

from builder.accounts.api_tokens import make_token
from builder.accounts.models import AccountToken
from builder.exports.registry import EXPORTS, ExportSource
from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster, RosterGrant
from builder.web.keys import hash_key
from tests.battles import played
from tests.builder import people
from tests.client import make_files
from tests.rosters.test_rosters import READ

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[3]
DOCS = (ROOT / "docs" / "api.md").read_text("utf-8")
MUTANTS = READ["rbn/mutants"]
REFUSED = [json.dumps(MUTANTS | {"budget": "much"}), "[]", "{", '{"format": 1, "format": 2}']
EXAMPLE = re.compile(
    r"```http\n(\w+) (\S+)\n((?:[\w-]+: [^\n]*\n)*)\n?([^`]*?)\n?```(?:\n\n```(json|text)\n([^`]*)```)?"
)


def ask(client, method, address, body=None, **headers):
    """The response to a request with JSON; headers by their names with _."""
    headers = {name.replace("_", "-"): value for name, value in headers.items()} | {"Accept-Language": "fr"} | headers
    text = body if isinstance(body, str) else "" if body is None else json.dumps(body)
    return client.generic(method, f"/api/v1/{address}", text, "application/json", headers=headers)


def command(name, *arguments):
    out, err = io.StringIO(), io.StringIO()
    with suppress(SystemExit):
        call_command(name, *arguments, stdout=out, stderr=err)
    return out.getvalue()


# --- Answers are those of the command line --------------------------------------------------------------------------


def test_the_verdict_on_every_document_is_the_command_lines(client, tmp_path, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api": "9999/min", "post": "9999/min"}
    texts = [*map(json.dumps, READ.values()), *REFUSED]
    files = [tmp_path / f"{number}.json" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, "utf-8")
    printed = map(json.loads, command("rosters", "check", *map(str, files)).splitlines())
    for text, answer in zip(texts, printed, strict=True):
        response = ask(client, "POST", "judge", text)
        if "error" in answer:
            problem = response.json()
            assert {"message": problem["detail"], "pointer": problem["pointer"]} == answer["error"]
            assert (response.status_code, response.headers["Content-Type"]) == (422, "application/problem+json")
        else:
            assert (response.status_code, response.json()) == (200, answer)


@pytest.mark.parametrize("form", [name for name, export in EXPORTS.items() if not export.costly])
def test_a_text_is_that_of_the_pages(client, form):
    with override("fr"):
        expected = EXPORTS[form].render(ExportSource(LoadedRoster.from_data(MUTANTS)))
    assert ask(client, "POST", f"sheets/{form}", MUTANTS).content == expected


def test_a_pdf_is_made_meanwhile(client):
    with patch("tests.client.make_files"):
        waits = ask(client, "POST", "sheets/pdf?layout=roster", MUTANTS)
    assert (waits.status_code, waits.headers["Retry-After"]) == (202, "2")
    make_files()
    assert ask(client, "POST", "sheets/pdf?layout=roster", MUTANTS).content.startswith(b"%PDF")
    assert ask(client, "POST", "sheets/docx", MUTANTS).status_code == 404


def test_an_action_is_answered_as_on_the_command_line(client, tmp_path):
    lists = [tmp_path / "a.json", tmp_path / "b.json"]
    for file in lists:
        file.write_text(json.dumps(MUTANTS), "utf-8")
    battle = command("battles", "start", *map(str, lists))
    (tmp_path / "battle.json").write_text(battle, "utf-8")
    actions = map(json.loads, command("battles", "actions", str(tmp_path / "battle.json")).splitlines())
    for action in list(actions)[:4]:
        printed = command("battles", "act", str(tmp_path / "battle.json"), action["action"])
        response = ask(client, "POST", "act", {"battle": json.loads(battle), "action": action["action"]})
        assert (response.json() == json.loads(printed)) if printed else response.status_code == 422
    response = ask(client, "POST", "act", {"battle": json.loads(battle), "action": "none"})
    assert response.status_code == 422


def test_what_may_be_added_says_why_not_and_is_applied_by_its_command(client):
    units = ask(client, "POST", "options", MUTANTS).json()
    offers = [offer for group in units for offer in group["offers"]]
    assert {"command", "slug", "name", "cost", "refusal", "over", "taken", "count", "removal"} == offers[0].keys()
    items = [offer for group in ask(client, "POST", "options?unit=0", MUTANTS).json() for offer in group["offers"]]
    assert any(offer["refusal"] for offer in items)
    new = ask(client, "POST", "lists", MUTANTS).json()
    keyed = {"Authorization": f"Bearer {new['edit_key']}", "If-Match": '"1"'}
    changed = ask(client, "PATCH", "list", {"command": offers[0]["command"]}, **keyed)
    assert (changed.status_code, changed.headers["ETag"]) == (200, '"2"')
    assert len(changed.json()["document"]["units"]) == len(MUTANTS["units"]) + 1
    assert ask(client, "POST", "options?unit=99", MUTANTS).status_code == 404
    touched = {group["key"]: group["touches"] for group in units}
    assert (touched["fighters"], touched["activity"]) == ("list", "head")
    bonus = next(group for group in units if group["key"] == "bonus")
    assert (bonus["title"], bonus["bounds"]) == ("Points de prime", [0, 1000])
    edits = {edit["name"]: edit for edit in ask(client, "GET", "games/rbn/edits").json()}
    assert edits["set"]["form"]["bonus"] == {"type": "integer", "minimum": 0, "maximum": 1000}
    assert edits["add-weapon"]["words"] == ["unit", "slug"]


def test_games_and_books_name_figures_and_citations(client):
    assert {"rbn", "reichbusters"} <= {game["slug"] for game in ask(client, "GET", "games").json()}
    (rifle,) = [
        entry for entry in ask(client, "GET", "games/rbn").json()["collections"]["weapons"] if entry["slug"] == "fusil"
    ]
    assert rifle["name"] == {"fr": "Fusil", "en": "Rifle"}
    assert rifle["cite"]


# --- Lists and battles ----------------------------------------------------------------------------------------------


def test_a_list_is_changed_only_with_its_edit_key_and_the_revision_that_was_seen(client):
    new = ask(client, "POST", "lists", MUTANTS).json()
    key = {"Authorization": f"Bearer {new['edit_key']}"}
    assert new["document"] == MUTANTS
    wrong = ask(client, "GET", "list", Authorization="Bearer wrong")
    assert (wrong.status_code, wrong.headers["WWW-Authenticate"]) == (401, "Bearer")
    assert [ask(client, "PUT", "list", MUTANTS, **key, **match).status_code for match in ({}, {"If-Match": '"7"'})] == [
        428,
        412,
    ]
    put = ask(client, "PUT", "list", MUTANTS | {"name": "B"}, **key, **{"If-Match": '"1"'})
    assert (put.status_code, put.json()["revision"], Roster.objects.get().name) == (200, 2, "B")
    other = ask(client, "PUT", "list", READ["of-the-dead/gang-de-cinq"], **key, **{"If-Match": '"2"'})
    bad = ask(client, "PATCH", "list", {"command": "fly 0"}, **key, **{"If-Match": '"2"'})
    assert (other.status_code, bad.status_code) == (422, 422)
    history = ask(client, "GET", "list/history", **key).json()
    assert [state["number"] for state in history] == [2, 1]
    shared = ask(client, "GET", f"s/{new['share_key']}").json()
    assert (shared["document"]["name"], "edit_key" in shared) == ("B", False)
    assert ask(client, "GET", f"s/{new['edit_key']}").status_code == 404


def test_a_browser_that_may_edit_a_list_is_nobody_to_the_api(client):
    client.post(
        "/import/", {"text": json.dumps(MUTANTS), "text-0": json.dumps(MUTANTS), "take-0-0": "", "action": "keep"}
    )
    assert Roster.objects.count() == 1
    assert ask(client, "GET", "list").status_code == 401


def test_a_personal_token_opens_the_lists_of_its_account_and_nothing_else(client):
    maud, other = people.account("maud"), people.account("nadia")
    token, others = make_token(maud, "Script"), make_token(other, "Script")
    assert token not in str(AccountToken.objects.values_list())
    key, wrong = ({"Authorization": f"Bearer {given}"} for given in (token, others))
    roster, edit_key = history.create(LoadedRoster.from_data(MUTANTS))
    now = timezone.now()
    about = {"account": maud, "generation": roster.generation, "granted": now, "used": now.date()}
    RosterGrant.objects.create(roster=roster, **about)
    address = f"my/lists/{roster.pk}"
    assert [row["id"] for row in ask(client, "GET", "my/lists", **key).json()] == [roster.pk]
    assert ask(client, "GET", "my/lists", **wrong).json() == []
    assert [ask(client, "GET", address, **given).status_code for given in (key, wrong, {})] == [200, 404, 401]
    assert ask(client, "GET", "my/lists", Authorization=f"Bearer {edit_key}").status_code == 401
    put = ask(client, "PUT", address, MUTANTS | {"name": "B"}, **key, **{"If-Match": '"1"'})
    patched = ask(client, "PATCH", address, {"command": "add-fighter"}, **key, **{"If-Match": '"2"'})
    assert (put.json()["revision"], patched.json()["revision"]) == (2, 3)
    assert len(ask(client, "GET", f"{address}/history", **key).json()) == 3
    assert ask(client, "POST", f"{address}/undo", **key, **{"If-Match": '"2"'}).status_code == 412
    undone = ask(client, "POST", f"{address}/undo", **key, **{"If-Match": '"3"'}).json()
    assert undone["document"] == put.json()["document"]
    redone = ask(client, "POST", f"{address}/redo", **key, **{"If-Match": f'"{undone["revision"]}"'}).json()
    assert redone["document"] == patched.json()["document"]
    Roster.objects.update(generation=roster.generation + 1)  # as a new edit link does
    assert ask(client, "GET", address, **key).status_code == 404
    AccountToken.objects.filter(account=maud).delete()
    assert ask(client, "GET", "my/lists", **key).status_code == 401


def test_tokens_are_made_shown_once_and_ended_on_a_page_of_the_account():
    maud = people.account("maud")
    client = people.signed_in(maud)
    page = client.post("/account/tokens/", {"name": "Script"}).content.decode()
    (token,) = re.findall(r'value="(bvt_[\w-]{43})"', page)
    assert ask(client, "GET", "my/lists", Authorization=f"Bearer {token}").status_code == 200
    assert "bvt_" not in client.get("/account/tokens/").content.decode()
    assert client.post("/account/tokens/", {"name": " "}).status_code == 422
    for _number in range(9):
        client.post("/account/tokens/", {"name": "Script"})
    assert client.post("/account/tokens/", {"name": "Script"}).status_code == 422
    row = maud.api_tokens.get(token_hash=hash_key(token))
    people.signed_in(people.account("nadia")).post(f"/account/tokens/{row.pk}/end/")
    assert maud.api_tokens.count() == 10
    client.post(f"/account/tokens/{row.pk}/end/")
    assert maud.api_tokens.count() == 9
    assert ask(client, "GET", "my/lists", Authorization=f"Bearer {token}").status_code == 401


def test_a_battle_is_read_by_its_watch_key(client):
    row = played.battle()
    battle = ask(client, "GET", f"w/{row.watch_key}").json()
    assert (battle["format"], "log" in battle) == ("bivouac-battle/1", True)
    assert ask(client, "GET", f"w/{row.join_key}").status_code == 404


def test_an_action_of_a_stored_battle_is_answered_by_its_watch_key_and_nothing_is_marked(client):
    row = played.battle()
    battle = ask(client, "GET", f"w/{row.watch_key}").json()
    roll = {"action": "morale", "fields": {}, "dice": None}
    stored = ask(client, "POST", f"w/{row.watch_key}/act", roll)
    assert stored.status_code == 200
    assert stored.json() == ask(client, "POST", "act", roll | {"battle": battle}).json()
    assert ask(client, "POST", f"w/{row.join_key}/act", roll).status_code == 404


def test_a_token_marks_in_the_battles_of_its_account_each_mark_once(client):
    maud, row = people.account("maud"), played.battle()
    key = {"Authorization": f"Bearer {make_token(maud, 'Script')}"}
    address, mark = f"my/battles/{row.pk}/marks", {"id": "mark-0001", "command": "set 0/0.0/wounds 1"}
    assert ask(client, "POST", address, {"marks": [mark]}, **key).status_code == 404
    roster, now = row.rosters.get(number=0).roster, timezone.now()
    about = {"account": maud, "generation": roster.generation, "granted": now, "used": now.date()}
    RosterGrant.objects.create(roster=roster, **about)
    assert [battle["id"] for battle in ask(client, "GET", "my/battles", **key).json()] == [row.pk]
    bad = {"id": "mark-0002", "command": "nothing"}
    for _twice in range(2):
        answer = ask(client, "POST", address, {"marks": [mark, bad]}, **key).json()
        assert (answer["done"], [refused["id"] for refused in answer["refused"]]) == (["mark-0001"], ["mark-0002"])
    assert ask(client, "GET", f"w/{row.watch_key}").json()["marks"]["0/0.0/wounds"] == 1
    assert ask(client, "POST", address, {"marks": [{"id": "x", "command": ""}]}, **key).status_code == 422


def test_tokens_end_when_the_password_changes():
    maud = people.account("maud")
    make_token(maud, "Script")
    client = people.signed_in(maud)
    new = "an entirely different 7 mountains"
    client.post("/account/password/change/", {"oldpassword": "correct horse", "password1": new, "password2": new})
    maud.refresh_from_db()
    assert maud.check_password(new)
    assert not maud.api_tokens.exists()


# --- Problems, limits, other sites ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "address", "body", "status"),
    [
        ("GET", "nothing", None, 404),
        ("GET", "games/chess", None, 404),
        ("DELETE", "games", None, 405),
        ("POST", "judge", "x" * 1_000_001, 413),
        ("POST", "act", "{", 400),
        ("POST", "act", {"battle": []}, 422),
        ("POST", "options?unit=x", MUTANTS, 422),
    ],
)
def test_whatever_goes_wrong_is_a_problem_in_details(client, method, address, body, status):
    response = ask(client, method, address, body)
    assert (response.status_code, response.headers["Content-Type"]) == (status, "application/problem+json")
    assert response.json().keys() >= {"type", "title", "status", "detail"}


def test_each_client_has_a_limit(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"api": "2/min"}
    statuses = [ask(client, "GET", "games") for _time in range(3)]
    assert [response.status_code for response in statuses] == [200, 200, 429]
    assert int(statuses[-1].headers["Retry-After"]) > 0


def test_other_sites_may_read_without_credentials(client):
    preflight = client.options("/api/v1/judge", headers={"Origin": "https://example.org"})
    assert (preflight.status_code, preflight.headers["Access-Control-Allow-Origin"]) == (204, "*")
    assert "Authorization" not in preflight.headers["Access-Control-Allow-Headers"]
    assert "PATCH" not in preflight.headers["Access-Control-Allow-Methods"]
    response = ask(client, "GET", "games")
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response.headers
    assert response.cookies == {}


# --- Documentation --------------------------------------------------------------------------------------------------


def matches(expected, actual):
    """Whether an answer is what an example says, where "…" stands for anything."""
    if expected == "…":
        return True
    if isinstance(expected, dict):
        return expected.keys() == actual.keys() and all(matches(expected[key], actual[key]) for key in expected)
    if isinstance(expected, list):
        return len(expected) == len(actual) and all(map(matches, expected, actual))
    return expected == actual


def test_the_examples_of_the_documentation_are_true(client):
    keys = {"EDIT_KEY": "", "SHARE_KEY": ""}
    examples = EXAMPLE.findall(DOCS)
    assert len(examples) >= 9
    for method, address, headers, body, kind, expected in examples:
        named = dict(line.split(": ", 1) for line in headers.splitlines())
        for name, key in keys.items():
            address = address.replace(name, key)
            named = {header: value.replace(name, key) for header, value in named.items()}
        response = ask(client, method, address.removeprefix("/api/v1/"), body or None, **named)
        if kind == "text":
            assert response.content.decode() == expected
        elif kind:
            assert matches(json.loads(expected), response.json()), (address, response.json())
        else:
            assert response.status_code == 200, address
        if response.status_code == 201:
            keys = {name: response.json()[name.lower()] for name in keys}


def test_every_operation_is_on_the_page_and_in_the_documentation(client):
    schema = client.get("/api/v1/openapi.json").json()
    page = client.get("/api/").content.decode()
    assert schema["openapi"].startswith("3.1")
    for address in schema["paths"]:
        assert address in page
        assert re.sub(r"/\{.*", "", address) in DOCS
