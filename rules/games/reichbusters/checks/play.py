"""A hero in play: wounds, heroism, cards and capture."""

from rules.checks import Findings, finding, listing, too_many
from rules.games.reichbusters.analysis import DOWN_AT, HeroAnalysis, TeamAnalysis
from rules.games.reichbusters.register import REGISTER, check, check_hero, warn_hero
from rules.text import _

REGISTER.chapter(_("In play"))


@check_hero(
    "rb.wounds",
    _("Lasting wounds are 0 or more."),
    hint=_("Count the wound cards under the dashboard."),
    page=26,
)
def wounds_are_counted(hero: HeroAnalysis) -> Findings:
    if hero.unit.wounds < 0:
        yield finding(_("Lasting wounds below 0: {wounds}."), wounds=hero.unit.wounds)


@check(
    "rb.wound-supply",
    _("The team shares 20 wound cards."),
    hint=_("Recount the cards under all dashboards."),
    heading="Cartes Blessure",
)
def twenty_wound_cards(team: TeamAnalysis) -> Findings:
    text = _("Lasting wounds in the team: {n}, maximum {most}.")
    yield from too_many(text, team.wounds, team.context.wound_cards)


@check_hero(
    "rb.heroism",
    _("Heroism tokens are attack, defence or joker, with 0 or more of each."),
    hint=_("Enter how many of each are on the dashboard."),
    page=11,
)
def three_kinds_of_heroism(hero: HeroAnalysis) -> Findings:
    unlisted = tuple(kind for kind in hero.heroism if kind not in hero.context.heroism)
    yield from listing(_("Unknown type of heroism: {kinds}."), kinds=unlisted)
    below = tuple(number for number in hero.heroism.values() if number < 0)
    yield from listing(_("Heroism below 0: {numbers}."), numbers=below)


@check(
    "rb.heroism-supply",
    _("The team shares eight heroism tokens of each type."),
    hint=_("Recount the tokens on all dashboards."),
    heading="Jetons joueurs",
)
def eight_tokens_a_kind(team: TeamAnalysis) -> Findings:
    rows = team.context.heroism
    over = [kind for kind, row in rows.items() if team.heroism[kind] > row.figures["count"]]
    if over:
        yield finding(
            _("Heroism tokens in the team, {kinds}: {numbers}; there are {most} of each type."),
            excess=sum(team.heroism[kind] - rows[kind].figures["count"] for kind in over),
            kinds=tuple(rows[kind].name for kind in over),
            numbers=tuple(team.heroism[kind] for kind in over),
            most=rows[over[0]].figures["count"],
        )


@check_hero(
    "rb.cards",
    _("The hand and the cards out of the game come from the hero’s twelve action cards."),
    hint=_("Recount the hand and the cards out of the game."),
    page=20,
    rulings="rb-9 rb-13",
)
def twelve_action_cards(hero: HeroAnalysis) -> Findings:
    removed, hand, deck = hero.unit.removed_cards, hero.unit.hand, hero.context.deck
    if not 0 <= removed <= deck:
        text = _("Cards out of the game: {removed}; possible: 0 to {deck}.")
        yield finding(text, excess=max(removed - deck, -removed), removed=removed, deck=deck)
    elif hand is not None and not 0 <= hand <= hero.deck:
        text = _("Cards in hand: {hand}; possible: 0 to {left}.")
        if removed:
            text = _("Cards in hand: {hand}; possible: 0 to {left}, with {removed} out of the game.")
        excess = max(hand - hero.deck, -hand)
        yield finding(text, excess=excess, hand=hand, left=hero.deck, removed=removed)


@warn_hero(
    "rb.captured-not-down",
    _("A captured hero is down. Check for capture only at the start of the hero’s turn."),
    hint=_("Check again at the start of the hero’s turn."),
    page=19,
    rulings="rb-11 rb-12",
)
def captured_heroes_are_down(hero: HeroAnalysis) -> Findings:
    if hero.unit.captured and not hero.down:
        wounds = hero.unit.wounds
        yield finding(_("Captured, lasting wounds: {wounds}. A hero is down from {down}."), wounds=wounds, down=DOWN_AT)
