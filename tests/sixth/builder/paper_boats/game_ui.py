"""Paper Boats on screen and paper: two edits, what may be added, and a sheet."""

from dataclasses import replace

from django.utils.translation import ngettext

from builder.game_ui import GameUI, ListLabels
from builder.lists.edits import LIST, UNIT, Edit, add_unit, changed, shared_edits, unit_at
from builder.lists.offers import OfferChecker, OfferGroup
from builder.sheets.parts import BOX, Card, LabelledFigure, Sheet, SheetFinding, Track, Unit
from rules.text import Text, _
from tests.sixth.rules.paper_boats.game import GAME, Boat


def launch(document, hull):
    return add_unit(document, Boat(hull=hull))


def board(document, index):
    return changed(document, index, crew=unit_at(document, index).crew + 1)


def new_units(loaded):
    hulls = loaded.catalogue.tables["hulls"].rows.values()
    checker = OfferChecker.of(loaded)
    return [OfferGroup("hulls", _("Hulls"), tuple(checker.offer(f"launch {h.slug}", h, launch, h.slug) for h in hulls))]


def opened(_loaded, _index):
    return {}


def picker(loaded, index):
    crew = OfferChecker.of(loaded).offer(f"board {index}", loaded.catalogue.tables["crew"].rows["sailor"], board, index)
    return [OfferGroup("crew", _("Crew"), (crew,))]


def count_label(number):
    return ngettext("{number} boat", "{number} boats", number).format(number=number)


def build_sheet(document, verdict, language):
    return Sheet(
        language=language,
        game="Paper Boats",
        name=document.name,
        subtitle="Paper Boats",
        points_word="",
        legal=verdict.legal,
        verdict="Legal" if verdict.legal else "Illegal",
        spent=None,
        budget=None,
        figures=(LabelledFigure("Boats", str(len(document.units))),),
        facts=(),
        tracks=(),
        brief=(),
        findings=tuple(sheet_finding(one, language) for one in verdict.findings),
        units=tuple(boat(index, unit_analysis, language) for index, unit_analysis in enumerate(verdict.analysis.units)),
        totals=(),
        reference=(),
        tables=(),
        notes=(),
        counted=count_label(len(document.units)),
    )


def sheet_finding(one, language):
    words = one.message.into(language, str)
    return SheetFinding(one.rule.id, one.rule.level == "error", words, str(one.rule.cite), one.unit, "")


def boat(index, unit_analysis, language):
    card = Card((LabelledFigure("Crew", str(unit_analysis.unit.crew)),), (), (Track("Hull", BOX * unit_analysis.room),))
    return Unit(
        index=index,
        kind="boat",
        name=unit_analysis.unit.name or unit_analysis.hull.name.into(language),
        count=1,
        badges=(),
        cost=None,
        points=None,
        summary=f"crew {unit_analysis.unit.crew}",
        findings=(),
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
    head=lambda _catalogue, _list=None: {"values": {}},
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
