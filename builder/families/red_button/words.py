"""What the family's documents say that no entry of its books names."""

from rules.text import Text

WORDS = {
    "fighter": Text("Combattant", "Fighter"),
    "vehicle": Text("Véhicule", "Vehicle"),
    "budget": Text("Budget", "Budget"),
    "scenario": Text("Scénario", "Scenario"),
    "role": Text("Rôle", "Role"),
    "bonus": Text("Prime", "Prize points"),
    "exotic": Text("Équipement exotique", "Exotic equipment"),
    "faction": Text("Faction", "Faction"),
    "subfaction": Text("Sous-faction", "Sub-faction"),
    "activity": Text("Activité", "Activity"),
    "traits": Text("Traits empruntés", "Borrowed traits"),
    "advantage": Text("Avantage", "Advantage"),
    "drawbacks": Text("Inconvénients", "Drawbacks"),
    "prices": Text("Prix convenus", "Agreed prices"),
    "force": Text("Force", "Force"),
    "attack": Text("Attaque", "Attack"),
    "reserve": Text("Réserve", "Reserve"),
    "stats": Text("Caractéristiques", "Characteristics"),
    "slave": Text("Esclave", "Slave"),
    "weapons": Text("Armes", "Weapons"),
    "equipment": Text("Équipement", "Equipment"),
    "abilities": Text("Capacités", "Abilities"),
    "item": Text("Objet", "Item"),
    "ammunition": Text("Munitions", "Ammunition"),
    "type": Text("Type", "Type"),
    "flying": Text("Volant", "Flying"),
    "options": Text("Options", "Options"),
    "demountable": Text("Démontable", "Demountable"),
    "crew": Text("Équipage", "Crew"),
    "copy": Text("Exemplaire", "Copy"),
    "post": Text("Poste", "Post"),
    "driver": Text("Conducteur", "Driver"),
    "driver-gunner": Text("Conducteur et tireur", "Driver and gunner"),
    "gunner": Text("Tireur", "Gunner"),
    "passenger": Text("Passager", "Passenger"),
}

ENTRIES = {
    "type": lambda book: (entry for entry in book.unit_types.values() if entry.kind == "vehicle"),
    "faction": lambda book: book.base_factions(),
    "subfaction": lambda book: (faction for faction in book.factions.values() if faction.parent),
}
