"""The table kit of First Wave: a page of who enters and what they do, a page of the five profiles as cards."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from builder.families.red_button.sheet.weapons import bands, dice
from builder.games.first_wave.play import ENTRY, INFECTION, PLATING
from builder.games.first_wave.sheet.reference import beast_figures, left_column
from builder.sheets.kit import KitPage
from builder.sheets.parts import BOX, SEPARATOR, LabelledFigure, Passage, Track
from builder.wording import local
from rules.catalogue import Catalogue, Table, TableRow
from rules.families.red_button.weapons import FOOT_BASE, MELEE_BASE
from rules.games.first_wave.document import SurvivorGroup
from rules.games.first_wave.play.book import play_of
from rules.verdict import Verdict

BESTIARY, STEPS, MELEE = "bestiaire", "actions-des-pnj", "effet-corps-a-corps"
COPIES = 3  # figures that a card has boxes for: 1D3 enter together (p. 10)
MARKERS_ACROSS = 4


@dataclass(frozen=True, slots=True)
class BeastCard:
    """An infected or a machine as a card to cut out; `effects`: what shots and melees do to it; `copies`: its boxes."""

    name: str
    icon: str
    figures: tuple[LabelledFigure, ...]
    text: str
    effects: tuple[tuple[str, str], ...]
    copies: tuple[tuple[Track, ...], ...]
    cite: str


def table_kit(document: SurvivorGroup, verdict: Verdict) -> tuple[KitPage, ...]:
    """The pages of the kit; infected and machines may enter in every scenario, whoever plays."""
    catalogue = verdict.analysis.context.catalogue
    return encounters(catalogue), profile_cards(catalogue)


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
        "plating": table_rows(catalogue.tables[PLATING]),
        "ways": [(row.icon, local(row.name), way_words(row.figures), local(row.text)) for row in beasts(catalogue)],
        "rifles": list(rifles(catalogue)),
    }
    title = _("Infected and machines: who enters, what they do")
    return KitPage("npcs", title, "sheets/kit/first-wave/npcs.html", context, str(steps.cite))


def profile_cards(catalogue: Catalogue) -> KitPage:
    """The five profiles as cards, and markers in the sixth place of the page."""
    context = {
        "profiles": [profile(catalogue, row) for row in beasts(catalogue)],
        "markers": list(markers(catalogue)),
        "across": MARKERS_ACROSS,
    }
    cite = str(catalogue.tables[BESTIARY].cite)
    return KitPage("npc-cards", _("Infected and machines: cards"), "sheets/kit/first-wave/profiles.html", context, cite)


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


def infection(catalogue: Catalogue) -> Passage:
    """The die that changes a fighter, by its markers."""
    table, rule = catalogue.tables[INFECTION], catalogue.play.rules["infection"]
    rows = [(str(number), f"{rule.least - number}+") for number in range(1, rule.most)]
    rows.append((f"{rule.most}+", _("always")))
    text = _(
        "Start of each activation: 1D6, +1 per marker. On 5+, a zombie replaces the fighter (an infected after a "
        "dog’s bite). Eliminated with a marker: the same, at once."
    )
    return Passage(_("Infection"), text, tuple(rows), str(table.cite))


def table_rows(table: Table) -> Passage:
    rows = tuple((left_column(table, row), local(row.name)) for row in table.rows.values())
    return Passage(f"{local(table.name)} ({table.dice})", local(table.text), rows, str(table.cite))


def rifles(catalogue: Catalogue) -> Iterator[tuple[str, tuple[LabelledFigure, ...]]]:
    """Who shoots, with T and all dice of each band."""
    for row in beasts(catalogue):
        if shots := tuple(shot_figures(catalogue, row)):
            gun = local(catalogue.weapons[row.figures["gun"]].name)
            yield (
                f"{local(row.name)}{SEPARATOR}{gun.lower()}",
                (LabelledFigure("T", f"{row.figures['T']}+"), *shots),
            )


def shot_figures(catalogue: Catalogue, row: TableRow) -> Iterator[LabelledFigure]:
    if gun := row.figures.get("gun"):
        for band in bands(catalogue.weapons[gun]):
            yield LabelledFigure(f"{band.start}-{band.end} cm", dice(FOOT_BASE + band.dice), loud=True)


def profile(catalogue: Catalogue, row: TableRow) -> BeastCard:
    return BeastCard(
        local(row.name),
        row.icon,
        tuple(profile_figures(catalogue, row)),
        local(row.text),
        tuple(effects(catalogue, row)),
        tuple(boxes(catalogue, number) for number in range(1, COPIES + 1)),
        str(row.cite),
    )


def profile_figures(catalogue: Catalogue, row: TableRow) -> Iterator[LabelledFigure]:
    figures = row.figures
    yield LabelledFigure(_("Move"), f"{figures['move']} cm")
    yield LabelledFigure("T", "–" if figures["T"] == "-" else f"{figures['T']}+")
    yield LabelledFigure("C", f"{figures['C']}+")
    if "pack" in figures:
        yield LabelledFigure(_("C, pack"), f"{figures['pack']}+")
    yield LabelledFigure(_("Melee"), dice(MELEE_BASE + figures["melee"]), loud=True)
    yield from shot_figures(catalogue, row)


def effects(catalogue: Catalogue, row: TableRow) -> Iterator[tuple[str, str]]:
    """What successes against it do: (label, rows in a line)."""
    table = catalogue.tables[row.figures["shot"]]
    yield pgettext("successes against it", "Shot"), results(table)
    yield pgettext("successes against it", "Melee lost by"), results(catalogue.tables[MELEE])


def results(table: Table) -> str:
    """The rows of a table of successes in a line, without the one of none."""
    rows = [row for row in table.rows.values() if row.low]
    return SEPARATOR.join(f"{local(row.name)} {beast_words(row)}" for row in rows)


def beast_words(row: TableRow) -> str:
    return pgettext("an infected or a machine", "immobilised") if row.figures.get("beasts") else local(row.card)


def boxes(catalogue: Catalogue, number: int) -> tuple[Track, ...]:
    """The states of one of the figures that a card serves."""
    return (
        Track(str(number), ""),
        Track(_("Disoriented"), BOX * catalogue.play.rules["stunned"].most),
        Track(_("Immobilised"), BOX),
    )


def markers(catalogue: Catalogue) -> Iterator[str]:
    """The tokens and markers that the book asks players to bring ("Matériel nécessaire")."""
    for token in play_of(catalogue).tokens:
        yield from [local(token.name)] * token.count


def way_words(figures: Mapping[str, Any]) -> str:
    """Move, T, C and melee dice of an infected or a machine."""
    move, shooting, combat, blows = beast_figures(figures)
    melee = _("melee {dice}").format(dice=blows)
    return SEPARATOR.join((f"{move}\u00a0cm", f"T {shooting}", f"C {combat}", melee))
