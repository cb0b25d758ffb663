"""The sheet of a list, with the gathering that the list is in."""

from builder.lists.gathering_summary import GatheringSummary
from builder.lists.loaded import LoadedRoster
from builder.registry import GAME_UIS
from builder.sheets.kit import KitPage
from builder.sheets.parts import Sheet


def sheet_of(loaded: LoadedRoster, gathering: GatheringSummary | None = None) -> Sheet:
    """The `Sheet` of a list in the active language; `gathering` is what it shows of the gathering that it is in."""
    game_ui = GAME_UIS[loaded.document.game]
    sheet = game_ui.build_sheet(loaded.document, loaded.verdict)
    if gathering is None or game_ui.gathering_sheet is None:
        return sheet
    return game_ui.gathering_sheet(sheet, gathering, loaded.catalogue)


def kit_of(loaded: LoadedRoster) -> tuple[KitPage, ...]:
    """The pages of a list's table kit in the active language; none where its game has none."""
    table_kit = GAME_UIS[loaded.document.game].table_kit
    return table_kit(loaded.document, loaded.verdict) if table_kit else ()
