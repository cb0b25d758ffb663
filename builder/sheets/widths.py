"""How wide text is at most, in ems of the sheet's two faces: what decides, before printing, how many lines it takes."""

from functools import cache

# Bivouac Sans, regular or semi-bold, whichever is wider; a test compares them with the font.
GROUPS = {
    0.20: " \u00a0\u202f\u2009",
    0.28: "',.:;|¦ijl·ìíîïĩīĭįıĵĺļ‘’‚",
    0.32: "!f¡IÌÍÎÏĨĪĬĮİ‹›",
    0.38: "()-[]{}ł‐‑•/\\ª°rt²³¹ºŕŗřţťŧț",
    0.46: "*sśŝşšș?z«®»¿źżž",
    0.50: 'cxçćĉċč–"J_vyýÿĴŷ“”„',
    0.52: "#$+0123456789<=>FLY^aeg~¢£¤¥§¬±×Ýàáâãäåèéêë÷āăąēĕėęěĝğġģĹĻĽĿŶŸ−≈≠≤≥",
    0.56: "EVXZkÈÉÊËĒĔĖĘĚĳķĸŁŹŻŽAST`hnouðñòóôõöøùúûüÀÁÂÃÄÅĀĂĄĥńņňŋōŏőŚŜŞŠŢŤŦũūŭůűųȘȚ",
    0.60: "CbdpqµÇþĆĈĊČđħĲBKPR¶ÞďĶŔŖŘ●",
    0.64: "ß←↑→↓&DGĎĜĞĠĢ✓",
    0.68: "NUÐÑÙÚÛÜĐŃŅŇŊŨŪŬŮŰŲHOQÒÓÔÕÖØĤŌŎŐ",
    0.80: "ĦMw©ŵæW¼Ŵ—",
    0.88: "¾½Æœ%mŒ@",
    0.98: "…◻⬚◉◯⌖",
}
WIDTHS = {letter: width for width, letters in GROUPS.items() for letter in letters}
LATIN, STRANGER, PHRASE = 1.00, 1.45, 12.0  # other Latin letters; other writing; whole phrases in one sign
# The condensed face of names against the widths above: its letters and figures, and everything else.
TITLE_LETTERS, TITLE_SIGNS = 0.98, 1.25


@cache
def letter_width(letter):
    known = WIDTHS.get(letter)
    if known is not None:
        return known
    code = ord(letter)
    if code < 0x250:
        return LATIN
    return PHRASE if 0xFDF0 <= code <= 0xFDFF else STRANGER


@cache
def title_width(letter):
    plain = letter in WIDTHS and letter.isalnum()
    return letter_width(letter) * (TITLE_LETTERS if plain else TITLE_SIGNS)


def width(text, size, of=letter_width):
    """The width of `text` in points, at most, in letters of `size` points."""
    return sum([of(letter) for letter in text]) * size


def broken(text, size, widths, of=letter_width):
    """Where `text` is broken at the latest: the index at which each line begins.

    widths -- a function from the number of a line to its width in points.
    Words are parted by spaces; what is wider than a line is broken anywhere, as the stylesheet has it.
    """
    starts, room, at = [0], widths(0), 0
    space = of(" ") * size
    for word in text.split(" "):
        need = width(word, size, of)
        fresh = at == starts[-1]
        if not fresh:
            room -= space
        if need > room and not fresh:
            starts.append(at)
            room = widths(len(starts) - 1)
        if need > room:
            room = break_word(word, at, starts, room, widths, size, of)
        else:
            room -= need
        at += len(word) + 1
    return starts


def break_word(word, at, starts, room, widths, size, of):
    """Break a word that no line holds; adds to `starts`, answers the room left on its last line."""
    for offset, letter in enumerate(word):
        need = of(letter) * size
        if need > room and at + offset > starts[-1]:
            starts.append(at + offset)
            room = widths(len(starts) - 1)
        room -= need
    return room
