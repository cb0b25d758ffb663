"""Chain Reaction's data of play, as its catalogue has it."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import cast

from rules.catalogue import Catalogue
from rules.play.battle import Marker
from rules.play.conditions import Case
from rules.play.entries import PlayBook
from rules.text import Text


@dataclass(frozen=True, kw_only=True)
class Situation(Case):
    """How a figure stands when it tests, in words."""

    text: Text


@dataclass(frozen=True)
class Branch:
    """What so many passes lead to, in these situations: the slug of an effect."""

    passes: int
    effect: str
    when: tuple[str, ...] = ()


@dataclass(frozen=True)
class Test:
    """A test of the book: when it is made, and its branches in the order of print.

    table -- of the catalogue, which has a row of its slug, or is about the test as a whole
    dice  -- how many it is rolled with
    """

    slug: str
    branches: tuple[Branch, ...]
    table: str = "tests"
    dice: int = 2
    when: Text = Text()


@dataclass(frozen=True, kw_only=True)
class Scope:
    """These tests, or all but those."""

    tests: tuple[str, ...] = ()
    but: tuple[str, ...] = ()

    def covers(self, test: str) -> bool:
        return test in self.tests if self.tests else test not in self.but


@dataclass(frozen=True, kw_only=True)
class TestChange(Scope):
    """What an attribute changes of tests.

    dice    -- more of them; single: the test's own are one
    rep     -- added to the REP; foes: to that of enemies who test because of this figure
    most    -- so many passes at the most; 0: no limit
    falls   -- on a double of the test's own dice
    outgunned -- always
    refuses -- need not dive for cover
    text    -- what it changes beside dice and REP
    """

    dice: int = 0
    single: bool = False
    rep: int = 0
    foes: bool = False
    most: int = 0
    falls: bool = False
    outgunned: bool = False
    refuses: bool = False
    text: Text = Text()


@dataclass(frozen=True, kw_only=True)
class Tick:
    """What makes a shot miss on some totals.

    of    -- of the shooter, of a target, of the kind of shot, or of the order in which targets are shot at
    usual -- the mark that says so until somebody says otherwise
    but   -- the attribute that takes its effect
    ruling -- that says when it is so, where the book is silent
    """

    slug: str
    of: str
    misses: tuple[int, ...]
    text: Text
    cite: str
    usual: str = ""
    but: str = ""
    ruling: str = ""


@dataclass(frozen=True, kw_only=True)
class ChainReactionPlay(PlayBook):
    """Its data of play.

    follows  -- what a figure does next after an effect, by the effect's slug: slug and query of an action
    instead  -- the effects that stand in its place where there is no cover, no way out, or no room, by its slug
    run_by_game -- the tests that figures take whom the game plays, by what they are
    ticks    -- of shots
    one_handed -- the firearms that are an improvised weapon of one hand in melee (ruling cr-49)
    """

    marks: dict[str, tuple[Marker, ...]]
    situations: dict[str, Situation]
    tests: dict[str, Test]
    attributes: dict[str, tuple[TestChange, ...]]
    follows: dict[str, str]
    instead: dict[str, tuple[str, ...]]
    run_by_game: dict[str, Scope]
    ticks: dict[str, Tick]
    one_handed: tuple[str, ...]

    def problems(self) -> Iterator[tuple[str, str]]:
        yield from super().problems()
        for slug, test in self.tests.items():
            yield from self.without_effect(f"tests.{slug}", (branch.effect for branch in test.branches))
            for name in (name for branch in test.branches for name in branch.when if name not in self.situations):
                yield f"tests.{slug}", f"there is no situation {name!r}"

    def changes_of(self, attributes: Collection[str], test: str) -> Iterator[tuple[str, TestChange]]:
        """What of these attributes counts on a test, in the order of the book: (slug of the attribute, change)."""
        for slug, changes in self.attributes.items():
            if slug in attributes:
                yield from ((slug, change) for change in changes if change.covers(test))


def play_of(catalogue: Catalogue) -> ChainReactionPlay:
    return cast(ChainReactionPlay, catalogue.play)
