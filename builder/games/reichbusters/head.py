"""The head of a team as a form: mission, mode, faction, team card and track."""

from collections.abc import Mapping, Sequence
from typing import Any

from builder.games.reichbusters.forms import whole_number
from builder.lists.edits import BadEdit, slug, words
from builder.lists.loaded import LoadedRoster
from rules.catalogue import Catalogue
from rules.games.reichbusters.analysis import MODES, RulesContext
from rules.games.reichbusters.document import SHAPE, Team, Track
from rules.text import _

TEXTS = {key: SHAPE.fields[key][0] for key in ("mission", "faction", "team")}
BLANK = Track()
MODE_WORDS = {"campaign": _("Campaign"), "raid": "RAID"}


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


def head(catalogue: Catalogue, team: Team | None = None) -> dict[str, Any]:
    """What the form of the head shows.

    values  -- what is chosen, by the names of the fields
    modes   -- (slug, words)
    lengths -- {"pre", "post"}: rounds before and after the alarm that the book's tracks have, and the one chosen
    """
    context, values = RulesContext(catalogue), values_of(team) if team else {"mode": MODES[0]}
    return {
        "values": values,
        "modes": [(mode, MODE_WORDS[mode]) for mode in MODES],
        "lengths": {
            "pre": with_own(context.pre, values.get("pre")),
            "post": with_own(context.post, values.get("post")),
        },
    }


def with_own(lengths: Sequence[int], own: int | None) -> Sequence[int]:
    """The lengths of the book, and the one that was written in where it is another."""
    return lengths if own is None or own in lengths else [*lengths, own]


def values_of(team: Team) -> dict[str, Any]:
    """What the form shows for a team, by the names of its fields."""
    track = team.track or BLANK
    return {"mode": team.mode, "pre": track.pre, "post": track.post} | {key: getattr(team, key) for key in TEXTS}
