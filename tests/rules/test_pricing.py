"""What things cost: the ready-made profiles, the factions' changes, and illegal lists priced as written."""

import pytest

from tests import make

PROFILES = {  # printed, by the rules
    "chef-de-convoi": (74, 72),
    "mecanicien": (74, 64),
    "soigneur": (27, 29),
    "garde": (42, 42),
    "garde-lourd": (42, 48),
    "guerrier": (24, 24),
    "eclaireur": (42, 49),
    "personnel-de-logistique": (14, 14),
    "chien": (16, 16),
    "leger-eclaireur": (29, 29),
    "moyen-escorteur": (55, 55),
    "moyen-chasseur": (53, 53),
    "moyen-gofast": (50, 50),
    "lourd-transporteur-de-troupe": (88, 87),
    "lourd-titan": (90, 90),
}
FOR_SURVIVORS = {  # printed for them, by the rules
    "moyen-escorteur": (65, 65),
    "lourd-transporteur-de-troupe": (98, 97),
    "lourd-titan": (100, 100),
}


def cost(*units, **header):
    """The total of a list of these units alone."""
    return make.judge(make.convoy(units=units, **header)).total


def test_profiles_are_those_of_the_book_in_its_order():
    assert {slug: one.printed for slug, one in make.catalogue().profiles.items()} == {
        slug: printed for slug, (printed, _computed) in PROFILES.items()
    }


@pytest.mark.parametrize(("slug", "computed"), [(slug, two) for slug, (_one, two) in PROFILES.items()])
def test_profiles_cost_what_the_rules_say(slug, computed):
    assert cost(profile(slug)) == computed


@pytest.mark.parametrize(("slug", "printed", "computed"), [(slug, *two) for slug, two in FOR_SURVIVORS.items()])
def test_profiles_with_machine_guns_cost_survivors_ten_more(slug, printed, computed):
    entry = make.catalogue().profiles[slug]
    assert (entry.printed_for, entry.printed_otherwise) == ("survivants", printed)
    assert cost(profile(slug), faction="survivants") == computed


def profile(slug):
    return make.unit(make.catalogue().profiles[slug].unit)


@pytest.mark.parametrize("slug", [slug for slug in PROFILES if slug not in FOR_SURVIVORS])
def test_the_other_profiles_cost_survivors_the_same(slug):
    assert cost(profile(slug), faction="survivants") == PROFILES[slug][1]


GUNS = [
    (make.fighter("mitrailleuse"), 25),
    (make.vehicle("moyen", "mitrailleuse-fixe"), 47),
    (make.vehicle("moyen", "mitrailleuse-sur-pivot"), 49),
    (make.fighter("fusil-d-assaut"), 26),
    (make.fighter("pistolet-mitrailleur"), 24),
    (make.vehicle("moyen", "baliste-sur-pivot"), 40),
    (make.fighter(equipment="armure"), 20),
    (make.fighter(abilities="pilote-emerite"), 15),
    (make.fighter(abilities="fils-des-sables"), 16),
    (make.fighter(slave=True), 10),
]
CHANGES = {
    ("cultistes", None): [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ("cultistes", "devoreurs-des-derniers-jours"): [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ("mutants", None): [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ("mutants", "gaia-familys"): [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ("esclavagistes", None): [0, 0, 0, 0, 0, 0, 0, 0, 0, -5],
    ("esclavagistes", "seigneurs-des-arenes"): [0, 0, 0, 0, 0, 0, 0, 0, 0, -5],
    ("survivants", None): [10, 10, 10, 0, 0, 0, 0, 0, 0, 0],
    ("survivants", "sss"): [10, 10, 10, 0, 0, 0, 0, 0, 0, 0],
    ("robots", None): [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ("robots", "escadrons-noirs"): [-5, -5, -5, -5, 0, 0, 0, 0, 0, 0],
    ("mercenaires", None): [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    ("mercenaires", "sons-of-apocalypse"): [0, 0, 0, 0, 0, 0, 0, -5, 0, 0],
    ("enfants-du-13", None): [0, 0, 0, 0, 0, 0, -5, 0, 0, 0],
    ("enfants-du-13", "phantom-squad"): [0, 0, 0, 0, 0, 0, 0, 0, -6, 0],
    (None, None): [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
}


@pytest.mark.parametrize(("faction", "subfaction"), CHANGES)
def test_factions_change_some_prices(faction, subfaction):
    prices = [cost(unit, faction=faction, subfaction=subfaction) for unit, _points in GUNS]
    assert prices == [points + by for (_unit, points), by in zip(GUNS, CHANGES[faction, subfaction], strict=True)]


@pytest.mark.parametrize(
    ("advantage", "drawback", "by"),
    [
        ("survivants", "mutants", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("cultistes", "survivants", [10, 10, 10, 0, 0, 0, 0, 0, 0, 0]),
        ("esclavagistes", "survivants", [10, 10, 10, 0, 0, 0, 0, 0, 0, -5]),
        ("mutants", "esclavagistes", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ("enfants-du-13", "robots", [0, 0, 0, 0, 0, 0, -5, 0, 0, 0]),
        ("robots", "enfants-du-13", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
    ],
)
def test_borrowed_traits_bring_their_prices(advantage, drawback, by):
    header = {"faction": "mercenaires", "traits": make.choices(advantage, drawback, "cultistes")}
    prices = [cost(unit, **header) for unit, _points in GUNS]
    assert prices == [points + change for (_unit, points), change in zip(GUNS, by, strict=True)]


AS_WRITTEN = [
    ("a banner of the mutants", make.fighter(equipment="banniere"), 25),
    ("a jet pack and a leap", make.fighter(equipment="reacteur", abilities="bond"), 36),
    (
        "the same thing twice",
        make.fighter(equipment=["armure", "armure"], abilities=["chef", "soigneur", "soigneur"]),
        50,
    ),
    ("six guns on a fighter", make.fighter(*["fusil"] * 6, T=3), 92),
    ("rounds that do not fit", make.fighter(make.weapon("arc", "munition-incendiaire", "balles-non-letales")), 21),
    ("rounds twice", make.fighter(make.weapon("fusil", "munition-assommante", "munition-assommante")), 25),
    ("a slave elsewhere", make.fighter(slave=True, C=3), 22),
    ("an armed dog", make.fighter("fusil", equipment="armure", abilities=["animal", "soigneur"]), 38),
    ("things that nobody knows", make.fighter("laser", equipment="jumelles", abilities="tireur"), 10),
    ("unknown rounds", make.fighter(make.weapon("fusil", "argent")), 21),
    ("known rounds in an unknown gun", make.fighter(make.weapon("laser", "munition-incendiaire")), 16),
    ("figures outside the table", make.fighter(T=2, C=2), 10),
    ("figures half outside the table", make.fighter(T=3, C=9), 26),
    ("a figure as a text", make.fighter(T="3"), 10),
    ("a flying truck", make.vehicle("lourd", flying=True), 65),
    ("a ram that comes off", make.vehicle("moyen", make.option("belier", demountable=True)), 41),
    ("a gun that comes off", make.vehicle("moyen", make.option("mitrailleuse-fixe", demountable=True)), 50),
    ("burning rounds for a rocket", make.vehicle("lourd", make.option("lance-roquettes", "munition-incendiaire")), 71),
    ("an unknown option that comes off", make.vehicle("leger", make.option("laser", demountable=True)), 23),
    ("a lightened car, twice over", make.vehicle("leger", "structure-allegee", "structure-allegee"), 10),
    ("plating for anybody", make.vehicle("leger", "blindage", "blindage-lourd"), 20),
    ("an unknown vehicle", make.vehicle("char"), 0),
    ("an unknown vehicle with a ram, flying", make.vehicle("char", "belier", flying=True), 23),
    ("a fighter's type for a vehicle", make.vehicle("combattant"), 0),
    ("a sidecar", make.vehicle("sidecar", "mitrailleuse-sur-pivot", "moteur-gonfle"), 54),
]


@pytest.mark.parametrize(("unit", "points"), [one[1:] for one in AS_WRITTEN], ids=[one[0] for one in AS_WRITTEN])
def test_illegal_lists_are_priced_as_written(unit, points):
    assert cost(unit, faction="mutants") == points


def test_every_copy_costs_the_same():
    assert cost(make.fighter("fusil", T=5, count=7), make.vehicle("lourd", "belier", count=3)) == 7 * 23 + 3 * 58


def test_nothing_costs_nothing():
    assert cost() == 0


@pytest.mark.parametrize(
    ("prices", "points"),
    [
        ((), 20 + 30 + 50),
        ((("sidecar", 33),), 33 + 30 + 50),
        ((("blindage", 7), ("blindage-lourd", 12)), 20 + 37 + 62),
        ((("arme-de-jet", 2),), 20 + 30 + 50),
        ((("blindage", -4), ("sidecar", 0)), 0 + 26 + 50),
    ],
)
def test_players_agree_on_prices_that_no_book_prints(prices, points):
    units = [make.vehicle("sidecar"), make.vehicle("moyen", "blindage"), make.vehicle("lourd", "blindage-lourd")]
    assert cost(*units, prices=prices) == points


def test_agreed_prices_are_named_in_the_warning():
    convoy = make.convoy(
        make.fighter(),
        make.vehicle("sidecar"),
        faction="mercenaires",
        subfaction="sons-of-apocalypse",
        prices=(("sidecar", 33),),
    )
    assert make.messages(convoy) == {"rbn.sidecar-price": "No official price for the sidecar: 33\xa0pts here."}


def test_a_unit_shows_its_price_line_by_line():
    rifle = make.weapon("fusil", "balles-non-letales")
    unit = make.fighter(rifle, T=5, C=4, equipment="armure", abilities="chef", slave=True)
    analysis = make.judge(make.convoy(units=[unit], faction="esclavagistes")).analysis
    assert list(analysis.units[0].cost_lines()) == [
        ("unit_type", "esclave", 5),
        ("characteristic", "T", 2),
        ("characteristic", "C", 4),
        ("weapon", "fusil", 11),
        ("ammunition", "balles-non-letales", 2),
        ("equipment", "armure", 10),
        ("ability", "chef", 0),
    ]


def test_the_total_is_the_sum_of_all_lines():
    verdict = make.judge(make.convoy(make.fighter("fusil", T=4, count=3), make.vehicle("moyen", "sono")))
    lines = sum(points * unit.count for unit in verdict.analysis.units for _kind, _slug, points in unit.cost_lines())
    assert verdict.total == lines
