"""The register of Red Button's Nation's checks; the files in `checks/` fill it, a file per chapter of the book."""

from functools import partial

from rules.checks import Register
from rules.families.red_button.checks import shared_rule

REGISTER = Register(book="RBN v2")
check, rule, report = REGISTER.check, REGISTER.rule, REGISTER.report
warn, require = partial(check, level="warning"), partial(check, requirement=True)
check_fighter, check_vehicle = partial(check, on="fighter"), partial(check, on="vehicle")
shared = partial(shared_rule, REGISTER, "rbn")
