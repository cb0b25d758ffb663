"""Weapons on paper: range, class, impact and blast in inches and centimetres, and a box for an empty magazine."""

from django.utils.translation import gettext as _

from builder.sheets.common import text_in, tick
from builder.sheets.parts import SEPARATOR, Aside, CardLine

NONE = "–"


def lines(figure, language):
    """A line for each weapon, or that there is none."""
    if not figure.weapons:
        yield CardLine(_("Unarmed"), _("the book prints no figures for it"))
        return
    yield CardLine(_("Weapons"), title=True, asides=(Aside("", _("range · class · impact")),))
    for weapon in figure.weapons:
        name = text_in(weapon.name, language)
        if weapon.origin == "unknown":
            yield CardLine(name, _("not in this book"))
        else:
            figures = SEPARATOR.join(range_class_impact(weapon, language))
            yield CardLine(name, origin(weapon), magazine(weapon), (Aside("", figures),))


def origin(weapon):
    """Whose figures they are, where they are not those of a weapon of the book."""
    return {"own": _("your own figures"), "natural": _("fights like this")}.get(weapon.origin, "")


def magazine(weapon):
    """Two 1s in a shot empty a weapon, and what bursts is spent; an activation, moves only, reloads it."""
    return "" if weapon.range is None else tick(_("empty"))


def range_class_impact(weapon, language):
    """Its three figures in words; a blast has its diameter for a class."""
    reach = weapon.reach.into(language) if weapon.reach else _("melee")
    rate = f"Ø\u00a0{weapon.blast_reach.into(language)}" if weapon.blast else number(weapon.rate)
    return [reach, rate, number(weapon.impact)]


def number(value):
    return NONE if value is None else str(value)


def summary(weapon, language):
    """A weapon in a few words, for the dense sheet."""
    name = text_in(weapon.name, language)
    if weapon.origin == "unknown":
        return name
    words = range_class_impact(weapon, language)
    if weapon.origin == "own":
        words.append(_("your own figures"))
    return f"{name} ({'; '.join(words)})"
