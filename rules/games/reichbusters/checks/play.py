"""A hero in play: wounds, heroism, cards and capture."""

from rules.checks import finding
from rules.games.reichbusters.analysis import DOWN_AT
from rules.games.reichbusters.register import REGISTER
from rules.text import _

check = REGISTER.check


@check(
    "rb.wounds",
    _("Lasting wounds are counted from 0 up."),
    hint=_("Count the wound cards under the dashboard."),
    page=26,
    on="hero",
)
def wounds_are_counted(hero):
    if hero.unit.wounds < 0:
        yield finding(_("{wounds} lasting wounds is below 0."), wounds=hero.unit.wounds)


@check(
    "rb.wound-supply",
    _("There are 20 wound cards for the whole team."),
    hint=_("Count the cards under all dashboards again."),
    heading="Cartes Blessure",
)
def twenty_wound_cards(team):
    n, most = team.wounds, team.context.wound_cards
    if n > most:
        yield finding(_("{n} lasting wounds in the team; there are {most} cards."), n=n, most=most)


@check(
    "rb.heroism",
    _("Heroism tokens are of three kinds, attack, defence and joker, and are counted from 0 up."),
    hint=_("Enter how many of each kind lie on the dashboard."),
    page=11,
    on="hero",
)
def three_kinds_of_heroism(hero):
    unlisted = tuple(kind for kind in hero.heroism if kind not in hero.context.heroism)
    if unlisted:
        yield finding(_("No kind of heroism: {kinds}."), kinds=unlisted)
    below = tuple(number for number in hero.heroism.values() if number < 0)
    if below:
        yield finding(_("Heroism below 0: {numbers}."), numbers=below)


@check(
    "rb.heroism-supply",
    _("There are eight heroism tokens of each kind for the whole team."),
    hint=_("Count the tokens on all dashboards again."),
    heading="Jetons joueurs",
)
def eight_tokens_a_kind(team):
    rows = team.context.heroism
    over = [kind for kind, row in rows.items() if team.heroism[kind] > row.figures["count"]]
    if over:
        yield finding(
            _("Heroism tokens in the team, {kinds}: {numbers}; there are {most} of a kind."),
            kinds=tuple(rows[kind].name for kind in over),
            numbers=tuple(team.heroism[kind] for kind in over),
            most=rows[over[0]].figures["count"],
        )


@check(
    "rb.cards",
    _("Removed cards and the hand come out of the hero's twelve action cards."),
    hint=_("Count the hand and the cards out of the game again."),
    page=20,
    rulings="rb-9 rb-13",
    on="hero",
)
def twelve_action_cards(hero):
    removed, hand, deck = hero.unit.removed_cards, hero.unit.hand, hero.context.deck
    if not 0 <= removed <= deck:
        yield finding(_("{removed} cards out of the game; 0 to {deck} can be."), removed=removed, deck=deck)
    elif hand is not None and not 0 <= hand <= hero.deck:
        text = _("Cards in hand: {hand}; 0 to {left} can be.")
        if removed:
            text = _("Cards in hand: {hand}; 0 to {left} can be, with {removed} out of the game.")
        yield finding(text, hand=hand, left=hero.deck, removed=removed)


@check(
    "rb.captured-not-down",
    _("A captured hero is down; capture is looked at only at the start of the hero's turn."),
    hint=_("Look again at the start of the hero's turn."),
    page=19,
    level="warning",
    rulings="rb-11 rb-12",
    on="hero",
)
def captured_heroes_are_down(hero):
    if hero.unit.captured and not hero.down:
        wounds = hero.unit.wounds
        yield finding(_("Captured with {wounds} lasting wounds; {down} put a hero down."), wounds=wounds, down=DOWN_AT)
