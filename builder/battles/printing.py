"""A battle on paper in its present state: a page of the battle itself, then the sheets of its lists, ticked."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.text import slugify
from django.utils.translation import get_language, gettext

from builder.battles.access import BattleAccess
from builder.battles.board_parts import is_step
from builder.battles.document import read, write
from builder.battles.loading import document_of, list_of
from builder.battles.marked_sheet import marked_sheet, marker_in_words, marker_values
from builder.battles.spec import BATTLES
from builder.exports.making import source_of
from builder.exports.models import KeptFile
from builder.exports.queue import request_of
from builder.exports.registry import Export, ExportSource
from builder.exports.responses import LONGEST_FILE_NAME, SheetRequest, Subject
from builder.sheets.choices import PrintChoices
from builder.sheets.paper import PAPERS
from builder.sheets.parts import Sheet
from builder.sheets.rendering import sheet_html
from builder.wording import clean, in_words, local
from rules.loading import catalogue, editions
from rules.play.battle import ACTIVATED, COUNTER, OTHERS, TABLE, BattleDocument, BattleUnit, Marker, SideResult

JOB = "battle"
TIMES_SECONDS = 2  # it holds the sheets of several lists
FOR_OPPONENTS = "opponent"  # the layout that says what the other side may know
Json = dict[str, Any]


# --- asking for it --------------------------------------------------------------------------------------------------


def battle_subject(access: BattleAccess) -> Subject:
    """A battle as what is exported, for a player: one's own lists as chosen, of the others what one may know."""
    row = access.battle

    def state() -> tuple:
        secret = row.join_key  # who knows how keys of sheets are made must not find those of others' battles
        return "battle", row.pk, secret, row.revision, row.structure, tuple(access.mine), editions(row.game)

    def make_sources(choices: PrintChoices) -> list[ExportSource]:
        return [source for _side, source in sources(access, choices)]

    return Subject(f"battle {row.pk}", state, make_sources, parts(access))


def parts(access: BattleAccess) -> list[str]:
    """The lists that the paper shows: it is forgotten with each of them."""
    return [f"roster {roster.roster_id}" for roster in access.rosters if roster.roster_id]


def sources(access: BattleAccess, choices: PrintChoices) -> list[tuple[int, ExportSource]]:
    """(number of its side, list) for each list that can be read."""
    numbered = []
    for roster in access.rosters:
        loaded = list_of(roster)
        if loaded is not None:
            how = choices if roster.number in access.mine else for_opponents(choices)
            photos_of = tuple(filter(None, [roster.roster_id]))
            source = ExportSource(loaded, revision=roster.revision, choices=how, rosters=photos_of)
            numbered.append((roster.number, source))
    return numbered


def for_opponents(choices: PrintChoices) -> PrintChoices:
    return replace(choices, layout=FOR_OPPONENTS, parts=None, units=None, blank=0)


class BattleSheetRequest(SheetRequest):
    """A request for a battle on paper."""

    def __init__(self, request: HttpRequest, export: Export, access: BattleAccess) -> None:
        super().__init__(request, export, battle_subject(access))
        self.access = access

    def requested(self) -> KeptFile:
        """The sheet, in the queue."""
        file_name = slugify(self.access.battle.name)[:LONGEST_FILE_NAME] or f"battle-{self.access.battle.pk}"
        request = request_for(self.access, self.choices, self.language)
        return self.requested_file(request, file_name, self.subject.parts)


def request_for(access: BattleAccess, choices: PrintChoices, language: str) -> Json:
    """What a file worker needs of a battle."""
    return {
        "job": JOB,
        "battle": write(document_of(access.battle)),
        "language": language,
        "choices": choices.data,
        "sources": [request_of(source) | {"side": number} for number, source in sources(access, choices)],
    }


# --- making it ------------------------------------------------------------------------------------------------------


def make(request: Json) -> bytes:
    """The job of the file worker: the PDF for what `request_for` gave, or its picture."""
    from builder.sheets import pdf  # importing WeasyPrint takes half a second

    battle = read(request["battle"])
    choices = PrintChoices.from_data(request["choices"])
    lists = [(source["side"], source_of(source)) for source in request["sources"]]
    sheets = [(marked_sheet(source.sheet(), battle, side), source) for side, source in lists]
    first = partial(battle_html, battle, [sheet for sheet, _source in sheets], choices)
    documents = [html(sheet, source) for sheet, source in sheets]
    if not documents:
        return pdf.render(first([]))
    return pdf.render_several(documents, title_of(battle), choices.sides, first)


def html(sheet: Sheet, source: ExportSource) -> str:
    return sheet_html(sheet, source.choices, revision=source.revision, kit=source.kit())


def title_of(battle: BattleDocument) -> str:
    """The name of a battle, else those of its lists, in the present language."""
    names = [clean(side.name) for side in battle.sides]
    return clean(battle.name) or " – ".join(filter(None, names)) or gettext("Battle")


def scenario_name(battle: BattleDocument) -> str:
    """What the battle's scenario is called in the present language; "" without one."""
    choices = BATTLES[battle.game].scenarios(catalogue(battle.game, battle.edition))
    return next((in_words(choice.name) for choice in choices if choice.slug == battle.scenario), "")


@dataclass(frozen=True)
class PrintedUnit:
    """A unit as the page of the battle names it: its marks in words."""

    name: str
    marks: Sequence[str]
    down: bool


@dataclass(frozen=True)
class PrintedSide:
    """A side as the page of the battle shows it."""

    name: str
    player: str
    label: str
    points: int | None
    marks: Sequence[str]
    units: Sequence[PrintedUnit]
    standing: int
    result: SideResult | None


def battle_html(battle: BattleDocument, sheets: Sequence[Sheet], choices: PrintChoices, pages: Sequence[int]) -> str:
    """The page of the battle as HTML; `pages` are those on which the lists begin."""
    context = {
        "battle": battle,
        "title": title_of(battle),
        "scenario": scenario_name(battle),
        "lists": list(zip(sheets, pages, strict=False)),
        "marks": counters(battle, TABLE, battle.markers),
        "sides": [printed_side(battle, number) for number, side in enumerate(battle.sides) if not side.run_by_game],
        "others": [printed_unit(battle, f"{OTHERS}/{key}", unit) for key, unit in battle.others.items()],
        "paper": PAPERS[choices.paper],
        "choices": choices,
        "language": get_language(),
    }
    return render_to_string("battles/pdf.html", context)


def printed_side(battle: BattleDocument, number: int) -> PrintedSide:
    side = battle.sides[number]
    results = battle.result.sides if battle.result else ()
    return PrintedSide(
        clean(side.name),
        clean(side.player),
        local(side.label),
        side.points,
        counters(battle, str(number), side.markers),
        [printed_unit(battle, f"{number}/{unit.key}", unit) for unit in side.units],
        len(battle.standing(number)),
        results[number] if number < len(results) else None,
    )


def printed_unit(battle: BattleDocument, path: str, unit: BattleUnit) -> PrintedUnit:
    """A unit with what is marked of it; that it was activated holds for the round alone and is left out."""
    marks = marker_values(battle, path, [one for one in unit.markers if one.key != ACTIVATED and not is_step(one)])
    words = [marker_in_words(marker, value) for marker, value in marks if value != marker.nothing]
    return PrintedUnit(clean(local(unit.name)), words, battle.is_down(path))


def counters(battle: BattleDocument, path: str, markers: Sequence[Marker]) -> list[str]:
    """The counters of the table or a side, those at nothing too; what checklists tick is left out."""
    marks = marker_values(battle, path, [marker for marker in markers if not is_step(marker)])
    return [
        marker_in_words(marker, value) for marker, value in marks if marker.kind == COUNTER or value != marker.nothing
    ]
