"""Drawing NPCs ("Tirer les PNJ"): a recorded draw must be one that could have happened."""

from functools import partial

from rules.checks import Findings, finding
from rules.games.chain_reaction.analysis import DOGS, DRAWN, ZOMBIE, FigureAnalysis, StarGroupAnalysis
from rules.games.chain_reaction.document import GENERIC
from rules.games.chain_reaction.register import REGISTER, check, check_npc, warn
from rules.text import _

REGISTER.chapter(_("Rolled NPCs"))
check_drawn = partial(check_npc, having=DRAWN)


@check(
    "cr.star-drawn",
    _("The Star is never rolled: it’s the player."),
    hint=_("Remove the roll."),
    heading="La Star",
    on="star",
    having=DRAWN,
)
def nobody_draws_the_star(star: FigureAnalysis) -> Findings:
    yield finding(_("The Star has a roll. Only NPCs are rolled."))


@check_drawn(
    "cr.draw-table-unknown",
    _("NPCs are rolled on the generic table or one of the four specific ones."),
    hint=_("Roll on one of the book’s tables, or remove the roll."),
    heading="Tirer les PNJ",
)
def a_known_table(npc: FigureAnalysis) -> Findings:
    if npc.unit.draw and npc.unit.draw.table not in npc.context.draws:
        yield finding(_("No table “{slug}” in this book."), slug=npc.unit.draw.table)


@check_drawn(
    "cr.draw-dice",
    _("The generic table takes one D6, the others two."),
    hint=_("Correct the dice, or re-roll."),
    heading="Tableau de tirages génériques",
)
def dice_that_can_have_fallen(npc: FigureAnalysis) -> Findings:
    draw = npc.unit.draw
    if draw and draw.table in npc.context.draws and not npc.dice_fit:
        text = (
            _("Dice: {dice}. The generic table takes one D6.")
            if draw.table == GENERIC
            else _("Dice: {dice}. This table takes two D6.")
        )
        yield finding(text, dice=draw.dice or "–")


@check_drawn(
    "cr.draw-figure",
    _("The book gives dogs and zombies their REP. Only humans are rolled."),
    hint=_("Remove the roll, or make the figure human."),
    heading="Animaux",
)
def humans_are_drawn(npc: FigureAnalysis) -> Findings:
    if npc.unit.figure in (*DOGS, ZOMBIE):
        yield finding(_("{kind}: has a roll, but the book gives its REP."), kind=npc.kind_name)


@check_drawn(
    "cr.draw-mismatch",
    _("In a new group an NPC has the REP it rolled."),
    hint=_("Set the REP that was rolled, or remove the roll: NPCs can be chosen too."),
    heading="Tableau de tirages spécifiques",
    rulings="cr-26 cr-34",
)
def the_rep_of_the_draw(npc: FigureAnalysis) -> Findings:
    if npc.drawn and not npc.context.campaign and npc.rep != npc.drawn.figures["rep"]:
        due = npc.drawn.figures["rep"]
        yield finding(_("REP {rep}, but the dice give REP {due}."), excess=abs(npc.rep - due), rep=npc.rep, due=due)


@warn(
    "cr.table-mix",
    _("A group is usually rolled on one table."),
    hint=_("Fine if everyone agrees; otherwise re-roll on one table."),
    heading="Tableau de tirages spécifiques",
    rulings="cr-20",
)
def one_table(group: StarGroupAnalysis) -> Findings:
    used = group.draw_tables
    if len(used) > 1:
        names = tuple(group.context.draws[slug].name for slug in used)
        yield finding(_("NPCs rolled on {n} tables: {tables}."), n=len(used), tables=names)
