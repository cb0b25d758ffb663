"""What the pages of gatherings read, and what their views share."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpRequest
from django.urls import reverse

from builder.game_ui import GameUI
from builder.gatherings import votes
from builder.gatherings.feed import feed
from builder.gatherings.idempotency import new_form_token
from builder.gatherings.models import Chapter, Gathering, News
from builder.gatherings.permissions import GatheringAccess
from builder.gatherings.state import GatheringState
from builder.lists.edits import BadEdit
from builder.registry import game_ui_or_404
from builder.web.key_cookie import new_key_of
from builder.wording import say

MOST_REMOVED = 50  # chapters, and news, that are offered to be brought back
LINKS = {"invite": ("invitation", "invite_key"), "share": ("gathering-shared", "share_key")}  # kind: (URL, column)


def gathering_ui_or_404(game: str) -> GameUI:
    """The `GameUI` of a game that has gatherings, or 404."""
    game_ui, _catalogue = game_ui_or_404(game)
    if game_ui.gathering is None:
        raise Http404
    return game_ui


def state_for(access: GatheringAccess) -> GatheringState:
    """The gathering as this browser sees it; the access has read the members' documents."""
    gathering = access.gathering
    return GatheringState(gathering, gathering_ui_or_404(gathering.game), access.memberships, mine=access.mine)


def game_context(game: str) -> dict[str, Any]:
    """What every page about the gatherings of a game reads: the game, and what it calls things."""
    game_ui = gathering_ui_or_404(game)
    return {"game_ui": game_ui, "labels": game_ui.gathering.labels if game_ui.gathering else None}


def head_context(gathering: Gathering) -> dict[str, Any]:
    """What every page about a gathering reads."""
    return game_context(gathering.game) | {"gathering": gathering}


def state_context(state: GatheringState) -> dict[str, Any]:
    """What the page of a gathering reads, for its members as behind its share link."""
    return {
        "gathering": state.gathering,
        "game_ui": state.game_ui,
        "labels": state.spec.labels,
        "state": state,
        "loaded": state.loaded,
        "verdict": state.verdict,
        "feed": feed(state),
        "votes": votes.chapter_votes([one.pk for one in state.memberships if one.current], state.planned),
    }


def access_context(access: GatheringAccess, form: Form) -> dict[str, Any]:
    """What the page of a gathering reads about whoever looks; what was removed is for who may bring it back."""
    context: dict[str, Any] = {"access": access, "form": form, "form_token": new_form_token()}
    if access.organiser:
        for name, model in (("removed_chapters", Chapter), ("removed_news", News)):
            rows = model.objects.filter(gathering=access.gathering, deleted__isnull=False)
            context[name] = rows.order_by("-deleted", "-pk")[:MOST_REMOVED]
    return context


def readable_link(request: HttpRequest, gathering: Gathering, kind: str) -> str:
    """The whole address of the invitation ("invite") or of the page that shows ("share")."""
    url, column = LINKS[kind]
    return request.build_absolute_uri(reverse(url, args=[getattr(gathering, column)]))


def new_organiser_link(request: HttpRequest, gathering: Gathering) -> str | None:
    """The address of the organiser's link if it was made just now, else None."""
    key = new_key_of(request, gathering)
    return request.build_absolute_uri(reverse("organiser-link", args=[key])) if key else None


def succeeds(request: HttpRequest, service: Callable[..., Any], *arguments: Any) -> bool:
    """Whether a service did what it does; where it raises `BadEdit`, the next page says why."""
    try:
        service(*arguments)
    except BadEdit as bad:
        messages.error(request, say(bad))
        return False
    return True
