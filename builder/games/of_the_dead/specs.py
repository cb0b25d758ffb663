"""What of the dead brings to the folders of `builder`."""

from builder.battles.spec import BATTLES
from builder.figures import page
from builder.figures.spec import FIGURES
from builder.games.of_the_dead import editor, offers
from builder.games.of_the_dead.battle.build import BATTLE
from builder.games.of_the_dead.edits import EDITS
from builder.games.of_the_dead.epilogue import EPILOGUE
from builder.games.of_the_dead.epilogue_page import PAGE, epilogue_page
from builder.games.of_the_dead.figures import figures
from builder.games.of_the_dead.gang import GATHERING
from builder.games.of_the_dead.head import read_head
from builder.games.of_the_dead.kit import table_kit
from builder.games.of_the_dead.sheet.build import build_sheet, with_gathering
from builder.games.of_the_dead.words import ENTRIES, WORDS
from builder.gatherings.spec import GATHERINGS
from builder.gatherings.views.joining import roster_gathering
from builder.gatherings.views.news import PAGE as NEWS
from builder.gatherings.views.news import game_news
from builder.gatherings.views.statistics import game_statistics
from builder.lists.spec import LISTS, ListLabels, ListSpec
from builder.pages.spec import PAGES, GamePage, PageSpec
from builder.sheets.spec import SHEETS, SheetSpec
from builder.texts.spec import TEXTS, TextSpec
from rules.games.of_the_dead.game import GAME
from rules.text import _


def register() -> None:
    LISTS[GAME.slug] = ListSpec(
        edits=EDITS | EPILOGUE,
        read_head=read_head,
        values=offers.values,
        opened=editor.opened,
        new_units=offers.new_units,
        remedies=editor.REMEDIES,
        terms=editor.terms,
        label=editor.label,
        labels=ListLabels(adding=_("Add to the gang"), empty=_("No characters yet. Add one.")),
        count_label=editor.count_label,
    )
    TEXTS[GAME.slug] = TextSpec(WORDS, ENTRIES)
    SHEETS[GAME.slug] = SheetSpec(build_sheet, table_kit, with_gathering)
    PAGES[GAME.slug] = PageSpec(
        list_pages={
            "gang": GamePage(_("Gang"), roster_gathering, "people"),
            PAGE: GamePage(_("Epilogue"), epilogue_page, "right"),
            "figures": GamePage(page.TITLE, page.figures, "eye"),
        },
        game_pages={
            NEWS: GamePage(_("News"), game_news, "conversation"),
            "statistics": GamePage(_("Statistics"), game_statistics, "eye"),
        },
        credit=editor.CREDIT,
    )
    GATHERINGS[GAME.slug] = GATHERING
    FIGURES[GAME.slug] = figures
    BATTLES[GAME.slug] = BATTLE
