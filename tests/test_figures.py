"""Pages and figures of the books stand in their YAML: none in the code of play, battles, kits and campaigns."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from builder.games.rbn.sheet import vehicle
from rules.families.red_button.weapons import FOOT_BASE, MELEE_BASE, VEHICLE_BASE
from rules.games.rbn.play import driving
from tests import make

ROOT = Path(settings.BASE_DIR)
FOLDERS = [
    "rules/play",
    "rules/families/*/play",
    "rules/games/*/play",
    "builder/games/*/battle",
    "builder/games/rbn/kit",
]
FILES = [
    "builder/games/chain_reaction/aftermath.py",
    "builder/games/chain_reaction/clock.py",
    "builder/games/chain_reaction/kit.py",
    "builder/games/chain_reaction/reactions.py",
    "builder/games/chain_reaction/session.py",
    "builder/games/first_wave/kit.py",
    "builder/games/of_the_dead/gang.py",
    "builder/games/of_the_dead/kit.py",
    "builder/games/rbn/campaign.py",
    "builder/games/rbn/hostile_cards.py",
    "builder/games/rbn/play.py",
    "builder/games/reichbusters/kit.py",
    "rules/families/red_button/guns.py",
    "rules/families/red_button/targets.py",
    "rules/families/red_button/traits.py",
    "rules/families/red_button/weapons.py",
    "rules/games/chain_reaction/aftermath.py",
    "rules/games/chain_reaction/clock.py",
    "rules/games/chain_reaction/draws.py",
    "rules/games/chain_reaction/modes.py",
    "rules/games/chain_reaction/odds.py",
]
# No figure of a book: a half, a pair and two sides; the faces of a die, and what none of them reaches; no bound.
NUMBERS = {-1, 0, 1, 2, 6, 7, 99}
# How randomness works, lengths of paper, and how much a battle's document may hold.
OTHER_NUMBERS = {
    "builder/games/of_the_dead/kit.py",
    "builder/games/rbn/kit/combat.py",
    "builder/games/rbn/kit/cutouts.py",
    "builder/games/rbn/kit/tokens.py",
    "builder/games/reichbusters/kit.py",
    "rules/play/battle.py",
    "rules/play/battle_shapes.py",
    "rules/play/chances.py",
    "rules/play/dice.py",
}
CONSTANTS = {  # of forms, texts and pages, not of a book
    "CARDS_ACROSS",
    "COPIES",  # figures that a card has boxes for
    "CONTACT",  # steps of a chart of the catalogue, in order
    "DIRECTIONS",  # degrees
    "END",  # phases, in order
    "FEWEST_SIDES",
    "FOOT_BASE",  # of printed sheets; below they are held against the books
    "FREE_BREAKDOWNS",  # of a book, but whether an action suits is asked without a catalogue
    "LEAST_C",  # that the form takes of who is no unit of the battle
    "LONGEST_NAME",
    "LONGEST_WAY",
    "LONGEST_WORDS",
    "MARKERS_ACROSS",
    "MELEE_BASE",
    "MIDDLES",  # of markers on a page
    "MOST_ATTRIBUTES",
    "MOST_AT_ONCE",
    "MOST_BY_HAND",
    "MOST_C",
    "MOST_DAMAGE",
    "MOST_DICE",
    "MOST_FOES",
    "MOST_FREE",
    "MOST_MARKERS",
    "MOST_NAME",
    "MOST_NAMES",
    "MOST_ON_CARD",
    "MOST_SCORED",
    "MOST_SUCCESSES",
    "MOST_TARGETS",
    "MOST_TURNS",
    "MOST_WOUNDS",
    "NOISES",  # on a page
    "NUMBERS_INSIDE",
    "SURVIVAL_BANDS",
    "TALLEST",
    "TENS",
    "TURN",  # degrees, of this project's ruling A61
    "VEHICLE_BASE",
}


def figures_of(node: ast.AST) -> Iterator[ast.Constant]:
    """The whole numbers under a node; not those of a slice, nor how much a cache holds."""
    if isinstance(node, ast.Slice) or (isinstance(node, ast.keyword) and node.arg == "maxsize"):
        return
    if isinstance(node, ast.Assign) and CONSTANTS & {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}:
        return
    if isinstance(node, ast.Constant) and type(node.value) is int:
        yield node
    for inner in ast.iter_child_nodes(node):
        yield from figures_of(inner)


@cache
def code():
    """{path of a file: what it is parsed to}."""
    files = {file for folder in FOLDERS for file in ROOT.glob(f"{folder}/**/*.py")} | {ROOT / file for file in FILES}
    return {str(file.relative_to(ROOT)): ast.parse(file.read_text("utf-8")) for file in sorted(files)}


def test_no_figure_of_a_book_stands_in_code():
    found = {
        f"{file}:{node.lineno}": node.value
        for file, tree in code().items()
        if file not in OTHER_NUMBERS
        for node in figures_of(tree)
        if node.value not in NUMBERS
    }
    assert found == {}, "put it into a `PlayRule`, a modifier or another entry of the game's YAML"


def test_no_page_of_a_book_stands_in_code():
    """A citation is an entry's `cite`."""
    assert [f"{file}:{line}" for file, tree in code().items() for line in pages_in(tree)] == []


def pages_in(tree):
    """The lines on which a page of a book stands as a number."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    values = [keyword.value for call in calls for keyword in call.keywords if keyword.arg == "page"]
    values += [value for call in calls if ast.unparse(call.func) == "Cite" for value in call.args]
    return [one.lineno for one in values if isinstance(one, ast.Constant) and type(one.value) is int]


@pytest.mark.parametrize("game", ["rbn", "first-wave"])
def test_sheets_count_with_the_dice_of_the_books(game):
    modifiers = make.catalogue(game).play.modifiers
    bases = {"foot": FOOT_BASE, "vehicle": VEHICLE_BASE, "base": MELEE_BASE}
    assert {slug: modifiers[slug].dice for slug in bases.keys() & modifiers.keys()} == {
        slug: dice for slug, dice in bases.items() if slug in modifiers
    }


def test_breakdowns_make_a_roll_due_from_the_figure_of_the_book_on():
    least = make.catalogue().play.rules["breakdowns"].least
    assert (least, least - 1) == (driving.FREE_BREAKDOWNS, vehicle.FREE_BREAKDOWNS)


def test_no_book_is_read_but_by_the_reader():
    """YAML of a game is read by `rules.books` alone."""
    code = [*(ROOT / "rules").glob("**/*.py"), *(ROOT / "builder").glob("**/*.py")]
    readers = [file for file in code if "import yaml" in file.read_text("utf-8")]
    assert [str(file.relative_to(ROOT)) for file in readers] == ["rules/books.py"]
