"""All exports by name, registered at start from the modules of `builder.exports.formats`."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules

from builder.lists.gathering_summary import GatheringSummary
from builder.lists.loaded import LoadedRoster
from builder.lists.pictures import printable
from builder.sheets.building import kit_of, sheet_of
from builder.sheets.choices import PrintChoices
from builder.sheets.kit import KitPage, is_printed
from builder.sheets.parts import Sheet
from builder.sheets.photos import with_photos


@dataclass(frozen=True)
class ExportSource:
    """A list to export: a state of a roster, or the assembled list of a gathering.

    share_url     -- the address in the QR code; None: no QR code
    revision      -- the number of the state; None: it has none
    choices       -- how it is printed, for exports with `on_paper`
    gathering     -- what the sheet of a member shows of the gathering that it is in
    rosters       -- the pks of the lists whose photos it may print
    certificate   -- the signed statement that a sheet carries (JSON); "": none
    """

    loaded: LoadedRoster
    share_url: str | None = None
    revision: int | None = None
    choices: PrintChoices = field(default_factory=PrintChoices)
    gathering: GatheringSummary | None = None
    rosters: tuple[int, ...] = ()
    certificate: str = ""

    def sheet(self) -> Sheet:
        """The `Sheet` of the list in the active language."""
        sheet = sheet_of(self.loaded, self.gathering)
        if not self.choices.photos or self.choices.in_sleeves:
            return sheet
        return with_photos(sheet, printable(self.rosters))

    def kit(self) -> tuple[KitPage, ...]:
        """The pages of the table kit that are printed, in the active language."""
        if not self.choices.prints("kit"):
            return ()
        return tuple(page for page in kit_of(self.loaded) if is_printed(page, self.choices.kit))


@dataclass(frozen=True)
class Export:
    """A format of export.

    name         -- in addresses
    label, icon  -- on buttons: a marked text or a word of all languages, an icon of static/ui.svg
    content_type -- of the response
    render       -- (source) -> the bytes of the file in the active language
    on_paper     -- has a layout and a paper: where a page has the print form, its button stands under it
    costly       -- counts for the limit `pdf`, is made by a file worker and kept
    inline       -- shown in the browser instead of downloaded
    pasted       -- text to copy: offered behind "Copy as…" with a preview, not by a button of its own
    ending       -- of its files; "": its name
    position     -- its place among the others
    for_robots   -- made for programs that show a link, too
    render_several -- as `render`, several lists in one file; None: there is no such file
    """

    name: str
    label: str
    icon: str
    content_type: str
    render: Callable[[ExportSource], bytes]
    on_paper: bool = False
    costly: bool = False
    inline: bool = False
    pasted: bool = False
    ending: str = ""
    position: int = 100
    for_robots: bool = False
    render_several: Callable[[Sequence[ExportSource]], bytes] | None = None


NAME_PATTERN = "[a-z0-9-]{1,30}"

EXPORTS: dict[str, Export] = {}


def register(export: Export) -> None:
    """Add an export. Raises `ValueError` where its name cannot stand in an address, or another one has it."""
    if not re.fullmatch(NAME_PATTERN, export.name):
        raise ValueError(f"export {export.name!r}: a name is up to 30 of a-z, 0-9 and -")
    if EXPORTS.get(export.name, export) is not export:
        raise ValueError(f"export {export.name} is registered twice")
    EXPORTS[export.name] = export


def load_exports(package: str = "builder.exports.formats") -> None:
    """Register the `EXPORT` of each module of `package`: those on paper first, then by position and name."""
    modules = [import_module(f"{package}.{module.name}") for module in iter_modules(import_module(package).__path__)]
    for export in sorted((module.EXPORT for module in modules), key=place):
        register(export)


def place(export: Export) -> tuple[bool, int, str]:
    return not export.on_paper, export.position, export.name
