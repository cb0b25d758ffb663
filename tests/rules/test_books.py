"""Book files: bad ones are refused with file, entry and reason; the real one is complete, figure by figure."""

import shutil
from dataclasses import fields

import pytest
import yaml
from django.apps import apps
from django.db.models import CharField

from rules import books, catalogue, loading, storing
from rules.books import PLAIN, READERS, BadBook, digest, read_book
from rules.play.entries import PlayBook
from rules.registry import GAMES
from rules.text import Text
from tests import make

RBN = GAMES["rbn"]


@pytest.fixture
def book(tmp_path):
    """A copy of the real book, to be changed."""
    return shutil.copytree(make.FIXTURES / "rbn", tmp_path / "rbn")


def reason(folder):
    with pytest.raises(BadBook) as bad:
        read_book(folder, RBN)
    return str(bad.value)


def reason_after(folder, file, collection, slug, /, **changes):
    """Why the book is refused after changes to keys of one entry; `...` removes the key."""
    path = folder / file
    lists = yaml.safe_load(path.read_text(encoding="utf-8"))
    entry = next(one for one in lists[collection] if one["slug"] == slug)
    entry.update(changes)
    for key in [key for key, value in changes.items() if value is ...]:
        del entry[key]
    path.write_text(yaml.safe_dump(lists, allow_unicode=True), encoding="utf-8")
    return reason(folder)


BOTH = {"fr": "Un nom", "en": "A name"}
ARC = ("weapons.yaml", "weapons", "arc")
ROBOTS = ("factions.yaml", "factions", "robots")
BAD_ENTRIES = [
    (ARC, {"cost": ...}, "arc: neither cost nor default_cost"),
    (ARC, {"cost": "3"}, "arc: cost is '3', not a whole number"),
    (ARC, {"cost": True}, "arc: cost is True, not a whole number"),
    (ARC, {"cost": 2.5}, "arc: cost is 2.5, not a whole number"),
    (ARC, {"places": -1}, "arc: places is -1, below 0"),
    (ARC, {"name": ...}, "arc: name is missing"),
    (ARC, {"name": {"fr": "Arc"}}, "arc: name needs a French and an English text"),
    (ARC, {"name": BOTH | {"en": " "}}, "arc: name needs a French and an English text"),
    (ARC, {"page": ..., "heading": ...}, "arc: neither page nor heading"),
    (ARC, {"page": 0}, "arc: page is 0, below 1"),
    (ARC, {"book": "mad-max"}, "arc: unknown book 'mad-max'"),
    (ARC, {"price": 3}, "arc: unknown key 'price'"),
    (ARC, {"slug": "un arc"}, "un arc: slug 'un arc' is no slug"),
    (ARC, {"slug": "fusil"}, "fusil: this slug is there twice"),
    (ARC, {"rules": ["mortel"]}, "arc: there is no special rule 'mortel'"),
    (ARC, {"ammunition": ["poison"]}, "arc: there is no ammunition 'poison'"),
    (ARC, {"ranged": {"long": {"from": 40, "to": 0}}}, "arc.ranged.long: the band ends before it starts"),
    (ARC, {"ranged": {"long": {"from": 0}}}, "arc.ranged.long: to is missing"),
    (ARC, {"ranged": {"far": {}}}, "arc.ranged: unknown key 'far'"),
    (ARC, {"ranged": []}, "arc: ranged is [], not a mapping"),
    (ARC, {"limit": {"rule": "rbn.no-chef"}}, "arc.limit: a limit is per unit, list or points"),
    (ARC, {"limit": {"list": 1}}, "arc.limit: rule is missing"),
    (
        ARC,
        {"limit": {"unit": 1, "rule": "rbn.no-chef"}},
        "arc: nothing counts a limit per unit of this kind of item (weapon)",
    ),
    (
        ARC,
        {"limit": {"list": 1, "rule": "rbn.bows"}},
        "arc: there is no rule 'rbn.bows': register it with rule('rbn.bows', ...) in rules/games/rbn/checks/",
    ),
    (ARC, {"rules": [1]}, "arc: rules has 1, not a text"),
    (
        ("weapons.yaml", "weapons", "batte-geante"),
        {"needs": {"equipment": "ailes", "rule": "rbn.giant-bat-not-giant"}},
        "batte-geante: there is no equipment 'ailes'",
    ),
    (
        ("equipment.yaml", "equipment", "banniere"),
        {"open_to": {"factions": ["nains"], "rule": "rbn.banner-faction"}},
        "banniere: there is no faction 'nains'",
    ),
    (("options.yaml", "options", "belier"), {"types": ["char"]}, "belier: there is no unit type 'char'"),
    (ROBOTS, {"activities": ["brocante"]}, "robots: there is no activity 'brocante'"),
    (ROBOTS, {"advantage": ...}, "robots: advantage is missing"),
    (
        ROBOTS,
        {"advantage": {"name": BOTH, "text": BOTH, "prices": [{"items": ["weapon:laser"], "cost": 1}]}},
        "robots: there is no weapon 'laser'",
    ),
    (
        ROBOTS,
        {"advantage": {"name": BOTH, "text": BOTH, "prices": [{"items": ["toy:laser"], "cost": 1}]}},
        "robots: there is no toy 'laser'",
    ),
    (("scenarios.yaml", "scenarios", "embuscade"), {"budget": 0}, "embuscade: budget is 0, below 1"),
    (("scenarios.yaml", "scenarios", "embuscade"), {"number": ...}, "embuscade: number is missing"),
    (
        ("profiles.yaml", "profiles", "chien"),
        {"unit": {"kind": "star"}},
        "chien: the unit cannot be read: /units/0/kind",
    ),
    (("profiles.yaml", "profiles", "chien"), {"printed": None}, "chien: printed is None, not a whole number"),
    (("rulings.yaml", "rulings", "A1"), {"rules": ["rbn.thirds"]}, "A1: there is no rule 'rbn.thirds'"),
]


@pytest.mark.parametrize(("place", "changes", "why"), BAD_ENTRIES, ids=[entry[2] for entry in BAD_ENTRIES])
def test_a_bad_entry_is_refused_by_file_entry_and_reason(book, place, changes, why):
    file, line, refused = reason_after(book, *place, **changes).split(":", 2)
    assert (file, line.isdigit(), refused.strip()[: len(why)]) == (place[0], True, why)


def test_a_missing_file_is_named(book):
    (book / "options.yaml").unlink()
    assert reason(book) == "options.yaml: the file is missing"


def test_a_folder_needs_a_book_file(tmp_path):
    assert reason(tmp_path) == "book.yaml: the file is missing"


def test_a_book_of_another_game_is_refused(book):
    head = (book / "book.yaml").read_text(encoding="utf-8")
    (book / "book.yaml").write_text(head.replace("game: rbn", "game: first-wave"), encoding="utf-8")
    assert reason(book) == "book.yaml: game is 'first-wave', the folder is read as 'rbn'"


def written(folder, file, text):
    (folder / file).write_bytes(text.encode() if isinstance(text, str) else text)
    return reason(folder)


def test_what_is_no_yaml_is_refused_with_its_line(book):
    assert written(book, "weapons.yaml", "weapons:\n  - {slug: arc").startswith(
        "weapons.yaml: while parsing a flow mapping"
    )


def test_a_bad_entry_is_refused_with_the_line_where_it_begins(book):
    text = (book / "weapons.yaml").read_text("utf-8")
    bad = text.replace("- slug: arc\n", "- slug: arc\n    price: 3\n")
    line = bad.splitlines().index("  - slug: arc") + 1
    assert written(book, "weapons.yaml", bad) == f"weapons.yaml:{line}: arc: unknown key 'price'"


def test_a_repeated_key_is_refused_with_its_line(book):
    refused = written(book, "weapons.yaml", "weapons:\n  - slug: arc\n    cost: 3\n    cost: 4\n")
    assert refused.startswith("weapons.yaml: key 'cost' twice")
    assert "line 2" in refused


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (b"weapons: \xff", "weapons.yaml: "),
        ("spells: []", "weapons.yaml: unknown list 'spells'"),
        ("weapons: [arc]", "weapons.yaml: weapons[0]: not a mapping"),
        ("weapons: [{cost: 3}]", "weapons.yaml:1: weapons[0]: neither page nor heading"),
        ("- weapons", "weapons.yaml: "),
        ("just words", "weapons.yaml: "),
        ("weapons: 5", "weapons.yaml: "),
        ("weapons: {arc: {}}", "weapons.yaml: "),
        ("!!python/object/apply:os.getcwd []", "weapons.yaml: "),
        ("weapons: [{? [a] : 1}]", "weapons.yaml: "),
    ],
)
def test_a_file_is_a_mapping_of_lists(book, text, why):
    assert written(book, "weapons.yaml", text).startswith(why)


def test_a_book_is_read_whole_or_not_at_all(book):
    (book / "abilities.yaml").write_text("abilities: []", encoding="utf-8")
    assert "there is no ability" in reason(book)


def test_the_fingerprint_changes_with_any_file(book):
    before = digest(book)
    assert digest(make.FIXTURES / "rbn") == before
    with open(book / "weapons.yaml", "a", encoding="utf-8") as file:
        file.write("# a remark\n")
    assert digest(book) != before


# From the file through the database and back: a book in which no field has its default.

TEXT = {"fr": "Un mot", "en": "A word"}
SAMPLES = {  # by the type of a plain field
    bool: lambda field: not field.default,
    str: lambda _field: "mot",
    int: lambda _field: 7,
    int | None: lambda _field: 7,
    catalogue.Count: lambda _field: 2,
    catalogue.Positive: lambda _field: 3,
    catalogue.Positive | None: lambda _field: 3,
    catalogue.Slug: lambda _field: "mot",
    Text: lambda _field: TEXT,
    catalogue.Slugs: lambda _field: ["mot"],
    tuple[str, ...]: lambda _field: ["mot"],
    tuple[int, ...]: lambda _field: [1, 2],
}
NESTED = {  # plain fields that the file has elsewhere than under their own names
    catalogue.Item: {"kind", "cost", "printed", "melee", "melee_page", "seats", "shooters", "needs", "needs_rule"},
    catalogue.UnitType: {"cost", "printed", "road", "clear", "hard"},
    catalogue.Faction: {"parent"},
    catalogue.Trait: {"slug", "side"},
    catalogue.Profile: {"printed_for", "printed_otherwise"},
    catalogue.TableRow: {"low", "high"},
    catalogue.Limit: {"scope", "maximum", "per"},
}


def full(cls, **others):
    """What a file says of a `cls`: a sample for each plain field, and these others."""
    plain = [field for field in fields(cls) if field.init and field.type in PLAIN]
    return {field.name: SAMPLES[field.type](field) for field in plain if field.name not in NESTED.get(cls, ())} | others


def entry(cls, **others):
    return full(cls, page=5, **others)


OPEN_TO = full(catalogue.Opening, rule="rbn.no-chef", subfactions=["autre-mot"])
BAND = {"from": 1, "to": 9, "dice": 2}
ITEM = entry(
    catalogue.Item,
    default_cost=7,
    melee={"dice": 2, "page": 8},
    gives={"seats": 2, "shooters": 2},
    needs={"equipment": "mot", "rule": "rbn.no-chef"},
    open_to=OPEN_TO,
    limit=full(catalogue.Limit, rule="rbn.no-chef", points=150, maximum=2),
    ranged=full(catalogue.Ranged, normal=BAND, long=BAND),
)


def full_faction(**others):
    changes = [{"items": ["weapon:mot"], "cost": 2}, {"items": ["unit_type:mot"], "change": -2}]
    sides = {side: full(catalogue.Trait, prices=changes) for side in ("advantage", "drawback")}
    return entry(catalogue.Faction, **sides, **others)


FULL = {
    "unit_types": [
        entry(
            catalogue.UnitType,
            kind="vehicle",
            default_cost=7,
            moves={"road": 2, "clear": 2, "hard": 2},
            open_to=OPEN_TO,
        )
    ],
    "characteristics": [entry(catalogue.Characteristic, values=[{"value": "-", "cost": 2}, {"value": 5, "cost": 3}])],
    "special_rules": [entry(catalogue.Entry)],
    **{name: [ITEM] for name in catalogue.ITEM_KINDS},
    "factions": [full_faction(subfactions=[full_faction(slug="autre-mot")])],
    "activities": [entry(catalogue.Entry)],
    "scenarios": [entry(catalogue.Scenario, roles=[full(catalogue.Role)], missions=[full(catalogue.Mission)])],
    "profiles": [entry(catalogue.Profile, unit={"kind": "fighter"}, printed_for={"faction": "mot", "cost": 9})],
    "reminders": [entry(catalogue.Reminder, rows=[full(catalogue.ReminderRow)])],
    "victory": [entry(catalogue.Entry)],
    "tables": [entry(catalogue.Table, dice="1D6", rows=[entry(catalogue.TableRow, on=[1, 6], figures={"n": 1})])],
    "rulings": [entry(catalogue.Ruling, rules=["rbn.no-chef"])],
}


@pytest.fixture
def full_book(tmp_path, monkeypatch):
    """A book in which every entry says something in every field; more than the checks count, less than play cites."""
    monkeypatch.setattr(books, "has_entry", lambda _catalogue, _path: True)
    monkeypatch.setattr(books, "LIMIT_SCOPES", dict.fromkeys(catalogue.ITEM_KINDS.values(), ("points",)))
    head = {
        "game": "rbn",
        "name": TEXT,
        "edition": "full",
        "title": "A book",
        "books": {"a": "A", "fw": "First Wave"},
        "files": ["all.yaml"],
        "play": yaml.safe_load((make.FIXTURES / "rbn" / "book.yaml").read_text("utf-8"))["play"],
    }
    for file in head["play"]:
        shutil.copy(make.FIXTURES / "rbn" / file, tmp_path)
    (tmp_path / "book.yaml").write_text(yaml.safe_dump(head) + "dated: 2026-11-21\n", encoding="utf-8")
    (tmp_path / "all.yaml").write_text(yaml.safe_dump(FULL), encoding="utf-8")
    return read_book(tmp_path, RBN)


@pytest.mark.parametrize("collection", READERS)
def test_every_field_of_an_entry_is_read(full_book, collection):
    last = list(getattr(full_book, collection).values())[-1]
    assert [field.name for field in fields(last) if field.init and getattr(last, field.name) == field.default] == []


@pytest.mark.django_db
def test_every_field_of_an_entry_is_stored_and_loaded(full_book):
    loaded = loading.load(storing.store(full_book))
    for collection in READERS:
        assert getattr(loaded, collection) == getattr(full_book, collection)
    assert loaded.play == full_book.play != PlayBook()


@pytest.mark.parametrize("slug", [slug for slug, game in GAMES.items() if game.play is not PlayBook])
@pytest.mark.django_db
def test_the_data_of_play_is_stored_and_loaded(slug):
    book = read_book(make.FIXTURES / slug, GAMES[slug])
    stored = loading.load(storing.store(book)).play
    assert (stored, type(stored)) == (book.play, GAMES[slug].play)
    assert [*stored.effects] == [*book.play.effects]


FOOT = "  foot: {dice: 3, page: 16, text: {fr: cible à pied, en: target on foot}}"
BAD_PLAY = [
    ("page: 16, ", "pgae: 16, ", "/modifiers/foot/pgae: Unknown key."),
    ("page: 16, ", "", "/modifiers/foot: Missing key: “cite”."),
    ("page: 16", "page: 0", "page is 0, below 1"),
    ("dice: 3", "dice: three", "/modifiers/foot/dice: Whole number expected."),
    (", en: target on foot", "", "/modifiers/foot/text: French and English text expected."),
    ("target on foot", '" "', "/modifiers/foot/text: French and English text expected."),
    ("foot:", "Foot:", "/modifiers/Foot: Use lower-case words and digits joined by hyphens."),
]


@pytest.mark.parametrize(("before", "after", "why"), BAD_PLAY)
def test_bad_data_of_play_is_refused_with_its_line(book, before, after, why):
    text = (book / "dice.yaml").read_text("utf-8")
    line = text.splitlines().index(FOOT) + 1
    bad = written(book, "dice.yaml", text.replace(FOOT, FOOT.replace(before, after)))
    assert bad == f"dice.yaml:{line}: {why}"


def test_an_effect_that_nothing_describes_is_refused(book):
    text = (book / "dice.yaml").read_text("utf-8")
    assert written(book, "dice.yaml", text.replace("effects: [blow]", "effects: [blwo]")) == (
        "dice.yaml: tables.melee: there is no effect 'blwo'"
    )


@pytest.mark.django_db
@pytest.mark.parametrize("play", ["", '{"a-key-of-another-release": 1}'])
def test_an_edition_stored_by_another_release_is_loaded_without_its_data_of_play(play):
    edition = storing.store(read_book(make.FIXTURES / "rbn", RBN))
    edition.play = play
    assert loading.load(edition).play == PlayBook()


# The real book. Figures only, written out from the tables of the rules.

ACTIVITIES = {"archeologues", "chasseurs", "marchands", "pillards"}
UNIT_TYPES = {"combattant": 10, "esclave": 10, "leger": 20, "moyen": 30, "lourd": 50, "sidecar": 20}
VEHICLES = {  # seats, shooters, slots, road, clear, hard, dice against those on foot
    "leger": (2, 1, 1, 40, 30, 25, 2),
    "moyen": (4, 2, 2, 40, 30, 15, 3),
    "lourd": (6, 4, 4, 30, 30, 20, 5),
    "sidecar": (3, 1, 2, 40, 30, 25, 2),
}
NO = None
SHOOTING = {  # normal band, long band, what pilot and passenger add, places, points
    "arbalete": ((0, 15, 1), (15, 30, 0), -2, -1, 1, 5),
    "arc": (NO, (0, 40, 0), NO, -2, 1, 3),
    "cocktail-molotov": (NO, (0, 15, 1), NO, -1, 1, 3),
    "boomerang-tranchant": (NO, (0, 25, 2), NO, NO, 1, 3),
    "fusil": ((0, 30, 2), (30, 60, 1), NO, -1, 1, 11),
    "fusil-de-chasse": ((0, 10, 3), (10, 20, 1), -1, 0, 1, 12),
    "fusil-d-assaut": ((0, 30, 3), (30, 50, 1), NO, -1, 1, 16),
    "fusil-de-sniper": (NO, (0, 80, 3), NO, NO, 2, 17),
    "grenade": (NO, (0, 15, 2), -1, -1, 1, 3),
    "lance": (NO, (0, 15, 1), NO, NO, 2, 2),
    "lance-explosive": (NO, (0, 15, 2), NO, -1, 1, 7),
    "lance-flammes": (NO, NO, NO, NO, 1, 12),
    "lance-roquettes": (NO, (0, 70, 3), NO, -2, 1, 10),
    "mitrailleuse": (NO, (0, 50, 3), NO, -2, 2, 15),
    "pistolet-mitrailleur": ((0, 20, 3), (20, 30, 1), -2, -1, 1, 14),
    "pistolet": ((0, 10, 2), (10, 20, 1), -1, -1, 1, 5),
    "taser": ((0, 10, 1), (10, 15, 0), NO, NO, 1, 4),
}
MELEE = {  # dice, places, points
    "batte": (1, 2, 5),
    "batte-geante": (2, 1, 9),
    "crocs-et-griffes": (1, 1, 5),
    "epee": (1, 1, 8),
    "hache-a-deux-mains": (2, 2, 5),
    "lance": (1, 2, 2),
    "tronconneuse": (3, 2, 10),
    "matraque": (1, 1, 2),
}
SPECIAL = {
    "arbalete": "",
    "arc": "",
    "cocktail-molotov": "incendiaire degats-de-zone reservoir",
    "boomerang-tranchant": "retour-probable",
    "fusil": "",
    "fusil-de-chasse": "",
    "fusil-d-assaut": "rafale",
    "fusil-de-sniper": "critique encombrant lourde",
    "grenade": "degats-de-zone",
    "lance": "tir-unique encombrant jet",
    "lance-explosive": "tir-unique degats-de-zone anti-blindage",
    "lance-roquettes": "tir-unique degats-de-zone anti-blindage",
    "mitrailleuse": "lourde encombrant rafale",
    "pistolet-mitrailleur": "rafale",
    "pistolet": "",
    "taser": "contondant tir-unique",
    "batte": "encombrant contondant",
    "batte-geante": "contondant",
    "crocs-et-griffes": "bacteriel",
    "epee": "parade",
    "hache-a-deux-mains": "encombrant",
    "tronconneuse": "encombrant carnage",
    "matraque": "",
}
EQUIPMENT = {  # places, points
    "armure": (0, 10),
    "banniere": (0, 15),
    "bouclier": (1, 8),
    "corps-gigantesque": (0, 12),
    "filet-de-capture": (1, 6),
    "grappin": (0, 1),
    "reacteur": (1, 18),
}
ABILITIES = {
    "ambidextre": 7, "animal": -3, "bond": 8, "cavalier": 8, "chef": 0, "combattant-emerite": 10, "fils-des-sables": 6,
    "mecanicien": 20, "pilote-emerite": 5, "soigneur": 10,
}  # fmt: skip
OPTIONS = {  # points, slots, types
    "baliste-sur-pivot": (10, 1, "moyen lourd"),
    "belier": (8, 1, "moyen lourd"),
    "canon-a-chevrotine": (5, 1, "moyen lourd sidecar"),
    "compartiment-supplementaire": (5, 0, "moyen lourd"),
    "lance-roquettes": (15, 1, "moyen lourd sidecar"),
    "lance-filet": (10, 1, "leger moyen lourd sidecar"),
    "lance-flammes-sur-pivot": (15, 2, "lourd"),
    "mitrailleuse-fixe": (17, 1, "moyen lourd sidecar"),
    "mitrailleuse-sur-pivot": (19, 1, "moyen lourd sidecar"),
    "moteur-gonfle": (15, 1, "leger moyen lourd sidecar"),
    "pointes-et-eperons": (10, 0, "leger moyen lourd sidecar"),
    "poste-de-tir-supplementaire": (5, 0, "moyen lourd"),
    "sono": (20, 0, "moyen lourd"),
    "structure-allegee": (-5, 0, "moyen"),
    "tout-terrain": (9, 0, "leger moyen lourd sidecar"),
    "intelligence-artificielle": (10, 0, "leger moyen lourd sidecar"),
    "blindage": (0, 0, "moyen"),
    "blindage-lourd": (0, 0, "lourd"),
}
GUNS = {  # normal band, long band, arc
    "baliste-sur-pivot": (NO, (0, 40, 2), "180"),
    "canon-a-chevrotine": ((0, 10, 3), (10, 20, 1), "90"),
    "lance-roquettes": (NO, (0, 70, 3), "line"),
    "lance-flammes-sur-pivot": (NO, NO, "180"),
    "mitrailleuse-fixe": (NO, (0, 50, 3), "90"),
    "mitrailleuse-sur-pivot": (NO, (0, 50, 3), "180"),
}
SCENARIOS = {  # number, printed budget, with vehicles, secondary missions, prizes, what roles multiply
    "selection-naturelle": (1, 150, False, True, (), {}),
    "qui-va-en-voiture": (2, 300, True, True, (), {"player-a": 1, "player-b": 1}),
    "embuscade": (3, NO, True, True, (), {"attacker": 1, "defender": 2}),
    "extraction": (4, NO, True, True, (), {"attacker": 1, "defender": 1}),
    "bataille-rangee": (5, NO, True, True, (), {}),
    "le-jour-du-grand-depart": (6, 300, True, True, (), {"mandated": 1, "saboteur": 1}),
    "l-autoroute-de-l-enfer": (7, 300, True, True, (), {"mandated": 1, "saboteur": 1}),
    "escale-sans-lendemain": (8, 300, True, True, (), {"mandated": 1, "saboteur": 1}),
    "la-source-du-mal": (9, 300, True, False, (25, 50, 100), {"mandated": 1, "saboteur": 1}),
    "retour-compromis": (10, 300, True, False, (), {"carrier": 1, "pursuer": 1}),
}
ROUNDS = {  # points, exotic
    "balles-non-letales": (2, False),
    "munition-incendiaire": (6, True),
    "munition-assommante": (2, True),
    "vehicule-volant": (15, True),
    "arme-demontable": (3, True),
}
NOT_PRINTED = {"sidecar", "blindage", "blindage-lourd"}


def figures(band):
    return band and (band.start, band.end, band.dice)


def test_unit_types_have_their_points():
    rows = make.catalogue().unit_types
    assert {slug: rows[slug].cost for slug in UNIT_TYPES} == UNIT_TYPES


def test_vehicles_have_their_figures():
    rows = {slug: make.catalogue().unit_types[slug] for slug in VEHICLES}
    assert {
        slug: (one.seats, one.shooters, one.slots, one.road, one.clear, one.hard, one.ram) for slug, one in rows.items()
    } == VEHICLES


def test_characteristics_have_their_points():
    assert {slug: one.costs for slug, one in make.catalogue().characteristics.items()} == {
        "T": {"-": 0, 5: 2, 4: 8, 3: 16},
        "C": {5: 0, 4: 4, 3: 12},
    }


def test_ranged_weapons_have_their_figures():
    rows = {slug: make.catalogue().weapons[slug] for slug in SHOOTING}
    assert {
        slug: (
            figures(one.ranged.normal),
            figures(one.ranged.long),
            one.ranged.pilot,
            one.ranged.passenger,
            one.places,
            one.cost,
        )
        for slug, one in rows.items()
    } == SHOOTING


def test_melee_weapons_have_their_figures():
    rows = {slug: make.catalogue().weapons[slug] for slug in MELEE}
    assert {slug: (one.melee, one.places, one.cost) for slug, one in rows.items()} == MELEE


def test_weapons_have_their_special_rules():
    rows = {slug: set(make.catalogue().weapons[slug].rules) for slug in SPECIAL}
    assert rows == {slug: set(words.split()) for slug, words in SPECIAL.items()}
    assert {"incendiaire", "reservoir"} <= set(make.catalogue().weapons["lance-flammes"].rules)


def test_the_exotic_taser_has_its_figures():
    taser = make.catalogue().weapons["taser-exotique"]
    bands = [band for band in (taser.ranged.normal, taser.ranged.long) if band]
    assert ([figures(band) for band in bands], taser.cost, taser.exotic) == ([(0, 5, 0)], 9, True)


def test_equipment_has_its_places_and_points():
    rows = {slug: make.catalogue().equipment[slug] for slug in EQUIPMENT}
    assert {slug: (one.places, one.cost) for slug, one in rows.items()} == EQUIPMENT


def test_abilities_have_their_points():
    rows = make.catalogue().abilities
    assert {slug: rows[slug].cost for slug in ABILITIES} == ABILITIES


def test_options_have_their_points_slots_and_types():
    rows = {slug: make.catalogue().options[slug] for slug in OPTIONS}
    assert {slug: (one.cost, one.slots, one.types) for slug, one in rows.items()} == {
        slug: (cost, slots, frozenset(types.split())) for slug, (cost, slots, types) in OPTIONS.items()
    }


def test_vehicle_guns_have_their_bands_and_arcs():
    rows = {slug: make.catalogue().options[slug] for slug in GUNS}
    assert {slug: (figures(one.ranged.normal), figures(one.ranged.long), one.arc) for slug, one in rows.items()} == GUNS


def test_options_give_seats_and_shooters():
    rows = {slug: make.catalogue().options[slug] for slug in OPTIONS}
    assert {slug: (one.seats, one.shooters) for slug, one in rows.items() if one.seats or one.shooters} == {
        "compartiment-supplementaire": (1, 0),
        "poste-de-tir-supplementaire": (0, 1),
    }


def test_rounds_and_modifications_have_their_points():
    book = make.catalogue()
    rows = book.ammunition | book.modifications
    assert {slug: (rows[slug].cost, rows[slug].exotic) for slug in ROUNDS} == ROUNDS


def test_some_prices_are_printed_nowhere():
    collections = make.catalogue().collections.values()
    unprinted = {slug for collection in collections for slug, one in collection.items() if not one.printed}
    assert unprinted >= NOT_PRINTED


def test_activities_are_all_there():
    assert make.catalogue().activities.keys() >= ACTIVITIES


def test_factions_have_their_subfactions():
    families = {
        faction.slug: [sub.slug for sub in make.catalogue().subfactions(faction.slug)]
        for faction in make.catalogue().base_factions()
    }
    assert families == {
        "cultistes": ["devoreurs-des-derniers-jours"],
        "mutants": ["gaia-familys"],
        "esclavagistes": ["seigneurs-des-arenes"],
        "survivants": ["sss"],
        "robots": ["escadrons-noirs"],
        "mercenaires": ["sons-of-apocalypse"],
        "enfants-du-13": ["phantom-squad"],
    }


def test_two_subfactions_replace_their_parents_traits():
    assert {slug for slug, one in make.catalogue().factions.items() if one.replaces} == {
        "sons-of-apocalypse",
        "phantom-squad",
    }


def test_scenarios_have_their_figures():
    assert {
        slug: (
            one.number,
            one.budget,
            one.vehicles,
            one.secondary_missions,
            one.bonus,
            {role.slug: role.factor for role in one.roles},
        )
        for slug, one in make.catalogue().scenarios.items()
    } == SCENARIOS


def entries():
    for collection in READERS:
        yield from getattr(make.catalogue(), collection).values()


def test_every_entry_has_two_names_and_a_place_in_its_book():
    assert [
        one.slug for one in entries() if not (one.name.fr and one.name.en and (one.cite.page or one.cite.heading))
    ] == []


def test_entries_of_the_second_book_cite_it():
    cited = {entry.slug for entry in entries() if entry.cite.book == "First Wave"}
    assert cited >= {"enfants-du-13", "phantom-squad", "blindage", "blindage-lourd"}


def test_no_page_is_beyond_the_book():
    assert [entry.slug for entry in entries() if entry.cite.page and not 1 <= entry.cite.page <= 60] == []


@pytest.mark.django_db
def test_every_text_of_the_books_fits_its_column():
    """SQLite stores what is longer, and PostgreSQL refuses the book."""
    long = []
    for model in apps.get_app_config("rules").get_models():
        columns = [field for field in model._meta.fields if isinstance(field, CharField)]
        for row in model.objects.all():
            long += [(str(row), one.name) for one in columns if len(str(getattr(row, one.name))) > one.max_length]
    assert long == []
