"""Loaded teams, and the documents after some edits."""

import pytest

from builder.lists.commands import perform
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from tests.make import catalogue


def load_roster(document):
    loaded = LoadedRoster(document)
    loaded.catalogue = catalogue("reichbusters")
    return loaded


def after(document, *commands, **fields):
    """The team after these commands, each sent with these fields (`__` means a hyphen)."""
    loaded = load_roster(document)
    data = {key.replace("__", "-"): value for key, value in fields.items()}
    for command in commands:
        loaded = loaded.with_document(perform(loaded, command, data))
    return loaded.document


def first(document, *commands, **fields):
    """The first hero after these commands."""
    return after(document, *commands, **fields).units[0]


def refusal(document, command, **fields):
    """The message of an edit that is refused."""
    with pytest.raises(BadEdit) as bad:
        after(document, command, **fields)
    return str(bad.value.message)


def broken_rules(offer):
    """The ids of the rules that refuse an offer."""
    return [finding.rule.id for finding in offer.refusal]
