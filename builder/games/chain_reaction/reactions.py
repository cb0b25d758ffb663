"""The tests of play as paths to follow, and what a group's figures roll on them with their REP and attributes.

The paths are those of the book's data of play, and ruling cr-51 where the book leaves a case out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from builder.wording import local
from rules.catalogue import Catalogue
from rules.games.chain_reaction.analysis import FigureAnalysis
from rules.games.chain_reaction.odds import good_faces
from rules.games.chain_reaction.play.book import TestChange, play_of

REACTIONS = IN_SIGHT, SHOT_AT, CHARGED = "ennemi-en-vue", "pris-pour-cible", "recevoir-une-charge"
CHARGE, RALLY, FOCUS, LEADER_LOST = "charge", "ralliement", "focus", "perte-du-chef"
STUNNED, FAST, FAST_MOUNTED = "recuperation-sonne", "mouvement-rapide", "mouvement-rapide-a-cheval"
VEST = "gilet-pare-balles"
GRENADE, CAR, CONTROL = "grenade-throw", "demarrage", "accident"  # tests of other headings of the book
MOST_LINES = 7
MOST_NAMES = 70  # characters

BRAVE_AND_COWARDLY = {"courageux", "lache"}  # on one figure they cancel (ruling cr-66)


class Path(NamedTuple):
    """What so many passes lead to, where all conditions hold, in the language that is on."""

    passes: int
    conditions: tuple[str, ...]
    result: str


@dataclass(frozen=True, slots=True)
class ReactionThrow:
    """What some figures roll on a test: their names, "2D6", the faces that pass ("1-4"), what attributes change."""

    names: str
    dice: str
    faces: str
    notes: tuple[str, ...] = ()


def dice(figure: FigureAnalysis, test: str) -> str:
    """How many dice a figure throws on a test, without a leader's: "2D6"; rulings cr-40, cr-43 and cr-62."""
    return f"{figure.dice_of(test)}D6"


def changes(figure: FigureAnalysis, test: str) -> list[tuple[str, TestChange]]:
    """What its attributes change of a test: (slug of the attribute, change)."""
    return [*play_of(figure.context.catalogue).changes_of(figure.tags, test)]


def passing(figure: FigureAnalysis, test: str) -> int:
    """How many faces pass a test: those up to the REP, never a 6; reflexes count at an enemy in sight."""
    gain = sum(change.rep for _slug, change in changes(figure, test) if not change.foes)
    return good_faces(figure.effective_rep + gain)


def notes(figure: FigureAnalysis, test: str) -> Iterator[str]:
    """What a figure's attributes, and its being a Star, change in the result of a test."""
    if figure.is_star and test in (SHOT_AT, CHARGED, CHARGE, RALLY, FOCUS, LEADER_LOST):
        yield gettext("Star: chooses its reaction")
    cancelled = BRAVE_AND_COWARDLY if figure.tags >= BRAVE_AND_COWARDLY else ()
    for slug, change in changes(figure, test):
        if change.text and slug not in cancelled:
            yield local(change.text)
    if not figure.shoots and test in (IN_SIGHT, SHOT_AT, CHARGED, CHARGE):
        yield gettext("can’t shoot")
    elif test == IN_SIGHT and figure.hasty_shots[-1].needs is None:
        yield gettext("reflex shots can’t hit (cr-52)")


def throws(
    figures: Iterable[FigureAnalysis], test: str, name: Callable[[FigureAnalysis], str], faces: Callable[[int], str]
) -> tuple[ReactionThrow, ...]:
    """What figures throw on a test, those that throw alike together; `faces` writes how many faces pass."""
    alike: dict[tuple, list[str]] = {}
    for figure in figures:
        key = dice(figure, test), passing(figure, test), tuple(notes(figure, test))
        alike.setdefault(key, []).append(name(figure))
    lines = [
        ReactionThrow(name_list(names), thrown, faces(good), words) for (thrown, good, words), names in alike.items()
    ]
    if len(lines) > MOST_LINES:
        lines[MOST_LINES - 1 :] = [ReactionThrow(gettext("others: see their cards"), "", "")]
    return tuple(lines)


def name_list(names: Sequence[str]) -> str:
    """Names in a line, equal ones numbers, dots where there are too many."""
    numbers = {name: names.count(name) for name in names}
    words = ", ".join(f"{number} × {name}" if number > 1 else name for name, number in numbers.items())
    return words if len(words) <= MOST_NAMES else words[: MOST_NAMES - 1].rstrip(", ") + "…"


def branches(test: str, catalogue: Catalogue) -> tuple[tuple[int, tuple[Path, ...]], ...]:
    """The paths of a test by their passes, as texts of the language that is on."""
    play = play_of(catalogue)
    by_passes: dict[int, list[Path]] = {}
    for branch in play.tests[test].branches:
        conditions = tuple(local(play.situations[slug].text) for slug in branch.when)
        path = Path(branch.passes, conditions, local(play.effects[branch.effect].text))
        by_passes.setdefault(branch.passes, []).append(path)
    return tuple((passes, tuple(paths)) for passes, paths in by_passes.items())
