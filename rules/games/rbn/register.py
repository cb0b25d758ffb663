"""The register of Red Button's Nation's checks; the files in `checks/` fill it, a file per chapter of the book."""

from functools import partial

from rules.checks import Register
from rules.text import _

REGISTER = Register(book="RBN v2")
check, rule, report = REGISTER.check, REGISTER.rule, REGISTER.report
warn, require = partial(check, level="warning"), partial(check, requirement=True)
check_fighter, check_vehicle = partial(check, on="fighter"), partial(check, on="vehicle")
NOT_IN_BOOK, TWICE_TAKEN = _("Remove it and choose one from the book."), _("Remove the extra one.")  # hints
