"""The register of First Wave's checks, many of which are those of Red Button's Nation: it supplements that book."""

from functools import partial
from typing import Any

from rules.checks import Register, Rule
from rules.games.rbn import checks  # noqa: F401  (fills the register of that book)
from rules.games.rbn.register import REGISTER as RBN

REGISTER = Register(book="First Wave")
check, rule, report = REGISTER.check, REGISTER.rule, REGISTER.report
warn, require = partial(check, level="warning"), partial(check, requirement=True)
check_fighter = partial(check, on="fighter")


def rule_of_rbn(name: str, page: int, rulings: str = "", **others: Any) -> Rule:
    """Register the rule rbn.`name` as fw.`name`, on the page of this book; `others`: what this book says otherwise."""
    model = RBN.rules[f"rbn.{name}"]
    copied = {key: getattr(model, key) for key in ("demand", "hint", "level", "requirement", "refuses")}
    return rule(f"fw.{name}", page=page, rulings=rulings, **copied | others)
