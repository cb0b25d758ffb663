"""Turns: noise off, clock, arrivals and activation dice as one begins (ruling cr-65), and who acts after that."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from rules.catalogue import Catalogue, TableRow
from rules.games.chain_reaction import clock as clocks
from rules.games.chain_reaction import modes
from rules.games.chain_reaction.clock import Clock
from rules.games.chain_reaction.document import GENERIC
from rules.games.chain_reaction.modes import INSURGENTS, Arrival
from rules.games.chain_reaction.play.figures import is_in
from rules.play.actions import Attempt, Outcome, Proposal, Reason, Words
from rules.play.battle import ACTIVATED, TABLE, Battle, Context, figure
from rules.play.dice import Dice
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.play.rolls import beside
from rules.text import Message, Text, _

# Keys of the table's markers.
NOISE, MOMENT, LEFT, WEATHER, INFESTATION = "noise", "moment", "moment-left", "weather", "infestation"
AWAKENED = "step-infestation"  # this turn’s noise was rolled for
TABLES = {clocks.TIMES: MOMENT, clocks.WEATHER: WEATHER}
REP, MODE = "rep", "mode"  # facts: of units, their REP as played; of what the game plays, ZOMBIES or INSURGENTS
Sent = Mapping[str, str]


def die_key(side: int) -> str:
    """The key of the table's marker for the activation die of a side."""
    return f"die-{side}"


# --- what is marked -------------------------------------------------------------------------------------------------


def clock_of(battle: Battle, book: Catalogue) -> Clock | None:
    """The clock as it is marked; None where nobody rolled it."""
    return clock_from(book, *(table_number(battle, key) for key in (MOMENT, WEATHER, LEFT)))


def clock_from(book: Catalogue, moment: int, weather: int, left: int) -> Clock | None:
    """The clock of two sums of 2D6 and the turns that are left."""
    time, sky = book.tables[clocks.TIMES].row(moment), book.tables[clocks.WEATHER].row(weather)
    return Clock(time.slug, max(1, left), sky.slug) if time and sky else None


def chosen_clock(form: ActionForm, battle: Battle, book: Catalogue) -> Clock | None:
    """The clock as the turn before leaves it: as it is marked, unless the table says otherwise."""
    names = {MOMENT: _("Time of day (2D6)"), WEATHER: _("Weather (2D6)"), LEFT: _("Turns left of it")}
    markers = battle.markers_by_path
    if (clock_of(battle, book) is None and not form.sent.get(MOMENT)) or f"{TABLE}/{MOMENT}" not in markers:
        return None
    marked = [(key, label, table_number(battle, key), markers[f"{TABLE}/{key}"].most) for key, label in names.items()]
    return clock_from(book, *(form.number(key, label, now, 0, most, folded=True) for key, label, now, most in marked))


def table_number(battle: Battle, key: str) -> int:
    return battle.number(f"{TABLE}/{key}")


def marks_of(clock: Clock, book: Catalogue) -> list[Mark]:
    """The marks of a clock: a row of a table as the lowest 2D6 that lead to it."""
    rows = zip(TABLES.values(), rows_of(clock, book), strict=True)
    return [*(Mark.set(f"{TABLE}/{key}", row.low or 0) for key, row in rows), Mark.set(f"{TABLE}/{LEFT}", clock.left)]


def rows_of(clock: Clock, book: Catalogue) -> list[TableRow]:
    """The rows of its time of day and its weather."""
    return [book.tables[slug].rows[row] for slug, row in zip(TABLES, (clock.moment, clock.weather), strict=True)]


def clock_words(clock: Clock, book: Catalogue) -> Message:
    """Time of day, turns left, weather, and how far one sees."""
    rows = rows_of(clock, book)
    sight = clocks.sight(clock, book)
    values = {"moment": rows[0].name, "left": clock.left, "weather": rows[1].name, "inches": sight}
    if sight is None:
        return Message(_("{moment}, turns left: {left}. {weather}, sight without limit."), values)
    if clocks.is_sight_of_the_open(clock, book):
        return Message(_("{moment}, turns left: {left}. {weather}, sight {inches}″ in the open."), values)
    return Message(_("{moment}, turns left: {left}. {weather}, sight {inches}″."), values)


def game_side(battle: Battle) -> int | None:
    """The number of the side that the game plays itself."""
    return next((number for number, side in enumerate(battle.sides) if side.run_by_game), None)


def dice_of(battle: Battle) -> dict[int, int]:
    """The activation die of each side that has one; {} before this turn's are rolled."""
    dice = {number: table_number(battle, die_key(number)) for number in range(len(battle.sides))}
    return {number: die for number, die in dice.items() if die}


def step(battle: Battle) -> str:
    """Whether figures act, as recalls.yaml names it; "" before the dice of a turn."""
    return "acting" if dice_of(battle) else ""


def playing(battle: Battle) -> list[int]:
    """The numbers of the sides that roll an activation die."""
    return [number for number, side in enumerate(battle.sides) if not side.erased]


# --- the set-up -----------------------------------------------------------------------------------------------------


def set_up(context: Context, sent: Sent) -> Attempt:
    """Time of day, 2D6 and half a die where its length takes one, then weather, 2D6 ("Moment de la journée")."""
    form, book = ActionForm(sent), context.catalogue
    reasons = [Reason("2D6", table.name, str(table.cite)) for table in map(book.tables.get, TABLES) if table]
    reasons.insert(1, Reason("1D6", _("half, for some times of day"), reasons[0].cite))

    def read(dice: Dice) -> Outcome:
        clock, rolls = clocks.begin(book, dice)
        lines = [Reason(beside(roll.dice), roll.row.name, str(roll.row.cite)) for roll in rolls]
        lines.append(Reason("", clock_words(clock, book)))
        return Outcome(lines, [Proposal(_("Begin so"), marks_of(clock, book))])

    return Attempt(form.fields, "4D6", reasons=reasons, notes=[*entry_markers(context.battle, book)], reads=read)


def entry_markers(battle: Battle, book: Catalogue) -> Iterator[Reason]:
    """Where those whom the game plays will arrive ("Zones d'arrivée")."""
    side = game_side(battle)
    if side is not None:
        row = book.tables["modes"].rows[modes.ROWS[str(battle.sides[side].facts[MODE])]]
        words = Message(_("Entry markers on the table: {n}, numbered, evenly spread."), {"n": row.figures["markers"]})
        yield Reason("", words, str(row.cite))


# --- a turn begins --------------------------------------------------------------------------------------------------


class Activation(NamedTuple):
    """The activation dice of a turn: by side, with a line for each throw and the clock after a double."""

    dice: dict[int, int]
    lines: list[Reason]
    clock: Clock | None


def start_turn(context: Context, sent: Sent) -> Attempt:
    """One roll for all that a turn begins with, in the order of ruling cr-65."""
    battle, book, form = context.battle, context.catalogue, ActionForm(sent)
    played = bool(dice_of(battle))  # this turn is: the next one begins
    turn = form.number("turn", _("Turn"), battle.round + played, 1, battle.round + 1, folded=True)
    clock, side = chosen_clock(form, battle, book), game_side(battle)
    mode = "" if side is None else str(battle.sides[side].facts[MODE])
    sides = playing(battle)
    doubles = len(sides) == 2 or agreed_doubles(form, clock, book, len(sides))

    def read(dice: Dice) -> Outcome:
        now = clocks.next_turn(clock, book, dice) if clock and turn > 1 else clock
        lines = [Reason("", clock_words(now, book), str(book.tables[clocks.TIMES].cite))] if now else []
        arrival = arrive(mode, book, dice)
        activation = roll_activation(battle, book, dice, now, doubles)
        marks = [Mark("next-round")] * (turn > battle.round)
        marks += marks_of(activation.clock, book) if activation.clock else []
        marks += [arrival_mark(arrival)] if arrival else []
        marks += [Mark.set(f"{TABLE}/{die_key(number)}", die) for number, die in activation.dice.items()]
        arrivals = [*arrival_lines(arrival, mode, book)] if arrival else []
        begin = Message(_("Begin turn {n}"), {"n": turn})
        return Outcome([*lines, *arrivals, *activation.lines], [Proposal(begin, marks)])

    reasons = [*turn_reasons(battle, book, clock, mode, turn)]
    number = sum(int(reason.value.split("D")[0]) for reason in reasons if reason.value)
    return Attempt(form.fields, f"{number}D6", reasons=reasons, reads=read)


def agreed_doubles(form: ActionForm, clock: Clock | None, book: Catalogue, sides: int) -> bool:
    """Whether two equal dice of more than two sides change the weather: only where the players agree (ruling cr-17)."""
    is_changeable = clock and book.tables[clocks.WEATHER].rows[clock.weather].figures["changeable"]
    return bool(is_changeable) and sides > 2 and form.flag("doubles", _("Two equal dice change the weather"))


def turn_reasons(battle: Battle, book: Catalogue, clock: Clock | None, mode: str, turn: int) -> Iterator[Reason]:
    """What is rolled as a turn begins; what is not sure to be rolled stands without a number of dice."""
    if noise := table_number(battle, NOISE):
        yield Reason("", Message(_("Noise markers off: {n}."), {"n": noise}), str(book.tables["modes"].cite))
    if clock and turn > 1:
        yield from clock_reason(clock, book)
    if mode:
        row = book.tables["modes"].rows[modes.ROWS[mode]]
        yield Reason("2D6", _("arrivals: how many, and at which entry marker"), str(row.cite))
        if mode == INSURGENTS:
            yield Reason("", _("1D6 for the weapon of each"), str(book.tables["insurgent-weapons"].cite))
    words = Message(_("activation: one die each, equal ones again ({n})"), {"n": len(playing(battle))})
    yield Reason(f"{len(playing(battle))}D6", words, str(book.special_rules["activation"].cite))


def clock_reason(clock: Clock, book: Catalogue) -> Iterator[Reason]:
    following = clocks.following(clock.moment, book)
    if clock.left <= 1 and following.figures["half_die"]:
        yield Reason(
            "1D6", Message(_("half, for how long it is {moment}"), {"moment": following.name}), str(following.cite)
        )


def arrive(mode: str, book: Catalogue, dice: Dice) -> Arrival | None:
    if not mode:
        return None
    return modes.insurgents_enter(book, dice) if mode == INSURGENTS else modes.zombies_enter(book, dice)


def arrival_mark(arrival: Arrival) -> Mark:
    """`arrive NUMBER`, or `arrive NUMBER WEAPON ...` with a weapon for each."""
    weapons = " ".join(roll.row.figures["weapon"] for roll in arrival.weapons)
    return Mark("arrive", str(arrival.number), weapons)


def arrival_lines(arrival: Arrival, mode: str, book: Catalogue) -> Iterator[Reason]:
    """How many arrive where, and with what."""
    row = book.tables["modes"].rows[modes.ROWS[mode]]
    point = arrival.point
    values = {"n": arrival.number, "who": row.name, "where": point.row.name, "inches": row.figures["place_within"]}
    words = Message(_("{who}: {n}. {where}, within {inches}″."), values)
    yield Reason(f"{arrival.number} · {beside(point.dice)}", words, str(row.cite))
    for weapon, number in arrival.armed:
        name = book.tables[f"weapons-{GENERIC}"].rows[weapon.figures["weapon"]].name
        yield Reason(f"{number} ×", name, str(book.tables["insurgent-weapons"].cite))


def roll_activation(battle: Battle, book: Catalogue, dice: Dice, clock: Clock | None, doubles: bool) -> Activation:
    """A die for each side; equal ones again among themselves, after a double has changed the weather."""
    cite = str(book.special_rules["activation"].cite)
    due, thrown, lines = playing(battle), dict[int, int](), list[Reason]()
    while due:
        thrown |= {number: dice.d() for number in due}
        lines.append(Reason(beside([thrown[number] for number in due]), sides_words(battle, due), cite))
        equal = [face for face, times in Counter(thrown.values()).items() if times > 1]
        due = [number for number, face in thrown.items() if face in equal]
        if due and clock and doubles:
            after = clocks.doubled(clock, equal[0], book)
            if after != clock:
                clock = after
                lines.append(Reason("", clock_words(clock, book), str(book.tables[clocks.WEATHER].cite)))
    first = max(thrown, key=lambda number: thrown[number])
    lines.append(Reason("", Message(_("{side} plays first."), {"side": battle.side_name(first)}), cite))
    return Activation(thrown, lines, clock)


def sides_words(battle: Battle, numbers: Sequence[int]) -> Words:
    names = " · ".join(map(battle.side_name, numbers))
    return Text(names, names)


# --- who acts -------------------------------------------------------------------------------------------------------


def order(battle: Battle) -> list[int]:
    """The sides in the order of their activation dice, the highest first."""
    dice = dice_of(battle)
    return sorted(dice, key=lambda number: -dice[number])


def may_act(battle: Battle, side: int) -> list[str]:
    """The paths of those whom a side may still activate: REP as played at or above its die ("Activation")."""
    die = table_number(battle, die_key(side))
    units = ((path, battle.units_by_path[path]) for path in battle.standing(side) if is_in(battle, path))
    return [path for path, unit in units if figure(unit.facts, REP) >= die and not battle.number(f"{path}/{ACTIVATED}")]


def next_to_act(battle: Battle) -> tuple[int, str] | None:
    """The side whose turn it is and the first of its figures that may act; None where all are done."""
    for side in order(battle):
        if paths := may_act(battle, side):
            return side, paths[0]
    return None


# --- the end of a turn ----------------------------------------------------------------------------------------------


def infestation_due(battle: Battle) -> bool:
    """Whether noise is still to be rolled for in this turn: the variant is played, and markers lie on the table."""
    played = table_number(battle, INFESTATION) and table_number(battle, NOISE)
    return bool(played) and not table_number(battle, AWAKENED)


def infestation(context: Context, sent: Sent) -> Attempt:
    """At the end of a turn a die for each noise marker (ruling cr-56); a zombie appears on the level or less."""
    battle, book, form = context.battle, context.catalogue, ActionForm(sent)
    table = book.tables["infestation"]
    levels = {row.figures["level"]: row for row in table.rows.values()}
    level = form.number("level", table.name, table_number(battle, INFESTATION) or 2, 1, max(levels))
    markers = form.number("noise", _("Noise markers"), table_number(battle, NOISE), 1, modes.MOST_MARKERS)

    def read(dice: Dice) -> Outcome:
        stirrings = modes.zombies_stir(book, levels[level].slug, dice, markers)
        coming = [stirring.marker for stirring in stirrings if stirring.appears]
        lines = [Reason(str(row.die), stirring_words(row), str(table.cite)) for row in stirrings]
        words = Message(_("Zombies appear: {n}"), {"n": len(coming)})
        arrivals = [Mark("arrive", str(len(coming)))] if coming else []
        return Outcome(lines, [Proposal(words, [*arrivals, Mark.set(f"{TABLE}/{AWAKENED}")])])

    reasons = [Reason(f"{markers}D6", _("one for each noise marker (cr-56)"), str(table.cite))]
    return Attempt(form.fields, f"{markers}D6", f"1–{level}", reasons, reads=read)


def stirring_words(stirring: modes.Stirring) -> Message:
    words = _("Noise {n}: a zombie appears.") if stirring.appears else _("Noise {n}: nobody.")
    return Message(words, {"n": stirring.marker})
