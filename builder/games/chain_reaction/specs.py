"""What Chain Reaction brings to the folders of `builder`."""

from dataclasses import replace

from builder.battles.spec import BATTLES
from builder.figures import page
from builder.figures.spec import FIGURES
from builder.games.chain_reaction import editor, offers
from builder.games.chain_reaction.battle.build import BATTLE
from builder.games.chain_reaction.clock import clock_page
from builder.games.chain_reaction.edits import EDITS, add_star
from builder.games.chain_reaction.figures import figures
from builder.games.chain_reaction.head import HEAD, head_values, read_head, settings
from builder.games.chain_reaction.kit import table_kit
from builder.games.chain_reaction.modes import modes_page
from builder.games.chain_reaction.sheet.build import build_sheet, count_label
from builder.games.chain_reaction.walkthrough import aftermath_page
from builder.games.chain_reaction.words import ENTRIES, WORDS, item, kind_of_unit
from builder.lists.edits import head_edits
from builder.lists.spec import LISTS, ListLabels, ListSpec
from builder.pages.spec import PAGES, GamePage, PageSpec
from builder.sheets.spec import SHEETS, SheetSpec
from builder.texts.spec import TEXTS, TextSpec
from rules.catalogue import Catalogue
from rules.games.chain_reaction.document import StarGroup
from rules.games.chain_reaction.game import GAME
from rules.text import _

LIST_PAGES = {
    "aftermath": GamePage(_("After a battle"), aftermath_page, "right"),
    "figures": GamePage(page.TITLE, page.figures, "eye"),
}
GAME_PAGES = {
    "clock": GamePage(_("Clock and weather"), clock_page, "clock"),
    "modes": GamePage(_("Zombies and insurgents"), modes_page, "dice"),
}


def start_list(document: StarGroup, _catalogue: Catalogue) -> StarGroup:
    """A new group starts with its Star, who leads."""
    return replace(add_star(document), leader=0) if not document.units else document


def register() -> None:
    LISTS[GAME.slug] = ListSpec(
        edits=EDITS | head_edits(_("Period or campaign changed"), HEAD),
        read_head=read_head,
        head_values=head_values,
        settings=settings,
        values=offers.values,
        opened=editor.opened,
        picker=offers.of_unit,
        new_units=offers.new_units,
        remedies=editor.REMEDIES,
        terms=editor.terms,
        label=editor.label,
        labels=ListLabels(
            adding=_("Add to the group"),
            empty=_("No figures yet. Add your Star, then roll or choose its NPCs."),
        ),
        count_label=count_label,
        start_list=start_list,
        drawn=("period",),
        modelled=("weapons",),
    )
    TEXTS[GAME.slug] = TextSpec(WORDS, ENTRIES, item, kind_of_unit)
    SHEETS[GAME.slug] = SheetSpec(build_sheet, table_kit)
    PAGES[GAME.slug] = PageSpec(list_pages=LIST_PAGES, game_pages=GAME_PAGES)
    FIGURES[GAME.slug] = figures
    BATTLES[GAME.slug] = BATTLE
