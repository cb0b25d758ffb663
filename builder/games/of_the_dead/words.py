"""What the documents say that no entry of the book names."""

from rules.text import Text

WORDS = {
    "player": Text("Joueur", "Player"),
    "attributes": Text("Attributs", "Attributes"),
    "modifiers": Text("Modificateurs", "Modifiers"),
    "vocation": Text("Vocation", "Vocation"),
    "state": Text("État", "State"),
    "zombie_type": Text("Type de zombie", "Zombie type"),
    "traumas": Text("Traumatismes", "Traumas"),
    "domain": Text("Domaine", "Domain"),
    "permanent": Text("Permanent", "Permanent"),
    "equipment": Text("Équipement", "Equipment"),
    "carry": Text("Port", "Carried"),
    "capacity": Text("Capacité", "Capacity"),
    "modifier": Text("Modificateur", "Modifier"),
    "followers": Text("Suivants", "Followers"),
    "type": Text("Type", "Type"),
    "lifetime": Text("Durée de vie", "Lifetime"),
    "markers": Text("Marqueurs", "Markers"),
}

ENTRIES = {
    "zombie_type": lambda book: book.tables["zombies"].rows.values(),
    "type": lambda book: book.tables["followers"].rows.values(),
}
