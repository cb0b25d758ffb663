"""The silhouette that a player chooses for a unit: kept in the document, printed in place of the book's."""

import pytest

from builder.lists.commands import perform
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.silhouettes import SILHOUETTES
from builder.registry import example_file
from builder.sheets.building import sheet_of
from builder.sheets.icons import icon_letters
from rules.document import decode
from rules.registry import GAMES
from tests import make
from tests.builder.test_views import do, owned, units_of
from tests.languages import in_language

pytestmark = pytest.mark.django_db
of_every_game = pytest.mark.parametrize("game", GAMES)


def example(game):
    return LoadedRoster.from_data(decode(example_file(game).read_bytes()))


def silhouettes(loaded):
    return [unit.silhouette for unit in in_language("en", sheet_of, loaded).units]


def after(loaded, command):
    return loaded.with_document(perform(loaded, command, {}))


def test_a_dozen_and_more_are_offered_and_each_is_drawn():
    assert len(SILHOUETTES) >= 12
    assert SILHOUETTES.keys() <= icon_letters().keys()


@of_every_game
def test_the_one_that_is_chosen_is_printed_until_the_book_chooses_again(game):
    loaded = example(game)
    by_the_book = silhouettes(loaded)
    chosen = after(loaded, "set-silhouette 1 tank")
    assert chosen.data["units"][1]["silhouette"] == "tank"
    assert silhouettes(chosen) == [by_the_book[0], "tank", *by_the_book[2:]]
    assert (chosen.verdict.total, chosen.verdict.findings) == (loaded.verdict.total, loaded.verdict.findings)
    back = after(chosen, "set-silhouette 1 none")
    assert back.data == loaded.data
    assert silhouettes(back) == by_the_book


def test_who_is_nothing_else_is_shown_by_the_weapon():
    """A faction that shows nothing of its own had the emblem of the game for each of its fighters."""
    fighters = make.fighter("fusil"), make.fighter("epee"), make.fighter("pistolet"), make.fighter("matraque")
    shown = ["musket", "sword-brandish", "robber", ""]
    assert silhouettes(LoadedRoster(make.convoy(faction="mercenaires", units=fighters))) == shown


@pytest.mark.parametrize("icon", ["no-such-icon", "spanner"])
def test_a_document_may_name_any_icon_and_what_is_none_prints_that_of_the_book(icon):
    convoy = make.convoy(units=[make.fighter(silhouette=icon), make.fighter(abilities=["chef"])])
    assert silhouettes(LoadedRoster(convoy)) == [{"spanner": "spanner"}.get(icon, "cultist"), "rally-the-troops"]


@pytest.mark.parametrize("command", ["set-silhouette 0", "set-silhouette 0 spanner", "set-silhouette 9 tank"])
def test_only_what_is_offered_can_be_chosen(command):
    with pytest.raises(BadEdit):
        perform(example("rbn"), command, {})


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
def test_it_is_chosen_in_the_editor_of_the_unit(client, headers):
    row = owned(client, make.convoy(units=[make.fighter(name="Gordon"), make.vehicle("moyen")]))
    answer = do(client, row, "set-silhouette 1 truck", headers, opened="1")
    assert answer.status_code == (200 if headers else 302)
    assert [unit.silhouette for unit in units_of(row)] == [None, "truck"]


@pytest.mark.parametrize(("language", "name"), [("fr", "Camion"), ("en", "Truck")])
def test_the_editor_names_each_of_them_and_shows_which_is_chosen(client, language, name):
    row = owned(client, make.convoy(units=[make.fighter(silhouette="truck")]))
    page = client.get(f"/lists/{row.pk}/?unit=0", headers={"accept-language": language}).content.decode()
    buttons = [part.split("</button>")[0] for part in page.split('value="set-silhouette 0 ')[1:]]
    assert [button.partition('"')[0] for button in buttons] == ["none", *SILHOUETTES]
    pressed = [button for button in buttons if 'aria-pressed="true"' in button]
    assert [f'title="{name}"' in button and f'aria-label="{name}"' in button for button in pressed] == [True]
