"""Which pages of a table kit lists of tests/rosters need, worked out from the book, and how they are chosen."""

import pytest
from django.http import QueryDict

from builder.exports.registry import ExportSource
from builder.lists.loaded import LoadedRoster
from builder.sheets.building import kit_of
from builder.sheets.choices import PrintChoices
from tests.languages import in_language
from tests.rosters.test_rosters import READ

pytestmark = pytest.mark.django_db

# The pages that are not for every list of the game, and of these what each list needs.
SOME = {
    "chain-reaction": {"blast", "mortar", "markers", "opponents", "cars"},
    "first-wave": set(),
    "of-the-dead": {"fire", "scatter"},
    "rbn": {"accident", "combat", "explosion", "flames", "hostile", "encounters"},
    "reichbusters": {"overload"},
}
NEEDED = {
    # A rocket launcher and a grenade launcher have a blast; a driver; zombies go towards noise.
    "chain-reaction/gang-du-quai": set(),
    "chain-reaction/patrouille-militaire": {"blast"},
    "chain-reaction/insurges-des-collines": {"blast"},
    "chain-reaction/pirates": {"blast"},
    "chain-reaction/attributs": {"cars"},
    "chain-reaction/star-zombie": {"markers"},
    # Infected and machines enter in every scenario (p. 10).
    "first-wave/diversion": set(),
    "first-wave/vide": set(),
    # Eleven things to throw and nothing that burns; a marker of fire; nothing at all.
    "of-the-dead/gang-de-cinq": {"scatter"},
    "of-the-dead/marqueurs": {"fire"},
    "of-the-dead/seule": set(),
    # Scenario 1 is on foot (p. 35), bows and swords; with a vehicle all the same it may crash. Rifles, crossbows and
    # pistols are fired on board (p. 20), flamethrowers have a template and no dice of their own.
    "rbn/scenario-01": set(),
    "rbn/scenario-01-en-voiture": {"accident", "combat"},
    # No gun but crossbows (p. 25); a rocket launcher and nets (p. 21, 29, 30).
    "rbn/mutants": {"accident", "combat"},
    "rbn/scenario-04": {"accident", "combat", "explosion"},
    # Flamethrowers and a machine gun with bursts (p. 21).
    "rbn/sss": {"accident", "explosion", "flames"},
    # Assault rifles have bursts. All that comes is vermin (p. 37).
    "rbn/scenario-08": {"accident", "combat", "explosion", "encounters", "hostile"},
    # A machine gun has bursts; the robot is the scenario's (p. 38).
    "rbn/scenario-10-convoyeur": {"accident", "combat", "explosion", "encounters", "hostile"},
    # Vril dice on the other side of a weapon; globes; something discharged; none of these.
    "reichbusters/deux-faces": {"overload"},
    "reichbusters/plein-a-ras-bord": {"overload"},
    "reichbusters/enraye-et-decharge": {"overload"},
    "reichbusters/solo-complet": set(),
}


def source(name, **choices):
    return ExportSource(LoadedRoster.from_data(READ[name]), choices=PrintChoices(**{"parts": ("kit",)} | choices))


def slugs(pages):
    return list(dict.fromkeys(page.slug for page in pages))


def printed(name, **choices):
    return slugs(in_language("en", source(name, **choices).kit))


@pytest.mark.parametrize("name", NEEDED)
def test_of_the_pages_for_some_a_list_prints_what_it_needs(name):
    every = slugs(in_language("en", kit_of, source(name).loaded))
    expected = [slug for slug in every if slug not in SOME[name.partition("/")[0]] or slug in NEEDED[name]]
    assert printed(name) == expected
    assert set(printed(name)) >= NEEDED[name]


@pytest.mark.parametrize("game", SOME)
def test_a_kit_has_pages_for_every_list(game):
    names = [name for name in NEEDED if name.startswith(f"{game}/")]
    assert [name for name in names if set(printed(name)) <= SOME[game]] == []


def test_each_page_can_be_chosen_and_unknown_ones_are_ignored():
    assert printed("rbn/mutants", kit=("flames", "accident", "unknown")) == ["accident", "flames"]
    assert printed("rbn/mutants", kit=()) == []
    assert printed("rbn/mutants", kit=("accident",), parts=("cards",)) == []


def test_a_page_that_another_has_taken_in_is_still_printed_for_those_who_chose_it():
    assert printed("rbn/mutants", kit=("markers",)) == ["tokens"]
    assert printed("rbn/mutants", kit=("weapons",)) == ["combat"]


def test_a_page_that_continues_another_is_chosen_with_it():
    pages = in_language("en", source("of-the-dead/les-dix-vocations-et-une-de-trop", kit=("surrounded",)).kit)
    assert [len(page.context["rows"]) for page in pages] == [10, 1]


@pytest.mark.parametrize(
    ("query", "kit"),
    [
        ("", None),
        ("kit=flames,accident,flames", ("accident", "flames")),
        ("kit=flames&kit=accident", ("accident", "flames")),
        ("kit=%3Cscript%3E,Ä,flames", ("flames",)),
        ("kit=", ()),
    ],
)
def test_pages_are_read_from_addresses(query, kit):
    assert PrintChoices.from_query(QueryDict(query)).kit == kit
