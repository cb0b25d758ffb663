"""The register of Reichbusters' checks; the files in `checks/` fill it, a file per part of the table."""

from rules.checks import Register

REGISTER = Register(book="Reichbusters")
