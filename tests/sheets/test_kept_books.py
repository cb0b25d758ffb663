"""A list that stays with an earlier revision of a book prints, whatever tables the book has had since."""

from dataclasses import replace

import pytest

from builder.lists import loaded
from builder.lists.loaded import LoadedRoster
from builder.registry import example_file
from rules.document import decode
from tests import make
from tests.paper import printed
from tests.printed import page_texts

pytestmark = [pytest.mark.django_db, pytest.mark.paper]
KEPT = {  # {game: the reminders of the first revision of its book that was kept, of 27 November 2026}
    "chain-reaction": "activation apres-partie arrivees-de-zombies blesses blessures cavaliers corps-a-corps explosions"
    " figurines gilet grenades insurges mortiers mouvement-a-cheval star-power tests tir voitures zombies",
    "first-wave": "actions chute corps-a-corps escalade etats lignes-de-vue mise-en-place mouvements nager tir"
    " tour-de-jeu",
    "of-the-dead": "allures blessures coups-du-sort explosions initiative jets marqueurs operations portee-et-couvert"
    " porter-quelqu-un tour",
    "rbn": "accident actions-du-combattant actions-du-vehicule avant-de-jouer avaries choc-contre-fantassin"
    " choc-entre-vehicules corps-a-corps debarquement-d-urgence degats-leger degats-lourd degats-moyen"
    " esclaves-sans-maitres etats hors-piste initiative initiative-enfants-du-13 lance-filet lignes-de-vue manoeuvres"
    " moral moral-cultistes moral-esclavagistes moral-robots munitions munitions-enfants-du-13 rage-des-cultistes"
    " sortie-du-pilote tir tir-depuis-un-vehicule tir-sur-fantassin tour-de-jeu vehicules-a-ia",
    "reichbusters": "alarme bruit capture cartes-action defense-et-blessures fin-du-round heroisme ligne-de-vue nettoye"
    " patrouilles resultats-speciaux round tour-des-ennemis vigilance vril",
}


@pytest.mark.parametrize("game", KEPT)
@pytest.mark.parametrize("layout", ["play", "opponent"])
def test_a_list_on_the_first_revision_that_was_kept_prints(monkeypatch, game, layout):
    book, slugs = make.catalogue(game), KEPT[game].split()
    some = next(iter(book.reminders.values()))
    there = {slug: book.reminders.get(slug, replace(some, slug=slug)) for slug in slugs}
    tables = tuple(table for table in book.play.sheet_tables if table.slug in there)
    old = replace(book, reminders=there, play=replace(book.play, sheet_tables=tables))
    monkeypatch.setattr(loaded, "catalogue", lambda *_edition: old)
    roster = LoadedRoster.from_data(decode(example_file(game).read_bytes()))
    assert roster.document.name in " ".join(page_texts(printed(roster, layout, "a4", "fr"))[0].split())
