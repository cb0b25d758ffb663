"""Hostile elements: the encounters of this list's scenario, how they act, a card for each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from builder.games.rbn.kit.book import cite, kit_data
from builder.games.rbn.sheet.weapons import FOOT_BASE, MELEE_BASE, VEHICLE_BASE, dice, dice_change
from builder.sheets.icons import icon_letter
from builder.sheets.kit import KitPage
from builder.sheets.parts import SEPARATOR

VERMIN = "vermine"
ONLY_VERMIN, ROBOT = "escale-sans-lendemain", "retour-compromis"  # scenarios 8 and 10 (RBN p. 37, 38)
WOUNDS = 3  # RBN p. 42


@dataclass(frozen=True, slots=True)
class Shot:
    """A band of a weapon with all dice, against somebody on foot and against a vehicle (RBN p. 16)."""

    band: str
    on_foot: str
    at_vehicle: str


@dataclass(frozen=True, slots=True)
class HostileCard:
    """A hostile element with its totals worked out."""

    name: str
    icon: str
    cite: str
    stats: tuple[tuple[str, str], ...]
    melee: str
    melee_sum: str
    wounds: str
    weapon: str
    shots: tuple[Shot, ...]
    reaction: bool
    rules: tuple[tuple[str, str], ...]
    arrives: str


def scenario_slug(analysis: Any) -> str:
    return analysis.context.scenario.slug if analysis.context.scenario else ""


def meets(analysis: Any) -> tuple[str, ...]:
    """Who may turn up: all; in scenario 8 vermin only; in scenario 10 nobody, for encounters are rolled again."""
    slug = scenario_slug(analysis)
    if slug == ROBOT:
        return ()
    return (VERMIN,) if slug == ONLY_VERMIN else tuple(row["slug"] for row in kit_data()["hostile"])


def pages(analysis: Any, language: str) -> Iterator[KitPage]:
    """The cards, on a page of their own where there are several; the table, and how hostile elements act."""
    rows = [row for row in kit_data()["hostile"] if row["slug"] in meets(analysis)] or [kit_data()["boss"]]
    cards = [hostile_card(row, analysis, language) for row in rows]
    alone = len(cards) == 1
    context = {
        "lead": lead(analysis),
        "encounters": list(encounters(analysis, language)),
        "cards": cards if alone else [],
        "steps": [step[language] for step in kit_data()["activation"]] if meets(analysis) else [],
        "activation_cite": cite(analysis, 44),
    }
    if not alone:
        template = "sheets/kit/rbn/hostile.html"
        yield KitPage("hostile", _("Hostile elements"), template, {"cards": cards}, cite(analysis, 44))
    yield KitPage("encounters", _("Encounters"), "sheets/kit/rbn/encounters.html", context, cite(analysis, 42))


def hostile_card(row: dict[str, Any], analysis: Any, language: str) -> HostileCard:
    melee = MELEE_BASE + row["power"] + row.get("bonus", 0)
    rules = kit_data()["rules"]
    return HostileCard(
        name=row["name"][language],
        icon=icon_letter(row.get("icon", "")),
        cite=cite(analysis, row["page"]),
        stats=((_("Move"), f"{row['move']} cm"), ("T", stat(row.get("T"))), ("C", stat(row["C"]))),
        melee=dice(melee),
        melee_sum=" ".join([dice(MELEE_BASE), *map(dice_change, filter(None, (row["power"], row.get("bonus"))))]),
        wounds="◻" * row.get("wounds", WOUNDS),
        weapon=row["weapon"][language] if "weapon" in row else "",
        shots=tuple(shots(row)),
        reaction=row.get("reaction", True),
        rules=tuple((rules[one]["name"][language], rules[one]["text"][language]) for one in row.get("rules", ())),
        arrives=arrival(row, language),
    )


def stat(value: int | None) -> str:
    return f"{value}+" if value else "–"


def shots(row: dict[str, Any]) -> Iterator[Shot]:
    for start, end, power in row.get("bands", ()):
        yield Shot(f"{start}-{end} cm", dice(FOOT_BASE + power), dice(VEHICLE_BASE + power))


def arrival(row: dict[str, Any], language: str) -> str:
    """Where it is set up, and on which rolls so many of them turn up."""
    if "arrives" in row:
        return row["arrives"][language]
    met = next(one for one in kit_data()["encounters"] if one.get("hostile") == row["slug"])
    return f"{met['rolls']} → {met['number']}{SEPARATOR}{met['text'][language]}"


def encounters(analysis: Any, language: str) -> Iterator[tuple[str, str, str]]:
    """(rolls, what happens, its text) for each row of the table; events only where all encounters are the same."""
    met = meets(analysis)
    hostile = {row["slug"]: row["name"][language] for row in kit_data()["hostile"]}
    for row in kit_data()["encounters"]:
        if "hostile" not in row:
            yield row["rolls"], row["name"][language], row["text"][language]
        elif len(met) > 1:
            yield row["rolls"], f"{row['number']} {hostile[row['hostile']]}", row["text"][language]


def lead(analysis: Any) -> str:
    """When the table is rolled on, and what encounters are (RBN p. 42; scenarios 8 and 10: p. 37, 38)."""
    if scenario_slug(analysis) == ONLY_VERMIN:
        return _(
            "Every turn, after the initiative: 2D6, the first as tens. Every other roll is an encounter with vermin."
        )
    if scenario_slug(analysis) == ROBOT:
        return _("In even turns, after the initiative: 2D6, the first as tens. Every other roll is made again.")
    return _(
        "In even turns, after the initiative: 2D6, the first as tens. Whoever has the initiative places who comes."
    )
