"""A box of models: what can be built from it, its page, how it goes along with its player, two fair lists of it."""

import json
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from types import SimpleNamespace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart
from django.urls import reverse
from django.utils import timezone
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.figures.spec import FigureTable
from builder.lists import history
from builder.lists.boxes import Matcher, read_box
from builder.lists.own_box import tidy_boxes
from builder.models import Box, BoxGrant, Roster
from builder.personal_data.contents import own_boxes
from builder.personal_data.owner import account_owner
from builder.proposals.completing import is_complete_list
from builder.proposals.pairs import Side, difference, fair_pair
from rules.shapes import Refused
from tests import make
from tests.builder import people
from tests.builder.test_views import owned
from tests.rules.first_wave.make import group

ARCHER = {"kind": "fighter", "name": "Archer", "items": ["arc", "couteau"], "count": 3}
ANYBODY = {"kind": "fighter", "name": "", "items": None, "count": 5}
PAGE = "/box/first-wave/"


def box(*models, game="first-wave"):
    return {"format": "bivouac-box/1", "game": game, "models": [*models]}


def matcher(*models, game="first-wave"):
    return Matcher(read_box(box(*models, game=game)), make.catalogue(game))


@pytest.fixture
def client(client):
    client.post(PAGE, {"action": "add", "kind": "fighter", "name": "Archer", "items": ["arc", "couteau"], "count": "3"})
    return client


def models_of(client, page=PAGE):
    return client.get(f"{page}json/").json()["models"]


# --- what can be built ----------------------------------------------------------------------------------------------

WEAPONS = ["arc", "couteau", "pistolet"]
some = st.lists(st.sampled_from(WEAPONS), unique=True, max_size=2)


@given(st.lists(st.one_of(st.none(), some), max_size=4), st.lists(some, max_size=4))
def test_no_model_stands_for_two_and_none_is_missed(models, fighters):
    """By trying all orders of the models."""
    units = tuple(make.fighter(*weapons) for weapons in fighters)
    unlike = ({"kind": "fighter", "name": str(n), "items": items} for n, items in enumerate(models))
    found = matcher(*unlike).match(units)

    def fits(order):
        pairs = zip(fighters, order, strict=False)
        return sum(items is None or {*weapons} <= {*items} for weapons, items in pairs if items != "nobody")

    order = [*models, *["nobody"] * max(0, len(fighters) - len(models))]
    most = max(fits(order) for order in permutations(order, len(order)))
    assert sum(taken != [None] for taken in found) == most
    assert max(Counter(n for (n,) in found if n is not None).values(), default=0) <= 1


def test_a_model_stands_for_the_unit_of_its_name_before_others():
    units = (make.fighter("arc", name="Nadia", count=4), make.fighter("arc", name="Archer"))
    assert matcher(ARCHER | {"count": 1}, ANYBODY | {"count": 3}).match(units) == [[1, 1, 1, None], [0]]


def test_a_named_unit_takes_the_model_of_its_name_and_a_vehicle_its_type():
    units = (make.fighter(name="Archer"), make.vehicle("moyen", "belier"))
    models = [
        ANYBODY,
        ARCHER,
        {"kind": "vehicle", "items": ["belier"]},
        {"kind": "vehicle", "items": ["lourd", "belier"]},
    ]
    assert matcher(*models, game="rbn").match(units) == [[1], [2]]
    assert matcher(*models[:2], models[3], game="rbn").match(units) == [[1], [None]]


@pytest.mark.parametrize(
    ("data", "pointer"),
    [
        (box({"name": "no kind"}), "/models/0"),
        (box({"kind": "hero"}), "/models/0/kind"),
        (box({"kind": "fighter", "count": 0}), "/models/0/count"),
        (box({"kind": "fighter", "items": ["Arc"]}), "/models/0/items/0"),
        (box(ANYBODY | {"count": 300}, ARCHER | {"count": 201}), "/models"),
        (box(game="chess"), "/game"),
        (box() | {"format": "bivouac-roster/1"}, "/format"),
    ],
)
def test_what_is_no_box_is_refused_with_its_place(data, pointer):
    with pytest.raises(Refused) as refused:
        read_box(data)
    assert refused.value.pointer == pointer


# --- its page -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_box_is_filled_by_hand_and_by_lists_and_undone(client):
    assert models_of(client) == [ARCHER]
    key = client.get(PAGE).context["models"][0][0].key
    client.post(PAGE, {"action": "step", "model": key, "by": "more"})
    owned(client, group(units=[make.fighter("arc"), make.fighter("pistolet", name="Nadia", count=2)]))
    assert [model.count for model, *_words in client.get(f"{PAGE}?take=all").context["take"]] == [2]
    client.post(PAGE, {"action": "take", "take": "all"})
    nadia = {"kind": "fighter", "name": "Nadia", "items": ["pistolet"], "count": 2}
    assert models_of(client) == [ARCHER | {"count": 4}, nadia]
    assert not client.get(f"{PAGE}?take=all").context["take"]
    client.post(f"{PAGE}?undo=1")
    assert models_of(client) == [ARCHER | {"count": 4}]


@pytest.mark.django_db
def test_a_file_replaces_the_box_and_what_is_none_changes_nothing(client):
    def upload(data):
        file = SimpleUploadedFile("box.json", json.dumps(data).encode())
        body = encode_multipart(BOUNDARY, {"action": "import", "file": file})
        return client.generic("POST", PAGE, body, content_type=MULTIPART_CONTENT)

    upload(box(ANYBODY, ANYBODY))
    assert models_of(client) == [ANYBODY | {"count": 10}]
    for bad in (box(game="rbn"), box({"kind": "hero"}), []):
        upload(bad)
        assert models_of(client) == [ANYBODY | {"count": 10}]


@pytest.mark.django_db
def test_the_editor_marks_what_the_box_lacks_where_that_is_wished(client):
    row = owned(client, group(units=[make.fighter("arc", count=3)]))

    def lacking(which):
        offers = [
            offer for group in client.get(f"/lists/{row.pk}/?unit=0&kept=no").context[which] for offer in group.offers
        ]
        return {offer.command for offer in offers if offer.lacking}

    assert "add-fighter" in lacking("new_units")
    picker = lacking("picker")
    assert "add-weapon 0 pistolet" in picker
    assert "add-weapon 0 couteau" not in picker
    client.post(PAGE, {"action": "marks", "marks": "0"})
    assert lacking("picker") == lacking("new_units") == set()
    units = client.get(reverse("roster-box", args=[row.pk])).context["units"]
    assert [(missing, sum(number for _model, number in models)) for _unit, models, missing in units] == [(0, 3)]


# --- with its player ------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_a_box_goes_to_another_device_and_into_the_account_where_two_become_one(client):
    other = Client()
    other.post(PAGE, {"action": "add", "kind": "fighter", "anything": "on"})
    other.post(client.post("/device/").context["code_link"].removeprefix("http://testserver"))
    assert models_of(other) == [ARCHER, {"kind": "fighter", "name": "", "items": None, "count": 1}]
    user = people.account()
    client.force_login(user)
    client.post("/account/take-along/")
    assert models_of(people.signed_in(user)) == [ARCHER]
    other.post(PAGE, {"action": "step"})
    assert (tidy_boxes(timezone.now()), Box.objects.count()) == (1, 1)
    assert len(models_of(client)) == 2  # it is the same box


@pytest.mark.django_db
def test_who_signs_in_is_offered_the_box_of_the_browser(client):
    assert "Ajouter 1 boîte de figurines de ce navigateur" in client.get("/account/login/").content.decode()
    client.force_login(people.account())
    assert "Seulement dans ce navigateur\u202f: 1 boîte de figurines." in client.get("/account/").content.decode()
    page = client.post("/account/take-along/", follow=True).content.decode()
    assert "Maintenant dans votre compte\u202f: 1 boîte de figurines." in page
    assert "Seulement dans ce navigateur" not in page


@pytest.mark.django_db
def test_a_box_is_exported_and_erased_with_the_account(client):
    user = people.account()
    people.grant(user, Box.objects.create(game="rbn", content=box(ARCHER, game="rbn")))
    assert [content for _pk, content in own_boxes(account_owner(user.pk))] == [box(ARCHER, game="rbn")]
    signed_in = people.signed_in(user)
    signed_in.post("/account/delete/", {"lists": "leave", "user_name": user.username})
    assert {*Box.objects.values_list("game", flat=True)} == {"first-wave"}
    assert BoxGrant.objects.count() == 1


@pytest.mark.django_db
def test_more_than_a_box_may_hold_breaks_no_page():
    """Two boxes of an account, 600 models together; two lists that need 500 others; a mark of another script."""
    user = people.account()
    client = people.signed_in(user)
    for name in "AB":
        people.grant(user, Box.objects.create(game="first-wave", content=box(ANYBODY | {"name": name, "count": 300})))
    client.cookies["box"] = "1"
    rows = [owned(client, group(units=[make.fighter(weapon, count=99)] * 5)) for weapon in ("arc", "couteau")]
    addresses = (PAGE, f"{PAGE}?take=all", *(f"/lists/{row.pk}/{page}" for row in rows for page in ("", "box/")))
    assert {client.get(address).status_code for address in addresses} == {200}
    assert sum(model["count"] for model in models_of(client)) == 500
    client.post(PAGE, {"action": "take", "take": "all"})
    client.post(PAGE, {"action": "step", "model": client.get(PAGE).context["models"][0][0].key, "by": "less"})
    assert (Box.objects.count(), sum(model["count"] for model in models_of(client))) == (2, 499)
    answer = client.post(PAGE, {"action": "marks", "marks": "\u4e2d"})
    assert answer.cookies["box"].value == "0"


# --- two fair lists -------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@settings(max_examples=3)
@given(st.integers(0, 10**6), st.integers(8, 12), st.integers(90, 160))
def test_two_fair_lists_are_legal_within_the_box_nothing_twice_and_the_same_again(seed, anybody, budget):
    data = box(ANYBODY | {"count": anybody}, ARCHER)
    own = read_box(data)
    pair = fair_pair(own, budget, seed)
    assert [loaded.data for loaded in pair.lists] == [loaded.data for loaded in fair_pair(own, budget, seed).lists]
    assert all(is_complete_list(loaded) and loaded.document.budget == budget for loaded in pair.lists)
    one, other = (loaded.document for loaded in pair.lists)
    together = replace(one, units=one.units + other.units)
    models = Matcher(own, make.catalogue("first-wave"))
    assert models.missing(together) == 0
    assert {name for unit in together.units for name in unit.name.split(", ")} <= {"", "Archer"} | {*PROFILES}
    assert 0 <= pair.difference <= 1


PROFILES = make.catalogue("first-wave").profile_names


def test_lists_differ_by_the_part_of_their_figures_that_only_one_has():
    """Points 100 and 80: 20 of 100. A table 3 and 1, 0 and 1: 3 of 4. Their average is 19/40."""

    def side(total, rows):
        loaded = SimpleNamespace(verdict=SimpleNamespace(total=total))
        return Side(loaded, (FigureTable("", ("",), tuple((name, (number,)) for name, number in rows.items())),))

    assert difference(side(100, {"a": 3}), side(80, {"a": 1, "b": 1})) == Fraction(19, 40)


@pytest.mark.django_db
def test_a_pair_is_dealt_shown_and_kept_or_played(client):
    client.post(PAGE, {"action": "add", "kind": "fighter", "anything": "on", "count": "9"})
    address = "/new/first-wave/pair/"
    assert client.get(address).context["budget"] == 300
    asked = f"{address}?budget=120&seed=3"
    page = client.get(asked)
    first, second = [loaded for loaded, _label in page.context["lists"]]
    assert page.context["tables"]
    assert client.get(address + page.context["again"]).context["lists"] != page.context["lists"]
    client.post(asked, {"take": "1"})
    assert Roster.objects.get().points == second.verdict.total
    answer = client.post(asked, {"take": "battle"})
    assert Roster.objects.count() == 3
    assert client.get(answer["Location"]).context["ticked"] == {Roster.objects.latest("pk").pk}
    assert history.load_roster(Roster.objects.order_by("pk")[1]).verdict.total == first.verdict.total


@pytest.mark.django_db
def test_lists_are_made_and_completed_only_of_a_box(client):
    page = client.get("/new/first-wave/surprise/?seed=4&budget=60&box=1")
    own = read_box(box(ARCHER))
    assert Matcher(own, make.catalogue("first-wave")).holds(page.context["loaded"])
    assert Client().get("/new/first-wave/surprise/?seed=4&budget=60&box=1").context["asked"]["box"] is None
    row = owned(client, group(budget=60, units=[make.fighter("pistolet")]))
    made = client.get(reverse("roster-complete", args=[row.pk]), {"seed": 1, "box": "on"}).context["proposals"]
    assert all(Matcher(own, make.catalogue("first-wave")).missing(shown["loaded"].document) <= 1 for shown in made)


@pytest.mark.django_db
def test_two_fair_lists_on_the_command_line(tmp_path, capsys):
    file = tmp_path / "box.json"
    file.write_text(json.dumps(box(ANYBODY, ARCHER)), encoding="utf-8")
    call_command("rosters", "pair", str(file), "--budget", "100", "--seed", "2")
    lists = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(data["game"], data["budget"]) for data in lists] == [("first-wave", 100)] * 2
