"""What the book's entries say in both languages, where they once said something else than the compendium."""

import pytest

from rules.catalogue import Reminder
from rules.text import Text
from tests.rules.chain_reaction import make

BOOK = make.BOOK


def said(entry):
    """All texts of an entry and of its rows of two columns, by language."""
    columns = entry.rows if isinstance(entry, Reminder) else ()
    texts = [entry.text, entry.card, *[text for row in columns for text in (row.left, row.right)]]
    return Text(" ".join(text.fr for text in texts), " ".join(text.en for text in texts))


def row(table, slug):
    return BOOK.tables[table].rows[slug]


STATEMENTS = [
    (row("tests", "focus"), "à égalité, la plus proche", "on a tie, the nearest"),
    (
        BOOK.reminders["tests"],
        "2D6 la plus proche ; à égalité, la plus proche",
        "2D6 the nearest; on a tie, the nearest",
    ),
    (row("tests", "pris-pour-cible"), "plonge s’il est à couvert, se couche", "dives if in cover, goes prone"),
    (row("tests", "recevoir-une-charge"), "plonge s’il est à couvert, se couche", "dives if in cover, goes prone"),
    (row("tests", "pris-pour-cible"), "à couvert plonge, à découvert se couche", "in cover dives, in the open prone"),
    (
        row("tests", "recevoir-une-charge"),
        "à couvert plonge, à découvert se couche",
        "in cover dives, in the open prone",
    ),
    (BOOK.reminders["tests"], "à couvert plonge, à découvert se couche", "in cover dives, in the open prone"),
    (row("tests", "recevoir-une-charge"), 'seulement vers un couvert à moins de 3"', 'only to cover within 3"'),
    (
        BOOK.reminders["tests"],
        'à découvert, surclassé en mouvement, plonge (rapide : si couvert à moins de 3"), sinon continue',
        'in the open, outgunned on the move, dives (fast: if cover within 3"), else goes on',
    ),
    (BOOK.reminders["tests"], "de flanc ou de dos, fuit", "from flank or rear, flees"),
    (BOOK.reminders["corps-a-corps"], 'recul d’au moins 1"', 'back at least 1"'),
    (BOOK.reminders["blesses"], "une Star peut le garder", "a Star may keep it"),
    (BOOK.reminders["grenades"], "par-dessus un mur", "over a wall"),
    (BOOK.reminders["gilet"], "quand un tir touche", "when a shot hits"),
    (row("advantages", "nerfs-d-acier"), "(cr-44)", "(cr-44)"),
    (row("cars", "virage-rapide"), "tout à fait hors de la route", "wholly off the road"),
    (row("modes", "zombies"), "Une arme à feu fait un bruit près du tireur", "A firearm makes a noise by the shooter"),
    (BOOK.special_rules["bruit"], "une grenade ou un mortier au point d’impact", "a grenade or a mortar where it hits"),
    (BOOK.tables["mortars"], "si un servant le voit ou si un ami", "if one of the crew sees it, or a friend"),
    (
        BOOK.tables["mortars"],
        "6 pouces des servants ou leur parle par radio",
        "6 inches of the crew or speaks to them by radio",
    ),
    (row("distances", "blesse"), "REP −1 (cr-32)", "REP −1 (cr-32)"),
    (BOOK.reminders["blesses"], "REP −1 (cr-32)", "REP −1 (cr-32)"),
    (row("advantages", "bons-reflexes"), "un 6 y échoue toujours", "a 6 still fails"),
    (row("distances", "zombie"), "Contourne toujours les obstacles (cr-33)", "Always goes around obstacles (cr-33)"),
    (row("modes", "zombies"), "en contournant les obstacles (cr-33)", "around obstacles (cr-33)"),
    (BOOK.reminders["zombies"], "en contournant les obstacles (cr-33)", "around obstacles (cr-33)"),
    (row("tests", "tir-desespere"), "À REP 1, un 6 ne fait que 7", "At REP 1 a 6 only makes 7"),
    (BOOK.special_rules["tir-desespere"], "À REP 1, jamais", "Never at REP 1"),
    (BOOK.reminders["tir"], "jamais à REP 1", "never at REP 1"),
    (BOOK.reminders["tests"], "à couvert ou dans un bâtiment", "in cover or a building"),
    (row("tests", "perte-du-chef"), "à n’importe quelle distance, vu ou non", "at any distance, seen or not"),
]


@pytest.mark.parametrize(("entry", "french", "english"), STATEMENTS)
def test_an_entry_says_what_the_book_says(entry, french, english):
    assert (french in said(entry).fr, english in said(entry).en) == (True, True)


@pytest.mark.parametrize("entry", [BOOK.reminders["explosions"], BOOK.rulings["cr-24"]])
def test_explosions_outgun_by_the_chapter_on_mortars(entry):
    assert entry.cite.heading == "Les mortiers"


def test_the_only_weapons_without_noise_are_no_firearms():
    quiet = {slug for name in BOOK.tables for slug, one in rows_of_weapons(name) if not one.figures["noise"]}
    assert quiet == {
        "arc",
        "arme-de-corps-a-corps",
        "arme-de-corps-a-corps-improvisee-a-deux-mains",
        "arme-de-corps-a-corps-improvisee-a-une-main",
        "baionnette",
        "epee",
        "lance",
        "tomahawk-couteau",
    }


def rows_of_weapons(name):
    return BOOK.tables[name].rows.items() if name.startswith("weapons-") else ()


@pytest.mark.parametrize(
    ("slug", "heading", "french"),
    [
        ("cr-32", "Peut-on transporter une figurine blessée ?", "REP −1"),
        ("cr-33", "Déplacement des zombies", "il le contourne"),
        ("cr-34", "Tableau de tirages spécifiques", "ce qui est écrit au-dessus"),
        ("cr-35", "Animaux", "avec une remarque"),
        ("cr-40", "Table des avantages", "Non"),
        ("cr-41", "Gestion des tests", "suivent la REP entière"),
        ("cr-42", "Lancer des grenades", "D’un seul"),
        ("cr-43", "Attributs", "s’ajoute au seul dé"),
        ("cr-44", "Table des avantages", "jamais obligé"),
        ("cr-45", "La Star", "Un cran"),
        ("cr-46", "Lancer des grenades", "pris pour cible"),
    ],
)
def test_what_the_book_leaves_open_is_a_ruling(slug, heading, french):
    ruling = BOOK.rulings[slug]
    assert (ruling.cite.heading, french in ruling.text.fr, bool(ruling.reason.fr and ruling.reason.en)) == (
        heading,
        True,
        True,
    )
