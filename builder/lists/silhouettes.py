"""What a player may show a unit by on paper."""

from rules.text import _

# Icons of static/icons.svg, each with its name.
SILHOUETTES = {
    "person": _("Person"),
    "hooded-figure": _("Hooded figure"),
    "robber": _("Masked gunman"),
    "rally-the-troops": _("Leader"),
    "brodie-helmet": _("Soldier"),
    "brute": _("Brute"),
    "giant": _("Giant"),
    "cultist": _("Cultist"),
    "shambling-zombie": _("Zombie"),
    "vintage-robot": _("Robot"),
    "sniffing-dog": _("Dog"),
    "horse-head": _("Horse"),
    "jeep": _("Car"),
    "truck": _("Truck"),
    "tank": _("Tank"),
    "helicopter": _("Helicopter"),
}
