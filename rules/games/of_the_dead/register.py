"""The register of of the dead's checks; the files in `checks/` fill it, a file per chapter of the book."""

from rules.checks import Register

REGISTER = Register(book="of the dead")
