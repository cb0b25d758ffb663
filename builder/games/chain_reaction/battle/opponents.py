"""Zombies and insurgents whom the game plays: their side, their figures as units of the battle, their arrivals."""

from dataclasses import replace
from threading import Lock

from cachetools import LRUCache, cached
from django.utils.translation import get_language, gettext

from builder.battles.markers import bilingual, side_of
from builder.battles.marks import SIMPLE, Changes, Command, MarkContext, next_round, put_on, together_of, whole_number
from builder.battles.spec import BattleContext
from builder.lists.edits import BadEdit
from builder.lists.loaded import LoadedRoster
from builder.sheets.building import sheet_of
from builder.sheets.parts import SheetCard
from builder.wording import local
from rules.catalogue import Catalogue, Reminder
from rules.games.chain_reaction.analysis import HUMAN, ZOMBIE
from rules.games.chain_reaction.document import GENERIC, Figure, StarGroup, Weapon
from rules.games.chain_reaction.modes import INSURGENTS, ROWS, ZOMBIES
from rules.games.chain_reaction.play.turns import MODE
from rules.play.actions import Words
from rules.play.battle import BattleDocument, BattleSide, BattleUnit
from rules.text import _

WEAPON = "weapon"  # a fact of an insurgent: the slug of its weapon
FIGURES = {ZOMBIES: ZOMBIE, INSURGENTS: HUMAN}
NAMES = {ZOMBIES: _("Zombie"), INSURGENTS: _("Insurgent")}
USES = {ZOMBIES: ("zombie", "zombies-mode"), INSURGENTS: ("insurgent",)}  # of reminders
MOST_AT_ONCE, KEPT = 40, 40  # KEPT: units and cards that a process remembers


def against(catalogue: Catalogue) -> dict[str, BattleSide]:
    """The sides that the game plays, by mode; named in the language that is on."""
    rows = catalogue.tables["modes"].rows
    return {
        mode: BattleSide(name=str(local(rows[row].name)), run_by_game=True, facts={MODE: mode})
        for mode, row in ROWS.items()
    }


def mode_of_battle(battle: BattleDocument) -> str:
    return next((str(side.facts[MODE]) for side in battle.sides if side.run_by_game), "")


def list_of(catalogue: Catalogue, mode: str, weapon: str) -> LoadedRoster:
    """A list of one such figure: its unit in a battle and its card are made as those of every list."""
    rep = catalogue.tables["modes"].rows[ROWS[mode]].figures["rep"]
    weapons = (Weapon(GENERIC, weapon),) if weapon else ()
    figure = Figure(figure=FIGURES[mode], rep=rep, weapons=weapons, name=gettext(NAMES[mode]))
    loaded = LoadedRoster(StarGroup(edition=catalogue.edition, units=(figure,)))
    loaded.catalogue = catalogue
    return loaded


@cached(LRUCache(KEPT), key=lambda book, *words: (book.edition, book.revision, *words), lock=Lock())
def unit_of(catalogue: Catalogue, mode: str, weapon: str = "") -> BattleUnit:
    """A zombie or an insurgent that is not yet on the table."""
    [unit] = side_of(list_of(catalogue, mode, weapon)).units
    facts = {**unit.facts, MODE: mode, WEAPON: weapon}
    return replace(unit, key=f"{mode}-{weapon}", name=bilingual(NAMES[mode]), index=None, facts=facts)


def weapons_of(catalogue: Catalogue, mode: str) -> list[str]:
    """The weapons that they may have: "" for zombies, who have none."""
    rows = catalogue.tables["insurgent-weapons"].rows.values()
    return [row.figures["weapon"] for row in rows] if mode == INSURGENTS else [""]


def reminders_of(battle: BattleDocument, catalogue: Catalogue) -> list[Reminder]:
    """Those about whom the game plays; about all whom it may play where a list is on its own."""
    mode = mode_of_battle(battle)
    modes = [mode] if mode else list(USES) if len(battle.sides) == 1 else []
    uses = [word for mode in modes for word in USES[mode]]
    return [reminder for reminder in catalogue.reminders.values() if reminder.uses in uses]


def arrive(context: MarkContext, number: str, *weapons: str) -> Changes:
    """`arrive NUMBER [WEAPON ...]`: so many of those whom the game plays, insurgents each with its weapon."""
    battle, book, count = context.battle, context.catalogue, whole_number(number)
    mode = mode_of_battle(battle)
    offered = weapons_of(book, mode) if mode else []
    each = list(weapons) or [""] * count
    if not 1 <= count <= MOST_AT_ONCE or len(each) != count or not set(each) <= {*offered}:
        raise BadEdit(_("Unknown marker."))
    made = put_on(battle, *(unit_of(book, mode, weapon) for weapon in each))
    return {path: replace(unit, name=unit.name.followed_by(f" {unit.key}")) for path, unit in made.items()}


def put_on_one(context: MarkContext, key: str) -> Changes:
    """`put-on MODE-WEAPON`: one of them that the players add."""
    _mode, _hyphen, weapon = key.partition("-")
    return arrive(context, "1", *[weapon] * bool(weapon))


def others(context: BattleContext) -> list[tuple[Words, list[BattleUnit]]]:
    """Those whom players may put on the table; none without a side that the game plays."""
    battle, book = context.battle, context.catalogue
    mode = mode_of_battle(battle)
    if not mode:
        return []
    units = [unit_of(book, mode, weapon) for weapon in weapons_of(book, mode)]
    return [(book.tables["modes"].rows[ROWS[mode]].name, units)]


def card(context: BattleContext, unit: BattleUnit) -> SheetCard | None:
    """The card of a figure that the game plays, as that of a list's."""
    mode = str(unit.facts.get(MODE, ""))
    weapon = str(unit.facts.get(WEAPON, ""))
    return card_of(context.catalogue, mode, weapon, get_language()) if mode in ROWS else None


@cached(LRUCache(KEPT), key=lambda book, *words: (book.edition, book.revision, *words), lock=Lock())
def card_of(catalogue: Catalogue, mode: str, weapon: str, _language: str) -> SheetCard:
    return sheet_of(list_of(catalogue, mode, weapon)).units[0].cards[0]


OWN: dict[str, Command] = {"arrive": arrive, "put-on": put_on_one}
COMMANDS: dict[str, Command] = {**OWN, "all": together_of({**SIMPLE, **OWN, "next-round": next_round})}
