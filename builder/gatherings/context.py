"""Template contexts of the pages of gatherings, and helpers of their views."""

from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from builder.gatherings import votes
from builder.gatherings.campaign_spec import CampaignSpec, spec_of
from builder.gatherings.campaign_state import CampaignState
from builder.gatherings.feed import feed
from builder.gatherings.models import Chapter, Gathering, Membership, News
from builder.gatherings.permissions import GatheringAccess, assembles
from builder.gatherings.spec import GatheringSpec
from builder.gatherings.state import GatheringState
from builder.lists import history
from builder.lists.edits import BadEdit
from builder.lists.findings import group_findings
from builder.lists.history import AppliedEdit
from builder.lists.models import Roster
from builder.registry import catalogue_or_404
from builder.web.page_cookie import new_key_of
from builder.wording import say

MOST_REMOVED = 50  # removed chapters, and removed news, that are listed
LINKS = {"invite": ("invitation", "invite_key"), "share": ("gathering-shared", "share_key")}  # kind: (URL, column)


def spec_or_404(game: str) -> GatheringSpec | CampaignSpec:
    """How the lists of a game (its slug) gather; 404 where they do not, or its book is not loaded."""
    catalogue_or_404(game)
    spec = spec_of(game)
    if spec is None:
        raise Http404
    return spec


def state_of(
    gathering: Gathering, memberships: Sequence[Membership], mine: Sequence[Membership] = ()
) -> GatheringState | CampaignState:
    """The state of a gathering, by what its game brings."""
    if assembles(gathering.game):
        return GatheringState(gathering, memberships, mine, catalogue_or_404(gathering.game))
    spec_or_404(gathering.game)
    return CampaignState(gathering, memberships, mine)


def state_for(access: GatheringAccess) -> GatheringState | CampaignState:
    """The state of a gathering, from an access that read the members' documents."""
    return state_of(access.gathering, access.memberships, access.mine)


def assembled_or_404(state: GatheringState | CampaignState) -> GatheringState:
    """A state with an assembled list; 404 for a campaign, which has none."""
    if not isinstance(state, GatheringState):
        raise Http404
    return state


def campaign_or_404(state: GatheringState | CampaignState) -> CampaignState:
    if not isinstance(state, CampaignState):
        raise Http404
    return state


def game_context(game: str) -> dict[str, Any]:
    """The context of every page about the gatherings of a game."""
    return {"game": game, "labels": spec_or_404(game).labels}


def head_context(gathering: Gathering) -> dict[str, Any]:
    """The context of every page about a gathering."""
    return game_context(gathering.game) | {"gathering": gathering}


def state_context(state: GatheringState | CampaignState) -> dict[str, Any]:
    """The context of a gathering's page, for members and behind the share link."""
    context = {
        "gathering": state.gathering,
        "game": state.gathering.game,
        "labels": state.spec.labels,
        "state": state,
        "feed": feed(state),
        "votes": votes.chapter_votes(
            [membership.pk for membership in state.memberships if membership.current], state.planned
        ),
    }
    if isinstance(state, CampaignState):
        return context | {"body": "gatherings/_campaign.html", "number": len(state.current)}
    return context | {
        "body": "gatherings/_gathering.html",
        "number": len(state.conditions),
        "loaded": state.loaded,
        "verdict": state.verdict,
        "finding_groups": group_findings(state.verdict.findings, {}),
    }


def access_context(access: GatheringAccess, form: Form) -> dict[str, Any]:
    """The context of a gathering's page that depends on the browser; removed chapters and news are for organisers."""
    context: dict[str, Any] = {"access": access, "form": form}
    if access.organiser:
        for name, model in (("removed_chapters", Chapter), ("removed_news", News)):
            rows = model.objects.filter(gathering=access.gathering, deleted__isnull=False)
            context[name] = rows.order_by("-deleted", "-pk")[:MOST_REMOVED]
    return context


def readable_link(request: HttpRequest, gathering: Gathering, kind: str) -> str:
    """The absolute address of the invitation ("invite") or of the shared page ("share")."""
    url, column = LINKS[kind]
    return request.build_absolute_uri(reverse(url, args=[getattr(gathering, column)]))


def new_organiser_link(request: HttpRequest, gathering: Gathering) -> str | None:
    """The absolute address of the organiser's link if it was created just now, else None."""
    key = new_key_of(request, gathering)
    return request.build_absolute_uri(reverse("organiser-link", args=[key])) if key else None


def try_service(request: HttpRequest, service: Callable[..., Any], *arguments: Any) -> bool:
    """Call a service. Returns False if it raises `BadEdit`, whose message is shown on the next page."""
    try:
        service(*arguments)
    except BadEdit as bad:
        messages.error(request, say(bad))
        return False
    return True


def try_edit(request: HttpRequest, roster: Roster, command: str, revision: int | None) -> AppliedEdit | None:
    """Apply an edit to a list that was seen at `revision`; None where it cannot be done: the next page says why."""
    try:
        return history.apply(roster, command, {}, revision)
    except BadEdit as bad:
        messages.error(request, say(bad))
    except history.Conflict:
        messages.error(request, gettext("The list has just changed. Try again."))
    return None
