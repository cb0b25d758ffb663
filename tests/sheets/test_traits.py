"""Every trait in force stands on each card that it binds, in all lists of the tests and however they are printed."""

from collections import Counter, defaultdict

import pytest

from builder.registry import example_file
from builder.sheets.choices import PrintChoices
from builder.sheets.layout import Pages
from builder.sheets.parts import CardLine
from builder.sheets.spec import SHEETS
from rules.document import decode, read
from rules.families.red_button.analysis import SLAVE
from rules.registry import GAMES
from tests import make
from tests.languages import in_language
from tests.rosters.test_rosters import READ

pytestmark = pytest.mark.paper

WAYS = {
    "cards": PrintChoices(parts=("cards",)),
    "double": PrintChoices(parts=("cards",), sides="double"),
    "fold": PrintChoices(parts=("cards",), sides="fold"),
    "large print": PrintChoices(parts=("cards",), large_print=True),
    "crowds": PrintChoices(parts=("cards",), crowd=True),
    "sleeves": PrintChoices(parts=("cards",), size="sleeve"),
}
MOST_LISTS = defaultdict(lambda: 6, cards=1000)  # of a trait: all of them on cards, some in each other way


def fighter(unit):
    return unit.kind == "fighter"


def vehicle(unit):
    return unit.kind == "vehicle"


def no_chief(unit):
    return fighter(unit) and "chef" not in unit.tags


def slave(unit):
    return fighter(unit) and SLAVE in unit.tags


def no_animal(unit):
    return fighter(unit) and not unit.animal


def says(*words):
    return lambda card: all(one in card for one in words)


def never_dry(card):
    return "out of ammo" not in card


def mutant_dice(card):
    """No melee of a mutant has as few as the 3D6 of everybody (RBN p. 22, 26)."""
    return "melee 3D6" not in card and "melee " in card


# (side, slug): whom it binds in play, and how it stands on a card (RBN p. 26, 27; First Wave p. 13). What it says of
# the building of a list, of the convoy's morale and of initiative binds no card.
BINDING = {
    ("advantages", "mutants"): (fighter, mutant_dice),
    ("drawbacks", "cultistes"): (no_chief, says("Furious grief", "chief out")),
    ("advantages", "devoreurs-des-derniers-jours"): (fighter, says("Scent of blood")),
    ("drawbacks", "devoreurs-des-derniers-jours"): (fighter, says("Eating on the spot")),
    ("advantages", "gaia-familys"): (vehicle, says("Living machines")),
    ("drawbacks", "gaia-familys"): (vehicle, says("Turn 90° −10", "Reverse –")),
    ("advantages", "esclavagistes"): (slave, says("its loss doesn’t count for morale")),
    ("drawbacks", "esclavagistes"): (slave, says("nor does its C")),
    ("advantages", "sss"): (fighter, says("against a mutant")),
    ("advantages", "sons-of-apocalypse"): (no_animal, says("Ace driver")),
    ("advantages", "enfants-du-13"): (fighter, never_dry),
    ("advantages", "phantom-squad"): (fighter, never_dry),
}
UNBINDING = {
    ("advantages", "cultistes"),
    ("drawbacks", "mutants"),
    ("advantages", "survivants"),
    ("drawbacks", "survivants"),
    ("advantages", "robots"),
    ("drawbacks", "robots"),
    ("advantages", "mercenaires"),
    ("drawbacks", "mercenaires"),
    ("drawbacks", "enfants-du-13"),
    ("advantages", "seigneurs-des-arenes"),
    ("drawbacks", "seigneurs-des-arenes"),
    ("drawbacks", "sss"),
    ("advantages", "escadrons-noirs"),
    ("drawbacks", "escadrons-noirs"),
    ("drawbacks", "sons-of-apocalypse"),
    ("drawbacks", "phantom-squad"),
}


def lists():
    """Every list of the tests and each game's example, of the games that have traits."""
    games = [game for game in GAMES if make.catalogue(game).factions]
    samples = {name: one for name, one in READ.items() if name.split("/")[0] in games}
    return samples | {f"{game}/example": decode(example_file(game).read_bytes()) for game in games}


def test_every_trait_of_every_game_is_known_here():
    traits = {
        (f"{side}s", faction.slug)
        for game in GAMES
        for faction in make.catalogue(game).factions.values()
        for side in ("advantage", "drawback")
        if getattr(faction, side)
    }
    assert traits == BINDING.keys() | UNBINDING


def in_force(context):
    return [key for key in BINDING if key[1] in getattr(context, key[0])]


def words_of(line):
    asides = [one.words for one in line.asides] if isinstance(line, CardLine) else []
    return " ".join([line.words, *asides])


def printed_cards(sheet, choices):
    """{(index of a unit, number of its copy): all that its sides say}."""
    cards = defaultdict(list)
    for side in (slot.face for page in Pages(sheet, choices).card_pages for slot in page if slot.face):
        stats = [f"{figure.label} {figure.value}" for row in side.stat_rows for figure in row]
        cards[side.unit.index, side.card.number] += [*stats, *map(words_of, side.fitted.lines)]
    return {key: " ".join(said).replace("\u00a0", " ") for key, said in cards.items()}


@pytest.mark.parametrize("way", WAYS)
def test_every_trait_in_force_stands_on_each_card_that_it_binds(way):
    checked, missing, tried = set(), [], Counter()
    for name, data in lists().items():
        document = read(data, GAMES)
        verdict = make.judge(document)
        analysis = verdict.analysis
        traits = in_force(analysis.context)
        if all(tried[key] >= MOST_LISTS[way] for key in traits):
            continue
        tried.update(traits)
        sheet = in_language("en", SHEETS[document.game].build, document, verdict)
        cards = printed_cards(sheet, WAYS[way])
        for key in traits:
            binds, stands = BINDING[key]
            for (index, number), said in cards.items():
                if binds(analysis.units[index]):
                    checked.add(key)
                    if not stands(said):
                        missing.append((name, key, index, number))
    assert missing == []
    assert checked == BINDING.keys()
