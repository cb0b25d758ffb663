"""A campaign as its pages show it: what was played, what follows from it, and how each list has fared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from builder.gatherings.campaign_spec import (
    CAMPAIGNS,
    STAGE,
    WON,
    Consequence,
    Goal,
    Line,
    NextStage,
    Score,
    Stage,
    StageScenario,
    Words,
)
from builder.gatherings.models import Chapter, Gathering, Membership
from builder.gatherings.played import PlayedBattle, battles_of
from builder.gatherings.state import SharedState
from builder.lists.models import Roster
from rules.catalogue import Catalogue
from rules.loading import catalogue
from rules.shapes import Refused
from rules.text import Text


@dataclass(frozen=True)
class Side:
    """A side of a battle. `goals`: (goal, whether it was reached); `gains`: what was accepted for it."""

    membership: Membership | None
    role: Words
    goals: tuple[tuple[Goal, bool], ...]
    outcome: str = ""
    feats: str = ""
    revision: int | None = None
    gains: tuple[Consequence, ...] = ()


@dataclass(frozen=True)
class StageView:
    """A chapter with what it notes, read; `scenario` is None where the book no longer has it."""

    chapter: Chapter
    stage: Stage
    scenario: StageScenario | None
    sides: tuple[Side, ...]
    score: Score | None
    battles: Sequence[PlayedBattle] = ()

    @property
    def battle(self) -> PlayedBattle | None:
        """The last battle that was started for it."""
        return self.battles[-1] if self.battles else None

    def may_begin(self, mine: Iterable[Membership]) -> bool:
        """Whether who has these members may start its battle: every side has a list, one of them is theirs."""
        members = [side.membership for side in self.sides]
        ready = bool(members) and all(member and member.current for member in members)
        return ready and not self.chapter.held and any(membership in members for membership in mine)


@dataclass(frozen=True)
class Strand:
    """A battle that was played and what follows it; `casting`: (role, member or None) of the next scenario."""

    view: StageView
    following: NextStage
    scenario: StageScenario
    casting: tuple[tuple[Words, Membership | None], ...]
    consequences: tuple[tuple[Words, Consequence], ...]


@dataclass(frozen=True)
class Standing:
    """How a list has fared; `role` is that of its last battle."""

    membership: Membership
    own: bool
    battles: int
    outcomes: Counter[str]
    grades: tuple[tuple[Words, int], ...]
    role: Words = ""

    @property
    def roster(self) -> Roster | None:
        return self.membership.roster

    @property
    def label(self) -> Text:
        """The list's faction or the like."""
        return Text(self.roster.label_fr, self.roster.label_en) if self.roster else Text()


def stage_of(chapter: Chapter) -> Stage | None:
    """What a chapter notes of its battle; None where it notes nothing that can be read."""
    return read_stage(chapter.stage)


def read_stage(data: Any) -> Stage | None:
    try:
        return None if data is None else STAGE.read(data)
    except Refused:
        return None


class CampaignState(SharedState):
    """A gathering whose chapters are battles of a campaign."""

    def __init__(self, gathering: Gathering, memberships: Sequence[Membership], mine: Sequence[Membership] = ()):
        super().__init__(gathering, memberships, mine)
        self.spec = CAMPAIGNS[gathering.game]
        self.by_pk = {membership.pk: membership for membership in memberships}

    @cached_property
    def catalogue(self) -> Catalogue:
        return catalogue(self.gathering.game)

    @cached_property
    def scenarios(self) -> dict[str, StageScenario]:
        return {scenario.slug: scenario for scenario in self.spec.scenarios(self.catalogue)}

    @cached_property
    def battles(self) -> dict[int, list[PlayedBattle]]:
        return battles_of([chapter.pk for chapter in self.chapters])

    @cached_property
    def stages(self) -> dict[int, StageView]:
        """What each chapter notes, by its pk, in the order of the chapters."""
        read = [(chapter, stage_of(chapter)) for chapter in self.chapters]
        return {chapter.pk: self.view(chapter, stage) for chapter, stage in read if stage}

    def view(self, chapter: Chapter, stage: Stage, feats: Mapping[int, str] | None = None) -> StageView:
        """A chapter with what it notes; `feats`: by the pks of memberships, else those of its participations."""
        scenario = self.scenarios.get(stage.scenario)
        score = self.spec.score(stage, self.catalogue) if chapter.held else None
        noted = (
            {participation.membership_id: participation for participation in chapter.participations.all()}
            if chapter.pk
            else {}
        )
        texts = {pk: participation.text for pk, participation in noted.items()} if feats is None else feats
        revisions = {pk: participation.revision for pk, participation in noted.items()}
        outcomes = score.outcomes if score else ("",) * len(stage.parts)
        accepted = self.accepted(stage)
        sides = tuple(
            Side(
                self.by_pk.get(part.member or 0),
                self.role_name(scenario, part.role),
                tuple((goal, goal.slug in part.reached) for goal in (scenario.goals if scenario else ())),
                outcome,
                texts.get(part.member or 0, ""),
                revisions.get(part.member or 0),
                tuple(consequence for consequence in accepted if consequence.role == part.role),
            )
            for part, outcome in zip(stage.parts, outcomes, strict=True)
        )
        return StageView(chapter, stage, scenario, sides, score, self.battles.get(chapter.pk or 0, ()))

    def earlier(self, state: Mapping[str, Any]) -> StageView | None:
        """What a stored state of a chapter, as `chapter_revisions.state` returns it, noted of its battle."""
        stage = read_stage(state.get("stage"))
        return self.view(Chapter(held=state["held"]), stage, dict(state["feats"])) if stage else None

    def role_name(self, scenario: StageScenario | None, role: str | None) -> Words:
        names = dict(scenario.roles) if scenario else {}
        return names.get(role, role or "")

    # --- what follows -----------------------------------------------------------------------------------------------

    def following(self, pk: int | None) -> NextStage | None:
        """What follows a chapter that was played; None where it is not, or nothing does."""
        chapter = next((chapter for chapter in self.chapters if chapter.pk == pk and chapter.held), None)
        stage = stage_of(chapter) if chapter else None
        return self.spec.follows(stage, self.catalogue) if stage else None

    def offered(self, stage: Stage) -> Sequence[Consequence]:
        """What the battle before sets for a stage, accepted or not; nothing for another scenario than the next one."""
        following = self.following(stage.after)
        return following.consequences if following and following.scenario == stage.scenario else ()

    def accepted(self, stage: Stage) -> list[Consequence]:
        """What the battle before sets for a stage and the players accepted."""
        return [consequence for consequence in self.offered(stage) if consequence.slug in stage.accepted]

    @cached_property
    def strands(self) -> list[Strand]:
        """The battles that were played and have no successor yet, the last one first."""
        continued = {view.stage.after for view in self.stages.values()}
        played = [self.stages[chapter.pk] for chapter in self.held if chapter.pk in self.stages]
        ends = [view for view in played if view.chapter.pk not in continued]
        return [strand for view in reversed(ends) if (strand := self.strand(view))]

    def strand(self, view: StageView) -> Strand | None:
        following = self.following(view.chapter.pk)
        if following is None or following.scenario not in self.scenarios:
            return None
        scenario = self.scenarios[following.scenario]
        cast = tuple((name, self.by_pk.get(following.casting.get(role or "", 0))) for role, name in scenario.roles)
        gains = tuple(
            (self.role_name(scenario, consequence.role), consequence) for consequence in following.consequences
        )
        return Strand(view, following, scenario, cast, gains)

    @property
    def openings(self) -> list[tuple[StageScenario, Line]]:
        """With which scenarios the campaign may begin."""
        pairs = self.spec.openings(self.catalogue)
        return [(self.scenarios[slug], line) for slug, line in pairs if slug in self.scenarios]

    @cached_property
    def chain(self) -> list[tuple[StageScenario, str]]:
        """The scenarios that follow one another, each "held", "planned" or "" ."""
        noted = [(view.stage.scenario, view.chapter.held) for view in self.stages.values()]
        held, planned = ({slug for slug, done in noted if done is which} for which in (True, False))
        states = dict.fromkeys(planned, "planned") | dict.fromkeys(held, "held")
        return [(scenario, states.get(scenario.slug, "")) for scenario in self.all if scenario.follows]

    @property
    def all(self) -> Iterable[StageScenario]:
        return self.scenarios.values()

    @property
    def about(self) -> Sequence[Line]:
        return self.spec.about(self.catalogue)

    @property
    def open(self) -> Sequence[Line]:
        """What the book leaves open."""
        return self.spec.open(self.catalogue)

    # --- how the lists fare -----------------------------------------------------------------------------------------

    @cached_property
    def standings(self) -> list[Standing]:
        return [self.standing(membership) for membership in self.current]

    def standing(self, membership: Membership) -> Standing:
        views = [self.stages[chapter.pk] for chapter in self.held if chapter.pk in self.stages]
        fought = [(view, side) for view in views for side in view.sides if side.membership is membership]
        outcomes = Counter(side.outcome for _view, side in fought if side.outcome)
        won = Counter(view.score.grade for view, side in fought if side.outcome == WON and view.score)
        grades = tuple((grade, number) for grade, number in won.items() if grade)
        role = fought[-1][1].role if fought else ""
        return Standing(membership, membership in self.mine, len(fought), outcomes, grades, role)
