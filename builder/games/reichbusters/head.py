"""The head of a team as a form: mission, mode, faction, team card and track."""

from builder.games.reichbusters.forms import figure
from builder.lists.edits import BadEdit, slug, words
from rules.games.reichbusters.analysis import MODES, RulesContext
from rules.games.reichbusters.document import SHAPE, Track
from rules.text import _

TEXTS = {key: SHAPE.fields[key][0] for key in ("mission", "faction", "team")}
BLANK = Track()
MODE_WORDS = {"campaign": _("Campaign"), "raid": "RAID"}


def read_head(loaded, fields):
    """The fields of a team from a sent form. What the box does not have stays, and becomes a finding."""
    team = loaded.document
    before = team.track or BLANK
    made = Track(*(figure(fields, key, getattr(before, key)) for key in ("pre", "post")))
    texts = {key: words(fields, key, shape, getattr(team, key)) for key, shape in TEXTS.items()}
    return {"mode": mode(fields.get("mode", team.mode)), "track": None if made == BLANK else made, **texts}


def mode(word):
    try:
        return slug(word)
    except BadEdit:
        raise BadEdit(_("Choose campaign or RAID.")) from None


def head(catalogue, team=None):
    """What the form of the head shows: modes and lengths of the book, and the values chosen."""
    context, values = RulesContext(catalogue), values_of(team) if team else {"mode": MODES[0]}
    return {
        "values": values,
        "modes": [(one, MODE_WORDS[one]) for one in MODES],
        "lengths": {
            "pre": with_own(context.pre, values.get("pre")),
            "post": with_own(context.post, values.get("post")),
        },
    }


def with_own(lengths, own):
    """The lengths of the book, and the one that was written in where it is another."""
    return lengths if own is None or own in lengths else [*lengths, own]


def values_of(team):
    track = team.track or BLANK
    return {"mode": team.mode, "pre": track.pre, "post": track.post} | {key: getattr(team, key) for key in TEXTS}
