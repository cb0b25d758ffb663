"""What Reichbusters brings to the folders of `builder`."""

from builder.battles.spec import BATTLES
from builder.figures import page
from builder.figures.spec import FIGURES
from builder.games.reichbusters import editor, offers
from builder.games.reichbusters.battle.build import BATTLE
from builder.games.reichbusters.campaign import CAMPAIGN
from builder.games.reichbusters.edits import EDITS
from builder.games.reichbusters.figures import figures
from builder.games.reichbusters.head import HEAD, head_values, read_head, settings
from builder.games.reichbusters.kit import table_kit
from builder.games.reichbusters.sheet.build import build_sheet
from builder.games.reichbusters.words import ENTRIES, WORDS
from builder.gatherings.campaign_spec import CAMPAIGNS
from builder.lists.edits import head_edits
from builder.lists.spec import LISTS, ListLabels, ListSpec
from builder.pages.spec import PAGES, GamePage, PageSpec
from builder.sheets.spec import SHEETS, SheetSpec
from builder.texts.spec import TEXTS, TextSpec
from rules.games.reichbusters.game import GAME
from rules.text import _


def register() -> None:
    LISTS[GAME.slug] = ListSpec(
        edits=EDITS | head_edits(_("Mission changed"), HEAD),
        read_head=read_head,
        head_values=head_values,
        settings=settings,
        values=offers.values,
        opened=editor.opened,
        new_units=offers.new_units,
        library=offers.library,
        remedies=editor.REMEDIES,
        terms=editor.terms,
        label=editor.label,
        labels=ListLabels(adding=_("Add to the team"), empty=_("No heroes yet. Choose one to four.")),
        count_label=editor.count_label,
        modelled=("hero",),
    )
    TEXTS[GAME.slug] = TextSpec(WORDS, ENTRIES)
    SHEETS[GAME.slug] = SheetSpec(build_sheet, table_kit)
    PAGES[GAME.slug] = PageSpec(list_pages={"figures": GamePage(page.TITLE, page.figures, "eye")})
    FIGURES[GAME.slug] = figures
    BATTLES[GAME.slug] = BATTLE
    CAMPAIGNS[GAME.slug] = CAMPAIGN
