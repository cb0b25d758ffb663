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
    return Text(plain(" ".join(text.fr for text in texts)), plain(" ".join(text.en for text in texts)))


def plain(words):
    """A text with breaking spaces, as texts are quoted here."""
    return words.replace("\u202f", " ").replace("\u00a0", " ")


def row(table, slug):
    return BOOK.tables[table].rows[slug]


STATEMENTS = [
    (row("tests", "focus"), "à égalité, la plus proche", "on a tie, the nearest"),
    (
        BOOK.reminders["tests"],
        "2D6 la plus proche. À égalité, la plus proche",
        "2D6 the nearest; on a tie, the nearest",
    ),
    (row("tests", "pris-pour-cible"), "plonge s’il est à couvert, se couche", "dives if in cover, goes prone"),
    (row("tests", "recevoir-une-charge"), "plonge s’il est à couvert, se couche", "dives if in cover, goes prone"),
    (BOOK.reminders["tests"], "à couvert plonge, à découvert se couche", "in cover dives, in the open prone"),
    (row("tests", "recevoir-une-charge"), "seulement vers un couvert à moins de 3″", "only to cover within 3″"),
    (
        BOOK.reminders["tests"],
        "À découvert, surclassé en mouvement : plonge (rapide : si couvert à moins de 3″). Sinon continue",
        "In the open, outgunned on the move: dives (fast: if cover within 3″). Else goes on",
    ),
    (BOOK.reminders["tests"], "De flanc ou de dos : fuit", "From flank or rear: flees"),
    (BOOK.reminders["corps-a-corps"], "recul d’au moins 1″", "back at least 1″"),
    (BOOK.reminders["blesses"], "une Star peut le garder", "a Star may keep it"),
    (BOOK.reminders["grenades"], "par-dessus un mur", "over a wall"),
    (BOOK.reminders["gilet"], "quand un tir touche", "when a shot hits"),
    (row("advantages", "nerfs-d-acier"), "(cr-44)", "(cr-44)"),
    (
        row("advantages", "nerfs-d-acier"),
        "à la place, il suit la condition d’après",
        "instead it follows the next condition",
    ),
    (
        row("advantages", "tireur-d-elite"),
        "Un lance-grenades ou lance-roquettes n’en lance qu’un",
        "A launcher rolls one",
    ),
    (BOOK.reminders["explosions"], "Lance-grenades, lance-roquettes", "Grenade and rocket launchers"),
    (BOOK.rulings["cr-59"], "rien dans le livre ne cloue", "nothing in the book pins"),
    (row("rolls", "shot"), "8 touche si rien ne gêne le tir", "8 hits if nothing hinders the shot"),
    (row("cars", "virage-rapide"), "tout à fait hors de la route", "fully off the road"),
    (row("modes", "zombies"), "Une arme à feu fait un bruit près du tireur", "A firearm makes a noise by the shooter"),
    (BOOK.special_rules["bruit"], "une grenade ou un mortier au point d’impact", "a grenade or a mortar where it hits"),
    (BOOK.tables["mortars"], "si un servant le voit. Un ami", "if one of the crew sees it. A friend"),
    (
        BOOK.tables["mortars"],
        "à 6″ des servants ou par radio",
        "within 6″ of the crew or by radio",
    ),
    (row("distances", "blesse"), "REP −1 (cr-32)", "REP −1 (cr-32)"),
    (BOOK.reminders["blesses"], "REP −1 (cr-32)", "REP −1 (cr-32)"),
    (row("advantages", "bons-reflexes"), "un 6 échoue toujours", "a 6 still fails"),
    (row("distances", "zombie"), "Contourne toujours les obstacles (cr-33)", "Always goes around obstacles (cr-33)"),
    (row("modes", "zombies"), "en contournant les obstacles (cr-33)", "around obstacles (cr-33)"),
    (BOOK.reminders["zombies"], "en contournant les obstacles (cr-33)", "around obstacles (cr-33)"),
    (row("tests", "tir-desespere"), "À REP 1, un 6 ne fait que 7", "At REP 1 a 6 only makes 7"),
    (BOOK.special_rules["tir-desespere"], "À REP 1, jamais", "Never at REP 1"),
    (BOOK.reminders["tir"], "jamais à REP 1", "never at REP 1"),
    (BOOK.reminders["tests"], "à couvert ou dans un bâtiment", "in cover or a building"),
    (BOOK.special_rules["tir-reflexe"], "à une réussite", "with one pass"),
    (BOOK.special_rules["tir-reflexe"], "Sous REP 5 il ne peut pas toucher", "Below REP 5 it can’t hit"),
    (BOOK.special_rules["tir-reflexe"], "une riposte n’en est pas un", "Shooting back isn’t reflex fire"),
    (
        row("tests", "pris-pour-cible"),
        "à couvert, riposte (à REP −1 si surclassé)",
        "in cover, shoots back (at REP −1 if outgunned)",
    ),
    (
        row("tests", "recevoir-une-charge"),
        "De face à couvert : reste, tire, puis combat",
        "From the front in cover: stays, shoots, then fights",
    ),
    (BOOK.reminders["tests"], "à couvert, riposte (surclassé : REP −1)", "in cover, shoots back (outgunned: REP −1)"),
    (BOOK.reminders["tests"], "à couvert : reste, tire, puis combat", "in cover: stays, shoots, then fights"),
    (BOOK.reminders["tests"], "trois réussites valent deux (cr-54)", "three passes count as two (cr-54)"),
    (
        BOOK.special_rules["gilet"],
        "Ni au corps à corps ni contre un souffle (cr-55)",
        "Not in melee or against a blast (cr-55)",
    ),
    (
        BOOK.reminders["gilet"],
        "Ni au corps à corps ni contre un souffle (cr-55)",
        "Not in melee or against a blast (cr-55)",
    ),
    (
        row("tests", "gilet-pare-balles"),
        "Ni au corps à corps ni contre un souffle (cr-55)",
        "Not in melee or against a blast (cr-55)",
    ),
    (BOOK.special_rules["activation"], "quelle que soit leur REP (cr-66)", "whatever their REP (cr-66)"),
    (BOOK.special_rules["leader"], "quelle que soit leur REP (cr-66)", "whatever their REP (cr-66)"),
    (BOOK.reminders["activation"], "quelle que soit leur REP (cr-66)", "whatever their REP (cr-66)"),
    (
        BOOK.reminders["activation"],
        "Bruits retirés, horloge, arrivées, activation (cr-65)",
        "Clear noise, clock, arrivals, activation (cr-65)",
    ),
    (BOOK.reminders["activation"], "le camp que conduit le jeu (cr-47)", "the side the game runs (cr-47)"),
    (BOOK.tables["infestation"], "1D6 par marqueur de bruit", "1D6 per noise marker"),
    (row("modes", "zombies"), "Agissent sur 1 à 4 (cr-47)", "Act on 1 to 4 (cr-47)"),
    (row("modes", "insurges"), "Agissent sur 1 à 4 (cr-47)", "Act on 1 to 4 (cr-47)"),
    (
        row("modes", "zombies"),
        "seul test : la récupération des sonnés (cr-48)",
        "only test: recovery of the stunned (cr-48)",
    ),
    (row("modes", "insurges"), "ni charge ni mouvement rapide (cr-48)", "no charges or fast moves (cr-48)"),
    (
        BOOK.reminders["corps-a-corps"],
        "impact 1 (pistolet, revolver) ou 2 (cr-49)",
        "impact 1 (pistol, revolver) or 2 (cr-49)",
    ),
    (BOOK.reminders["corps-a-corps"], "deux par deux", "pair by pair"),
    (row("advantages", "tireur-d-elite"), "le meilleur de chaque paire", "the better of each pair"),
    (row("advantages", "agile"), "sans réussite, pas de tir (cr-61)", "without a pass, no shot (cr-61)"),
    (row("disadvantages", "maladroit"), "de ses deux dés (cr-61)", "of its own two dice (cr-61)"),
    (row("advantages", "conducteur"), "virages rapides et aux accidents (cr-62)", "fast turns and crashes (cr-62)"),
    (BOOK.tables["mortars"], "la REP la plus basse des servants", "the lowest REP of the crew"),
    (BOOK.tables["mortars"], "jamais sous 0 (cr-57)", "never below 0 (cr-57)"),
    (BOOK.special_rules["explosion"], "manque n’explose pas (cr-58)", "misses doesn’t go off (cr-58)"),
    (BOOK.reminders["explosions"], "raté, pas d’explosion (cr-58)", "a miss doesn’t go off (cr-58)"),
    (BOOK.reminders["blessures"], "lance quand même, le pire reste (cr-64)", "roll anyway, the worse stays (cr-64)"),
    (BOOK.special_rules["tir-desespere"], "la REP du tir", "the REP of the shot"),
    (
        BOOK.tables["tests"],
        "parmi les résultats de sa ligne dans sa situation (cr-66)",
        "among the results of its row in its situation (cr-66)",
    ),
    (row("advantages", "nerfs-d-acier"), "la condition d’après (cr-66)", "the next condition (cr-66)"),
    (row("advantages", "courageux"), "s’annule avec lâche (cr-66)", "cancels with cowardly (cr-66)"),
    (row("disadvantages", "lache"), "s’annule avec courageux (cr-66)", "cancels with brave (cr-66)"),
    (
        BOOK.tables["aftermath"].rows["recruiting"],
        "chef né et stoïque +1D6 (cr-62)",
        "born leader and stoic +1D6 (cr-62)",
    ),
    (row("advantages", "athlete"), "à cheval aussi (cr-66)", "mounted too (cr-66)"),
    (row("disadvantages", "lent"), "à cheval aussi (cr-66)", "mounted too (cr-66)"),
    (row("disadvantages", "maladroit"), "à cheval aussi", "mounted too"),
    (BOOK.tables["modes"], "dès le premier (cr-65)", "even the first (cr-65)"),
    (BOOK.reminders["tests"], "Un sonné ne teste pas (cr-64)", "The stunned don’t test (cr-64)"),
    (row("distances", "tete-baissee"), "(cr-59)", "(cr-59)"),
    (
        BOOK.tables["shooting"],
        "180° devant soi ; une partie visible",
        "180° to the front; seeing part of the target",
    ),
    (BOOK.tables["melee"], "Socles au contact", "Bases in contact"),
    (
        BOOK.tables["mortars"],
        "ses servants peuvent y tirer avec leurs propres armes",
        "its crew may react with their own weapons",
    ),
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
        ("cr-34", "Tableau de tirages spécifiques", "reprend celle du dessus"),
        ("cr-35", "Animaux", "Permis, et signalé"),
        ("cr-40", "Table des avantages", "Non"),
        ("cr-41", "Gestion des tests", "suivent la REP entière"),
        ("cr-42", "Lancer des grenades", "D’un seul"),
        ("cr-43", "Attributs", "s’ajoute au seul dé"),
        ("cr-44", "Table des avantages", "jamais obligé"),
        ("cr-45", "La Star", "Un cran"),
        ("cr-46", "Lancer des grenades", "pris pour cible"),
        ("cr-27", "Gestion des tests", "riposte à REP entière"),
        ("cr-28", "Table des avantages", "virages rapides"),
        ("cr-43", "Attributs", "celui du leader aussi"),
        ("cr-47", "Activation", "sur 1 à 4"),
        ("cr-48", "Insurgés Mode", "sauf la charge"),
        ("cr-49", "Corps à corps", "seul un 1 tue"),
        ("cr-50", "Table des avantages", "le meilleur de chaque paire"),
        ("cr-51", "Gestion des tests", "REP entière"),
        ("cr-52", "Gestion des tests", "Sous REP 5"),
        ("cr-53", "Gestion des tests", "première condition"),
        ("cr-54", "Gestion des tests", "valent deux"),
        ("cr-55", "Gestion des tests", "ni au corps à corps"),
        ("cr-56", "Renforts zombies", "marqueur de bruit"),
        ("cr-57", "Les mortiers", "La plus basse"),
        ("cr-58", "Armement générique", "pas de souffle"),
        ("cr-59", "Tête baissée", "s’arrêter"),
        ("cr-60", "Table des avantages", "échoue encore"),
        ("cr-61", "Table des avantages", "deux dés du test"),
        ("cr-62", "Table des avantages", "Recruter est un test"),
        ("cr-63", "Corps à corps", "deux par deux"),
        ("cr-64", "Blessures", "le pire reste"),
        ("cr-65", "Zones de bruit", "dès le tour 1"),
        ("cr-66", "Gestion des tests", "s’annulent"),
    ],
)
def test_what_the_book_leaves_open_is_a_ruling(slug, heading, french):
    ruling = BOOK.rulings[slug]
    assert (
        plain(ruling.cite.heading),
        french in plain(ruling.text.fr),
        bool(ruling.reason.fr and ruling.reason.en),
    ) == (
        heading,
        True,
        True,
    )
