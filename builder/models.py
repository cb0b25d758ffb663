"""All models of the application: Django looks for them here. Each package defines its own."""

from builder.accounts.models import FormAnswer, TokenBucket
from builder.exports.models import KeptSheet
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
    "FormAnswer",
    "Gathering",
    "KeptSheet",
    "Membership",
    "News",
    "Participation",
    "Revision",
    "RoleVote",
    "Roster",
    "TokenBucket",
]
