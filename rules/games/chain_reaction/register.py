"""The register of Chain Reaction's checks; the files in `checks/` fill it, a file per chapter of the compendium."""

from functools import partial

from rules.checks import Register

REGISTER = Register(book="Chain Reaction")
check = REGISTER.check
warn = partial(check, level="warning")
check_npc, warn_npc = partial(check, on="npc"), partial(warn, on="npc")
check_figure, warn_figure = partial(check, on=("star", "npc")), partial(warn, on=("star", "npc"))
