"""What is answered where an operation of the API raises."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from builder.accounts.limits import AboveLimit
from builder.api.problems import Problem, problem, retry_after
from builder.battles.answers import plain, sentence
from builder.battles.battle_file import NotPossible
from builder.lists.edits import BadEdit
from builder.lists.history import Conflict
from builder.web.keys import LinkReplaced
from rules.loading import NoBook
from rules.play.dice import BadDice
from rules.shapes import Refused

Handler = Callable[[HttpRequest, Any], HttpResponse]


def refused(_request: HttpRequest, reason: Refused) -> HttpResponse:
    """With the place in the document, a JSON pointer. The sentence is that of the command line."""
    return problem(422, plain(reason.message), pointer=reason.pointer)


def not_done(_request: HttpRequest, reason: Any) -> HttpResponse:
    return problem(422, sentence(reason))


def invalid(_request: HttpRequest, error: ValidationError) -> HttpResponse:
    errors = [{"place": [str(part) for part in entry["loc"]], "detail": entry["msg"]} for entry in error.errors]
    return problem(422, errors=errors)


HANDLERS: dict[type[Exception], Handler] = {
    Refused: refused,
    BadEdit: not_done,
    BadDice: not_done,
    NotPossible: not_done,
    ValidationError: invalid,
    Conflict: lambda _request, _error: problem(412),
    Http404: lambda _request, error: problem(410 if isinstance(error, LinkReplaced) else 404),
    NoBook: lambda _request, _error: problem(404),
    AuthenticationError: lambda _request, _error: problem(401, headers={"WWW-Authenticate": "Bearer"}),
    HttpError: lambda _request, error: problem(error.status_code),
    AboveLimit: lambda _request, error: problem(429, headers=retry_after(error.wait)),
    Problem: lambda _request, error: problem(error.status, error.detail, error.headers),
}


def add_handlers(api: NinjaAPI) -> None:
    for kind, handler in HANDLERS.items():
        api.add_exception_handler(kind, handler)
