"""What may be aimed at or fought: a unit of the battle, or what is named by hand."""

from collections.abc import Iterator, Sequence

from rules.catalogue import Catalogue
from rules.families.red_button.targets import ordered
from rules.games.rbn.play import state
from rules.games.rbn.play.book import play_of
from rules.games.rbn.play.state import PIERCED, WOUNDS
from rules.play.actions import Choice, Reason
from rules.play.battle import Battle, Context, Unit, listed
from rules.play.dice_book import effect
from rules.play.entries import Effect
from rules.play.marks import Mark
from rules.play.targets import Target
from rules.text import Message, _

ARMOUR = "armure"
FIGHTER_BY_HAND = "by-hand"  # who is fought and is no unit of the battle


def rules_of(unit: Unit) -> frozenset[str]:
    """The rules of a hostile element; none of a unit of a list."""
    return frozenset(listed(unit.facts, "rules"))


def by_hand(catalogue: Catalogue) -> dict[str, Target]:
    """What is named by hand, by its slug."""
    return {slug: target for slug, target in play_of(catalogue).targets.items() if slug != FIGHTER_BY_HAND}


def target_of(context: Context, slug: str) -> Target:
    """The target behind the slug of a choice of `target_choices`."""
    battle = context.battle
    unit = battle.units_by_path.get(slug)
    if unit is None:
        return by_hand(context.catalogue)[slug]
    armoured = bool(unit.facts.get("armour")) or ARMOUR in rules_of(unit)
    size = str(unit.facts.get("damage", ""))
    return Target(battle.called(slug), slug, size=size, armoured=armoured, rules=listed(unit.facts, "rules"))


def target_choices(context: Context, shooter: str, chosen: str = "") -> Sequence[Choice]:
    """Whom a unit may aim at: enemies first, then what no list has, then its own side, then what is named by hand.

    chosen -- stays among them even if it takes part no more, so that dice that fell can be read again
    """
    battle = context.battle
    paths = [path for path in ordered(battle, shooter) if path == chosen or may_be_hit(battle, path)]
    choices = [Choice(path, battle.called(path)) for path in paths if path != shooter]
    return [*choices, *(Choice(slug, target.name) for slug, target in by_hand(context.catalogue).items())]


def may_be_hit(battle: Battle, path: str) -> bool:
    """Who takes part on foot, and vehicles; one that is out of action blows up with one more breakdown (RBN p. 19)."""
    return is_on_foot(battle, path) or state.is_wreck(battle, path)


def is_on_foot(battle: Battle, path: str) -> bool:
    """Whether something takes part and sits in no vehicle."""
    return not battle.is_down(path) and state.vehicle_of(battle, path) is None


def sitting(context: Context, paths: Sequence[str]) -> Iterator[Reason]:
    """Who of these sits in a vehicle, and so is neither shot at nor strikes nor is struck (ruling A85)."""
    battle = context.battle
    for path in paths:
        if ride := state.vehicle_of(battle, path):
            names = {"name": battle.called(path), "vehicle": battle.called(ride)}
            words = _("{name} is in {vehicle}: shoot the vehicle; no melee with anyone aboard")
            yield Reason("", Message(words, names), str(context.catalogue.rulings["A85"].cite))


def is_wounded(battle: Battle, path: str) -> bool:
    """Whether a unit rolls 1D6 less: a wound that armour takes is free (RBN p. 19, 30), one that ignores it is not."""
    marker = battle.markers_by_path.get(f"{path}/{WOUNDS}")
    wounds = battle.number(f"{path}/{WOUNDS}")
    return marker is not None and wounds > (0 if battle.number(f"{path}/{PIERCED}") else marker.free)


def past_armour(context: Context, path: str, effects: Sequence[Effect]) -> Iterator[Effect]:
    """What wounds that ignore armour bring beside their marks: a die lost, the end with the third (ruling A87)."""
    marker = context.battle.markers_by_path.get(f"{path}/{WOUNDS}")
    more = sum(Mark.add(WOUNDS) in effect.marks for effect in effects)
    if marker is None or not marker.free or not more:
        return
    had = context.battle.number(f"{path}/{WOUNDS}")
    if had + more >= marker.most - marker.free:
        yield effect(context.catalogue, "third-wound", str(context.catalogue.rulings["A87"].cite))
    elif not had:
        yield effect(context.catalogue, "pierced", str(context.catalogue.rulings["A87"].cite))


def figure_choices(battle: Battle, owner: str) -> list[Choice]:
    """The figures on foot of a side (or of what no list has) that still take part."""
    return [
        Choice(path, battle.called(path))
        for path, unit in battle.units_by_path.items()
        if path.split("/")[0] == owner and unit.kind != state.VEHICLE and is_on_foot(battle, path)
    ]
