"""The addresses of the workshop."""

from django.urls import path, register_converter
from django.urls.converters import IntConverter, StringConverter

from builder import access
from builder.views import book, dice, editor, links, new, pages, printing, sharing, shelf, start
from builder.views.gatherings import chapters, joining, news, page, statistics, voting
from builder.views.gatherings import links as gathering_links
from builder.views.gatherings import sharing as gathering_sharing


class Pk(IntConverter):
    """A number that every database can hold."""

    regex = "[0-9]{1,18}"


class Key(StringConverter):
    regex = access.KEY


register_converter(Pk, "pk")
register_converter(Key, "key")

urlpatterns = [
    path("", start.start, name="start"),
    path("about/", start.about, name="about"),
    path("new/<slug:game>/", new.roster_new, name="roster-new"),
    path("new/<slug:game>/example/", new.roster_example, name="roster-example"),
    path("lists/", shelf.shelf, name="mine"),
    path("lists/<pk:pk>/", editor.roster, name="roster"),
    path("lists/<pk:pk>/do/", editor.roster_do, name="roster-do"),
    path("lists/<pk:pk>/links/", links.roster_links, name="roster-links"),
    path("lists/<pk:pk>/print/", printing.roster_print, name="roster-print"),
    path("lists/<pk:pk>/pdf/", printing.roster_pdf, name="roster-pdf"),
    path("lists/<pk:pk>/duplicate/", shelf.roster_duplicate, name="roster-duplicate"),
    path("lists/<pk:pk>/remove/", shelf.roster_remove, name="roster-remove"),
    path("lists/<pk:pk>/restore/", shelf.roster_restore, name="roster-restore"),
    path("lists/<pk:pk>/counted/", statistics.roster_counted, name="roster-counted"),
    path("lists/<pk:pk>/<slug:page>/", pages.roster_page, name="roster-page"),
    path("e/<key:key>/", links.edit_link, name="edit-link"),
    path("s/<key:key>/", sharing.shared, name="shared"),
    path("s/<key:key>/pdf/", printing.shared_pdf, name="shared-pdf"),
    path("s/<key:key>/json/", sharing.shared_json, name="shared-json"),
    path("s/<key:key>/copy/", sharing.shared_copy, name="shared-copy"),
    path("gatherings/", page.gatherings, name="gatherings"),
    path("gatherings/new/<slug:game>/", page.gathering_new, name="gathering-new"),
    path("gatherings/<pk:pk>/", page.gathering, name="gathering"),
    path("gatherings/<pk:pk>/edit/", page.gathering_edit, name="gathering-edit"),
    path("gatherings/<pk:pk>/links/", gathering_links.gathering_links, name="gathering-links"),
    path("gatherings/<pk:pk>/remove/", page.gathering_remove, name="gathering-remove"),
    path("gatherings/<pk:pk>/return/", page.gathering_return, name="gathering-return"),
    path("gatherings/<pk:pk>/statistics/", statistics.gathering_statistics, name="gathering-statistics"),
    path("gatherings/<pk:pk>/vote/", voting.chapter_vote, name="chapter-vote"),
    path("gatherings/<pk:pk>/roles/", voting.role_vote, name="role-vote"),
    path("gatherings/<pk:pk>/chapters/new/", chapters.chapter_new, name="chapter-new"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/", chapters.chapter, name="chapter"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/remove/", chapters.chapter_remove, name="chapter-remove"),
    path("gatherings/<pk:pk>/chapters/<pk:chapter>/return/", chapters.chapter_return, name="chapter-return"),
    path("gatherings/<pk:pk>/members/<pk:member>/end/", joining.membership_end, name="membership-end"),
    path("gatherings/<pk:pk>/members/<pk:member>/return/", joining.membership_return, name="membership-return"),
    path("gatherings/<pk:pk>/news/", news.news_add, name="news-add"),
    path("gatherings/<pk:pk>/news/<pk:news>/remove/", news.news_remove, name="news-remove"),
    path("gatherings/<pk:pk>/news/<pk:news>/return/", news.news_return, name="news-return"),
    path("o/<key:key>/", gathering_links.organiser_link, name="organiser-link"),
    path("j/<key:key>/", joining.invitation, name="invitation"),
    path("g/<key:key>/", gathering_sharing.gathering_shared, name="gathering-shared"),
    path("g/<key:key>/print/", gathering_sharing.gathering_print, name="gathering-print"),
    path("g/<key:key>/pdf/", gathering_sharing.gathering_pdf, name="gathering-pdf"),
    path("g/<key:key>/json/", gathering_sharing.gathering_json, name="gathering-json"),
    path("rules/<slug:game>/", book.rules, name="rules"),
    path("rules/<slug:game>/<slug:page>/", pages.game_page, name="game-page"),
    path("dice/", dice.dice, name="dice"),
    path("schema/bivouac-roster-1.json", book.schema, name="schema"),
]
