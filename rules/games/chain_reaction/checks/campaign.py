"""The campaign ("Campagne"): what carries over from one game to the next."""

from rules.checks import Findings, finding
from rules.games.chain_reaction.analysis import FigureAnalysis, StarGroupAnalysis
from rules.games.chain_reaction.register import REGISTER, check_figure, warn
from rules.text import _

REGISTER.chapter(_("Campaign"))


@check_figure(
    "cr.next-game-mod",
    _("After a bad recovery, a figure plays the next battle at REP −1, in a campaign only."),
    hint=_("Set it to 0, or tick “Campaign” in the settings."),
    heading="Gestion des tests",
)
def one_less_at_most(figure: FigureAnalysis) -> Findings:
    change = figure.unit.next_game_rep
    if change not in (0, -1):
        yield finding(_("REP {change} for the next battle: only 0 and −1 exist."), change=change)
    elif change and not figure.context.campaign:
        yield finding(_("REP {change} for the next battle, but no campaign."), change=change)


@warn(
    "cr.understrength",
    _("In a campaign a group may have fewer NPCs than its Star’s REP."),
    hint=_("After losses, test for recruits. Until then, play on."),
    heading="Nouvelles recrues",
    rulings="cr-4",
)
def a_full_group(group: StarGroupAnalysis) -> Findings:
    n = len(group.npcs)
    if group.context.campaign and group.star and n < group.slots:
        yield finding(_("NPCs: {n}. The Star can lead {most}."), n=n, most=group.slots)
