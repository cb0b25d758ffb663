"""What is still missing is neutral and leads to its field; red is for what the book forbids; alike findings are one."""

import json
from urllib.parse import urldefrag

import pytest
from django.urls import reverse

from builder.lists import history
from builder.lists.findings import MIND, group_findings, grouped_findings
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.registry import example_file
from rules.registry import GAMES
from rules.verdict import BAD, OK, TODO
from tests import make
from tests.documents import samples

of_every_game = pytest.mark.parametrize("game", GAMES)


def started(game):
    """A new list as its form makes it when nothing is filled in."""
    empty = LoadedRoster.empty(game)
    empty.catalogue = make.catalogue(game)
    return empty.with_document(LISTS[game].start_list(empty.document, empty.catalogue))


def requirements_of(game):
    return {rule.id for rule in GAMES[game].register.rules.values() if rule.requirement}


@of_every_game
def test_every_requirement_has_a_place_where_it_is_given_and_nothing_else_has(game):
    assert LISTS[game].remedies.keys() == requirements_of(game)


@of_every_game
def test_an_empty_list_is_not_at_fault(game):
    assert grouped_findings(started(game), LISTS[game].remedies).state == TODO


def one_document_for_each_requirement(game):
    documents = {}
    for document in [{"format": "bivouac-roster/1", "game": game, "units": []}, *samples(game)]:
        loaded = LoadedRoster.from_data(document)
        loaded.catalogue = make.catalogue(game)
        for finding in loaded.verdict.findings:
            if finding.rule.requirement:
                documents.setdefault(finding.rule.id, []).append((loaded, finding))
    return documents


@pytest.mark.django_db
@of_every_game
def test_the_button_of_a_requirement_leads_to_a_field_that_is_there(client, game):
    documents = one_document_for_each_requirement(game)
    assert documents.keys() == requirements_of(game)
    for id, cases in documents.items():
        for loaded, finding in (cases[0], cases[-1]):
            row, _key = history.create(loaded, "new")
            make.grant(client, row)
            remedy = LISTS[game].remedies[id]
            query, field = urldefrag(remedy.address(dict(enumerate(loaded.analysis.units)), finding.unit))
            page = client.get(reverse("roster", args=[row.pk]) + query).content.decode()
            assert not field or f'id="{field}"' in page, (id, query)


def test_a_requirement_of_the_whole_list_opens_the_first_unit_that_can_mend_it():
    remedy = LISTS["rbn"].remedies["rbn.no-chef"]

    def address(*units):
        loaded = LoadedRoster(make.convoy(units=units))
        loaded.catalogue = make.catalogue()
        return remedy.address(dict(enumerate(loaded.analysis.units)), None)

    assert address() == "#add-fighter"
    assert address(make.vehicle()) == "#add-fighter"
    assert address(make.vehicle(), make.fighter(slave=True), make.fighter()) == "?unit=2#li-add-ability-2-chef"


def found_in_rbn(**fields):
    loaded = LoadedRoster(make.convoy(**fields))
    loaded.catalogue = make.catalogue()
    return {one.rule.id: one for one in grouped_findings(loaded, LISTS["rbn"].remedies).requirements}


def test_no_button_leads_to_what_is_forbidden():
    animal, fighter = make.fighter(abilities="animal"), make.fighter(T=5)
    armed = found_in_rbn(faction="enfants-du-13", units=[animal, fighter])["rbn.e13-no-ranged"]
    assert [place.mended for place in armed.places] == ["", "?unit=1#section-1-ranged"]
    drawbacks = make.choices("cultistes", "mutants", "enfants-du-13")
    half = found_in_rbn(faction="mercenaires", traits=drawbacks, units=[make.fighter("arc", T=5)])
    assert not half["rbn.mutant-ranged-half"].mends
    assert found_in_rbn(faction="mutants", units=[make.fighter("arc", T=5)])["rbn.mutant-ranged-half"].mends


def test_a_hint_stands_at_findings_together_only_where_it_is_the_same_for_all():
    animal, fighter = make.fighter(abilities="animal"), make.fighter(T=5)
    assert not found_in_rbn(faction="enfants-du-13", units=[animal, fighter])["rbn.e13-no-ranged"].hint
    assert found_in_rbn(faction="enfants-du-13", units=[fighter, fighter])["rbn.e13-no-ranged"].hint


@pytest.mark.django_db
def test_robots_are_led_to_the_vehicles_that_they_may_have(client):
    loaded = LoadedRoster(make.convoy(faction="robots", units=[]))
    loaded.catalogue = make.catalogue()
    row, _key = history.create(loaded, "new")
    make.grant(client, row)
    page = client.get(reverse("roster", args=[row.pk])).content.decode()
    assert 'href="#add-vehicles"' in page
    vehicles = page.split('id="add-vehicles"')[1].split("</ul>")[0]
    open_to_robots = [button for button in vehicles.split("<button")[1:] if "disabled" not in button.split(">")[0]]
    assert ['id="add-vehicle-moyen"' in button for button in open_to_robots] == [True]


@pytest.mark.parametrize(
    ("convoy", "state", "worst"),
    [
        (make.convoy(), OK, OK),
        (make.convoy(units=[]), TODO, TODO),
        (make.convoy(units=[make.fighter(equipment=["armure", "armure"])]), BAD, BAD),
        (make.convoy(make.fighter("fusil", T="-")), OK, MIND),
    ],
)
def test_what_was_found_has_three_states_and_warnings_make_no_fault(convoy, state, worst):
    all_of_it = group_findings(make.judge(convoy).findings, {})
    assert (all_of_it.state, all_of_it.worst) == (state, worst)


def test_the_findings_of_one_rule_are_one_and_name_their_units():
    convoy = make.convoy(units=[make.fighter(T="-", equipment=["armure", "armure"]) for _n in range(3)])
    (doubled,) = group_findings(make.judge(convoy).findings, {}).prohibitions
    assert (doubled.rule.id, [place.unit for place in doubled.places]) == ("rbn.dup-equipment", [0, 1, 2])
    assert doubled.message.message.values == doubled.findings[0].message.values


def test_findings_that_differ_are_told_by_what_their_rule_demands():
    convoy = make.convoy(units=[make.fighter(equipment=[one, one]) for one in ("armure", "grappin")])
    (doubled,) = group_findings(make.judge(convoy).findings, {}).prohibitions
    assert doubled.message is None


@of_every_game
def test_an_example_warns_of_five_things_at_most(game):
    loaded = LoadedRoster.from_data(json.loads(example_file(game).read_text("utf-8")))
    loaded.catalogue = make.catalogue(game)
    shown = grouped_findings(loaded, LISTS[game].remedies)
    assert (shown.state, len(shown.warnings) <= 5) == (OK, True)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("convoy", "stamp", "card"),
    [
        (make.convoy(), "ok", None),
        (make.convoy(units=[]), "todo", None),
        (make.convoy(units=[make.fighter(equipment=["armure", "armure"])]), "bad", "bad"),
        (make.convoy(faction="enfants-du-13", units=[make.fighter("fusil", T=5)]), "todo", "todo"),
        (make.convoy(units=[make.fighter("fusil", T="-", abilities="chef")]), None, "mind"),
    ],
)
def test_bar_and_card_are_red_for_prohibitions_alone(client, convoy, stamp, card):
    row, _key = history.create(LoadedRoster(convoy), "new")
    make.grant(client, row)
    page = client.get(reverse("roster", args=[row.pk])).content.decode()
    if stamp:
        assert f'class="stamp {stamp}"' in page
        assert f'class="bar {stamp}"' in page
    if card:
        assert card in page.split('id="unit-0"')[1].split('"')[1].split()
