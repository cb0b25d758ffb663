"""The page on which the owner of a list accepts the epilogue of a game, filled in as the battle left its characters."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from builder.battles.loading import document_of
from builder.battles.models import BattleRoster
from builder.games.of_the_dead.epilogue import GAUGES, LONGEST_CHANGE, line
from builder.gatherings import services
from builder.gatherings.models import Membership
from builder.lists import history
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.lists.models import Roster
from builder.web.forms import number_or_none, submitted_revision
from builder.web.messages import message_of_edit
from rules.games.of_the_dead.analysis import CharacterAnalysis
from rules.games.of_the_dead.document import Follower
from rules.games.of_the_dead.play.state import LIFE, MORALE, follower_key
from rules.play.battle import OUT, BattleDocument

PAGE = "epilogue"


@require_http_methods(["GET", "HEAD", "POST"])
def epilogue_page(request: HttpRequest, roster: Roster) -> HttpResponse:
    """GET shows what a battle leaves; POST takes it over in one step, and writes it into the battle's chapter."""
    row = battle_of(roster, request.POST.get("battle") or request.GET.get("battle"))
    if request.method != "POST":
        return shown(request, roster, row)
    fields = request.POST.dict()
    if row:
        fields["title"] = row.battle.name
    try:
        applied = history.apply(roster, PAGE, fields, submitted_revision(request))
    except BadEdit as bad:
        return shown(request, roster, row, fields, error=bad, status=422)
    except history.Conflict:
        roster.refresh_from_db()
        return shown(request, roster, row, fields, stale=True, status=409)
    if row:
        write_into_chapter(roster, row, applied.before, applied.after, fields)
    message_of_edit(request, gettext("Epilogue accepted"))
    return redirect(reverse("roster", args=[roster.pk]) + "#units")


def battle_of(roster: Roster, asked: str | None) -> BattleRoster | None:
    """The battle that is asked for, or the last one that is over; None where the list was in none."""
    rows = BattleRoster.objects.filter(roster=roster, battle__ended__isnull=False).select_related("battle__chapter")
    if asked:
        rows = rows.filter(battle=number_or_none(asked))
    return rows.order_by("-battle__ended").first()


def write_into_chapter(
    roster: Roster, row: BattleRoster, before: LoadedRoster, after: LoadedRoster, fields: Mapping[str, str]
) -> None:
    """The chapter was played, and says what changed for this member: career, feed and history read it."""
    chapter = row.battle.chapter
    if chapter is None:
        return
    members = Membership.objects.filter(roster=roster, gathering=chapter.gathering, left__isnull=True)
    membership = members.first()
    if membership is None:
        return
    told = [line(fields, f"text-{index}") for index in range(len(after.document.units))]
    pairs = zip(before.document.units, after.document.units, strict=True)
    fates = [new.state for old, new in pairs if new.state != old.state]  # type: ignore[attr-defined]
    text = " ".join(filter(None, told))[:LONGEST_CHANGE]
    services.take_part(chapter, membership, text, roster.revision, fates[0] if fates else "")


# --- what is shown --------------------------------------------------------------------------------------------------


def shown(
    request: HttpRequest,
    roster: Roster,
    row: BattleRoster | None,
    fields: Mapping[str, str] | None = None,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    loaded = history.load_roster(roster)
    battle = document_of(row.battle) if row else None
    context |= {
        "game": roster.game,
        "roster": roster,
        "loaded": loaded,
        "tables": loaded.catalogue.tables,
        "row": row,
        "outcome": row.outcome if row else "",
        "people": [
            person(index, character, battle, row.number if row else 0, fields or {})
            for index, character in enumerate(loaded.analysis.units)
        ],
    }
    return render(request, "of-the-dead/epilogue.html", context, status=status)


def person(
    index: int, analysis: Any, battle: BattleDocument | None, side: int, fields: Mapping[str, str]
) -> dict[str, Any]:
    """What the form shows of a character: as it was sent, else as the battle left it, else as it is."""
    character: CharacterAnalysis = analysis
    left = dict(left_by(character, battle, f"{side}/{index}.0"))
    unit = character.unit
    gauges = [(key, fields.get(f"{key}-{index}", left.get(key, blank(getattr(unit, key))))) for key in GAUGES]
    return {
        "index": index,
        "unit": unit,
        "gauges": gauges,
        "state": fields.get(f"state-{index}", left.get("state", unit.state)),
        "zombie": fields.get(f"zombie-{index}", unit.zombie_type or ""),
        "text": fields.get(f"text-{index}", ""),
        "gains": fields.get(f"gains-{index}", ""),
        "followers": [
            (follower, follower_fields(follower, place, f"follower-{index}-{place}", left, fields))
            for place, follower in enumerate(unit.followers)
        ],
    }


def follower_fields(
    follower: Follower, place: int, field: str, left: Mapping[str, str], fields: Mapping[str, str]
) -> list[tuple[str, str, str]]:
    """(gauge, name of its field, number) of a follower."""
    numbers = ((gauge, left.get(follower_key(gauge, place), blank(number))) for gauge, number in follower.gauges)
    return [(gauge, f"{field}-{gauge}", fields.get(f"{field}-{gauge}", number)) for gauge, number in numbers]


def left_by(character: CharacterAnalysis, battle: BattleDocument | None, path: str) -> Iterator[tuple[str, str]]:
    """What is marked of life, morale and followers; who is out or has no life left is proposed as dead."""
    if battle is None or path not in battle.units_by_path:
        return
    for key, first in ((LIFE, character.first_life), (MORALE, character.first_morale)):
        number = battle.number(f"{path}/{key}")
        yield key, "" if number == first else str(number)
    for place, follower in enumerate(character.unit.followers):
        for gauge, before in follower.gauges:
            key = follower_key(gauge, place)
            number = battle.number(f"{path}/{key}")
            if f"{path}/{key}" in battle.markers_by_path and (number or before is not None):
                yield key, str(number)
    if character.played and (battle.number(f"{path}/{OUT}") or battle.number(f"{path}/{LIFE}") <= 0):
        yield "state", "dead"


def blank(number: int | None) -> str:
    return "" if number is None else str(number)
