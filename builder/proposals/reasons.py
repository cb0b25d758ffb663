"""Why a search made each of its moves, in the reader's language."""

from django.utils.translation import gettext

from builder.proposals.state import State
from builder.wording import cited, in_words, say
from rules.checks import Finding


def reasons(state: State) -> list[str]:
    """A reason for each move that leads to a state."""
    states: list[State] = []
    while state.came_from:
        states.append(state)
        state = state.came_from
    return [*map(reason, reversed(states))]


def reason(state: State) -> str:
    """Why the last move was made: the rule that asks for it, what it mends, the wish, what it spends."""
    if isinstance(state.why, Finding):
        rule = state.why.rule
        if rule.requirement:
            return gettext("Required: {rule}").format(rule=f"{gettext(rule.demand)} ({cited(rule.cite)})")
        return gettext("Fixes: {finding}").format(finding=say(state.why))
    return " · ".join(filter(None, (in_words(state.why), spending(state))))


def spending(state: State) -> str:
    """How much of the budget the last move fills; "" in a game without, and where it fills nothing."""
    budget, before = state.loaded.verdict.budget, state.came_from.points if state.came_from else 0
    if budget is None or state.points == before:
        return ""
    more = f"{state.points - before:+}".replace("-", "−")
    return gettext("{more}\xa0pts: {points} of {budget}").format(more=more, points=state.points, budget=budget)
