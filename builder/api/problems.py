"""What cannot be, as problem details of RFC 9457."""

import json
from http import HTTPStatus
from typing import Any

from django.http import HttpResponse

CONTENT_TYPE = "application/problem+json"


def retry_after(wait: float) -> dict[str, str]:
    """The header that says after how many seconds it works again."""
    return {"Retry-After": str(int(wait) + 1)}


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
