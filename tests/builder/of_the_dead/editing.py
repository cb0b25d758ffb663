"""Loaded gangs, and the documents after some edits."""

from builder.lists.commands import perform
from builder.lists.loaded import LoadedRoster
from builder.lists.spec import LISTS
from tests.rules.of_the_dead import make


def load_roster(document):
    loaded = LoadedRoster(document)
    loaded.catalogue = make.catalogue(make.GAME)
    return loaded


def after(document, *commands, **fields):
    """The gang after these commands, each sent with these fields."""
    loaded = load_roster(document)
    for command in commands:
        loaded = loaded.with_document(perform(loaded, command, fields))
    return loaded.document


def first(document, *commands, **fields):
    """The first character after these commands."""
    return after(document, *commands, **fields).units[0]


def opened(document, index=0):
    return LISTS["of-the-dead"].opened(load_roster(document), index)
