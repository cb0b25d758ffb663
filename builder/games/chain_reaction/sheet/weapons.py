"""Weapons on paper: range, class, impact and blast in inches and centimetres, and a box for an empty magazine."""

from django.utils.translation import gettext as _

from builder.sheets.parts import BOX, SEPARATOR, Aside, CardLine, clean

NONE = "–"


def name_of(line, language):
    return line.name.into(language) if hasattr(line.name, "into") else clean(line.name)


def lines(figure, language):
    """A line for each weapon, or that there is none."""
    if not figure.weapons:
        yield CardLine(_("Unarmed"), _("the book prints no figures for it"))
        return
    yield CardLine(_("Weapons"), title=True, asides=(Aside("", _("range · class · impact")),))
    for line in figure.weapons:
        if line.origin == "unknown":
            yield CardLine(name_of(line, language), _("not in this book"))
        else:
            yield CardLine(name_of(line, language), origin(line), magazine(line), (Aside("", figures(line, language)),))


def origin(line):
    """Where figures come from that are not those of a weapon of the book."""
    return {"own": _("your own figures"), "natural": _("fights like this")}.get(line.origin, "")


def magazine(line):
    """Two 1s in a shot empty a weapon, and what bursts is spent; an activation, moves only, reloads it."""
    return "" if line.range is None else tick(_("empty"))


def tick(words):
    """A box and what it says, which no line end parts."""
    return f"{BOX} {words}".replace(" ", "\u00a0")


def figures(line, language):
    impact = NONE if line.impact is None else str(line.impact)
    return SEPARATOR.join((reach(line, language), rate(line, language), impact))


def reach(line, language):
    return line.reach.into(language) if line.reach else _("melee")


def rate(line, language):
    if line.blast:
        return f"Ø\u00a0{line.blast_reach.into(language)}"
    return NONE if line.rate is None else str(line.rate)


def summary(line, language):
    """A weapon in a few words, for the dense sheet."""
    name = name_of(line, language)
    if line.origin == "unknown":
        return name
    words = [reach(line, language), rate(line, language), NONE if line.impact is None else str(line.impact)]
    if line.origin == "own":
        words.append(_("your own figures"))
    return f"{name} ({'; '.join(words)})"
