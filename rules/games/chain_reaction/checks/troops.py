"""Raising the troops ("Générer les troupes"): the Star, those who follow it, the leader, animals and zombies."""

from rules.checks import ON_HEAD, Findings, finding
from rules.games.chain_reaction.analysis import (
    DOGS,
    HUMAN,
    LEAST_STAR_REP,
    NEW_REP,
    ZOMBIE,
    FigureAnalysis,
    StarGroupAnalysis,
    kind_tag,
)
from rules.games.chain_reaction.register import REGISTER, check, check_figure, check_npc, warn, warn_npc
from rules.text import _

REGISTER.chapter(_("Troops"), heading="La Star")
DOG_TAGS = tuple(map(kind_tag, DOGS))


@check(
    "cr.star-missing",
    _("A group has a Star: the player’s own figure."),
    hint=_("Add a Star."),
    requirement=True,
    rulings="cr-11",
)
def a_star(group: StarGroupAnalysis) -> Findings:
    if not group.stars:
        yield finding(_("No Star yet; the group needs 1."))


@check(
    "cr.star-too-many",
    _("A group has one Star. The first in the list counts."),
    hint=_("Remove the other Stars, or add them as NPCs."),
)
def one_star(group: StarGroupAnalysis) -> Findings:
    if len(group.stars) > 1:
        n = len(group.stars)
        yield finding(_("1 Star per group, not {n}."), excess=n - 1, n=n)


@check(
    "cr.star-kind",
    _("The Star is human."),
    hint=_("Make the Star human. Dogs and zombies are NPCs."),
    on="star",
)
def a_human_star(star: FigureAnalysis) -> Findings:
    if star.row and star.row.slug != HUMAN:
        yield finding(_("The Star is always human, not {kind}."), kind=star.row.name)


@check(
    "cr.star-rep",
    _("A new Star has REP 5. In a campaign it can drop to 3."),
    hint=_("Set its REP to 5, or tick “Campaign” in the settings."),
    on="star",
    rulings="cr-3 cr-5",
)
def the_rep_of_a_star(star: FigureAnalysis) -> Findings:
    if star.context.campaign and not LEAST_STAR_REP <= star.rep <= NEW_REP:
        text = _("The Star has REP {rep}; in a campaign, {least} to {most}.")
        yield finding(text, rep=star.rep, least=LEAST_STAR_REP, most=NEW_REP)
    elif not star.context.campaign and star.rep != NEW_REP:
        text = _("The Star has REP {rep}; a new one has {due}.")
        yield finding(text, excess=abs(star.rep - NEW_REP), rep=star.rep, due=NEW_REP)


@check(
    "cr.npc-too-few",
    _("A new group has as many NPCs as its Star’s REP."),
    hint=_("Add NPCs: roll or choose them."),
    heading="Les PNJ",
    requirement=True,
    rulings="cr-4 cr-18",
)
def enough_npcs(group: StarGroupAnalysis) -> Findings:
    n = len(group.npcs)
    if not group.context.campaign and n < group.slots:
        text = _("NPCs: {n}. A Star of REP {due} needs {due}: {missing} to add.")
        yield finding(text, n=n, due=group.slots, missing=group.slots - n)


@check(
    "cr.npc-too-many",
    _("A group has no more NPCs than its Star’s REP."),
    hint=_("Remove an NPC first. Dogs and zombies count."),
    heading="Les PNJ",
    rulings="cr-4 cr-18",
)
def not_too_many_npcs(group: StarGroupAnalysis) -> Findings:
    n = len(group.npcs)
    if n > group.slots:
        text = _("A Star of REP {rep} leads {rep} NPCs at most, not {n}.")
        yield finding(text, excess=n - group.slots, n=n, rep=group.slots)


@check_npc(
    "cr.npc-rep-range",
    _("An NPC’s REP is 1 to 5."),
    hint=_("Set its REP between 1 and 5."),
    heading="Tirer les PNJ",
    rulings="cr-5",
)
def a_rep_on_the_scale(npc: FigureAnalysis) -> Findings:
    if not 1 <= npc.rep <= NEW_REP:
        yield finding(_("An NPC of REP {rep}; 1 to {most} is possible."), rep=npc.rep, most=NEW_REP)


@check(
    "cr.npc-rep-above-star",
    _("No NPC has a higher REP than the Star."),
    hint=_("Choose an NPC with a lower REP, or re-roll."),
    heading="Tirer les PNJ",
    rulings="cr-7",
)
def nobody_above_the_star(group: StarGroupAnalysis) -> Findings:
    text, most = _("NPC of REP {rep}, above the Star’s REP {star}."), group.slots
    for index, unit in enumerate(group.units):
        if group.star and not unit.is_star and unit.rep > most:
            yield finding(text, unit=index, excess=unit.rep - most, rep=unit.rep, star=most)


@check_figure(
    "cr.kind-unknown",
    _("A figure is a human, an attack dog, a lap dog or a zombie."),
    hint=_("Choose one of the four."),
    heading="Générer les troupes",
)
def a_known_kind(figure: FigureAnalysis) -> Findings:
    if figure.row is None or figure.row.retired:
        yield finding(_("No figure type “{slug}” in this book."), slug=figure.unit.figure)


@check(
    "cr.leader-unknown",
    _("The main leader is a figure of the group."),
    hint=_("Choose one of the figures as leader, or none."),
    heading="Leader",
    rulings="cr-23",
)
def a_leader_of_the_group(group: StarGroupAnalysis) -> Findings:
    if group.document.leader is not None and group.leader is None:
        text = _("Figure {number} is the main leader, but the group has {n}.")
        yield finding(text, number=group.document.leader + 1, n=len(group.units))


@warn(
    "cr.no-leader",
    _("Name one figure as main leader: the “leader lost” test needs it."),
    hint=_("Make the Star or another figure the leader."),
    on=ON_HEAD,
    heading="Leader",
    rulings="cr-23",
)
def a_leader(group: StarGroupAnalysis) -> Findings:
    if group.document.leader is None:
        yield finding(_("No main leader yet."))


@check_npc(
    "cr.dog-rep",
    _("A new attack dog has REP 4, a new lap dog REP 3."),
    hint=_("Set the book’s REP. It changes only in a campaign."),
    heading="Animaux",
    having=DOG_TAGS,
)
def the_rep_of_a_dog(npc: FigureAnalysis) -> Findings:
    return printed_rep(npc)


@check_npc(
    "cr.zombie-rep",
    _("A new zombie has REP 4."),
    hint=_("Set its REP to 4. It changes only in a campaign."),
    heading="Zombies",
    having=kind_tag(ZOMBIE),
)
def the_rep_of_a_zombie(npc: FigureAnalysis) -> Findings:
    return printed_rep(npc)


def printed_rep(npc: FigureAnalysis) -> Findings:
    due = npc.row.figures["rep"] if npc.row else npc.rep
    if not npc.context.campaign and npc.rep != due:
        text = _("{kind}: REP {rep}; a new one has {due}.")
        yield finding(text, excess=abs(npc.rep - due), kind=npc.kind_name, rep=npc.rep, due=due)


@warn_npc(
    "cr.dog-slot",
    _("A dog takes an NPC’s place, unless the players agree otherwise."),
    hint=_("Fine if everyone agrees."),
    heading="Animaux",
    having=DOG_TAGS,
    rulings="cr-18",
)
def a_dog_takes_a_place(npc: FigureAnalysis) -> Findings:
    yield finding(_("{kind}: takes 1 of the NPC places."), kind=npc.kind_name)


@warn_npc(
    "cr.zombie-in-group",
    _("The game runs zombies, not a player."),
    hint=_("Agree on who moves it, or remove it."),
    heading="Zombies Mode",
    having=kind_tag(ZOMBIE),
    rulings="cr-19",
)
def zombies_follow_nobody(npc: FigureAnalysis) -> Findings:
    yield finding(_("A zombie in the Star’s group: in the book, the game runs it."))


@check_figure(
    "cr.mounted-kind",
    _("Only humans ride."),
    hint=_("Remove the horse."),
    heading="Mouvement normal à cheval",
    having="@mounted",
)
def only_humans_ride(figure: FigureAnalysis) -> Findings:
    if figure.row and not figure.row.figures["rides"]:
        yield finding(_("{kind} on horseback: only humans ride."), kind=figure.row.name)
