"""Cars: starting, driving fast, turning, crashing, and those on board ("Comment jouer les voitures")."""

from collections.abc import Callable, Iterator

from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.figures import Figure, can_act
from rules.games.chain_reaction.play.reactions import KINDS, TestForm
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt
from rules.play.battle import Battle, listed, side_of_path
from rules.play.entries import Effect
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import _

STATES = {  # after an effect: what is marked of the car
    "starts-at-once": {"running": 1},
    "starts": {"running": 1},
    "stalls": {"running": 0},
    "breaks-down": {"running": 0, "broken": 1},
    "rolls-over": {"running": 0, "broken": 1},
}


class CarTest(TestForm):
    """A test at the wheel: what becomes of the car is marked, and who is on board of one that rolls over tests."""

    def marks(self, effect: Effect) -> Iterator[Mark]:
        yield from super().marks(effect)
        car = car_of(self.figure.battle, self.figure.path)
        for key, value in STATES.get(effect.slug, {}).items() if car is not None else ():
            yield Mark.set(f"{self.figure.side}/car-{car}-{key}", value)

    def links(self, effect: Effect) -> Iterator[Mark]:
        if effect.slug == "rolls-over":
            for path in on_board(self.figure.battle, self.figure.path):
                yield from chain.link(self.figure.battle, path, "passenger")
        else:
            yield from super().links(effect)


def cars(battle: Battle, path: str) -> list[tuple[str, list[str]]]:
    """(index of the driver, those of everybody on board) of each car of a figure's side."""
    side = side_of_path(path)
    rows = listed(battle.sides[side].facts, "cars") if side is not None else ()
    return [(words.partition("/")[0], words.partition("/")[2].split(",")) for words in rows]


def car_of(battle: Battle, path: str) -> int | None:
    """The number of the car that a figure is in; None without one."""
    index = str(battle.units_by_path[path].index)
    return next((number for number, (_driver, figures) in enumerate(cars(battle, path)) if index in figures), None)


def on_board(battle: Battle, path: str) -> list[str]:
    side, number = side_of_path(path), car_of(battle, path)
    if side is None or number is None:
        return [path]
    figures = cars(battle, path)[number][1]
    paths = [f"{side}/{unit.key}" for unit in battle.sides[side].units if str(unit.index) in figures]
    return [other for other in paths if can_act(battle, other)]


def drives(battle: Battle, path: str) -> bool:
    """Whether a figure is at a wheel: the driver of a car of its list, or marked as in a car."""
    index = str(battle.units_by_path[path].index)
    at_the_wheel = any(driver == index for driver, _figures in cars(battle, path))
    return can_act(battle, path) and (at_the_wheel or bool(battle.number(f"{path}/in-car")))


def rides_along(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and (car_of(battle, path) is not None or bool(battle.number(f"{path}/in-car")))


def at_the_wheel(slug: str) -> Callable[[ActingUnit, ActionForm], Attempt]:
    def attempt(acting: ActingUnit, form: ActionForm) -> Attempt:
        figure = Figure(acting.battle, acting.catalogue, acting.path)
        return CarTest(figure, form, figure.play.tests[slug]).attempt()

    return attempt


def car_action(title: str, slug: str, suits: Callable[[Battle, str], bool] = drives) -> Action:
    return Action(title, unit_action(*KINDS)(at_the_wheel(slug)), "steering-wheel", KINDS, suits)


CAR_ACTIONS = {
    "start": car_action(_("Start the car"), "demarrage"),
    "drive-fast": car_action(_("Drive fast"), "allure-rapide"),
    "turn": car_action(_("Fast turn"), "virage-rapide"),
    "crash": car_action(_("Crash"), "accident"),
    "passenger": car_action(_("In a car that rolls over"), "passager", rides_along),
}
