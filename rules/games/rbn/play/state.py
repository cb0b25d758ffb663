"""How a convoy's units stand in a battle, read from the battle alone. A path is that of a unit, such as "0/3.1"."""

from rules.families.red_button.weapons import DRY as DRY
from rules.families.red_button.weapons import RELOADING as RELOADING
from rules.families.red_button.weapons import USED as USED
from rules.families.red_button.weapons import item_key as item_key
from rules.play.battle import FLED, OUT, TABLE, Battle, Unit, listed, side_of_path
from rules.text import folded

WOUNDS, STUNNED, ON_FIRE, INFECTION, MELEES = "wounds", "stunned", "on-fire", "infection", "melees"
PIERCED = "pierced"  # a wound that ignored armour (ruling A87)
BREAKDOWNS, IMMOBILISED, SLOWED, TESTED = "breakdowns", "immobilised", "slowed", "tested"
PICKED_UP = "picked-up"  # a spear after its throw (ruling A94)
OUT_OF_ACTION, DESTROYED, LEFT, CARGO, BROKEN_DOWN = "out-of-action", "destroyed", "left", "cargo", "broken-down"
ACTIONS, LOST_ACTIONS, NETTED, NEW_PILOT = "actions", "lost-actions", "netted", "new-pilot"
MORALE, SEAT = "morale", "seat"
STEP = f"{TABLE}/step-"  # how the paths of the boxes of checklists begin
FIGHTER, VEHICLE = "fighter", "vehicle"
SIZES = ("leger", "moyen", "lourd")  # of vehicles, the lightest first
GONE = (DESTROYED, LEFT, OUT, FLED)
RIDERS = "riders of vehicles"  # kept with each state of a battle


def paths(battle: Battle, kind: str, side: int | None = None) -> list[str]:
    """The paths of all fighters or vehicles: of one side, or of all."""
    return [
        path
        for path, unit in battle.units_by_path.items()
        if unit.kind == kind and (side is None or side_of_path(path) == side)
    ]


def standing(battle: Battle, kind: str, side: int | None = None) -> list[str]:
    """Those that still take part."""
    return [path for path in paths(battle, kind, side) if not battle.is_down(path)]


def has(battle: Battle, path: str, what: str) -> bool:
    """Whether a unit has an ability, equipment, weapon or option (slug), or is something, such as chief."""
    facts = battle.units_by_path[path].facts if path in battle.units_by_path else {}
    carried = ("abilities", "equipment", "weapons", "options")
    return facts.get(what) == 1 or any(what in listed(facts, name) for name in carried)


def size_of(battle: Battle, path: str) -> str:
    """The size of a vehicle but for its damage table; a giant body collides as a medium one (RBN p. 28, 30)."""
    return str(battle.units_by_path[path].facts.get("size", "moyen"))


def seats(battle: Battle, path: str) -> list[str]:
    """The keys of a vehicle's seats, the pilot's first."""
    unit = battle.units_by_path[path]
    return [marker.key for marker in unit.markers if marker.key.startswith(f"{SEAT}-")]


def seated(battle: Battle, path: str, seat: str) -> str | None:
    """The path of who sits on a seat, by the name that stands there; None for nobody or somebody unknown."""
    words = folded(str(battle.value(f"{path}/{seat}")))
    if not words:
        return None
    unit, side = battle.units_by_path[path], side_of_path(path)
    noted = f"{side}/{unit.facts.get(seat)}"
    if noted in battle.units_by_path and words in names(battle.units_by_path[noted]):
        return noted
    fitting = [fighter for fighter in paths(battle, FIGHTER) if words in names(battle.units_by_path[fighter])]
    return min(fitting, key=lambda fighter: side_of_path(fighter) != side, default=None)


def names(unit: Unit) -> set[str]:
    return {folded(unit.name.fr), folded(unit.name.en)}


def aboard(battle: Battle, path: str) -> dict[str, str]:
    """{seat: path of who sits there}, without those who are out."""
    seated_by_seat = {seat: seated(battle, path, seat) for seat in seats(battle, path)}
    return {seat: who for seat, who in seated_by_seat.items() if who and not battle.is_down(who)}


def pilot(battle: Battle, path: str) -> str | None:
    return aboard(battle, path).get(f"{SEAT}-1")


def passengers(battle: Battle, path: str) -> list[str]:
    return [who for seat, who in aboard(battle, path).items() if seat != f"{SEAT}-1"]


def riders(battle: Battle) -> dict[str, str]:
    """{path of who sits in a vehicle: path of that vehicle}; worked out once, as every unit is asked for it."""
    if RIDERS not in battle.__dict__:
        seated = {who: path for path in reversed(paths(battle, VEHICLE)) for who in aboard(battle, path).values()}
        battle.__dict__[RIDERS] = seated
    return battle.__dict__[RIDERS]


def vehicle_of(battle: Battle, path: str) -> str | None:
    """The path of the vehicle that a fighter sits in."""
    return riders(battle).get(path)


def has_left(battle: Battle, path: str) -> bool:
    """Whether a unit left the table: a vehicle that is marked so, and its crew with it."""
    return bool(battle.number(f"{vehicle_of(battle, path) or path}/{LEFT}"))


def is_gone(battle: Battle, path: str) -> bool:
    """Whether a vehicle is no longer where it could be hit; one that is out of action still is."""
    return any(battle.number(f"{path}/{key}") for key in GONE)


def is_wreck(battle: Battle, path: str) -> bool:
    """Out of action, and still where it stopped."""
    return bool(battle.number(f"{path}/{OUT_OF_ACTION}")) and not is_gone(battle, path)
