"""What may be added here, and for what may not: which rule says so, from the same checks as the verdict."""

from dataclasses import dataclass, field
from typing import Any

from builder.edits import BadEdit
from rules.verdict import limits_broken


@dataclass(frozen=True)
class Offer:
    """Something that could be chosen: the edit's line, the book's entry, its cost here, and why it is refused.

    refusal -- findings (of limits) that choosing it would add; empty when it may be chosen
    taken   -- it is chosen already, for things that are on or off
    """

    line: str
    entry: Any
    cost: int | None = None
    refusal: tuple = ()
    taken: bool = False
    facts: tuple = field(default=())

    @property
    def open(self):
        return not self.refusal


def spoken(findings):
    """What findings (or refused edits) say, as a value that can be compared and hashed."""
    return tuple((one.message.text, repr(one.message.values)) for one in findings)


def refusal(bench, variant, before):
    """The findings of limits that `variant` of the list breaks in a place where `before` broke them not."""
    broken = limits_broken(variant, bench.catalogue, bench.game, bench.known, head=False)
    return tuple(finding for place, finding in broken.items() if place not in before)


class Asking:
    """Asks for many variants of one list: what each would break that is not broken now."""

    def __init__(self, bench):
        self.bench = bench
        bench.verdict  # noqa: B018  (surveys the units once, for all variants)
        self.before = limits_broken(bench.list, bench.catalogue, bench.game, bench.known, head=False).keys()

    def offer(self, line, entry, edit, *arguments, cost=None, taken=False, facts=()):
        """An `Offer` of what `edit(list, *arguments)` does."""
        try:
            variant = edit(self.bench.list, *arguments)
        except BadEdit as bad:
            return Offer(line, entry, cost, (bad,), taken, facts)
        return Offer(line, entry, cost, refusal(self.bench, variant, self.before), taken, facts)
