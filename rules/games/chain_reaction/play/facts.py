"""What the rules of play need of a figure and of a group, as their units and sides in a battle keep it."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from rules.games.chain_reaction.analysis import DOGS, ZOMBIE, FigureAnalysis, StarGroupAnalysis, WeaponLine
from rules.games.chain_reaction.document import GENERIC, Weapon
from rules.games.chain_reaction.play.book import play_of
from rules.play.battle import Fact, Marker
from rules.text import Text

OWN, NONE = "own", "-"  # the table of weapons that players made up; a dash among their figures


def facts_of(figure: FigureAnalysis) -> Mapping[str, Fact]:
    """REP as it plays, what it is, its attributes, its weapons as `weapon_words`, a mount, a vest."""
    worn = {"mounted": figure.unit.mounted, "vest": figure.unit.vest}
    return {
        "rep": figure.effective_rep,
        "figure": figure.unit.figure,
        "attributes": tuple(figure.unit.attributes),
        "weapons": tuple(weapon_words(line) for line in usable(figure)),
        **{slug: 1 for slug, holds in worn.items() if holds},
    }


def usable(figure: FigureAnalysis) -> list[WeaponLine]:
    """Its weapons of this book or its own; dogs and zombies fight without what they carry (ruling cr-35)."""
    natural = figure.unit.figure in (*DOGS, ZOMBIE)
    return [line for line in figure.weapons if line.origin == "natural" or (not natural and line.origin != "unknown")]


def weapon_words(line: WeaponLine) -> str:
    """A weapon as one text: "old-west/fusil", or "own/RANGE/RATE/IMPACT/NAME" with a dash for nothing."""
    if line.entry is None:
        figures = (NONE if value is None else str(value) for value in (line.range, line.rate, line.impact))
        return "/".join((OWN, *figures, str(line.name)[:100]))
    period = line.weapon.period if isinstance(line.weapon, Weapon) else GENERIC
    return f"{period}/{line.entry.slug}"


def with_marks(figure: FigureAnalysis, markers: tuple[Marker, ...]) -> tuple[Marker, ...]:
    """The markers of a figure's sheet and those of its book that are not among them."""
    keys, marks = {marker.key for marker in markers}, play_of(figure.context.catalogue).marks
    own = (*marks["figure"], *(marks["star"] if figure.is_star else ()))
    return (*markers, *(marker for marker in own if marker.key not in keys))


def group_facts(group: StarGroupAnalysis) -> Mapping[str, Fact]:
    """The mortars of a group, each its size and the indexes of its crew, and its cars: "petit-mortier/0,2"."""
    mortars = (f"{mortar.size}/{numbers(mortar.crew)}" for mortar in group.document.mortars)
    cars = (f"{NONE if car.driver is None else car.driver}/{numbers(car.figures)}" for car in group.document.cars)
    return {"mortars": tuple(mortars), "cars": tuple(cars)}


def numbers(indexes: object) -> str:
    return ",".join(map(str, indexes))  # type: ignore[call-overload]


def group_marks(group: StarGroupAnalysis) -> Iterator[Marker]:
    """What is marked of each mortar and car: mortar-0-up, car-1-broken ..."""
    marks = play_of(group.context.catalogue).marks
    for kind, names in (("mortar", group.mortar_names), ("car", group.car_names)):
        for number, name in enumerate(names):
            for marker in marks[kind]:
                start = int(kind == "mortar" and marker.key == "up" and is_fixed(group, number))
                label = Text(*(text.replace(f"{{{kind}}}", words) for text, words in texts(marker.label, name)))
                yield replace(marker, key=f"{kind}-{number}-{marker.key}", label=label, start=start)


def is_fixed(group: StarGroupAnalysis, number: int) -> bool:
    """Whether no crew can set a mortar up, so that it begins as it is: a huge one."""
    size, crews = group.document.mortars[number].size, group.context.catalogue.tables["mortar-crews"].rows.values()
    moves = [crew.figures["moves"] for crew in crews if crew.figures["mortar"] == size]
    return bool(moves) and not any(moves)


def texts(label: Text, name: Text) -> tuple[tuple[str, str], tuple[str, str]]:
    return (label.fr, name.fr), (label.en, name.en)
