"""What a player can do to a group beside what every list allows."""

import re
from dataclasses import replace
from functools import partial
from operator import not_

from builder.games.chain_reaction import aftermath
from builder.games.chain_reaction.crews import CREW_EDITS
from builder.games.chain_reaction.table import TABLE_EDITS, forget_draw, rep_cap
from builder.lists.edits import (
    HEAD,
    LIST,
    UNIT,
    BadEdit,
    Edit,
    Fields,
    add_unit,
    change_unit,
    of_unit,
    shared_edits,
    unit_at,
    whole_number,
    with_one_more,
    without,
    words,
)
from rules.catalogue import Catalogue
from rules.document import NAME
from rules.games.chain_reaction.analysis import HUMAN, NEW_REP
from rules.games.chain_reaction.document import Figure, OwnWeapon, StarGroup, Weapon
from rules.shapes import Integer, String
from rules.text import _

HIGHEST_REP = 6
USUAL_REP = 4  # of a human who is chosen: somebody reliable ("Tirer les PNJ")
FREE_TEXT = String()
NUMBER = re.compile("[0-9]{1,4}").fullmatch
OWN_WEAPON = {
    "weapon-name": NAME,
    **dict.fromkeys(("weapon-impact", "weapon-range", "weapon-class"), Integer(0, 9_999)),
}
weapon_number = partial(whole_number, shape=NUMBER, refusal=_("Enter whole numbers for range, class and impact."))


def add_star(document: StarGroup) -> StarGroup:
    """A Star: human, REP 5."""
    return add_unit(document, Figure(kind="star", rep=NEW_REP))


def add_npc(document: StarGroup, figure: str, catalogue: Catalogue) -> StarGroup:
    """A figure that was chosen, not drawn, with the REP that the book gives it."""
    return add_unit(document, Figure(figure=figure, rep=usual_rep(document, catalogue, figure)))


def usual_rep(document: StarGroup, catalogue: Catalogue, figure: str) -> int:
    """The REP that the book gives a dog or a zombie; that of somebody reliable for a human, or what a Star allows."""
    row = catalogue.tables["figures"].rows.get(figure)
    if row is None:
        raise BadEdit(_("Choose a human, a dog or a zombie."))
    return min(USUAL_REP, rep_cap(document) or USUAL_REP) if figure == HUMAN else row.figures["rep"]


def set_rep(document: StarGroup, index: int, value: str) -> StarGroup:
    if value not in [str(rep) for rep in range(1, HIGHEST_REP + 1)]:
        raise BadEdit(_("Choose a REP from 1 to 6."))
    return change_unit(document, index, rep=int(value))


def set_figure(document: StarGroup, index: int, figure: str, catalogue: Catalogue) -> StarGroup:
    """Make a figure a human, a dog or a zombie: its REP becomes the book's, and the log keeps its draw."""
    rep = usual_rep(document, catalogue, figure)
    if unit_at(document, index).figure == figure:
        return document
    return change_unit(forget_draw(document, index), index, figure=figure, rep=rep)


def set_leader(document: StarGroup, index: int) -> StarGroup:
    """Make a figure the leader; the leader becomes an ordinary figure again."""
    unit_at(document, index)
    return replace(document, leader=None if document.leader == index else index)


def add_weapon(weapons: tuple[Weapon | OwnWeapon, ...], period: str, slug: str) -> tuple[Weapon | OwnWeapon, ...]:
    return with_one_more(weapons, Weapon(period, slug))


def add_own_weapon(document: StarGroup, index: int, fields: Fields) -> StarGroup:
    """A weapon of the player's own: name, impact, range and class; one without range or class leaves them empty."""
    name = words(fields, "weapon-name", NAME)
    impact = weapon_number(fields, "weapon-impact")
    if not name or impact is None:
        raise BadEdit(_("A custom weapon needs a name and an impact."))
    shot = {"range": weapon_number(fields, "weapon-range"), "rate": weapon_number(fields, "weapon-class")}
    if 0 in shot.values():
        raise BadEdit(_("Leave range or class empty if the weapon has none."))
    weapons = with_one_more(unit_at(document, index).weapons, OwnWeapon(name=name, impact=impact, **shot))
    return change_unit(document, index, weapons=weapons)


def new_phobia(_old: str, fields: Fields) -> str:
    """What a figure is afraid of, in the player's own words: the compendium lists no phobias."""
    return words(fields, "phobia", FREE_TEXT)


# --- the list -------------------------------------------------------------------------------------------------------


SHARED = shared_edits(StarGroup.renumbered)


def duplicate(document: StarGroup, index: int) -> StarGroup:
    """The same figure once more, as one that was chosen: the dice of a draw fell for one figure only."""
    return change_unit(SHARED["duplicate"].run(document, index), index + 1, draw=None)


EDITS = (
    SHARED
    | TABLE_EDITS
    | aftermath.EDITS
    | CREW_EDITS
    | {
        "duplicate": replace(SHARED["duplicate"], run=duplicate),
        "add-star": Edit(add_star, (), LIST, _("Star added")),
        "add-npc": Edit(add_npc, ("slug", "catalogue"), LIST, _("{item} added")),
        "set-rep": Edit(set_rep, ("unit", "word"), UNIT, _("{unit}: REP changed")),
        "set-figure": Edit(set_figure, ("unit", "slug", "catalogue"), UNIT, _("{unit}: type changed")),
        "set-leader": Edit(set_leader, ("unit",), HEAD, _("Leader changed")),
        "toggle-vest": Edit(of_unit("vest", not_), ("unit",), UNIT, _("{unit}: vest changed")),
        "toggle-mounted": Edit(of_unit("mounted", not_), ("unit",), UNIT, _("{unit}: mount changed")),
        "toggle-next-game": Edit(
            of_unit("next_game_rep", lambda change: 0 if change else -1),
            ("unit",),
            UNIT,
            _("{unit}: REP in the next battle"),
        ),
        "add-weapon": Edit(of_unit("weapons", add_weapon), ("unit", "slug", "slug"), UNIT, _("{unit}: {item} added")),
        "add-own-weapon": Edit(add_own_weapon, ("unit", "fields"), UNIT, _("{unit}: weapon added"), form=OWN_WEAPON),
        "remove-weapon": Edit(of_unit("weapons", without), ("unit", "position"), UNIT, _("{unit}: weapon removed")),
        "add-attribute": Edit(of_unit("attributes", with_one_more), ("unit", "slug"), UNIT, _("{unit}: {item} added")),
        "remove-attribute": Edit(
            of_unit("attributes", without), ("unit", "position"), UNIT, _("{unit}: attribute removed")
        ),
        "set-phobia": Edit(
            of_unit("phobia", new_phobia),
            ("unit", "fields"),
            UNIT,
            _("{unit}: phobia changed"),
            form={"phobia": FREE_TEXT},
        ),
    }
)
