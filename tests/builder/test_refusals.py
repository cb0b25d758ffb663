"""What is refused: what breaks a prohibition, the budget apart; what goes over the budget says by how much."""

import html
from collections import Counter
from dataclasses import replace

import pytest

from builder.games.rbn.edits import ready_made
from builder.lists import copying, history
from builder.lists.commands import perform
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import Offer, OfferChecker
from builder.models import Roster
from builder.wording import cited
from rules.registry import GAMES
from rules.verdict import judge
from tests import make
from tests.builder.offered import all_offers, load_roster
from tests.documents import samples

BUDGETS = {"rbn.budget-exceeded", "fw.budget-exceeded"}
OFFERS_OF_A_LIST = 25


def loaded_of(document):
    loaded = LoadedRoster(document)
    loaded.catalogue = make.catalogue(document.game)
    return loaded


def offers_of(document):
    return {offer.command: offer for offer in all_offers(loaded_of(document))}


def spending(points, budget=300, *extra):
    """A fighter who costs 10 points, vehicles for the rest of so many points."""
    units = (make.fighter(), *make.vehicles_worth(points - 10), *extra)
    return make.convoy(units=units, budget=budget, faction="cultistes")


def test_the_budgets_refuse_nothing_and_nothing_else_does_so():
    rules = [rule for game in GAMES.values() for rule in game.register.rules.values()]
    assert {rule.id for rule in rules if not rule.refuses} == BUDGETS
    assert {rule.is_prohibition for rule in rules if rule.id in BUDGETS} == {True}


@pytest.mark.parametrize(
    ("points", "over"),
    [(289, {"arc": 0, "fusil": 0}), (294, {"arc": 2, "fusil": 6}), (300, {"arc": 8, "fusil": 12})],
)
def test_what_goes_over_the_budget_may_be_taken_and_says_by_how_much(points, over):
    catalogue = make.catalogue()
    costs = {slug: catalogue.weapons[slug].cost for slug in over}
    offers = offers_of(spending(points))
    found = {slug: offers[f"add-weapon 0 {slug}"] for slug in over}
    assert {slug: offer.open for slug, offer in found.items()} == dict.fromkeys(over, True)
    assert {slug: offer.over for slug, offer in found.items()} == {
        slug: max(0, points + cost - 300) for slug, cost in costs.items()
    }


def test_the_point_that_fills_the_budget_is_not_over_it_and_the_next_one_is():
    cost = make.catalogue().weapons["arc"].cost
    assert offers_of(spending(300 - cost))["add-weapon 0 arc"].over == 0
    assert offers_of(spending(301 - cost))["add-weapon 0 arc"].over == 1


@pytest.mark.parametrize("points", [294, 300, 337])
def test_within_and_over_the_budget_the_same_is_refused(points):
    refused = {command for command, offer in offers_of(spending(290)).items() if offer.refusal}
    assert {command for command, offer in offers_of(spending(points)).items() if offer.refusal} == refused


def test_over_the_budget_what_costs_nothing_or_less_says_nothing():
    found = offers_of(spending(337))
    assert (found["add-ability 0 chef"].over, found["set-stat 0 C 5"].over) == (0, 0)
    assert found["set-stat 0 C 3"].over > 37


@pytest.mark.parametrize("weapons", [["fusil"] * n for n in (3, 4, 5)])
def test_what_is_broken_already_is_not_broken_further(weapons):
    offers = offers_of(make.convoy(units=[make.fighter(*weapons, T=5)], faction="cultistes"))
    rules = [[reason.rule.id for reason in offers[f"add-weapon 0 {slug}"].refusal] for slug in ("arc", "fusil")]
    assert rules == [["rbn.weapon-places"], ["rbn.weapon-places"]]
    assert offers["add-equipment 0 grappin"].open


def test_the_third_of_a_kind_is_refused_like_the_second():
    for armour in (1, 2, 3):
        offers = offers_of(make.convoy(units=[make.fighter(equipment=["armure"] * armour)]))
        assert [reason.rule.id for reason in offers["add-equipment 0 armure"].refusal] == ["rbn.dup-equipment"]


def test_what_mends_a_little_is_open_though_the_rule_stays_broken():
    guns = ["mitrailleuse-fixe"] * 4
    document = make.convoy(units=[make.fighter(), make.vehicle("leger", *guns)], faction="cultistes")
    offers = offers_of(document)
    assert "rbn.slots-exceeded" in make.broken(document)
    assert offers["set-type 1 moyen"].open
    assert not offers_of(make.convoy(units=[make.vehicle("moyen", *guns)]))["set-type 0 leger"].open


def test_what_there_is_already_is_counted_and_can_be_taken_away():
    offers = offers_of(make.convoy(units=[make.fighter("arc", "couteau", "arc", equipment="armure", T=5)]))
    found = [offers[command] for command in ("add-weapon 0 arc", "add-equipment 0 armure", "add-weapon 0 fusil")]
    assert [(one.count, one.removal) for one in found] == [
        (2, "remove-weapon 0 2"),
        (1, "remove-equipment 0 0"),
        (0, ""),
    ]


def test_ready_made_profiles_say_what_they_carry():
    offers = offers_of(make.convoy(units=[]))
    guard, titan = offers["add-profile garde"].contents, offers["add-profile lourd-titan"].contents
    assert [len(guard), guard[0][:2]] == [2, ("T 4", "C 4")]
    options = ready_made(make.catalogue(), make.catalogue().profiles["lourd-titan"]).options
    assert titan == (tuple(make.catalogue().options[option.item].name for option in options),)


def breaches(document):
    """How far each prohibition but the budget is broken, from the verdict alone."""
    verdict = judge(document, make.catalogue(document.game), GAMES[document.game])
    found = Counter()
    for error in verdict.errors:
        if not error.rule.requirement and error.rule.id not in BUDGETS:
            found[error.rule.id, error.unit] += error.excess
    return found


@pytest.mark.parametrize("game", GAMES)
def test_an_offer_is_refused_for_prohibitions_but_the_budget_and_says_how_far_that_is_passed(game):
    wrong = []
    for at, document in enumerate(samples(game)):
        loaded = load_roster(document)
        before = breaches(loaded.document)
        offers = list(all_offers(loaded, most_units=2))
        step = max(1, len(offers) // OFFERS_OF_A_LIST)
        for offer in offers[at % step :: step]:
            if fresh_effect(loaded, offer, before) != (bool(offer.refusal), offer.over):
                wrong.append((at, offer.command))
    assert wrong == []


def fresh_effect(loaded, offer: Offer, before):
    """(whether it is refused, points over the budget), from verdicts alone."""
    if offer.command.startswith("draw-"):
        return bool(offer.refusal), offer.over  # the dice decide what comes
    try:
        variant = perform(loaded, offer.command, {})
    except BadEdit:
        return True, 0
    verdict = judge(variant, loaded.catalogue, loaded.game)
    dearer = loaded.verdict.total is not None and verdict.total > loaded.verdict.total
    passed = max(0, verdict.total - verdict.budget) if dearer and verdict.budget is not None else 0
    return bool(breaches(variant) - before), passed


def test_a_breach_follows_its_unit_when_units_move():
    document = make.convoy(units=[make.fighter(equipment=["armure"] * 2), make.fighter()])
    checker = OfferChecker(loaded_of(document))
    turned = replace(document, units=document.units[::-1])
    assert checker.effect_of(turned, lambda index: 1 - index).refusal == ()
    assert [reason.rule.id for reason in checker.effect_of(turned).refusal] == ["rbn.dup-equipment"]


# --- duplicating, and more copies -----------------------------------------------------------------------------------


def copied(document, command, **fields):
    """The ids of the rules that refuse an edit of the list; () where it may be done."""
    loaded = loaded_of(document)
    after = loaded.with_document(perform(loaded, command, fields))
    return tuple(reason.rule.id for reason in copying.refusal(loaded, after, command))


def test_a_copy_goes_over_the_budget_like_anything_else():
    full = spending(300)
    assert (copied(full, "duplicate 0"), copied(full, "describe 0", count="9")) == ((), ())
    assert copied(full, "step-count 0 more") == ()


@pytest.mark.parametrize("command", ["duplicate 0", "describe 0", "step-count 0 more"])
@pytest.mark.parametrize(
    ("unit", "rules"),
    [
        (make.fighter(), ()),
        (make.fighter(abilities="chef"), ("rbn.multiple-chefs",)),
        (make.fighter(equipment=["armure"] * 2), ("rbn.dup-equipment",)),
        (make.fighter("lance-roquettes", T=5, count=2), ("rbn.too-many-rockets",)),
    ],
)
def test_a_copy_that_breaks_another_prohibition_is_refused(command, unit, rules):
    assert copied(make.convoy(units=[unit], faction="cultistes"), command, count=str(unit.count + 1)) == rules


def test_fewer_copies_and_other_names_are_never_refused():
    document = make.convoy(units=[make.fighter(equipment=["armure"] * 2, count=3)])
    assert copied(document, "describe 0", count="2", name="Gordon") == ()
    assert copied(document, "describe 0", count="3", name="Gordon") == ()
    assert (copied(document, "step-count 0 less"), copied(document, "remove 0")) == ((), ())


@pytest.mark.django_db
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_a_refused_copy_changes_nothing_and_says_why(client, headers):
    team = [{"kind": "hero", "hero": slug} for slug in ("brick", "claudine", "sarge", "quentin")]
    document = {"format": "bivouac-roster/1", "game": "reichbusters", "mode": "raid", "units": team}
    row, _key = history.create(LoadedRoster.from_data(document), "new")
    make.grant(client, row)
    fields = {"command": "duplicate 0", "revision": "1"}
    answer = client.post(f"/lists/{row.pk}/edit/", fields, headers={"accept-language": "en"} | headers, follow=True)
    page = answer.content.decode().split('id="toast"')[1]
    assert Roster.objects.get().revision == 1
    assert "Heroes: 5, maximum 4." in page
    assert cited(GAMES["reichbusters"].register.rules["rb.team-too-large"].cite, "en") in html.unescape(page)
