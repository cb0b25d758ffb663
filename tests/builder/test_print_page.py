"""The print page: what it offers and remembers, and the preview, which is the very sheet that is printed."""

import io
import json
from dataclasses import replace
from datetime import timedelta

import pypdf
import pytest
from django.http import QueryDict
from django.test import Client
from django.utils import timezone
from django.utils.translation import get_language
from PIL import Image

from builder.exports import making
from builder.exports.registry import EXPORTS
from builder.exports.thumbnails import MOST_PAGES, page_count, thumbnail, thumbnails
from builder.exports.tidying import above_cap
from builder.lists.loaded import LoadedRoster
from builder.models import KeptFile, Revision, Roster
from builder.registry import example_file
from builder.sheets.choices import PARTS, PrintChoices
from tests import make
from tests.builder.test_kept_files import from_address
from tests.builder.test_views import HTMX, do, owned
from tests.client import make_files

pytestmark = pytest.mark.django_db


def blank_pdf(pages):
    writer, file = pypdf.PdfWriter(), io.BytesIO()
    for _number in range(pages):
        writer.add_blank_page(210, 297)
    writer.write(file)
    return file.getvalue()


@pytest.fixture(autouse=True)
def rendered(monkeypatch):
    """The choices that were rendered, in order; the file has three pages."""
    done = []

    def counted(source):
        done.append(source.choices.query | {"language": get_language()})
        return blank_pdf(3)

    monkeypatch.setitem(EXPORTS, "pdf", replace(EXPORTS["pdf"], render=counted))
    monkeypatch.setattr(making, "run_forked", lambda function, *_limits: function())
    return done


@pytest.fixture
def row(client):
    units = [make.fighter(name="Gordon", count=2), make.vehicle("moyen")]
    return owned(client, make.convoy(name="Les Chacals", units=units))


def at(row, word="print", query=""):
    return f"/lists/{row.pk}/{word}/{query}"


def chosen(page):
    """What the form of a page has chosen, as the address that it sends."""
    context, fields = page.context, QueryDict(mutable=True)
    layouts = [*context["layouts"], *context["further_layouts"]]
    (fields["layout"],) = [option.value for option in layouts if option.chosen]
    fields.setlist("part", [option.value for option in context["parts"] if option.chosen])
    fields.setlist("unit", [copy.value for unit in context["crew"] for copy in unit.copies if copy.chosen])
    return fields.dict() | {"part": fields.getlist("part"), "unit": fields.getlist("unit")}


# --- the form -------------------------------------------------------------------------------------------------------


def test_cards_are_as_large_as_sleeves_by_a_box_among_the_parts():
    sleeves = PrintChoices.from_query(QueryDict("layout=mix&part=head&part=cards&part=sleeve"))
    assert sleeves == PrintChoices(parts=("head", "cards"), size="sleeve")
    assert PrintChoices.from_query(QueryDict("layout=play&part=head&part=sleeve")) == PrintChoices(parts=PARTS)


def test_boxes_of_the_form_count_where_the_player_picks_himself():
    boxes = "part=cards&part=kit&unit=0.1&unit=1"
    read = lambda query: PrintChoices.from_query(QueryDict(f"{query}&{boxes}"))  # noqa: E731
    assert read("layout=roster&crew=all") == PrintChoices(layout="roster")
    assert read("layout=mix&crew=some") == PrintChoices(parts=("cards", "kit"), units=("0.1", "1"))
    assert PrintChoices.from_query(QueryDict("layout=mix&crew=some")) == PrintChoices(parts=(), units=())


@pytest.mark.parametrize(
    "choices",
    [
        PrintChoices(),
        PrintChoices("roster", "letter", blank=12, crowd=True, ink_saver=True, large_print=True),
        PrintChoices(parts=(), units=(), size="sleeve", sides="fold"),
        PrintChoices(parts=("head", "kit"), units=("0.1", "1")),
    ],
)
def test_an_address_of_a_choice_says_all_of_it(choices):
    from builder.sheets.print_form import print_query

    query = QueryDict(print_query(choices, "en"))
    assert (PrintChoices.from_query(query), query["language"]) == (choices, "en")


def test_the_page_offers_each_copy_and_shows_what_the_address_has_chosen(client, row):
    page = client.get(at(row))
    assert chosen(page) == {
        "layout": "play",
        "part": ["head", "cards", "roster", "reference", "findings", "kit"],
        "unit": ["0.0", "0.1", "1"],
    }
    assert page.context["crew"][0].name == "Gordon"
    page = client.get(at(row, query="?layout=cards&parts=roster&units=0.1&language=en"))
    assert chosen(page) == {"layout": "mix", "part": ["roster"], "unit": ["0.1"]}


@pytest.mark.parametrize(
    ("query", "layout"),
    [
        ("layout=sleeves", "sleeves"),
        ("layout=cards&parts=cards&size=sleeve", "sleeves"),
        ("layout=opponent&large_print=1", "opponent"),
        ("layout=roster", "roster"),
        ("layout=cards&size=sleeve", "mix"),
        ("parts=head,cards", "mix"),
    ],
)
def test_an_address_of_any_release_shows_its_button_as_chosen(client, row, query, layout):
    assert chosen(client.get(at(row, query=f"?{query}")))["layout"] == layout


def test_pages_of_the_table_kit_are_chosen(client, row):
    page = client.get(at(row, query="?layout=play&pages=some&page=flames&page=explosion&page=x")).context
    assert [option.value for option in page["kit_pages"] if option.chosen] == ["explosion", "flames"]
    assert "Tables and templates" in page["chosen"]
    needed = client.get(at(row, query="?layout=play&page=flames")).context["kit_pages"]
    assert [option.chosen for option in needed if option.value in ("accident", "flames")] == [True, False]


def test_more_says_what_in_it_is_chosen(client, row):
    said = lambda query: client.get(at(row, query=query)).context["chosen"]  # noqa: E731
    assert said("") == []
    assert said("?layout=sleeves&paper=a4&language=fr") == []
    everything = "sides=double&blank=2&crowd=1&units=0&paper=letter&ink_saver=1&large_print=1&language=en"
    assert said(f"?layout=cards&{everything}") == [
        "Cards",
        "Some units",
        "Double-sided (long edge), rules on the backs",
        "Group cards",
        "Blank cards",
        "Letter",
        "Save ink",
        "Large print",
        "EN",
    ]
    assert said("?layout=opponent&sides=double&blank=2&crowd=1") == []
    preview = client.get(at(row, "preview", "?layout=roster&ink_saver=1"), headers=HTMX).content.decode()
    assert '<span id="print-chosen"><i>Fiche compacte</i><i>Économiser l’encre</i></span>' in preview


def test_parts_of_which_the_list_has_nothing_are_not_offered(client):
    legal = owned(client, LoadedRoster.from_data(json.loads(example_file("rbn").read_text("utf-8"))).document)
    parts = [option.value for option in client.get(at(legal)).context["parts"]]
    assert parts == ["head", "cards", "sleeve", "roster", "reference", "kit"]


def test_a_game_without_opponents_offers_no_page_for_one_but_an_old_address_answers(client):
    team = owned(client, LoadedRoster.from_data(json.loads(example_file("reichbusters").read_text("utf-8"))).document)
    assert [option.value for option in client.get(at(team)).context["layouts"]] == ["play", "sleeves"]
    assert chosen(client.get(at(team, query="?layout=opponent")))["layout"] == "opponent"


def test_crowd_cards_are_offered_from_five_copies_on(client):
    for count, offered in ((4, False), (5, True)):
        row = owned(client, make.convoy(units=[make.fighter(count=count)]))
        assert ('name="crowd"' in client.get(at(row)).content.decode()) == offered


def test_a_stranger_finds_neither_page_nor_preview(row):
    assert [Client().get(at(row, word)).status_code for word in ("print", "preview")] == [404, 404]
    assert not KeptFile.objects.exists()


# --- what is remembered ---------------------------------------------------------------------------------------------


def test_the_page_begins_with_what_was_printed_last(client, row, rendered):
    client.get(at(row, "pdf", "?layout=roster&paper=letter&ink_saver=1&language=en"))
    client.get(at(row))
    assert rendered == [{"layout": "roster", "paper": "letter", "ink_saver": "1", "language": "en"}]
    client.get(at(row, query="?layout=cards"))
    assert rendered[1:] == [{"language": "fr"}]
    assert Roster.objects.get(pk=row.pk).printed_as == "layout=roster&paper=letter&ink_saver=1&language=en"


def test_only_who_may_edit_a_list_and_prints_it_changes_what_is_remembered(client, row):
    client.get(at(row, "preview", "?layout=roster"))
    client.get(at(row, "pdf"))
    client.get(at(row, "pdf", "?layout=roster"), headers={"sec-fetch-site": "cross-site"})
    Client().get(f"/s/{row.share_key}/pdf/?layout=roster")
    assert Roster.objects.get(pk=row.pk).printed_as == ""


def test_what_is_remembered_of_a_release_with_other_choices_is_no_error(client, row):
    Roster.objects.filter(pk=row.pk).update(printed_as="layout=origami&folds=3")
    assert chosen(client.get(at(row)))["layout"] == "cards"


@pytest.mark.parametrize(
    ("accepted", "paper"),
    [
        ("en-US,en;q=0.9", "letter"),
        ("fr-CA,fr;q=0.9,en-US;q=0.8", "letter"),
        ("es,es-MX;q=0.9", "letter"),
        ("en-GB,en-US;q=0.9,en;q=0.8", "a4"),
        ("de,en-US;q=0.7,en;q=0.3", "a4"),
        ("zh-Hant-TW", "a4"),
        ("en", "a4"),
        ("*", "a4"),
        ("", "a4"),
    ],
)
def test_a_page_begins_with_the_paper_of_the_readers_country(client, row, rendered, accepted, paper):
    client.get(at(row), headers={"accept-language": accepted})
    client.get(at(row, "pdf"), headers={"accept-language": accepted})
    assert [printed.get("paper", "a4") for printed in rendered] == [paper, paper]


def test_what_was_chosen_comes_before_the_paper_of_the_country(client, row, rendered):
    american = {"accept-language": "en-US"}
    client.get(at(row, "pdf", "?layout=play&paper=a4"), headers=american)
    page = client.get(at(row), headers=american)
    assert [printed.get("paper", "a4") for printed in rendered] == ["a4"]
    assert page.context["chosen"] == ["A4"]
    client.get(at(row, "pdf", "?layout=roster"), headers=american)  # an address of before, which left A4 out
    assert rendered[1:] == [{"layout": "roster", "language": "en"}]


# --- the preview ----------------------------------------------------------------------------------------------------


def test_the_sheet_is_begun_when_the_page_opens_and_a_tap_finds_it(client, row, rendered, sheet_queue):
    page = client.get(at(row))
    assert page.context["preview"].stage["stage"] == "made"
    make_files()
    form = "?layout=play&part=head&unit=0.0&sides=single&blank=0&paper=a4&language=fr"
    assert client.get(at(row, "pdf", form)).content == blank_pdf(3)
    assert len(rendered) == KeptFile.objects.count() == 1


def test_the_preview_says_how_many_pages_and_shows_them(client, row, rendered, sheet_queue):
    client.get(at(row))
    waiting = client.get(at(row, "preview", "?poll=1&layout=play"), headers=HTMX).content.decode()
    assert 'id="preview-poll" hidden' in waiting
    assert "delay:400ms" in waiting
    assert "<img" not in waiting
    make_files()
    answer = client.get(at(row, "preview", "?poll=1&layout=play"), headers=HTMX)
    key = KeptFile.objects.get().key
    assert [address for _number, address in answer.context["preview"].stage["pictures"]] == [
        f"/lists/{row.pk}/preview/{key}/{number}/" for number in (1, 2, 3)
    ]
    assert "hx-get" not in answer.content.decode()
    assert f'href="/lists/{row.pk}/pdf/?layout=play&amp;language=fr#page=3"' in answer.content.decode()
    assert client.get(at(row, "pdf", "?layout=play&language=fr")).content == blank_pdf(3)
    assert len(rendered) == 1
    assert answer["HX-Replace-Url"] == f"/lists/{row.pk}/print/?layout=play&language=fr"
    picture = client.get(at(row, "preview", f"{key}/3/"))
    assert picture["Content-Type"] == "image/webp"
    assert Image.open(io.BytesIO(picture.content)).size == (320, 453)
    assert client.get(at(row, "preview", f"{key}/4/")).status_code == 404


def test_looking_at_a_preview_shares_nothing(client, row):
    client.get(at(row))
    client.get(at(row, "preview", "?layout=roster"))
    assert not Revision.objects.filter(shared=True).exists()


def test_pictures_are_for_who_may_edit_the_list_they_show(client, row):
    client.get(at(row))
    key = KeptFile.objects.get().key
    other = owned(client, make.convoy(name="Meute"))
    friend = make.grant(Client(), other)
    assert [one.get(at(row, "preview", f"{key}/1/")).status_code for one in (client, friend, Client())] == [
        200,
        404,
        404,
    ]
    assert client.get(at(other, "preview", f"{key}/1/")).status_code == 404


def test_a_sheet_shows_its_first_pages_and_counts_all():
    archive = thumbnails(blank_pdf(MOST_PAGES + 2))
    assert (page_count(archive), thumbnail(archive, MOST_PAGES + 1)) == (MOST_PAGES + 2, None)
    assert thumbnail(archive, MOST_PAGES).startswith(b"RIFF")
    assert page_count(thumbnails(b"%PDF-1.7 no file")) == 0


def test_a_sheet_whose_pages_were_not_pictured_is_no_endless_wait(client, row):
    client.get(at(row, query="?layout=cards"))
    KeptFile.objects.update(pages=None, thumbnails=None)
    assert client.get(at(row, "preview")).context["preview"].stage["stage"] == "pictured"
    KeptFile.objects.update(finished=timezone.now() - timedelta(seconds=16))
    assert client.get(at(row, "preview")).context["preview"].stage["stage"] == "done"


def test_pictures_count_for_the_space_of_kept_sheets(client, row, settings):
    client.get(at(row))
    kept = KeptFile.objects.get()
    settings.SHEET_SPACE = (kept.size + len(kept.thumbnails) - 1) / 1_000_000
    assert above_cap(set()) == [kept.pk]
    settings.SHEET_SPACE += 1 / 1_000_000
    assert above_cap(set()) == []


# --- and it takes nothing from what is printed ----------------------------------------------------------------------


def test_another_choice_replaces_the_sheet_that_waits_for_the_one_before(client, row, rendered, sheet_queue):
    client.get(at(row))
    client.get(at(row, "preview", "?layout=roster"))
    client.get(at(row, "preview", "?layout=opponent"))
    make_files()
    assert rendered == [{"layout": "opponent", "language": "fr"}]


def test_a_page_that_only_asks_again_replaces_nothing(client, row, sheet_queue):
    client.get(at(row))
    polled = client.get(at(row, "preview", "?layout=roster&poll=1"))
    assert polled.context["preview"].stage["stage"] == "waits"
    assert KeptFile.objects.get().task.status == "READY"


def test_what_is_printed_comes_before_a_preview_that_waits(client, row, rendered, sheet_queue):
    client.get(at(row))
    assert client.get(at(row, "pdf", "?layout=roster")).context["kept"].task.status == "READY"
    client.get(at(row, "preview", "?layout=opponent"))
    make_files()
    assert rendered == [{"layout": "roster", "language": "fr"}]


def test_a_sheet_that_is_printed_is_no_preview_any_more(client, row, rendered, sheet_queue):
    client.get(at(row))
    client.get(at(row, "pdf", "?layout=play"))
    client.get(at(row, "preview", "?layout=roster"))
    make_files()
    assert rendered == [{"layout": "play", "language": "fr"}]


def test_a_preview_waits_for_another_of_this_client_and_not_for_ever(client, row, rendered, sheet_queue):
    other = owned(client, make.convoy(name="Meute"))
    client.get(at(other))
    assert client.get(at(row)).context["preview"].stage["stage"] == "waits"
    make_files()
    client.get(at(row, "preview", "?poll=1"))
    make_files()
    assert len(rendered) == 2


def test_previews_leave_a_third_of_the_limit_to_what_is_printed(client, row, settings, rendered):
    settings.RATE_LIMITS = settings.RATE_LIMITS | {"pdf": "3/h"}
    stages = [
        client.get(at(row, "preview", f"?blank={number}")).context["preview"].stage["stage"] for number in range(3)
    ]
    assert stages == ["done", "done", "paused"]
    assert client.get(at(row, "pdf", "?blank=2")).status_code == 200
    assert client.get(at(row, "pdf", "?blank=3")).status_code == 429
    assert client.get(at(row, "preview", "?blank=2")).context["preview"].stage["stage"] == "done"
    assert len(rendered) == 3


def test_nothing_is_begun_for_a_page_that_is_loaded_early(client, row, sheet_queue):
    page = client.get(at(row), headers={"Sec-Purpose": "prefetch;prerender"})
    assert (page.status_code, KeptFile.objects.count()) == (200, 0)


def test_a_full_queue_leaves_the_page_as_it_is(client, row, settings, sheet_queue):
    settings.SHEET_QUEUE = 1
    other = owned(from_address("192.0.2.7"), make.convoy(name="Meute"))
    make.grant(from_address("192.0.2.7"), other).get(at(other))
    KeptFile.objects.update(client="192.0.2.7")
    page = client.get(at(row))
    assert (page.status_code, page.context["preview"].stage["stage"]) == (200, "paused")


@pytest.mark.paper
def test_several_lists_are_previewed_too(client, row):
    other = owned(client, make.convoy(name="Meute"))
    several = f"/lists/several/{row.pk}-{other.pk}"
    page = client.get(f"{several}/print/")
    (_number, address), *_more = page.context["preview"].stage["pictures"]
    assert address.startswith(f"{several}/preview/")
    assert client.get(address).status_code == 200
    assert make.grant(Client(), other).get(address).status_code == 404
    do(client, row, "add-fighter")
    assert client.get(f"{several}/preview/").context["preview"].stage["stage"] == "done"
    assert KeptFile.objects.count() == 2


def test_each_choice_has_a_sheet_of_its_own(client, row, rendered):
    queries = [
        "",
        "layout=play",
        "units=1",
        "units=0.0",
        "parts=cards",
        "size=sleeve",
        "sides=fold",
        "blank=1",
        "crowd=1",
    ]
    queries += ["ink_saver=1", "large_print=1", "paper=letter", "layout=roster", "language=en"]
    for query in queries * 2:
        client.get(at(row, "pdf", f"?{query}"))
    assert len(rendered) == len(queries)
