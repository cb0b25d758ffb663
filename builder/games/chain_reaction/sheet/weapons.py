"""Weapons on paper: range, dice and impact in cells that line up down the card, and a box for an empty magazine."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from builder.games.chain_reaction import reactions
from builder.sheets.common import numbered_names, one_box, text_in
from builder.sheets.parts import SEPARATOR, Aside, CardLine, Cell, Track, WeaponRow
from builder.wording import local
from rules.games.chain_reaction.analysis import FigureAnalysis, WeaponLine, centimetres, is_grenade

NONE, NATURAL = "–", "natural"
PLAIN_DICE = "2D6"  # of a test, which cards need not say


def lines(figure: FigureAnalysis) -> Iterator[CardLine]:
    """A line for each weapon, or that there is none."""
    if not figure.weapons:
        yield CardLine(_("Unarmed"), _("no impact: only a 1 kills, the rest stuns (cr-49)"))
    names = numbered_names([name_of(weapon) for weapon in figure.weapons])
    headings = [aside.label for aside in headed(figure.weapons)]
    for weapon, name in zip(figure.weapons, names, strict=True):
        icon = icon_of(weapon, figure)
        if weapon.origin == "unknown":
            yield CardLine(name, _("not in this book"))
        else:
            words = SEPARATOR.join([*rules(weapon, figure), *[_("outguns all")] * bool(weapon.blast)])
            asides = [
                replace(aside, label=heading, on_screen=aside.on_screen or aside.label)
                for aside, heading in zip(cells(weapon), headings, strict=True)
            ]
            yield CardLine(name, words, magazine(weapon, figure), tuple(asides), icon=icon)
            headings = [""] * len(headings)


def headed(weapons: Sequence[WeaponLine]) -> tuple[Aside, ...]:
    """The cells whose labels stand over those of all weapons: of one that has a class, where one has."""
    return cells(min(weapons, key=lambda weapon: bool(weapon.blast))) if weapons else ()


def icon_of(weapon: WeaponLine, figure: FigureAnalysis) -> str:
    """The icon of a weapon; of who has none and fights as with it that of the figure."""
    if weapon.origin == NATURAL and figure.row:
        return figure.row.icon
    return weapon.entry.icon if weapon.entry else ""


def name_of(weapon: WeaponLine) -> str:
    """Its name; what a dog or a zombie fights with has none in the book, which says whose figures it has."""
    return _("Natural weapons") if weapon.origin == NATURAL else text_in(weapon.name)


def rules(weapon: WeaponLine, figure: FigureAnalysis) -> Iterator[str]:
    """What neither name nor cells say: how it works, that it is for melee, whose figures it has."""
    if weapon.range is None and weapon.origin != NATURAL and _("melee") not in text_in(weapon.name).casefold():
        yield _("melee")
    if weapon.origin == "own":
        yield _("your own values")
    if is_grenade(weapon):
        yield _("throw: {dice}").format(dice=reactions.dice(figure, reactions.GRENADE))


def magazine(weapon: WeaponLine, figure: FigureAnalysis) -> tuple[Track, ...]:
    """A box for an empty weapon: two 1s in a shot empty it, so one that is shot with two dice or more ("Tir").

    What bursts is shot with one die (ruling cr-42); a crack shot has two for each die (ruling cr-50).
    """
    single = weapon.blast is not None or ((weapon.rate or 1) == 1 and "tireur-d-elite" not in figure.tags)
    return () if weapon.range is None or single else (one_box(_("empty"), "empty"),)


def cells(weapon: WeaponLine) -> tuple[Aside, Aside, Aside]:
    """Range, class and impact; a class is the dice of a shot, and a blast has its diameter instead."""
    if weapon.range is None:
        reach = Aside(_("range"), NONE)
    else:
        metric = _("{cm}\xa0cm").format(cm=local(centimetres(weapon.range)))
        reach = Aside(_("range"), f"{weapon.range}″", on_screen=metric)
    return reach, rate(weapon), Aside(_("impact"), number(weapon.impact))


def rate(weapon: WeaponLine) -> Aside:
    if weapon.blast:
        return Aside(_("disc"), f"Ø\u00a0{weapon.blast}″")
    dice = weapon.rate is not None and weapon.range is not None
    return Aside(_("class"), f"{weapon.rate}D6" if dice else number(weapon.rate))


def number(value: int | None) -> str:
    return NONE if value is None else str(value)


def row(weapon: WeaponLine, figure: FigureAnalysis) -> WeaponRow:
    """A weapon for the dense sheet, with the rule that it has."""
    name = name_of(weapon)
    if weapon.origin == "unknown":
        return WeaponRow(name)
    reach, dice, impact = cells(weapon)
    figures = (
        Cell(_("range"), reach.value),
        Cell(_("class"), dice.value),
        Cell(_("impact"), impact.value),
    )
    return WeaponRow(name, figures, tuple(rules(weapon, figure)), icon_of(weapon, figure))
