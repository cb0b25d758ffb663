"""The states of a chapter: what is said of it and who took part. Those that were replaced can be read again."""

from datetime import date

from builder.gatherings.models import ChapterRevision

FIELDS = ("title", "date", "text", "conditions", "least_members", "least_score", "held")
MOST_STATES = 50  # of one chapter; older ones are forgotten


def state(values, came):
    """A state as it is stored: the chapter's fields, and what changed for whom, by the member's pk.

    `values`: all fields by name; `came`: (membership's pk, what changed).
    """
    return {name: values[name] for name in FIELDS} | {"came": {str(pk): text for pk, text in came}}


def present(chapter):
    return state(vars(chapter), chapter.participations.values_list("membership_id", "text"))


def keep_replaced(chapter, values, came):
    """Store the state that `chapter` was read in, which `values` and `came` replace, unless they say the same."""
    before = present(chapter)
    if before == state(vars(chapter) | values, [(member.pk, text) for member, text in came.items()]):
        return
    ChapterRevision.objects.create(chapter=chapter, number=chapter.revision, state=before)
    old = chapter.revisions.values_list("pk", flat=True)[MOST_STATES:]
    chapter.revisions.filter(pk__in=list(old)).delete()


def earlier(chapter, memberships):
    """The states that were replaced, the newest first, each as `chapter_state` with the moment when it was `replaced`."""
    return [chapter_state(row.state, memberships) | {"replaced": row.replaced} for row in chapter.revisions.all()]


def chapter_state(state, memberships):
    """A state as a page shows it: its date a date, `came` as (name, what changed)."""
    day, names = state["date"], {str(member.pk): member.called for member in memberships}
    came = [(names.get(pk, ""), text) for pk, text in state["came"].items()]
    return state | {"date": date.fromisoformat(day) if isinstance(day, str) else day, "came": came}
