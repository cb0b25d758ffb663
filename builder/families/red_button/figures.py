"""What a list of the family comes to: points by kind, successes to expect, what it takes."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from django.utils.translation import get_language

from builder.battles.battle_file import context_of, started
from builder.figures.spec import FigureTable
from builder.lists.loaded import LoadedRoster
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
WOUNDS = "wounds"  # the key of a marker


def figures(
    loaded: LoadedRoster, shot: type[Shot], melee: type[Melee], targets: Sequence[str], foe: str
) -> Iterator[FigureTable]:
    """The tables of a list, each copy fresh and on foot.

    targets, foe -- slugs of who is shot at and fought, named by hand
    """
    context = context_of(started([loaded], None, None), get_language() or "fr")
    yield points(loaded)
    yield expected_shots(context, shot, targets)
    yield expected_melees(context, melee, foe)
    yield resilience(context)


def points(loaded: LoadedRoster) -> FigureTable:
    spent: Counter[str] = Counter()
    for unit in (unit for unit in loaded.analysis.units if unit.cost):
        for kind, _slug, number in unit.cost_lines():
            spent[kind] += number * unit.count
    rows = tuple((words, (spent[kind],)) for kind, words in KINDS.items() if spent[kind])
    return FigureTable(_("Points by kind"), (_("Points"),), rows)


def expected_shots(context: Context, shot: type[Shot], targets: Sequence[str]) -> FigureTable:
    """The successes of all units at each distance, each with the weapon that brings it most there."""
    rows = tuple((shot(context, {}).target(slug).name, at_distances(context, shot, slug)) for slug in targets)
    text = _("Successes to expect when each unit fires its best weapon once, unhurt and without cover.")
    return FigureTable(_("Shooting"), tuple(f"{distance}\u00a0cm" for distance in DISTANCES), rows, text, digits=1)


def at_distances(context: Context, shot: type[Shot], target: str) -> tuple[Fraction, ...]:
    sums = [Fraction()] * len(DISTANCES)
    for path, copies in first_copies(context):
        for n, best in enumerate(best_shots(context, shot, path, target)):
            sums[n] += best * copies
    return tuple(sums)


def best_shots(context: Context, shot: type[Shot], path: str, target: str) -> list[Fraction]:
    """The most that a unit may expect at each distance."""
    best = [Fraction()] * len(DISTANCES)
    for gun in shot(context, {"unit": path}).guns():
        for which in gun.bands:
            band = gun.band(which)
            expected = expected_shot(shot(context, {"unit": path, "weapon": gun.key, "band": which, "target": target}))
            for n, distance in enumerate(DISTANCES):
                if band.start <= distance <= band.end:
                    best[n] = max(best[n], expected)
    return best


def expected_shot(shot: Shot) -> Fraction:
    """The successes that a shot brings on average; none where there can be no such shot."""
    shot.choose(shot.guns())
    return Fraction() if any(shot.bars()) else sum((aim.pool.expected for aim in shot.fired), Fraction())


def expected_melees(context: Context, melee: type[Melee], foe: str) -> FigureTable:
    """The successes of all who fight, each once."""
    fighters = [(path, copies) for path, copies in first_copies(context, "fighter")]
    numbers = [expected_melee(melee(context, {"unit": path}), foe) * copies for path, copies in fighters]
    most = max((number / copies for number, (_path, copies) in zip(numbers, fighters, strict=True)), default=Fraction())
    rows = ((_("All together"), (sum(numbers, Fraction()),)), (_("The best of them"), (most,)))
    return FigureTable(_("Melee"), (_("Successes"),), rows, digits=1)


def expected_melee(melee: Melee, foe: str) -> Fraction:
    weapon = melee.chosen_weapon(melee.path, "")
    return melee.combatant(melee.party(melee.path, foe, weapon, None, "")).pool.expected


def resilience(context: Context) -> FigureTable:
    """How many there are, and how many wounds the fighters take together, the free ones of armour included."""
    fighters, vehicles = (first_copies(context, kind) for kind in ("fighter", "vehicle"))
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


def first_copies(context: Context, kind: str = "") -> Iterable[tuple[str, int]]:
    """(path of the first copy, how many copies) of each unit, or of those of a kind."""
    units = [(path, unit) for path, unit in context.battle.units_by_path.items() if unit.index is not None]
    copies = Counter(unit.index for _path, unit in units)
    return [(path, copies[unit.index]) for path, unit in units if not unit.copy and kind in ("", unit.kind)]
