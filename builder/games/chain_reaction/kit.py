"""The table kit: discs true to scale, markers, opponents as cards, and the tests with what each figure throws."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _

from builder.games.chain_reaction import reactions
from builder.games.chain_reaction.sheet.figure import display_name, face_range, faces, needed
from builder.games.chain_reaction.sheet.reference import (
    OF_OTHER_CHAPTERS,
    RESULTS,
    distances,
    length_words,
    test_names,
    tests_cards,
)
from builder.games.chain_reaction.sheet.weapons import NONE
from builder.sheets.common import passage
from builder.sheets.kit import KitPage, with_needs
from builder.sheets.parts import SEPARATOR, copy_letters
from builder.wording import local
from rules.catalogue import Catalogue, Entry, TableRow
from rules.games.chain_reaction.analysis import (
    HUMAN,
    FigureAnalysis,
    StarGroupAnalysis,
    is_grenade,
    line_of_row,
    shots,
)
from rules.games.chain_reaction.document import GENERIC, StarGroup
from rules.games.chain_reaction.modes import weapon_row
from rules.games.chain_reaction.odds import good_faces, pass_odds
from rules.games.chain_reaction.play.book import play_of
from rules.verdict import Verdict

INCH = 25.4  # millimetres
TEMPLATES = "sheets/kit/chain-reaction/"
DIE = range(1, 7)
DIRECTIONS = tuple((number, 60 * (number - 1)) for number in DIE)  # a D6 and degrees from the top
# Where the middle of each marker is on its page, in millimetres.
MIDDLES = ((40, 40), (118, 40), (40, 118), (118, 118), (40, 196))
NOISES = ((102, 180), (134, 180), (102, 212), (134, 212), (166, 180), (166, 212), (176, 148), (176, 116))
DRIVER = "conducteur"
WITH_CARS = (GENERIC, "prohibition")  # periods; mortars and insurgents are of the generic one
LONGEST_NAME = 24
FIGHTERS_A_CARD = 6  # as many as enter at most
CARD_WIDTH, CARD_HEIGHT, CARDS_ACROSS = 63, 88, 3  # mm
NUMBERS_INSIDE = 14  # mm: of the line of a disc
# In pairs of about one height, as they stand beside each other.
TESTS = (
    reactions.IN_SIGHT,
    reactions.CHARGE,
    reactions.SHOT_AT,
    reactions.CHARGED,
    reactions.RALLY,
    reactions.STUNNED,
    reactions.FOCUS,
    reactions.LEADER_LOST,
)
OF_MOVES = "activation", "blesses", "mouvement-a-cheval"  # reminders
PathRow = tuple[list[tuple[str, int, int]], str]  # cells: (condition, columns, rows); what the path leads to
ThrowRow = tuple[str, str, str, tuple[tuple[str, str, str], ...]]


@dataclass(frozen=True, slots=True)
class Disc:
    """A disc of a diameter in inches; other lengths in millimetres."""

    inches: int

    @property
    def diameter(self) -> float:
        return round(self.inches * INCH, 2)

    @property
    def radius(self) -> float:
        return round(self.diameter / 2, 2)

    @property
    def side(self) -> float:
        """Of its drawing, with a margin of 1 mm for its line."""
        return self.diameter + 2

    @property
    def box(self) -> str:
        """The viewBox of its drawing, its middle at 0 0."""
        return f"{-self.side / 2:.2f} {-self.side / 2:.2f} {self.side:.2f} {self.side:.2f}"

    @property
    def inner(self) -> float:
        """The radius on which numbers stand."""
        return round(self.radius - NUMBERS_INSIDE, 2)

    @property
    def rings(self) -> tuple["Disc", ...]:
        """The discs inside it, an inch apart."""
        return tuple(map(Disc, range(self.inches - 2, 0, -2)))


def table_kit(document: StarGroup, verdict: Verdict) -> tuple[KitPage, ...]:
    """The pages of a group's table kit: what its period, its weapons and its figures call for."""
    analysis: Any = verdict.analysis
    return tuple(with_needs(pages(analysis), needs(analysis)))


def needs(analysis: StarGroupAnalysis) -> Mapping[str, bool]:
    """Which pages are not for every group: those of what it has, and who enters is the table's choice.

    Zombies of the group go towards noise, too ("Zombies Mode").
    """
    return {
        "blast": "blast" in analysis.uses,
        "mortar": bool(analysis.document.mortars),
        "markers": "zombie" in analysis.uses,
        "opponents": False,
        "cars": bool(analysis.document.cars) or any(DRIVER in figure.tags for figure in analysis.units),
    }


def pages(analysis: StarGroupAnalysis) -> Iterator[KitPage]:
    generic = analysis.document.period == GENERIC
    yield test_page(analysis)
    if generic or analysis.document.mortars:
        yield mortar_page(analysis)
    yield marker_page(analysis)
    yield opponent_page(analysis, generic)
    if analysis.document.period in WITH_CARS or analysis.document.cars:
        yield car_page(analysis)
    yield activation(analysis)
    if generic or "blast" in analysis.uses:
        yield blast_page(analysis)


def page(slug: str, title: str, cite: object, replaced: Iterable[Entry] = (), **context: Any) -> KitPage:
    """A page whose template is named like it, which says what the `replaced` tables do."""
    titles = tuple(local(entry.name) for entry in replaced)
    return KitPage(slug, title, f"{TEMPLATES}{slug}.html", context, str(cite), replaces=titles)


def short_name(figure: FigureAnalysis) -> str:
    """Its name, cut; figures without one of their own have the name of what they are."""
    words = display_name(figure)
    return words if len(words) <= LONGEST_NAME else f"{words[: LONGEST_NAME - 1]}…"


# --- Tests ----------------------------------------------------------------------------------------------------------


def test_page(analysis: StarGroupAnalysis) -> KitPage:
    """The tests of play with their paths, below what each figure throws on them."""
    catalogue, former = analysis.context.catalogue, ("nerves",)
    tables = [*tests_cards(analysis)]
    rows, notes = throw_table(analysis)
    names = test_names(analysis)
    tests = [(names[test], *paths_of(catalogue, test)) for test in TESTS]
    heads = [names[test] for test in (reactions.FAST, *TESTS)]
    context = {"text": tables[-1].text, "heads": heads, "rows": rows, "notes": notes, "tests": tests}
    titles = tuple(table.title for table in tables)
    template, cite = f"{TEMPLATES}reactions.html", str(catalogue.tables["tests"].cite)
    return KitPage("reactions", tables[-1].title, template, context, cite, replaces=titles, former=former)


def paths_of(catalogue: Catalogue, test: str) -> tuple[str, int, list[tuple[int, list[PathRow]]]]:
    """(when, columns of conditions, (passes, rows)): equal conditions below each other are one cell."""
    branches = reactions.branches(test, catalogue)
    depth = max(len(path.conditions) for _passes, paths in branches for path in paths)
    rows = [(passes, [*rows_of_paths(paths, depth)]) for passes, paths in branches]
    when = [local(play_of(catalogue).tests[test].when)]
    when += [_("a Star chooses")] * catalogue.tables["tests"].rows[test].figures["star"]
    return SEPARATOR.join(when), depth, rows


def rows_of_paths(paths: Sequence[reactions.Path], depth: int) -> Iterator[PathRow]:
    for _first, group in groupby(paths, lambda path: path.conditions[: depth - 1]):
        alike = [*group]
        for number, path in enumerate(alike):
            *before, last = path.conditions or [""]
            cells = [(words, 1, len(alike)) for words in before if number == 0]
            yield [*cells, (last, depth - len(before), 1)] * bool(last), path.result


def throw_table(analysis: StarGroupAnalysis) -> tuple[list[ThrowRow], dict[str, str]]:
    """((names, faces that pass, `chances`, (dice, faces of its own, letters of notes) by test), letters of notes)."""
    letters: dict[str, str] = {}
    alike: dict[tuple[str, str, tuple[tuple[str, str, str], ...]], list[str]] = {}
    for figure in analysis.units:
        plain = face_range(good_faces(figure.effective_rep))
        cells = tuple(throw_cell(figure, test, plain, letters) for test in (fast_move(figure), *TESTS))
        alike.setdefault((plain, chances(figure), cells), []).append(short_name(figure))
    rows = [(reactions.name_list(names), *key) for key, names in alike.items()]
    return rows[: reactions.MOST_LINES], letters


def chances(figure: FigureAnalysis) -> str:
    """How likely two passes, one and none are when it is shot at, in percent."""
    likely = pass_odds(reactions.passing(figure, reactions.SHOT_AT), figure.dice_of(reactions.SHOT_AT))
    ways = dict(likely.ways)
    return "·".join(f"{ways.get(passes, 0) / likely.out_of:.0%}".rstrip("%") for passes in (2, 1, 0))


def fast_move(figure: FigureAnalysis) -> str:
    """The test of its fast move; "": it never moves fast."""
    if figure.in_the_saddle:
        return reactions.FAST_MOUNTED
    return reactions.FAST if figure.on_foot and figure.on_foot.fast else ""


def throw_cell(figure: FigureAnalysis, test: str, plain: str, letters: dict[str, str]) -> tuple[str, str, str]:
    """Its dice on a test, the faces that pass where they are not the `plain` ones, the letters of its notes."""
    if not test:
        return NONE, "", ""
    faces = face_range(reactions.passing(figure, test))
    notes = [letters.setdefault(note, copy_letters(len(letters) + 1).lower()) for note in reactions.notes(figure, test)]
    return reactions.dice(figure, test), "" if faces == plain else faces, " ".join(notes)


def activation(analysis: StarGroupAnalysis) -> KitPage:
    """Who may act on which result of its side's die, and what a fast move throws."""
    catalogue, acting = analysis.context.catalogue, dict[tuple[int, ...], list[str]]()
    turn = passage(catalogue.reminders["activation"])
    for figure in analysis.units:
        acting.setdefault(figure.activation, []).append(short_name(figure))
    rows = tuple((reactions.name_list(names), tuple(face in good for face in DIE)) for good, names in acting.items())
    return page(
        "activation",
        _("Activation, turn by turn"),
        catalogue.reminders["activation"].cite,
        text=turn.text,
        turn=turn.rows,
        replaced=(catalogue.tables["distances"], *(catalogue.reminders[slug] for slug in OF_MOVES)),
        rows=rows[: reactions.MOST_LINES],
        moves=tuple(moves(analysis)),
        metric=distances(analysis).text,
        distances=[*other_distances(catalogue)],
        idiots=reactions.name_list([short_name(figure) for figure in analysis.units if "idiot" in figure.tags]),
    )


def moves(analysis: StarGroupAnalysis) -> Iterator[tuple[str, dict[str, Any]]]:
    """(name, row's figures) of the moves of the book that somebody of the group has, on foot and mounted."""
    rows, had = analysis.context.catalogue.tables["moves"].rows, {*map(fast_move, analysis.units)}
    for how, test in (("foot", reactions.FAST), ("mounted", reactions.FAST_MOUNTED)):
        if test in had:
            yield local(rows[how].name), rows[how].figures


def other_distances(catalogue: Catalogue) -> Iterator[tuple[str, str, str]]:
    """(name, inches, text) of the distances of the chapter on moves, and of carrying somebody."""
    for row in catalogue.tables["distances"].rows.values():
        if row.slug not in ("zombie", *OF_OTHER_CHAPTERS[1:]):
            yield local(row.name), length_words(row.figures["inches"]), local(row.text)


# --- Discs and markers ----------------------------------------------------------------------------------------------


def blast_page(analysis: StarGroupAnalysis) -> KitPage:
    """The disc of grenades and rockets, and who brings what it belongs to."""
    catalogue = analysis.context.catalogue
    grenade, blasts = (catalogue.reminders[slug] for slug in ("grenades", "explosions"))
    grenadiers = [figure for figure in analysis.units if any(map(is_grenade, figure.weapons))]
    return page(
        "blast",
        _("Blast discs"),
        cites((grenade, blasts)),
        replaced=(grenade, blasts),
        disc=blast_discs(catalogue)[0],
        bearers=tuple(bearers(analysis)),
        blasts=passage(blasts),
        throws=reactions.throws(grenadiers, reactions.GRENADE, short_name, face_range),
        grenades=passage(grenade).rows,
    )


def bearers(analysis: StarGroupAnalysis) -> Iterator[tuple[str, str, str, int | None]]:
    """(figure, weapon, range, impact) of every weapon with a blast."""
    for figure in analysis.units:
        for line in figure.weapons:
            if line.blast and line.range:
                yield short_name(figure), local(line.name), f"{line.range}″", line.impact


def blast_discs(catalogue: Catalogue) -> tuple[Disc, ...]:
    """A disc for each blast of a mortar, the largest first; grenades and rockets have that one."""
    blasts = {row.figures["blast"] for row in catalogue.tables["mortars"].rows.values()}
    return tuple(map(Disc, sorted(blasts, reverse=True)))


def mortar_page(analysis: StarGroupAnalysis) -> KitPage:
    """The discs of a mortar with six numbered directions, its sizes, its crews and how it is set up."""
    catalogue = analysis.context.catalogue
    tables, mortars = catalogue.tables, catalogue.reminders["mortiers"]
    sizes = tuple((local(row.name), row.figures) for row in tables["mortars"].rows.values())
    crews = tuple((local(row.name), row.figures) for row in tables["mortar-crews"].rows.values())
    steps = tuple((local(row.name), local(row.text)) for row in tables["mortar-set-up"].rows.values())
    return page(
        "mortar",
        _("Mortar: direction discs"),
        tables["mortars"].cite,
        replaced=(mortars,),
        reaction=passage(mortars).rows[-1],
        discs=blast_discs(catalogue),
        directions=DIRECTIONS,
        sizes=sizes,
        crews=crews,
        steps=steps,
    )


def marker_page(analysis: StarGroupAnalysis) -> KitPage:
    """Numbered entry markers, each with the inch around it, and markers of noise."""
    rows = mode_rows(analysis.context.catalogue, insurgents=analysis.document.period == GENERIC)
    figures = rows[0].figures
    numbers = tuple((number, *middle) for number, middle in zip(range(1, figures["markers"] + 1), MIDDLES, strict=True))
    context: dict[str, Any] = {"marker": Disc(1), "around": Disc(1 + 2 * figures["place_within"]), "numbers": numbers}
    return page("markers", _("Entry and noise markers"), cites(rows), **context, noises=NOISES)


# --- Opponents ------------------------------------------------------------------------------------------------------


def opponent_page(analysis: StarGroupAnalysis, insurgents: bool) -> KitPage:
    """Zombies and, with modern firearms, insurgents as cards, and how they enter."""
    catalogue = analysis.context.catalogue
    cards = [zombie(catalogue)]
    if insurgents:
        cards += [insurgent(catalogue, row) for row in catalogue.tables["insurgent-weapons"].rows.values()]
    entering = tuple((local(row.name), local(row.text)) for row in mode_rows(catalogue, insurgents))
    levels = tuple((row.figures["level"], local(row.text)) for row in catalogue.tables["infestation"].rows.values())
    title = _("Zombies and insurgents") if insurgents else _("Zombies")
    rows = [divmod(number, CARDS_ACROSS) for number in range(len(cards))]
    corners = tuple((CARD_WIDTH * column, CARD_HEIGHT * row) for row, column in rows)
    context: dict[str, Any] = {
        "cards": tuple(zip(corners, cards, strict=True)),
        "fighters": range(1, FIGHTERS_A_CARD + 1),
    }
    cite = cites(mode_rows(catalogue, insurgents))
    return page("opponents", title, cite, **context, entering=entering, levels=levels)


def cites(rows: Iterable[Entry]) -> str:
    """The headings of several entries of the book, the book's name once."""
    first, *others = rows
    return ", ".join([str(first.cite), *(row.cite.place for row in others)])


def mode_rows(catalogue: Catalogue, insurgents: bool) -> list[TableRow]:
    rows = catalogue.tables["modes"].rows
    return [rows[slug] for slug in ("zombies", "insurges") if insurgents or slug == "zombies"]


def zombie(catalogue: Catalogue) -> dict[str, Any]:
    row = catalogue.tables["modes"].rows["zombies"]
    weapon = catalogue.tables[f"weapons-{GENERIC}"].rows[row.figures["fights_as"]]
    return opponent(row, local(row.name), _("never a fast move; goes around obstacles (cr-33)"), weapon)


def insurgent(catalogue: Catalogue, armed: TableRow) -> dict[str, Any]:
    row = catalogue.tables["modes"].rows["insurges"]
    name = f"{_('Insurgent')}, {faces(range(armed.low or 1, (armed.high or 1) + 1))}"
    note = _("straight at the players until in range; never into melee")
    return opponent(row, name, note, weapon_row(catalogue, armed))


def opponent(row: TableRow, name: str, note: str, weapon: TableRow) -> dict[str, Any]:
    """The card of who has the figures of `row` and fights with `weapon`; texts and lengths as printed.

    thresholds -- (total, what a die must show at least) of its shots, none for who does not shoot; hasty: at REP −1
    """
    rep, line = row.figures["rep"], line_of_row(weapon, "book")
    return {
        "name": name,
        "note": note,
        "rep": rep,
        "acts_on": face_range(rep),
        "move": length_words(row.figures["move"]),
        "weapon": local(weapon.name),
        "icon": weapon.icon,
        "reach": f"{line.range}″" if line.range else _("melee"),
        "rate": f"Ø {line.blast}″" if line.blast else str(line.rate),
        "impact": str(line.impact),
        "thresholds": tuple((shot.total, needed(shot)) for shot in shots(rep) if line.range),
        "hasty": tuple(needed(shot) for shot in shots(rep - 1) if line.range),
        "passes": face_range(good_faces(rep)),
    }


# --- Cars -----------------------------------------------------------------------------------------------------------


def car_page(analysis: StarGroupAnalysis) -> KitPage:
    """The tests of a car with what each human throws at the wheel, a ruler of its move and a turn of 45 degrees."""
    table = analysis.context.catalogue.tables["cars"]
    move = table.rows["demarrage"].figures["move"]
    context: dict[str, Any] = {
        "rule": local(table.text),
        "tests": tuple((local(row.name), car_branches(row)) for row in table.rows.values()),
        "throws": tuple(throws_at_the_wheel(analysis, table.rows.values())),
        "inches": tuple((number, round(number * INCH, 2)) for number in range(1, move + 1)),
    }
    return page("cars", _("Cars"), table.cite, (analysis.context.catalogue.reminders["voitures"],), **context)


def throws_at_the_wheel(
    analysis: StarGroupAnalysis, rows: Iterable[TableRow]
) -> Iterator[tuple[str, tuple[reactions.ReactionThrow, ...]]]:
    """(names of tests, throws): all tests together, those to which a driver adds a die apart where there is one."""
    play = play_of(analysis.context.catalogue)
    humans = [figure for figure in analysis.units if figure.unit.figure == HUMAN]
    drivers = any(DRIVER in figure.tags for figure in humans)
    drivers_tests = [slug for change in play.attributes[DRIVER] for slug in change.tests]
    for test, out in ((reactions.CAR, False), (reactions.CONTROL, True)) if drivers else ((reactions.CAR, None),):
        names = ", ".join(local(row.name) for row in rows if (row.slug in drivers_tests) is out)
        yield names, reactions.throws(humans, test, short_name, face_range)


def car_branches(row: TableRow) -> tuple[tuple[int, str], ...]:
    """(passes, result) of a row of the book's car tests, whose text says "2: ... 1: ... 0: ..."."""
    return tuple((int(passes), words) for passes, words in RESULTS.findall(local(row.text)))
