"""The register of First Wave's checks."""

from functools import partial

from rules.checks import Register
from rules.families.red_button.checks import shared_rule

REGISTER = Register(book="First Wave")
check, rule, report = REGISTER.check, REGISTER.rule, REGISTER.report
warn, require = partial(check, level="warning"), partial(check, requirement=True)
check_fighter = partial(check, on="fighter")
shared = partial(shared_rule, REGISTER, "fw")
