"""What hits do: the mount or the rider, the unlucky neighbour, the vest or the wound die, Star Power ("Blessures")."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache, partial

from rules.games.chain_reaction.odds import SIDES, good_faces
from rules.games.chain_reaction.play import chain
from rules.games.chain_reaction.play.figure_roll import FACE, NOBODY, FigureRoll, beside, figure_action, passes_die
from rules.games.chain_reaction.play.figures import MOUNT_LOST, TOUGH, Figure
from rules.games.chain_reaction.play.reactions import MOVES
from rules.play import chances
from rules.play.actions import Chance, Choice, Outcome, Proposal, Reason
from rules.play.battle import Battle
from rules.play.chances import Counts, Spread
from rules.play.dice import Dice
from rules.play.marks import Mark
from rules.play.rolls import beside as dice_words
from rules.text import Message, Text, _

FATES = ("unharmed", "stunned", "out", "dead")  # slugs of effects, the worse the later
UNHARMED, STUNNED, OUT, DEAD = range(len(FATES))
VEST, UNLUCKY, KILL = "gilet-pare-balles", "malchanceux", "took-somebody-out"
POWER, POWER_USED = "star-power", "star-power-used"

State = Counts  # (the worst fate so far, 1 while tough as nails counts)


def wound(face: int, impact: int) -> int:
    """1: dead; the impact or less: out of action; more: stunned."""
    return DEAD if face == 1 else OUT if face <= impact else STUNNED


@lru_cache(maxsize=64)
def wounds(impact: int) -> Spread:
    return chances.die(lambda face: (wound(face, impact),))


def settled(state: State, fate: int) -> State:
    """After a further hit: the worse fate stays (ruling cr-64); tough as nails turns the first "out" into stunned."""
    worst, tough = state
    if fate == OUT and tough:
        return max(worst, STUNNED), 0
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
        return fate, int(self.figure.has_unused(TOUGH))

    @property
    def rides(self) -> bool:
        """Whether a hit may be its mount's ("Comment tirer sur un homme à cheval ?")."""
        return self.shot and self.figure.rides

    @property
    def vest_dice(self) -> int:
        """Of a vest, which stops shots alone (ruling cr-55); 0 without one."""
        wears = self.shot and self.figure.unit.facts.get("vest")
        return 2 + sum(change.dice for _row, change in self.figure.changes(VEST)) if wears else 0

    def fates(self, impact: int) -> Spread:
        """What a hit of its own comes to."""
        if not self.vest_dice:
            return wounds(impact)
        return chances.mapped(chances.times(passes_die(self.figure.rep), self.vest_dice), saved)

    def hit(self, state: State, impact: int) -> Spread:
        """What a hit makes of it, which may be its mount’s, or that of the unlucky."""
        own = chances.mapped(self.fates(impact), lambda fate: settled(state, fate[0]))
        mount = self.figure.catalogue.tables["rider-hit"].rows["monture"]
        for spares, face in ((self.unlucky, 1), (self.rides, mount.high or 0)):
            if spares:
                own = chances.then(FACE, partial(spared, state, face, own))
        return own

    def chances(self, spread: Spread, table: int = 0) -> Iterator[Chance]:
        """How likely each fate is in the end."""
        for fate in (DEAD, OUT, STUNNED, UNHARMED):
            likely = sum(chance for state, chance in spread.items() if state[0] == fate)
            yield Chance(named(self.figure, fate), Fraction(likely), table)


def spared(state: State, most: int, hurt: Spread, face: Counts) -> Spread:
    """What a hit makes of it, which is another's up to a face."""
    return chances.certain(state) if face[0] <= most else hurt


def saved(passed: Counts) -> Counts:
    """The fate of who wears a vest: two passes nothing, one stunned, none out of action."""
    return (OUT - min(OUT, passed[0]),)


def named(figure: Figure, fate: int) -> Text:
    """A figure and its fate: "Ada: stunned"."""
    return beside(figure.name, figure.play.effects[FATES[fate]].text)


@dataclass
class Hits:
    """What hits do one after the other, as their dice fall: lines, who may be hit, and the state of each."""

    dice: Dice
    lines: list[Reason] = field(default_factory=list)
    victims: dict[str, Victim] = field(default_factory=dict)
    states: dict[str, State] = field(default_factory=dict)
    lost_mounts: list[Figure] = field(default_factory=list)

    def line(self, figure: Figure, value: object, words: object, cite: object) -> None:
        self.lines.append(Reason(str(value), beside(figure.name, words), str(cite)))

    def begin(self, victim: Victim) -> None:
        self.victims.setdefault(victim.figure.path, victim)
        self.states.setdefault(victim.figure.path, victim.start)

    def hit(self, victim: Victim, impact: int) -> None:
        """One hit: the rider or the mount, the unlucky, the vest or the wound."""
        self.begin(victim)
        figure, unlucky = victim.figure, victim.unlucky
        if victim.rides and self.hits_mount(figure, impact):
            return
        if unlucky:
            face, row = self.dice.d(), unlucky.attribute(UNLUCKY)
            self.line(unlucky if face == 1 else figure, face, row.name, row.cite)
            if face == 1:
                self.hit(Victim(unlucky, victim.shot), impact)
                return
        self.settle(figure, self.vest(victim) if victim.vest_dice else self.wound_die(figure, impact))

    def hits_mount(self, figure: Figure, impact: int) -> bool:
        table, face = figure.catalogue.tables["rider-hit"], self.dice.d()
        mount = table.rows["monture"]
        hit = mount.covers(face)
        self.line(figure, face, mount.name if hit else table.rows["cavalier"].name, table.cite)
        if hit and self.wound_die(figure, impact, mount.name) >= OUT:
            self.lost_mounts.append(figure)
        return hit

    def vest(self, victim: Victim) -> int:
        row = victim.figure.catalogue.tables["tests"].rows[VEST]
        thrown = self.dice.several(victim.vest_dice)
        self.line(victim.figure, dice_words(thrown), row.name, row.cite)
        return saved((sum(face <= good_faces(victim.figure.rep) for face in thrown),))[0]

    def wound_die(self, figure: Figure, impact: int, part: Text | None = None) -> int:
        """On the wound table; `part`: its mount, which the line names."""
        face = self.dice.d()
        fate = wound(face, impact)
        effect = figure.play.effects[FATES[fate]]
        self.line(figure, face, beside(part, effect.text) if part else effect.text, effect.cite)
        return fate

    def settle(self, figure: Figure, fate: int) -> None:
        before = self.states[figure.path]
        self.states[figure.path] = after = settled(before, fate)
        if before[1] > after[1]:
            row = figure.attribute(TOUGH)
            self.line(figure, "", row.name, row.cite)


@dataclass(frozen=True)
class Aftermath:
    """What hits mark: who fell, by whom, and who tests then.

    by -- who hit them; outgunned, move -- of the tests; tests: whether there are any
    """

    by: Figure
    outgunned: Mapping[str, bool] = field(default_factory=dict)
    move: str = ""
    tests: bool = True

    def marks(self, victim: Victim, state: State) -> Iterator[Mark]:
        """The marks for a figure after all hits."""
        figure, (began, tough) = victim.figure, victim.start
        if tough > state[1]:
            yield from figure.mark(figure.once(TOUGH))
        if state[0] > began:
            yield from figure.play.effects[FATES[state[0]]].marks_on(figure.path, self.by.battle.markers_by_path)
            if state[0] >= OUT and self.by.side != figure.side:
                yield from self.by.mark(KILL)
        yield from self.links(figure, state[0], began)

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

    def outcome(self, hits: Hits, words: Sequence[Text], marks: Sequence[Mark]) -> Outcome:
        """All of it as one mark, so that a link of a chain is taken back at once."""
        words, marks, steps = [*words], [*marks], []
        for path, state in hits.states.items():
            victim = hits.victims[path]
            marks += self.marks(victim, state)
            if state[0] > victim.start[0]:
                words.append(named(victim.figure, state[0]))
                if power_left(victim.figure):
                    query = self.query(self.outgunned.get(path, False))
                    steps.append((chain.linked("power", path, query), beside(victim.figure.name, "Star Power")))
        for figure in hits.lost_mounts:
            marks += figure.mark(MOUNT_LOST)
        made = [*dict.fromkeys(marks)]
        text = Message(_("Marks: {effects}"), {"effects": tuple(words)}) if words else _("Marks, and who tests")
        return Outcome(hits.lines, [Proposal(text, made)] if made else [], steps)


# --- Star Power -----------------------------------------------------------------------------------------------------


def power_left(figure: Figure) -> int:
    """How many dice of Star Power a Star has left."""
    marker = figure.battle.markers_by_path.get(f"{figure.path}/{POWER}")
    return marker.most - figure.marked(POWER) if marker and figure.is_star else 0


def has_power(battle: Battle, path: str) -> bool:
    marker = battle.markers_by_path.get(f"{path}/{POWER}")
    hurt = any(battle.number(f"{path}/{slug}") for slug in FATES)
    return marker is not None and hurt and battle.number(f"{path}/{POWER}") < marker.most


class StarPower(FigureRoll):
    """A hurt Star throws dice of its pool: 1-3 one step less and spent, 4-5 back, 6 lost ("D6 Star Power")."""

    def ask(self) -> None:
        star, form = self.figure, self.form
        options = [Choice(slug, self.play.effects[slug].text) for slug in FATES[1:]]
        marked = FATES[Victim(star).start[0] or STUNNED]
        self.fate = FATES.index(form.choice("fate", _("Its fate"), options, marked, folded=True))
        self.number = form.number("number", _("Dice of Star Power"), 1, 1, max(1, power_left(star)))
        others = self.choices([path for path in self.battle.units_by_path if path != star.path], _("nobody chosen"))
        self.by = form.choice("by", _("Because of"), others, NOBODY, folded=True)
        outgunned = form.either("outgunned", _("Outgunned"), _("not outgunned"), _("outgunned"), False)
        move = form.choice("move", _("Move"), MOVES, folded=True)
        by = star if self.by == NOBODY else star.other(self.by)
        self.after = Aftermath(by, {star.path: outgunned}, move)
        self.dice, self.against = f"{self.number}D6", f"≤ {self.helps}"

    @property
    def helps(self) -> int:
        """The face up to which a die takes a step off."""
        return self.play.rules["star-power"].most

    def parts(self) -> Iterator[tuple[Reason, None]]:
        yield Reason(self.dice, self.figure.name, self.play.rules["star-power"].cite), None

    def left(self, helped: int) -> int:
        return max(UNHARMED, self.fate - helped)

    def chances(self) -> Iterator[Chance]:
        """How likely each fate is after so many dice."""
        helped = chances.times(passes_die(self.helps), self.number)
        spread = chances.mapped(helped, lambda counts: (self.left(counts[0]),))
        return (Chance(named(self.figure, fate), spread[fate,]) for (fate,) in sorted(spread))

    def read(self, dice: Dice) -> Outcome:
        star, cite = self.figure, self.play.rules["star-power"].cite
        thrown = dice.several(self.number)
        left = self.left(sum(face <= self.helps for face in thrown))
        spent = sum(face <= self.helps or face == SIDES for face in thrown)
        marks = [*[Mark.add(f"{star.path}/{POWER}", spent)] * bool(spent), *star.mark(POWER_USED)]
        for slug in FATES[1:]:
            marks += star.mark(slug, int(slug == FATES[left]))
        links = chain.unlink(self.battle, star.path) if self.by == NOBODY else self.after.links(star, left, left)
        line = Reason(dice_words(thrown), named(star, left), cite)
        again = [(chain.linked("power", star.path, f"fate={FATES[left]}"), beside(star.name, "Star Power"))]
        proposals = [Proposal(named(star, left), [*marks, *links], cite)]
        return Outcome([line], proposals, again if left and power_left(star) > spent else ())


WOUND_ACTIONS = {
    "power": figure_action(_("Star Power"), "star-medal", StarPower.attempted, has_power, tells=("number", "fate"))
}
