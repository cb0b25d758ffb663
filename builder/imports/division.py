"""Which lines of a typed text are its head, and which belong to which unit."""

from collections.abc import Sequence

from builder.imports.matching import HEAD
from builder.imports.typed_lines import Typed, pieces_of
from builder.imports.vocabulary import Vocabulary

LEAST_WORDS = 3  # of a line that is a remark rather than the name of a unit


class Division:
    """Parts the lines of one text."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.figures, self.shape, self.kinds = vocabulary.figures, vocabulary.shape, vocabulary.kinds

    def of(self, lines: Sequence[Typed]) -> tuple[list[Typed], list[list[Typed]]]:
        """The lines of the head, and those of each unit."""
        head: list[Typed] = []
        units: list[list[Typed]] = []
        title = False
        for line in lines:
            is_title = not title and not units and self.may_be_title(line)
            if units and self.belongs(line, units[-1][0]):
                units[-1].append(line)
            elif not units and (is_title or self.is_head(line)):
                head.append(line)
                title = title or is_title
            elif units and self.is_remark(line):
                units[-1].append(line)
            else:
                units.append([line])
        return head, units

    def is_remark(self, line: Typed) -> bool:
        """Whether a line names neither a unit nor anything of the book."""
        if line.is_bullet or line.has_points or line.count > 1 or len(line.text.split()) < LEAST_WORDS:
            return False
        known = (self.vocabulary.match_any(piece).choices for piece in pieces_of(line.text))
        return not any(known) and not any(self.figures.has_any(line.whole, record) for record in self.kinds.values())

    def may_be_title(self, line: Typed) -> bool:
        pieces = pieces_of(line.text)
        if line.is_bullet or line.count > 1 or not pieces or self.is_head(line):
            return False
        match = self.vocabulary.match_any(pieces[0])
        return not (match.sure and self.vocabulary.is_type(match.choices[0]))

    def belongs(self, line: Typed, top: Typed) -> bool:
        """Whether a line says more of the unit that begins with the line `top`."""
        if line.indent > top.indent or (line.is_bullet and not top.is_bullet and not line.is_numbered):
            return True
        if line.indent < top.indent or line.has_points or line.count > 1 or line.is_bullet:
            return False
        pieces = pieces_of(line.text)
        if not pieces or self.vocabulary.label(pieces[0], *self.kinds.values()):
            return True
        return not line.is_after_gap and all(self.vocabulary.is_said_of_units(piece) for piece in pieces)

    def is_head(self, line: Typed) -> bool:
        pieces = pieces_of(line.text)
        if line.count > 1 or not pieces or self.figures.all_of(line.whole, self.shape):
            return line.count == 1
        return bool(self.vocabulary.label(pieces[0], self.shape)) or all(
            self.vocabulary.match(piece, [HEAD]).sure or self.vocabulary.is_game(piece) for piece in pieces
        )
