"""What `options` allows breaks no limit that held before, and what it refuses breaks one."""

from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from builder.edits import perform
from builder.games import DESKS
from builder.games.rbn import offers
from builder.workbench import Bench
from rules import roster as rosters
from rules.games import GAMES
from rules.verdict import judge, limits_broken
from tests import make

DESK = DESKS["rbn"]
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


def bench_of(list_):
    bench = Bench(list_)
    bench.catalogue = make.catalogue()
    return bench


def all_offers(bench):
    found = [offer for group in DESK.new_units(bench) for offer in group.offers]
    for index, view in enumerate(bench.survey.units):
        found += [offer for group in offers.of_unit(bench, index) for offer in group.offers]
        found += [offer for group in offers.rounds(bench, index).values() for offer in group]
        found += offers.switches(bench, index)
        if view.kind == "fighter":
            found += [offer for group in offers.stats(bench, index).values() for offer in group]
        else:
            found += offers.types(bench, index)
    return found


def limits(list_):
    return set(limits_broken(list_, make.catalogue(), GAMES["rbn"]))


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(head=st.sampled_from(HEADS), choices=st.lists(st.integers(0, 10_000), min_size=1, max_size=12))
def test_offers_and_limits_agree_whatever_was_built(head, choices):
    document = {"format": rosters.FORMAT, "game": "rbn", "units": [], **head}
    bench = bench_of(rosters.read(document, GAMES))
    for choice in choices:
        found = all_offers(bench)
        before = limits(bench.list)
        for offer in found[:: max(1, len(found) // 40)]:
            added = limits(perform(DESK, bench, offer.line, {})) - before
            assert bool(added) == bool(offer.refusal), offer.line
        chosen = found[choice % len(found)]
        costs = [unit.cost for unit in bench.survey.units]
        bench = bench.changed(perform(DESK, bench, chosen.line, {}))
        if chosen.line.startswith("add-") and len(chosen.line.split()) > 2:
            index = int(chosen.line.split()[1])
            after = [unit.cost for unit in bench.survey.units]
            assert after[:index] + after[index + 1 :] == costs[:index] + costs[index + 1 :]
        assert rosters.read(rosters.write(bench.list, GAMES), GAMES) == bench.list


def test_a_refusal_carries_the_rule_of_the_verdict():
    list_ = make.convoy(units=[make.fighter(equipment=["armure"])])
    group = next(group for group in offers.of_unit(bench_of(list_), 0) if group.key == "equipment")
    offer = next(offer for offer in group.offers if offer.entry.slug == "armure")
    broken = judge(perform(DESK, bench_of(list_), offer.line, {}), make.catalogue(), GAMES["rbn"])
    (refusal,) = offer.refusal
    assert refusal.rule.id == "rbn.dup-equipment"
    assert refusal in broken.findings


def test_a_duty_refuses_nothing():
    list_ = replace(make.convoy(faction="robots", units=[]), units=())
    vehicles = next(group for group in DESK.new_units(bench_of(list_)) if group.key == "vehicles")
    assert {offer.entry.slug: offer.open for offer in vehicles.offers} == {
        "leger": False,
        "moyen": True,
        "lourd": False,
        "sidecar": False,
    }
