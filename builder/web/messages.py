"""What the next page says in its toast: a sentence and, where it can be undone, how."""

from typing import NamedTuple

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest

UNDO_EDIT = "undo-edit"
UNDO_BY_POST = "undo-by-post:"


class Toast(NamedTuple):
    """A sentence for the player.

    undo_url  -- the address that undoes by a POST what was done; "" where there is none
    undo_edit -- the list's own undo button does
    """

    text: str
    error: bool = False
    undo_url: str = ""
    undo_edit: bool = False


def message_with_undo(request: HttpRequest, text: str, undo_url: str) -> None:
    """A sentence on the next page, with a button that undoes by a POST to `undo_url`."""
    messages.success(request, text, extra_tags=f"{UNDO_BY_POST}{undo_url}")


def message_of_edit(request: HttpRequest, text: str) -> None:
    """A sentence on the list's next page, with the list's undo button."""
    messages.success(request, text, extra_tags=UNDO_EDIT)


def toast_of(message: Message) -> Toast:
    """The `Toast` that one of Django's messages stands for."""
    tags = message.extra_tags or ""
    undo_url = tags.removeprefix(UNDO_BY_POST) if tags.startswith(UNDO_BY_POST) else ""
    return Toast(str(message.message), message.level_tag == "error", undo_url, tags == UNDO_EDIT)
