"""What the book's entries say in both languages, where they once said something else than the rulebook."""

import pytest

from rules.catalogue import Reminder
from rules.text import Text
from tests import make

BOOK = make.catalogue("reichbusters")


def action(slug, table="actions-de-base"):
    return BOOK.tables[table].rows[slug]


def said(entry):
    """All texts of an entry and of its rows of two columns, by language, without the narrow spaces of French."""
    columns = entry.rows if isinstance(entry, Reminder) else ()
    texts = [entry.text, entry.card, *[text for row in columns for text in (row.left, row.right)]]
    french = " ".join(text.fr for text in texts)
    return Text(french.replace("\u202f", " "), " ".join(text.en for text in texts))


STATEMENTS = [
    (action("se-deplacer"), "bruit 0 (rb-8)", "noise 0 (rb-8)"),
    (action("se-deplacer"), "sans être à terre", "isn’t down"),
    (action("fouiller"), "test de bruit (rb-8), puis", "noise test (rb-8), then"),
    (action("recharger"), "Bruit : voir le livret (rb-8)", "Noise: see the rulebook (rb-8)"),
    (action("piocher"), "Bruit : voir le livret (rb-8)", "Noise: see the rulebook (rb-8)"),
    (action("donner-prendre-lacher", "actions-bonus"), "Bruit au livret (rb-8)", "Noise: see the rulebook (rb-8)"),
    (action("jouer-des-cartes", "actions-bonus"), "modifier une autre action", "modify another action"),
    (BOOK.reminders["fin-du-round"], "mission perdue (rb-31)", "loses the mission (rb-31)"),
    (BOOK.reminders["heroisme"], "joker aux deux", "joker for either"),
    (BOOK.reminders["heroisme"], "au hasard", "at random"),
    (BOOK.reminders["heroisme"], "une fois par round", "once per round"),
    (BOOK.reminders["bruit"], "un seul test, le plus bruyant", "one test only, the noisiest"),
    (BOOK.reminders["tour-des-ennemis"], "ni à terre ni capturé", "neither down nor captured"),
    (BOOK.reminders["tour-des-ennemis"], "Dans la zone d’un héros ▸ sur place", "In a hero’s zone ▸ no move"),
    (BOOK.reminders["tour-des-ennemis"], "avant l’alarme, un héros en vue", "before the alarm, a hero in sight"),
    (BOOK.reminders["tour-des-ennemis"], "vu pour la première fois de ce tour", "first seen this turn"),
    (BOOK.reminders["defense-et-blessures"], "effet du bas aussi", "lower effect too"),
    (BOOK.reminders["capture"], "seul héros de sa zone", "the only hero in the zone"),
    (BOOK.reminders["vril"], "Chacune qui reste", "Each one left"),
    (BOOK.reminders["vril"], "seul effet permanent", "only a wound card’s lasting effect"),
    (BOOK.reminders["alarme"], "Ni suite du tour du héros", "Skip the rest of the hero’s turn"),
    (BOOK.reminders["alarme"], "effets durables des cartes Action", "lasting effects of action cards"),
    (BOOK.special_rules["enraye"], "Inutilisable (rb-18)", "Unusable (rb-18)"),
    (BOOK.special_rules["decharge"], "Inutilisable (rb-18)", "Unusable (rb-18)"),
    (BOOK.rulings["rb-18"], "une arme de même", "a weapon likewise"),
    (BOOK.reminders["bruit"], "1 dé de bruit, sauf face spéciale", "1 noise die, not a special face, can be re-rolled"),
    (BOOK.rulings["rb-45"], "Faire lâcher un butin n’est pas un effet", "Making an enemy drop loot isn’t an effect"),
]


@pytest.mark.parametrize(("entry", "french", "english"), STATEMENTS)
def test_an_entry_says_what_the_rulebook_says(entry, french, english):
    assert french in said(entry).fr
    assert english in said(entry).en


@pytest.mark.parametrize(("slug", "rows", "page"), [("alarme", 8, 20), ("vigilance", 5, 22), ("ligne-de-vue", 5, 14)])
def test_alarm_vigilance_and_sight_have_all_their_steps(slug, rows, page):
    reminder = BOOK.reminders[slug]
    assert (len(reminder.rows), str(reminder.cite)) == (rows, f"Reichbusters, p. {page}")


CHAPTERS = [("rb-35", 20), ("rb-36", 11), ("rb-39", 27), ("rb-40", 10), ("rb-43", 21)]  # of the rulebook's contents


@pytest.mark.parametrize(("slug", "page"), CHAPTERS)
def test_a_ruling_cites_the_page_of_what_it_is_about(slug, page):
    assert str(BOOK.rulings[slug].cite) == f"Reichbusters, p. {page}"


def test_rooms_and_corridors_are_pacified_not_zones():
    assert "salle ou d’un couloir" in BOOK.rulings["rb-36"].name.fr
    assert "room or corridor" in BOOK.rulings["rb-36"].name.en


def test_only_a_deck_of_action_cards_loses_its_top_card():
    assert "cartes Action" in BOOK.rulings["rb-35"].name.fr
    assert "action cards" in BOOK.rulings["rb-35"].name.en
