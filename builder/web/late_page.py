"""Pages whose context is made late."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from django.template.response import TemplateResponse


class LatePage(TemplateResponse):
    """A page whose context is made when it is rendered, after the view and its transaction."""

    def __init__(self, request: HttpRequest, template: str, make_context: Callable[[], dict[str, Any]], status: int):
        super().__init__(request, template, status=status)
        self.make_context = make_context

    def resolve_context(self, _context: Any) -> dict[str, Any]:
        return self.make_context()
