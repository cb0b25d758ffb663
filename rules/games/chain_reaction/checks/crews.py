"""Mortars and cars ("Les mortiers", "Comment jouer les voitures"): their sizes, and who serves or drives them."""

from collections import Counter

from rules.checks import Findings, finding, listing
from rules.games.chain_reaction.analysis import HUMAN, StarGroupAnalysis
from rules.games.chain_reaction.register import REGISTER, check, warn
from rules.text import _

CARS = "Comment jouer les voitures"
REGISTER.chapter(_("Mortars and cars"), heading="Les mortiers")


@check(
    "cr.mortar-unknown",
    _("A mortar is small, large or huge."),
    hint=_("Remove it, and add one of the three."),
)
def sizes_of_the_book(group: StarGroupAnalysis) -> Findings:
    sizes = group.context.catalogue.tables["mortars"].rows
    unknown = [mortar.size for mortar in group.document.mortars if mortar.size not in sizes]
    yield from listing(_("Not in this book: {items}."), items=tuple(dict.fromkeys(unknown)))


@check(
    "cr.crew-unknown",
    _("Crews, drivers and passengers are figures of the group."),
    hint=_("Choose figures of the group, or nobody."),
)
def crews_of_the_group(group: StarGroupAnalysis) -> Findings:
    strangers = [index for index in group.busy if not 0 <= index < len(group.units)]
    for index in dict.fromkeys(strangers):
        text = _("Figure {number} has a mortar or a car, but the group has {n}.")
        yield finding(text, number=index + 1, n=len(group.units))


@check(
    "cr.crew-twice",
    _("A figure serves one mortar, or sits in one car."),
    hint=_("Take it off one of the two."),
)
def one_post_each(group: StarGroupAnalysis) -> Findings:
    for index, times in Counter(group.busy).items():
        if times > 1 and 0 <= index < len(group.units):
            name = group.units[index].numbered(index)
            yield finding(_("{name}: at {n} posts, not 1."), unit=index, excess=times - 1, name=name, n=times)


@warn(
    "cr.crew-kind",
    _("Dogs and zombies serve no mortar and drive no car."),
    hint=_("Choose a human."),
    heading="Animaux",
    rulings="cr-35",
)
def human_crews(group: StarGroupAnalysis) -> Findings:
    drivers = [car.driver for car in group.document.cars if car.driver is not None]
    for index in dict.fromkeys([*group.crews, *drivers]):
        if 0 <= index < len(group.units) and group.units[index].unit.figure != HUMAN:
            yield finding(_("{kind} at a mortar or at the wheel."), unit=index, kind=group.units[index].kind_name)


@warn(
    "cr.mortar-crew",
    _("A mortar needs a crew to shoot: one figure, two for a huge one."),
    hint=_("Add crew. The stunned and the pinned don’t count in play."),
)
def crews_that_shoot(group: StarGroupAnalysis) -> Findings:
    for mortar in group.document.mortars:
        row, size = group.context.crew_row(mortar), group.context.mortar(mortar.size)
        if size and (row is None or row.figures["fires_every"] is None):
            yield finding(_("{mortar}: a crew of {n} can’t shoot."), mortar=size.name, n=len(set(mortar.crew)))


@warn("cr.car-driver", _("A car needs a driver."), hint=_("Choose who drives."), heading=CARS)
def somebody_drives(group: StarGroupAnalysis) -> Findings:
    without = [car for car in group.document.cars if car.driver is None]
    if without:
        yield finding(_("Cars without a driver: {n}."), n=len(without))
