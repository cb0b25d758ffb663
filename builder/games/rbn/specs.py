"""What Red Button's Nation brings to the folders of `builder`."""

from builder.battles.spec import BATTLES
from builder.exports.data_files import DATA_FILES, DataFileSpec
from builder.families.red_button.data_files import APART, DataFiles
from builder.families.red_button.editor import terms
from builder.families.red_button.edits import renumber
from builder.families.red_button.words import ENTRIES, WORDS
from builder.figures import page
from builder.figures.spec import FIGURES
from builder.games.rbn import editor, offers, play
from builder.games.rbn.battle.build import BATTLE
from builder.games.rbn.campaign import CAMPAIGN
from builder.games.rbn.edits import EDITS
from builder.games.rbn.figures import figures
from builder.games.rbn.head import HEAD, head_values, read_head, settings
from builder.games.rbn.kit.build import table_kit
from builder.games.rbn.remedies import REMEDIES
from builder.games.rbn.sheet.build import build_sheet
from builder.gatherings.campaign_spec import CAMPAIGNS
from builder.gatherings.views.joining import roster_gathering
from builder.lists.edits import head_edits, shared_edits
from builder.lists.spec import LISTS, ListLabels, ListSpec, Wish
from builder.pages.spec import PAGES, GamePage, PageSpec
from builder.sheets.spec import SHEETS, SheetSpec
from builder.texts.spec import TEXTS, TextSpec
from rules.games.rbn.game import GAME
from rules.text import _

# Rules that a row of the book names, with exceptions that none says, so that data files leave them out.
EXCEPTED = ("rbn.giant-faction", "rbn.bond-faction")


def register() -> None:
    LISTS[GAME.slug] = ListSpec(
        edits=shared_edits(renumber) | EDITS | head_edits(_("List settings changed"), HEAD),
        read_head=read_head,
        head_values=head_values,
        settings=settings,
        values=offers.values,
        opened=editor.opened,
        picker=offers.of_unit,
        new_units=offers.new_units,
        remedies=REMEDIES,
        terms=terms,
        label=editor.label,
        labels=ListLabels(
            adding=_("Add to convoy"),
            empty=_("No units yet. Add a fighter, a vehicle or a ready-made unit."),
        ),
        agreed=("budget", "exotic"),
        drawn=("allegiance", "advantage", "drawback_1", "drawback_2"),
        unit_points=40,
        modelled=("weapons", "equipment", "options", "type"),
        wishes={
            "wheels": Wish(_("Vehicles"), ("vehicles", "guns", "options")),
            "shooting": Wish(_("Shooting"), ("ranged", "guns")),
            "melee": Wish(_("Melee"), ("melee",)),
        },
    )
    TEXTS[GAME.slug] = TextSpec(WORDS, ENTRIES)
    DATA_FILES[GAME.slug] = DataFileSpec(lambda book: DataFiles(book, EXCEPTED).write(), APART)
    SHEETS[GAME.slug] = SheetSpec(build_sheet, table_kit)
    PAGES[GAME.slug] = PageSpec(
        family="red-button",
        list_pages={
            "campaign": GamePage(_("Campaign"), roster_gathering, "people"),
            "figures": GamePage(page.TITLE, page.figures, "eye"),
        },
        game_pages={"encounters": GamePage(_("Hostile elements"), play.encounters, "eye")},
    )
    FIGURES[GAME.slug] = figures
    CAMPAIGNS[GAME.slug] = CAMPAIGN
    BATTLES[GAME.slug] = BATTLE
