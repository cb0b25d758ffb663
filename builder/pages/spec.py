"""What a game brings to the pages of the site: `PageSpec`, registered in `PAGES`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from django.http.response import HttpResponseBase

from builder.registry import Registry


class GamePage(NamedTuple):
    """A page of one game: its title (a marked text), its view, its icon in static/ui.svg."""

    title: str
    view: Callable[..., HttpResponseBase]
    icon: str = "book"


@dataclass(frozen=True)
class PageSpec:
    """The pages that only one game has, and where its templates lie beside its own folder.

    list_pages -- slug -> page of a list: view(request, roster)
    game_pages -- slug -> page of the game itself: view(request, slug of the game, catalogue)
    credit     -- a marked text under every page and sheet of the game, if its licence requires one
    family     -- the folder in templates/ of what games of its family share
    """

    list_pages: Mapping[str, GamePage] = field(default_factory=dict)
    game_pages: Mapping[str, GamePage] = field(default_factory=dict)
    credit: str = ""
    family: str = ""


PAGES: Registry[PageSpec] = Registry("PageSpec", PageSpec())
