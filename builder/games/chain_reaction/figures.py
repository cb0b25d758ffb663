"""What a group comes to: hits by distance, passes, what a hit leaves of it, how far it moves."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from builder.battles.battle_file import begun_alone
from builder.figures.spec import FigureTable
from builder.lists.loaded import LoadedRoster
from rules.catalogue import Table
from rules.games.chain_reaction.play.book import Tick, play_of
from rules.games.chain_reaction.play.figures import CarriedWeapon, Figure
from rules.games.chain_reaction.play.melee import Melee
from rules.games.chain_reaction.play.reactions import CHARGED, IN_SIGHT, SHOT_AT, TestForm
from rules.games.chain_reaction.play.shooting import Aim, ShotDie
from rules.games.chain_reaction.play.wounds import DEAD, OUT, Victim, power_left, wounds
from rules.play import chances
from rules.play.chances import Spread
from rules.play.form import ActionForm
from rules.play.rolls import faces
from rules.text import Message, Text, _

DISTANCES = (6, 12, 20, 24, 30, 48)  # inches
PASSES, IMPACTS = (2, 1, 0), (1, 2, 3, 4, 5)
TESTS = (IN_SIGHT, SHOT_AT, CHARGED)
MOST_FIGURES = 60  # a larger group shows no tables of dice
Worth = Callable[[Figure, CarriedWeapon], Fraction]


def figures(loaded: LoadedRoster) -> Iterator[FigureTable]:
    context = begun_alone(loaded)
    group = [Figure(context.battle, context.catalogue, path) for path in context.battle.units_by_path]
    if len(group) <= MOST_FIGURES:
        yield shooting(group, play_of(context.catalogue).ticks["cover"])
        yield melee(group)
        yield tests(group, context.catalogue.tables["tests"])
        yield survival(group)
    yield strength(group)
    yield moves(loaded)


# --- shooting -------------------------------------------------------------------------------------------------------


def shooting(group: Sequence[Figure], cover: Tick) -> FigureTable:
    rows = (
        (_("Hits in the open"), at_distances(group, lambda figure, gun: hits(figure, gun))),
        (_("Hits in cover"), at_distances(group, lambda figure, gun: hits(figure, gun, cover))),
        (_("Out of action or dead, in the open"), at_distances(group, falls)),
    )
    text = _("To expect when each figure fires its best weapon once; grenades apart. A blast counts as one hit.")
    return FigureTable(_("Shooting"), tuple(f"{inches}″" for inches in DISTANCES), rows, text, digits=1)


def at_distances(group: Sequence[Figure], worth: Worth) -> tuple[Fraction, ...]:
    """The sum over all figures of what the best of their weapons is worth at each distance."""
    reaching = [[(gun.range or 0, worth(figure, gun)) for gun in figure.guns] for figure in group]
    return tuple(
        sum(
            (max((worth for reach, worth in guns if reach >= inches), default=Fraction()) for guns in reaching),
            Fraction(),
        )
        for inches in DISTANCES
    )


def hits(figure: Figure, gun: CarriedWeapon, *ticks: Tick) -> Fraction:
    """How many of the dice of a shot hit on average ("Comment tirer ?")."""
    die = ShotDie(gun, figure.pair(gun))
    return max(0, gun.dice) * Aim(Victim(figure), [die], ticks).hit_chance(figure.rep)


def falls(figure: Figure, gun: CarriedWeapon) -> Fraction:
    """How many hits put whom they hit out of action, or kill ("Blessures"); each is another's."""
    return hits(figure, gun) * chances.chance(wounds(gun.impact), lambda fate: fate[0] >= OUT)


# --- passes ---------------------------------------------------------------------------------------------------------


def melee(group: Sequence[Figure]) -> FigureTable:
    passes = [chances.expected(Melee(figure, form_of(figure)).fighter(figure, "").spread) for figure in group]
    rows = (
        (_("All together"), (sum(passes, Fraction()),)),
        (_("The best of them"), (max(passes, default=Fraction()),)),
    )
    return FigureTable(_("Melee"), (_("Passes"),), rows, digits=1)


def form_of(figure: Figure) -> ActionForm:
    return ActionForm({"unit": figure.path})


def tests(group: Sequence[Figure], book: Table) -> FigureTable:
    rows = tuple((book.rows[slug].name, passing(group, slug)) for slug in TESTS)
    text = _("Figures to expect with so many passes, without the leader’s die. A Star can choose instead.")
    return FigureTable(book.name, (_("2 passes"), _("1 pass"), _("0 passes")), rows, text, digits=1)


def passing(group: Sequence[Figure], slug: str) -> tuple[Fraction, ...]:
    """How many figures have each number of passes in a test, on average."""
    spreads = [test_spread(figure, slug) for figure in group if figure.takes(slug)]
    return tuple(sum((spread.get((number,), Fraction()) for spread in spreads), Fraction()) for number in PASSES)


def test_spread(figure: Figure, slug: str) -> Spread:
    form = TestForm(figure, form_of(figure), slug)
    form.ask_all()
    roll = form.roll()
    return chances.gathered((((number,), ways) for number, ways in faces(roll.due, roll.reads).items()), 6**roll.due)


# --- what a hit leaves, and moves -----------------------------------------------------------------------------------


def survival(group: Sequence[Figure]) -> FigureTable:
    rows = ((_("Still in the fight"), after_a_hit(group, range(OUT))), (_("Dead"), after_a_hit(group, [DEAD])))
    text = _("Figures to expect, stunned ones included, after each takes one hit from a shot. Star Power not used.")
    return FigureTable(_("After a hit"), tuple(map(impact_words, IMPACTS)), rows, text, digits=1)


def impact_words(impact: int) -> Message:
    return Message(_("Impact {impact}"), {"impact": impact})


def after_a_hit(group: Sequence[Figure], fates: Sequence[int]) -> tuple[Fraction, ...]:
    """How many figures come to one of these fates by a hit of each impact, on average."""
    victims = [Victim(figure, shot=True) for figure in group]
    return tuple(
        sum(
            (chances.chance(one.hit(one.start, impact), lambda state: state[0] in fates) for one in victims), Fraction()
        )
        for impact in IMPACTS
    )


def strength(group: Sequence[Figure]) -> FigureTable:
    numbers = (
        (_("Figures"), len(group)),
        (_("REP of all"), sum(figure.rep for figure in group)),
        (Text("Star Power", "Star Power"), sum(map(power_left, group))),
    )
    return FigureTable(_("Resilience"), (_("Number"),), tuple((name, (number,)) for name, number in numbers if number))


def moves(loaded: LoadedRoster) -> FigureTable:
    """Inches of the fastest and of the slowest figure, a fast move by its passes ("Mouvement")."""
    moves = [move for unit in loaded.analysis.units if (move := unit.in_the_saddle or unit.on_foot)]
    columns = [*zip(*((move.normal, *(move.fast or [move.normal] * len(PASSES))) for move in moves), strict=True)]
    rows = ((_("Fastest figure"), tuple(map(max, columns))), (_("Slowest figure"), tuple(map(min, columns))))
    headings = (_("normal"), _("fast, 0 passes"), _("1 pass"), _("2 passes"))
    return FigureTable(_("Move, inches"), headings, rows if moves else ())
