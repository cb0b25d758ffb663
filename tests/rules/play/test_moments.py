"""Rules of units at their moments: every rule of a book has one, and a book with another moment is refused."""

import re
import shutil
from pathlib import Path

import pytest
import yaml
from django.conf import settings

from rules.books import BadBook, read_book
from rules.play.circumstances import entry_of
from rules.registry import GAMES
from tests import make

FAMILY = ("abilities", "equipment", "special_rules", "options", "ammunition", "modifications")
ATTRIBUTES = ("tables/advantages/rows", "tables/disadvantages/rows")
# Rules that need a moment, those of them that are recalled, and the facts with names that players copied.
COUNTS = {
    "rbn": (85, 9, 0),
    "first-wave": (27, 4, 0),
    "chain-reaction": (32, 5, 0),
    "of-the-dead": (0, 0, 4),
    "reichbusters": (0, 0, 2),
}
TEMPLATE = "special_rules/gabarit-de-flammes"  # of guns whose band is a template, whatever their rules


def needed(game):
    """The paths of the rules that units of a game may have: each needs a moment, or to be told as played or built."""
    book = make.catalogue(game)
    if game == "chain-reaction":
        return {f"{table}/{slug}" for table in ATTRIBUTES for slug in entry_of(book, table)}
    if game in ("of-the-dead", "reichbusters"):
        return set()
    traits = {f"factions/{slug}/{side}" for slug in book.factions for side in ("advantage", "drawback")}
    return traits | {f"{name}/{slug}" for name in FAMILY for slug in getattr(book, name)}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_of_a_unit_has_its_moment(game):
    recalls = make.catalogue(game).play.recalls
    shown = {slug for slug, moment in recalls.moments.items() if moment.steps or moment.actions}
    recalled = [path for row in recalls.rules if shown.intersection(row.at) for path in row.rules]
    assert set(recalls.paths()) == needed(game)
    assert (len(recalls.paths()), len(recalled), len(recalls.own)) == COUNTS[game]


@pytest.mark.parametrize("game", ["rbn", "first-wave", "chain-reaction"])
def test_what_the_pages_say_by_themselves_stands_in_the_rules_of_play(game):
    """No rule is passed over as played that nothing in the house plays: its slug is in code or data of play."""
    package, root = game.replace("-", "_"), Path(settings.BASE_DIR)
    folders = [f"rules/games/{package}", "rules/families/red_button", f"builder/games/{package}/battle", "rules/play"]
    files = [file for folder in folders for file in (root / folder).rglob("*.py")]
    head = yaml.safe_load((make.FIXTURES / game / "book.yaml").read_text("utf-8"))
    files += [make.FIXTURES / game / name for name in head["play"] if name != "recalls.yaml"]
    text = "\n".join(file.read_text("utf-8") for file in files)
    book = make.catalogue(game)
    played = [path for row in book.play.recalls.rules if row.at == ("played",) for path in row.rules]
    slugs = {path: path.split("/")[1] if path.startswith("factions/") else path.split("/")[-1] for path in played}
    data = [path for path in played if path == TEMPLATE or is_data(entry_of(book, path))]
    missing = [
        path
        for path, slug in slugs.items()
        if path not in data and not re.search(rf"(?:(?<![\w-])|rounds-){slug}(?![\w-])", text)
    ]
    assert missing == []


def is_data(entry):
    """Whether figures of its entry say all that it does: bands of a gun, dice of an attribute."""
    return bool(getattr(entry, "ranged", None)) or "melee_dice" in getattr(entry, "figures", {})


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("{at: [contact]", "{at: [contract]", "recalls.yaml: recalls: there is no moment 'contract'"),
        ("- abilities/bond\n", "- abilities/bound\n", "recalls.yaml: recalls: there is no 'abilities/bound'"),
        ("- abilities/bond\n", "- abilities/chef\n", "recalls.yaml: recalls: abilities/chef is there twice"),
    ],
)
def test_an_unknown_moment_or_rule_is_refused(tmp_path, before, after, why):
    folder = shutil.copytree(make.FIXTURES / "rbn", tmp_path / "rbn")
    file = folder / "recalls.yaml"
    file.write_text(file.read_text("utf-8").replace(before, after), "utf-8")
    with pytest.raises(BadBook) as bad:
        read_book(folder, GAMES["rbn"])
    assert str(bad.value) == why
