"""What may be added here, and for what may not: which rule says so, from the same checks as the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from rules.checks import Finding
from rules.verdict import broken_prohibitions


@dataclass(frozen=True)
class Offer:
    """Something that could be chosen.

    command -- the text that asks for the edit
    entry   -- the book's entry, or whatever else has a name
    cost    -- its points here; None where it has none
    refusal -- findings (of prohibitions) that choosing it would add, or the `BadEdit`; empty when it may be chosen
    taken   -- it is chosen already, for things that are on or off
    facts   -- short words beside its name
    """

    command: str
    entry: Any
    cost: Any = None
    refusal: tuple[Finding | BadEdit, ...] = ()
    taken: bool = False
    facts: tuple = ()

    @property
    def open(self) -> bool:
        return not self.refusal


@dataclass(frozen=True)
class OfferGroup:
    """Offers under one heading, as in the book. `key` names the group in addresses and ids."""

    key: str
    title: Any
    offers: tuple[Offer, ...]


def comparison_key(findings: Iterable[Finding | BadEdit]) -> tuple:
    """What findings (or refused edits) say, as a value that can be compared and hashed."""
    return tuple((one.message.text, repr(one.message.values)) for one in findings)


class OfferChecker:
    """Tries many variants of one list: what each would break that is not broken now."""

    def __init__(self, loaded: LoadedRoster):
        self.loaded = loaded
        loaded.verdict  # noqa: B018  (analyses the units once, for all variants)
        self.before = self.broken(loaded.document).keys()

    @classmethod
    def of(cls, loaded: LoadedRoster) -> OfferChecker:
        """The one checker of a loaded roster, made when it is first needed."""
        if loaded.offer_checker is None:
            loaded.offer_checker = cls(loaded)
        return loaded.offer_checker

    def offer(
        self,
        command: str,
        entry: Any,
        edit: Callable[..., Any],
        *arguments: Any,
        cost: Any = None,
        taken: bool = False,
        facts: tuple = (),
    ) -> Offer:
        """An `Offer` of what `edit(document, *arguments)` does."""
        return Offer(command, entry, cost, self.refusal(edit, *arguments), taken, facts)

    def refusal(self, edit: Callable[..., Any], *arguments: Any) -> tuple[Finding | BadEdit, ...]:
        """The prohibitions that `edit(document, *arguments)` would break and that are not broken now."""
        try:
            variant = edit(self.loaded.document, *arguments)
        except BadEdit as bad:
            return (bad,)
        return tuple(finding for key, finding in self.broken(variant).items() if key not in self.before)

    def broken(self, document: Any) -> dict[tuple[str, int | None], Finding]:
        loaded = self.loaded
        return broken_prohibitions(document, loaded.catalogue, loaded.game, loaded.analysis_cache, head=False)
