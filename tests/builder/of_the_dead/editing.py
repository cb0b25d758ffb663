"""Gangs on the bench, and what becomes of them after some edits."""

from builder.lists.edits import perform
from builder.lists.loaded import LoadedRoster
from builder.registry import GAME_UIS
from tests.rules.of_the_dead import make

GAME_UI = GAME_UIS["of-the-dead"]


def load_roster(document):
    loaded = LoadedRoster(document)
    loaded.catalogue = make.catalogue(make.GAME)
    return loaded


def after(document, *lines, **fields):
    """The gang after the edits that these lines ask for, each sent with these fields."""
    loaded = load_roster(document)
    for line in lines:
        loaded = loaded.changed(perform(GAME_UI, loaded, line, fields))
    return loaded.document


def first(document, *lines, **fields):
    """The first character after the edits."""
    return after(document, *lines, **fields).units[0]


def opened(document, index=0):
    return GAME_UI.opened(load_roster(document), index)
