"""What an export is, and all exports by name; filled when the application is ready, from `builder.exports.formats`."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pkgutil import iter_modules

from builder.lists.loaded import LoadedRoster
from builder.registry import GAME_UIS
from builder.sheets.paper import DEFAULT_LAYOUT, DEFAULT_PAPER
from builder.sheets.parts import Sheet


@dataclass(frozen=True)
class ExportSource:
    """What is exported: a list in one state, or the list assembled from a gathering's members.

    share_url -- the address that a printed QR code leads to; None without one
    revision  -- the number of the state, where it has one
    layout, paper -- slugs of `builder.sheets.paper`, for exports that are laid out on paper
    """

    loaded: LoadedRoster
    share_url: str | None = None
    revision: int | None = None
    layout: str = DEFAULT_LAYOUT
    paper: str = DEFAULT_PAPER

    def sheet(self, language: str) -> Sheet:
        """What a printed sheet says of the list, in a language."""
        loaded = self.loaded
        return GAME_UIS[loaded.document.game].build_sheet(loaded.document, loaded.verdict, language)


@dataclass(frozen=True)
class Export:
    """A list in another form.

    name         -- in addresses, and the ending of the file's name
    label, icon  -- on buttons: a marked text, an icon of static/ui.svg
    content_type -- of the answer
    render       -- (source, language) -> the bytes of the file
    on_paper     -- laid out on paper: where a page has a form for layout and paper, its button leads there first
    costly       -- counted against the limit `pdf`, and kept in the cache once it is made
    inline       -- shown in the browser rather than saved
    """

    name: str
    label: str
    icon: str
    content_type: str
    render: Callable[[ExportSource, str], bytes]
    on_paper: bool = False
    costly: bool = False
    inline: bool = False


EXPORTS: dict[str, Export] = {}


def register(export: Export) -> None:
    """Add an export. Raises `ValueError` where another one has its name."""
    if EXPORTS.get(export.name, export) is not export:
        raise ValueError(f"export {export.name} is registered twice")
    EXPORTS[export.name] = export


def load_exports(package: str = "builder.exports.formats") -> None:
    """Register the `EXPORT` of each module of `package`: what is on paper first, then by name."""
    modules = [import_module(f"{package}.{module.name}") for module in iter_modules(import_module(package).__path__)]
    for export in sorted((module.EXPORT for module in modules), key=lambda one: (not one.on_paper, one.name)):
        register(export)
