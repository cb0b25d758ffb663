"""What First Wave brings to the folders of `builder`."""

from builder.battles.spec import BATTLES
from builder.exports.data_files import DATA_FILES, DataFileSpec
from builder.families.red_button.data_files import APART, DataFiles
from builder.families.red_button.editor import terms
from builder.families.red_button.edits import renumber
from builder.families.red_button.words import ENTRIES, WORDS
from builder.figures import page
from builder.figures.spec import FIGURES
from builder.games.first_wave import editor, head, kit, offers, play
from builder.games.first_wave.battle.build import BATTLE
from builder.games.first_wave.edits import EDITS
from builder.games.first_wave.figures import figures
from builder.games.first_wave.sheet.build import build_sheet
from builder.lists.edits import head_edits, shared_edits
from builder.lists.spec import LISTS, ListLabels, ListSpec, Wish
from builder.pages.spec import PAGES, GamePage, PageSpec
from builder.sheets.spec import SHEETS, SheetSpec
from builder.texts.spec import TEXTS, TextSpec
from rules.games.first_wave.game import GAME
from rules.text import _


def register() -> None:
    LISTS[GAME.slug] = ListSpec(
        edits=shared_edits(renumber) | EDITS | head_edits(_("List settings changed"), head.HEAD),
        read_head=head.read_head,
        head_values=head.head_values,
        settings=head.settings,
        values=offers.values,
        opened=editor.opened,
        picker=editor.picker,
        new_units=offers.new_units,
        remedies=editor.REMEDIES,
        terms=terms,
        label=editor.label,
        labels=ListLabels(
            adding=_("Add to the group"),
            empty=_("No survivors yet. Add a survivor, a child or an animal."),
        ),
        agreed=("budget",),
        unit_points=40,
        modelled=("weapons", "equipment", "options", "type"),
        wishes={"shooting": Wish(_("Shooting"), ("ranged",)), "melee": Wish(_("Melee"), ("melee",))},
    )
    TEXTS[GAME.slug] = TextSpec(WORDS, ENTRIES)
    DATA_FILES[GAME.slug] = DataFileSpec(lambda book: DataFiles(book).write(), APART)
    SHEETS[GAME.slug] = SheetSpec(build_sheet, kit.table_kit)
    PAGES[GAME.slug] = PageSpec(
        family="red-button",
        list_pages={"figures": GamePage(page.TITLE, page.figures, "eye")},
        game_pages={
            "table": GamePage(_("At the table"), play.table),
            "bestiary": GamePage(_("Bestiary"), play.bestiary, "eye"),
        },
    )
    BATTLES[GAME.slug] = BATTLE
    FIGURES[GAME.slug] = figures
