"""Teams on the bench, and what becomes of them after some edits."""

import pytest

from builder.edits import BadEdit, perform
from builder.games import DESKS
from builder.workbench import Bench
from tests.make import catalogue

DESK = DESKS["reichbusters"]


def bench_of(list_):
    bench = Bench(list_)
    bench.catalogue = catalogue("reichbusters")
    return bench


def after(list_, *lines, **fields):
    """The team after the edits that these lines ask for, each sent with these fields (`__` stands for a hyphen)."""
    bench = bench_of(list_)
    sent = {key.replace("__", "-"): value for key, value in fields.items()}
    for line in lines:
        bench = bench.changed(perform(DESK, bench, line, sent))
    return bench.list


def first(list_, *lines, **fields):
    """The first hero after the edits."""
    return after(list_, *lines, **fields).units[0]


def said(list_, line, **fields):
    """What a refused edit says."""
    with pytest.raises(BadEdit) as bad:
        after(list_, line, **fields)
    return str(bad.value.message)


def refusals(offer):
    return [finding.rule.id for finding in offer.refusal]
