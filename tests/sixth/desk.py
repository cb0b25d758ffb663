"""Paper Boats, the workshop: two edits, what may be added, and a sheet."""

from dataclasses import replace

from django.utils.translation import ngettext

from builder.desk import Desk, Words
from builder.edits import LIST, UNIT, Edit, add_unit, changed, shared, unit_at
from builder.options import Asking, Group
from builder.sheets.parts import BOX, Card, Figure, Found, Sheet, Track, Unit
from rules.text import Text, _
from tests.sixth.rules import GAME, Boat


def launch(list_, hull):
    return add_unit(list_, Boat(hull=hull))


def board(list_, index):
    return changed(list_, index, crew=unit_at(list_, index).crew + 1)


def new_units(bench):
    hulls = bench.catalogue.tables["hulls"].rows.values()
    asking = Asking.of(bench)
    return [Group("hulls", _("Hulls"), tuple(asking.offer(f"launch {h.slug}", h, launch, h.slug) for h in hulls))]


def opened(bench, index):
    crew = Asking.of(bench).offer(f"board {index}", bench.catalogue.tables["crew"].rows["sailor"], board, index)
    return {"groups": [Group("crew", _("Crew"), (crew,))]}


def counted(number):
    return ngettext("{number} boat", "{number} boats", number).format(number=number)


def sheet(roster, verdict, language):
    return Sheet(
        language=language,
        game="Paper Boats",
        name=roster.name,
        subtitle="Paper Boats",
        points_word="",
        legal=verdict.legal,
        verdict="Legal" if verdict.legal else "Illegal",
        spent=None,
        budget=None,
        figures=(Figure("Boats", str(len(roster.units))),),
        facts=(),
        tracks=(),
        brief=(),
        findings=tuple(found(one, language) for one in verdict.findings),
        units=tuple(boat(index, view, language) for index, view in enumerate(verdict.survey.units)),
        totals=(),
        reference=(),
        tables=(),
        notes=(),
        counted=counted(len(roster.units)),
    )


def found(one, language):
    words = one.message.into(language, str)
    return Found(one.rule.id, one.rule.level == "error", words, str(one.rule.cite), one.unit, "")


def boat(index, view, language):
    card = Card((Figure("Crew", str(view.unit.crew)),), (), (Track("Hull", BOX * view.room),))
    return Unit(
        index=index,
        kind="boat",
        name=view.unit.name or view.hull.name.into(language),
        count=1,
        marks=(),
        cost=None,
        points=None,
        summary=f"crew {view.unit.crew}",
        findings=(),
        cards=(card,),
        format="quarter",
    )


DESK = Desk(
    game=GAME,
    edits=shared(lambda list_, _where: list_)
    | {
        "launch": Edit(launch, ("slug",), LIST, _("Boat launched")),
        "board": Edit(board, ("unit",), UNIT, _("{unit}: one more on board")),
    },
    read_head=lambda _bench, _fields: {},
    head=lambda _catalogue, _list=None: {"values": {}},
    opened=opened,
    new_units=new_units,
    sheet=sheet,
    label=lambda _bench: Text(),
    templates="paper-boats",
    words=Words(adding=_("Launch a boat"), empty=_("No boat yet."), nameless=_("Fleet without a name")),
    counted=counted,
    begin=lambda list_, _catalogue: replace(list_, notes="Mind the puddles."),
)
