"""What the documents say that no entry of the book names."""

from rules.text import Text

WORDS = {
    "mode": Text("Mode", "Mode"),
    "campaign": Text("Campagne", "Campaign"),
    "raid": Text("RAID", "RAID"),
    "track": Text("Piste", "Track"),
    "pre": Text("Avant l’alarme", "Before the alarm"),
    "post": Text("Après l’alarme", "After the alarm"),
    "mission": Text("Mission", "Mission"),
    "faction": Text("Faction", "Faction"),
    "team": Text("Équipe", "Team"),
    "hero": Text("Héros", "Hero"),
    "player": Text("Joueur", "Player"),
    "defense": Text("Défense", "Defence"),
    "weapons": Text("Armes", "Weapons"),
    "type": Text("Type", "Type"),
    "melee": Text("Corps à corps", "Melee"),
    "ranged": Text("À distance", "Ranged"),
    "range": Text("Portée", "Range"),
    "attack_dice": Text("Dés d’attaque", "Attack dice"),
    "noise_dice": Text("Dés de bruit", "Noise dice"),
    "vril_dice": Text("Dés de vril", "Vril dice"),
    "keywords": Text("Mots-clés", "Keywords"),
    "upgraded": Text("Améliorée", "Upgraded"),
    "token": Text("Jeton", "Token"),
    "jammed": Text("Enrayé", "Jammed"),
    "discharged": Text("Déchargé", "Discharged"),
    "improved": Text("Autre face", "Other side"),
    "skills": Text("Compétences", "Skills"),
    "objects": Text("Objets", "Objects"),
    "globe": Text("Globe de vril", "Globe of vril"),
    "heroism": Text("Héroïsme", "Heroism"),
    "attack": Text("Attaque", "Attack"),
    "joker": Text("Joker", "Joker"),
    "wounds": Text("Blessures", "Wounds"),
    "captured": Text("Capturé", "Captured"),
    "hand": Text("Main", "Hand"),
    "removed_cards": Text("Cartes retirées", "Removed cards"),
}

ENTRIES = {"hero": lambda book: book.tables["heros"].rows.values()}
