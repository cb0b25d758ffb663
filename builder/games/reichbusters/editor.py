"""What the editor of a team shows beside what every editor shows."""

from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from builder.games.reichbusters import offers
from builder.games.reichbusters.edits import BLANK_OBJECT, BLANK_WEAPON
from builder.games.reichbusters.forms import join_entries
from rules.games.reichbusters.analysis import KINDS, MELEE, RANGED
from rules.games.reichbusters.document import TOKENS
from rules.text import Text

KIND_WORDS = ((MELEE, pgettext_lazy("a weapon for", "melee")), (RANGED, pgettext_lazy("a weapon for", "shooting")))
TOKEN_WORDS = (("jammed", gettext_lazy("jammed")), ("discharged", gettext_lazy("discharged")))


def opened(loaded, index):
    """The open hero's dashboard: rows to write in for every place, what is counted, and why there is no more room."""
    unit_analysis = loaded.analysis.units[index]
    unit, context = unit_analysis.unit, unit_analysis.context
    return {
        "weapons": [
            {"weapon": one, "keywords": join_entries(one.keywords), "kinds": with_own(KIND_WORDS, KINDS, one.type)}
            | {"tokens": with_own(TOKEN_WORDS, TOKENS, one.token), "new": place >= len(unit.weapons)}
            for place, one in enumerate(filled(unit.weapons, context.weapon_places, BLANK_WEAPON))
        ],
        "skills": filled(unit.skills, context.skill_places, ""),
        "objects": [
            {"object": one, "tokens": with_own(TOKEN_WORDS, TOKENS, one.token), "new": place >= len(unit.objects)}
            for place, one in enumerate(filled(unit.objects, context.object_places, BLANK_OBJECT))
        ],
        "full": {field: offers.full(loaded, index, field) for field in offers.ONE_MORE},
        "tallies": offers.tallies(loaded, index),
    }


def filled(things, places, blank):
    """The things, and a blank one for each place that is free."""
    return (*things, *(blank,) * (places - len(things)))


def with_own(choices, known, own):
    """The choices of a select, and the word that was written in where it is none of them."""
    return choices if own is None or own in known else (*choices, (own, own))


def count_label(number):
    return ngettext("{number} hero", "{number} heroes", number).format(number=number)


def label(loaded):
    """What the team sets out for, for an index page."""
    team = loaded.document
    words = team.mission or team.faction
    return Text(words, words)
