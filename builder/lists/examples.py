"""The example list of a game, read from the file beside its book."""

import json
from typing import Any

from django.http import Http404
from django.utils.translation import get_language

from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from rules.document import decode


def example_or_404(game: str) -> LoadedRoster:
    """The example of a game, its names and notes in the reader's language; 404 where it has none.

    The file is French; `example.<language>.json` beside it has the same texts in another language.
    """
    file = example_file(game)
    if not file.exists():
        raise Http404
    words = file.with_suffix(f".{get_language()}.json")
    document = decode(file.read_bytes())
    return LoadedRoster.from_data(reworded(document, json.loads(words.read_bytes())) if words.exists() else document)


def reworded(value: Any, words: dict[str, str]) -> Any:
    """A JSON value with these texts in place of its own; keys stay."""
    if isinstance(value, dict):
        return {key: reworded(part, words) for key, part in value.items()}
    if isinstance(value, list):
        return [reworded(part, words) for part in value]
    return words.get(value, value) if isinstance(value, str) else value
