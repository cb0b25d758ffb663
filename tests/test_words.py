"""The French of every text: all of it is there, says the same things with the same figures, and is set as French is."""

import ast
import gettext
import re
import string
from pathlib import Path
from typing import NamedTuple

import polib
import pytest
import yaml
from django.conf import settings
from django.utils import translation
from django.utils.translation.template import templatize

from rules.books import SafeLoader
from rules.registry import GAMES
from tests import make

ROOT = Path(settings.BASE_DIR)
CATALOGUE = ROOT / "locale" / "fr" / "LC_MESSAGES" / "django.po"
RULES = [rule for game in GAMES.values() for rule in game.register.rules.values()]
MARKS = {
    "_",
    "gettext",
    "gettext_lazy",
    "gettext_noop",
    "pgettext",
    "pgettext_lazy",
    "ngettext",
    "ngettext_lazy",
    "npgettext",
}
LITERAL = r"""u?(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')"""
MARKED = re.compile(rf"\b({'|'.join(MARKS)})\(((?:\s*{LITERAL}\s*,?)+)")


class Entry(NamedTuple):
    """One text of a catalogue: its context, itself, its plural, its translations, and the files that say it."""

    context: str | None
    text: str
    plural: str | None
    french: tuple
    place: str


def entries():
    """The catalogue's texts, read from its source."""
    for entry in polib.pofile(str(CATALOGUE)):
        plurals = tuple(entry.msgstr_plural[number] for number in sorted(entry.msgstr_plural))
        place = ", ".join(sorted({file for file, _line in entry.occurrences}))
        yield Entry(entry.msgctxt, entry.msgid, entry.msgid_plural or None, plurals or (entry.msgstr,), place)


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
        words = [arg.value for arg in call.args if isinstance(arg, ast.Constant)]
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


# What docs/wording.md says, as far as a machine can hold it. Patterns match whole words, whatever their case.
BLANK = re.compile(r"%\(\w+\)s|\{.*?\}")
WORD = re.compile(r"[\w{%](?:\u00a0|\S)*")  # a figure and its unit are one
MOST_WORDS = 20
LONGER = ("AK-47, AK-74",)  # the beginnings of sentences that need more words than that
UNUSED = {
    "en": {
        "proverbs": ("whoever", "whose voices", "who (opens|has it|holds it)"),
        "translated word by word": (
            *("(is|are) due", "due in", "belongs? here", "(is|are) the most", "by now", "but for", "anew", "dearer"),
            *("for good", "(take|takes|taken|took) along", "has not the", "not right", "to mind", "goes on on"),
        ),
        "literary": ("lest", "hence", "upon", "amid", "therein", "fares", "befalls?", "forthwith", "thrice"),
        "dice are rolled": (
            r"(throw|throws|thrown|threw)(?=[^.;:]* (\d?D6|dice|die|again)\b)",
            "rolls? again",
        ),
        "per turn": (r"(once|twice|times|each|\d \w+) an? (turn|round|activation|battle|game|mission|fighter|figure)",),
        "terms of docs/wording.md": (
            *("close combat", "findings?", "faults?", "secret links?", "share links?", "gatherings?", "e-mails?"),
            *("user names?", "pieces of news", "erased?", "shot cannons?", "Children of 13", "charts?", "table kit"),
            *("(bring|brings|bringing|brought) back", "(take|takes|taken) back", "break up", "ace pilot"),
            *("head of the list", "throws? again", "marks? (was|were|waits?)"),
        ),
        "American spelling": ("armor", "color", "center", "gray", r"organiz\w+", r"favor\w*"),
    },
    "fr": {
        "proverbs": ("quiconque", r"(?<![^.;:?!] )Qui (a|l’a|le|la|ouvre|veut|tient|possède)(?=[^?]*$)"),
        "translated word by word": (
            *("dû", "dus", "dues?", "ôte[rz]?", "ôtée?s?", "s’en (va|aller)", "à soi", "pour de bon", "tôt ou tard"),
            *(
                "paraît",
                "paraissent",
                "se tire",
                "en est de",
                "(re)?jet(te|tez) (1|les|un|de nouveau)",
                "rejet(te|tez)",
            ),
        ),
        "terms of docs/wording.md": (
            *("courriels?", "liens? secrets?", "liens? de partage", "remarques?", "fautes?", "exemplaires?", "mêlées?"),
            *(
                "armes? à distance",
                "conducteurs?",
                "conductrices?",
                "en-tête",
                "trousse de table",
                "tableau des événements",
            ),
            *("nom d’utilisateur", "effacer", "Enfants du Treize"),
        ),
        "a gender that nobody knows": (r"[^\W\d]+·[^\W\d]+", r"\w+\(e\)\w*", "vous seule?", "êtes connectée?"),
    },
}
# Words of ours that are another game's own: its book prints them.
OWN = {"chain-reaction": "conducteurs?", "of-the-dead": "mêlées?", "reichbusters": "mêlées?|Reichbusters: Projekt Vril"}
# Where the English says a term, the French does.
TERMS = {
    "view links?": "liens? de lecture",
    "edit links?": "liens? de modification",
    "invite links?": "liens? d’invitation",
    "melees?": r"corps à\scorps|mêlées?",
    "ranged weapons?": "armes? de tir",
    "delete forever": "supprim(er|ée?s?) définitivement",
    "restored?": "restaur(er|ez|ée?s?)",
    "undo": "annul(er|ez)",
    "redo": "r(établir|efaire)",
    r"re-roll\w*": r"relan\w+",
    "usernames?": "identifiants?",
    "emails?": "e-mails?",
    "passkeys?": "clés? d’accès",
    "chiefs?": "chefs?",
    "drivers?": "pilotes?|conducteurs?",
    "buckshot cannons?": "canons? à chevrotine",
    "Children of the 13": "Enfants du 13",
    "compact lists?": "fiches? compactes?",
    "campaigns?": "campagnes?",
    "encounter tables?": "tableaux? des rencontres",
    "opponents?": r"advers\w+",
    "risky moves?": "mouvements? risqués?",
}
UNITS = r"(cm|mm|points?|pts?|PC|actions?|pouces?|inches)\b"
SET = {
    "a figure and its unit may part": rf"(\d|\}}|%\(\w+\)s) {UNITS}",
    "a hyphen for a minus": r"(?<![\w\d)}\]’/-])-(?=[\d{])",
    "a typewriter's inches": r'\d"',
}
ENGLISH = r"(?<![=\w])\"(?!>)|'|[«»]"  # quotation marks that are not English, outside of tags
FRENCH = r"'|[“”]|[^\u202f][;?!»]|[^\u202f\d]:(?!\d)|«[^\u202f]|\s\s"
COUNTED = (
    "unit|list|die|dice|wound|turn|round|battle|weapon|fighter|vehicle|zombie|member|issue|slot|seat|card|page|campaign"
    "|gang|character|hero|change|success|day|hour|minute|vote|chapter|box"
)
BUTTON = re.compile(r"<button\b[^>]*>(.*?)</button>", re.DOTALL)
SMALL_WORDS = re.compile(r"\b(the|an?|to|of|my|in|as|les?|la|l|une?|des?|du|d|à|aux?|en|ma|mes)\b")
LONGER_BUTTONS = ()


def walk(value, place):
    """(place, English, French) of each text of a book's file."""
    if isinstance(value, list):
        for one in value:
            yield from walk(one, place)
    elif isinstance(value, dict) and "fr" in value:
        yield place, str(value.get("en") or ""), str(value["fr"] or "")
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from walk(one, f"{place} {value.get('slug', '')} {key}")


def texts_of_books():
    for path in sorted((ROOT / "fixtures").glob("*/*.yaml")):
        yield from walk(yaml.load(path.read_text(encoding="utf-8"), SafeLoader), f"{path.parent.name}/{path.name}")


def texts_of_examples():
    """(document, English, "") of each text that docs/adding-*.md mark in what they work through."""
    for path in sorted((ROOT / "docs").glob("adding-*.md")):
        for text in re.findall(r'\b_\("([^"]+)"', path.read_text(encoding="utf-8")):
            yield path.name, text, ""


BOOKS, EXAMPLES = list(texts_of_books()), list(texts_of_examples())


def pairs():
    """(place, English, French) of all that the catalogue and the books say, without tags and a game's own words."""
    for entry in ENTRIES:
        for english, french in zip((entry.text, entry.plural), entry.french, strict=False):
            yield entry.place, english, french
    yield from BOOKS


def bare(place, text):
    text = re.sub(r"</?\w[^>]*>", "", text)
    own = "|".join(words for game, words in OWN.items() if game in place.replace("_", "-"))
    return re.sub(own, "…", text, flags=re.IGNORECASE) if own else text


PAIRS = [(place, bare(place, english), bare(place, french)) for place, english, french in (*EXAMPLES, *pairs())]


def said(language):
    """(place, text) of all that is said in a language."""
    return [(place, english if language == "en" else french) for place, english, french in PAIRS]


def said_with(pattern, language):
    found = re.compile(pattern).search
    return [(place, text) for place, text in said(language) if found(text)]


@pytest.mark.parametrize(
    ("language", "fault"), [(language, fault) for language in UNUSED for fault in UNUSED[language]]
)
def test_no_text_has_words_that_we_do_not_use(language, fault):
    found = re.compile(rf"(?i)(?<!\w)({'|'.join(UNUSED[language][fault])})(?!\w)").search
    assert [(place, text) for place, text in said(language) if found(BLANK.sub("", text))] == []


@pytest.mark.parametrize("term", TERMS)
def test_a_term_has_one_translation(term):
    english, french = (re.compile(rf"(?i)\b({one})\b").search for one in (term, TERMS[term]))
    without_blanks = ((place, BLANK.sub("", text), words) for place, text, words in pairs())
    assert [row for row in without_blanks if english(row[1]) and not french(row[2])] == []


@pytest.mark.parametrize("language", UNUSED)
def test_sentences_are_short(language):
    long = [
        (place, sentence)
        for place, text in said(language)
        for sentence in re.split(r"(?<=[.?!…])\s+|\n", text)
        if len(WORD.findall(sentence)) > MOST_WORDS and not sentence.startswith(LONGER)
    ]
    assert long == []


@pytest.mark.parametrize("language", UNUSED)
@pytest.mark.parametrize("fault", SET)
def test_figures_are_set_as_in_print(fault, language):
    assert said_with(SET[fault], language) == []


def test_english_is_set_as_english_is():
    assert said_with(ENGLISH, "en") == []


def test_the_french_of_the_books_is_set_as_french_is():
    books = PAIRS[-len(BOOKS) :]
    assert [(place, french) for place, _english, french in books if re.search(FRENCH, french)] == []


def test_a_noun_behind_a_number_has_a_plural():
    found = re.compile(rf"(\{{\w*\}}|%\(\w+\)s) ({COUNTED})(s|es)?\b").search
    without = [entry.text for entry in ENTRIES if not entry.plural] + [text for _document, text, _french in EXAMPLES]
    assert [text for text in without if found(text)] == []


def test_the_french_nought_is_singular():
    assert "plural=(n > 1)" in polib.pofile(str(CATALOGUE)).metadata["Plural-Forms"]


def labels_of_buttons():
    """(template, text) of the texts on the buttons of all templates."""
    for path in sorted((ROOT / "templates").rglob("*.html")):
        for inside in BUTTON.findall(path.read_text(encoding="utf-8")):
            without_notes = re.sub(r"<small.*?</small>|[\w-]+=\"[^\"]*\{%.*?%\}[^\"]*\"", "", inside, flags=re.DOTALL)
            for text in re.findall(r"\{% translate \"([^\"]+)\" %\}", without_notes):
                yield str(path.relative_to(ROOT)), text


def test_buttons_are_a_verb_and_at_most_two_words_more():
    french = {entry.text: entry.french[0] for entry in ENTRIES if not entry.context}
    assert [
        (place, words)
        for place, text in labels_of_buttons()
        for words in (text, french.get(text, ""))
        if len(re.findall(r"\w+", SMALL_WORDS.sub("", words.lower()))) > 3 and text not in LONGER_BUTTONS
    ] == []
