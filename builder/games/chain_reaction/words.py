"""What the documents say that no entry of the book names."""

from collections.abc import Iterator
from typing import Any

from rules.catalogue import Catalogue, TableRow
from rules.games.chain_reaction.document import GENERIC
from rules.text import Text

WORDS = {
    "star": Text("Star", "Star"),
    "mortars": Text("Mortiers", "Mortars"),
    "size": Text("Taille", "Size"),
    "crew": Text("Servants", "Crew"),
    "cars": Text("Voitures", "Cars"),
    "driver": Text("Conducteur", "Driver"),
    "passengers": Text("Passagers", "Passengers"),
    "npc": Text("PNJ", "NPC"),
    "period": Text("Époque", "Period"),
    "campaign": Text("Campagne", "Campaign"),
    "leader": Text("Chef", "Leader"),
    "figure": Text("Figurine", "Figure"),
    "rep": Text("Rép", "Rep"),
    "draw": Text("Tirage", "Draw"),
    "table": Text("Table", "Table"),
    "weapons": Text("Armes", "Weapons"),
    "item": Text("Arme", "Weapon"),
    "range": Text("Portée", "Range"),
    "class": Text("Classe", "Class"),
    "impact": Text("Impact", "Impact"),
    "attributes": Text("Attributs", "Attributes"),
    "phobia": Text("Phobie", "Phobia"),
    "vest": Text("Gilet pare-balles", "Bulletproof vest"),
    "mounted": Text("À cheval", "Mounted"),
    "next_game_rep": Text("Rép à la prochaine partie", "Rep in the next game"),
    "military": Text("Militaires", "Military"),
    "insurgent": Text("Insurgés", "Insurgents"),
    "police": Text("Police", "Police"),
    "gang": Text("Gang", "Gang"),
}


def weapons(book: Catalogue) -> Iterator[TableRow]:
    """Those of all periods, each name once."""
    tables = (table for slug, table in book.tables.items() if slug.startswith("weapons-"))
    yield from {slug: row for table in tables for slug, row in table.rows.items()}.values()


def attributes(book: Catalogue) -> Iterator[TableRow]:
    for table in ("advantages", "disadvantages"):
        yield from book.tables[table].rows.values()


ENTRIES = {"weapons": weapons, "attributes": attributes}


def item(data: dict[str, Any], key: str, slug: str) -> Any:
    """A weapon is one of the period of the list, else of the generic one."""
    return {"period": data.get("period", GENERIC), "item": slug} if key == "weapons" else slug


def kind_of_unit(before: int) -> str:
    return "npc" if before else "star"
