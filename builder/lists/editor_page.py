"""What the editor's page and its fragments show of a loaded roster, and which of them an edit changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

from django.utils.translation import gettext

from builder.lists import edits
from builder.lists.battle_record import battle_record
from builder.lists.commands import parse_command, sentence
from builder.lists.findings import FindingGroups, Remedy, group_findings, grouped_findings
from builder.lists.gathering_summary import gathering_summary
from builder.lists.history import AppliedEdit, head_of
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from builder.lists.offers import OfferGroup, comparison_key
from builder.lists.spec import LISTS, ListSpec
from builder.web.forms import number_or_none
from rules.catalogue import Catalogue
from rules.checks import Finding
from rules.game import UnitAnalysis

STEPS_BACK = ("undo", "redo")


@dataclass(frozen=True)
class Card:
    """A unit as the editor shows it.

    signature -- all that a closed card reads beside the catalogue, so that it is rendered once
    """

    index: int
    unit_analysis: UnitAnalysis
    findings: tuple[Finding, ...]
    open: bool
    last: bool
    catalogue: Catalogue
    head: Any
    remedies: Mapping[str, Remedy]

    @property
    def unit(self) -> Any:
        return self.unit_analysis.unit

    @property
    def first(self) -> bool:
        return self.index == 0

    @cached_property
    def finding_groups(self) -> FindingGroups:
        return group_findings(self.findings, self.remedies, {self.index: self.unit_analysis})

    @property
    def signature(self) -> tuple:
        return self.index, self.open, self.last, self.unit, self.head, comparison_key(self.findings)


def cards_of(loaded: LoadedRoster, open_index: int | None, only: set[int] | None) -> list[Card]:
    """The cards of the units at the indexes `only` (None: all)."""
    head, units = head_of(loaded.document), loaded.analysis.units
    findings, remedies = loaded.verdict.by_unit, LISTS[loaded.document.game].remedies
    return [
        Card(
            index=index,
            unit_analysis=units[index],
            findings=tuple(findings.get(index, ())),
            open=index == open_index,
            last=index == len(units) - 1,
            catalogue=loaded.catalogue,
            head=head,
            remedies=remedies,
        )
        for index in (range(len(units)) if only is None else sorted(only))
    ]


def list_context(roster: Roster, loaded: LoadedRoster) -> dict[str, Any]:
    """What every fragment of the editor reads."""
    return {
        "roster": roster,
        "game": roster.game,
        "labels": LISTS[roster.game].labels,
        "makes_lists": LISTS[roster.game].makes_lists,
        "loaded": loaded,
        "catalogue": loaded.catalogue,
        "analysis": loaded.analysis,
    }


def editor_context(
    roster: Roster,
    loaded: LoadedRoster,
    open_index: int | None,
    only: set[int] | None = None,
    lazy: frozenset[str] = frozenset(),
    beside: Mapping[str, Any] | None = None,
    others: Sequence[Any] | None = None,
) -> dict[str, Any]:
    """Everything that the editor's templates read.

    only   -- the indexes of the cards that are rendered; None for all
    lazy   -- the offers that a second request brings: any of "picker" and "new_units"; the template sees None for them
    beside -- its gathering and its battles, where they were asked for already
    others -- the documents of the player's other lists (see `ListSpec.library`); None: no units to add are shown
    """
    spec, loaded = LISTS[roster.game], loaded.for_reader()
    cards = cards_of(loaded, open_index, only)
    open_card = next((card for card in cards if card.open), None)
    picker_follows = "picker" in lazy and spec.picker is not None
    if beside is None:  # battles are asked for only where the log is shown
        beside = {"gathering": gathering_summary(roster), "battles": partial(battle_record, roster)}
    return list_context(roster, loaded) | {
        **beside,
        "verdict": loaded.verdict,
        "cards": cards,
        "open_index": open_index,
        "opened": spec.opened(loaded, open_card.index) | {"card": open_card} if open_card else None,
        "picker": None if picker_follows else picker_of(spec, loaded, open_card.index if open_card else None),
        "new_units": None if "new_units" in lazy else () if others is None else new_units(spec, loaded, others),
        "finding_groups": grouped_findings(loaded, spec.remedies),
        "groups_elsewhere": grouped_findings(loaded, spec.remedies, without=open_card.index if open_card else None),
    }


def head_context(loaded: LoadedRoster, values: Mapping[str, Any]) -> dict[str, Any]:
    """What the form of the head reads: what is chosen (`values`), and what may be, by the names of the fields."""
    settings = LISTS[loaded.document.game].settings(loaded)
    return {"values": values, "settings": {group.key: group for group in settings}}


def picker_of(spec: ListSpec, loaded: LoadedRoster, index: int | None) -> tuple[OfferGroup, ...]:
    """What the unit at `index` may take; empty without a unit, and where the game or this unit has no picker."""
    return () if index is None or spec.picker is None else tuple(spec.picker(loaded, index))


def new_units(spec: ListSpec, loaded: LoadedRoster, others: Sequence[Any]) -> list[OfferGroup]:
    """The units that may be added: those of the player's other lists (their documents), then those of the book."""
    return [*(spec.library(loaded, others) if spec.library else ()), *spec.new_units(loaded)]


def offers_context(
    roster: Roster, loaded: LoadedRoster, open_index: int | None, others: Sequence[Any]
) -> dict[str, Any]:
    """What the answer with the offers reads: those of the open unit, and the units that may be added."""
    spec = LISTS[roster.game]
    cards = cards_of(loaded, open_index, set() if open_index is None else {open_index})
    return list_context(roster, loaded) | {
        "card": cards[0] if cards else None,
        "picker": picker_of(spec, loaded, open_index),
        "new_units": new_units(spec, loaded, others),
    }


def valid_index(word: str | None, loaded: LoadedRoster) -> int | None:
    """The index of a unit in an address or a form; None where there is no such unit."""
    index = number_or_none(word)
    return None if index is None or index >= len(loaded.document.units) else index


def added_index(applied: AppliedEdit) -> int | None:
    """The index of the unit that an edit added; None where it added none."""
    name, *words = applied.command.split()
    before, after = len(applied.before.document.units), len(applied.after.document.units)
    if after <= before or name in STEPS_BACK:
        return None
    return int(words[0]) + 1 if name == "duplicate" else after - 1


def moved_to(applied: AppliedEdit) -> int | None:
    """The index at which a unit is that an edit moved; None where it moved none."""
    name, *words = applied.command.split()
    units = len(applied.before.document.units)
    where = edits.where_units_went(applied.command, units) if name.startswith("move") else None
    return where(int(words[0])) if where else None


def open_index_after(applied: AppliedEdit, index: int | None) -> int | None:
    """Which unit is open after an edit: a new one to fill in, the one that was open wherever it went, else none."""
    before, units = len(applied.before.document.units), len(applied.after.document.units)
    added = added_index(applied)
    if added is not None and parse_command(applied.before.document.game, applied.command)[0].opens:
        return added
    if index is None:
        return None
    where = edits.where_units_went(applied.command, before)
    if where is not None:
        index = where(index)
    return None if index is None or index >= units else index


def toast_text(applied: AppliedEdit) -> str:
    """What the toast says that an edit did."""
    before = applied.before.document
    if before == applied.after.document:
        return gettext("Nothing changed")
    return sentence(applied.command, [unit.name for unit in before.units], applied.before.catalogue)


def changed_cards(before: LoadedRoster, after: LoadedRoster) -> set[int | None] | None:
    """The indexes of the units whose cards read differently now; None where the whole list does."""
    old, new = before.analysis, after.analysis
    if len(old.units) != len(new.units) or old.context is not new.context:
        return None
    cards: set[int | None] = {
        index for index, (was, now) in enumerate(zip(old.units, new.units, strict=True)) if was is not now
    }
    if len(cards) > 1:
        return None
    findings = before.verdict.by_unit, after.verdict.by_unit
    for index in findings[0].keys() | findings[1].keys():
        old_key, new_key = (comparison_key(by_unit.get(index, ())) for by_unit in findings)
        if index is not None and old_key != new_key:
            cards.add(index)
    return cards


def findings_key(loaded: LoadedRoster) -> tuple:
    """All that the panel of findings shows, as a value that can be compared."""
    findings, units = loaded.verdict.findings, loaded.document.units
    names = [None if finding.unit is None else (finding.unit, units[finding.unit].name) for finding in findings]
    return comparison_key(findings), tuple(names)


def unchanged_fragments(before: LoadedRoster, after: LoadedRoster) -> dict[str, bool]:
    """Which fragments read the same after an edit, by the names that the template knows."""
    was, now = before.document, after.document
    return {
        "same_title": (was.name, was.notes) == (now.name, now.notes),
        "same_findings": findings_key(before) == findings_key(after),
        "same_log": was.log == now.log,
    }
