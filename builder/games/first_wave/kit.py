"""The table kit of First Wave: who enters and what they do, tokens to cut out, the five profiles as cards."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.families.red_button.sheet.fighter import FISTS, threshold
from builder.families.red_button.sheet.weapons import bands, dice
from builder.games.first_wave.play import ENTRY, PLATING
from builder.games.first_wave.sheet.fighter import blow, shots
from builder.games.first_wave.sheet.reference import chart, infection, left_column, table_passage
from builder.sheets.discs import RINGS, Disc, DiscGroup
from builder.sheets.icons import icon_letter
from builder.sheets.kit import KitPage, other_units
from builder.sheets.parts import (
    BOX,
    NONE,
    SEPARATOR,
    Aside,
    CardLine,
    DiceRow,
    LabelledFigure,
    Passage,
    SheetCard,
    Track,
    copy_letters,
)
from builder.wording import cited, local
from rules.catalogue import Catalogue, Table, TableRow
from rules.families.red_button.weapons import FOOT_BASE, MELEE_BASE
from rules.games.first_wave.document import SurvivorGroup
from rules.games.first_wave.play.book import play_of
from rules.verdict import Verdict

BESTIARY, STEPS, MELEE = "bestiaire", "actions-des-pnj", "effet-corps-a-corps"
COPIES = 3  # figures that a card has boxes for: 1D3 enter together (p. 10)


@dataclass(frozen=True, slots=True)
class Beast:
    """An infected or a machine; `effects`: what shots and melees do to it."""

    name: str
    figures: tuple[LabelledFigure, ...]
    text: str
    effects: tuple[tuple[str, str], ...]
    cite: str


def table_kit(document: SurvivorGroup, verdict: Verdict) -> tuple[KitPage, ...]:
    """The parts of the kit; infected and machines may enter in every scenario, whoever plays."""
    catalogue = verdict.analysis.context.catalogue
    return encounters(catalogue), tokens_and_markers(catalogue), profile_cards(catalogue)


def encounters(catalogue: Catalogue) -> KitPage:
    """When infected and machines enter, what they do when activated, and what becomes of whom they wound."""
    steps = catalogue.tables[STEPS]
    context = {
        "order": local(steps.text),
        "steps": [
            (row.figures["step"], local(row.name), row.figures["yes"], row.figures["no"]) for row in steps.rows.values()
        ],
        "entry": entry(catalogue),
        "places": Passage(_("Where to place them"), rows=(*places(), tokens(catalogue))),
        "infection": infection(catalogue),
        "plating": [table_rows(catalogue.tables[PLATING])],
    }
    title = _("Infected and machines: who enters, what they do")
    tables = (table_passage(catalogue.tables[slug]) for slug in (ENTRY, PLATING))
    looked_up = chart(steps), infection(catalogue), *tables
    titles = tuple(table.title for table in looked_up)
    return KitPage("npcs", title, "sheets/kit/first-wave/npcs.html", context, str(steps.cite), replaces=titles)


def profile_cards(catalogue: Catalogue) -> KitPage:
    """The five profiles as cards."""
    cards = ((local(row.name), row.icon, [cited(row.cite)], paper_card(catalogue, row)) for row in beasts(catalogue))
    table = catalogue.tables[BESTIARY]
    title, replaces = _("Infected and machines: cards"), (local(table.name),)
    return KitPage("npc-cards", title, cite=str(table.cite), units=other_units(cards), replaces=replaces)


def tokens_and_markers(catalogue: Catalogue) -> KitPage:
    """What the book asks players to bring ("Matériel nécessaire"), and markers of other states."""
    tokens = play_of(catalogue).tokens
    kinds = [Disc(local(token.name), icon_letter(token.icon), RINGS[token.border]) for token in tokens]
    groups = [DiscGroup([disc for disc, token in zip(kinds, tokens, strict=True) for _number in range(token.count)])]
    cite = str(catalogue.reminders["mise-en-place"].cite)
    return KitPage("tokens", _("Tokens and markers"), "sheets/kit/tokens.html", {"groups": groups}, cite)


def beasts(catalogue: Catalogue) -> list[TableRow]:
    return list(catalogue.tables[BESTIARY].rows.values())


def entry(catalogue: Catalogue) -> list[tuple[str, str, str]]:
    """What 2D6 bring: (totals, icon, who)."""
    table = catalogue.tables[ENTRY]
    icons = {row.slug: row.icon for row in beasts(catalogue)}
    return [
        (left_column(table, row), icons.get(row.figures.get("who", ""), ""), local(row.card))
        for row in table.rows.values()
    ]


def places() -> Iterator[tuple[str, str]]:
    yield _("Resource picked up"), _("a table edge, more than 10\xa0cm from any survivor; together or not")
    yield _("Room entered for the first time"), _("within 5\xa0cm of the figure entering")
    yield "1D3", _("a D6: 1-2 is 1, 3-4 is 2, 5-6 is 3 (A64)")


def tokens(catalogue: Catalogue) -> tuple[str, str]:
    """How many resources there are to pick up, and where they lie (p. 10)."""
    row = catalogue.reminders["mise-en-place"].rows[1]
    return local(row.left), local(row.right)


def table_rows(table: Table) -> Passage:
    rows = tuple((left_column(table, row), local(row.name)) for row in table.rows.values())
    return Passage(f"{local(table.name)} ({table.dice})", local(table.text), rows, str(table.cite))


def shot_figures(catalogue: Catalogue, row: TableRow) -> Iterator[LabelledFigure]:
    if gun := row.figures.get("gun"):
        for band in bands(catalogue.weapons[gun]):
            yield LabelledFigure(f"{band.start}-{band.end} cm", dice(FOOT_BASE + band.dice), loud=True)


def profile(catalogue: Catalogue, row: TableRow) -> Beast:
    return Beast(
        local(row.name),
        tuple(profile_figures(catalogue, row)),
        local(row.text),
        tuple((label, results(table)) for label, table in effects(catalogue, row)),
        str(row.cite),
    )


def paper_card(catalogue: Catalogue, row: TableRow) -> SheetCard:
    """Its card, with boxes for as many as enter together."""
    words = CardLine(text=local(row.card or row.text))
    lines = own_dice(catalogue, row), words, effect_table(catalogue, row)
    return SheetCard((), lines, tuple(boxes(catalogue)), shields=tuple(card_shields(row)))


def card_shields(row: TableRow) -> Iterator[LabelledFigure]:
    """What its dice must show, T only where it has a gun, and its move."""
    figures = row.figures
    if "gun" in figures:
        yield LabelledFigure(_("T · shooting"), threshold(figures["T"]))
    yield LabelledFigure(_("C · combat"), threshold(figures["C"]))
    yield LabelledFigure(_("move, cm"), str(figures["move"]))


def own_dice(catalogue: Catalogue, row: TableRow) -> CardLine:
    """All dice of its gun and in melee."""
    melee = blow(row.figures["melee"])
    if gun := catalogue.weapons.get(row.figures.get("gun", "")):
        return CardLine(local(gun.name), asides=(*shots(gun), melee), icon=gun.icon)
    return CardLine(_("Melee"), asides=(replace(melee, label=""),), icon=FISTS)


def effect_table(catalogue: Catalogue, row: TableRow) -> CardLine:
    """What successes against it do: a row for shots and one for melees, a column for what becomes of it."""
    found = {label: dict(effect_cells(table)) for label, table in effects(catalogue, row)}
    words = list(dict.fromkeys(word for cells in found.values() for word in cells))
    icons = "crosshair", FISTS
    rows = (
        DiceRow(label, tuple(cells.get(word, NONE) for word in words), icon)
        for icon, (label, cells) in zip(icons, found.items(), strict=True)
    )
    return CardLine(asides=tuple(map(Aside, words)), rows=tuple(rows))


def effect_cells(table: Table) -> Iterator[tuple[str, str]]:
    """(what becomes of it, the successes) of each row of a table, without the one of none."""
    return ((beast_words(row), local(row.name)) for row in table.rows.values() if row.low)


def profile_figures(catalogue: Catalogue, row: TableRow) -> Iterator[LabelledFigure]:
    figures = row.figures
    yield LabelledFigure(_("Move"), f"{figures['move']} cm")
    yield LabelledFigure("T", "–" if figures["T"] == "-" else f"{figures['T']}+")
    yield LabelledFigure("C", f"{figures['C']}+")
    if "pack" in figures:
        yield LabelledFigure(_("C, pack"), f"{figures['pack']}+")
    yield LabelledFigure(_("Melee"), dice(MELEE_BASE + figures["melee"]), loud=True)
    yield from shot_figures(catalogue, row)


def effects(catalogue: Catalogue, row: TableRow) -> Iterator[tuple[str, Table]]:
    """What successes against it do: (label, table)."""
    yield pgettext("successes against it", "Shot"), catalogue.tables[row.figures["shot"]]
    yield pgettext("successes against it", "Melee lost by"), catalogue.tables[MELEE]


def results(table: Table) -> str:
    """The same in a line."""
    return SEPARATOR.join(f"{successes} {words}" for words, successes in effect_cells(table))


def beast_words(row: TableRow) -> str:
    return pgettext("an infected or a machine", "immobilised") if row.figures.get("beasts") else local(row.card)


def boxes(catalogue: Catalogue) -> Iterator[Track]:
    """The states of each figure that a card serves, which icons name: disoriented, then immobilised."""
    names = ("knocked-out-stars",) * catalogue.play.rules["stunned"].most + ("sleepy",)
    for number in range(1, COPIES + 1):
        words = "" if number > 1 else f"{_('Disoriented')}, {_('Immobilised')}{SEPARATOR}"
        yield Track(f"{words}{copy_letters(number)}", BOX * len(names), names=names)
