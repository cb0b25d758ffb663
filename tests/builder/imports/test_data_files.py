"""Data files of BattleScribe: as the published schema wants them, and what they say is what the lists say."""

import io
import zipfile
from collections import Counter, defaultdict
from decimal import Decimal
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest
import xmlschema
from django.core.management import call_command
from django.utils.translation import override

from builder.exports.data_files import DATA_FILES, made_files
from rules.document import read
from rules.loading import catalogue
from rules.registry import GAMES
from tests import make
from tests.builder.imports.test_battlescribe import read_back, roster_of
from tests.rosters.test_rosters import READ

pytestmark = pytest.mark.django_db
SCHEMA = (Path(__file__).parents[2] / "fixtures/battlescribe/Catalogue-2.03.xsd").read_text("utf-8")
REFERENCES = ("targetId", "typeId", "defaultSelectionEntryId", "publicationId")


def schema(kind):
    return xmlschema.XMLSchema(SCHEMA.replace("catalogueSchema", f"{kind}Schema"))


def plain(raw):
    """The root of an XML file whose elements have no namespace."""
    root = ElementTree.fromstring(raw)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def of_red_button():
    return {name: data for name, data in READ.items() if DATA_FILES[data["game"]].write}


@pytest.fixture(scope="module")
def schemas():
    return {kind: schema(kind) for kind in ("gameSystem", "catalogue", "roster")}


@pytest.mark.parametrize("language", ["fr", "en"])
def test_data_files_are_as_the_published_schema_wants_and_refer_to_what_they_have(schemas, language):
    for game in [game for game in GAMES if DATA_FILES[game].write]:
        with override(language):
            system, entries = map(plain, made_files(catalogue(game)).files.values())
            for raw, kind in zip(made_files(catalogue(game)).files.values(), ("gameSystem", "catalogue"), strict=True):
                schemas[kind].validate(io.BytesIO(raw))
        elements = [*system.iter(), *entries.iter()]
        ids = Counter(element.get("id") for element in elements if element.get("id") and element.tag != "publication")
        assert {id for id, number in ids.items() if number > 1} == set()
        ids += Counter(element.get("id") for element in elements if element.tag == "publication")
        named = {element.get(key) for element in elements for key in REFERENCES if element.get(key)}
        named |= {element.get("childId") for element in elements if element.tag == "condition"}
        assert named - ids.keys() == set()
        assert entries.get("gameSystemId") == system.get("id")


def test_rosters_of_every_game_are_as_the_published_schema_wants(schemas):
    for data in list(READ.values())[::5]:
        schemas["roster"].validate(io.BytesIO(unpacked(roster_of(data, "fr"))))


def unpacked(raw):
    return zipfile.ZipFile(io.BytesIO(raw)).read("roster.ros")


def test_the_command_writes_both_files(tmp_path):
    call_command("rosters", "battlescribe", "first-wave", "-o", tmp_path, "--language", "en")
    names = ["bivouac-first-wave.cat", "bivouac-first-wave.gst"]
    assert sorted(path.name for path in tmp_path.iterdir()) == names
    assert (
        plain((tmp_path / names[1]).read_bytes()).findtext("readme").startswith("Data of First Wave for BattleScribe")
    )


@cache
def files_of(game):
    return tuple(map(plain, made_files(catalogue(game)).files.values()))


class Roster:
    """What BattleScribe makes of a roster: its points, and what it finds wrong with its selections."""

    def __init__(self, data):
        raw, (system, entries) = roster_of(data, "fr"), files_of(data["game"])
        self.entries = {entry.get("id"): entry for entry in entries.iter("selectionEntry")}
        self.groups = {group.get("id"): group for group in entries.iter("selectionEntryGroup")}
        self.categories = {category.get("id"): category for category in system.iter("categoryEntry")}
        self.roster = plain(unpacked(raw))
        self.selections = [*self.roster.iter("selection")]
        self.parents = {inner: outer for outer in self.selections for inner in outer.iterfind("selections/selection")}
        self.limit = Decimal(self.roster.find("costLimits/costLimit").get("value"))

    def count(self, child, within):
        return sum(int(s.get("number")) for s in within.iter("selection") if s.get("entryId") == child)

    def holds(self, node, selection):
        """Whether the conditions of a modifier, or of a group of them, hold for a selection."""
        answers = []
        for condition in node.iterfind("conditions/condition"):
            within = self.roster if condition.get("scope") == "roster" else self.parents[selection]
            number = self.count(condition.get("childId"), within)
            answers.append(number >= 1 if condition.get("type") == "atLeast" else number < 1)
        answers += [self.holds(group, selection) for group in node.iterfind("conditionGroups/conditionGroup")]
        return any(answers) if node.get("type") == "or" else all(answers)

    def cost(self, selection, kind="points"):
        entry = self.entries[selection.get("entryId")]
        costs = entry.iterfind(f"costs/cost[@typeId='{kind}']")
        cost = sum((Decimal(cost.get("value")) for cost in costs), Decimal())
        for change in entry.iterfind(f"modifiers/modifier[@field='{kind}']"):
            if self.holds(change, selection):
                value = Decimal(change.get("value"))
                cost = value if change.get("type") == "set" else cost + value
        return cost * int(selection.get("number"))

    def wrong(self):
        """The entries that are hidden, too many, or too much for what they lie in."""
        for selection in self.selections:
            id = selection.get("entryId")
            hiding = self.entries[id].iterfind("modifiers/modifier[@field='hidden']")
            if any(self.holds(change, selection) for change in hiding):
                yield f"{id} is hidden"
            yield from self.too_many_within(selection)
        yield from self.too_many_in_list()

    def too_many_within(self, selection):
        id, copies, inner = selection.get("entryId"), int(selection.get("number")), defaultdict(Decimal)
        for child in selection.iterfind("selections/selection"):
            for key in ("entryId", "entryGroupId"):
                inner[child.get(key)] += Decimal(child.get("number")) / copies
            for kind in ("places", "slots"):
                inner[kind] += self.cost(child, kind) / copies
        for limit in self.entries[id].iterfind("constraints/constraint[@scope='self']"):
            if inner[limit.get("field")] > Decimal(limit.get("value")):
                yield f"{id} has too many {limit.get('field')}"
        for child, entry in (self.entries | self.groups).items():
            for limit in entry.iterfind("constraints/constraint[@type='max']") if child in inner else ():
                if inner[child] > Decimal(limit.get("value")):
                    yield f"{child} is too many"

    def too_many_in_list(self):
        numbers = Counter()
        for selection in self.selections:
            for link in self.entries[selection.get("entryId")].iterfind("categoryLinks/categoryLink"):
                numbers[link.get("targetId")] += int(selection.get("number"))
        for id, number in numbers.items():
            for limit in self.categories[id].iterfind("constraints/constraint"):
                most = Decimal(limit.get("value"))
                for repeat in self.categories[id].iterfind("modifiers/modifier/repeats/repeat"):
                    most += self.limit // Decimal(repeat.get("value"))
                if number > most:
                    yield f"{id}: {number} of {most}"


def test_the_points_and_limits_of_the_catalogue_are_those_of_the_lists():
    """Of the lists that say all of what they cost by entries of the book."""
    for name, data in of_red_button().items():
        verdict = make.judge(read(data, GAMES))
        if verdict.legal and not data.get("prices"):
            roster = Roster(data)
            assert sum(map(roster.cost, roster.selections)) == verdict.total, name
            assert [*roster.wrong()] == [], name


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("too-many-rockets", ".too-many-rockets: "),
        ("multiple-chefs", ".multiple-chefs: "),
        ("weapon-places", "fighter has too many places"),
        ("slots-exceeded", "has too many slots"),
        ("exotic-not-agreed", "is hidden"),
        ("reactor-faction", "fighter/equipment.reacteur is hidden"),
        ("giant-bat-not-giant", "fighter/weapons.batte-geante is hidden"),
        ("dup-equipment", "is too many"),
    ],
)
def test_what_the_catalogue_can_say_it_says_of_a_list_that_breaks_it(name, complaint):
    """Each list of the examples that breaks this rule alone and has only what the book has."""
    broken = 0
    for data in of_red_button().values():
        rules = {finding.rule.id.partition(".")[2] for finding in make.judge(read(data, GAMES)).findings}
        if name in rules and not any(rule.startswith("unknown") for rule in rules):
            broken += 1
            assert any(complaint in wrong for wrong in Roster(data).wrong()), data
    assert broken


MADE_ELSEWHERE = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="a-1" name="Rust Dogs" battleScribeVersion="2.03" gameSystemId="bivouac-rbn" gameSystemName="RBN"
    gameSystemRevision="1" xmlns="http://www.battlescribe.net/schema/rosterSchema">
  <costs><cost name="pts" typeId="points" value="101.0"/></costs>
  <costLimits><costLimit name="pts" typeId="points" value="300.0"/></costLimits>
  <forces><force id="a-2" name="RBN" entryId="force" catalogueId="bivouac-rbn-lists"><selections>
    <selection id="a-3" name="Liste" entryId="list" type="upgrade" number="1"><selections>
      <selection id="a-4" name="Mutants" entryId="list/faction.mutants" type="upgrade" number="1"/>
      <selection id="a-5" name="Exotique" entryId="list/exotic" type="upgrade" number="1"/>
    </selections></selection>
    <selection id="a-6" name="Combattant" customName="Ada, la vive" entryId="fighter" type="model" number="1">
      <customNotes>Painted red.</customNotes><selections>
      <selection id="a-7" name="T 4" entryId="fighter/stats.T.4" type="upgrade" number="1"/>
      <selection id="a-8" name="C 5" entryId="fighter/stats.C.5" type="upgrade" number="1"/>
      <selection id="a-9" name="Rifle" entryId="fighter/weapons.fusil" type="upgrade" number="1"><selections>
        <selection id="a-10" name="x" entryId="fighter/weapons.fusil/ammunition.munition-incendiaire" type="upgrade"
          number="1"/>
      </selections></selection>
      <selection id="a-11" name="Grenade" entryId="fighter/weapons.grenade" type="upgrade" number="2"/>
      <selection id="a-12" name="Lucky charm" entryId="abcd-1234" type="upgrade" number="1"/>
    </selections></selection>
    <selection id="a-13" name="Véhicule moyen" entryId="vehicle.type.moyen" type="model" number="1"><selections>
      <selection id="a-14" name="MG" entryId="vehicle.type.moyen/options.mitrailleuse-fixe" type="upgrade" number="1">
      <selections>
        <selection id="a-15" name="x" entryId="vehicle.type.moyen/options.mitrailleuse-fixe/demountable"
          type="upgrade" number="1"/>
      </selections></selection>
    </selections></selection>
    <selection id="a-16" name="Esclave" entryId="fighter.slave" type="model" number="3"><selections>
      <selection id="a-17" name="Spear" entryId="fighter.slave/weapons.lance" type="upgrade" number="3"/>
    </selections></selection>
  </selections></force></forces>
</roster>"""


def test_a_roster_made_with_the_data_files_is_the_list_that_it_says():
    (imported,) = read_back(MADE_ELSEWHERE.encode())
    assert [line.text for line in imported.not_understood] == ["Lucky charm", "Painted red."]
    assert imported.data == {
        "format": "bivouac-roster/1",
        "game": "rbn",
        "name": "Rust Dogs",
        "budget": 300,
        "exotic": True,
        "faction": "mutants",
        "units": [
            {
                "kind": "fighter",
                "name": "Ada, la vive",
                "stats": {"T": 4},
                "weapons": [{"item": "fusil", "ammunition": ["munition-incendiaire"]}, "grenade", "grenade"],
            },
            {
                "kind": "vehicle",
                "type": "moyen",
                "options": [{"item": "mitrailleuse-fixe", "demountable": True}],
            },
            {"kind": "fighter", "count": 3, "slave": True, "weapons": ["lance"]},
        ],
    }


def test_the_page_of_a_game_offers_its_data_files_and_others_have_none(client):
    assert 'href="/rules/rbn/battlescribe.zip"' in client.get("/").text
    raw = client.get("/rules/rbn/battlescribe.zip").content
    assert zipfile.ZipFile(io.BytesIO(raw)).namelist() == ["bivouac-rbn.gst", "bivouac-rbn.cat"]
    assert client.get("/rules/reichbusters/battlescribe.zip").status_code == 404
    assert client.get("/rules/nothing/battlescribe.zip").status_code == 404
