"""The results of the votes of a gathering. Only votes of and for current members count."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from builder.gatherings.models import Chapter, ChapterVote, RoleVote


@dataclass(frozen=True)
class ChapterVotes:
    """`by_chapter`: number of votes by the pk of the chapter; `by_voter`: pk of the chapter by the pk of the voter."""

    by_chapter: dict[int, int]
    by_voter: dict[int, int]

    @property
    def leading(self) -> set[int]:
        """The pks of the chapters with the most votes."""
        most = max(self.by_chapter.values(), default=0)
        return {pk for pk, number in self.by_chapter.items() if number == most}


def chapter_votes(current: Iterable[int], planned: Iterable[Chapter]) -> ChapterVotes:
    """The votes of the memberships with the pks `current` for the chapters `planned`."""
    rows = ChapterVote.objects.filter(voter__in=current, chapter__in=planned)
    by_voter = dict(rows.values_list("voter", "chapter"))
    return ChapterVotes(dict(Counter(by_voter.values())), by_voter)


def role_votes(current: Iterable[int]) -> tuple[dict[int, list[tuple[str, int]]], dict[tuple[int, int], str]]:
    """The votes among the memberships with the pks `current`.

    Returns {pk of the candidate: [(role, votes), ...], most votes first} and {(pk of voter, pk of candidate): role}.
    """
    rows = RoleVote.objects.filter(voter__in=current, candidate__in=current)
    cast = {(voter, candidate): role for voter, candidate, role in rows.values_list("voter", "candidate", "role")}
    counts: dict[int, Counter[str]] = {}
    for (_voter, candidate), role in cast.items():
        counts.setdefault(candidate, Counter())[role] += 1
    return {
        candidate: sorted(votes.items(), key=lambda pair: (-pair[1], pair[0])) for candidate, votes in counts.items()
    }, cast


def arguments(current: Iterable[int]) -> dict[int, list[tuple[int, str, str]]]:
    """What voters say for their votes: {pk of the candidate: [(pk of the voter, role, argument), ...]}."""
    rows = RoleVote.objects.filter(voter__in=current, candidate__in=current).exclude(argument="").order_by("pk")
    of_candidates: dict[int, list[tuple[int, str, str]]] = {}
    for candidate, voter, role, argument in rows.values_list("candidate", "voter", "role", "argument"):
        of_candidates.setdefault(candidate, []).append((voter, role, argument))
    return of_candidates
