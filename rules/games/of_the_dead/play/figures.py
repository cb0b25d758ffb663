"""Who is on the table, as the rules read it: attributes, modifiers, markers, companions."""

from collections.abc import Iterator, Sequence

from rules.catalogue import TableRow
from rules.games.of_the_dead.play import state
from rules.games.of_the_dead.play.facts import MODIFIERS
from rules.play.acting_unit import ActingUnit
from rules.play.battle import ACTIVATED, Battle, figure, listed, side_of_path
from rules.play.entries import Modifier
from rules.play.marks import Mark
from rules.text import Text


class Figure(ActingUnit):
    """Who acts or is acted upon."""

    @property
    def called(self) -> Text:
        return self.battle.called(self.path)

    @property
    def is_known(self) -> bool:
        """Whether its attributes are known: what the table adds has them on its card."""
        return "combat" in self.unit.facts

    def attribute(self, key: str) -> int:
        return max(0, figure(self.unit.facts, key))

    def own_modifiers(self, key: str) -> Iterator[Modifier]:
        """What equipment and traumas change of an attribute or of the initiative (ruling otd-46)."""
        for words in listed(self.unit.facts, MODIFIERS):
            attribute, number, name = words.split("/", 2)
            if attribute == key:
                yield Modifier(int(number), Text(name, name))

    def dice(self, key: str) -> Iterator[Modifier]:
        """The dice of an attribute, or of morale, with what changes them."""
        if key == state.MORALE:
            row = self.catalogue.tables["gauges"].rows[state.MORALE]
            yield Modifier.of(row, max(0, self.marked(state.MORALE)))
            yield from self.own_modifiers("psychique")
        else:
            yield Modifier.of(self.catalogue.tables["attributes"].rows[key], self.attribute(key))
            yield from self.own_modifiers(key)

    # --- initiative -------------------------------------------------------------------------------------------------

    def initiative_parts(self) -> Iterator[Modifier]:
        """Réflexes, morale, life, own modifiers, markers: all losses and the highest gain ("Phase d'action")."""
        tables = self.catalogue.tables
        yield from self.dice("reflexes")
        for key in (state.MORALE, state.LIFE):
            yield Modifier.of(tables["gauges"].rows[key], self.marked(key))
        yield from self.own_modifiers(state.INITIATIVE)
        gained = False
        for row in self.marker_rows():
            change = Modifier.of(row, row.figures["initiative"])
            yield change if change.dice < 0 or not gained else change.ignored(row.name)
            gained = gained or change.dice > 0

    def marker_rows(self) -> list[TableRow]:
        """The markers that it has and that change its initiative; each counts once (rulings otd-13, otd-15)."""
        rows = self.catalogue.tables["markers"].rows
        return [
            row for key, row in rows.items() if row.figures["initiative"] and self.marked(state.BOOK_KEYS.get(key, key))
        ]

    @property
    def initiative(self) -> int:
        return sum(part.dice for part in self.initiative_parts() if part.counts)

    @property
    def is_zombie(self) -> bool:
        """Of the table, or a player's character who became one."""
        return state.ZOMBIE in self.unit.facts

    # --- states -----------------------------------------------------------------------------------------------------

    @property
    def is_surrounded(self) -> bool:
        return self.marked(state.FOES) >= self.rule("surrounded").least

    @property
    def is_pinned(self) -> bool:
        return self.marked(state.FOES) >= self.rule("pinned").least

    def surrounded(self) -> Iterator[Modifier]:
        """A die less in each duel of who is surrounded."""
        if self.is_surrounded:
            word = self.catalogue.special_rules["cerne"]
            yield Modifier(self.rule("surrounded").dice, word.name, str(word.cite))

    def stunned(self) -> list[Mark]:
        """What another stun marks: its tokens, or unconsciousness in their place ("Phase de mouvement")."""
        if self.marked(state.STUN) or self.marked(state.UNCONSCIOUS):
            return [self.set(state.STUN, 0), self.set(state.UNCONSCIOUS)]
        return [self.set(state.STUN, self.rule("stun").most)]

    def done(self) -> list[Mark]:
        """The mark that it has had its turn in this phase."""
        return [self.set(ACTIVATED)]


def figures_in(battle: Battle) -> list[str]:
    """The paths of those who have an initiative and still take part."""
    standing = (path for number in range(len(battle.sides)) for path in battle.standing(number))
    return [path for path in standing if "reflexes" in battle.units_by_path[path].facts]


def companions(battle: Battle, path: str) -> list[str]:
    """The paths of all who take part on the side of a unit's team, its own among them."""
    side = side_of_path(path)
    if side is None:
        return [path]
    return [one for number in battle.team(side) for one in battle.standing(number)]


def foes_of(battle: Battle, path: str) -> list[str]:
    """The paths of those of other teams, and of what no list has but tokens."""
    own = set(companions(battle, path))
    others = (other for other in battle.units_by_path if other not in own and not battle.is_down(other))
    is_zombie = side_of_path(path) is None  # no zombie fights another
    return [
        other
        for other in others
        if battle.units_by_path[other].kind not in ((state.TOKEN, state.ZOMBIE) if is_zombie else (state.TOKEN,))
    ]


def team_changes(one: Figure, number: int) -> list[Mark]:
    """The marks that give or take morale of a whole team."""
    markers = one.battle.markers_by_path
    paths = [path for path in companions(one.battle, one.path) if f"{path}/{state.MORALE}" in markers]
    return [Mark.add(f"{path}/{state.MORALE}", number) for path in paths]


def panic_stuns(figure: Figure, marks: Sequence[Mark]) -> Iterator[str]:
    """The paths of those whom these marks stun: Panic reaches their morale and was below it (ruling otd-39)."""
    battle = figure.battle
    for path in dict.fromkeys(mark.path.rpartition("/")[0] for mark in marks):
        if f"{path}/{state.PANIC}" not in battle.markers_by_path:
            continue
        before = [battle.number(f"{path}/{key}") for key in (state.PANIC, state.MORALE)]
        after = [changed(battle, f"{path}/{key}", marks) for key in (state.PANIC, state.MORALE)]
        if is_overcome(*after) and not is_overcome(*before):
            yield path


def is_overcome(panic: int, morale: int) -> bool:
    return panic > 0 and panic >= morale


def changed(battle: Battle, path: str, marks: Sequence[Mark]) -> int:
    """The number at a path after these marks."""
    number = battle.number(path)
    for mark in marks:
        if mark.path == path and isinstance(mark.amount, int):
            number = max(0, number + mark.amount if mark.verb == "add" else mark.amount)
    return number


def with_stuns(figure: Figure, marks: Sequence[Mark]) -> list[Mark]:
    """These marks, with the stuns that Panic brings by them."""
    stuns = (figure.other(path).stunned() for path in panic_stuns(figure, marks))
    return [*marks, *(mark for one in stuns for mark in one)]
