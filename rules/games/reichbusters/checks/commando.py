"""The team and its mission: who may be in it, its mode and its track."""

from rules.checks import Findings, finding, too_many
from rules.games.reichbusters.analysis import MODES, OTHER, HeroAnalysis, TeamAnalysis
from rules.games.reichbusters.register import REGISTER, check, check_hero, warn, warn_hero
from rules.text import _, visible

REGISTER.chapter(_("Team and mission"), heading="Cartes Héros")
DASHBOARDS = "Tableaux de bord des héros"


@check(
    "rb.team-empty",
    _("A team has at least one hero."),
    hint=_("Add a hero."),
    page=3,
    requirement=True,
    rulings="rb-3",
)
def somebody_goes(team: TeamAnalysis) -> Findings:
    if not team.units:
        yield finding(_("No heroes yet: a team has one to {most}."), most=team.context.most_heroes)


@check(
    "rb.team-too-large",
    _("A team has at most four heroes: four dashboards, four turn order tokens."),
    hint=_("Remove one hero."),
    heading=DASHBOARDS,
    rulings="rb-3 rb-4",
)
def four_dashboards(team: TeamAnalysis) -> Findings:
    yield from too_many(_("Heroes: {n}, maximum {most}."), len(team.units), team.context.most_heroes)


@check(
    "rb.hero-duplicate",
    _("Each hero is in the team once: there is one card and one deck of each."),
    hint=_("Choose another hero, or remove one of the two."),
)
def nobody_twice(team: TeamAnalysis) -> Findings:
    for index in team.doubles:
        hero = team.units[index]
        name = visible(hero.unit.name) if hero.unit.hero == OTHER else hero.title
        yield finding(_("{hero} is already in the team."), unit=index, hero=name or hero.title)


@check_hero(
    "rb.hero-unknown",
    _("A hero is one of the five in the box, or from an expansion, with its own name."),
    hint=_("Choose a hero in the book, or one from another box with the name on its card."),
    rulings="rb-2",
)
def heroes_of_the_box(hero: HeroAnalysis) -> Findings:
    slug = hero.unit.hero
    if slug == OTHER and not hero.other:
        yield finding(_("A hero from another box needs a name."))
    elif slug != OTHER and (hero.row is None or hero.row.retired):
        yield finding(_("Not a hero in this book: {hero}."), hero=slug or "–")


@check_hero(
    "rb.hero-not-playable",
    _("A figure without a hero card can’t be played."),
    hint=_("Choose one of the five. If you own a card for this hero, enter it as a hero from another box."),
    heading="Figurines",
    rulings="rb-2",
    having="o-reilly",
)
def six_figures_five_cards(hero: HeroAnalysis) -> Findings:
    if hero.row and not hero.playable:
        yield finding(_("{hero} has a figure in the box but no hero card: six figures, five cards."), hero=hero.title)


@warn_hero(
    "rb.other-hero",
    _("A hero from an expansion is welcome, but the card isn’t in this book."),
    hint=_("Fine if everyone at the table agrees."),
    rulings="rb-2",
    having=OTHER,
)
def heroes_from_elsewhere(hero: HeroAnalysis) -> Findings:
    if hero.other:
        yield finding(_("{hero} is from another box; we can’t check this card."), hero=hero.unit.name)


@warn(
    "rb.solo",
    _("A hero can go alone; the rulebook has no special rules for it."),
    hint=_("Fine as it is; or add a hero."),
    heading=DASHBOARDS,
    rulings="rb-3",
)
def one_against_all(team: TeamAnalysis) -> Findings:
    if len(team.units) == 1:
        yield finding(_("One hero alone: allowed, but the rulebook doesn’t cover such a small team."))


@check(
    "rb.mode",
    _("A mission is part of the campaign, or a RAID."),
    hint=_("Choose campaign or RAID."),
    page=27,
    rulings="rb-10",
)
def campaign_or_raid(team: TeamAnalysis) -> Findings:
    if team.document.mode not in MODES:
        yield finding(_("Unknown mode: “{mode}”. Choose campaign or RAID."), mode=team.document.mode)


@check(
    "rb.track",
    _("A mission track has 4 to 7 rounds before the alarm and 3 to 6 after."),
    hint=_("Copy both numbers from the mission’s track, or leave both blank."),
    heading="Piste de mission",
    rulings="rb-7",
)
def a_track_of_the_box(team: TeamAnalysis) -> Findings:
    track, context = team.document.track, team.context
    if track and not (track.pre in context.pre and track.post in context.post):
        pre, post = ("–" if number is None else number for number in (track.pre, track.post))
        text = _("Rounds before the alarm: {pre}, after: {post}. Tracks have {before} before and {after} after.")
        yield finding(text, pre=pre, post=post, before=tuple(context.pre), after=tuple(context.post))
