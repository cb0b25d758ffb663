"""What a group comes to."""

from functools import partial

from builder.families.red_button import figures as family
from rules.games.first_wave.play.melee import SurvivorMelee
from rules.games.first_wave.play.shooting import SurvivorShot

SURVIVOR = "survivor"  # named by hand


class Shot(family.ByHand, SurvivorShot):
    """A shot of a survivor."""


figures = partial(family.figures, shot=Shot, melee=SurvivorMelee, targets=(SURVIVOR,), foe=SURVIVOR)
