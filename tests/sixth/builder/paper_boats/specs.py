"""Paper Boats on screen and paper: two edits, what may be added, a sheet, and how it is played."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import ngettext

from builder.battles.markers import with_markers
from builder.battles.marks import Changes, MarkContext, add
from builder.battles.spec import BATTLES, BattleContext, BattleSpec, Condition
from builder.lists.edits import LIST, UNIT, Edit, add_unit, change_unit, shared_edits, unit_at
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferChecker, OfferGroup
from builder.lists.spec import LISTS, ListLabels, ListSpec
from builder.sheets.common import judged_sheet
from builder.sheets.parts import BOX, LabelledFigure, Sheet, SheetCard, Track, UnitRow
from builder.sheets.spec import SHEETS, SheetSpec
from builder.wording import local
from rules.catalogue import Catalogue
from rules.play.actions import Choice, Notice, Reason
from rules.play.battle import COUNTER, DRAWN, LOST, WON, BattleDocument, BattleSide, Marker, SideResult
from rules.text import Text, _
from rules.verdict import Verdict
from tests.sixth.rules.paper_boats.game import GAME, Boat, Fleet


def launch(document, hull):
    return add_unit(document, Boat(hull=hull))


def board(document, index):
    return change_unit(document, index, crew=unit_at(document, index).crew + 1)


def new_units(loaded: LoadedRoster) -> list[OfferGroup]:
    hulls = loaded.catalogue.tables["hulls"].rows.values()
    checker = OfferChecker.of(loaded)
    return [OfferGroup("hulls", _("Hulls"), tuple(checker.offer(f"launch {h.slug}", h, launch, h.slug) for h in hulls))]


def opened(_loaded: LoadedRoster, _index: int) -> dict[str, Any]:
    return {}


def picker(loaded: LoadedRoster, index: int) -> list[OfferGroup]:
    crew = OfferChecker.of(loaded).offer(f"board {index}", loaded.catalogue.tables["crew"].rows["sailor"], board, index)
    return [OfferGroup("crew", _("Crew"), (crew,))]


def count_label(number: int) -> str:
    return ngettext("{number} boat", "{number} boats", number).format(number=number)


def build_sheet(document: Fleet, verdict: Verdict) -> Sheet:
    return judged_sheet(
        document,
        verdict,
        display_name,
        unit_fields,
        game="Paper Boats",
        name=document.name,
        subtitle="Paper Boats",
        figures=(LabelledFigure("Boats", str(len(document.units))),),
        tracks=(),
        totals=(),
        reference=(),
        counted=count_label(len(document.units)),
    )


def display_name(boat):
    return boat.unit.name or (local(boat.hull.name) if boat.hull else boat.unit.hull)


def unit_fields(boat):
    card = SheetCard((LabelledFigure("Crew", str(boat.unit.crew)),), (), (Track("Hull", BOX * boat.room, key="hull"),))
    return {"badges": (), "row": UnitRow(words=f"crew {boat.unit.crew}"), "cards": (card,)}


# --- how a fleet is played ------------------------------------------------------------------------------------------


def sinking(side: BattleSide, _loaded: LoadedRoster) -> BattleSide:
    """A boat whose hull is soaked through is out of the battle."""
    return with_markers(side, lambda _boat, marker: replace(marker, ends=marker.ends or marker.key == "hull"))


def weather(_catalogue: Catalogue, scenario: str | None, _sides: Sequence[BattleSide]) -> list[Marker]:
    return [Marker("puddles", Text("Flaques", "Puddles"), COUNTER, most=9)] if scenario == "rain" else []


def rain_soaks(battle: BattleDocument, _catalogue: Catalogue) -> list[Notice]:
    due = battle.scenario == "rain" and battle.round > 1
    return [Notice(_("It rains: each boat tests its hull."), "Paper Boats, p. 4", dice="1D6")] if due else []


def soak(context: MarkContext, path: str) -> Changes:
    """`soak UNIT`: one box of its hull."""
    return add(context, f"{path}/hull", "1")


def afloat(context: BattleContext) -> Condition:
    """Whoever has more boats afloat wins (p. 4)."""
    left = [len(context.battle.standing(side)) for side in range(len(context.battle.sides))]
    outcomes = [DRAWN if left.count(max(left)) > 1 else WON if one == max(left) else LOST for one in left]
    sides = [SideResult(outcome, points) for outcome, points in zip(outcomes, left, strict=True)]
    return Condition(sides, [Reason(" : ".join(map(str, left)), _("boats afloat"), "Paper Boats, p. 4")])


BATTLE = BattleSpec(
    scenarios=lambda _catalogue: [Choice("rain", _("Rain")), Choice("calm", _("Calm"))],
    fit_side=sinking,
    table=weather,
    rounds=lambda *_arguments: 6,
    notices=rain_soaks,
    commands={"soak": soak},
    condition=afloat,
)


def register() -> None:
    LISTS[GAME.slug] = ListSpec(
        edits=shared_edits(lambda document, _where: document)
        | {
            "launch": Edit(launch, ("slug",), LIST, _("Boat launched")),
            "board": Edit(board, ("unit",), UNIT, _("{unit}: one more on board")),
        },
        read_head=lambda _loaded, _fields: {},
        opened=opened,
        picker=picker,
        new_units=new_units,
        label=lambda _loaded: Text(),
        labels=ListLabels(adding=_("Launch a boat"), empty=_("No boat yet.")),
        count_label=count_label,
        start_list=lambda document, _catalogue: replace(document, notes="Mind the puddles."),
    )
    SHEETS[GAME.slug] = SheetSpec(build_sheet)
    BATTLES[GAME.slug] = BATTLE
