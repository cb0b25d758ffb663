"""A gang of several people's characters: how it is assembled, how each of them is, and what they come to together."""

from collections import Counter
from dataclasses import replace

from builder.games.of_the_dead.edits import BLANK
from builder.games.of_the_dead.head import FIRST
from builder.gatherings.spec import AttributeValue, Condition, GatheringLabels, GatheringSpec, Gauge, Tally
from builder.lists.edits import words
from rules.games.of_the_dead.analysis import LEAST, POINTS
from rules.games.of_the_dead.document import ATTRIBUTES, DOMAINS, STATES, Character
from rules.text import Text, _

LABELS = GatheringLabels(
    one=_("Gang"),
    found=_("Found a gang"),
    member=_("New character"),
    name=_("Name of the character"),
    roles=_("Vocations"),
    wanted=_("Wanted"),
    score=_("Survival points"),
    intro=_("Everybody keeps a character of their own; here they meet, plan the chapters, vote and keep the story."),
    invites=_(
        "Whoever opens this link may join with a character of their own or a new one. A new link ends this one; "
        "who is in stays in."
    ),
    visibility=_("The others see your character and how it fares; only you change it. You may leave at any time."),
    apart=_("Everybody keeps their own character; this page, its chapters and its news go."),
    noting=_("Write down what changed; everybody notes it on their own character themselves."),
    counts=_(
        "Counted are the characters whose players chose so on their page of links. Only counts are shown, never a name."
    ),
    take_on=_("Take it on in my character"),
)
HIGHEST = POINTS - LEAST * (len(ATTRIBUTES) - 1)  # what nine points allow at most in one attribute
SURVIVAL_BANDS = ((1, 4), (5, 9), (10, 19))
NO_VOCATION = _("No vocation yet")
OTHER = _("Another value")


def assemble(empty, lists):
    """All characters of the members, in their order."""
    return replace(empty, units=tuple(unit for document in lists for unit in document.units))


def newcomer(document, name, player):
    """A list of one character with a point in each attribute. Raises `BadEdit` for texts that no list holds."""
    fields = {"character": name, "player": player}
    name, player = (words(fields, key, shape) for key, shape in FIRST.items())
    return replace(document, name=name, units=(Character(attributes=BLANK, name=name, player=player),))


def vocations(catalogue):
    return tuple(catalogue.tables["vocations"].rows.values())


# --- how a character is ---------------------------------------------------------------------------------------------


def condition(character):
    unit, tables = character.unit, character.catalogue.tables
    return Condition(
        name=unit.name,
        player=unit.player,
        role=unit.vocation,
        state=state(character),
        plays=character.living,
        gauges=(
            Gauge(tables["gauges"].rows["life"].name, character.life, character.first_life),
            Gauge(tables["gauges"].rows["morale"].name, character.morale, character.first_morale),
        ),
        figures=tuple(figures(character)),
        lines=tuple(lines(character)),
        score=unit.survival,
    )


def state(character):
    """Alive, dead ... as the book has it; a zombie by its type."""
    row = character.catalogue.tables["states"].rows.get(character.unit.state)
    kind = character.zombie_type if character.unit.state == "zombie" else None
    return (kind or row).name if kind or row else character.unit.state


def figures(character):
    """Attributes now with their base, then what the player enters."""
    tables = character.catalogue.tables
    for key in ATTRIBUTES:
        now, base = character.current[key], character.base.get(key, 0)
        yield AttributeValue(tables["attributes"].rows[key].name, now, None if now == base else base)
    for key in ("reputation", "survival"):
        number = getattr(character.unit, key)
        if number is not None:
            yield AttributeValue(tables["gauges"].rows[key].name, number)


def lines(character):
    """Traumas, markers, what it carries and who follows: what the next game starts with."""
    unit, tables = character.unit, character.catalogue.tables
    markers = tables["markers"].rows
    followers = tables["followers"].rows
    kept = (
        (_("Traumas"), tuple(f"{one.name} ∞" if one.permanent else one.name for one in unit.traumas)),
        (_("Markers"), tuple(marker(markers.get(key), key, number) for key, number in unit.markers if number)),
        (_("Equipment"), tuple(one.name for one in unit.equipment)),
        (_("Followers"), tuple(one.name or named(followers, one.type) for one in unit.followers)),
    )
    return [(heading, texts) for heading, texts in kept if texts]


def marker(row, key, number):
    name = row.name if row else Text(key, key)
    return Text(f"{name.into('fr')} {number}", f"{name.into('en')} {number}")


def named(rows, slug):
    return rows[slug].name if slug in rows else slug


# --- statistics -----------------------------------------------------------------------------------------------------


def statistics(characters, catalogue):
    """Vocations, states, the spread of each attribute, traumas and survival points; no names."""
    tables = catalogue.tables
    return (
        tally(
            tables["vocations"].name,
            [character.unit.vocation for character in characters],
            tables["vocations"].rows,
            NO_VOCATION,
        ),
        tally(
            tables["states"].name,
            [character.unit.state for character in characters],
            {key: tables["states"].rows[key] for key in STATES},
        ),
        *(
            spread(tables["attributes"].rows[key].name, [character.current[key] for character in characters])
            for key in ATTRIBUTES
        ),
        traumas(characters, tables),
        bands(tables["gauges"].rows["survival"].name, [character.unit.survival for character in characters]),
    )


def tally(title, values, rows, none=OTHER):
    """How many have each of the book's entries; `none` for those that have none of them."""
    counts = Counter(value if value in rows else None for value in values)
    found = [(row.name, counts[slug]) for slug, row in rows.items()]
    return Tally(title, (*found, (none, counts[None])) if counts[None] else tuple(found), len(values))


def spread(title, values):
    """How many have each value of an attribute."""
    usual = range(LEAST, HIGHEST + 1)
    counts = Counter(value if value in usual else None for value in values)
    found = [(str(value), counts[value]) for value in usual]
    return Tally(title, (*found, (OTHER, counts[None])) if counts[None] else tuple(found), len(values))


def traumas(characters, tables):
    """How many have a trauma of body, of mind, a permanent one."""
    counts = Counter(kind for character in characters for kind in {one.domain for one in character.unit.traumas})
    lasting = sum(any(one.permanent for one in character.unit.traumas) for character in characters)
    found = [(tables["domains"].rows[key].name, counts[key]) for key in DOMAINS]
    return Tally(tables["domains"].name, (*found, (_("permanent"), lasting)), len(characters))


def bands(title, values):
    """How many have entered how much."""
    last = SURVIVAL_BANDS[-1][1]
    rows = [(f"{low}–{high}", sum(n is not None and low <= n <= high for n in values)) for low, high in SURVIVAL_BANDS]
    return Tally(
        title,
        (
            (_("not entered"), sum(n is None for n in values)),
            (_("0 or less"), sum(n is not None and n <= 0 for n in values)),
            *rows,
            (f"{last + 1}+", sum(n is not None and n > last for n in values)),
        ),
        len(values),
    )


GATHERING = GatheringSpec(
    labels=LABELS,
    assemble=assemble,
    newcomer=newcomer,
    condition=condition,
    roles=vocations,
    statistics=statistics,
)
