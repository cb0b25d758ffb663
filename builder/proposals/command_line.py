"""Mended, completed and random lists for manage.py rosters."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from builder.lists.boxes import read_box
from builder.lists.loaded import LoadedRoster
from builder.proposals.completing import FEW, MANY, Wishes, proposals, random_list
from builder.proposals.mending import answer, mended
from builder.proposals.moves import Limits
from builder.proposals.pairs import fair_pair
from rules.registry import GAMES

MOST_DEALS = 8  # of a box of which it is hard to make two lists; nobody waits before a page


def add_parsers(actions: Any, languages: Sequence[str]) -> None:
    mend = actions.add_parser("mend", help="the list mended by its own edits: a line of JSON; exit status 1 not all")
    complete = actions.add_parser(
        "complete", help="three completed lists: a line of JSON each; exit status 1 not legal"
    )
    for parser in (mend, complete):
        parser.add_argument("file", help="- reads one document per line from standard input")
        parser.add_argument("--language", choices=languages, default="fr", help="of the sentences")
    add_wishes(complete)
    chance = actions.add_parser("random", help="a legal list that chance makes")
    chance.add_argument("game", choices=list(GAMES))
    chance.add_argument("--faction", default="", help="a slug; else chance takes one")
    chance.add_argument("--budget", type=int, help="in points")
    chance.add_argument("--seed", required=True, help="the same seed makes the same list")

    pair = actions.add_parser("pair", help="two fair lists from one box of models; exit status 1 where there are none")
    pair.add_argument("file", help="a box, bivouac-box/1")
    pair.add_argument("--budget", type=int, required=True, help="in points, of each list")
    pair.add_argument("--seed", required=True, help="the same seed makes the same lists")


def add_wishes(parser: ArgumentParser) -> None:
    parser.add_argument("--seed", default="0", help="the same seed makes the same lists")
    sizes = parser.add_mutually_exclusive_group()
    sizes.add_argument("--many", dest="size", action="store_const", const=MANY, default="", help="units")
    sizes.add_argument("--few", dest="size", action="store_const", const=FEW, help="units")
    parser.add_argument("--with", dest="having", action="append", default=[], metavar="SLUG", help="has to be in it")
    parser.add_argument("--without", action="append", default=[], metavar="SLUG", help="may not be in it")


def mend(loaded: LoadedRoster) -> list[dict[str, Any]]:
    return [answer(mended(loaded))]


def complete(
    loaded: LoadedRoster, seed: str, size: str, having: Sequence[str], without: Sequence[str], **_options: Any
) -> list[dict[str, Any]]:
    wishes = Wishes(size, (), tuple(having), Limits(without=tuple(without)))
    return [answer(state) for state in proposals(loaded, seed, wishes)]


def random(game: str, seed: str, faction: str, budget: int | None, **_options: Any) -> LoadedRoster:
    return random_list(game, seed, faction, budget)


def pair(data: Any, budget: int, seed: str) -> tuple[LoadedRoster, ...]:
    """Two fair lists of a box's JSON; none where none are found. Raises `Refused`."""
    made = fair_pair(read_box(data), budget, seed, MOST_DEALS)
    return made.lists if made else ()
