"""The pages of a gang: with and without htmx, with nonsense in the forms, for strangers."""

import pytest
from django.urls import reverse

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from rules.document import write
from rules.registry import GAMES
from tests.make import grant
from tests.rules.of_the_dead import make

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def gang(client):
    """A stored gang of one character that this client may edit."""
    roster, _key = history.create(LoadedRoster.from_data(write(make.alone(), GAMES)), "test")
    grant(client, roster)
    return roster


def units_of(roster):
    roster.refresh_from_db()
    return roster.document["units"]


def edit(client, roster, command, htmx=False, **fields):
    """The answer to an edit."""
    data = {"command": command, "revision": roster.revision, "opened": "0"} | fields
    return client.post(reverse("roster-edit", args=[roster.pk]), data, headers=HTMX if htmx else {})


def test_a_new_gang_has_a_character(client):
    answer = client.post("/new/of-the-dead/", {"name": "Solo", "character": "Ana", "player": "A."})
    assert answer.status_code == 302
    page = client.get(answer.url, follow=True).content.decode()
    assert ("Solo" in page, "Ana" in page) == (True, True)


@pytest.mark.parametrize("fields", [{"character": "x" * 201}, {"player": "x" * 201}])
def test_a_name_too_long_is_refused(client, fields):
    answer = client.post("/new/of-the-dead/", {"name": "Solo"} | fields)
    assert (answer.status_code, "200" in answer.content.decode()) == (422, True)


@pytest.mark.parametrize("htmx", [False, True])
def test_an_edit_is_stored(client, gang, htmx):
    answer = edit(client, gang, "add-trauma 0", htmx, name="Sourd", domain="mental")
    assert answer.status_code == (200 if htmx else 302)
    assert units_of(gang)[0]["traumas"] == [{"name": "Sourd", "domain": "mental"}]


@pytest.mark.parametrize("htmx", [False, True])
@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("add-trauma 0", {}),
        ("add-thing 0", {"name": "x", "capacity": "9" * 5_000}),
        ("set-gauges 0", {"life": "many"}),
        ("change-thing 0 7", {"name": "x"}),
        ("step-attribute 0 combat more", {}),
        ("set-vocation 0 Meneur!", {}),
        ("nonsense", {}),
    ],
)
def test_nonsense_changes_nothing(client, gang, htmx, command, fields):
    before = gang.document["units"]
    assert edit(client, gang, command, htmx, **fields).status_code == (422 if htmx else 302)
    assert units_of(gang) == before


def test_the_open_character_has_everything_to_change(client, gang):
    page = client.get(reverse("roster", args=[gang.pk]), {"unit": 0}).content.decode()
    forms = ("describe-0", "gauges-0", "add-thing-0", "add-trauma-0", "add-follower-0")
    assert [form for form in forms if f'id="{form}"' not in page] == []
    assert 'value="step-attribute 0 combat less"' in page


def test_the_page_of_a_shared_character_shows_no_blank_lines(client, gang):
    page = client.get(reverse("shared", args=[gang.share_key])).content.decode()
    assert ("____" in page, "CC BY-NC-SA 4.0" in page, "6/6" in page) == (False, True, True)


def test_names_are_escaped(client, gang):
    edit(client, gang, "describe 0", name="<b>Ana</b>", player="&", notes="")
    page = client.get(reverse("roster", args=[gang.pk]), {"unit": 0}).content.decode()
    assert ("<b>Ana</b>" in page, "&lt;b&gt;Ana&lt;/b&gt;" in page) == (False, True)


def test_a_stranger_edits_nothing(client, gang):
    client.cookies.clear()
    client.cookies.clear()
    assert edit(client, gang, "new-game 0").status_code == 404


def test_a_document_full_of_nonsense_is_shown(client, gang):
    strange = make.alone(
        name="x" * 200,
        attributes=(("combat", 10**3_999), ("force", -5)),
        modifiers=(("physique", -(10**3_999)),),
        state="fantome",
        zombie_type="trainard",
        traumas=(make.trauma("", domain="y"),) * 40,
        equipment=(make.thing("mouth", -4, name=""),) * 40,
        followers=(make.follower("dragon"),) * 40,
        life=-(10**3_999),
        markers=(("panic", 10**3_999), ("peur", 1)),
    )
    gang.document = write(strange, GAMES)
    gang.save()
    for address in (reverse("roster", args=[gang.pk]) + "?unit=0", reverse("shared", args=[gang.share_key])):
        answer = client.get(address)
        assert (answer.status_code, "x" * 200 in answer.content.decode()) == (200, True)
