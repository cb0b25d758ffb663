"""Zombies on the table, moved by their cards or by who became one; no figure of a card is in the document."""

from rules.catalogue import Catalogue
from rules.games.of_the_dead.play import state
from rules.play.battle import ACTIVATED, COUNTER, OUT, Marker, Unit
from rules.text import Text

MOST = 99


def zombies(catalogue: Catalogue) -> list[Unit]:
    """One of each of the six kinds, not yet on the table ("Zone de jeu")."""
    rows = catalogue.tables["zombies"].rows.values()
    return [
        Unit(row.slug, row.name, state.ZOMBIE, markers=markers(str(row.cite)), facts={state.ZOMBIE: row.slug})
        for row in rows
    ]


def markers(cite: str) -> tuple[Marker, ...]:
    """Damage counts up, for its card says how much it stands."""
    return (
        Marker(state.WOUNDS, Text("Dégâts subis", "Damage taken"), COUNTER, most=MOST, cite=cite),
        Marker(ACTIVATED, Text("Activé", "Activated"), each_round=True),
        Marker(OUT, Text("Hors de combat", "Out"), ends=True),
    )
