"""Words and signs that all parts of a gang's sheet share."""

from django.utils.translation import gettext as _

from builder.sheets.parts import BOX, CIRCLE, clean

MOST_SIGNS = 24  # what is more stands as a number
BY = 6
WIDEST = 4  # characters of a number in a box; what is longer stands in full among the lines
NONE = "–"


def called(character):
    """The character's name as typed."""
    return clean(character.unit.name) or _("Character without a name")


def row_name(table, slug, language):
    """The name of a row of the book; what the book does not know is named by its slug."""
    row = table.rows.get(slug)
    return row.name.into(language) if row else slug


def signs(number, sign):
    """So many signs in groups of six."""
    number = max(0, min(MOST_SIGNS, number))
    full, rest = divmod(number, BY)
    return " ".join([sign * BY] * full + [sign * rest] * bool(rest))


def circles(number):
    return signs(number, CIRCLE)


def boxes(number):
    return signs(number, BOX)


def blank(length=40):
    """A line to write on."""
    return "_" * length


def tick(words):
    """A box and what it says, which no line end parts."""
    return f"{BOX} {words}".replace(" ", "\u00a0")


def short(number):
    words = str(number)
    return words if len(words) <= WIDEST else "…"


def signed(number):
    return f"{'−' if number < 0 else '+'}{abs(number)}"
