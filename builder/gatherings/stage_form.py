"""A chapter of a campaign in its form: which scenario, who plays what, what was accepted and what came of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.forms import Form
from django.http import HttpRequest

from builder.gatherings.campaign_spec import STAGE, WON, Consequence, NextStage, Part, Stage, StageScenario
from builder.gatherings.campaign_state import CampaignState, stage_of
from builder.gatherings.context import head_context
from builder.gatherings.forms import LONGEST_CHANGE, StageForm
from builder.gatherings.models import Chapter, Membership
from builder.gatherings.permissions import GatheringAccess
from builder.gatherings.played import PlayedBattle, PlayedSide
from builder.lists.edits import BadEdit
from builder.web.forms import form_data, number_or_none
from builder.wording import local
from rules.text import _


@dataclass
class ChapterInput:
    """A chapter as it was entered.

    form         -- of its texts
    context      -- of its page
    participants -- {membership: what is noted of it}
    values       -- further fields of the chapter
    revisions    -- {pk of a membership: the state of its roster that was played}
    check        -- raises `BadEdit` for what cannot be saved
    """

    form: Form
    context: dict[str, Any]
    participants: Mapping[Membership, str]
    values: dict[str, Any] = field(default_factory=dict)
    revisions: dict[int, int] = field(default_factory=dict)
    check: Callable[[], None] = lambda: None


@dataclass(frozen=True)
class Wanted:
    """Which scenario the form is for, what it follows, and what the chapter notes as it is stored."""

    scenario: StageScenario
    after: int | None
    following: NextStage | None
    stored: Stage | None


def wanted_stage(request: HttpRequest, state: CampaignState, chapter: Chapter) -> Wanted | None:
    """The scenario that the form or the address names, else that of the chapter; None while there is none."""
    values = request.POST if request.method == "POST" else request.GET
    stored = stage_of(chapter)
    scenario = state.scenarios.get(values.get("scenario", ""))
    if scenario is None:
        scenario = state.scenarios.get(stored.scenario) if stored else None
    if scenario is None:
        return None
    after = number_or_none(values.get("after")) or (stored.after if stored else None)
    following = None if after == chapter.pk else state.following(after)
    if following is None or following.scenario != scenario.slug:
        after, following = None, None
    return Wanted(scenario, after, following, stored if stored and stored.scenario == scenario.slug else None)


def choice_context(access: GatheringAccess, state: CampaignState, chapter: Chapter) -> dict[str, Any]:
    """The page where the scenario of a chapter is chosen."""
    return head_context(access.gathering) | {"access": access, "state": state, "chapter": chapter}


def stage_input(request: HttpRequest, state: CampaignState, chapter: Chapter, wanted: Wanted) -> ChapterInput:
    initial = {name: getattr(chapter, name) for name in StageForm.base_fields}
    form = StageForm(form_data(request), initial=initial | {"title": chapter.title or local(wanted.scenario.name)})
    finished = finished_battle(state, chapter)
    sides = sides_of(request, state, chapter, wanted, finished)
    offered = wanted.following.consequences if wanted.following else ()
    accepted = accepted_of(request, wanted, offered)
    stage = Stage(wanted.scenario.slug, wanted.after, tuple(side["part"] for side in sides), tuple(accepted))
    context = {
        "state": state,
        "scenario": wanted.scenario,
        "sides": sides,
        "after": wanted.after,
        "following": wanted.following,
        "offered": [
            (state.role_name(wanted.scenario, consequence.role), consequence, consequence.slug in accepted)
            for consequence in offered
        ],
    }
    if finished and request.method != "POST":
        context |= {"finished": finished, "held": True}  # what the form offers first is to record it
    noted = {state.by_pk[side["part"].member]: side["feats"] for side in sides if side["part"].member in state.by_pk}
    return ChapterInput(
        form,
        context,
        noted,
        {"stage": STAGE.write(stage)},
        revisions_of(state, chapter, noted),
        lambda: require_fair(stage, wanted.scenario),
    )


def finished_battle(state: CampaignState, chapter: Chapter) -> PlayedBattle | None:
    """The last battle of a planned chapter that has ended: its result is proposed."""
    ended = [battle for battle in state.battles.get(chapter.pk or 0, ()) if battle.ended]
    return ended[-1] if ended and not chapter.held else None


def revisions_of(state: CampaignState, chapter: Chapter, members: Mapping[Membership, str]) -> dict[int, int]:
    """The states of the lists that the chapter's last battle was played with."""
    battles = state.battles.get(chapter.pk or 0, ())
    played = {side.roster: side.revision for side in battles[-1].sides if side.roster} if battles else {}
    return {
        member.pk: played[member.roster_id] for member in members if member.roster_id and member.roster_id in played
    }


# --- sides ----------------------------------------------------------------------------------------------------------


def sides_of(
    request: HttpRequest, state: CampaignState, chapter: Chapter, wanted: Wanted, finished: PlayedBattle | None
) -> list[dict[str, Any]]:
    """For each side of the scenario: {number, role (its name), part, feats, members to choose from}."""
    if request.method == "POST":
        read = [posted_side(request, state, wanted, number) for number in range(len(wanted.scenario.roles))]
    else:
        texts = dict(chapter.participations.values_list("membership_id", "text")) if chapter.pk else {}
        parts = [stored_part(wanted, number) for number in range(len(wanted.scenario.roles))]
        read = [(part, texts.get(part.member or 0, "")) for part in parts]
        read = with_results(state, wanted, finished, read) if finished else read
    rows = []
    for number, ((part, feats), (_role, name)) in enumerate(zip(read, wanted.scenario.roles, strict=True)):
        members = [membership for membership in state.memberships if membership.current or membership.pk == part.member]
        rows.append({"number": number, "role": name, "part": part, "feats": feats, "members": members})
    return rows


def posted_side(request: HttpRequest, state: CampaignState, wanted: Wanted, number: int) -> tuple[Part, str]:
    member = number_or_none(request.POST.get(f"member-{number}"))
    feats = " ".join(request.POST.get(f"feats-{number}", "").replace("\0", "").split())[:LONGEST_CHANGE]
    goals = [goal.slug for goal in wanted.scenario.goals if f"reached-{number}-{goal.slug}" in request.POST]
    role, _name = wanted.scenario.roles[number]
    return Part(member if member in state.by_pk else None, role, tuple(goals)), feats


def stored_part(wanted: Wanted, number: int) -> Part:
    """A side as it is stored, else as the battle before casts it."""
    if wanted.stored and number < len(wanted.stored.parts):
        return wanted.stored.parts[number]
    role, _name = wanted.scenario.roles[number]
    return Part(wanted.following.casting.get(role or "") if wanted.following else None, role)


def with_results(
    state: CampaignState, wanted: Wanted, battle: PlayedBattle, sides: Sequence[tuple[Part, str]]
) -> list[tuple[Part, str]]:
    """The sides with what the battle's result says of their lists: what they reached, and feats where none are noted.

    Where what they reached does not make the outcome that the players entered, who won reached what only one can.
    """
    goals = wanted.scenario.goals
    played = [side_in(state, battle, part) for part, _feats in sides]
    reached = [tuple(goal.slug for goal in goals if side and goal.slug in side.reached) for side in played]
    parts = [replace(part, reached=goal) for (part, _feats), goal in zip(sides, reached, strict=True)]
    if not makes(state, wanted, parts, played):
        won = [tuple(goal.slug for goal in goals if side and goal.single and side.outcome == WON) for side in played]
        parts = [replace(part, reached=goal) for part, goal in zip(parts, won, strict=True)]
    feats_in_battle = [side.feats[:LONGEST_CHANGE] if side else "" for side in played]
    return [(part, feats or more) for part, (_part, feats), more in zip(parts, sides, feats_in_battle, strict=True)]


def side_in(state: CampaignState, battle: PlayedBattle, part: Part) -> PlayedSide | None:
    """The side of a battle that a member's list played."""
    member = state.by_pk.get(part.member or 0)
    return next((side for side in battle.sides if member and side.roster and side.roster == member.roster_id), None)


def makes(state: CampaignState, wanted: Wanted, parts: Sequence[Part], played: Sequence[PlayedSide | None]) -> bool:
    """Whether these sides end as their lists did in the battle."""
    score = state.spec.score(Stage(wanted.scenario.slug, parts=tuple(parts)), state.catalogue)
    outcomes = score.outcomes if score else [""] * len(parts)
    return all(side is None or side.outcome == outcome for side, outcome in zip(played, outcomes, strict=True))


def accepted_of(request: HttpRequest, wanted: Wanted, offered: Sequence[Consequence]) -> list[str]:
    """What is accepted: by the form, else as stored, else all that is offered."""
    slugs = [consequence.slug for consequence in offered]
    if request.method == "POST":
        return [slug for slug in slugs if f"accepted-{slug}" in request.POST]
    if wanted.stored and wanted.stored.after == wanted.after:
        return [slug for slug in slugs if slug in wanted.stored.accepted]
    return slugs


def require_fair(stage: Stage, scenario: StageScenario) -> None:
    """Raises `BadEdit` where a list is on both sides, or both sides reached what only one can."""
    members = [part.member for part in stage.parts if part.member]
    if len(set(members)) < len(members):
        raise BadEdit(_("A list can’t be on both sides. Choose another."))
    for goal in scenario.goals:
        if goal.single and sum(goal.slug in part.reached for part in stage.parts) > 1:
            raise BadEdit(_("Only one side can achieve this: {goal}. Untick one."), goal=goal.name)
