"""A fall test, as Red Button's Nation and First Wave have it (RBN p. 15, First Wave "Test de chute")."""

from collections.abc import Callable, Sequence

from rules.play.actions import Words
from rules.play.entries import Modifier, PlayRule
from rules.play.rolls import Roll, Row
from rules.text import _

NO_FALL = _("No fall")


def fall_roll(
    falls: Row,
    need: int,
    rule: PlayRule,
    modifiers: Sequence[Modifier] = (),
    shows: Callable[[Sequence[int]], str] | None = None,
    stays: Words = NO_FALL,
) -> Roll:
    """The dice of the rule for somebody with C `need`, who falls where all are below it."""
    return Roll([falls, Row(need, stays)], rule.cite, rule.dice, max, modifiers, shows)


def wounds_of_fall(height: int, rule: PlayRule) -> int:
    """One for each 10 cm begun, the reach of the rule."""
    return -(-height // rule.reach)
