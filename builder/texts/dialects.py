"""How the lines of a list's full text are marked up for where it is pasted, and how the markup is taken off again."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from builder.texts.lines import Line, Role

JOINER = "\u200b"  # an invisible sign that keeps others from having a meaning; no text that stands for itself has it
PUNCTUATION = re.compile(r"([\\`*_\[\]<>~|&$])")
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass(frozen=True)
class Dialect:
    """A markup.

    marks   -- "{}" with the marks around what stands there, by the role of a line; others are as they are
    label   -- the marks around the label of a field
    escape, unescape -- a text so that nothing in it is markup, and back
    begins  -- the marks that a text in this dialect begins with
    """

    marks: dict[Role, str] = field(default_factory=dict)
    label: str = "{}"
    escape: Callable[[str], str] = str
    unescape: Callable[[str], str] = str
    begins: str = ""

    def write(self, line: Line) -> str:
        label, rest = self.escape(line.label), self.escape(line.text.removeprefix(line.label))
        word = line.label.rstrip(" :\u00a0")
        if word:
            label = label.replace(self.escape(word), self.label.format(self.escape(word)), 1)
        return self.marks.get(line.role, PLAIN_MARKS[line.role]).format(label + rest)

    def plain(self, line: str) -> str:
        """A line without its markup, as `PLAIN` writes it."""
        for role, marks in sorted((PLAIN_MARKS | self.marks).items(), key=lambda pair: -len(pair[1])):
            content = between(marks.rstrip(), line.rstrip())
            if content is not None:
                return PLAIN_MARKS[role].format(self.unescape(self.without_label_marks(content)))
        return self.unescape(line)

    def without_label_marks(self, content: str) -> str:
        before, after = self.label.split("{}")
        if before and content.startswith(before):
            return content.removeprefix(before).replace(after, "", 1)
        return content


def between(marks: str, line: str) -> str | None:
    """What stands between marks; None where the line has not both."""
    before, after = marks.split("{}")
    if not (line.startswith(before) and line.endswith(after) and len(line) >= len(before) + len(after)):
        return None
    return line[len(before) : len(line) - len(after)]


def backslashes(text: str) -> str:
    return PUNCTUATION.sub(r"\\\1", text)


def without_backslashes(text: str) -> str:
    return ESCAPED.sub(r"\1", text)


PLAIN_MARKS = dict.fromkeys(Role, "{}") | {Role.ENTRY: "- {}", Role.QUOTE: "> {}"}
PLAIN = Dialect()
MARKDOWN = Dialect(
    {
        Role.TITLE: "# {}",
        Role.GAME: "*{}*  ",
        Role.UNIT: "## {}",
        Role.FIELD: "- {}",
        Role.ENTRY: "    - {}",
        Role.QUOTE: "    > {}",
    },
    label="**{}**",
    escape=backslashes,
    unescape=without_backslashes,
    begins="# ",
)
DISCORD = Dialect(
    {Role.TITLE: "**{}**", Role.UNIT: "**{}**"},
    escape=lambda text: backslashes(text).replace("@", "@" + JOINER),
    unescape=lambda text: without_backslashes(text.replace("@" + JOINER, "@")),
    begins="**",
)
BBCODE = Dialect(
    {Role.TITLE: "[b]{}[/b]", Role.UNIT: "[b]{}[/b]"},
    label="[i]{}[/i]",
    escape=lambda text: text.replace("[", "[" + JOINER),
    unescape=lambda text: text.replace("[" + JOINER, "["),
    begins="[b]",
)
MARKED_UP = (MARKDOWN, DISCORD, BBCODE)


WRAPPED = "↩"  # at the end of a line that goes on in the next message
BETWEEN_MESSAGES = "---"
LONGEST_MESSAGE = 1_999  # characters, as UTF-16 counts them
UNITS_OF_16_BITS = "utf-16-le"


def messages(lines: Iterable[Line], dialect: Dialect) -> list[str]:
    """The text as messages of at most 1,999 characters, parted before units where that is possible."""
    blocks: list[str] = []
    for line in lines:
        if line.role == Role.GAP or not blocks:
            blocks.append("")
        blocks[-1] += dialect.write(line) + "\n"
    packed: list[str] = []
    for piece in (piece for block in blocks for piece in pieces(block)):
        if packed and length(packed[-1] + piece) <= LONGEST_MESSAGE:
            packed[-1] += piece
        else:
            packed.append(piece.lstrip("\n"))
    return packed


def pieces(block: str) -> Iterator[str]:
    """A block that is short enough, else its lines, each in parts that are."""
    if length(block) <= LONGEST_MESSAGE:
        yield block
        return
    for line in block.splitlines(keepends=True):
        while length(line) > LONGEST_MESSAGE:
            end = LONGEST_MESSAGE // 2
            end = line.rfind(" ", 0, end) + 1 or end
            yield line[:end] + WRAPPED + "\n"
            line = line[end:]
        yield line


def length(text: str) -> int:
    return len(text.encode(UNITS_OF_16_BITS)) // 2


def unwrapped(lines: Sequence[str]) -> list[str]:
    """The lines with those that were parted put together; "" stands where a later part was."""
    whole: list[str] = []
    last = 0
    for number, line in enumerate(lines):
        is_part = whole and whole[last].endswith(WRAPPED)
        if is_part and line.strip() not in ("", BETWEEN_MESSAGES):
            whole[last] = whole[last].removesuffix(WRAPPED) + line
            whole.append("")
        else:
            last = last if is_part else number
            whole.append("" if is_part else line)
    return whole


def written(lines: Iterable[Line], dialect: Dialect = PLAIN) -> str:
    return "".join(dialect.write(line) + "\n" for line in lines)


def without_markup(lines: Sequence[str]) -> list[str]:
    """The lines of a list in any dialect as `PLAIN` writes them."""
    first = next((line for line in lines if line.strip()), "")
    dialect = next((dialect for dialect in MARKED_UP if first.startswith(dialect.begins)), PLAIN)
    return [dialect.plain(line) for line in lines]
