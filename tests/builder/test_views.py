"""Every address answers plain and htmx, bad input and strangers, and asks the database a fixed number of times."""

import pytest
from django.urls import reverse

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.models import Browser, Revision, Roster
from tests import make
from tests.bench import convoy

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
MOST_QUERIES = 8


@pytest.fixture
def row(client):
    """A list that this client may edit."""
    return owned(client, make.convoy(name="Les Chacals", units=[make.fighter(name="Gordon"), make.vehicle("moyen")]))


def owned(client, document):
    made, _key = history.create(LoadedRoster(document), "new")
    make.grant(client, made)
    return made


def do(client, row, line, headers=None, **fields):
    data = {"command": line, "revision": Roster.objects.get(pk=row.pk).revision} | fields
    return client.post(reverse("roster-edit", args=[row.pk]), data, headers=headers or {})


def units_of(row):
    return history.load_roster(Roster.objects.get(pk=row.pk)).document.units


# --- creating -------------------------------------------------------------------------------------------------------


def test_a_new_list_opens_its_editor_and_shows_the_secret_link_until_it_is_noted(client):
    head = {"name": "Les Chacals", "budget": "300", "allegiance": "mutants/gaia-familys", "activity": "chasseurs"}
    made = client.post("/new/rbn/", head)
    row = Roster.objects.get()
    assert made["Location"] == f"/lists/{row.pk}/"
    page = client.get(made["Location"]).content.decode()
    key = page.split("/e/")[1].split("/")[0]
    assert f"/e/{key}/" in client.get(made["Location"]).content.decode()
    links = f"{made['Location']}links/"
    assert client.post(links, {"action": "noted", "next": links})["Location"] == links
    assert [client.get(page).content.decode().count("/e/") for page in (made["Location"], links)] == [0, 0]
    assert key not in str([vars(browser) for browser in Browser.objects.all()])
    assert key not in str(vars(row))


@pytest.mark.parametrize("back", ["https://elsewhere.example/", "/lists/70/", ""])
def test_who_noted_the_secret_link_stays_with_the_list(client, row, back):
    answer = client.post(f"/lists/{row.pk}/links/", {"action": "noted", "next": back})
    assert answer["Location"] == f"/lists/{row.pk}/"


@pytest.mark.parametrize("bad", [{"budget": "-3"}, {"budget": "x"}, {"allegiance": "Mutants!"}, {"name": "x" * 201}])
def test_a_head_that_cannot_be_read_is_shown_again(client, bad):
    response = client.post("/new/rbn/", {"budget": "300", "allegiance": "mutants"} | bad)
    assert (response.status_code, Roster.objects.count()) == (422, 0)


def test_the_example_opens_as_a_legal_list_of_ones_own(client):
    response = client.post("/new/rbn/example/")
    row = Roster.objects.get()
    assert response["Location"] == f"/lists/{row.pk}/"
    assert row.state == "ok"
    assert client.post("/new/chess/example/").status_code == 404


def test_a_game_that_does_not_exist_is_not_found(client):
    assert client.get("/new/chess/").status_code == 404
    assert client.get("/rules/chess/").status_code == 404


def test_lists_are_not_created_without_end(client, settings):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"create": "2/h"}
    answers = [client.post("/new/rbn/", {"budget": "300"}).status_code for _time in range(3)]
    assert answers == [302, 302, 429]


# --- editing --------------------------------------------------------------------------------------------------------


def test_an_edit_redirects_a_browser_without_javascript(client, row):
    response = do(client, row, "add-weapon 0 fusil", opened="0")
    assert response["Location"] == f"/lists/{row.pk}/?unit=0#unit-0"
    assert [weapon.item for weapon in units_of(row)[0].weapons] == ["fusil"]
    assert client.get(response["Location"]).status_code == 200


def test_an_edit_answers_htmx_with_fragments(client, row):
    response = do(client, row, "add-weapon 0 fusil", HTMX, opened="0")
    page = response.content.decode()
    assert response.status_code == 200
    assert 'id="bar"' in page
    assert 'id="unit-0"' in page
    assert "<html" not in page


def test_a_refused_edit_says_so_both_ways(client, row):
    assert do(client, row, "add-weapon 9 fusil", HTMX).status_code == 422
    response = do(client, row, "add-weapon 9 fusil")
    assert response.status_code == 302
    assert len(units_of(row)) == 2


@pytest.mark.parametrize(
    ("fields", "plain", "htmx"),
    [
        ({}, 302, 422),
        ({"revision": "1"}, 302, 422),
        ({"command": "remove 0"}, 409, 409),
        ({"command": "undo", "revision": "999999999999"}, 409, 409),
    ],
)
def test_posts_that_lack_something_are_refused_and_change_nothing(client, row, fields, plain, htmx):
    address = reverse("roster-edit", args=[row.pk])
    statuses = [client.post(address, fields, headers=headers).status_code for headers in ({}, HTMX)]
    assert statuses == [plain, htmx]
    assert Roster.objects.get(pk=row.pk).document == row.document


def test_an_edit_that_touches_no_unit_needs_no_revision(client, row):
    client.post(reverse("roster-edit", args=[row.pk]), {"command": "add-fighter"})
    assert [unit.kind for unit in units_of(row)] == ["fighter", "vehicle", "fighter"]


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_later_save_overwrites_nothing_and_shows_both_states(client, row, headers):
    do(client, row, "describe 0", name="Newer")
    late = do(client, row, "describe 0", headers, revision="1", name="Later")
    kept, submitted = late.content.decode().split('class="states"')[1].split("</section>")[0].split("<h3>")[1:]
    assert late.status_code == 409
    assert ("Newer" in kept, "Later" in kept) == (True, False)
    assert ("Newer" in submitted, "Later" in submitted) == (False, True)
    assert [unit.name for unit in units_of(row)] == ["Newer", ""]


def test_what_may_be_added_comes_in_a_second_answer_where_it_is_not_in_view(client, row):
    answer = do(client, row, "add-weapon 0 fusil", HTMX, opened="0").content.decode()
    address = f"/lists/{row.pk}/offers/?unit=0&amp;revision=2"
    assert ('value="remove-weapon 0 0"' in answer, f'hx-get="{address}"' in answer) == (True, True)
    assert ('value="add-weapon 0 arc"' in answer, 'value="add-fighter"' in answer) == (False, False)
    second = client.get(address.replace("&amp;", "&"), headers=HTMX).content.decode()
    assert ('value="add-weapon 0 arc"' in second, 'value="add-fighter"' in second) == (True, True)
    assert ('id="bar"' in second, 'id="remove-weapon-0-0"' in second) == (False, False)


def test_what_may_be_added_comes_with_the_answer_where_it_is_in_view(client, row):
    answer = do(client, row, "add-weapon 0 fusil", HTMX, opened="0", offers_in_view="1").content.decode()
    assert ('value="add-weapon 0 arc"' in answer, 'value="add-fighter"' in answer) == (True, True)
    assert ("/offers/" in answer, answer.count('id="adding"')) == (False, 1)


def test_a_unit_that_an_edit_opens_has_its_picker_at_once(client, row):
    answer = do(client, row, "add-fighter", HTMX, opened="0").content.decode()
    assert ('value="add-weapon 2 arc"' in answer, 'value="add-fighter"' in answer) == (True, False)


def test_offers_for_a_state_that_is_gone_bring_the_whole_editor(client, row):
    do(client, row, "add-fighter")
    page = client.get(f"/lists/{row.pk}/offers/?unit=0&revision=1", headers=HTMX).content.decode()
    assert ('id="unit-2"' in page, 'value="add-weapon 0 arc"' in page, 'value="add-fighter"' in page) == (True,) * 3


def test_the_number_comes_first_in_an_answer(client, row):
    answer = do(client, row, "add-weapon 0 fusil", HTMX, opened="0").content.decode()
    assert answer.split('hx-target="')[1].startswith("#bar")


def test_the_answer_to_an_edit_is_small(client):
    client.defaults["HTTP_ACCEPT_ENCODING"] = "gzip"
    row = owned(client, LoadedRoster.from_data(convoy(300)).document)
    answer = do(client, row, "add-equipment 0 grappin", HTMX, opened="0")
    assert (answer["Content-Encoding"], len(answer.content) <= 6144) == ("gzip", True)


def test_undo_and_redo_survive_a_reload(client, row):
    do(client, row, "remove 0")
    client.get(f"/lists/{row.pk}/")
    do(client, row, "undo")
    assert units_of(row)[0].name == "Gordon"
    do(client, row, "redo", HTMX)
    assert len(units_of(row)) == 1


@pytest.mark.parametrize("line", ["move 0 up", "describe 0", "undo"])
@pytest.mark.parametrize("headers", [{}, HTMX])
def test_an_edit_that_changes_nothing_offers_no_undo_of_the_one_before(client, row, line, headers):
    def toast(line):
        answer = do(client, row, line, headers)
        page = answer if headers else client.get(answer["Location"])
        return page.content.decode().split('id="toast"')[1].split("</div>\n</div>")[0]

    if line != "undo":
        assert 'value="undo"' in toast("remove 1")
    assert 'value="undo"' not in toast(line)
    assert len(units_of(row)) == (2 if line == "undo" else 1)


@pytest.mark.parametrize("budget", [2, 60, 400])
@pytest.mark.parametrize("line", ["add-weapon 0 fusil", "remove 0", "duplicate 0", "add-fighter", "undo"])
def test_the_number_of_queries_does_not_grow(client, django_assert_max_num_queries, budget, line):
    row = owned(client, make.convoy(units=[make.fighter(name=str(n)) for n in range(budget)]))
    do(client, row, "add-fighter")
    data = {"command": line, "revision": 2}
    with django_assert_max_num_queries(MOST_QUERIES):
        assert client.post(reverse("roster-edit", args=[row.pk]), data, headers=HTMX).status_code == 200
    with django_assert_max_num_queries(MOST_QUERIES):
        assert client.get(f"/lists/{row.pk}/offers/?unit=1&revision=3", headers=HTMX).status_code == 200


@pytest.mark.parametrize("name", ["<script>alert(1)</script>", "x" * 200, "{{ 7 }}{x}%s", "«\u202e»", "'\"&"])
def test_names_are_text_everywhere(client, row, name):
    do(client, row, "describe 0", name=name, notes=name)
    do(client, row, "rename", name=name, notes=name)
    for url in (f"/lists/{row.pk}/?unit=0", "/lists/", f"/s/{row.share_key}/", f"/lists/{row.pk}/print/"):
        page = client.get(url).content.decode()
        assert "<script>alert" not in page
    assert do(client, row, "remove 0", HTMX).status_code == 200


# --- links ----------------------------------------------------------------------------------------------------------


def test_the_edit_link_grants_and_leaves_no_key_in_the_address(client, row):
    from django.test import Client

    stranger = Client()
    _row, key = history.create(LoadedRoster(make.convoy()), "new")
    response = stranger.get(f"/e/{key}/")
    assert response["Location"] == f"/lists/{_row.pk}/"
    assert stranger.get(response["Location"]).status_code == 200


def test_a_new_edit_link_ends_the_old_one_and_all_its_grants(client):
    from django.test import Client

    row, key = history.create(LoadedRoster(make.convoy()), "new")
    friend = Client()
    friend.get(f"/e/{key}/")
    client.get(f"/e/{key}/")
    client.post(f"/lists/{row.pk}/links/", {"action": "edit", "confirmed": "1"})
    page = client.get(f"/lists/{row.pk}/links/").content.decode()
    fresh = page.split("/e/")[1].split("/")[0]
    assert friend.get(f"/lists/{row.pk}/").status_code == 404
    assert friend.get(f"/e/{key}/").status_code == 410
    assert friend.get(f"/e/{fresh}/").status_code == 302
    assert client.get(f"/lists/{row.pk}/").status_code == 200


def url(name, *args):
    """An address by its name; "roster-export pdf" names the export too."""
    name, *more = name.split()
    return reverse(name, args=[*args, *more])


OWN = ["roster", "roster-offers", "roster-links", "roster-print", "roster-export pdf"]
OWN_POSTS = ["roster-edit", "roster-links", "roster-duplicate", "roster-remove", "roster-restore"]


@pytest.mark.parametrize("name", OWN)
def test_a_stranger_sees_nothing(row, name):
    from django.test import Client

    assert Client().get(url(name, row.pk)).status_code == 404
    assert Client().get(url(name, 10**15)).status_code == 404


@pytest.mark.parametrize("name", OWN_POSTS)
def test_a_stranger_changes_nothing(row, name):
    from django.test import Client

    response = Client().post(reverse(name, args=[row.pk]), {"command": "remove 0", "revision": "1"})
    assert response.status_code == 404
    assert Roster.objects.get(pk=row.pk).deleted is None
    assert len(units_of(row)) == 2


def test_a_share_key_edits_nothing(client, row):
    from django.test import Client

    stranger = Client()
    assert stranger.get(f"/s/{row.share_key}/").status_code == 200
    assert stranger.get(f"/e/{row.share_key}/").status_code == 404
    assert stranger.get(f"/lists/{row.pk}/").status_code == 404


def test_an_expired_grant_sends_htmx_away(row):
    from django.test import Client

    assert Client().post(reverse("roster-edit", args=[row.pk]), {}, headers=HTMX)["HX-Redirect"] == "/lists/"


# --- sharing --------------------------------------------------------------------------------------------------------


def test_the_shared_page_shows_the_list_and_asks_crawlers_away(client, row):
    from django.test import Client

    response = Client().get(f"/s/{row.share_key}/")
    page = response.content.decode()
    assert "Gordon" in page
    assert "noindex" in response["X-Robots-Tag"]
    assert 'property="og:title"' in page
    assert f"/lists/{row.pk}" not in page


def test_a_shared_revision_stays_as_it_was(client, row):
    do(client, row, "remove 0")
    old = client.get(f"/s/{row.share_key}/json/?revision=1").json()
    new = client.get(f"/s/{row.share_key}/json/").json()
    assert (len(old["units"]), len(new["units"])) == (2, 1)
    for bad in ("0", "99", "x", "1" * 30, "²"):
        assert client.get(f"/s/{row.share_key}/?revision={bad}").status_code == 404


def test_a_shared_document_is_the_exchange_format(client, row):
    assert client.get(f"/s/{row.share_key}/json/").json() == row.document


def test_a_copy_is_the_copiers_own(row):
    from django.test import Client

    friend = Client()
    response = friend.post(f"/s/{row.share_key}/copy/")
    copy = Roster.objects.latest("pk")
    assert response["Location"] == f"/lists/{copy.pk}/"
    do(friend, copy, "remove 0")
    assert (len(units_of(row)), len(units_of(copy))) == (2, 1)


# --- my lists -------------------------------------------------------------------------------------------------------


def test_my_lists_are_those_of_this_browser(client, row):
    history.create(LoadedRoster(make.convoy(name="Fremde")), "new")
    page = client.get("/lists/").content.decode()
    assert "Les Chacals" in page
    assert "Fremde" not in page


def test_a_removed_list_comes_back(client, row):
    client.post(reverse("roster-remove", args=[row.pk]))
    assert client.get(f"/lists/{row.pk}/").status_code == 404
    assert client.get(f"/s/{row.share_key}/").status_code == 404
    client.get("/lists/")
    assert f'action="/lists/{row.pk}/restore/"' in client.get("/lists/").content.decode()
    client.post(reverse("roster-restore", args=[row.pk]))
    assert client.get(f"/lists/{row.pk}/").status_code == 200


def test_a_duplicate_has_keys_of_its_own(client, row):
    client.post(reverse("roster-duplicate", args=[row.pk]))
    copy = Roster.objects.latest("pk")
    assert copy.document == row.document
    assert copy.share_key != row.share_key
    assert Revision.objects.filter(roster=copy).count() == 1


# --- everything else ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize(
    "url", ["/", "/about/", "/new/rbn/", "/lists/", "/rules/rbn/", "/schema/bivouac-roster-1.json"]
)
def test_public_pages_answer_in_both_languages(client, url, language):
    response = client.get(url, headers={"accept-language": language})
    assert response.status_code == 200
    if response["Content-Type"].startswith("text/html"):
        page = response.content.decode()
        help_link = {"fr": ">Aide<", "en": ">Help<"}
        assert f'<html lang="{language}">' in page
        assert [word in page for word in help_link.values()] == [language == one for one in help_link]


def test_every_rule_has_its_anchor_on_the_rules_page(client):
    from rules.registry import GAMES

    page = client.get("/rules/rbn/").content.decode()
    for id in GAMES["rbn"].register.rules:
        assert f'id="{id}"' in page


def test_pages_load_nothing_from_elsewhere_and_say_so(client, row):
    for url in ("/", "/new/rbn/", f"/lists/{row.pk}/?unit=0", f"/s/{row.share_key}/", "/rules/rbn/"):
        response = client.get(url)
        policy = response["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        page = response.content.decode()
        assert " style=" not in page
        assert "onclick" not in page


def test_a_request_that_is_too_large_is_told_so(client):
    assert client.post("/new/rbn/", {"name": "x" * 2_000_000}).status_code == 413


@pytest.mark.parametrize("status", [400, 403, 404, 410, 413, 429, 500])
def test_every_error_has_a_page_in_the_sites_look(status):
    from django.template.loader import render_to_string

    assert "bivouac.css" in render_to_string(f"errors/{status}.html", {"sorry": "x"})


def test_a_late_edit_that_is_refused_brings_the_whole_newer_list(client, row):
    do(client, row, "duplicate 0")
    answer = do(client, row, "remove 9", HTMX, revision=1)
    assert (answer.status_code, b'hx-target="#editor"' in answer.content) == (422, True)
    assert b"data-elsewhere" in answer.content
    assert b"data-elsewhere" not in do(client, row, "add-fighter", HTMX).content


# --- names of ready-made units ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("made_in", "read_in", "name"), [("fr", "en", "Warrior"), ("en", "fr", "Guerrier")])
def test_a_ready_made_unit_that_nobody_named_is_called_in_the_readers_language(client, row, made_in, read_in, name):
    index = len(units_of(row))
    do(client, row, "add-profile guerrier", {"accept-language": made_in})
    page = client.get(f"/lists/{row.pk}/?unit={index}", headers={"accept-language": read_in}).content.decode()
    assert f'value="{name}"' in page
    assert name in client.get(f"/s/{row.share_key}/", headers={"accept-language": read_in}).content.decode()


def test_reading_in_another_language_changes_nothing_that_is_stored(client, row):
    do(client, row, "add-profile guerrier", {"accept-language": "fr"})
    do(client, row, "set-stat 0 C 4", {"accept-language": "en"})
    assert units_of(row)[-1].name == "Guerrier"


def test_a_name_that_a_player_gave_stays_in_every_language(client, row):
    index = len(units_of(row))
    do(client, row, "add-profile guerrier", {"accept-language": "fr"})
    do(client, row, f"describe {index}", {"accept-language": "fr"}, name="Guerrier du feu")
    page = client.get(f"/s/{row.share_key}/", headers={"accept-language": "en"}).content.decode()
    assert ("Guerrier du feu" in page, "Warrior" in page) == (True, False)
