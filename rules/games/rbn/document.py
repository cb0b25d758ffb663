"""Red Button's Nation's part of the roster document: the convoy."""

from dataclasses import dataclass

from rules.families.red_button.document import RedButtonList, shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Convoy(RedButtonList):
    game: str = "rbn"


SHAPE = shape(Convoy, "rbn")
