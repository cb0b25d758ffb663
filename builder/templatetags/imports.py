"""What the templates of the import call."""

from django import template

from builder.imports.matching import Target, meaning_of
from builder.lists.loaded import LoadedRoster
from builder.texts.words import words_of
from builder.wording import local

register = template.Library()


@register.filter
def meaning(target: Target, loaded: LoadedRoster) -> str:
    """What a piece of a typed line may be, with what it costs, in the reader's language."""
    cost = getattr(target.entry, "cost", None)
    return f"{local(meaning_of(target, words_of(loaded.catalogue)))}" + (f" ({cost})" if cost else "")
