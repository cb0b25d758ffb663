"""A campaign of Reichbusters: missions one after the other, a RAID as one evening; what is kept is the team's list."""

from collections.abc import Sequence

from builder.gatherings.campaign_spec import (
    LOST,
    WON,
    CampaignSpec,
    Consequence,
    Goal,
    Line,
    NextStage,
    Score,
    Stage,
    StageScenario,
)
from builder.gatherings.spec import GatheringLabels
from rules.catalogue import Catalogue
from rules.games.reichbusters.analysis import MODES
from rules.games.reichbusters.play.state import ESCAPED, OBJECTIVE
from rules.games.reichbusters.play.symbols import rule
from rules.text import Text, _

CAMPAIGN_MISSION, RAID = MODES
NAMES = {
    CAMPAIGN_MISSION: Text("Mission de campagne", "Campaign mission"),
    RAID: Text("Mission de RAID", "RAID mission"),
}
BEGINNINGS = {
    CAMPAIGN_MISSION: _("A mission of the mission book, with the next one after it."),
    RAID: _("One evening: plan, faction and objective from the RAID cards."),
}
OPEN = ("rb-9", "rb-10", "rb-15")  # rulings
KEPT = _("What you copied from the cards is kept. Weapons and skills are chosen again for each mission.")
LABELS = GatheringLabels(
    member=_("New team"),
    name=_("Team name"),
    intro=_("Missions one after the other, or a RAID in one evening: won or lost, rounds left, who escaped."),
    noting=_("Rounds left, who escaped, what you kept; it changes no list."),
)


def about(catalogue: Catalogue) -> list[Line]:
    return [Line(KEPT, str(catalogue.tables["tableau-de-bord"].cite))]


def left_open(catalogue: Catalogue) -> list[Line]:
    """What the mission book says and the rulebook does not."""
    rulings = (catalogue.rulings[slug] for slug in OPEN)
    return [Line(ruling.text, str(ruling.cite)) for ruling in rulings]


def scenarios(catalogue: Catalogue) -> list[StageScenario]:
    """A mission of the campaign, and a RAID beside it: one side, which is the team."""
    cites = {CAMPAIGN_MISSION: rule(catalogue, "escape").cite, RAID: str(catalogue.tables["cartes-raid"].cite)}
    team = ((None, _("Team")),)
    return [
        StageScenario(mode, NAMES[mode], cite, team, goals(catalogue), mode == CAMPAIGN_MISSION)
        for mode, cite in cites.items()
    ]


def goals(catalogue: Catalogue) -> tuple[Goal, ...]:
    cite = rule(catalogue, "escape").cite
    return Goal(OBJECTIVE, _("Objectives reached"), cite), Goal(ESCAPED, _("A hero escaped"), cite)


def openings(catalogue: Catalogue) -> list[tuple[str, Line]]:
    return [(scenario.slug, Line(BEGINNINGS[scenario.slug], scenario.cite)) for scenario in scenarios(catalogue)]


def score(stage: Stage, catalogue: Catalogue) -> Score | None:
    """Won by objectives and at least one hero who escaped ("Aperçu du jeu"), else lost, by all together."""
    won = any({OBJECTIVE, ESCAPED} <= {*part.reached} for part in stage.parts)
    return Score((WON if won else LOST,) * len(stage.parts), cite=rule(catalogue, "escape").cite)


def follows(stage: Stage, catalogue: Catalogue) -> NextStage | None:
    """Another mission by the same team; nothing follows a RAID."""
    if stage.scenario != CAMPAIGN_MISSION:
        return None
    team = next((part.member for part in stage.parts if part.member), None)
    return NextStage(CAMPAIGN_MISSION, {"": team} if team else {}, about(catalogue))


def take_on(_stage: Stage, _side: int, _consequences: Sequence[Consequence]) -> str:
    """The team is as before a mission: no wounds, tokens, objects or heroism, weapons first side up."""
    return "new-mission"


CAMPAIGN = CampaignSpec(
    labels=LABELS,
    about=about,
    scenarios=scenarios,
    openings=openings,
    score=score,
    follows=follows,
    take_on=take_on,
    open=left_open,
)
