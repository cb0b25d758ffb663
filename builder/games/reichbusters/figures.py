"""What a team comes to in dice, wounds and actions; dice are counted, for the book prints no faces of theirs."""

from collections.abc import Iterable, Iterator, Sequence

from builder.battles.battle_file import begun_alone
from builder.figures.spec import FigureTable
from builder.lists.loaded import LoadedRoster
from rules.games.reichbusters.analysis import DOWN_AT, TeamAnalysis
from rules.games.reichbusters.play.book import play_of
from rules.games.reichbusters.play.state import Arm, may_be_attacked
from rules.games.reichbusters.play.tests import arms
from rules.play.acting_unit import ActingUnit
from rules.text import Message, Text, _

ZONES = (0, 1, 2, 3)
NOTHING = Arm(-1, 0, "", 0, 0, 0, 0, "", ())


def figures(loaded: LoadedRoster) -> Iterator[FigureTable]:
    context = begun_alone(loaded)
    heroes = [ActingUnit.of(context, path) for path in may_be_attacked(context.battle)]
    yield attack(heroes)
    yield resilience(loaded)
    yield actions(loaded)


def attack(heroes: Sequence[ActingUnit]) -> FigureTable:
    """The dice of the best attack of each hero, by how many zones away its target is (p. 16)."""
    best = [[strongest(arms(hero).values(), zones) for hero in heroes] for zones in ZONES]
    rows = tuple(
        (name, tuple(sum(getattr(arm, dice) or 0 for arm in attacks) for attacks in best))
        for name, dice in ((_("Attack dice"), "attack"), (_("Vril dice"), "vril"), (_("Noise dice"), "noise"))
    )
    columns = (_("In its zone"), _("1 zone"), _("2 zones"), _("3 zones"))
    text = _("Dice of one attack per hero, with the weapon that has most. Only figures that you wrote in.")
    return FigureTable(_("Attack"), columns, rows if heroes else (), text)


def strongest(choices: Iterable[Arm], zones: int) -> Arm:
    """The weapon with most dice of those that reach; the quietest of several."""
    reaching = [arm for arm in choices if arm.reaches(zones)]
    return max(reaching, key=lambda arm: (arm.dice, -(arm.noise or 0)), default=NOTHING)


def resilience(loaded: LoadedRoster) -> FigureTable:
    """How many heroes are up, their defence dice, the lasting wounds that they take (ruling rb-11), heroism."""
    team: TeamAnalysis = loaded.analysis  # type: ignore[assignment]
    up = [unit for unit in team.units if not unit.down]
    numbers = (
        (_("Heroes"), len(up)),
        (_("Defence dice"), sum(unit.unit.defense or 0 for unit in up)),
        (_("Lasting wounds until all are down"), sum(DOWN_AT - max(0, unit.unit.wounds) for unit in up)),
        *((heroism(row.name), team.heroism[kind]) for kind, row in team.context.heroism.items()),
    )
    return FigureTable(_("Resilience"), (_("Number"),), tuple((name, (number,)) for name, number in numbers if number))


def heroism(name: Text) -> Message:
    return Message(_("Heroism: {name}"), {"name": name})


def actions(loaded: LoadedRoster) -> FigureTable:
    """What a round has room for, and what is left of the mission (p. 8, 9, 20)."""
    team: TeamAnalysis = loaded.analysis  # type: ignore[assignment]
    numbers = (
        (_("Base actions per round"), len(team.units) * (play_of(loaded.catalogue).rules["base-actions"].most or 0)),
        (_("Enemy turns per round"), team.enemy_turns),
        (_("Maximum rounds"), team.rounds or 0),
        (_("Action cards"), sum(unit.deck for unit in team.units)),
    )
    return FigureTable(_("Pace"), (_("Number"),), tuple((name, (number,)) for name, number in numbers if number))
