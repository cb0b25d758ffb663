"""Write static/icons.svg, the sprite of all icons that books and static/icons.txt name. Part of `make vendor`."""

import difflib
import json
import sys
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "node_modules/@iconify-json/game-icons"
STATIC = ROOT / "static"

CREDITS = """Icons of static/icons.svg are from game-icons.net (package @iconify-json/game-icons {version}).
Licence: Creative Commons Attribution 3.0, https://creativecommons.org/licenses/by/3.0/
They were gathered into one file and are shown in the colours of the site;
their points were moved to whole numbers of the grid of 512.

Made by the authors of game-icons.net: Lorc, Delapouite, John Colburn, Felbrigg, John Redman, Carl Olsen, Sbed,
PriorBlue, Willdabeast, Viscious Speed, Lord Berandas, Irongamer, HeavenlyDog, Lucas, Faithtoken, Skoll,
Andy Meneely, Cathelineau, Kier Heyl, Aussiesim, Sparker, Zeromancer, Rihlsul, Quoting, Guard13007, DarkZaitzev,
SpencerDub, GeneralAce135, Zajkonur, Catsu, Starseeker, Pepijn Poolman, Pierre Leducq, Caro Asercion and others.
"""


def icon_names():
    """The sorted names of all icons that the books and the interface use."""
    names = set()
    for path in sorted((ROOT / "fixtures").rglob("*.yaml")):
        names |= set(_icons(yaml.safe_load(path.read_text(encoding="utf-8"))))
    lines = (STATIC / "icons.txt").read_text(encoding="utf-8").splitlines()
    return sorted(names | {name for line in lines if (name := line.partition("#")[0].strip())})


def _icons(node):
    """The values of all keys `icon` in decoded YAML."""
    if isinstance(node, dict):
        if isinstance(node.get("icon"), str):
            yield node["icon"]
        node = list(node.values())
    if isinstance(node, list):
        for part in node:
            yield from _icons(part)


def main():
    """Write the sprite and the credits. Exits with an error for names that the package does not have."""
    package = json.loads((PACKAGE / "icons.json").read_text(encoding="utf-8"))
    icons = package["icons"] | {alias: package["icons"][of["parent"]] for alias, of in package["aliases"].items()}
    names = icon_names()
    if unknown := [name for name in names if name not in icons]:
        near = {name: difflib.get_close_matches(name, icons, 3) for name in unknown}
        sys.exit(
            "No such icon:\n" + "\n".join(f"  {name} (perhaps {', '.join(n) or 'none'})" for name, n in near.items())
        )
    symbols = (f'<symbol id="{name}" viewBox="0 0 512 512">{icons[name]["body"]}</symbol>\n' for name in names)
    sprite = f'<svg xmlns="http://www.w3.org/2000/svg">\n{"".join(symbols)}</svg>\n'
    (STATIC / "icons.svg").write_text(sprite, encoding="utf-8")
    version = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))["version"]
    credits_file = STATIC / "vendor/icons/LICENSE-CREDITS"
    credits_file.parent.mkdir(parents=True, exist_ok=True)
    credits_file.write_text(CREDITS.format(version=version), encoding="utf-8")


if __name__ == "__main__":
    main()
