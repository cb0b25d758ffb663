"""The head of a group's sheet: its Star, how many follow, the rolls for the session, boxes for the steps after it."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from builder.games.chain_reaction import session
from builder.games.chain_reaction.crews import names_of
from builder.games.chain_reaction.sheet.weapons import NONE
from builder.sheets.common import one_box, short, text_in
from builder.sheets.parts import BOX, SEPARATOR, Fact, FigureRow, LabelledFigure, Passage, Total, Track
from builder.wording import clean, local
from rules.catalogue import Catalogue, TableRow
from rules.games.chain_reaction.analysis import StarGroupAnalysis, length
from rules.games.chain_reaction.clock import TIMES, WEATHER, Clock, is_sight_of_the_open, row_of, sight

TURNS, MOST_TURNS = 10, 30  # boxes for turns: a time of day lasts ten at most ("Table du moment de la journée")


def subtitle(analysis: StarGroupAnalysis) -> str:
    period = analysis.context.period
    words = [
        local(analysis.context.catalogue.name),
        local(period.name) if period else analysis.document.period,
    ]
    words.append(_("campaign") if analysis.context.campaign else _("single battle"))
    return SEPARATOR.join(words)


def figures(analysis: StarGroupAnalysis) -> Iterator[LabelledFigure]:
    """The loud numbers."""
    star = analysis.star
    yield LabelledFigure(_("REP of the Star"), short(star.rep) if star else NONE, loud=True)
    yield LabelledFigure(_("Star Power dice"), str(star.star_power) if star else NONE)
    yield LabelledFigure(_("NPCs"), f"{len(analysis.npcs)}/{short(analysis.slots)}")
    yield LabelledFigure(_("Free places"), short(analysis.open_slots))


def facts(analysis: StarGroupAnalysis) -> Iterator[Fact]:
    """Who leads, and the time of day and weather that were rolled."""
    yield Fact(_("Leader"), leader_name(analysis) or _("none named"))
    rolls = session.latest_rolls(analysis.document, analysis.context.catalogue)
    for title, slug in ((_("Time of day"), TIMES), (_("Weather"), WEATHER)):
        row, _roll = rolls[slug]
        yield Fact(title, roll_words(row, analysis.context.catalogue) if row else "")
    if clock := session.session_clock(analysis.document, analysis.context.catalogue):
        yield Fact(_("Sight"), sight_words(clock, analysis.context.catalogue))


def crewed_facts(analysis: StarGroupAnalysis) -> Iterator[Fact]:
    """Each mortar with its crew, the REP that aims (ruling cr-57), how often it shoots; each car with its people."""
    for mortar, name in zip(analysis.document.mortars, analysis.mortar_names, strict=True):
        crew, row = analysis.figures_of(mortar.crew), analysis.context.crew_row(mortar)
        reps = [_("REP {rep}").format(rep=min(figure.effective_rep for figure in crew))] if crew else []
        rates = [rate_words(row.figures["fires_every"])] if row else []
        words = clean(names_of(analysis, mortar.crew)) or NONE
        yield Fact(clean(local(name)), SEPARATOR.join([words, *reps, *rates]))
    for car, name in zip(analysis.document.cars, analysis.car_names, strict=True):
        yield Fact(clean(local(name)), clean(names_of(analysis, car.figures)) or NONE)


def rate_words(every: int | None) -> str:
    """How often a mortar shoots with its crew."""
    if every is None:
        return _("can’t shoot")
    return _("every activation") if every == 1 else _("one activation in {n}").format(n=every)


def writing(analysis: StarGroupAnalysis) -> FigureRow:
    """What holds in this session, with boxes to write in for what was not rolled."""
    boxes = tuple(LabelledFigure(fact.label, fact.value) for fact in facts(analysis))
    return FigureRow(boxes, across=len(boxes), plain=True)


def crews(analysis: StarGroupAnalysis) -> Iterator[Passage]:
    """Who serves which mortar and who is in which car."""
    if rows := tuple((fact.label, fact.value) for fact in crewed_facts(analysis)):
        yield Passage(_("This battle"), rows=rows)


def roll_words(row: TableRow, catalogue: Catalogue) -> str:
    """The time of day or the weather that was rolled; a time of day with the one that comes after it."""
    if "next" not in row.figures:
        return local(row.name)
    follows = row_of(catalogue.tables[TIMES], row.figures["next"])
    return _("{moment}, then {next}").format(moment=local(row.name), next=local(follows.name).lower())


def sight_words(clock: Clock, catalogue: Catalogue) -> str:
    """How far one sees: at night in the open, in bad weather anywhere."""
    far = sight(clock, catalogue)
    if far is None:
        return _("no limit")
    in_the_open = is_sight_of_the_open(clock, catalogue)
    return _("{length} in the open").format(length=local(length(far))) if in_the_open else local(length(far))


def leader_name(analysis: StarGroupAnalysis) -> str:
    return clean(text_in(analysis.leader_name))


def tracks(analysis: StarGroupAnalysis) -> Iterator[Track]:
    """Boxes of the whole group: Star Power, and the steps after the game in their order (ruling cr-10)."""
    if analysis.star:
        yield Track(_("Star Power"), BOX * analysis.star.star_power, key="star-power")
    yield one_box(_("Leader lost"), "leader-lost")
    clock = session.session_clock(analysis.document, analysis.context.catalogue)
    turns = min(clock.left, MOST_TURNS) if clock else TURNS
    yield Track(_("Turns"), BOX * turns, key="turns", names=tuple(map(str, range(1, turns + 1))))
    if analysis.context.campaign:
        yield one_box(_("Game lost"), "game-lost")
        for step in analysis.context.catalogue.tables["aftermath"].rows.values():
            yield one_box(local(step.name), step.slug)


def totals(analysis: StarGroupAnalysis) -> Iterator[Total]:
    yield Total(_("Star"), len(analysis.stars))
    yield Total(_("NPCs"), len(analysis.npcs))
