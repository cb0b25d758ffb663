"""What the votes of a gathering come to; only voices of and for members in force count."""

from collections import Counter
from dataclasses import dataclass

from builder.gatherings.models import ChapterVote, RoleVote


@dataclass(frozen=True)
class ChapterVotes:
    """`by_chapter`: voices by the pk of the chapter; `by_voter`: the chapter's pk by the voter's."""

    by_chapter: dict
    by_voter: dict

    @property
    def leading(self):
        """The pks of the chapters with the most voices."""
        most = max(self.by_chapter.values(), default=0)
        return {pk for pk, number in self.by_chapter.items() if number == most}


def chapter_votes(current, planned):
    """`current`: the memberships in force; `planned`: the chapters that one may vote for."""
    rows = ChapterVote.objects.filter(voter__in=current, chapter__in=planned)
    by_voter = dict(rows.values_list("voter", "chapter"))
    return ChapterVotes(dict(Counter(by_voter.values())), by_voter)


def role_votes(current):
    """({candidate's pk: [(role, voices)], the most first}, {(voter's pk, candidate's): role})."""
    rows = RoleVote.objects.filter(voter__in=current, candidate__in=current)
    cast = {(voter, candidate): role for voter, candidate, role in rows.values_list("voter", "candidate", "role")}
    counts = {}
    for (_voter, candidate), role in cast.items():
        counts.setdefault(candidate, Counter())[role] += 1
    return {
        candidate: sorted(found.items(), key=lambda one: (-one[1], one[0])) for candidate, found in counts.items()
    }, cast
