"""What a player can do to a group beside what every list allows."""

from dataclasses import replace

from builder.games.chain_reaction import aftermath
from builder.games.chain_reaction.table import TABLE_EDITS, forget_draw
from builder.lists.edits import (
    HEAD,
    LIST,
    UNIT,
    BadEdit,
    Edit,
    add_unit,
    changed,
    shared_edits,
    unit_at,
    with_one_more,
    without,
    words,
)
from rules.document import NAME
from rules.games.chain_reaction.analysis import HUMAN, NEW_REP
from rules.games.chain_reaction.document import Figure, OwnWeapon, Weapon
from rules.shapes import String
from rules.text import _

HIGHEST_REP = 6
USUAL_REP = 4  # of a human who is chosen: somebody reliable ("Tirer les PNJ")
LONGEST_NUMBER = 4  # digits in the range, class and impact of a player's own weapon
FREE_TEXT = String()


def add_star(document):
    """A Star: human, REP 5."""
    return add_unit(document, Figure(kind="star", rep=NEW_REP))


def add_npc(document, figure, catalogue):
    """A figure that was chosen, not drawn, with the REP that the book gives it."""
    return add_unit(document, Figure(figure=figure, rep=usual_rep(catalogue, figure)))


def usual_rep(catalogue, figure):
    """The REP that the book gives a dog or a zombie; that of somebody reliable for a human."""
    row = catalogue.tables["figures"].rows.get(figure)
    if row is None:
        raise BadEdit(_("Choose a human, a dog or a zombie."))
    return USUAL_REP if figure == HUMAN else row.figures["rep"]


def set_rep(document, index, value):
    if value not in [str(one) for one in range(1, HIGHEST_REP + 1)]:
        raise BadEdit(_("Choose a REP from 1 to 6."))
    return changed(document, index, rep=int(value))


def set_figure(document, index, figure, catalogue):
    """Make a figure a human, a dog or a zombie: its REP becomes the book's, and the log keeps its draw."""
    rep = usual_rep(catalogue, figure)
    if unit_at(document, index).figure == figure:
        return document
    return changed(forget_draw(document, index), index, figure=figure, rep=rep)


def set_leader(document, index):
    """Make a figure the leader; the leader becomes an ordinary figure again."""
    unit_at(document, index)
    return replace(document, leader=None if document.leader == index else index)


def toggle(field):
    """The edit that turns a field of a figure, True or False, into the other."""

    def toggle_field(document, index):
        return changed(document, index, **{field: not getattr(unit_at(document, index), field)})

    return toggle_field


def toggle_next_game(document, index):
    """REP -1 in the next game, or as always."""
    return changed(document, index, next_game_rep=0 if unit_at(document, index).next_game_rep else -1)


# --- weapons --------------------------------------------------------------------------------------------------------


def add_weapon(document, index, period, slug):
    return arm(document, index, Weapon(period, slug))


def arm(document, index, weapon):
    """One more weapon on a figure."""
    return changed(document, index, weapons=with_one_more(unit_at(document, index).weapons, weapon))


def remove_weapon(document, index, place):
    return changed(document, index, weapons=without(unit_at(document, index).weapons, place))


def add_own_weapon(document, index, fields):
    """A weapon of the player's own: name, impact, range and class; one without range or class leaves them empty."""
    name = words(fields, "weapon-name", NAME)
    impact = whole_number(fields, "weapon-impact")
    if not name or impact is None:
        raise BadEdit(_("A custom weapon needs a name and an impact."))
    shot = {"range": whole_number(fields, "weapon-range"), "rate": whole_number(fields, "weapon-class")}
    if 0 in shot.values():
        raise BadEdit(_("Leave range or class empty if the weapon has none."))
    return arm(document, index, OwnWeapon(name=name, impact=impact, **shot))


def whole_number(fields, key):
    """A whole number from 0 on in a form's field, None where the field is empty. Raises `BadEdit`."""
    word = fields.get(key, "").strip()
    if not word:
        return None
    if not word.isascii() or not word.isdigit() or len(word) > LONGEST_NUMBER:
        raise BadEdit(_("Enter whole numbers for range, class and impact."))
    return int(word)


# --- attributes -----------------------------------------------------------------------------------------------------


def add_attribute(document, index, slug):
    return changed(document, index, attributes=with_one_more(unit_at(document, index).attributes, slug))


def remove_attribute(document, index, place):
    return changed(document, index, attributes=without(unit_at(document, index).attributes, place))


def set_phobia(document, index, fields):
    """What the figure is afraid of, in the player's own words: the compendium lists no phobias."""
    return changed(document, index, phobia=words(fields, "phobia", FREE_TEXT))


# --- the list -------------------------------------------------------------------------------------------------------


def set_head(document, fields):
    """Change the head of the list: only the keys that `fields` (typed, from the form) holds."""
    return replace(document, **fields)


def renumber(document, where):
    """The leader's index after units moved; `where` maps an old index to the new one, None for a removed figure."""
    return document if document.leader is None else replace(document, leader=where(document.leader))


SHARED = shared_edits(renumber)


def duplicate(document, index):
    """The same figure once more, as one that was chosen: the dice of a draw fell for one figure only."""
    return changed(SHARED["duplicate"].run(document, index), index + 1, draw=None)


EDITS = (
    SHARED
    | TABLE_EDITS
    | aftermath.EDITS
    | {
        "duplicate": replace(SHARED["duplicate"], run=duplicate),
        "add-star": Edit(add_star, (), LIST, _("Star added")),
        "add-npc": Edit(add_npc, ("slug", "catalogue"), LIST, _("{item} added")),
        "set-rep": Edit(set_rep, ("unit", "word"), UNIT, _("{unit}: REP changed")),
        "set-figure": Edit(set_figure, ("unit", "slug", "catalogue"), UNIT, _("{unit}: type changed")),
        "set-leader": Edit(set_leader, ("unit",), HEAD, _("Leader changed")),
        "toggle-vest": Edit(toggle("vest"), ("unit",), UNIT, _("{unit}: vest changed")),
        "toggle-mounted": Edit(toggle("mounted"), ("unit",), UNIT, _("{unit}: mount changed")),
        "toggle-next-game": Edit(toggle_next_game, ("unit",), UNIT, _("{unit}: REP in the next battle")),
        "add-weapon": Edit(add_weapon, ("unit", "slug", "slug"), UNIT, _("{unit}: {item} added")),
        "add-own-weapon": Edit(add_own_weapon, ("unit", "fields"), UNIT, _("{unit}: weapon added")),
        "remove-weapon": Edit(remove_weapon, ("unit", "position"), UNIT, _("{unit}: weapon removed")),
        "add-attribute": Edit(add_attribute, ("unit", "slug"), UNIT, _("{unit}: {item} added")),
        "remove-attribute": Edit(remove_attribute, ("unit", "position"), UNIT, _("{unit}: attribute removed")),
        "set-phobia": Edit(set_phobia, ("unit", "fields"), UNIT, _("{unit}: phobia changed")),
        "set-head": Edit(set_head, ("head",), HEAD, _("Period or campaign changed")),
    }
)
