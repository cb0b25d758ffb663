"""All models of the application: Django looks for them here. Each package defines its own."""

from builder.accounts.models import Browser, FormAnswer, Handover, RecoveryCode, ShortCode, TokenBucket
from builder.battles.models import Battle, BattleRoster, Mark, Seat, SeatGrant
from builder.error_reports.models import ErrorReport
from builder.exports.models import KeptFile
from builder.gatherings.models import (
    Attendance,
    Chapter,
    ChapterRevision,
    ChapterVote,
    GameNews,
    Gathering,
    GatheringGrant,
    Membership,
    News,
    Participation,
    Regrouping,
    RoleVote,
)
from builder.lists.models import Box, BoxGrant, Picture, PictureContent, Revision, Roster, RosterGrant
from builder.operations.models import DailyTask, SigningKey
from builder.versions.models import Certificate
from builder.web.models import ReplacedKey
