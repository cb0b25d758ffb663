"""What is marked in a battle: kinds of units, keys of markers."""

CHARACTER, ZOMBIE, FOLLOWER, TOKEN = "character", "zombie", "follower", "token"  # kinds of units
LIFE, MORALE, PANIC, STUN, FIRE = "life", "morale", "panic", "stun", "fire"  # keys of markers
WOUNDS = "wounds"  # of a zombie, whose life is on its card
PRUDENCE, ZELE, SPRINT, BLEEDING = "prudence", "zele", "sprint", "bleeding-turns"
PRONE, UNCONSCIOUS, STEALTH, OPERATION, FOES = "prone", "unconscious", "stealth", "operation", "foes"
INITIATIVE = "initiative"
BOOK_KEYS = {"bleeding": BLEEDING}  # of the book's table of markers, where the sheet calls them otherwise


def follower_key(gauge: str, place: int) -> str:
    """The key of the marker for a gauge of a follower, counted from 0: "follower-life-2" is of the second."""
    return f"{FOLLOWER}-{gauge}" + (f"-{place + 1}" if place else "")
