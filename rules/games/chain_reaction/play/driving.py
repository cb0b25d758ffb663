"""Cars: starting, driving fast, turning, crashing, and those on board ("Comment jouer les voitures")."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.figures import able, can_act, manned
from rules.games.chain_reaction.play.reactions import Suits, TestForm, reaction_action
from rules.play.actions import Action
from rules.play.battle import Battle
from rules.play.entries import Effect
from rules.play.marks import Mark
from rules.text import _


class CarTest(TestForm):
    """A test at the wheel: what becomes of the car is marked, and who is on board of one that rolls over tests."""

    def marks(self, effect: Effect) -> Iterator[Mark]:
        """Those of the car stand among the marks of an effect as those of a figure: "set car-running 1"."""
        yield from super().marks(effect)
        car = car_of(self.battle, self.figure.path)
        for mark in effect.marks if car is not None else ():
            if mark.path.startswith("car-"):
                yield replace(mark, path=f"{self.figure.side}/{mark.path.replace('car', f'car-{car}', 1)}")

    def links(self, effect: Effect) -> Iterator[Mark]:
        if effect.slug == "rolls-over":
            for path in on_board(self.battle, self.figure.path):
                yield from chain.link(self.battle, path, "passenger")
        else:
            yield from super().links(effect)


def cars(battle: Battle, path: str) -> list[tuple[str, list[str]]]:
    """(index of the driver, those of everybody on board) of each car of a figure's side."""
    return manned(battle, path, "cars")


def car_of(battle: Battle, path: str) -> int | None:
    """The number of the car that a figure is in; None without one."""
    index = str(battle.units_by_path[path].index)
    return next((number for number, (_driver, figures) in enumerate(cars(battle, path)) if index in figures), None)


def on_board(battle: Battle, path: str) -> list[str]:
    number = car_of(battle, path)
    return [path] if number is None else able(battle, path, cars(battle, path)[number][1])


def at_the_wheel(battle: Battle, path: str, runs: bool = True) -> bool:
    """Whether a figure is at the wheel of a car that runs, or that may be started: of its list, or marked as in one."""
    index = str(battle.units_by_path[path].index)
    for number, (driver, _figures) in enumerate(cars(battle, path)):
        if driver == index:
            running, broken = (
                battle.number(f"{path.split('/')[0]}/car-{number}-{key}") for key in ("running", "broken")
            )
            return can_act(battle, path) and not broken and bool(running) == runs
    return can_act(battle, path) and bool(battle.number(f"{path}/in-car"))


def rides_along(battle: Battle, path: str) -> bool:
    return can_act(battle, path) and (car_of(battle, path) is not None or bool(battle.number(f"{path}/in-car")))


def car_action(title: str, slug: str, suits: Suits = at_the_wheel) -> Action:
    return reaction_action(title, "steering-wheel", slug, suits, CarTest)


CAR_ACTIONS = {
    "start": car_action(_("Start the car"), "demarrage", partial(at_the_wheel, runs=False)),
    "drive-fast": car_action(_("Drive fast"), "allure-rapide"),
    "turn": car_action(_("Fast turn"), "virage-rapide"),
    "crash": car_action(_("Crash"), "accident"),
    "passenger": car_action(_("In a car that rolls over"), "passager", rides_along),
}
