"""All models of the application: Django looks for them here. Each package defines its own."""

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
from builder.operations.models import DailyTask

__all__ = [
    "Chapter",
    "ChapterRevision",
    "ChapterVote",
    "DailyTask",
    "Gathering",
    "Membership",
    "News",
    "Participation",
    "Revision",
    "RoleVote",
    "Roster",
]
