"""Templates: how long their lines are, and that a fragment which htmx replaces has the id it is replaced by."""

import re
from pathlib import Path

import pytest

TEMPLATES = Path(__file__).parent.parent / "templates"
LONGEST = 120
TEXT_ALONE = re.compile(
    r"\s*(\{% translate [^%]*%\}|\{% blocktranslate\b((?!\{% endblocktranslate).)*\{% endblocktranslate %\})"
)
FILES = {str(file.relative_to(TEMPLATES)): file for file in sorted(TEMPLATES.rglob("*.html"))}


@pytest.mark.parametrize("name", FILES)
def test_no_line_is_too_long_but_one_text_alone(name):
    lines = enumerate(FILES[name].read_text("utf-8").splitlines(), 1)
    long = [(number, line.strip()) for number, line in lines if len(line) > LONGEST and not TEXT_ALONE.fullmatch(line)]
    assert long == []


TRANSLATED = re.compile(r'\{% blocktranslate.*?\{% endblocktranslate %\}|aria-label="[^"]*"', re.DOTALL)


@pytest.mark.parametrize("name", FILES)
def test_no_colon_is_set_behind_a_text_that_is_translated_without_it(name):
    """French sets a narrow space before it, which only the translation has."""
    text = TRANSLATED.sub("", FILES[name].read_text("utf-8"))
    assert re.findall(r".*[%}]\} ?:(?:\s.*|$)", text) == []


def test_what_an_edit_replaces_is_the_root_of_its_fragment():
    text = FILES["lists/_edit_response.html"].read_text("utf-8")
    partials = re.findall(r'hx-target="#([\w-]+)[^>]*>(.*?)</hx-partial>', text, re.DOTALL)
    found = [(target, name) for target, body in partials for name in fragments(body) if root_id(name) != target]
    assert partials
    assert found == []


def fragments(body):
    """The names of the templates that a part of a template includes; all games' for a part of the game."""
    for name, part in re.findall(r'\{% include (?:"([^"]+)"|parts\.(\w+))', body):
        yield from [name] if name else (one for one in FILES if one.endswith(f"/_{part}.html"))


def root_id(name):
    """The id of a template's first element."""
    tag = re.search(r"<\w(?:\{%.*?%\}|[^>])*>", FILES[name].read_text("utf-8"))
    return re.search(r'\bid="([^"]*)"', tag[0])[1]
