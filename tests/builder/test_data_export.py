"""Data exports: what the file holds, who gets it, how often it is made, when it goes."""

import io
import json
import zipfile
from datetime import timedelta
from pathlib import Path

import jsonschema
import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from referencing import Registry, Resource

from builder.exports import making
from builder.exports.forked import Failed, OverLimit
from builder.gatherings import services
from builder.gatherings.models import Membership
from builder.lists.compression import compressed, decompressed
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Revision, Roster
from builder.models import KeptFile
from builder.operations.tidying import tidy
from builder.personal_data import archive, contents
from builder.personal_data.kept import tidy_data_exports
from builder.personal_data.owner import account_owner
from rules import document as documents
from rules.registry import GAMES
from tests import make
from tests.battles import played
from tests.builder import campaigned, gathered, people
from tests.builder.test_views import HTMX, do, owned
from tests.client import make_files

pytestmark = pytest.mark.django_db
PAGE, FILE = "/account/data/", "/account/data/file/"
WITH_HISTORY = {"history": "on"}
Outcome = KeptFile.Outcome


@pytest.fixture(autouse=True)
def _in_this_process(monkeypatch):
    monkeypatch.setattr(making, "run_forked", lambda function, *_limits: function())


@pytest.fixture
def maud():
    return people.equip(people.account())


@pytest.fixture
def mine(maud):
    return people.signed_in(maud)


def exported(client):
    """The parts of a new data export with the history, by name."""
    assert client.post(PAGE, WITH_HISTORY)["Location"] == PAGE
    return parts(client.get(FILE))


def parts(response):
    assert response.status_code == 200
    with zipfile.ZipFile(io.BytesIO(response.content)) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def states_in(part):
    return [json.loads(line) for line in part.splitlines()]


def edited(client, name="Les Chacals", edits=3):
    row = owned(client, make.convoy(name=name, units=[make.fighter(name="Gordon")]))
    for _number in range(edits):
        do(client, row, "add-fighter")
    return Roster.objects.get(pk=row.pk)


# --- what it holds --------------------------------------------------------------------------------------------------


@pytest.mark.database
def test_the_file_has_the_account_without_anything_secret(maud, mine):
    found = exported(mine)
    account = json.loads(found["account.json"])
    assert (account["user_name"], account["name"]) == ("maud-4821", "Maud")
    assert account["email_addresses"] == [{"address": "maud-4821@example.org", "confirmed": True, "primary": True}]
    assert [session["device"] for session in account["sessions"]] == ["Device of maud-4821"] * 2
    assert [passkey["name"] for passkey in account["passkeys"]] == ["Phone of maud-4821"]
    assert (len(account["code_apps"]), account["recovery_codes"]) == (1, 3)
    secrets = [maud.password, "totp-secret", *maud.usersession_set.values_list("session_key", flat=True)]
    assert [secret for secret in secrets if any(secret in text for text in found.values())] == []


def test_each_list_comes_with_its_labels_and_can_be_taken_back(maud, mine, tmp_path, capsys):
    row = edited(Client())
    people.grant(maud, row, labels="Club\nNext game", pinned=True, archived=True)
    found = exported(mine)
    entry = json.loads(found["lists.json"])[0]
    assert (entry["labels"], entry["pinned"], entry["archived"]) == (["Club", "Next game"], True, True)
    assert (entry["file"], entry["history"]) == (
        f"lists/{row.pk}-les-chacals.json",
        f"history/{row.pk}-les-chacals.jsonl",
    )
    assert json.loads(found[entry["file"]]) == row.document
    file = tmp_path / "list.json"
    file.write_text(found[entry["file"]])
    with pytest.raises(SystemExit, match="1"):  # read and judged, not refused, which is 2
        call_command("rosters", "check", str(file))
    assert [row.edit_key_hash in text or row.share_key in text for text in found.values()] == [False] * len(found)


@pytest.mark.database
def test_all_kept_states_are_there_equal_and_readable(maud, mine, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"edit": "1000/s"}
    client = Client()
    row = edited(client, edits=7)
    client.post(f"/lists/{row.pk}/edit/", {"command": "undo", "revision": 8})
    do(client, row, "add-fighter")
    people.grant(maud, row)
    found = states_in(exported(mine)[f"history/{row.pk}-les-chacals.jsonl"])
    stored = list(Revision.objects.with_base().filter(roster=row))
    assert len(stored) == 9
    assert {one.base for one in stored} == {None, 1}  # differences too
    assert [one["document"] for one in found] == [one.document for one in stored]
    assert [(one["number"], one["parent"], one["action"], one["shared"], one["time"]) for one in found] == [
        (one.number, one.parent, one.action, one.shared, one.made.isoformat()) for one in stored
    ]
    for one in found:
        documents.read(one["document"], GAMES)


def test_states_with_several_bases_in_any_order_are_read(maud):
    row = edited(Client(), edits=2)
    documents_of = [make.document(make.fighter(name=f"Gordon {number}")) for number in range(6)]
    Revision.objects.filter(roster=row).delete()
    wholes = {number: compressed(LoadedRoster.from_data(documents_of[number]).packed) for number in (0, 3)}
    for number, base in enumerate([None, 0, 0, None, 3, 0]):
        raw = LoadedRoster.from_data(documents_of[number]).packed
        content = wholes.get(number) or compressed(raw, decompressed(wholes[base]))
        Revision.objects.create(roster=row, number=number, base=base, content=content, made=timezone.now())
    assert [json.loads(raw) for _about, raw in contents.states(row.pk)] == documents_of


def test_without_the_history_only_the_present_state_is_there(maud, mine):
    row = edited(Client())
    people.grant(maud, row)
    mine.post(PAGE)
    found = parts(mine.get(FILE))
    assert [name for name in found if name.startswith("history")] == []
    assert json.loads(found["lists.json"])[0]["history"] is None


@pytest.mark.database
def test_removed_lists_are_there_and_those_of_others_and_ended_grants_are_not(maud, mine):
    removed, others, ended = gathered.roster("Removed"), gathered.roster("Other"), gathered.roster("Ended")
    Roster.objects.filter(pk=removed.pk).update(deleted=timezone.now())
    people.grant(maud, removed)
    people.grant(maud, ended)
    people.grant(people.account("paul"), others)
    Roster.objects.filter(pk=ended.pk).update(generation=2)
    listed = json.loads(exported(mine)["lists.json"])
    assert [(one["name"], bool(one["removed"])) for one in listed] == [("Removed", True)]


def gathering_of(maud, organises):
    """A gathering in which Maud's Mira votes and took part in a chapter, beside Paul's Zoltan."""
    row, (mira, zoltan) = gathered.gang("Mira", "Zoltan", notes="Below the mill")
    people.grant(maud, mira.roster)
    if organises:
        people.grant(maud, row)
    values = {"title": "The mill", "held": True, "text": "It burned."}
    played = services.plan(row, values, {mira: "lost a hand", zoltan: "lost an eye"})
    planned = services.plan(row, {"title": "The river"}, {})
    services.vote_for_chapter(mira, planned)
    services.vote_for_roles(mira, {zoltan: "medic"}, {zoltan: "Steady hands"})
    services.vote_for_roles(zoltan, {mira: "cook"}, {mira: "lost an eye"})
    services.announce(row, "Bring dice.")
    services.remove(services.announce(row, "Nonsense."))
    return row, mira, zoltan, played


@pytest.mark.parametrize("organises", [False, True])
def test_a_gathering_has_the_own_part_and_nothing_of_the_others(maud, mine, organises):
    row, mira, zoltan, _played = gathering_of(maud, organises)
    found = exported(mine)
    one = json.loads(found[f"gatherings/{row.pk}-les-rescapes.json"])
    assert (one["name"], one["notes"], one["organiser"]) == ("Les Rescapés", "Below the mill", organises)
    assert [(member["list"], member["name"]) for member in one["memberships"]] == [(mira.roster_id, "Mira")]
    assert {chapter["title"]: [part["text"] for part in chapter["participations"]] for chapter in one["chapters"]} == {
        "The mill": ["lost a hand"],
        "The river": [],
    }
    assert [news["text"] for news in one["news"]] == ["Bring dice."] + ["Nonsense."] * organises
    assert one["votes"] == {
        "coming": [],
        "next_chapter": [{"list": mira.roster_id, "chapter": "The river"}],
        "roles": [{"list": mira.roster_id, "candidate": "Zoltan", "role": "medic", "argument": "Steady hands"}],
    }
    assert "lost an eye" not in "".join(found.values())
    assert [entry["name"] for entry in json.loads(found["lists.json"])] == ["Mira"]
    assert zoltan.roster.share_key not in "".join(found.values())


def test_a_battle_of_a_campaign_has_the_own_side_alone(maud, mine):
    row, (loups, rats) = campaigned.campaign()
    people.grant(maud, loups.roster)
    organiser = campaigned.organiser(row)
    sides = (loups, "main secondary", "Six wounded"), (rats, "", "Fled")
    campaigned.enter(organiser, row, campaigned.SIXTH, *sides, action="hold")
    found = exported(mine)
    (chapter,) = json.loads(found[f"gatherings/{row.pk}-merc-city.json"])["chapters"]
    (own,) = chapter["participations"]
    assert (own["scenario"], own["role"], own["reached"]) == (campaigned.SIXTH, "mandated", ["main", "secondary"])
    assert (own["text"], "Fled" in "".join(found.values())) == ("Six wounded", False)


def test_who_has_left_keeps_what_the_own_character_did_there(maud, mine):
    row, mira, _zoltan, _played = gathering_of(maud, organises=False)
    services.end(mira)
    one = json.loads(exported(mine)[f"gatherings/{row.pk}-les-rescapes.json"])
    assert one.keys() == {"number", "name", "game", "organiser", "memberships", "chapters"}
    assert [(chapter["title"], chapter["participations"][0]["text"]) for chapter in one["chapters"]] == [
        ("The mill", "lost a hand")
    ]
    assert "It burned" not in json.dumps(one)


def battle_of(maud):
    """A battle of Maud's list and somebody else's, in which both are marked: (its row, the other's list)."""
    battle = played.battle()
    people.grant(maud, battle.rosters.get(number=0).roster)
    other = battle.rosters.get(number=1).roster
    played.send(played.player(battle), battle, "set 0/0.0/out 1", "set 1/0.0/out 1", "next-round")
    played.send(make.grant(Client(), other), battle, "set 1/1.0/out 1")
    return battle, other


def test_a_battle_has_the_own_list_and_nothing_of_the_others(maud, mine):
    battle, other = battle_of(maud)
    found = exported(mine)
    one = json.loads(found[f"battles/{battle.pk}.json"])
    own = {"list": battle.rosters.get(number=0).roster_id, "side": 0, "state": 1}
    assert one["lists"] == [own | {"outcome": "", "fielded": None, "survived": None}]
    document = one["battle"]
    assert [side.get("name", "") for side in document["sides"]] == ["List 1", ""]
    assert document["marks"] == {"0/0.0/out": 1, "table/round": 2}
    assert [line["changes"] for line in document["log"]] == [
        {"0/0.0/out": [None, 1]},
        {},
        {"table/round": [None, 2]},
    ]
    assert other.name not in found[f"battles/{battle.pk}.json"]
    assert "1/0.0" not in found[f"battles/{battle.pk}.json"]


def test_battles_of_others_are_not_in_it(mine):
    played.battle()
    assert [name for name in exported(mine) if name.startswith("battles")] == []


def test_the_files_are_as_their_description_says(maud, mine):
    row, mira, _zoltan, _played = gathering_of(maud, organises=True)
    left, (gone,) = gathered.gang("Ines")
    people.grant(maud, gone.roster, labels="Club")
    services.end(gone)
    people.show_name(maud, mira)
    battle, _others = battle_of(maud)
    found = exported(mine)
    described = json.loads(found["schema/files.schema.json"])
    schemas = [described]
    for name in ("list.schema.json", "battle.schema.json"):
        schemas.append(json.loads(found[f"schema/{name}"]) | {"$id": name})
    registry = Registry().with_resources([(schema["$id"], Resource.from_contents(schema)) for schema in schemas])

    def check(kind, value):
        schema = described | {"$ref": f"#/$defs/{kind}"}
        jsonschema.Draft202012Validator(schema, registry=registry).validate(value)

    check("account", json.loads(found["account.json"]))
    check("lists", json.loads(found["lists.json"]))
    for number in (row.pk, left.pk):
        check("gathering", json.loads(found[f"gatherings/{number}-les-rescapes.json"]))
    check("battle", json.loads(found[f"battles/{battle.pk}.json"]))
    for name in found:
        for state in states_in(found[name]) if name.endswith(".jsonl") else []:
            check("state", state)
    readme = found["README.txt"]
    folders = {name.partition("/")[0] for name in found} - {"README.txt"}
    assert [folder for folder in folders if readme.count(folder) < 2] == []  # in French and in English


@pytest.mark.database
def test_lists_are_in_the_order_in_which_they_were_made(maud, mine):
    for name in ("Mira", "Zoltan", "Ines"):
        people.grant(maud, gathered.roster(name))
    Roster.objects.filter(name="Mira").update(changed=timezone.now())
    assert [entry["name"] for entry in json.loads(exported(mine)["lists.json"])] == ["Mira", "Zoltan", "Ines"]


def test_a_browser_without_an_account_takes_its_own_lists(client):
    row = edited(client)
    edited(Client(), name="Others")
    gathering, _members = gathered.gang()
    gathered.organiser(gathering, client)
    found = exported(client)
    assert "account.json" not in found
    assert [entry["number"] for entry in json.loads(found["lists.json"])] == [row.pk]
    assert f"gatherings/{gathering.pk}-les-rescapes.json" in found
    assert len(states_in(found[f"history/{row.pk}-les-chacals.jsonl"])) == 4


# --- who gets it ----------------------------------------------------------------------------------------------------


def test_nobody_else_gets_the_file(maud, mine):
    people.grant(maud, gathered.roster())
    exported(mine)
    assert people.signed_in(maud).get(FILE).status_code == 200  # another device of the same account
    others = [Client(), people.signed_in(people.account("paul")), gathered.player(*gathered.gang("Zoltan")[1])]
    assert [other.get(FILE).status_code for other in others] == [404, 404, 404]


def test_another_browser_that_may_edit_the_same_list_does_not_get_the_file(client):
    row = edited(client)
    exported(client)
    other = make.grant(Client(), row)
    assert (other.get(FILE).status_code, client.get(FILE).status_code) == (404, 200)
    assert "Device" not in KeptFile.objects.get().subject


def test_what_is_stored_has_no_contents_and_no_key(client, sheet_queue):
    row = edited(client)
    client.post(PAGE, WITH_HISTORY)
    kept = KeptFile.objects.get()
    assert DBTaskResult.objects.get().args_kwargs["args"][0] == {
        "job": archive.JOB,
        "history": True,
        "account": None,
        "lists": list(row.grants.values_list("pk", flat=True)),
        "gatherings": [],
        "boxes": [],
    }
    keys = [morsel.value for name, morsel in client.cookies.items() if name.startswith("browser-")]
    assert len(keys) == 1
    assert keys[0] not in f"{kept.subject} {kept.key}"


def test_a_stranger_reads_that_nothing_is_kept_and_nothing_is_made():
    client = Client()
    assert "We keep nothing about you here" in client.get(PAGE, headers={"Accept-Language": "en"}).text
    assert client.post(PAGE)["Location"] == PAGE
    assert (client.get(FILE).status_code, KeptFile.objects.count()) == (404, 0)
    assert settings.SESSION_COOKIE_NAME not in client.cookies


def test_the_file_is_an_attachment_that_no_cache_keeps(mine):
    exported(mine)
    answer = mine.get(FILE)
    today = timezone.localdate().isoformat()
    assert answer["Content-Disposition"] == f'attachment; filename="bivouac-{today}.zip"'
    assert answer["Content-Type"] == "application/zip"
    assert "no-store" in answer["Cache-Control"]


# --- waiting --------------------------------------------------------------------------------------------------------


def test_the_page_waits_without_scripts_and_then_offers_the_file(mine, sheet_queue):
    mine.post(PAGE)
    page = mine.get(PAGE)
    assert f'<noscript><meta http-equiv="refresh" content="2;url={PAGE}">' in page.text
    assert FILE not in page.text
    assert mine.get(FILE).status_code == 404
    make_files()
    assert f'href="{FILE}"' in mine.get(PAGE).text
    assert "http-equiv" not in mine.get(PAGE).text


def test_a_page_that_polls_gets_a_fragment_and_is_told_to_load_anew(mine, sheet_queue):
    mine.post(PAGE)
    polled = mine.get(PAGE, headers=HTMX)
    assert (polled.status_code, "<html" in polled.text, f'hx-get="{PAGE}"' in polled.text) == (202, False, True)
    make_files()
    assert mine.get(PAGE, headers=HTMX)["HX-Refresh"] == "true"


@pytest.mark.database
def test_a_second_click_makes_no_second_file(mine, sheet_queue):
    mine.post(PAGE)
    first = KeptFile.objects.get()
    mine.post(PAGE)
    assert KeptFile.objects.get() == first


def test_while_another_sheet_is_made_it_is_asked_for_again_later(mine, sheet_queue):
    mine.get(f"/s/{edited(mine).share_key}/pdf/")
    page = mine.post(PAGE, follow=True, headers={"Accept-Language": "en"})
    assert "Another of your files is being made" in page.text
    assert not KeptFile.objects.filter(subject__startswith="data").exists()


@pytest.mark.database
def test_a_full_queue_says_so(mine, settings):
    settings.SHEET_QUEUE = 0
    page = mine.post(PAGE, follow=True, headers={"Accept-Language": "en"})
    assert "Too many files are being made" in page.text


@pytest.mark.parametrize(
    ("error", "outcome", "sentence"),
    [(OverLimit, Outcome.TOO_LARGE, "File too large"), (Failed, Outcome.FAILED, "The file failed")],
)
def test_what_could_not_be_made_may_be_asked_for_again(mine, monkeypatch, error, outcome, sentence):
    def fails(*_arguments):
        raise error("…")

    with monkeypatch.context() as patch:
        patch.setattr(making, "run_forked", fails)
        mine.post(PAGE, WITH_HISTORY)
    assert KeptFile.objects.get().outcome == outcome
    assert sentence in mine.get(PAGE, headers={"Accept-Language": "en"}).text
    mine.post(PAGE)
    assert KeptFile.objects.get().outcome == Outcome.DONE


def test_a_file_above_the_limit_is_too_large(maud, mine, monkeypatch):
    people.grant(maud, edited(Client()))
    monkeypatch.setattr(archive, "MOST_BYTES", 2_000)
    mine.post(PAGE, WITH_HISTORY)
    assert KeptFile.objects.get().outcome == Outcome.TOO_LARGE


@pytest.mark.database
def test_one_export_takes_a_part_of_the_space_of_all_sheets(settings):
    settings.SHEET_SPACE = 50
    assert archive.most_bytes() == 10_000_000
    settings.SHEET_SPACE = 100_000
    assert archive.most_bytes() == archive.MOST_BYTES


def test_the_job_has_more_time_than_a_sheet(mine, monkeypatch, settings):
    given = []
    settings.SHEET_SECONDS = 7
    monkeypatch.setattr(making, "run_forked", lambda function, seconds, *_more: given.append(seconds) or function())
    mine.post(PAGE)
    mine.get(f"/s/{edited(mine).share_key}/pdf/?layout=roster")
    assert given == [28, 7, 7]  # the last for the pictures of the sheet


def test_the_file_is_made_in_a_process_of_its_own_within_the_memory_of_a_sheet(maud, monkeypatch):
    """`archive.make` writes into a temporary file: the archive of many states never is in memory uncompressed."""
    row = edited(Client(), edits=1)
    people.grant(maud, row)
    raw = Revision.objects.filter(roster=row).first().packed
    monkeypatch.setattr(contents, "states", lambda _roster: (({"number": n}, raw) for n in range(20_000)))
    found = archive.make(archive.request_for(account_owner(maud.pk), history=True))
    assert len(found) < 20_000 * len(raw) / 20


# --- how often, how long --------------------------------------------------------------------------------------------


def test_a_new_one_may_be_asked_for_once_an_hour(mine):
    exported(mine)
    kept = KeptFile.objects.get()
    page = mine.get(PAGE, headers={"Accept-Language": "en"})
    assert page.context["next_one"] == kept.made + timedelta(hours=1)
    assert "You can make a new file from" in page.text
    mine.post(PAGE)
    assert KeptFile.objects.get() == kept
    KeptFile.objects.update(made=timezone.now() - timedelta(minutes=61))
    assert mine.get(PAGE).context["next_one"] is None
    mine.post(PAGE)
    assert KeptFile.objects.get() != kept


def test_a_file_is_gone_after_a_day(mine):
    exported(mine)
    KeptFile.objects.update(finished=timezone.now() - timedelta(hours=23))
    assert mine.get(FILE).status_code == 200
    KeptFile.objects.update(finished=timezone.now() - timedelta(hours=25))
    assert (mine.get(FILE).status_code, KeptFile.objects.count()) == (404, 0)


@pytest.mark.database
def test_old_files_are_tidied_up_and_sheets_stay(mine):
    exported(mine)
    mine.get(f"/s/{edited(mine).share_key}/pdf/?layout=roster")
    now = timezone.now()
    assert tidy_data_exports(now + timedelta(hours=23)) == 0
    later = now + timedelta(hours=25)
    assert (tidy_data_exports(later, dry_run=True), KeptFile.objects.count()) == (1, 2)
    assert dict(tidy(later))["data exports of yesterday"] == 1
    assert [kept.subject.split()[0] for kept in KeptFile.objects.all()] == ["roster"]


def test_a_damaged_file_is_not_sent(mine):
    exported(mine)
    KeptFile.objects.update(content=b"PK broken")
    assert mine.get(FILE)["Location"] == PAGE
    assert mine.get(FILE).status_code == 404


@pytest.mark.database
def test_the_page_costs_the_same_however_many_lists_there_are(maud, mine, django_assert_num_queries):
    people.grant(maud, gathered.roster())
    mine.get(PAGE)
    with django_assert_num_queries(7):
        mine.get(PAGE)
    for name in "ABC":
        people.grant(maud, gathered.roster(name))
    with django_assert_num_queries(7):
        mine.get(PAGE)


def test_the_texts_of_the_archive_are_beside_the_code():
    assert {path.name for path in Path(archive.__file__).parent.iterdir() if path.suffix in (".txt", ".json")} == {
        "readme.txt",
        "files.schema.json",
    }


@pytest.mark.database
def test_a_membership_of_an_erased_list_is_nobody_s(maud, mine):
    _row, (member,) = gathered.gang("Mira")
    people.grant(maud, member.roster)
    member.roster.delete()
    assert Membership.objects.get().roster is None
    assert [name for name in exported(mine) if name.startswith("gatherings")] == []
