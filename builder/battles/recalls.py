"""The rules of its units that a page reminds a side of: at the step where the round is, and beside an action."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from builder.battles.spec import BATTLES
from builder.wording import isolated, local
from rules.catalogue import Catalogue
from rules.play import recalling
from rules.play.actions import Attempt
from rules.play.battle import BattleDocument, side_of_path
from rules.play.recalling import Recall

MOST_NAMES = 4  # of units, behind a rule


class RecallOnPage(NamedTuple):
    """A rule; the names of some who have it and how many more there are; the command that hides it, "" for none."""

    recall: Recall
    units: str
    silence: str


def at_step(battle: BattleDocument, book: Catalogue, side: int) -> list[Recall]:
    """Those of a side at the present step."""
    if battle.sides[side].run_by_game or battle.sides[side].erased:
        return []
    return recalling.at_step(battle, book, side, BATTLES[battle.game].step(battle))


def of_side(battle: BattleDocument, book: Catalogue, side: int) -> list[RecallOnPage]:
    """Those of a side at the present step, as its board shows them."""
    return on_page(battle, at_step(battle, book, side), side, lambda _owner: True)


def at_action(battle: BattleDocument, book: Catalogue, slug: str, path: str, attempt: Attempt) -> list[Recall]:
    """Those of who acts, and of the units that the form names."""
    named = [field.value for field in attempt.fields if field.name != "unit"]
    return recalling.at_action(battle, book, slug, path, named)


def on_page(
    battle: BattleDocument, recalls: Iterable[Recall], side: int | None, may_mark: Callable[[int], bool], but: str = ""
) -> list[RecallOnPage]:
    """As a page shows them; side: whose they are where no unit has them; but: the unit that the page names already."""
    shown = []
    for recall in recalls:
        owner = side_of_path(recall.units[0]) if recall.units else side
        silence = f"silence {owner} {recall.key}" if owner is not None and may_mark(owner) else ""
        units = [path for path in recall.units if path != but]
        names = ", ".join(isolated(local(battle.called(path))) for path in units[:MOST_NAMES])
        more = f" +{len(units) - MOST_NAMES}" if len(units) > MOST_NAMES else ""
        shown.append(RecallOnPage(recall, names + more, silence))
    return shown
