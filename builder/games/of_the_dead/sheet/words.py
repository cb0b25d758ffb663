"""Words and signs that all parts of a gang's sheet share."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.sheets.common import in_groups, signed
from builder.sheets.parts import BOX, CIRCLE, FILLED_CIRCLE, LOST_CIRCLE, TICKED
from builder.wording import clean, local
from rules.catalogue import Catalogue, Table
from rules.games.of_the_dead.analysis import CharacterAnalysis
from rules.games.of_the_dead.document import Numbers

MOST_SIGNS = 24  # more are not printed: a number beside them says how many
NONE = "–"


def display_name(character: CharacterAnalysis) -> str:
    """The character's name as typed."""
    return clean(character.unit.name) or _("Unnamed character")


def state_words() -> dict[str, str]:
    """What paper calls the states of a character whose markers have another name, as its tables do."""
    return {"stun": pgettext("of the dead", "Stunned"), "bleeding": _("Bleeds"), "fire": _("On fire")}


def row_name(table: Table, slug: str) -> str:
    """The name of a row of the book; what the book does not know is named by its slug."""
    row = table.rows.get(slug)
    return local(row.name) if row else slug


def modifier_words(pairs: Numbers, catalogue: Catalogue) -> str:
    """What a piece of equipment or a trauma changes: "Combat +1, Initiative −2"; "" for nothing."""
    names = {key: row_name(catalogue.tables["attributes"], key) for key, _number in pairs} | {
        "initiative": _("Initiative")
    }
    return ", ".join(f"{names[key]} {signed(number)}" for key, number in pairs)


def circles(number: int) -> str:
    return in_groups(CIRCLE * max(0, min(MOST_SIGNS, number)), 6)


def start_circles(now: int, first: int) -> str:
    """A circle for each marker of the start; those that are lost have a cross."""
    first = max(0, min(MOST_SIGNS, first))
    left = max(0, min(now, first))
    return in_groups(CIRCLE * left + LOST_CIRCLE * (first - left), 6)


def gained_circles(now: int, first: int, to_come: int) -> str:
    """A circle for each marker above the start and so many to come; those that are there are filled."""
    room = MOST_SIGNS - max(0, min(MOST_SIGNS, first))
    above = max(0, min(room, now - first))
    return in_groups(FILLED_CIRCLE * above + CIRCLE * max(0, min(room - above, to_come)), 6)


def boxes(number: int) -> str:
    return in_groups(BOX * max(0, min(MOST_SIGNS, number)), 6)


def ticked(done: int, number: int) -> str:
    """So many boxes, the first of them ticked."""
    done = max(0, min(done, number))
    return TICKED * done + BOX * (number - done)
