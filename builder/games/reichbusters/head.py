"""The head of a team as a form: mission, mode, faction, team card and track."""

from collections.abc import Iterator, Mapping
from typing import Any

from builder.games.reichbusters.forms import whole_number
from builder.lists.commands import setting_offers
from builder.lists.edits import BadEdit, Form, slug, words
from builder.lists.loaded import LoadedRoster
from builder.lists.offers import OfferGroup
from rules.games.reichbusters.analysis import MODES
from rules.games.reichbusters.document import SHAPE, Team, Track
from rules.shapes import Integer, Slug
from rules.text import _

TEXTS: Form = {key: SHAPE.fields[key][0] for key in ("mission", "faction", "team")}
BLANK = Track()
HEAD: Form = {"mode": Slug(), "pre": Integer(), "post": Integer()} | TEXTS
MODE_WORDS: dict[Any, Any] = {"campaign": _("Campaign"), "raid": "RAID"}


def read_head(loaded: LoadedRoster, fields: Mapping[str, str]) -> dict[str, Any]:
    """The fields of a team from a sent form. Raises `BadEdit`; what the box does not have becomes a finding."""
    team = loaded.document
    before = team.track or BLANK
    track = Track(*(whole_number(fields, key, getattr(before, key)) for key in ("pre", "post")))
    texts = {key: words(fields, key, shape, getattr(team, key)) for key, shape in TEXTS.items()}
    return {"mode": mode(fields.get("mode", team.mode)), "track": None if track == BLANK else track, **texts}


def mode(word: str) -> str:
    try:
        return slug(word)
    except BadEdit:
        raise BadEdit(_("Choose campaign or RAID.")) from None


def head_values(team: Team | None) -> dict[str, Any]:
    """What the form shows for a team, by the names of its fields."""
    if team is None:
        return {"mode": MODES[0]}
    track = team.track or BLANK
    return {"mode": team.mode, "pre": track.pre, "post": track.post} | {key: getattr(team, key) for key in TEXTS}


def settings(loaded: LoadedRoster) -> Iterator[OfferGroup]:
    """What the head of a team may be: what the box has, and what was written in where that is something else."""
    context, values = loaded.analysis.context, head_values(loaded.document)
    for key, title, names in (
        ("mode", _("Mode"), MODE_WORDS),
        ("pre", _("Rounds before the alarm"), {number: str(number) for number in context.pre}),
        ("post", _("Rounds after the alarm"), {number: str(number) for number in context.post}),
    ):
        own = {values[key]: str(values[key])} if values[key] not in (None, *names) else {}
        yield setting_offers(loaded, key, title, (names | own).items(), empty=key != "mode")
