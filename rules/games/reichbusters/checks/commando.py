"""The team and its mission: who may be in it, its mode and its track."""

from rules.checks import finding
from rules.games.reichbusters.analysis import MODES, OTHER
from rules.games.reichbusters.register import REGISTER
from rules.text import _, visible

check = REGISTER.check
REGISTER.chapter(_("The team and its mission"))
DASHBOARDS = "Tableaux de bord des héros"


@check(
    "rb.team-empty",
    _("A team has at least one hero."),
    hint=_("Add a hero."),
    page=3,
    requirement=True,
    rulings="rb-3",
)
def somebody_goes(team):
    if not team.units:
        yield finding(_("No hero yet: a team has one to {most}."), most=team.context.most_heroes)


@check(
    "rb.team-too-large",
    _("A team has at most four heroes: there are four dashboards and four turn order tokens."),
    hint=_("Leave one at home."),
    heading=DASHBOARDS,
    rulings="rb-3 rb-4",
)
def four_dashboards(team):
    if len(team.units) > team.context.most_heroes:
        n, most = len(team.units), team.context.most_heroes
        yield finding(_("{n} heroes; {most} are the most."), excess=n - most, n=n, most=most)


@check(
    "rb.hero-duplicate",
    _("Every hero is in the team once: there is one card and one deck of each."),
    hint=_("Choose another hero, or take one of the two away."),
    heading="Cartes Héros",
)
def nobody_twice(team):
    for index in team.doubles:
        hero = team.units[index]
        name = visible(hero.unit.name) if hero.unit.hero == OTHER else hero.title
        yield finding(_("{hero} is in the team already."), unit=index, hero=name or hero.title)


@check(
    "rb.hero-unknown",
    _("Heroes are the five of the box, or one of an expansion with a name of their own."),
    hint=_("Choose a hero of the book, or “other” with the name on the card."),
    heading="Cartes Héros",
    rulings="rb-2",
    on="hero",
)
def heroes_of_the_box(hero):
    slug = hero.unit.hero
    if slug == OTHER and not hero.other:
        yield finding(_("A hero of another box needs a name."))
    elif slug != OTHER and (hero.row is None or hero.row.retired):
        yield finding(_("No hero of this book: {hero}."), hero=slug or "–")


@check(
    "rb.hero-not-playable",
    _("A figure without a hero card is not played."),
    hint=_("Choose one of the five; if you own a card of that hero, enter it as a hero of another box."),
    heading="Figurines",
    rulings="rb-2",
    on="hero",
    having="o-reilly",
)
def six_figures_five_cards(hero):
    if hero.row and not hero.playable:
        yield finding(_("{hero} has a figure in the box, but no hero card: six figures, five cards."), hero=hero.title)


@check(
    "rb.other-hero",
    _("A hero of an expansion is welcome; the rules of this book do not know the card."),
    hint=_("Nothing to do: make sure that all at the table agree."),
    heading="Cartes Héros",
    level="warning",
    rulings="rb-2",
    on="hero",
    having=OTHER,
)
def heroes_from_elsewhere(hero):
    if hero.other:
        yield finding(_("{hero} comes from another box; this book cannot vouch for the card."), hero=hero.unit.name)


@check(
    "rb.solo",
    _("A hero may go alone; the rulebook has no rules of its own for that."),
    hint=_("Nothing to do, or add a hero."),
    heading=DASHBOARDS,
    level="warning",
    rulings="rb-3",
)
def one_against_all(team):
    if len(team.units) == 1:
        yield finding(_("One hero alone: allowed, but the rulebook says nothing of so small a team."))


@check(
    "rb.mode",
    _("A mission is one of the campaign or a RAID."),
    hint=_("Choose campaign or RAID."),
    page=27,
    rulings="rb-10",
)
def campaign_or_raid(team):
    if team.document.mode not in MODES:
        yield finding(_("Mode “{mode}”: the book has campaign and RAID."), mode=team.document.mode)


@check(
    "rb.track",
    _("The mission's track has 4 to 7 rounds before the alarm and 3 to 6 after it."),
    hint=_("Read both numbers from the track that the mission names, or leave both out."),
    heading="Piste de mission",
    rulings="rb-7",
)
def a_track_of_the_box(team):
    track, context = team.document.track, team.context
    if track and not (track.pre in context.pre and track.post in context.post):
        yield finding(
            _("{pre} rounds before the alarm and {post} after it; the tracks have {before} and {after}."),
            pre=written(track.pre),
            post=written(track.post),
            before=tuple(context.pre),
            after=tuple(context.post),
        )


def written(number):
    return "–" if number is None else number
