"""The French of every text: all of it is there, says the same things with the same figures, and is set as French is."""

import ast
import gettext
import re
import string
from pathlib import Path
from typing import NamedTuple

import polib
import pytest
from django.conf import settings
from django.utils import translation
from django.utils.translation.template import templatize

from rules.registry import GAMES
from tests import make

ROOT = Path(settings.BASE_DIR)
CATALOGUE = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
RULES = [rule for game in GAMES.values() for rule in game.register.rules.values()]
MARKS = {"_", "gettext", "gettext_lazy", "gettext_noop", "pgettext", "pgettext_lazy", "ngettext", "npgettext"}
LITERAL = r"""u?(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
MARKED = re.compile(rf"\b({'|'.join(MARKS)})\(((?:\s*{LITERAL}\s*,?)+)")


class Entry(NamedTuple):
    """One text of a catalogue: its context, itself, its plural, and its translations."""

    context: str | None
    text: str
    plural: str | None
    french: tuple


def entries():
    """The catalogue's texts, read from its source."""
    for entry in polib.pofile(str(CATALOGUE)):
        plurals = tuple(entry.msgstr_plural[number] for number in sorted(entry.msgstr_plural))
        yield Entry(entry.msgctxt, entry.msgid, entry.msgid_plural or None, plurals or (entry.msgstr,))


ENTRIES = list(entries())


def texts(check):
    """The translations that fail a check, each with what it translates."""
    return [(entry.text, french) for entry in ENTRIES for french in entry.french if not check(entry, french)]


def marked(name, words):
    """What a call marks for translation, as a catalogue keys it: (context, text)."""
    return (words[0], words[1]) if name.startswith(("p", "np")) else (None, words[0])


def marked_in_python(path):
    calls = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]
    for call in calls:
        name = getattr(call.func, "id", None)
        words = [one.value for one in call.args if isinstance(one, ast.Constant)]
        if name in MARKS and words:
            yield marked(name, words)


def marked_in_template(path):
    for name, literals in MARKED.findall(templatize(path.read_text(encoding="utf-8"))):
        yield marked(name, [ast.literal_eval(one) for one in re.findall(LITERAL, literals)])


def test_the_catalogue_holds_the_texts_of_the_sources():
    """Nothing is missing and nothing is left over; `make messages` collects them."""
    python = [path for folder in ("rules", "builder", "config") for path in (ROOT / folder).rglob("*.py")]
    found = {key for path in python for key in marked_in_python(path)}
    found |= {key for path in (ROOT / "templates").rglob("*.*") for key in marked_in_template(path)}
    kept = {(entry.context, entry.text) for entry in ENTRIES}
    assert (found - kept, kept - found) == (set(), set()), "make messages"


def test_every_rule_says_in_french_what_it_demands_and_what_would_help():
    with (CATALOGUE.with_suffix(".mo")).open("rb") as file:
        french = gettext.GNUTranslations(file)._catalog
    assert [rule.id for rule in RULES if not french.get(rule.demand)] == []
    assert [rule.id for rule in RULES if rule.hint and not french.get(rule.hint)] == []


def test_every_rule_that_refuses_or_demands_has_a_way_out():
    assert [rule.id for rule in RULES if (rule.is_prohibition or rule.requirement) and not rule.hint] == []


def test_hints_are_sentences():
    assert [rule.hint for rule in RULES if rule.hint and not re.fullmatch(r"[A-Z].*[^.]\.", rule.hint)] == []


def blanks(text):
    """The blanks that values go into, {name} and %(name)s."""
    return sorted(name for _text, name, *_rest in string.Formatter().parse(text) if name), re.findall(
        r"%\(\w+\)s", text
    )


def test_translations_have_the_blanks_of_their_texts():
    assert texts(lambda entry, french: blanks(french) == blanks(entry.text)) == []


def test_plurals_are_given_in_full():
    assert [entry.text for entry in ENTRIES if len(entry.french) != (2 if entry.plural else 1)] == []


def test_translations_end_as_their_texts_do():
    def end(text):
        return text[-1] if text[-1] in ".?…:" else ""

    assert texts(lambda entry, french: " " not in entry.text or end(french) == end(entry.text)) == []


def test_figures_are_kept():
    """A translation has the figures of its text; where it spells one out or gives one, that is not lost."""

    def figures(text):
        return set(re.findall(r"\d+D6|\d+", re.sub(r"[{%].*?[})]", "", text)))

    assert texts(lambda entry, french: figures(entry.text) <= figures(french)) == []


@pytest.mark.parametrize(
    ("fault", "pattern"),
    [
        ("a typewriter's apostrophe", "'"),
        ("English quotation marks; inches may stay", r'[“”]|(?<![}\d])"'),
        ("no narrow space before a colon, a semicolon, a mark or a closing quotation", r"[^\u202f][;!?»]|[^\u202f\d]:"),
        ("no narrow space after an opening quotation", r"«[^\u202f]"),
        ("two spaces", r"\s\s"),
        ("an address as to a friend", r"\b([Tt]u|[Tt]oi|[Tt]es|[Tt]on)\b"),
    ],
)
def test_french_is_set_as_french_is(fault, pattern):
    assert texts(lambda _entry, french: not re.search(pattern, french)) == [], fault


def test_a_finding_speaks_french_with_its_numbers():
    document = make.convoy(make.fighter("arc", T=5, count=9), budget=300, faction="mutants")
    message = next(one.message for one in make.judge(document).findings if one.rule.id == "rbn.mutant-ranged-half")
    with translation.override("fr"):
        assert message.into("fr", translation.gettext) == (
            "Combattants avec arme de tir\u202f: 9 sur 11, la moitié au plus. À ajouter sans arme de tir\u202f: 7."
        )
    with translation.override("en"):
        assert message.into("en", translation.gettext) == (
            "Fighters with a ranged weapon: 9 of 11, half at most. To add without one: 7."
        )
