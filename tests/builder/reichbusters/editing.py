"""Teams on the bench, and what becomes of them after some edits."""

import pytest

from builder.lists.edits import BadEdit, perform
from builder.lists.loaded import LoadedRoster
from builder.registry import GAME_UIS
from tests.make import catalogue

GAME_UI = GAME_UIS["reichbusters"]


def load_roster(document):
    loaded = LoadedRoster(document)
    loaded.catalogue = catalogue("reichbusters")
    return loaded


def after(document, *lines, **fields):
    """The team after the edits that these lines ask for, each sent with these fields (`__` stands for a hyphen)."""
    loaded = load_roster(document)
    sent = {key.replace("__", "-"): value for key, value in fields.items()}
    for line in lines:
        loaded = loaded.changed(perform(GAME_UI, loaded, line, sent))
    return loaded.document


def first(document, *lines, **fields):
    """The first hero after the edits."""
    return after(document, *lines, **fields).units[0]


def said(document, line, **fields):
    """What a refused edit says."""
    with pytest.raises(BadEdit) as bad:
        after(document, line, **fields)
    return str(bad.value.message)


def refusals(offer):
    return [finding.rule.id for finding in offer.refusal]
