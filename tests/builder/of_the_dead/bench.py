"""Gangs on the bench, and what becomes of them after some edits."""

from builder.edits import perform
from builder.games import DESKS
from builder.workbench import Bench
from tests.rules.of_the_dead import make

DESK = DESKS["of-the-dead"]


def bench_of(list_):
    bench = Bench(list_)
    bench.catalogue = make.catalogue(make.GAME)
    return bench


def after(list_, *lines, **fields):
    """The gang after the edits that these lines ask for, each sent with these fields."""
    bench = bench_of(list_)
    for line in lines:
        bench = bench.changed(perform(DESK, bench, line, fields))
    return bench.list


def first(list_, *lines, **fields):
    """The first character after the edits."""
    return after(list_, *lines, **fields).units[0]


def opened(list_, index=0):
    return DESK.opened(bench_of(list_), index)
