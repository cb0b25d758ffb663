"""What a gang comes to in dice, gauges and reach; what dice show is counted at the table, for no book prints faces."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from builder.battles.battle_file import begun_alone
from builder.figures.spec import FigureTable
from builder.lists.loaded import LoadedRoster
from rules.catalogue import Catalogue
from rules.games.of_the_dead.analysis import PACE
from rules.games.of_the_dead.play.fighting import PACE_LEAST
from rules.games.of_the_dead.play.figures import Figure, figures_in
from rules.games.of_the_dead.play.state import LIFE, MORALE
from rules.text import Text, _

Counted = Callable[[Figure], int]


def figures(loaded: LoadedRoster) -> Iterator[FigureTable]:
    context = begun_alone(loaded)
    gang = [Figure(context.battle, context.catalogue, path) for path in figures_in(context.battle)]
    yield dice(gang, context.catalogue)
    yield gauges(gang, context.catalogue)


def dice(gang: Sequence[Figure], book: Catalogue) -> FigureTable:
    """The dice of the book's rolls ("Jets de dés"), those of the same attribute together."""
    rolls: dict[str, list[Text]] = {}
    for row in book.tables["pools"].rows.values():
        rolls.setdefault(row.figures["own"], []).append(row.name)
    rows = [(listed(names), lambda figure, own=own: own_dice(figure, own)) for own, names in rolls.items()]
    text = _("Dice that each character rolls, with what equipment and traumas change.")
    return table(_("Dice"), gang, rows, text)


def gauges(gang: Sequence[Figure], book: Catalogue) -> FigureTable:
    """Life, morale, initiative ("Phase d'action"), and how far somebody throws: a pace for each die of Physique."""
    names = book.tables["gauges"].rows
    rows: list[tuple[Text | str, Counted]] = [
        (names[LIFE].name, lambda figure: figure.marked(LIFE)),
        (names[MORALE].name, lambda figure: figure.marked(MORALE)),
        (_("Initiative"), lambda figure: figure.initiative),
        (_("Throw, cm"), lambda figure: PACE * max(PACE_LEAST, own_dice(figure, "physique"))),
    ]
    return table(_("Resilience and reach"), gang, rows)


def own_dice(figure: Figure, key: str) -> int:
    return max(0, sum(part.dice for part in figure.dice(key) if part.counts))


def table(
    title: str, gang: Sequence[Figure], rows: Iterable[tuple[Text | str, Counted]], text: str = ""
) -> FigureTable:
    """Each row summed up over all, of the best of them and of the least."""
    counted = [(name, [count(figure) for figure in gang]) for name, count in rows]
    numbers = tuple((name, (sum(each), max(each), min(each))) for name, each in counted if each)
    return FigureTable(title, (_("All together"), _("Highest"), _("Lowest")), numbers, text)


def listed(names: Iterable[Text]) -> Text:
    """Names beside each other, in both languages."""
    french, english = zip(*((name.fr, name.en) for name in names), strict=True)
    return Text(", ".join(french), ", ".join(english))
