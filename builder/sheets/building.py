"""The sheet of a list, with the gathering that the list is in."""

from builder.lists.gathering_summary import GatheringSummary
from builder.lists.loaded import LoadedRoster
from builder.sheets.kit import KitPage
from builder.sheets.parts import Sheet
from builder.sheets.spec import SHEETS


def sheet_of(loaded: LoadedRoster, gathering: GatheringSummary | None = None) -> Sheet:
    """The `Sheet` of a list in the active language; `gathering` is what it shows of the gathering that it is in."""
    spec = SHEETS[loaded.document.game]
    sheet = spec.build(loaded.document, loaded.verdict)
    if gathering is None or spec.with_gathering is None:
        return sheet
    return spec.with_gathering(sheet, gathering, loaded.catalogue)


def kit_of(loaded: LoadedRoster) -> tuple[KitPage, ...]:
    """All pages of a list's table kit in the active language, needed or not; none where its game has none."""
    table_kit = SHEETS[loaded.document.game].table_kit
    return table_kit(loaded.document, loaded.verdict) if table_kit else ()
