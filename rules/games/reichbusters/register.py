"""The register of Reichbusters' checks; the files in `checks/` fill it, a file per part of the table."""

from functools import partial

from rules.checks import Register

REGISTER = Register(book="Reichbusters")
check = REGISTER.check
warn = partial(check, level="warning")
check_hero, warn_hero = partial(check, on="hero"), partial(warn, on="hero")
