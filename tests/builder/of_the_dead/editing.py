"""Loaded gangs, and the documents after some edits."""

from builder.lists.edits import perform
from builder.lists.loaded import LoadedRoster
from builder.registry import GAME_UIS
from tests.rules.of_the_dead import make

GAME_UI = GAME_UIS["of-the-dead"]


def load_roster(document):
    loaded = LoadedRoster(document)
    loaded.catalogue = make.catalogue(make.GAME)
    return loaded


def after(document, *commands, **fields):
    """The gang after these commands, each sent with these fields."""
    loaded = load_roster(document)
    for command in commands:
        loaded = loaded.changed(perform(GAME_UI, loaded, command, fields))
    return loaded.document


def first(document, *commands, **fields):
    """The first character after these commands."""
    return after(document, *commands, **fields).units[0]


def opened(document, index=0):
    return GAME_UI.opened(load_roster(document), index)
