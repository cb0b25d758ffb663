"""A shot as it is chosen: weapon, shooter, targets, each with its dice."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.games.rbn.play.guns import Gun
from rules.games.rbn.play.targets import Target
from rules.play.actions import Reason
from rules.play.entries import Modifier
from rules.play.pools import Pool

AREA, BURST = "degats-de-zone", "rafale"
MOST_TARGETS = 4  # that the form of one shot takes


def shares_dice(gun: Gun) -> bool:
    """Whether its dice may be shared out among targets (RBN p. 21)."""
    return BURST in gun.item.rules


@dataclass(frozen=True)
class Aim:
    """A target with its dice.

    modifiers -- where the dice come from
    side      -- of a vehicle: front, driver, passenger, side or rear
    """

    target: Target
    modifiers: Sequence[Modifier]
    pool: Pool
    side: str = ""

    def reasons(self, named: bool) -> Iterator[Reason]:
        """A line for each modifier; `named`: with the target, where a shot has several."""
        yield from (one.reason(self.target.name if named else None) for one in self.modifiers)


@dataclass(frozen=True)
class Shot:
    """A shot before it is rolled.

    path    -- of the unit that acts: a fighter, or a vehicle with its gun
    shooter -- the path of who fires, "ai" for an artificial intelligence
    rounds  -- the slug of what is loaded, "" for ordinary rounds
    band    -- normal, long, or "" for a template
    post    -- where a fighter fires from: on-foot, driver, passenger
    need    -- T; None for who cannot shoot
    melee   -- the target is in a melee, with the ally at the path `ally` ("" for none)
    shared  -- where the dice come from that a burst shares out among several targets
    """

    path: str
    shooter: str
    gun: Gun
    rounds: str
    band: str
    post: str
    need: int | None
    aims: tuple[Aim, ...]
    melee: bool = False
    ally: str = ""
    shared: tuple[Modifier, ...] = ()
    reaction: bool = False

    @property
    def fired(self) -> tuple[Aim, ...]:
        """The targets that it has dice for: no others are shot at (RBN p. 19)."""
        return tuple(aim for aim in self.aims if aim.pool.number)

    def reasons(self) -> Iterator[Reason]:
        """Where all its dice come from."""
        yield from (one.reason() for one in self.shared)
        for aim in self.aims:
            yield from aim.reasons(len(self.aims) > 1)
