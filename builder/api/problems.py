"""What cannot be, as problem details of RFC 9457."""

import json
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError

from builder.battles.answers import plain, sentence
from builder.battles.battle_file import NotPossible
from builder.lists.edits import BadEdit
from builder.lists.history import Conflict
from builder.web.keys import LinkReplaced
from rules.loading import NoBook
from rules.play.dice import BadDice
from rules.shapes import Refused

CONTENT_TYPE = "application/problem+json"
Handler = Callable[[HttpRequest, Any], HttpResponse]


class Problem(Exception):
    """An answer that is no success; detail: a sentence for who reads it."""

    def __init__(self, status: int, detail: str = "", **headers: str) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, headers


def problem(status: int, detail: str = "", headers: dict[str, str] | None = None, **more: Any) -> HttpResponse:
    """The answer: its title says what the status is, `more` are further members such as `pointer`."""
    title = HTTPStatus(status).phrase
    body = {"type": "about:blank", "title": title, "status": status, "detail": detail or title, **more}
    return HttpResponse(json.dumps(body), content_type=CONTENT_TYPE, status=status, headers=headers)


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
    Problem: lambda _request, error: problem(error.status, error.detail, error.headers),
}


def add_handlers(api: NinjaAPI) -> None:
    for kind, handler in HANDLERS.items():
        api.add_exception_handler(kind, handler)
