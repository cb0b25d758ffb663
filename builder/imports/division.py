"""Which lines of a typed text are its head, and which belong to which unit."""

from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

from builder.imports.matching import HEAD
from builder.imports.typed_lines import LABELLED, Typed, pieces_of
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
        for line, following in zip_longest(lines, lines[1:]):
            is_title = not title and not units and self.may_be_title(line) and self.is_all_title(line, head)
            if self.vocabulary.is_heading(line):
                head.append(line)
            elif units and not self.is_nameless(line, units[-1]) and self.belongs(line, units[-1]):
                units[-1].append(line)
            elif not units and (is_title or self.is_head(line) or self.is_note(line, following)):
                head.append(line)
                title = title or is_title
            elif units and self.is_remark(line, following):
                units[-1].append(line)
            else:
                units.append([line])
        return head, units

    def is_remark(self, line: Typed, following: Typed | None) -> bool:
        """Whether a line names neither a unit nor anything of the book; a last one may be like something."""
        is_last = line.is_after_gap and following is None
        if line.is_bullet or line.has_points or line.count > 1 or self.has_figures(line):
            return False
        if not is_last and len(line.text.split()) < LEAST_WORDS:
            return False
        matches = map(self.vocabulary.match_any, pieces_of(line.text))
        return not any(match.sure if is_last else match.choices for match in matches)

    def is_nameless(self, line: Typed, unit: Sequence[Typed]) -> bool:
        """Whether a line of nothing but points begins a unit without a name, below one that has its lines."""
        return line.has_points and not line.text and not line.is_bullet and (unit[0].has_points or len(unit) > 1)

    def is_note(self, line: Typed, following: Typed | None) -> bool:
        """Whether a line before the units is a remark on the list, such as a bullet that is followed by a unit."""
        labelled = LABELLED.fullmatch(line.whole)
        if self.is_remark(line, following) or (labelled and labelled[2].isdigit()):
            return True
        if not line.is_bullet or line.is_numbered or line.has_points or line.count > 1 or following is None:
            return False
        return not following.is_bullet and not self.belongs(following, [line])

    def may_be_title(self, line: Typed) -> bool:
        pieces = pieces_of(line.text)
        if line.is_bullet or line.count > 1 or not pieces or self.is_head(line):
            return False
        if any(map(self.vocabulary.is_said_of_units, pieces[1:])) or self.has_figures(line):
            return False
        match = self.vocabulary.match_any(pieces[0])
        return not (match.sure and self.vocabulary.is_type(match.choices[0]))

    def is_labelled(self, line: Typed) -> bool:
        match = LABELLED.fullmatch(line.whole)
        return bool(match and self.vocabulary.label(match[1], *self.kinds.values()))

    def is_all_title(self, line: Typed, head: Sequence[Typed]) -> bool:
        """Whether a line below others of the head says nothing that may be of a unit."""
        return not head or all(map(self.is_of_head, pieces_of(line.text)[1:]))

    def is_of_head(self, piece: str) -> bool:
        return self.vocabulary.match(piece, [HEAD]).sure or self.vocabulary.is_game(piece)

    def has_figures(self, line: Typed) -> bool:
        return any(self.figures.has_any(line.whole, record) for record in self.kinds.values())

    def belongs(self, line: Typed, unit: Sequence[Typed]) -> bool:
        """Whether a line says more of the unit that has these lines."""
        top = unit[0]
        if line.indent > top.indent or (line.is_bullet and not top.is_bullet and not line.is_numbered):
            return True
        if line.indent < top.indent or line.has_points or line.count > 1 or line.is_bullet:
            return False
        pieces = pieces_of(line.text)
        if not pieces or self.vocabulary.label(pieces[0], *self.kinds.values()):
            return True
        if LABELLED.fullmatch(line.whole) and not line.is_after_gap and any(map(self.is_labelled, unit)):
            return True
        is_said = partial(self.vocabulary.is_said_of_units, ready_made=not top.is_numbered)
        return not line.is_after_gap and all(map(is_said, pieces))

    def is_head(self, line: Typed) -> bool:
        pieces = self.vocabulary.pieces(line)
        if line.count > 1 or not pieces or self.figures.all_of(line.whole, self.shape):
            return line.count == 1
        if self.vocabulary.label(pieces[0], self.shape) or any(map(self.vocabulary.is_game, pieces)):
            return True
        return all(map(self.is_of_head, pieces))
