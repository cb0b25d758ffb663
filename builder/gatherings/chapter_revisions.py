"""The stored states of a chapter: its fields and its participants. States that were replaced can be read again."""

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from builder.gatherings.models import Chapter, ChapterRevision, Membership

FIELDS = ("title", "date", "hour", "venue", "text", "conditions", "least_members", "least_score", "held", "stage")
MOST_STATES = 50  # of one chapter; older ones are deleted


def state(values: Mapping[str, Any], participants: Iterable[tuple[int, str]]) -> dict[str, Any]:
    """A state as it is stored: the fields of `FIELDS` from `values`, and under "came" what changed for whom.

    participants -- (pk of the membership, what changed)
    """
    return {name: values[name] for name in FIELDS} | {"came": {str(pk): text for pk, text in participants}}


def stored_state(chapter: Chapter) -> dict[str, Any]:
    return state(vars(chapter), chapter.participations.values_list("membership_id", "text"))


def keep_replaced(chapter: Chapter, values: dict[str, Any], participants: Mapping[Membership, str]) -> None:
    """Store the state that `chapter` was read in, unless the new `values` and `participants` are the same."""
    before = stored_state(chapter)
    if before == state(vars(chapter) | values, [(member.pk, text) for member, text in participants.items()]):
        return
    ChapterRevision.objects.create(chapter=chapter, number=chapter.revision, state=before)
    old = chapter.revisions.values_list("pk", flat=True)[MOST_STATES:]
    chapter.revisions.filter(pk__in=list(old)).delete()


def earlier(chapter: Chapter, memberships: Iterable[Membership]) -> list[dict[str, Any]]:
    """The replaced states, newest first, as `readable_state` gives them, each with the time when it was `replaced`."""
    return [readable_state(row.state, memberships) | {"replaced": row.replaced} for row in chapter.revisions.all()]


def readable_state(state: Mapping[str, Any], memberships: Iterable[Membership]) -> dict[str, Any]:
    """A stored state for a page: "date" is a date, "came" a list of (name, what changed), "feats" the same by pk."""
    day, names = state["date"], {str(member.pk): member.called for member in memberships}
    came = [(names.get(pk, ""), text) for pk, text in state["came"].items()]
    feats = {int(pk): text for pk, text in state["came"].items()}
    return {**state, "date": date.fromisoformat(day) if isinstance(day, str) else day, "came": came, "feats": feats}
