"""The tests of play as paths to follow, and what a group's figures roll on them with their REP and attributes.

The paths are those of "Gestion des tests", and ruling cr-51 where the book leaves a case out.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext

from rules.games.chain_reaction.analysis import FigureAnalysis
from rules.games.chain_reaction.odds import MORE_DICE, good_faces
from rules.text import _

IN_SIGHT, SHOT_AT, CHARGED = "ennemi-en-vue", "pris-pour-cible", "recevoir-une-charge"
CHARGE, RALLY, FOCUS, LEADER_LOST = "charge", "ralliement", "focus", "perte-du-chef"
STUNNED, FAST, FAST_MOUNTED = "recuperation-sonne", "mouvement-rapide", "mouvement-rapide-a-cheval"
VEST = "gilet-pare-balles"
GRENADE, CAR, CONTROL = "grenade", "voiture", "perte-de-controle"  # tests of other headings of the book
WITHOUT_BONUS = (IN_SIGHT, STUNNED)  # of born leaders and stoics
MOST_LINES = 7
MOST_NAMES = 70  # characters

COVER, OPEN = _("in cover"), _("in the open")
OUTGUNNED, FLANK, ELSE = _("outgunned"), _("from flank or rear"), _("else")
DIVES, FLEES, PRONE = _("dives"), _("flees"), _("goes prone")
SHOOTS_BACK = _("shoots back at REP −1")
SHOOTS_BACK_WELL = _("shoots back at full REP")
HALTS = _("stops, shoots back at REP −1")
NEAR_COVER = _("outgunned, moving fast, cover within 3″")
NOT_FAST = _("outgunned, not moving fast")
NORMAL_MOVE = _("outgunned, normal move")


class Path(NamedTuple):
    """What so many passes lead to, where all conditions hold; conditions and result are marked texts."""

    passes: int
    conditions: tuple[str, ...]
    result: str


ONE_PASS_UNDER_FIRE = (
    Path(1, (COVER, OUTGUNNED), DIVES),
    Path(1, (COVER, FLANK), FLEES),
    Path(1, (COVER, ELSE), SHOOTS_BACK),
    Path(1, (OPEN, OUTGUNNED), PRONE),
    Path(1, (OPEN, FLANK), FLEES),
    Path(1, (OPEN, ELSE), HALTS),
    Path(0, (), FLEES),
)
PATHS = {
    IN_SIGHT: (
        Path(2, (), _("shoots")),
        Path(1, (COVER,), _("reflex shot at REP −1")),
        Path(1, (OPEN,), DIVES),
        Path(0, (), _("does nothing")),
    ),
    SHOT_AT: (
        Path(2, (COVER, OUTGUNNED), SHOOTS_BACK),
        Path(2, (COVER, ELSE), SHOOTS_BACK_WELL),
        Path(2, (OPEN, NEAR_COVER), DIVES),
        Path(2, (OPEN, NORMAL_MOVE), DIVES),
        Path(2, (OPEN, ELSE), _("finishes its move")),
        *ONE_PASS_UNDER_FIRE,
    ),
    CHARGED: (
        Path(2, (FLANK,), _("turns to face, fights its first turn at REP −1")),
        Path(2, (COVER,), _("stays, shoots normally, then fights")),
        Path(2, (OPEN, NEAR_COVER), DIVES),
        Path(2, (OPEN, NOT_FAST), DIVES),
        Path(2, (OPEN, ELSE), _("finishes its move and shoots")),
        *ONE_PASS_UNDER_FIRE,
    ),
    CHARGE: (
        Path(2, (), _("charges")),
        Path(1, (OPEN,), _("charges")),
        Path(1, (COVER,), _("stays, shoots if it can")),
        Path(0, (), _("stays")),
    ),
    LEADER_LOST: (
        Path(2, (), _("carries on")),
        Path(1, (), _("stops and loses focus")),
        Path(0, (), FLEES),
    ),
    RALLY: (
        Path(2, (), _("back to the fight")),
        Path(1, (_("in cover or in a building"),), _("back to the fight")),
        Path(1, (ELSE,), _("removed from play")),
        Path(0, (), _("removed from play")),
    ),
    FOCUS: (
        Path(2, (), _("any target")),
        Path(1, (), _("the nearest target")),
        Path(0, (), _("1D6 per target seen, 2D6 for the nearest: highest roll; on a tie, the nearest")),
    ),
    STUNNED: (
        Path(2, (), _("fights on")),
        Path(1, (), _("tests again: 1 pass counts as 0")),
        Path(0, (), _("out of action")),
    ),
}
WHEN = {
    IN_SIGHT: _("Inactive; an active enemy crosses its line of sight"),
    SHOT_AT: _("Shot at, active or not, not killed or stunned (cr-64)"),
    CHARGED: _("Inactive; the charger is halfway"),
    CHARGE: _("Active, to charge"),
    LEADER_LOST: _("The main leader is out or dead, at any distance, seen or not"),
    RALLY: _("Fleeing, a friend within 4″"),
    FOCUS: _("Active, to choose a target to shoot or charge"),
    STUNNED: _("Stunned, when activated"),
}
FLED = (SHOT_AT, CHARGED, LEADER_LOST)
DIVED = (IN_SIGHT, SHOT_AT, CHARGED)
# What an attribute changes in the result of tests: {its slug: (tests, marked text)}.
CHANGES = {
    "courageux": (FLED, _("takes cover instead of fleeing")),
    "lache": (DIVED, _("flees instead of taking cover")),
    "nerfs-d-acier": (DIVED, _("needn’t take cover")),
    "tire-au-flanc": ((SHOT_AT,), _("always outgunned")),
    "chef-ne": ((SHOT_AT, CHARGE, CHARGED, RALLY, LEADER_LOST), _("friends within 4″ may react with it")),
    "discret": ((IN_SIGHT,), _("enemies who see it test at −1")),
    "lent": ((FAST, FAST_MOUNTED), _("1 pass at most")),
    "maladroit": ((FAST, FAST_MOUNTED), _("double on its own two dice: moves 1D6″ and falls")),
}
BRAVE_AND_COWARDLY = {"courageux", "lache"}  # on one figure they cancel (ruling cr-66)
ONE_DIE = {"peureux": (SHOT_AT,), "mauviette": (CHARGE, CHARGED, RALLY)}


@dataclass(frozen=True, slots=True)
class ReactionThrow:
    """What some figures roll on a test: their names, "2D6", the faces that pass ("1-4"), what attributes change."""

    names: str
    dice: str
    faces: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reaction:
    """A test with its paths. `branches`: (passes, its `Path`s) from two passes down, as texts of one language."""

    name: str
    when: str
    leader: bool
    star: bool
    branches: tuple[tuple[int, tuple[Path, ...]], ...]
    throws: tuple[ReactionThrow, ...]


def dice(figure: FigureAnalysis, test: str) -> str:
    """How many dice a figure throws on a test, without a leader's: "2D6"; rulings cr-40, cr-43 and cr-62."""
    single = any(test in tests for slug, tests in ONE_DIE.items() if slug in figure.tags)
    more = 0 if test in WITHOUT_BONUS else len(MORE_DICE & figure.tags)
    more += test in (FAST, FAST_MOUNTED) and "athlete" in figure.tags
    more += test == CONTROL and "conducteur" in figure.tags
    return f"{(1 if single else 2) + more}D6"


def passing(figure: FigureAnalysis, test: str) -> int:
    """How many faces pass a test: those up to the REP, never a 6; reflexes count at an enemy in sight."""
    gain = sum(row.figures.get("sight_rep") or 0 for row in figure.attributes) if test == IN_SIGHT else 0
    return good_faces(figure.effective_rep + gain)


def notes(figure: FigureAnalysis, test: str) -> Iterator[str]:
    """What a figure's attributes, and its being a Star, change in the result of a test."""
    if figure.is_star and test in (SHOT_AT, CHARGED, CHARGE, RALLY, FOCUS, LEADER_LOST):
        yield gettext("Star: chooses its reaction")
    cancelled = BRAVE_AND_COWARDLY if figure.tags >= BRAVE_AND_COWARDLY else ()
    for slug, (tests, words) in CHANGES.items():
        if slug in figure.tags and slug not in cancelled and test in tests:
            yield gettext(words)
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


def branches(test: str) -> tuple[tuple[int, tuple[Path, ...]], ...]:
    """The paths of a test by their passes, as texts of the language that is on."""
    by_passes: dict[int, list[Path]] = {}
    for path in PATHS[test]:
        spoken = Path(path.passes, tuple(map(gettext, path.conditions)), gettext(path.result))
        by_passes.setdefault(path.passes, []).append(spoken)
    return tuple((passes, tuple(paths)) for passes, paths in by_passes.items())
