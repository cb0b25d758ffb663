"""Calls in a language, which code of the site takes from the thread."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.utils.translation import override

T = TypeVar("T")


def in_language(language: str, function: Callable[..., T], *arguments: Any, **named: Any) -> T:
    """What a function returns while this language is active; not for generators, which run later."""
    with override(language):
        return function(*arguments, **named)
