"""What holds on every desk: offers agree with the limits, edits keep lists readable, pages open for any list."""

import json
from collections.abc import Mapping

import pytest
from django.urls import reverse
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder import history
from builder.access import GRANTS
from builder.edits import BadEdit, perform
from builder.games import DESKS
from builder.options import Group, Offer
from builder.sheets import html
from builder.sheets.paper import LAYOUTS
from builder.views.start import example_file
from builder.workbench import Bench
from rules import roster as rosters
from rules.games import GAMES
from rules.verdict import limits_broken
from tests import make
from tests.documents import documents, known_slugs, samples

of_every_game = pytest.mark.parametrize("game", DESKS)
HASTE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.function_scoped_fixture]
patient = settings(deadline=None, suppress_health_check=HASTE)


def bench_of(document):
    bench = Bench.of_document(document)
    bench.catalogue = make.catalogue(document["game"])
    return bench


def offers_in(shown):
    """Every `Offer` in what a desk shows of a unit, however deep."""
    if isinstance(shown, Offer):
        yield shown
    elif isinstance(shown, Group):
        yield from shown.offers
    else:
        inner = shown.values() if isinstance(shown, Mapping) else shown if isinstance(shown, (list, tuple)) else ()
        for one in inner:
            yield from offers_in(one)


def all_offers(bench):
    desk = DESKS[bench.list.game]
    yield from offers_in(desk.new_units(bench))
    for index in range(min(3, len(bench.list.units))):
        yield from offers_in(desk.opened(bench, index))


def limits(bench):
    return set(limits_broken(bench.list, bench.catalogue, bench.game))


@of_every_game
@settings(patient, max_examples=25)
@given(data=st.data())
def test_what_is_offered_breaks_no_limit_and_what_is_refused_breaks_one(game, data):
    bench = bench_of(data.draw(st.sampled_from([EMPTY | {"game": game}, *samples(game)])))
    for choice in data.draw(st.lists(st.integers(0, 10_000), min_size=1, max_size=6)):
        found = list(all_offers(bench))
        before = limits(bench)
        for offer in found[:: max(1, len(found) // 30)]:
            try:
                added = limits(bench.changed(perform(DESKS[game], bench, offer.line, {}))) - before
            except BadEdit:
                added = {"refused"}
            assert bool(added) == bool(offer.refusal), offer.line
        free = [offer for offer in found if offer.open]
        if free:
            bench = bench.changed(perform(DESKS[game], bench, free[choice % len(free)].line, {}))
        assert rosters.read(bench.document, GAMES) == bench.list


EMPTY = {"format": rosters.FORMAT, "units": []}
PLAIN = ["0", "1", "2", "39", "up", "-1", "zzz", "none", "on", "true", "", "5 3", "9" * 60, "x" * 300, "é\0"]
FIELDS = ["name", "notes", "count", "date", "title", "text", "unit-0", "dice", "table", "value", "kind", "item"]


@of_every_game
@settings(patient, max_examples=60)
@given(data=st.data())
def test_no_sequence_of_edits_makes_an_unreadable_list(game, data):
    desk = DESKS[game]
    slugs = known_slugs(make.catalogue(game))
    words = st.sampled_from(["0", "1", "2", "7", "up", "down", "zzz", "-1"]) | st.sampled_from(slugs)
    values = st.sampled_from(PLAIN) | st.sampled_from(slugs) | st.text(max_size=8)
    fields = st.dictionaries(st.sampled_from(FIELDS), values, max_size=6)
    bench = bench_of(data.draw(st.sampled_from([EMPTY | {"game": game}, *samples(game)])))
    for _step in range(8):
        verb, rest = data.draw(st.sampled_from(sorted(desk.edits))), data.draw(st.lists(words, max_size=3))
        try:
            bench = bench.changed(perform(desk, bench, " ".join([verb, *rest]), data.draw(fields)))
        except BadEdit:
            continue
        assert rosters.read(bench.document, GAMES) == bench.list
        assert bench.verdict is not None


def shelved(client, document):
    """The document as a stored list that this client may edit."""
    row, _key = history.create(Bench.of_document(document), "test")
    session = client.session
    session[GRANTS] = session.get(GRANTS, {}) | {str(row.pk): row.generation}
    session.save()
    return row


def addresses(row):
    desk = DESKS[row.game]
    base = reverse("roster", args=[row.pk])
    yield from (base, f"{base}?unit=0", f"{base}?unit=1", f"{base}?head", reverse("shared", args=[row.share_key]))
    yield from (reverse("roster-page", args=[row.pk, page]) for page in desk.pages)
    yield from (reverse("roster-print", args=[row.pk]), reverse("roster-links", args=[row.pk]))


@pytest.mark.django_db
@of_every_game
@settings(patient, max_examples=25)
@given(data=st.data())
def test_every_page_of_a_list_opens_whatever_the_list_holds(game, client, data):
    row = shelved(client, data.draw(documents(game)))
    answers = {address: client.get(address).status_code for address in addresses(row)}
    assert set(answers.values()) == {200}, answers
    bench = history.bench_of(row)
    for layout in LAYOUTS:
        assert html(DESKS[game].sheet(bench.list, bench.verdict, "fr"), layout, "fr", "a4")


@pytest.mark.django_db
@of_every_game
def test_the_games_own_pages_open_in_both_languages(client, game):
    pages = [f"/new/{game}/", f"/rules/{game}/", *(f"/rules/{game}/{page}/" for page in DESKS[game].reference)]
    for language in ("fr", "en"):
        headers = {"accept-language": language}
        assert {page: client.get(page, headers=headers).status_code for page in pages} == dict.fromkeys(pages, 200)


@pytest.mark.django_db
@of_every_game
def test_the_games_own_pages_take_any_query(client, game):
    for page in DESKS[game].reference:
        for value in PLAIN:
            query = dict.fromkeys(("roll", "seed", "dice", "level", "turn", "number", "state", "step"), value)
            assert client.get(f"/rules/{game}/{page}/", query).status_code in (200, 302, 400, 404)


@pytest.mark.django_db
@of_every_game
def test_a_stranger_sees_no_page_of_a_list(client, game):
    row, _key = history.create(Bench.of_document(EMPTY | {"game": game}), "test")
    kept = [address for address in addresses(row) if "/s/" not in address]
    assert {client.get(address).status_code for address in kept} == {404}
    assert {client.post(address).status_code for address in kept} <= {404, 405}


@pytest.mark.django_db
@of_every_game
def test_the_example_is_legal_and_opens(client, game):
    document = json.loads(example_file(game).read_text("utf-8"))
    assert bench_of(document).verdict.legal
    assert client.post(f"/new/{game}/example/", follow=True).status_code == 200
