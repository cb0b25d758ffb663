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


@dataclass(frozen=True)
class Group:
    """Offers under one heading, as in the book. `key` names the group in addresses and ids."""

    key: str
    title: str
    offers: tuple


def spoken(findings):
    """What findings (or refused edits) say, as a value that can be compared and hashed."""
    return tuple((one.message.text, repr(one.message.values)) for one in findings)


class Asking:
    """Asks for many variants of one list: what each would break that is not broken now."""

    def __init__(self, bench):
        self.bench = bench
        bench.verdict  # noqa: B018  (surveys the units once, for all variants)
        self.before = limits_broken(bench.list, bench.catalogue, bench.game, bench.known, head=False).keys()

    @classmethod
    def of(cls, bench):
        """The one `Asking` about a bench, made when it is first needed."""
        if bench.asking is None:
            bench.asking = cls(bench)
        return bench.asking

    def offer(self, line, entry, edit, *arguments, cost=None, taken=False, facts=()):
        """An `Offer` of what `edit(list, *arguments)` does."""
        return Offer(line, entry, cost, self.refusal(edit, *arguments), taken, facts)

    def refusal(self, edit, *arguments):
        """The findings of limits that `edit(list, *arguments)` would add where none stands now."""
        bench = self.bench
        try:
            variant = edit(bench.list, *arguments)
        except BadEdit as bad:
            return (bad,)
        broken = limits_broken(variant, bench.catalogue, bench.game, bench.known, head=False)
        return tuple(finding for place, finding in broken.items() if place not in self.before)
