"""The register of of the dead's checks; the files in `checks/` fill it, a file per chapter of the book."""

from functools import partial

from rules.checks import Register

REGISTER = Register(book="of the dead")
check = REGISTER.check
warn = partial(check, level="warning")
check_character, warn_character = partial(check, on="character"), partial(warn, on="character")
