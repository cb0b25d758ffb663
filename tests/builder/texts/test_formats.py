"""Each form of text: what it escapes, and how long its messages are."""

import csv
import io
import json

import pytest
from django.utils.translation import override

from builder.exports.registry import EXPORTS, ExportSource
from builder.lists.loaded import LoadedRoster
from tests import make
from tests.builder.test_views import owned

pytestmark = pytest.mark.django_db


def rendered(form, **changes):
    convoy = make.convoy(**changes)
    with override("en"):
        return EXPORTS[form].render(ExportSource(LoadedRoster(convoy))).decode()


def test_the_short_text_is_a_line_a_unit():
    text = rendered("short", name="Chacals", units=[make.fighter(name="Gordon", count=2), make.fighter(name="Mo")])
    assert text.splitlines() == ["Chacals · 30/300 pts · To do", "- 2 × Gordon (20)", "- Mo (10)"]


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1"])
def test_no_name_is_a_formula_of_a_spreadsheet(name):
    text = rendered("csv", units=[make.fighter(name=name)])
    _heading, row = csv.reader(io.StringIO(text.removeprefix("\ufeff")))
    assert row[2].startswith("'")


def test_nothing_that_a_player_typed_is_markup():
    units = [make.fighter(name="*Bob* _x_ [b]y[/b] @everyone")]
    assert r"\*Bob\* \_x\_ \[b\]y\[/b\]" in rendered("markdown", units=units)
    assert "[b]y" not in rendered("bbcode", units=units)
    assert "@everyone" not in rendered("discord", units=units)


def test_messages_for_discord_are_short_and_parted_at_units():
    units = [make.fighter(name=f"Gordon {number}", notes="x " * 40) for number in range(60)]
    messages = rendered("discord", units=units).split("---\n")
    assert len(messages) > 2
    assert max(len(message.encode("utf-16-le")) // 2 for message in messages) < 2_000
    assert all(message.startswith("**") for message in messages)


def test_a_unit_longer_than_a_message_is_parted_too():
    messages = rendered("discord", units=[make.fighter(name="Gordon", notes="mot " * 1_200)]).split("---\n")
    assert max(map(len, messages)) < 2_000


def test_texts_are_offered_behind_one_fold_with_a_file_name_of_their_own(client):
    row = owned(client, make.convoy(name="Chacals"))
    page = client.get(f"/lists/{row.pk}/links/").content.decode()
    assert page.count('class="copy-as"') == 1
    assert f'href="/lists/{row.pk}/markdown/"' in page
    response = client.get(f"/lists/{row.pk}/markdown/?language=en")
    assert response.headers["Content-Disposition"] == 'inline; filename="chacals.md"'
    assert response.content.decode().startswith("# Chacals\n")


def test_the_text_of_a_list_of_no_name_says_so():
    assert rendered("full", units=[]).splitlines()[0] == "(untitled list)"
    assert json.loads(rendered("json", units=[])).get("name") is None
