"""Toasts: messages on the next page, some with an undo button."""

from collections.abc import Callable
from typing import NamedTuple

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.contrib.messages.storage.cookie import CookieStorage
from django.contrib.messages.storage.fallback import FallbackStorage
from django.http import HttpRequest

UNDO_EDIT = "undo-edit"
UNDO_BY_POST = "undo-by-post:"


class MessageStorage(FallbackStorage):
    """Messages wait in a cookie, so that they need no session; a page without a message sets none."""

    storage_classes = (CookieStorage,)


class Toast(NamedTuple):
    """A sentence for the player.

    undo_url  -- the undo button sends a POST to this address; "": no button
    undo_edit -- the undo button is the list's own
    added     -- the index of a unit that was added, for a link to it
    """

    text: str
    error: bool = False
    undo_url: str = ""
    undo_edit: bool = False
    added: int | None = None


def message_with_undo(request: HttpRequest, text: str, undo_url: str) -> None:
    """Show a sentence on the next page, with an undo button that sends a POST to `undo_url`."""
    messages.success(request, text, extra_tags=f"{UNDO_BY_POST}{undo_url}")


def message_of_edit(request: HttpRequest, text: str) -> None:
    """Show a sentence on the list's page, with the list's undo button."""
    messages.success(request, text, extra_tags=UNDO_EDIT)


def toast_of(message: Message) -> Toast:
    """The `Toast` of a Django message."""
    tags = message.extra_tags or ""
    undo_url = tags.removeprefix(UNDO_BY_POST) if tags.startswith(UNDO_BY_POST) else ""
    return Toast(str(message.message), message.level_tag == "error", undo_url, tags == UNDO_EDIT)


def toasts(request: HttpRequest) -> dict[str, Callable[[], list[Toast]]]:
    """Template context of every page: the waiting messages, which are removed when a template reads them."""
    return {"toasts": lambda: [toast_of(message) for message in messages.get_messages(request)]}
