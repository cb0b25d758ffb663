"""Building a group by its forms, and the pages for the table."""

import re
from urllib.parse import urlsplit

import pytest
from django.urls import reverse

from builder.lists import history
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from builder.models import Roster
from rules.families.red_button.document import Choices
from tests.builder.test_views import do, owned, units_of
from tests.rules.first_wave import make

pytestmark = pytest.mark.django_db
TABLE, BESTIARY = "/rules/first-wave/table/", "/rules/first-wave/bestiary/"


@pytest.fixture
def roster(client):
    return owned(client, make.group(make.fighter("pistolet", T=4, name="Maud")))


def list_of(roster):
    return history.load_roster(Roster.objects.get(pk=roster.pk)).document


def page(client, roster, **query):
    return client.get(reverse("roster", args=[roster.pk]), query).content.decode()


def test_a_new_group_has_its_budget_and_scenario(client):
    client.post("/new/first-wave/", {"budget": "300", "scenario": "diversion", "price_arme_de_jet": "4"})
    document = history.load_roster(Roster.objects.get()).document
    assert (document.budget, document.scenario, document.prices) == (300, "diversion", (("arme-de-jet", 4),))


def test_any_other_budget_wins_over_the_usual_ones(client):
    client.post("/new/first-wave/", {"budget": "150", "other_budget": "77"})
    assert history.load_roster(Roster.objects.get()).document.budget == 77


@pytest.mark.parametrize("bad", [{"budget": "-1"}, {"scenario": "Pouvoir !"}, {"price_arme_de_jet": "9" * 50}])
def test_a_head_that_cannot_be_read_is_shown_again(client, bad):
    assert client.post("/new/first-wave/", {"budget": "150"} | bad).status_code == 422
    assert Roster.objects.count() == 0


def test_the_example_is_legal(client):
    client.post("/new/first-wave/example/")
    assert Roster.objects.get().errors == 0


def test_survivors_children_and_animals_are_added(client, roster):
    for command in ("add-fighter", "add-child", "add-animal"):
        do(client, roster, command)
    added = [(unit.weapons and unit.weapons[0].item, unit.equipment, unit.abilities) for unit in units_of(roster)[2:]]
    assert added == [((), (), ()), ((), ("enfant",), ()), ("machoire", (), ("animal",))]
    assert make.judge(list_of(roster)).total == 10 + 23 + 12 + 12 + 10


def test_weapons_and_rounds(client, roster):
    do(client, roster, "add-weapon 1 grenade")
    do(client, roster, "toggle-rounds 1 1 fumigene")
    assert [(one.item, one.ammunition) for one in units_of(roster)[1].weapons] == [
        ("pistolet", ()),
        ("grenade", ("fumigene",)),
    ]
    do(client, roster, "toggle-rounds 1 1 fumigene")
    do(client, roster, "remove-weapon 1 0")
    assert [(one.item, one.ammunition) for one in units_of(roster)[1].weapons] == [("grenade", ())]


def test_vehicles_cannot_be_added(client, roster):
    before = units_of(roster)
    do(client, roster, "add-vehicle leger")
    assert units_of(roster) == before


def test_a_slave_can_be_freed_and_nobody_made_one(client):
    captive = owned(client, make.group(make.fighter(slave=True), make.fighter()))
    assert 'value="toggle-slave 1"' in page(client, captive, unit=1)
    assert "toggle-slave" not in page(client, captive, unit=2)
    do(client, captive, "toggle-slave 1")
    assert make.broken(list_of(captive)) == []


def test_saving_the_head_empties_what_only_convoys_have(client):
    lost = owned(
        client, make.group(faction="mutants", traits=Choices("robots"), bonus=50, exotic=True, role="attacker")
    )
    form = client.get(reverse("roster", args=[lost.pk]), {"head": ""}).content.decode()
    assert "Red Button’s Nation" in form
    do(client, lost, "set-head", budget="150")
    assert list_of(lost) == make.group()


def test_a_vehicle_of_another_game_is_shown_and_can_be_removed(client):
    from tests.make import vehicle

    parked = owned(client, make.group(vehicle("lourd", "belier", flying=True)))
    assert page(client, parked, unit=1).count('id="opened-1"') == 1
    do(client, parked, "remove 1")
    assert make.broken(list_of(parked)) == []


def test_borrowed_prices_name_their_ruling(client, roster):
    picker = page(client, roster, unit=1)
    assert '/rules/first-wave/#ruling-A42">A42' in picker
    assert '/rules/first-wave/#ruling-A45">A45' in picker
    book = client.get("/rules/first-wave/").content.decode()
    prices = book[book.index('id="tables"') : book.index('id="rulings"')]
    assert (prices.count("#ruling-A42"), prices.count("#ruling-A45")) == (10, 2)


def test_the_shared_page_and_the_pdf(client, roster):
    share = reverse("shared", args=[roster.share_key])
    assert "Maud" in client.get(share).content.decode()
    assert client.get(f"{share}pdf/").content.startswith(b"%PDF")


def test_a_stranger_gets_404(client, roster):
    client.cookies.clear()
    client.cookies.clear()
    assert client.get(reverse("roster", args=[roster.pk])).status_code == 404


@pytest.mark.parametrize(("address", "tables"), [(TABLE, 11), (BESTIARY, 3)])
def test_pages_for_the_table_have_their_tables(client, address, tables):
    answer = client.get(address)
    assert (answer.status_code, len(set(re.findall(r'id="table-([\w-]+)"', answer.content.decode())))) == (200, tables)


@pytest.mark.parametrize("roll", ["ressources", "nage", "feu", "empoisonne", "dernier-coup", "tir", "melee", "chute"])
def test_a_roll_has_an_address_that_shows_the_same_dice_again(client, roll):
    answer = client.get(TABLE, {"roll": roll})
    assert (answer.status_code, urlsplit(answer["Location"]).fragment) == (302, f"table-{roll}")
    once, again = (client.get(answer["Location"]).content for _time in range(2))
    assert 'role="status"' in (text := once.decode())
    assert re.findall(r'class="die[^>]*>\d', text) == re.findall(r'class="die[^>]*>\d', again.decode())


def marked(response):
    """The first cells of the rows that were rolled."""
    rows = re.findall(r'<tr class="came">\s*<th scope="row"(?: class="roll")?>([^<]*)</th>', response.content.decode())
    return [" ".join(one.split()) for one in rows]


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ({"roll": "ressources", "dice": "2"}, ["1-2"]),
        ({"roll": "ressources", "dice": "5 6"}, ["5", "5-6"]),
        ({"roll": "tir", "n": "3", "t": "4", "target": "machine", "dice": "6 4 1"}, ["3-4"]),
        ({"roll": "tir", "n": "3", "t": "4", "target": "infecte", "dice": "6 4 1"}, ["2-3"]),
        ({"roll": "melee", "na": "2", "ca": "4", "nd": "2", "cd": "3", "dice": "6 6 1 1"}, ["3+"]),
    ],
)
def test_the_row_that_was_rolled_is_marked(client, query, rows):
    assert marked(client.get(TABLE, query)) == rows


@pytest.mark.parametrize(("face", "number"), [(2, 1), (3, 2), (6, 3)])
def test_who_enters_is_counted_with_a_d6(client, face, number):
    response = client.get(BESTIARY, {"roll": "entree-des-pnj", "dice": f"6 5 {face}"})
    assert marked(response) == ["11-12"]
    assert f"× {number}" in response.content.decode()


def test_the_table_says_which_die_to_type_in(client):
    page = client.get(BESTIARY, headers={"accept-language": "en"}).content.decode()
    assert "1D3: halve a D6, rounding up (A64)" in page


def test_the_chart_of_npcs_says_where_yes_and_no_lead(client):
    """The seven questions and where they lead (First Wave p. 10)."""
    page = client.get("/rules/first-wave/", headers={"accept-language": "en"}).content.decode()
    chart = re.sub(r"<[^>]*>", " ", page[page.index('id="table-actions-des-pnj"') :].partition("</details>")[0])
    rows = re.findall(r"(\d)\. [A-Z].*?(?:yes → (\d) · no → (\d)|ext one\.)", " ".join(chart.split()))
    assert rows == [
        ("1", "6", "2"),
        ("2", "3", "5"),
        ("3", "4", "5"),
        ("4", "3", "7"),
        ("5", "6", "7"),
        ("6", "6", "7"),
        ("7", "", ""),
    ]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ({"dice": "3 4"}, "Holds on"),
        ({"dice": "3 3"}, "Falls"),
        ({"dice": "3", "hurt": "on"}, "Falls"),
        ({"dice": "4", "hurt": "on"}, "Holds on"),
    ],
)
def test_the_wounded_test_a_fall_with_one_die(client, query, said):
    page = client.get(TABLE, {"roll": "chute", "c": "4"} | query, headers={"accept-language": "en"}).content.decode()
    assert f"<b>{said}</b>" in page


def test_a_fall_test_cites_its_own_heading(client):
    page = client.get(TABLE).content.decode()
    assert "«\u202fTest de chute\u202f»" in page[page.index('id="table-chute"') :].partition("</h3>")[0]


@pytest.mark.parametrize(
    "query",
    [
        {"roll": "tir", "dice": "7"},
        {"roll": "tir", "n": "999999999999", "t": "-4", "target": "<b>", "seed": "x" * 500},
        {"roll": "melee", "na": "", "ca": "x", "nd": "0", "cd": "1e9", "dice": "1 2"},
        {"roll": "chute", "c": "٣", "dice": "3\x003"},
        {"roll": "../../etc", "seed": "1"},
        {"roll": "ressources", "dice": "9" * 5000},
    ],
)
@pytest.mark.parametrize("address", [TABLE, BESTIARY])
def test_junk_is_bounded_or_left_out(client, address, query):
    answer = client.get(address, query)
    assert answer.status_code == 200
    values = answer.context.get("values") or {"n": 5, "na": 4, "nd": 4, "c": 4, "target": "infecte"}
    assert 1 <= min(values[key] for key in ("n", "na", "nd")) <= max(values[key] for key in ("n", "na", "nd")) <= 20
    assert (3 <= values["c"] <= 5, values["target"]) == (True, "infecte")


def test_wrong_dice_are_an_error(client):
    assert 'role="alert"' in client.get(TABLE, {"roll": "chute", "dice": "3 7"}).content.decode()


@pytest.mark.parametrize("address", [TABLE, BESTIARY])
def test_pages_for_the_table_take_no_post(client, address):
    assert client.post(address).status_code == 405


@pytest.mark.parametrize("name", ["<script>", "x" * 200])
def test_names_are_escaped(client, name):
    text = page(client, owned(client, make.group(make.fighter(name=name))))
    assert "<script>x" not in text
    assert name.replace("<", "&lt;").replace(">", "&gt;") in text


@pytest.mark.database
def test_huge_numbers_open_print_and_share(client):
    huge = owned(client, make.group(make.fighter("arme-de-jet", T=10**3999), prices=(("arme-de-jet", 10**3999),)))
    assert page(client, huge, unit=1).count('id="opened-1"') == 1
    share = reverse("shared", args=[huge.share_key])
    assert "1" + "0" * 3999 in client.get(share).content.decode()
    assert client.get(f"{share}pdf/").content.startswith(b"%PDF")


def test_the_label_is_the_scenario():
    assert str(history.index_fields(LoadedRoster(make.group(scenario="pouvoir")))["label_fr"]) == "Pouvoir"
    assert str(history.index_fields(LoadedRoster(make.group()))["label_fr"]) == ""


def refusals(unit):
    """Why the weapons of the picker are refused to a survivor: {slug: ids of rules}."""
    loaded = LoadedRoster(make.group(unit))
    loaded.catalogue = make.catalogue()
    offers = [offer for group in LISTS["first-wave"].picker(loaded, 1) for offer in group.offers]
    return {offer.command.split()[2]: [one.rule.id for one in offer.refusal] for offer in offers if offer.refusal}


def test_a_child_is_not_told_to_put_down_its_shield_for_a_bat():
    child = refusals(make.fighter("matraque", T=5, equipment=("enfant", "bouclier")))
    assert (child["batte"], child["pistolet"]) == (["fw.child-cumbersome"], ["fw.weapon-places"])
    grown = refusals(make.fighter("matraque", T=5, equipment="bouclier"))
    assert (grown["batte"], "enfant" in grown) == (["fw.weapon-places"], False)


def test_an_animal_is_not_told_to_put_down_its_shield_for_a_bat():
    animal = refusals(make.fighter("machoire", equipment="bouclier", abilities="animal"))
    assert (animal["batte"], animal["machoire"]) == (["fw.animal-weapon"], ["fw.weapon-places"])


@pytest.mark.parametrize(
    ("language", "title"),
    [
        ("fr", "First Wave, supplément à Red Button’s Nation"),
        ("en", "First Wave, a supplement to Red Button’s Nation"),
    ],
)
def test_the_title_of_the_book_is_in_the_readers_language(client, language, title):
    assert title in client.get(BESTIARY, headers={"accept-language": language}).content.decode()
