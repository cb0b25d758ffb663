"""Templates: how long their lines are, and that a fragment which htmx replaces has the id it is replaced by."""

import re
from pathlib import Path

TEMPLATES = Path(__file__).parent.parent / "templates"
LONGEST = 120
TEXT_ALONE = re.compile(
    r"\s*(\{% translate [^%]*%\}|\{% blocktranslate\b((?!\{% endblocktranslate).)*\{% endblocktranslate %\})"
)
TEXTS = {str(file.relative_to(TEMPLATES)): file.read_text("utf-8") for file in sorted(TEMPLATES.rglob("*.html"))}


def test_no_line_is_too_long_but_one_text_alone():
    lines = [(name, *line) for name, text in TEXTS.items() for line in enumerate(text.splitlines(), 1)]
    assert [line for line in lines if len(line[2]) > LONGEST and not TEXT_ALONE.fullmatch(line[2])] == []


TRANSLATED = re.compile(r'\{% blocktranslate.*?\{% endblocktranslate %\}|aria-label="[^"]*"', re.DOTALL)


def test_no_colon_is_set_behind_a_text_that_is_translated_without_it():
    """French sets a narrow space before it, which only the translation has."""
    texts = {name: TRANSLATED.sub("", text) for name, text in TEXTS.items()}
    faults = {name: re.findall(r".*[%}]\} ?:(?:\s.*|$)", text) for name, text in texts.items()}
    assert {name: lines for name, lines in faults.items() if lines} == {}


def test_what_an_edit_replaces_is_the_root_of_its_fragment():
    text = TEXTS["lists/_edit_response.html"]
    partials = re.findall(r'hx-target="#([\w-]+)[^>]*>(.*?)</hx-partial>', text, re.DOTALL)
    found = [(target, name) for target, body in partials for name in fragments(body) if root_id(name) != target]
    assert partials
    assert found == []


def fragments(body):
    """The names of the templates that a part of a template includes; all games' for a part of the game."""
    for name, part in re.findall(r'\{% include (?:"([^"]+)"|game\|part:"(\w+)")', body):
        yield from [name] if name else (text for text in TEXTS if text.endswith(f"/_{part}.html"))


def root_id(name):
    """The id of a template's first element."""
    tag = re.search(r"<\w(?:\{%.*?%\}|[^>])*>", TEXTS[name])
    return re.search(r'\bid="([^"]*)"', tag[0])[1]
