"""A gang of several people's characters: how it is assembled, the condition of each of them, statistics."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from builder.games.of_the_dead.head import first_character
from builder.games.of_the_dead.words import WORDS
from builder.gatherings.spec import (
    AttributeValue,
    CareerFigure,
    CareerSpec,
    Condition,
    GatheringLabels,
    GatheringSpec,
    Gauge,
    Tally,
)
from rules.catalogue import Catalogue, Table, TableRow
from rules.games.of_the_dead.analysis import LEAST, POINTS, CharacterAnalysis
from rules.games.of_the_dead.document import ATTRIBUTES, DOMAINS, STATES, Follower, Gang
from rules.text import Text, _

LABELS = GatheringLabels(
    title=_("Gang"),
    create=_("Start a gang"),
    member=_("New character"),
    name=_("Name of the character"),
    nameless=_("The unnamed character"),
    roles=_("Vocations"),
    wanted=_("Still open"),
    score=_("Survival points"),
    intro=_("Plan chapters, vote and keep the story together. Everyone keeps their own character."),
    invites=_("Anyone with this link can join, with an existing character or a new one."),
    visibility=_(
        "The others can see your character; only you can change it. Anyone with a member’s view link can see the "
        "gang’s name, chapters and vocations. You can leave at any time."
    ),
    apart=_("Everyone keeps their own character; this page, its chapters and its updates are deleted."),
    noting=_("Write what changed; everyone updates their own character."),
    counts=_("Only characters whose players agreed are counted. No names."),
    account=_("With an account, your character is with you on every device."),
    taken=_("This character has already joined another gang."),
    take_on=_("Apply to my character"),
)
HIGHEST = POINTS - LEAST * (len(ATTRIBUTES) - 1)  # in one attribute, with the least in all others
USUAL_VALUES = {value: str(value) for value in range(LEAST, HIGHEST + 1)}  # of an attribute
SURVIVAL_BANDS = ((1, 4), (5, 9), (10, 19))
NO_VOCATION = _("No vocation yet")
OTHER = _("Other value")


def assemble(empty: Gang, documents: Iterable[Gang]) -> Gang:
    """All characters of the members, in their order."""
    return replace(empty, units=tuple(unit for document in documents for unit in document.units))


def newcomer(document: Gang, name: str, player: str) -> Gang:
    """A list of one character with a point in each attribute. Raises `BadEdit` for texts that no list holds."""
    character = first_character({"character": name, "player": player})
    return replace(document, name=character.name, units=(character,))


def vocations(catalogue: Catalogue) -> tuple[TableRow, ...]:
    return tuple(catalogue.tables["vocations"].rows.values())


def take_vocation(index: int, vocation: str) -> str:
    """The command that gives the character at `index` a vocation."""
    return f"set-vocation {index} {vocation}"


# --- the condition of a character -----------------------------------------------------------------------------------


def condition(character: CharacterAnalysis) -> Condition:
    unit, tables = character.unit, character.catalogue.tables
    return Condition(
        name=unit.name,
        player=unit.player,
        role=unit.vocation,
        state=state_name(character),
        plays=character.living,
        played=character.played,
        gauges=(
            Gauge(tables["gauges"].rows["life"].name, character.life, character.first_life),
            Gauge(tables["gauges"].rows["morale"].name, character.morale, character.first_morale),
        ),
        figures=tuple(figures(character)),
        lines=tuple(lines(character)),
        score=unit.survival,
    )


def state_name(character: CharacterAnalysis) -> Text | str:
    """Alive, dead ... as the book names it; a zombie by its type."""
    row = character.catalogue.tables["states"].rows.get(character.unit.state)
    kind = character.zombie_type if character.unit.state == "zombie" else None
    entry = kind or row
    return entry.name if entry else character.unit.state


def figures(character: CharacterAnalysis) -> Iterator[AttributeValue]:
    """Attributes now with their base, then what the player enters."""
    tables = character.catalogue.tables
    for key in ATTRIBUTES:
        now, base = character.current[key], character.base.get(key, 0)
        yield AttributeValue(tables["attributes"].rows[key].name, now, None if now == base else base)
    for key in ("reputation", "survival"):
        number = getattr(character.unit, key)
        if number is not None:
            yield AttributeValue(tables["gauges"].rows[key].name, number)


def lines(character: CharacterAnalysis) -> list[tuple[str, tuple]]:
    """(heading, texts) of traumas, markers, equipment and followers: what the next game starts with."""
    unit, tables = character.unit, character.catalogue.tables
    markers = tables["markers"].rows
    groups = (
        (_("Traumas"), tuple(f"{trauma.name} ∞" if trauma.permanent else trauma.name for trauma in unit.traumas)),
        (
            _("Markers"),
            tuple(name_and_number(row_name(markers, key), number) for key, number in unit.markers if number),
        ),
        (_("Equipment"), tuple(thing.name for thing in unit.equipment)),
        (_("Followers"), tuple(follower_line(follower, tables) for follower in unit.followers)),
    )
    return [(heading, texts) for heading, texts in groups if texts]


def follower_line(follower: Follower, tables: Mapping[str, Table]) -> Text | str:
    """A follower's name, with the gauges that it keeps behind it."""
    name, gauges = follower.name or row_name(tables["followers"].rows, follower.type), tables["gauges"].rows
    for key, number in follower.gauges:
        if number is not None:
            gauge = gauges[key].name if key in gauges else WORDS[key]
            text = name if isinstance(name, Text) else Text(name, name)
            name = Text(f"{text.fr} · {gauge.fr} {number}", f"{text.en} · {gauge.en} {number}")
    return name


def name_and_number(name: Text | str, number: int) -> Text:
    """A name with a number behind it."""
    french, english = (name.into("fr"), name.into("en")) if isinstance(name, Text) else (name, name)
    return Text(f"{french} {number}", f"{english} {number}")


def row_name(rows: Mapping[str, TableRow], slug: str) -> Text | str:
    """The name of a row of the book; a slug that the book does not have as it is."""
    return rows[slug].name if slug in rows else slug


# --- statistics -----------------------------------------------------------------------------------------------------


def statistics(characters: Sequence[CharacterAnalysis], catalogue: Catalogue) -> tuple[Tally, ...]:
    """Vocations of the living (ruling otd-19); of all, states, attributes, traumas and survival points; no names."""
    tables, units = catalogue.tables, [character.unit for character in characters]
    held = [character.unit.vocation for character in characters if character.living]
    vocation_names = {slug: row.name for slug, row in tables["vocations"].rows.items()}
    state_names = {key: tables["states"].rows[key].name for key in STATES}
    attributes = tables["attributes"].rows
    return (
        tally(tables["vocations"].name, held, vocation_names, NO_VOCATION),
        tally(tables["states"].name, [unit.state for unit in units], state_names),
        *(
            tally(attributes[key].name, [character.current[key] for character in characters], USUAL_VALUES)
            for key in ATTRIBUTES
        ),
        traumas(characters, tables),
        survival(tables["gauges"].rows["survival"].name, [unit.survival for unit in units]),
    )


def tally(title: Any, values: list, labels: Mapping[Any, Any], none: str = OTHER) -> Tally:
    """How many have each of the values that have a label; a row `none` for those with another value, if any."""
    counts = Counter(value if value in labels else None for value in values)
    rows = [(label, counts[value]) for value, label in labels.items()]
    return Tally(title, (*rows, (none, counts[None])) if counts[None] else tuple(rows), len(values))


def traumas(characters: Sequence[CharacterAnalysis], tables: Mapping[str, Table]) -> Tally:
    """How many have a trauma of body, of mind, a permanent one."""
    counts = Counter(
        domain for character in characters for domain in {trauma.domain for trauma in character.unit.traumas}
    )
    permanent = sum(any(trauma.permanent for trauma in character.unit.traumas) for character in characters)
    rows = [(tables["domains"].rows[key].name, counts[key]) for key in DOMAINS]
    return Tally(tables["domains"].name, (*rows, (_("permanent"), permanent)), len(characters))


def survival(title: Any, values: list[int | None]) -> Tally:
    """How many have entered how many survival points."""
    last = SURVIVAL_BANDS[-1][1]
    rows = [(f"{low}-{high}", sum(n is not None and low <= n <= high for n in values)) for low, high in SURVIVAL_BANDS]
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


# --- a character over time -------------------------------------------------------------------------------------------


def career_figures(character: CharacterAnalysis) -> tuple[CareerFigure, ...]:
    """Survival points and reputation as the player enters them (ruling otd-7), life and morale."""
    unit, gauges = character.unit, character.catalogue.tables["gauges"].rows
    return (
        CareerFigure("survival", gauges["survival"].name, unit.survival),
        CareerFigure("reputation", gauges["reputation"].name, unit.reputation),
        CareerFigure("life", gauges["life"].name, character.life, character.first_life),
        CareerFigure("morale", gauges["morale"].name, character.morale, character.first_morale),
    )


CAREER = CareerSpec(
    title=_("Career"),
    intro=_("This character’s chapters, and their values day by day."),
    choice=_("Let others see this page"),
    shows=_("Your gang and anyone with the view link will see this page. Until then, only you do."),
    gone=_("Line at the bottom: dead or a zombie."),
    figures=career_figures,
)

GATHERING = GatheringSpec(
    labels=LABELS,
    assemble=assemble,
    newcomer=newcomer,
    condition=condition,
    roles=vocations,
    take_role=take_vocation,
    statistics=statistics,
    career=CAREER,
)
