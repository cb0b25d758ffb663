"""The addresses of gatherings."""

from django.urls import path

from builder.exports import converters as export_converters  # noqa: F401  (registers export)
from builder.gatherings.views import (
    career,
    chapters,
    coming,
    gathering,
    joining,
    links,
    news,
    regrouping,
    sharing,
    stages,
    statistics,
    voting,
)
from builder.web import converters  # noqa: F401  (registers pk and key)

urlpatterns = [
    path("gatherings/", gathering.gatherings, name="gatherings"),
    path("gatherings/new/<slug:game>/", gathering.gathering_new, name="gathering-new"),
    path("gatherings/<pk:pk>/", gathering.gathering, name="gathering"),
    path("gatherings/<pk:pk>/edit/", gathering.gathering_edit, name="gathering-edit"),
    path("gatherings/<pk:pk>/erase/", gathering.gathering_erase, name="gathering-erase"),
    path("gatherings/<pk:pk>/regroup/", regrouping.gathering_regroup, name="gathering-regroup"),
    path(
        "gatherings/<pk:pk>/regroup/<pk:regrouping_pk>/undo/",
        regrouping.gathering_regroup_undo,
        name="gathering-regroup-undo",
    ),
    path("gatherings/<pk:pk>/links/", links.gathering_links, name="gathering-links"),
    path("gatherings/<pk:pk>/remove/", gathering.gathering_remove, name="gathering-remove"),
    path("gatherings/<pk:pk>/return/", gathering.gathering_return, name="gathering-return"),
    path("gatherings/<pk:pk>/statistics/", statistics.gathering_statistics, name="gathering-statistics"),
    path("gatherings/<pk:pk>/vote/", voting.chapter_vote, name="chapter-vote"),
    path("gatherings/<pk:pk>/roles/", voting.role_vote, name="role-vote"),
    path("gatherings/<pk:pk>/roles/take/", voting.role_take, name="role-take"),
    path("gatherings/<pk:pk>/chapters/new/", chapters.chapter_new, name="chapter-new"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/", chapters.chapter, name="chapter"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/answer/", coming.chapter_answer, name="chapter-answer"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/calendar/", coming.chapter_calendar, name="chapter-calendar"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/start/", coming.chapter_start, name="chapter-start"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/remove/", chapters.chapter_remove, name="chapter-remove"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/return/", chapters.chapter_return, name="chapter-return"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/take/<pk:member>/", stages.stage_take, name="stage-take"),
    path("gatherings/<pk:pk>/members/<pk:member>/account/", joining.membership_account, name="membership-account"),
    path("gatherings/<pk:pk>/members/<pk:member>/end/", joining.membership_end, name="membership-end"),
    path("gatherings/<pk:pk>/members/<pk:member>/return/", joining.membership_return, name="membership-return"),
    path("gatherings/<pk:pk>/news/", news.news_add, name="news-add"),
    path("gatherings/<pk:pk>/news/<pk:news>/remove/", news.news_remove, name="news-remove"),
    path("gatherings/<pk:pk>/news/<pk:news>/return/", news.news_return, name="news-return"),
    path("lists/<pk:pk>/career/", career.roster_career, name="roster-career"),
    path("s/<key:key>/career/", career.shared_career, name="shared-career"),
    path("lists/<pk:pk>/counted/", statistics.roster_counted, name="roster-counted"),
    path("o/<key:key>/", links.organiser_link, name="organiser-link"),
    path("j/<key:key>/", joining.invitation, name="invitation"),
    path("g/<key:key>/", sharing.gathering_shared, name="gathering-shared"),
    path("g/<key:key>/print/", sharing.gathering_print, name="gathering-print"),
    path("g/<key:key>/<export:export>/", sharing.gathering_export, name="gathering-export"),
]
