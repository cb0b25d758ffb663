"""What may be added here, and for what may not: which rule says so, from the same checks as the verdict."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import unquote_plus

from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.wording import say
from rules.checks import Finding
from rules.document import NewIndex
from rules.game import AnalysisCache
from rules.verdict import BrokenRules, prohibitions_in

Reasons = tuple[Finding | BadEdit, ...]


class Effect(NamedTuple):
    """What an edit would do.

    refusal -- the prohibitions that it would break or break further, or the `BadEdit`; empty when it may be done
    over    -- by how many points the list would then be over its budget; 0 where the edit adds none
    """

    refusal: Reasons = ()
    over: int = 0


@dataclass(frozen=True)
class Offer:
    """Something that could be chosen.

    command  -- the text that asks for the edit
    entry    -- the book's entry, or whatever else has a name
    check    -- works out its `Effect`, when that is first asked for
    cost     -- its points here; None where it has none
    taken    -- it is chosen already, for things that are on or off
    facts    -- short words beside its name
    contents -- what comes with it: lines of names
    count    -- how many of it are there already
    removal  -- the command that takes one of them away; "" where there is none
    lacking  -- the player's box has no model for it
    """

    command: str
    entry: Any
    check: Callable[[], Effect] = field(default=Effect, repr=False, compare=False)
    cost: Any = None
    taken: bool = False
    facts: tuple = ()
    contents: tuple[tuple, ...] = ()
    count: int = 0
    removal: str = ""
    lacking: bool = False

    @cached_property
    def effect(self) -> Effect:
        return self.check()

    @property
    def value(self) -> str:
        """What the last field in the command is set to, as a form sends it."""
        return unquote_plus(self.command.rpartition("=")[2])

    @property
    def refusal(self) -> Reasons:
        """Why it may not be chosen; empty when it may."""
        return self.effect.refusal

    @cached_property
    def reasons(self) -> list[tuple[str, Any]]:
        """The refusal in the reader's language, as `reasons_in_words`."""
        return reasons_in_words(self.refusal)

    @property
    def over(self) -> int:
        return self.effect.over

    @property
    def open(self) -> bool:
        return not self.refusal

    @property
    def signature(self) -> tuple:
        """All that is shown of it beside its entry, as a value that can be compared and hashed."""
        shown = self.command, self.cost, self.taken, self.facts, self.contents, self.count, self.removal, self.lacking
        hints = tuple(reason.rule.hint for reason in self.refusal if isinstance(reason, Finding))
        return *shown, self.over, comparison_key(self.refusal), hints


@dataclass(frozen=True)
class OfferGroup:
    """Offers under one heading, as in the book. `key` names the group in addresses and ids.

    bounds -- the least and the most of a number that may be typed instead, in a command such as `set KEY=NUMBER`
    """

    key: str
    title: Any
    offers: tuple[Offer, ...]
    bounds: tuple[int, int] | None = None

    @property
    def values(self) -> list[str]:
        return [offer.value for offer in self.offers]

    @cached_property
    def signature(self) -> tuple:
        return tuple(offer.signature for offer in self.offers)


def reasons_in_words(refusal: Iterable[Finding | BadEdit]) -> list[tuple[str, Any]]:
    """[(text, rule)] of findings or refused edits; the rule of an edit is None."""
    return [(say(reason), getattr(reason, "rule", None)) for reason in refusal]


def refused_together(offers: Iterable[Offer], index: int | None) -> list[tuple[list[Any], list[Finding | BadEdit]]]:
    """Why some choices for the unit at `index` are refused: by rule, (their entries, a finding of each).

    Of a choice's findings it is one about the unit itself, else the first.
    """
    by_rule: dict[Any, tuple[list[Any], list[Finding | BadEdit]]] = {}
    for offer in offers:
        if offer.refusal and not offer.taken:
            nearest = min(offer.refusal, key=lambda reason: getattr(reason, "unit", index) != index)
            entries, findings = by_rule.setdefault(getattr(nearest, "rule", None), ([], []))
            entries.append(offer.entry)
            findings.append(nearest)
    return list(by_rule.values())


def comparison_key(findings: Iterable[Finding | BadEdit]) -> tuple:
    """What findings (or refused edits) say, as a value that can be compared and hashed."""
    return tuple((finding.message.text, repr(finding.message.values)) for finding in findings)


def held(slugs: Iterable[str], removing: Callable[[int], str]) -> dict[str, dict[str, Any]]:
    """`count` and `removal` of an `Offer`, by slug, for things that a unit has in this order.

    removing -- position -> the command that takes away what is there; the last one goes first
    """
    by_slug: dict[str, dict[str, Any]] = {}
    for position, slug in enumerate(slugs):
        by_slug[slug] = {"count": by_slug.get(slug, {"count": 0})["count"] + 1, "removal": removing(position)}
    return by_slug


def same_index(index: int) -> int | None:
    return index


class OfferChecker:
    """Tries many variants of one list: what each would break, or break further than now.

    head -- whether they differ in the head of the list
    """

    def __init__(self, loaded: LoadedRoster, head: bool = False):
        self.loaded, self.head = loaded, head
        self.total = loaded.verdict.total
        self.before = prohibitions_in(loaded.analysis, loaded.game, head)

    @classmethod
    def of(cls, loaded: LoadedRoster, head: bool = False) -> OfferChecker:
        """The checker of a loaded roster, made when it is first needed."""
        if head not in loaded.offer_checkers:
            loaded.offer_checkers[head] = cls(loaded, head)
        return loaded.offer_checkers[head]

    def offer(self, command: str, entry: Any, edit: Callable[..., Any], *arguments: Any, **shown: Any) -> Offer:
        """An `Offer` of what `edit(document, *arguments)` does; `shown` are its other fields."""
        return Offer(command, entry, lambda: self.effect(edit, *arguments), **shown)

    def refusal(self, edit: Callable[..., Any], *arguments: Any) -> Reasons:
        """Why `edit(document, *arguments)` may not be done; empty when it may."""
        return self.effect(edit, *arguments).refusal

    def effect(self, edit: Callable[..., Any], *arguments: Any) -> Effect:
        """What `edit(document, *arguments)` would do."""
        try:
            return self.effect_of(edit(self.loaded.document, *arguments))
        except BadEdit as bad:
            return Effect((bad,))

    def effect_of(self, variant: Any, where: NewIndex = same_index) -> Effect:
        """What it would do to have this document instead; `where` maps the indexes of units now to those in it."""
        loaded = self.loaded
        cache = AnalysisCache() if self.head else loaded.analysis_cache  # another head would empty the list's own
        analysis = loaded.game.analyse(variant, loaded.catalogue, cache)
        before = self.before if where is same_index else moved(self.before, where)
        refusal = tuple(worse(before, prohibitions_in(analysis, loaded.game, self.head)))
        return Effect(refusal, self.points_over(analysis.total, analysis.budget))

    def points_over(self, total: int | None, budget: int | None) -> int:
        if total is None or budget is None or self.total is None or total <= self.total:
            return 0
        return max(0, total - budget)


def moved(broken: BrokenRules, where: NewIndex) -> BrokenRules:
    """What is broken, after units moved; that of a unit without a new index is left out."""
    after: BrokenRules = {}
    for (rule, unit), findings in broken.items():
        to = None if unit is None else where(unit)
        if unit is None or to is not None:
            after[rule, to] = findings
    return after


def worse(before: BrokenRules, after: BrokenRules) -> Iterable[Finding]:
    """The findings of rules that are broken only after an edit, or further than before it."""
    for key, findings in after.items():
        old = before.get(key, [])
        if sum([finding.excess for finding in findings]) > sum([finding.excess for finding in old]):
            texts_before = comparison_key(old)
            yield from [finding for finding in findings if comparison_key([finding])[0] not in texts_before] or findings
