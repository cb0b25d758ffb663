"""What hits do: the mount or the rider, the unlucky neighbour, the vest or the wound die, Star Power ("Blessures")."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from rules.games.chain_reaction.odds import SIDES, pass_odds, passes
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.figures import TOUGH, Figure
from rules.games.chain_reaction.play.reactions import KINDS, MOUNT_LOST, MOVES
from rules.play.acting_unit import ActingUnit, unit_action
from rules.play.actions import Action, Attempt, Chance, Choice, Outcome, Proposal, Reason
from rules.play.battle import Battle
from rules.play.dice import Dice
from rules.play.form import ActionForm
from rules.play.marks import Mark
from rules.text import Message, Text, _

FATES = ("unharmed", "stunned", "out", "dead")  # slugs of effects, the worse the later
UNHARMED, STUNNED, OUT, DEAD = range(len(FATES))
VEST, UNLUCKY, KILL = "gilet-pare-balles", "malchanceux", "took-somebody-out"
POWER, POWER_USED = "star-power", "star-power-used"

State = tuple[int, bool]  # the worst fate so far; whether tough as nails still counts
Spread = Mapping[State, Fraction]


@lru_cache(maxsize=64)
def wound_chances(impact: int) -> Mapping[int, Fraction]:
    """How likely each fate is on the wound table."""
    ways = [wound(face, impact) for face in range(1, SIDES + 1)]
    return {fate: Fraction(ways.count(fate), SIDES) for fate in {*ways}}


def wound(face: int, impact: int) -> int:
    """1: dead; the impact or less: out of action; more: stunned."""
    return DEAD if face == 1 else OUT if face <= impact else STUNNED


def settled(state: State, fate: int) -> State:
    """After a further hit: the worse fate stays (ruling cr-64); tough as nails turns the first "out" into stunned."""
    worst, tough = state
    if fate == OUT and tough:
        return max(worst, STUNNED), False
    return max(worst, fate), tough


@dataclass(frozen=True)
class Victim:
    """Who may be hit: by a shot, whom a vest stops; by a shot at a rider; with somebody unlucky within 3 inches."""

    figure: Figure
    shot: bool = False
    unlucky: Figure | None = None

    @property
    def start(self) -> State:
        fate = next((fate for fate in (DEAD, OUT, STUNNED) if self.figure.marked(FATES[fate])), UNHARMED)
        return fate, self.figure.has_unused(TOUGH)

    @property
    def rides(self) -> bool:
        return self.shot and bool(self.figure.unit.facts.get("mounted")) and not self.figure.marked(MOUNT_LOST)

    @property
    def has_vest(self) -> bool:
        """Against shots alone (ruling cr-55)."""
        return self.shot and bool(self.figure.unit.facts.get("vest"))

    @property
    def vest_dice(self) -> int:
        return 2 + sum(change.dice for _row, change in self.figure.changes(VEST))

    def fates(self, impact: int) -> Mapping[int, Fraction]:
        """How likely each fate is where it is hit itself."""
        if not self.has_vest:
            return wound_chances(impact)
        odds = pass_odds(self.figure.rep, self.vest_dice)
        return {2 - number: Fraction(ways, odds.out_of) for number, ways in odds.ways}

    @property
    def hit_itself(self) -> Fraction:
        """How likely a hit is its own: not its mount's, not that of the unlucky."""
        rider = Fraction(1, 2) if self.rides else Fraction(1)
        return rider * Fraction(SIDES - 1, SIDES) if self.unlucky else rider

    def after(self, spread: Spread, impact: int, likely: Fraction) -> Spread:
        """What becomes of it where another hit comes with this chance."""
        own, sums = likely * self.hit_itself, dict[State, Fraction]()
        for state, chance in spread.items():
            sums[state] = sums.get(state, Fraction(0)) + chance * (1 - own)
            for fate, part in self.fates(impact).items():
                then = settled(state, fate)
                sums[then] = sums.get(then, Fraction(0)) + chance * own * part
        return sums

    def chances(self, spread: Spread, table: int = 0) -> Iterator[Chance]:
        """How likely each fate is in the end."""
        for fate in (DEAD, OUT, STUNNED, UNHARMED):
            likely = sum((chance for (worst, _tough), chance in spread.items() if worst == fate), Fraction(0))
            yield Chance(named(self.figure, fate), likely, table)


def named(figure: Figure, fate: int) -> Text:
    """A figure and its fate: "Ada: stunned"."""
    return beside(figure.name, figure.play.effects[FATES[fate]].text)


def beside(name: Text, words: object) -> Text:
    text = words if isinstance(words, Text) else Text(str(words), str(words))
    return Text(f"{name.fr}\u202f: {text.fr}", f"{name.en}: {text.en}")


@dataclass
class Hits:
    """What hits do one after the other, as their dice fall: lines, and the state of everybody who was hit."""

    dice: Dice
    lines: list[Reason] = field(default_factory=list)
    states: dict[str, State] = field(default_factory=dict)
    lost_mounts: list[Figure] = field(default_factory=list)

    def line(self, figure: Figure, value: object, words: object, cite: object) -> None:
        self.lines.append(Reason(str(value), beside(figure.name, words), str(cite)))

    def hit(self, victim: Victim, impact: int) -> None:
        """One hit: the rider or the mount, the unlucky, the vest or the wound."""
        figure = victim.figure
        self.states.setdefault(figure.path, victim.start)
        if victim.rides and self.hits_mount(figure, impact):
            return
        if victim.unlucky:
            face, unlucky = self.dice.d(), victim.unlucky
            row = unlucky.attribute(UNLUCKY)
            self.line(unlucky if face == 1 else figure, face, row.name, row.cite)
            if face == 1:
                self.hit(Victim(unlucky, victim.shot), impact)
                return
        self.wound(victim, self.vest(victim) if victim.has_vest else self.wound_die(figure, impact))

    def hits_mount(self, figure: Figure, impact: int) -> bool:
        table, face = figure.catalogue.tables["rider-hit"], self.dice.d()
        row = table.row(face)
        if row is None:
            raise ValueError(face)
        self.line(figure, face, row.name, table.cite)
        if row.slug != "monture":
            return False
        if self.wound_die(figure, impact, row.name) >= OUT:
            self.lost_mounts.append(figure)
        return True

    def vest(self, victim: Victim) -> int:
        row = victim.figure.catalogue.tables["tests"].rows[VEST]
        thrown = self.dice.several(victim.vest_dice)
        self.line(victim.figure, " ".join(map(str, thrown)), row.name, row.cite)
        return 2 - passes(victim.figure.rep, thrown)

    def wound_die(self, figure: Figure, impact: int, part: Text | None = None) -> int:
        """On the wound table; `part`: its mount, which the line names."""
        face = self.dice.d()
        fate = wound(face, impact)
        effect = figure.play.effects[FATES[fate]]
        self.line(figure, face, beside(part, effect.text) if part else effect.text, effect.cite)
        return fate

    def wound(self, victim: Victim, fate: int) -> None:
        figure, before = victim.figure, self.states[victim.figure.path]
        after = settled(before, fate)
        if before[1] and not after[1]:
            row = figure.attribute(TOUGH)
            self.line(figure, "", row.name, row.cite)
        self.states[figure.path] = after


@dataclass(frozen=True)
class Aftermath:
    """What hits mark: who fell, by whom, and who tests then.

    by -- who hit them; outgunned, move -- of the tests; tests: whether there are any
    """

    by: Figure
    outgunned: Mapping[str, bool] = field(default_factory=dict)
    move: str = ""
    tests: bool = True

    def marks(self, victim: Victim, state: State) -> tuple[list[Text], list[Mark]]:
        """(what befell it, in words; the marks) of a figure after all hits."""
        figure, (fate, tough) = victim.figure, state
        began, had = victim.start
        words: list[Text] = []
        marks: list[Mark] = []
        if had and not tough:
            marks += figure.set(figure.once(TOUGH))
        if fate > began:
            words.append(named(figure, fate))
            marks += figure.play.effects[FATES[fate]].marks_on(figure.path, figure.battle.markers_by_path)
            if fate >= OUT and self.by.side != figure.side:
                marks += self.by.set(KILL)
        return words, [*marks, *self.links(figure, fate, began)]

    def links(self, figure: Figure, fate: int, began: int) -> Iterator[Mark]:
        """A Star throws Star Power; who still stands tests; nobody else is due any more."""
        outgunned = self.outgunned.get(figure.path, False)
        if fate > began and power_left(figure):
            yield from chain.link(figure.battle, figure.path, f"power?{self.query(outgunned)}".rstrip("?"), 2)
        elif fate == UNHARMED and self.tests:
            yield from chain.shot_at(figure, self.by.path, outgunned, self.move)
        elif fate:
            yield from chain.unlink(figure.battle, figure.path)

    def query(self, outgunned: bool) -> str:
        """What Star Power must know for the test of a Star that it saves; a melee brings none."""
        if not self.tests:
            return ""
        move = f"&move={self.move}" if self.move else ""
        return f"by={self.by.path}&outgunned={'yes' if outgunned else 'no'}{move}"

    def outcome(self, hits: Hits, victims: Mapping[str, Victim], words: list[Text], marks: list[Mark]) -> Outcome:
        """All of it as one mark, so that a link of a chain is taken back at once."""
        words, marks, steps = [*words], [*marks], []
        for path, state in hits.states.items():
            victim = victims.get(path) or Victim(Figure(self.by.battle, self.by.catalogue, path))
            said, made = self.marks(victim, state)
            words, marks = [*words, *said], [*marks, *made]
            if state[0] > victim.start[0] and power_left(victim.figure):
                query = self.query(self.outgunned.get(path, False))
                steps.append((chain.linked("power", path, query), beside(victim.figure.name, "Star Power")))
        for figure in hits.lost_mounts:
            marks += figure.set(MOUNT_LOST)
        once = dict.fromkeys(marks)
        text = Message(_("Marks: {effects}"), {"effects": tuple(words)}) if words else _("Marks, and who tests")
        proposals = [Proposal(text, [*once])] if once else []
        return Outcome(hits.lines, proposals, steps)


# --- Star Power -----------------------------------------------------------------------------------------------------


def power_left(figure: Figure) -> int:
    """How many dice of Star Power a Star has left."""
    marker = figure.battle.markers_by_path.get(f"{figure.path}/{POWER}")
    return marker.most - figure.marked(POWER) if marker and figure.is_star else 0


def has_power(battle: Battle, path: str) -> bool:
    marker = battle.markers_by_path.get(f"{path}/{POWER}")
    hurt = any(battle.number(f"{path}/{slug}") for slug in FATES)
    return marker is not None and hurt and battle.number(f"{path}/{POWER}") < marker.most


def power(acting: ActingUnit, form: ActionForm) -> Attempt:
    """A hurt Star throws dice of its pool: 1-3 one step less and spent, 4-5 back, 6 lost ("D6 Star Power")."""
    star = Figure(acting.battle, acting.catalogue, acting.path)
    effects, rule = star.play.effects, star.play.rules["star-power"]
    cite, helps = rule.cite, rule.most
    marked = Victim(star).start[0]
    options = [Choice(slug, effects[slug].text) for slug in FATES[1:]]
    fate = FATES.index(form.choice("fate", _("Its fate"), options, FATES[marked or STUNNED], folded=True))
    number = form.number("number", _("Dice of Star Power"), 1, 1, max(1, power_left(star)))
    by = form.choice("by", _("Because of"), [Choice("-", _("nobody chosen")), *others(star)], "-", folded=True)
    outgunned = form.either("outgunned", _("Outgunned"), _("not outgunned"), _("outgunned"), False)
    move = form.choice("move", _("Move"), MOVES, folded=True)
    chances = [*power_chances(star, fate, number)]
    after = Aftermath(star if by == "-" else replace(star, path=by), {star.path: outgunned}, move)

    def reads(dice: Dice) -> Outcome:
        thrown = dice.several(number)
        left = max(UNHARMED, fate - sum(face <= helps for face in thrown))
        spent = sum(face <= helps or face == SIDES for face in thrown)
        marks = [*[Mark.add(f"{star.path}/{POWER}", spent)] * bool(spent), *star.set(POWER_USED)]
        for slug in FATES[1:]:
            marks += star.set(slug, int(slug == FATES[left]))
        links = after.links(star, left, left) if by != "-" else chain.unlink(star.battle, star.path)
        line = Reason(" ".join(map(str, thrown)), named(star, left), cite)
        again = [(chain.linked("power", star.path, f"fate={FATES[left]}"), beside(star.name, "Star Power"))]
        return Outcome(
            [line],
            [Proposal(named(star, left), [*marks, *links], cite)],
            again if left and power_left(star) > spent else (),
        )

    return Attempt(
        form.fields, f"{number}D6", f"≤ {helps}", [Reason(f"{number}D6", star.name, cite)], (), chances, reads
    )


def others(star: Figure) -> list[Choice]:
    return [Choice(path, star.battle.called(path)) for path in star.battle.units_by_path if path != star.path]


def power_chances(star: Figure, fate: int, number: int) -> Iterator[Chance]:
    """How likely each fate is after so many dice, each of which takes a step off on half of its faces."""
    ways = pass_odds(star.play.rules["star-power"].most, 1)
    spread: dict[int, Fraction] = {fate: Fraction(1)}
    for _die in range(number):
        after: dict[int, Fraction] = {}
        for worst, chance in spread.items():
            for helped, times in ways.ways:
                left = max(UNHARMED, worst - helped)
                after[left] = after.get(left, Fraction(0)) + chance * Fraction(times, ways.out_of)
        spread = after
    return (Chance(named(star, left), chance) for left, chance in sorted(spread.items()))


POWER_ACTION = Action(
    _("Star Power"), unit_action(*KINDS)(power), "star-medal", KINDS, has_power, tells=("number", "fate")
)
WOUND_ACTIONS = {"power": POWER_ACTION}
