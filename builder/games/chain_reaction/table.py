"""What dice decide before a game: NPCs, attributes, time of day, weather; thrown by a seed or typed as they fell."""

from django.utils import timezone
from django.utils.translation import gettext

from builder.lists.edits import LIST, LOG, UNIT, BadEdit, Edit, add_unit, changed, logged, unit_at, with_one_more
from builder.wording import local
from rules.dice import BadDice, Thrown, Typed
from rules.document import LogEntry, Roll
from rules.games.chain_reaction import draws
from rules.games.chain_reaction.analysis import HUMAN
from rules.games.chain_reaction.document import Figure
from rules.shapes import LONGEST_TEXT
from rules.text import _

LONGEST_TYPED = 200
LONGEST_NAME = 60  # of a figure, in a title of the log


def source(fields, key="dice"):
    """The dice of a form: those that were typed in, else the server's with a seed of their own."""
    words = fields.get(key, "").strip()
    if len(words) > LONGEST_TYPED:
        raise BadEdit(_("These are too many dice."))
    try:
        return Typed.read(words) if words else Thrown()
    except BadDice as bad:
        raise BadEdit(bad.message.text, **bad.message.values) from None


def with_dice(fields, run):
    """What `run(dice)` makes of the dice of a form. Typed dice have to fit, and to be used up."""
    dice = source(fields)
    try:
        made = run(dice)
        if isinstance(dice, Typed):
            dice.all_used()
    except BadDice as bad:
        raise BadEdit(bad.message.text, **bad.message.values) from None
    return made, dice


def entry(title, *rolls, units=(), text=""):
    """A log entry of today."""
    return LogEntry(timezone.localdate().isoformat(), title[:LONGEST_TEXT], text[:LONGEST_TEXT], tuple(units), rolls)


def called(document, index):
    """A figure's name for a title: as typed, else its number."""
    return document.units[index].name[:LONGEST_NAME] or f"#{index + 1}"


# --- NPCs -----------------------------------------------------------------------------------------------------------


def draw_npc(document, word, fields, catalogue):
    """A new NPC, drawn on the table that documents call `word`. In a campaign nobody above the Star stays."""
    drawn, rejected = drawn_npc(document, word, fields, catalogue)
    grown = add_unit(document, Figure(rep=drawn.rep, draw=drawn.draw))
    return rejects_logged(grown, rejected, len(document.units))


def redraw(document, index, fields, catalogue):
    """Draw a figure again, or draw one that was chosen; the draw that it had stays in the log."""
    if unit_at(document, index).kind == "star":
        raise BadEdit(_("The Star is never drawn."))
    drawn, rejected = drawn_npc(document, fields.get("table", ""), fields, catalogue)
    cleared = without_draw(document, index)
    return rejects_logged(changed(cleared, index, figure=HUMAN, rep=drawn.rep, draw=drawn.draw), rejected, index)


def drawn_npc(document, word, fields, catalogue):
    """The draw that stays, and the `Roll`s that were drawn again before it.

    Each throw of the server's has a seed of its own, so that the first dice of a seed are always those of its figure.
    """
    if word not in draws.draw_tables(catalogue):
        raise BadEdit(_("There is no such table to draw on."))
    cap, rejected = cap_of(document), []
    while True:
        drawn, dice = with_dice(fields, lambda dice: draws.draw_npc(catalogue, word, dice, cap))
        if isinstance(dice, Typed):
            return drawn, [roll_of(one) for one in drawn.rejected]
        if not drawn.rejected:
            return drawn, rejected
        rejected.append(roll_of(drawn.rejected[0], dice.seed))


def cap_of(document):
    """In a campaign, the Star's REP: what is drawn above it is drawn again. None without a cap."""
    star = next((unit for unit in document.units if unit.kind == "star"), None)
    return star.rep if document.campaign and star else None


def roll_of(rolled, seed=None):
    return Roll(seed, rolled.dice, rolled.row.slug)


def rejects_logged(document, rolls, index):
    if not rolls:
        return document
    title = gettext("{name}: drawn again, for nobody is above the Star").format(name=called(document, index))
    return logged(document, entry(title, *rolls, units=(index,)))


def without_draw(document, index):
    """A figure without the draw that it had, which goes to the log."""
    draw = unit_at(document, index).draw
    if draw is None:
        return document
    title = gettext("{name}: an earlier draw").format(name=called(document, index))
    roll = Roll(draw.seed, draw.dice, document.units[index].rep)
    return logged(changed(document, index, draw=None), entry(title, roll, units=(index,), text=draw.table))


# --- attributes, day and weather ------------------------------------------------------------------------------------


def roll_attribute(document, index, fields, catalogue):
    """An attribute by dice: D6, then D20 or D12, which may lead to several or to none. The log keeps the dice."""
    drawn, dice = with_dice(fields, lambda dice: draws.draw_attributes(catalogue, 1, dice))
    attributes = unit_at(document, index).attributes
    for slug in drawn.slugs:
        attributes = with_one_more(attributes, slug)
    names = [local_name(roll.row) for roll in drawn.rolls[1:]]
    title = gettext("{name}: an attribute").format(name=called(document, index))
    roll = Roll(dice.seed, tuple(dice.dice), drawn.rolls[-1].row.slug)
    made = entry(title, roll, units=(index,), text=", ".join(names))
    return logged(changed(document, index, attributes=attributes), made)


def local_name(row):
    return local(row.name)


def roll_time(document, fields, catalogue):
    """The time of day of a game, with its half die where its length takes one; the log keeps both."""
    (rolled, moment), dice = with_dice(fields, lambda dice: draws.draw_time(catalogue, dice))
    words = gettext("turns: {turns}").format(turns=moment.turns)
    title = f"{gettext('Time of day')}: {local_name(rolled.row)}"
    return logged(document, entry(title, Roll(dice.seed, tuple(dice.dice), rolled.row.slug), text=words))


def roll_weather(document, fields, catalogue):
    """The weather of a game; the log keeps the dice."""
    rolled, dice = with_dice(fields, lambda dice: draws.draw_weather(catalogue, dice))
    title = f"{gettext('Weather')}: {local_name(rolled.row)}"
    return logged(document, entry(title, roll_of(rolled, dice.seed)))


TABLE_EDITS = {
    "draw-npc": Edit(draw_npc, ("slug", "fields", "catalogue"), LIST, _("NPC drawn")),
    "redraw": Edit(redraw, ("unit", "fields", "catalogue"), UNIT, _("{unit} drawn")),
    "forget-draw": Edit(without_draw, ("unit",), UNIT, _("{unit}: chosen, not rolled")),
    "roll-attribute": Edit(roll_attribute, ("unit", "fields", "catalogue"), UNIT, _("{unit}: attribute rolled")),
    "roll-time": Edit(roll_time, ("fields", "catalogue"), LOG, _("Time of day rolled")),
    "roll-weather": Edit(roll_weather, ("fields", "catalogue"), LOG, _("Weather rolled")),
}
