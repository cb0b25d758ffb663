"""What the editor of a convoy offers first, how it finds things, and what it notes on vehicles and in the head."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse

from builder.games.rbn import offers
from builder.lists import history
from builder.lists.commands import perform
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from tests import make
from tests.builder.test_options import load_roster

HEAD = {"allegiance": "robots", "activity": "pillards"}


def refused(groups):
    """The rules that refuse something in groups of offers."""
    return {one.rule.id for group in groups for offer in group.offers for one in offer.refusal}


def test_an_empty_list_of_mutants_opens_every_profile():
    groups = LISTS["rbn"].new_units(load_roster(replace(make.convoy(faction="mutants"), units=())))
    profiles = next(group for group in groups if group.key == "profiles").offers
    assert (len(profiles), [offer.entry.slug for offer in profiles if not offer.open]) == (15, [])


@pytest.mark.parametrize("shooters", [0, 1, 3])
def test_the_first_fighters_of_the_mutants_may_all_shoot(shooters):
    units = [*make.crowd(shooters, "arc", T=5), make.fighter()]
    loaded = load_roster(make.convoy(units=units, faction="mutants"))
    ranged = next(group for group in offers.of_unit(loaded, len(units) - 1) if group.key == "ranged")
    assert [offer.entry.slug for offer in ranged.offers if not offer.open] == ["taser-exotique"]


def test_the_halves_of_others_stay_prohibitions():
    slaves = make.convoy(units=[make.fighter(slave=True, count=1), make.fighter(slave=True)], faction="esclavagistes")
    assert refused(LISTS["rbn"].new_units(load_roster(slaves))) == {"rbn.sidecar-not-sons"}
    one_more = load_roster(make.convoy(units=[make.fighter(slave=True), make.fighter()], faction="esclavagistes"))
    assert next(offers.switches(one_more, 1)).refusal[0].rule.id == "rbn.too-many-slaves"


ALSO = {
    "pistolet": ["revolver", "zipgun"],
    "epee": ["katana", "hache"],
    "hache-a-deux-mains": ["grande épée"],
    "matraque": ["pied-de-biche"],
}


@pytest.mark.django_db
def test_every_name_that_the_book_gives_stands_in_the_row(client):
    row, _key = history.create(LoadedRoster(make.convoy(units=[make.fighter()])), "new")
    make.grant(client, row)
    address = reverse("roster-offers", args=[row.pk]) + "?revision=1&unit=0"
    page = client.get(address, headers={"HX-Request": "true", "Accept-Language": "fr"}).content.decode()
    for slug, names in ALSO.items():
        line = page.split(f'id="li-add-weapon-0-{slug}"')[1].split("</li>")[0]
        words = re.sub(r"<[^>]*>", " ", line)
        assert [name for name in names if name not in words] == []


def crewed(post):
    document = make.convoy(units=[make.fighter("pistolet", T=5, name="Rosa"), make.vehicle()])
    return perform(load_roster(document), "add-crew 1", {"rider": "0 0", "post": post})


def test_a_driver_is_noted_as_one_who_shoots():
    (member,) = crewed("driver-gunner").units[1].crew
    assert (member.unit, member.copy, member.post) == (0, 0, "driver-gunner")
    with pytest.raises(BadEdit):
        crewed("captain")


@pytest.mark.django_db
def test_the_editor_offers_and_names_the_driver_who_shoots(client):
    row, _key = history.create(LoadedRoster(crewed("driver-gunner")), "new")
    make.grant(client, row)
    page = client.get(reverse("roster", args=[row.pk]) + "?unit=1", headers={"Accept-Language": "en"}).content.decode()
    assert '<option value="driver-gunner">driver and gunner</option>' in page
    assert re.search(r"<b>\s*driver and gunner\s*</b>", page)


def head_after(document, **fields):
    """The scenario and role of a list after the head was sent, and what its roles break."""
    changed = perform(load_roster(document), "set-head", HEAD | fields)
    return changed.scenario, changed.role, [id for id in make.broken(changed) if id == "rbn.bad-role"]


@pytest.mark.parametrize("scenario", ["bataille-rangee", "retour-compromis", ""])
def test_a_role_left_over_from_another_scenario_goes(scenario):
    departure = make.convoy(scenario="le-jour-du-grand-depart", role="mandated")
    assert head_after(departure, scenario=scenario, role="mandated") == (scenario or None, None, [])


def test_a_role_that_the_next_scenario_has_too_stays():
    departure = make.convoy(scenario="le-jour-du-grand-depart", role="mandated")
    highway = "l-autoroute-de-l-enfer"
    assert head_after(departure, scenario=highway, role="mandated") == (highway, "mandated", [])


def test_a_role_that_is_chosen_stays_and_is_judged():
    stopover = make.convoy(scenario="escale-sans-lendemain")
    chosen = {"scenario": "escale-sans-lendemain", "role": "attacker"}
    assert head_after(stopover, **chosen) == ("escale-sans-lendemain", "attacker", ["rbn.bad-role"])
