"""The lines of a text typed by hand: without bullets, markup, points and counts, which are told apart."""

import re
from dataclasses import dataclass

from rules.shapes import Refused
from rules.text import _

BULLET = re.compile(r"\s*(?:[-–—*•◦‣>●○▪+.]|\d{1,3}[.)]|#\d{1,3}[.:)]?)\s+")
HEADING = re.compile(r"\s*(?:#{1,6}\s|(\++|=+)\s.*\1\s*$)")  # "## Vehicles", "+ Vehicles [110 pts] +"
MARKUP = re.compile(r"\*\*|__|^#+\s|\[/?[a-z]\]|^\s*[-+=~#*_]{2,}|[-+=~#*_]{2,}\s*$")
COUNT = re.compile(r"(?:(\d{1,3})\s*[x×*]\s+|[x×](\d{1,3})\s+(?=\w)|(\d{1,2})\s+(?=\w))", re.IGNORECASE)
COUNT_BEHIND = re.compile(r"\s+\(?[x×]\s?(\d{1,3})\)?(?=$|\s*[-–—,:;(])", re.IGNORECASE)
POINTS = re.compile(
    r"[\[(]?\s*\b\d{1,5}(?:\s*/\s*(\d{1,5}))?\s*(?:pts?|pc|points?|pp)\b\.?\s*[\])]?|[\[(]\s*\d{1,5}(?:\s*/\s*(\d{1,5}))?\s*[\])]"
    r"|\b\d{1,5}\s*/\s*(\d{2,5})\b|[=:]\s*\d{1,5}\s*$",
    re.IGNORECASE,
)
SEPARATORS = re.compile(r"[,;+/|•()\[\]·`]|\s[-–—]\s|\.\s|:\s|:$|\s(?:avec|with|w/)\s")
CONJUNCTIONS = re.compile(r"\s(?:et|and|&|ainsi que|plus)\s", re.IGNORECASE)
ARTICLES = re.compile(
    r"^(?:(?:une?|des|du|le|la|les|an?|the|son(?! of)|sa|ses|mon|ma|mes|my)\s+|[ld]['’])", re.IGNORECASE
)
COLUMN = re.compile(r"(?<=\S) *\t+ *(?=\S)")  # between two cells of a table
QUOTE = "\u201c"
QUOTED = re.compile(r"[\"«“„]\s*([^\"«»“”„]{1,200}?)\s*[\"»”“]")
RULES = " \t-=_*|:+"  # of which lines are made that only part others
STRIPPED = " .'’\"«»”\u00a0"
MOST_CHARACTERS, MOST_LINES = 100_000, 1_000
LABELLED = re.compile(r"([^\W\d][^:,;.]{1,30}?)\s?:(?:\s+|$)(.*)")  # "Skills: healer"
MOST_PIECES = 60  # of a line
LONGEST_LINE = 2_000


@dataclass(slots=True)
class Typed:
    """A line: as it is, without markup and bullet (`whole`), and without points and count, too (`text`)."""

    number: int
    line: str
    whole: str
    text: str
    indent: int
    is_bullet: bool
    is_numbered: bool
    count: int
    has_points: bool
    budget: int | None = None
    is_after_gap: bool = False
    is_heading: bool = False


def check_length(length: int) -> None:
    """Raises `Refused` where so many characters are more than somebody types."""
    if length > MOST_CHARACTERS:
        raise Refused(_("Length of a typed list: {most} maximum."), most=MOST_CHARACTERS)


def typed_lines(text: str) -> list[Typed]:
    """The lines that say something. Raises `Refused` where they are too many."""
    check_length(len(text))
    lines, gap = [], False
    for number, line in enumerate(text.splitlines()):
        if not line.strip(RULES):
            gap = True
            continue
        lines.append(typed_line(number, line[:LONGEST_LINE]))
        lines[-1].is_after_gap, gap = gap, False
        if len(lines) > MOST_LINES:
            raise Refused(_("Too many lines: {most} maximum."), most=MOST_LINES)
    return lines


def typed_line(number: int, line: str) -> Typed:
    plain = MARKUP.sub("", COLUMN.sub(" | ", line).expandtabs(4))
    bullet = BULLET.match(plain)
    whole = plain[bullet.end() :] if bullet else plain.strip()
    budgets = [int(number) for match in POINTS.finditer(whole) for number in match.groups() if number]
    text, count = POINTS.sub(" ", whole).strip(" \t-–—:="), 1
    if match := COUNT.match(text) or COUNT_BEHIND.search(text):
        count = max(1, int(next(filter(None, match.groups()))))
        text = (text[: match.start()] + text[match.end() :]).strip()
    return Typed(
        number=number,
        line=line,
        whole=whole,
        text=text,
        indent=len(plain) - len(plain.lstrip()),
        is_bullet=bool(bullet),
        is_numbered=bool(bullet) and any(map(str.isdigit, bullet[0] if bullet else "")),
        count=count,
        has_points=bool(POINTS.search(whole)),
        budget=next(iter(budgets), None),
        is_heading=bool(HEADING.match(line)),
    )


def pieces_of(text: str) -> list[str]:
    """What stands between commas and the like; what stood in quotation marks begins with `QUOTE`."""
    parted = QUOTED.sub(lambda match: f",{QUOTE}{match[1]},", text)
    pieces = (piece.strip(STRIPPED) for piece in SEPARATORS.split(parted))
    return [piece for piece in pieces if piece.strip(QUOTE)][:MOST_PIECES]


def counted(piece: str) -> tuple[int, str]:
    """("2 grenades" -> 2, "grenades"); without an article."""
    match = COUNT.match(piece) or COUNT_BEHIND.search(piece)
    count = int(next(filter(None, match.groups()))) if match else 1
    name = (piece[: match.start()] + piece[match.end() :]) if match else piece
    return min(count, 40), ARTICLES.sub("", name.strip())
