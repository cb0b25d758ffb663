"""Every model of the application, for Django, which looks for them here; each occupation defines its own."""

from builder.gatherings.models import (
    Chapter,
    ChapterRevision,
    ChapterVote,
    Gathering,
    Membership,
    News,
    Participation,
    RoleVote,
)
from builder.lists.models import Revision, Roster

__all__ = [
    "Chapter",
    "ChapterRevision",
    "ChapterVote",
    "Gathering",
    "Membership",
    "News",
    "Participation",
    "Revision",
    "RoleVote",
    "Roster",
]
