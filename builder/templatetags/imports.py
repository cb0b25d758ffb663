"""What the templates of the import call."""

from django import template

from builder.texts.reading import Choice
from builder.wording import local

register = template.Library()


@register.filter
def meaning(choice: Choice) -> str:
    """What a piece of a typed line may be, with what it costs, in the reader's language."""
    return f"{local(choice.meaning)}" + (f" ({choice.cost})" if choice.cost else "")
