"""Paper Boats, its rules: fleets of one to three boats, of which none carries more crew than its hull holds."""

from dataclasses import dataclass

from rules.checks import Register, finding
from rules.document import Document, Reference, Unit, envelope, unit
from rules.game import Game, UnitAnalysis, analyse_units
from rules.text import _

MOST_BOATS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Boat(Unit):
    kind: str = "boat"
    hull: Reference = "dinghy"
    crew: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fleet(Document):
    game: str = "paper-boats"


SHAPE = envelope(Fleet, "paper-boats", {"boat": unit(Boat, "boat", copies=False)})
REGISTER = Register(book="Paper Boats")


class BoatAnalysis(UnitAnalysis):
    """A boat with its row of the book: `room` is the crew that it holds."""

    kind = "boat"

    def __init__(self, unit, catalogue):
        self.unit, self.tags = unit, set()
        self.hull = catalogue.tables["hulls"].rows.get(unit.hull)
        self.room = self.hull.figures["room"] if self.hull else 0


class FleetAnalysis:
    """A fleet has no points."""

    total = budget = None

    def __init__(self, catalogue, units):
        self.context, self.units = catalogue, units


def analyse(document, catalogue, analysis_cache=None):
    return FleetAnalysis(
        catalogue, analyse_units(document.units, catalogue, BoatAnalysis, REGISTER.judge_unit, analysis_cache)
    )


@REGISTER.check("pb.fleet", _("A fleet has one to three boats."), hint=_("Sink one."), page=2)
def one_to_three_boats(fleet):
    n = len(fleet.units)
    if n > MOST_BOATS:
        yield finding(_("Boats: {n}; {most} are the most."), n=n, most=MOST_BOATS)


@REGISTER.check("pb.crew", _("A hull holds only so many."), hint=_("Take a larger hull."), page=3, on="boat")
def crew_that_fits(boat):
    if boat.unit.crew > boat.room:
        yield finding(_("Crew: {crew}; this hull holds {room}."), crew=boat.unit.crew, room=boat.room)


GAME = Game(slug="paper-boats", shape=SHAPE, register=REGISTER, analyse=analyse)
