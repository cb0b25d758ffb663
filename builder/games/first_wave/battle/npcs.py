"""Infected and machines as units of a battle: the profiles of the bestiary, put on the table or risen from the dead."""

from collections.abc import Iterator

from builder.battles.marks import SHARED_COMMANDS, Changes, Command, MarkContext, put_on, whole_number
from builder.battles.spec import BattleContext
from builder.families.red_button.sheet.weapons import bands
from builder.games.first_wave.battle.survivors import about, gun_cite
from builder.lists.edits import BadEdit
from rules.catalogue import Catalogue, TableRow
from rules.games.first_wave.play.book import play_of
from rules.games.first_wave.play.scores import SCORES, score_rows, scored_by
from rules.games.first_wave.play.state import INFECTION, NPC, PROFILE, ZOMBIE, credit_key, gun_key
from rules.play.actions import Words
from rules.play.battle import OTHERS, OUT, BattleDocument, BattleUnit, Fact, Marker
from rules.play.dice_book import modifier
from rules.text import Text, _

BESTIARY = "bestiaire"
MOST_AT_ONCE = 20
MELEE, PACK = Text("corps à corps", "melee"), Text("en meute", "in a pack")
FIGURES = ("move", "T", "C", "melee", "pack", "infects", "plating", "gun")  # of a row of the bestiary, kept as facts


def groups(context: BattleContext) -> list[tuple[Words, list[BattleUnit]]]:
    """Infected and machines that may be put on the table (p. 11)."""
    rows = context.catalogue.tables[BESTIARY].rows.values()
    infected = [npc(context.battle, context.catalogue, row) for row in rows if "infects" in row.figures]
    machines = [npc(context.battle, context.catalogue, row) for row in rows if "infects" not in row.figures]
    return [(_("Infected"), infected), (_("Machines"), machines)]


def npc(battle: BattleDocument, book: Catalogue, row: TableRow, name: Text | None = None) -> BattleUnit:
    """A profile of the bestiary as a unit that is not yet on the table."""
    return BattleUnit(
        key=row.slug,
        name=name or row.name,
        kind=NPC,
        line=Text(line(book, row, "fr"), line(book, row, "en")),
        markers=tuple(markers(battle, book, row)),
        facts=dict(facts(row)),
    )


def facts(row: TableRow) -> Iterator[tuple[str, Fact]]:
    """The slug of the profile and its figures: move in cm, T, C, D6 in melee beside the base; 1 for what it has."""
    yield PROFILE, row.slug
    for name in FIGURES:
        if (value := row.figures.get(name)) is not None:
            yield name, value if isinstance(value, str) else int(value)


def line(book: Catalogue, row: TableRow, language: str) -> str:
    """Its figures in short, melee and shots with all their dice (p. 11)."""
    figures = row.figures
    foot, base = (modifier(book, slug).dice for slug in ("foot", "base"))
    words = [f"{figures['move']} cm", f"T {str(figures['T']).replace('-', '–')}", f"C {figures['C']}"]
    words += [f"C {figures['pack']} {PACK.into(language)}"] if "pack" in figures else []
    words.append(f"{MELEE.into(language)} {base + figures['melee']}D6")
    if gun := figures.get("gun"):
        words += [f"{band.start}-{band.end} cm {foot + band.dice}D6" for band in bands(book.weapons[gun])]
    return " · ".join(words)


def markers(battle: BattleDocument, book: Catalogue, row: TableRow) -> Iterator[Marker]:
    """Its states, its gun, melees, who eliminated it where the scenario counts that, and what every unit has."""
    marks = play_of(book).marks
    yield from marks["npc"]
    if gun := row.figures.get("gun"):
        item = book.weapons[gun]
        yield Marker(gun_key(item.slug), about(_("{thing}: out of ammo"), item.name), cite=gun_cite(book, item))
    yield from marks["npc-turn"]
    if any("npcs" in score.figures for score in score_rows(book, battle.scenario)):
        cite = str(book.tables[SCORES].cite)
        for number, side in enumerate(battle.sides):
            name = side.name or f"#{number + 1}"
            yield Marker(credit_key(number), about(_("Eliminated by {thing}"), Text(name, name)), ends=True, cite=cite)
    yield from marks["npc-end"]


def put(context: MarkContext, slug: str, number: str = "1") -> Changes:
    """`put-on PROFILE NUMBER`: so many of a profile of the bestiary come on to the table, numbered among their like."""
    battle, book, count = context.battle, context.catalogue, whole_number(number)
    row = book.tables[BESTIARY].rows.get(slug)
    if row is None or not 1 <= count <= MOST_AT_ONCE:
        raise BadEdit(_("Unknown marker."))
    like = sum(unit.facts.get(PROFILE) == slug for unit in battle.others.values())
    names = [row.name.followed_by(f" {number}") for number in range(like + 1, like + count + 1)]
    return put_on(battle, *(npc(battle, book, row, name) for name in names))


def rise(context: MarkContext, path: str) -> Changes:
    """`rise PATH`: the survivor at a path is out, and an infected stands in its place (p. 11, ruling A75)."""
    battle, book = context.battle, context.catalogue
    unit = battle.units_by_path.get(path)
    if unit is None or f"{path}/{INFECTION}" not in battle.markers_by_path:
        raise BadEdit(_("That unit isn’t in this battle."))
    row = book.tables[BESTIARY].rows[ZOMBIE]
    name = Text(f"{row.name.fr} ({unit.name.fr})", f"{row.name.en} ({unit.name.en})")
    gone = {f"{path}/{OUT}": 1, f"{path}/{INFECTION}": 0}
    return gone | put_on(battle, npc(battle, book, row, name))


def take_off(context: MarkContext, key: str) -> Changes:
    """`take-off KEY` as in every game; what the unit scored is kept in the counter of the side that eliminated it."""
    battle, book = context.battle, context.catalogue
    changes = dict(SHARED_COMMANDS["take-off"](context, key))
    for side in range(len(battle.sides)):
        if battle.number(f"{OTHERS}/{key}/{credit_key(side)}"):
            for row in score_rows(book, battle.scenario):
                if scored_by(battle.others[key], row):
                    path = f"{side}/{row.slug}"
                    changes[path] = battle.number(path) + 1
    return changes


COMMANDS: dict[str, Command] = {"put-on": put, "rise": rise, "take-off": take_off}
