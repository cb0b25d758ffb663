"""For every game: offers agree with the prohibitions, edits keep lists readable, pages open for any list."""

import json
import re
from collections import Counter
from math import ceil
from unittest.mock import patch

import pytest
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from builder.lists import history
from builder.lists.commands import perform
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.pages.spec import PAGES
from builder.registry import example_file
from builder.sheets.choices import PrintChoices
from builder.sheets.paper import LAYOUTS
from builder.sheets.rendering import sheet_html
from builder.sheets.spec import SHEETS
from rules import document as document_format
from rules.registry import GAMES
from rules.verdict import prohibitions_in
from tests import make
from tests.builder.offered import all_offers, excesses, load_roster
from tests.documents import documents, known_slugs, samples
from tests.languages import in_language

of_every_game = pytest.mark.parametrize("game", GAMES)


def broken(loaded):
    return excesses(prohibitions_in(loaded.analysis, loaded.game))


@of_every_game
@given(data=st.data())
def test_what_is_offered_breaks_no_prohibition_and_what_is_refused_breaks_one(game, data):
    loaded = load_roster(data.draw(st.sampled_from([EMPTY | {"game": game}, *samples(game)])))
    for choice in data.draw(st.lists(st.integers(0, 10_000), min_size=1, max_size=6)):
        found = list(all_offers(loaded))
        before = broken(loaded)
        for offer in found[:: max(1, len(found) // 30)]:
            try:
                added = broken(loaded.with_document(perform(loaded, offer.command, {}))) - before
            except BadEdit:
                added = Counter(refused=1)
            if offer.command.startswith("draw-") and offer.open:
                continue  # what the dice bring may break a rule of its own
            assert bool(added) == bool(offer.refusal), offer.command
        free = [offer for offer in found if offer.open]
        if free:
            loaded = loaded.with_document(perform(loaded, free[choice % len(free)].command, {}))
        assert document_format.read(loaded.data, GAMES) == loaded.document


@pytest.mark.django_db
@of_every_game
def test_on_an_open_card_reasons_stand_behind_why(client, game):
    """A ready-made Titan, a new character, a gun with rounds: nobody asked why something else cannot be chosen."""
    empty = load_roster(EMPTY | {"game": game})
    new = [offer.command for group in LISTS[game].new_units(empty) for offer in group.offers if offer.open]
    rosters = [empty.with_document(perform(empty, command, {})) for command in new]
    rosters.append(load_roster(json.loads(example_file(game).read_text("utf-8"))))
    unasked, asked = set(), 0
    for loaded in rosters:
        row = history.create(loaded, "new")[0]
        make.grant(client, row)
        for index in range(len(loaded.document.units)):
            page = client.get(reverse("roster", args=[row.pk]), {"unit": index}).content.decode()
            shown = re.sub(r'<details class="why".*?</details>', "", page, flags=re.DOTALL)
            unasked |= set(re.findall(r'<p class="refusal">(.*?)</p>', shown, re.DOTALL))
            asked += page.count('<p class="refusal">')
    assert unasked == set()
    assert asked


@pytest.mark.django_db
@of_every_game
def test_a_finding_is_said_once_on_the_open_card_or_in_the_panel(client, game):
    empty = load_roster(EMPTY | {"game": game})
    new = [offer.command for group in LISTS[game].new_units(empty) for offer in group.offers if offer.open]
    loaded = empty.with_document(perform(empty, new[0], {}))
    row = history.create(loaded, "new")[0]
    make.grant(client, row)
    own = loaded.verdict.by_unit.get(0, ())
    for query, on_card in (({}, 0), ({"unit": 0}, len(own))):
        page = client.get(reverse("roster", args=[row.pk]), query).content.decode()
        cards = "".join(re.findall(r'<ul class="card-findings">.*?</ul>', page, re.DOTALL))
        (panel,) = re.findall(r'<section id="findings".*?</section>', page, re.DOTALL)
        assert cards.count('<li class="finding') == on_card
        assert said_in(cards).isdisjoint(said_in(panel))
        assert ('class="on-its-card"' in panel) == bool(on_card)


def said_in(html):
    """The sentences of findings in a part of a page, without what is said beside them."""
    return {" ".join(re.sub("<.*", "", one).split()) for one in re.findall(r"<p>([^<]+)<", html)} - {""}


EMPTY = {"format": document_format.FORMAT, "units": []}
PLAIN = ["0", "1", "2", "39", "up", "-1", "zzz", "none", "on", "true", "", "5 3", "9" * 60, "x" * 300, "é\0"]
FIELDS = ["name", "notes", "count", "date", "title", "text", "unit-0", "dice", "table", "value", "kind", "item"]


@of_every_game
@given(data=st.data())
def test_no_sequence_of_edits_makes_an_unreadable_list(game, data):
    slugs = known_slugs(make.catalogue(game))
    words = st.sampled_from(["0", "1", "2", "7", "up", "down", "zzz", "-1"]) | st.sampled_from(slugs)
    values = st.sampled_from(PLAIN) | st.sampled_from(slugs) | st.text(max_size=8)
    fields = st.dictionaries(st.sampled_from(FIELDS), values, max_size=6)
    loaded = load_roster(data.draw(st.sampled_from([EMPTY | {"game": game}, *samples(game)])))
    for _step in range(8):
        verb, rest = data.draw(st.sampled_from(sorted(LISTS[game].edits))), data.draw(st.lists(words, max_size=3))
        try:
            loaded = loaded.with_document(perform(loaded, " ".join([verb, *rest]), data.draw(fields)))
        except BadEdit:
            continue
        assert document_format.read(loaded.data, GAMES) == loaded.document
        assert loaded.verdict is not None


def shelved(client, document):
    """The document as a stored list that this client may edit."""
    row, _key = history.create(LoadedRoster.from_data(document), "test")
    make.grant(client, row)
    return row


def addresses(row, unit=0):
    base = reverse("roster", args=[row.pk])
    yield from (base, f"{base}?unit={unit}", f"{base}?head", reverse("shared", args=[row.share_key]))
    yield from (reverse("roster-page", args=[row.pk, page]) for page in PAGES[row.game].list_pages)
    yield from (reverse("roster-print", args=[row.pk]), reverse("roster-links", args=[row.pk]))


@pytest.mark.django_db
@of_every_game
@settings(max_examples=ceil(settings.default.max_examples / 3))  # of a dozen pages each
@given(data=st.data())
def test_every_page_of_a_list_opens_whatever_the_list_holds(game, client, data):
    row = shelved(client, data.draw(documents(game)))
    unit = data.draw(st.sampled_from([0, 1]))
    with patch("tests.client.make_files"):  # the print page's sheet waits: only its page is looked at
        answers = {address: client.get(address).status_code for address in addresses(row, unit)}
    assert set(answers.values()) == {200}, answers
    loaded = history.load_roster(row)
    sheet = in_language("fr", SHEETS[game].build, loaded.document, loaded.verdict)
    assert in_language("fr", sheet_html, sheet, PrintChoices(data.draw(st.sampled_from(sorted(LAYOUTS)))))


@pytest.mark.django_db
@of_every_game
def test_the_games_own_pages_open_in_both_languages(client, game):
    pages = [f"/new/{game}/", f"/rules/{game}/", *(f"/rules/{game}/{page}/" for page in PAGES[game].game_pages)]
    for language in ("fr", "en"):
        headers = {"accept-language": language}
        assert {page: client.get(page, headers=headers).status_code for page in pages} == dict.fromkeys(pages, 200)


@pytest.mark.django_db
@of_every_game
def test_the_games_own_pages_take_any_query(client, game):
    for page in PAGES[game].game_pages:
        for value in PLAIN:
            query = dict.fromkeys(("roll", "seed", "dice", "level", "turn", "number", "state", "step"), value)
            assert client.get(f"/rules/{game}/{page}/", query).status_code in (200, 302, 400, 404)


@pytest.mark.django_db
@of_every_game
def test_a_stranger_sees_no_page_of_a_list(client, game):
    row, _key = history.create(LoadedRoster.from_data(EMPTY | {"game": game}), "test")
    kept = [address for address in addresses(row) if "/s/" not in address]
    assert {client.get(address).status_code for address in kept} == {404}
    assert {client.post(address).status_code for address in kept} <= {404, 405}


@pytest.mark.django_db
@of_every_game
def test_the_example_is_legal_and_opens(client, game):
    document = json.loads(example_file(game).read_text("utf-8"))
    assert load_roster(document).verdict.legal
    assert client.post(f"/new/{game}/example/", follow=True).status_code == 200
