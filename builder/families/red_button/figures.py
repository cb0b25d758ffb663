"""What a list of the family comes to: points by kind, successes to expect, what it takes."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from fractions import Fraction

from builder.battles.battle_file import begun_alone
from builder.families.red_button.edits import renumber
from builder.figures.spec import FigureTable
from builder.lists.loaded import LoadedRoster
from rules.document import Unit
from rules.families.red_button.document import RedButtonList
from rules.play.actions import Choice
from rules.play.battle import Context
from rules.play.melees import Melee
from rules.play.shots import Shot
from rules.text import _

DISTANCES = (10, 20, 30, 45, 60, 90)  # cm
KINDS = {
    "unit_type": _("Units"),
    "characteristic": _("Characteristics"),
    "weapon": _("Weapons"),
    "equipment": _("Equipment"),
    "ability": _("Abilities"),
    "option": _("Options"),
    "modification": _("Modifications"),
    "ammunition": _("Ammunition"),
}
MOST_KINDS, MOST_GUNS = 60, 8  # a list of more kinds of units shows its points alone
WOUNDS = "wounds"  # the key of a marker
COMMON = {field.name: field.default for field in fields(Unit) if field.name != "kind"}
Copies = list[tuple[str, int]]


class ByHand(Shot):
    """A shot at somebody named by hand: how many units a list has does not matter."""

    def target_choices(self, chosen: str) -> Sequence[Choice]:
        return [Choice(chosen, "")] if chosen else []


def figures(
    loaded: LoadedRoster, shot: type[ByHand], melee: type[Melee], targets: Sequence[str], foe: str
) -> Iterator[FigureTable]:
    """The tables of a list, each copy fresh and on foot.

    targets, foe -- slugs of who is shot at and fought, named by hand
    """
    yield points(loaded)
    document, counts = merged(loaded.document)
    if len(counts) > MOST_KINDS:
        return
    context = begun_alone(loaded.with_document(document))
    yield expected_shots(context, shot, copies_of(context, counts), targets)
    fighters, vehicles = (copies_of(context, counts, kind) for kind in ("fighter", "vehicle"))
    yield expected_melees(context, melee, fighters, foe)
    yield resilience(context, fighters, vehicles)


def points(loaded: LoadedRoster) -> FigureTable:
    spent: Counter[str] = Counter()
    for unit in (unit for unit in loaded.analysis.units if unit.cost):
        for kind, _slug, number in unit.cost_lines():
            spent[kind] += number * unit.count
    rows = tuple((words, (spent[kind],)) for kind, words in KINDS.items() if spent[kind])
    return FigureTable(_("Points by kind"), (_("Points"),), rows, balances=False)


def expected_shots(context: Context, shot: type[ByHand], units: Copies, targets: Sequence[str]) -> FigureTable:
    """The successes of all units at each distance, each with the weapon that brings it most there."""
    anybody = shot(context, {})
    rows = tuple((anybody.target(slug).name, at_distances(context, shot, units, slug)) for slug in targets)
    text = _("Successes to expect when each unit fires its best weapon once, unhurt and without cover.")
    return FigureTable(_("Shooting"), tuple(f"{distance}\u00a0cm" for distance in DISTANCES), rows, text, digits=1)


def at_distances(context: Context, shot: type[ByHand], units: Copies, target: str) -> tuple[Fraction, ...]:
    sums = [Fraction()] * len(DISTANCES)
    for path, copies in units:
        for n, best in enumerate(best_shots(context, shot, path, target)):
            sums[n] += best * copies
    return tuple(sums)


def best_shots(context: Context, shot: type[ByHand], path: str, target: str) -> list[Fraction]:
    """The most that a unit may expect at each distance."""
    best = [Fraction()] * len(DISTANCES)
    guns = {(gun.item.slug, gun.rounds): gun for gun in shot(context, {"unit": path}).guns()}
    for gun in [*guns.values()][:MOST_GUNS]:
        for which in gun.bands:
            band = gun.band(which)
            expected = expected_shot(shot(context, {"unit": path, "weapon": gun.key, "band": which, "target": target}))
            for n, distance in enumerate(DISTANCES):
                if band.start <= distance <= band.end:
                    best[n] = max(best[n], expected)
    return best


def expected_shot(shot: ByHand) -> Fraction:
    """The successes that a shot brings on average; none where there can be no such shot."""
    shot.choose(shot.guns())
    return Fraction() if any(shot.bars()) else sum((aim.pool.expected for aim in shot.fired), Fraction())


def expected_melees(context: Context, melee: type[Melee], fighters: Copies, foe: str) -> FigureTable:
    """The successes of all who fight, each once."""
    numbers = [expected_melee(melee(context, {"unit": path}), foe) * copies for path, copies in fighters]
    most = max((number / copies for number, (_path, copies) in zip(numbers, fighters, strict=True)), default=Fraction())
    rows = ((_("All together"), (sum(numbers, Fraction()),)), (_("The best of them"), (most,)))
    return FigureTable(_("Melee"), (_("Successes"),), rows, digits=1)


def expected_melee(melee: Melee, foe: str) -> Fraction:
    weapon = melee.chosen_weapon(melee.path, "")
    return melee.combatant(melee.party(melee.path, foe, weapon, None, "")).pool.expected


def resilience(context: Context, fighters: Copies, vehicles: Copies) -> FigureTable:
    """How many there are, and how many wounds the fighters take together, the free ones of armour included."""
    wounds = sum(
        marker.most * copies
        for path, copies in fighters
        for marker in context.battle.units_by_path[path].markers
        if marker.key == WOUNDS
    )
    numbers = (
        (_("Fighters"), sum(copies for _path, copies in fighters)),
        (_("Wounds"), wounds),
        (_("Vehicles"), sum(copies for _path, copies in vehicles)),
    )
    return FigureTable(_("Resilience"), (_("Number"),), tuple((name, (number,)) for name, number in numbers if number))


# --- one of each kind of unit ---------------------------------------------------------------------------------------


def merged(document: RedButtonList) -> tuple[RedButtonList, list[int]]:
    """(the list with one of all units that differ in nothing but a name, how many there are of each).

    Who sits in a vehicle stays as it is.
    """
    seated = {member.unit for unit in document.units if unit.kind == "vehicle" for member in unit.crew}
    keys = [(n if n in seated else None, replace(unit, **COMMON)) for n, unit in enumerate(document.units)]
    first = list(dict.fromkeys(keys))
    where = [first.index(key) for key in keys]
    counts = [0] * len(first)
    for n, unit in zip(where, document.units, strict=True):
        counts[n] += unit.count
    kept = [document.units[keys.index(key)] for key in first]
    units = tuple(unit if n in seated else replace(unit, count=1) for unit, (n, _key) in zip(kept, first, strict=True))
    return renumber(replace(document, units=units, log=()), dict(enumerate(where)).get), counts


def copies_of(context: Context, counts: Sequence[int], kind: str = "") -> Copies:
    """(path, how many) of each unit, or of each of a kind."""
    return [
        (path, counts[unit.index])
        for path, unit in context.battle.units_by_path.items()
        if unit.index is not None and not unit.copy and kind in ("", unit.kind)
    ]
