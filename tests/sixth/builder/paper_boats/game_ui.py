"""Paper Boats on screen and paper: two edits, what may be added, and a sheet."""

from dataclasses import replace
from typing import Any

from django.utils.translation import ngettext, override

from builder.game_ui import GameUI, ListLabels
from builder.lists.edits import LIST, UNIT, Edit, add_unit, changed, shared_edits, unit_at
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferChecker, OfferGroup
from builder.sheets.common import judged, sheet_unit
from builder.sheets.parts import BOX, LabelledFigure, Sheet, SheetCard, Track
from rules.text import Text, _
from rules.verdict import Verdict
from tests.sixth.rules.paper_boats.game import GAME, Boat, Fleet


def launch(document, hull):
    return add_unit(document, Boat(hull=hull))


def board(document, index):
    return changed(document, index, crew=unit_at(document, index).crew + 1)


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


def build_sheet(document: Fleet, verdict: Verdict, language: str) -> Sheet:
    with override(language):
        shared = judged(document, verdict, language, lambda boat: display_name(boat, language))
        return Sheet(
            **shared,
            game="Paper Boats",
            name=document.name,
            subtitle="Paper Boats",
            points_word="",
            figures=(LabelledFigure("Boats", str(len(document.units))),),
            facts=(),
            tracks=(),
            brief=(),
            units=tuple(units(verdict.analysis, shared["findings"], language)),
            totals=(),
            reference=(),
            tables=(),
            counted=count_label(len(document.units)),
        )


def display_name(boat, language):
    return boat.unit.name or (boat.hull.name.into(language) if boat.hull else boat.unit.hull)


def units(analysis, findings, language):
    for index, boat in enumerate(analysis.units):
        card = SheetCard((LabelledFigure("Crew", str(boat.unit.crew)),), (), (Track("Hull", BOX * boat.room),))
        yield sheet_unit(
            index,
            boat,
            display_name(boat, language),
            findings,
            badges=(),
            cost=None,
            points=None,
            summary=f"crew {boat.unit.crew}",
            cards=(card,),
            format="quarter",
        )


GAME_UI = GameUI(
    game=GAME,
    edits=shared_edits(lambda document, _where: document)
    | {
        "launch": Edit(launch, ("slug",), LIST, _("Boat launched")),
        "board": Edit(board, ("unit",), UNIT, _("{unit}: one more on board")),
    },
    read_head=lambda _loaded, _fields: {},
    head=lambda _catalogue, _document=None: {"values": {}},
    opened=opened,
    picker=picker,
    new_units=new_units,
    build_sheet=build_sheet,
    label=lambda _loaded: Text(),
    templates="paper-boats",
    labels=ListLabels(adding=_("Launch a boat"), empty=_("No boat yet."), nameless=_("Fleet without a name")),
    count_label=count_label,
    start_list=lambda document, _catalogue: replace(document, notes="Mind the puddles."),
)
