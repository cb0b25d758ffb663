"""What `options` allows breaks no limit that held before, and what it refuses breaks one."""

import re
from dataclasses import replace

import pytest
from django.urls import reverse
from hypothesis import given
from hypothesis import strategies as st

from builder.families.red_button.offers import rounds, stats
from builder.games.rbn import offers
from builder.lists import history
from builder.lists.commands import perform
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from rules import document as documents
from rules.registry import GAMES
from rules.verdict import judge
from tests import make
from tests.builder.offered import excesses

HEADS = [
    {"faction": "mutants", "activity": "pillards", "budget": 300},
    {"faction": "survivants", "subfaction": "sss", "activity": "chasseurs", "budget": 600},
    {"faction": "esclavagistes", "subfaction": "seigneurs-des-arenes", "activity": "marchands", "budget": 300},
    {"faction": "robots", "subfaction": "escadrons-noirs", "activity": "chasseurs", "budget": 900, "exotic": True},
    {"faction": "mercenaires", "subfaction": "sons-of-apocalypse", "activity": "pillards", "budget": 450},
    {"faction": "enfants-du-13", "subfaction": "phantom-squad", "activity": "pillards", "budget": 300},
    {"faction": "cultistes", "activity": "chasseurs", "budget": 150, "scenario": "selection-naturelle"},
    {
        "faction": "mercenaires",
        "budget": 900,
        "traits": {"advantage": "esclavagistes", "drawbacks": ["robots", "mutants"]},
    },
]


def load_roster(document):
    loaded = LoadedRoster(document)
    loaded.catalogue = make.catalogue()
    return loaded


def all_offers(loaded):
    found = [offer for group in LISTS["rbn"].new_units(loaded) for offer in group.offers]
    for index, unit_analysis in enumerate(loaded.analysis.units):
        found += [offer for group in offers.of_unit(loaded, index) for offer in group.offers]
        found += [offer for group in rounds(loaded, index).values() for offer in group]
        found += offers.switches(loaded, index)
        if unit_analysis.kind == "fighter":
            found += [offer for group in stats(loaded, index).values() for offer in group]
        else:
            found += offers.types(loaded, index)
    return found


def limits(document):
    return excesses(make.prohibitions(document))


@given(head=st.sampled_from(HEADS), choices=st.lists(st.integers(0, 10_000), min_size=1, max_size=12))
def test_offers_and_prohibitions_agree_whatever_was_built(head, choices):
    document = {"format": documents.FORMAT, "game": "rbn", "units": [], **head}
    loaded = load_roster(documents.read(document, GAMES))
    for choice in choices:
        found = all_offers(loaded)
        before = limits(loaded.document)
        for offer in found[:: max(1, len(found) // 40)]:
            added = limits(perform(loaded, offer.command, {})) - before  # what is broken further, too
            assert bool(added) == bool(offer.refusal), offer.command
        chosen = found[choice % len(found)]
        costs = [unit.cost for unit in loaded.analysis.units]
        loaded = loaded.with_document(perform(loaded, chosen.command, {}))
        if chosen.command.startswith("add-") and len(chosen.command.split()) > 2:
            index = int(chosen.command.split()[1])
            after = [unit.cost for unit in loaded.analysis.units]
            assert after[:index] + after[index + 1 :] == costs[:index] + costs[index + 1 :]
        assert documents.read(documents.write(loaded.document, GAMES), GAMES) == loaded.document


def test_a_refusal_carries_the_rule_of_the_verdict():
    document = make.convoy(units=[make.fighter(equipment=["armure"])])
    group = next(group for group in offers.of_unit(load_roster(document), 0) if group.key == "equipment")
    offer = next(offer for offer in group.offers if offer.entry.slug == "armure")
    broken = judge(perform(load_roster(document), offer.command, {}), make.catalogue(), GAMES["rbn"])
    (refusal,) = offer.refusal
    assert refusal.rule.id == "rbn.dup-equipment"
    assert refusal in broken.findings


def test_what_is_broken_already_refuses_nothing_else():
    document = make.convoy(units=[make.fighter(T=5, equipment=["armure", "armure"]), make.fighter()])
    found = [offer for group in offers.of_unit(load_roster(document), 0) for offer in group.offers]
    open_now = {offer.entry.slug: offer.open for offer in found}
    assert (open_now["fusil"], open_now["grappin"]) == (True, True)


def test_a_requirement_refuses_nothing():
    document = replace(make.convoy(faction="robots", units=[]), units=())
    vehicles = next(group for group in LISTS["rbn"].new_units(load_roster(document)) if group.key == "vehicles")
    assert {offer.entry.slug: offer.open for offer in vehicles.offers} == {
        "leger": False,
        "moyen": True,
        "lourd": False,
        "sidecar": False,
    }


@pytest.mark.django_db
@pytest.mark.parametrize(("units", "stamp"), [(None, "ok"), ([], "todo")])
def test_the_page_of_a_list_shows_its_verdict_and_its_findings(client, units, stamp):
    convoy = make.convoy(units=units)
    row, _key = history.create(LoadedRoster(convoy), "new")
    make.grant(client, row)
    page = client.get(reverse("roster", args=[row.pk])).content.decode()
    panel = page.split('id="findings"')[1].split("</section>")[0]
    assert f'class="stamp {stamp}"' in page
    found = [finding.rule.id for finding in make.judge(convoy).findings]
    assert re.findall(r"#(rbn[.][a-z0-9-]+)", panel) == found


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "weapons"),
    [("?revision=1", []), ("?revision=1&unit=0", [0]), ("?revision=1&unit=1", [1]), ("?revision=1&unit=2", [])],
)
def test_units_are_on_offer_and_weapons_where_a_unit_is_open(client, query, weapons):
    row, _key = history.create(LoadedRoster(make.convoy(units=[make.fighter(), make.fighter()])), "new")
    make.grant(client, row)
    page = client.get(reverse("roster-offers", args=[row.pk]) + query, headers={"HX-Request": "true"}).content.decode()
    assert 'value="add-fighter"' in page
    assert [index for index in range(3) if f'value="add-weapon {index} arc"' in page] == weapons
