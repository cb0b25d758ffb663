"""Rosters of BattleScribe: ours read back as the same list; others are read as what they select."""

import io
import json
import zipfile

import pytest
from django.utils.translation import override

from builder.exports.registry import EXPORTS, ExportSource
from builder.imports.files import texts_of
from builder.imports.reading import lists_of
from builder.lists.loaded import LoadedRoster
from tests.rosters.test_rosters import READ

pytestmark = pytest.mark.django_db
SOMEBODYS = """<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<roster id="1" name="Rust Dogs" battleScribeVersion="2.03" gameSystemId="ab-cd" gameSystemName="Red Button's Nation"
    xmlns="http://www.battlescribe.net/schema/rosterSchema">
  <costs><cost name="pts" typeId="p" value="240.0"/></costs>
  <costLimits><costLimit name="pts" typeId="p" value="300.0"/></costLimits>
  <forces><force id="2" name="Convoy" catalogueName="Survivors"><selections>
    <selection id="3" name="Fighter" customName="Ada" type="model" number="1"><selections>
      <selection id="4" name="Assault rifle" number="1" type="upgrade"/>
      <selection id="5" name="Chief" number="1" type="upgrade"/>
      <selection id="6" name="Lucky charm" number="1" type="upgrade"/>
    </selections></selection>
    <selection id="7" name="Fighter" type="model" number="3"><selections>
      <selection id="8" name="Pistol" number="2" type="upgrade"/>
    </selections></selection>
    <selection id="9" name="Heavy vehicle" type="unit" number="1"><selections>
      <selection id="10" name="Ram" number="1" type="upgrade"/>
    </selections></selection>
  </selections></force></forces>
</roster>"""


def roster_of(data, language):
    with override(language):
        return EXPORTS["rosz"].render(ExportSource(LoadedRoster.from_data(data)))


def read_back(raw):
    return [imported for file in texts_of("a.rosz", raw) for imported in lists_of(file)]


@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_roster_of_ours_is_the_list(language):
    for name, data in READ.items():
        (imported,) = read_back(roster_of(data, language))
        assert (imported.data, imported.not_understood) == (data, []), name


@pytest.mark.parametrize("packed", [True, False])
def test_a_roster_of_another_builder_is_read_as_what_it_selects(packed):
    raw = SOMEBODYS.encode()
    if packed:
        content = io.BytesIO()
        with zipfile.ZipFile(content, "w") as archive:
            archive.writestr("Rust Dogs.ros", raw)
        raw = content.getvalue()
    (imported,) = read_back(raw)
    assert [part.text for line in imported.not_understood for part in line.parts if not part.understood] == [
        "Lucky charm"
    ]
    assert imported.data == {
        "format": "bivouac-roster/1",
        "game": "rbn",
        "name": "Rust Dogs",
        "budget": 300,
        "faction": "survivants",
        "units": [
            {"kind": "fighter", "name": "Ada", "weapons": ["fusil-d-assaut"], "abilities": ["chef"]},
            {"kind": "fighter", "count": 3, "weapons": ["pistolet", "pistolet"]},
            {"kind": "vehicle", "type": "lourd", "options": ["belier"]},
        ],
    }


@pytest.mark.parametrize(
    "xml",
    [
        '<!DOCTYPE roster [<!ENTITY a "b">]><roster name="&a;"/>',
        '<?xml version="1.0"?><!DOCTYPE r SYSTEM "file:///etc/passwd"><roster/>',
        "<?xml version='1.0'?>" + "<roster>" * 200_000,
        "<?xml version='1.0'?><catalogue/>",
        "<roster><forces>",
        json.dumps(SOMEBODYS)[1:40],
    ],
)
def test_other_xml_is_refused_in_words(xml):
    for imported in read_back(xml.encode()):
        assert imported.data is None
        assert str(imported.problem.text).endswith(".")


def test_selections_may_nest_deeper_than_anybody_needs():
    deep = "<selections><selection name='Ram'>" * 10_000 + "</selection></selections>" * 10_000
    (imported,) = read_back(f"<roster name='A'><forces><force>{deep}</force></forces></roster>".encode())
    assert imported.problem is None or imported.data is None
